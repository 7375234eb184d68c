import { createRequire } from 'node:module';
import { PROGRAM } from './run-program.ts';

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * The sentence for an import that failed because a package is not installed that few need, a peer of the tools' package:
 * for batches on several machines, or for grids in GeoTIFF. `undefined` for any other error.
 */
export function missingPackageSentence(error: unknown, command: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const [, specifier] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  // Newer releases of Node name the package's folder.
  const name = specifier?.replace(/^.*[\\/]node_modules[\\/]/, '').replaceAll('\\', '/');
  if (name === undefined) return undefined;
  const own = createRequire(import.meta.url)(`${PROGRAM}/package.json`) as Manifest;
  const version = own.peerDependencies[name];
  if (version === undefined) return undefined;
  return `${command} needs the package ${name}, which is not installed. Install it with: npm install "${name}@${version}"`;
}
