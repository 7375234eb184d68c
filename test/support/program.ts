import { fileURLToPath } from 'node:url';

/**
 * Node's arguments that run a command of the project in a process: what is built of it where PACKAGE_TARBALLS says that the packages have
 * been, which begins in a third of the time; else its source.
 *
 * @param source relative to the project: `src/cli/main.ts`
 */
export function programArguments(source: string): readonly string[] {
  const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  if (process.env['PACKAGE_TARBALLS'] === undefined) return ['--import', 'tsx', pathOf(source)];
  return [pathOf(`pipelines/dist/${source.replace(/\.ts$/, '.js')}`)];
}
