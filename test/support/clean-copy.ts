import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a clone has of which the package is made: nothing that was built. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'README.md',
  'LICENSE',
  'API.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'NOTICE',
  'Dockerfile',
  'deploy',
  'docs',
  'fixtures',
  'pipelines',
  'src',
  'tools',
];

/** Copies the sources into a directory, as a clone has them, with the installed packages of this checkout. */
export function copySources(directory: string): void {
  for (const name of SOURCES)
    cpSync(join(ROOT, name), join(directory, name), {
      recursive: true,
      filter: (path) => !/\/pipelines\/(?:dist|\.build-)/.test(path),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
}
