import { createRequire } from 'node:module';

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * The sentence for an import that failed because a package is not installed, such as after `npm install --omit=optional`,
 * which leaves out whatever the library itself does not need; `undefined` for any other error.
 */
export function missingPackageSentence(error: unknown, command: string): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const [, specifier] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  // Newer releases of Node name the package's folder.
  const name = specifier?.replace(/^.*[\\/]node_modules[\\/]/, '').replaceAll('\\', '/');
  if (name === undefined) return undefined;
  const own = createRequire(import.meta.url)('benelux-address-lookup/package.json') as Manifest;
  const version = own.optionalDependencies[name] ?? own.peerDependencies[name];
  if (version === undefined) return undefined;
  return `${command} needs the package ${name}, which is not installed. Install it with: npm install "${name}@${version}" (or all optional packages: npm install --include=optional)`;
}
