/** The version of this package; a test holds it equal to package.json. */
export const VERSION = '0.1.0';

/** Whether this is the compiled package, and not the sources of a checkout. */
export function isCompiled(): boolean {
  return !import.meta.url.endsWith('.ts');
}
