import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleElement } from '../tools/bundle-element.ts';

/** Compiles the scripts of the page at / before any test, as `npm run build:page` does: the server serves what is built. */
export default async function buildPage(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  rmSync(`${root}dist/src/http/page`, { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src/http/page'], { cwd: root });
  await bundleElement();
}
