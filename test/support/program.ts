import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where it is set, the packages have been built, and with them what they are packed from. */
const isBuilt = process.env['PACKAGE_TARBALLS'] !== undefined;

/**
 * Node's arguments that run a command of the project in a process: what is built of it where PACKAGE_TARBALLS says that the packages have
 * been, which begins in a third of the time; else its source.
 *
 * @param source relative to the project: `src/cli/main.ts`
 */
export function programArguments(source: string): readonly string[] {
  if (!isBuilt) return ['--import', 'tsx', pathOf(source)];
  return [pathOf(`pipelines/dist/${source.replace(/\.ts$/, '.js')}`)];
}

/** Puts the compiled library into the `dist` of a package: what is built of it where the packages have been; else its source is compiled. */
export async function compileLibraryInto(dist: string): Promise<void> {
  if (isBuilt) return cpSync(pathOf('dist/src'), join(dist, 'src'), { recursive: true });
  const tsc = pathOf('node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', pathOf('tsconfig.build.json'), '--outDir', dist]);
}
