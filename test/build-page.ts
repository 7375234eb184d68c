import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles the scripts of the try-out page once, before any test: the server serves what the build has made. */
export default function buildPage(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src/http/page'], { cwd: root });
}
