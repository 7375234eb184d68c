import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../cluster/redis-server.ts';
import { copySources } from '../support/clean-copy.ts';
import { recipe } from '../support/recipes.ts';
import { describeInBrowser } from './describe-in-browser.ts';

/**
 * A folder with Next and React in its node_modules, 300 MB of which nothing else needs; `npm run test:nightly` makes one. The application is
 * written into it: Turbopack builds nothing whose packages lie outside.
 */
const PROJECT = process.env['NEXT'] ?? '';

const LAYOUT = `import { createElement } from 'react';
export default function Layout({ children }) {
  return createElement('html', { lang: 'en' }, createElement('body', null, children));
}`;
const PAGE = `import { createElement } from 'react';
import { Checkout } from './checkout.js';
export default function Page() {
  return createElement('main', null, createElement('h1', null, 'Checkout'), createElement(Checkout, { endpoint: '/addresses' }));
}`;

describe.skipIf(PROJECT === '')('Next, with the recipes of docs/embedding.md as they stand there', () => {
  describeInBrowser('built and started', (inBrowser) => {
    const scratch = mkdtempSync(join(tmpdir(), 'next-'));
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };
    const next = join(PROJECT, 'node_modules/next/dist/bin/next');
    let built = '';
    let server: ChildProcess | undefined;
    let origin = '';

    beforeAll(async () => {
      const exec = promisify(execFile);
      const checkout = join(scratch, 'checkout');
      mkdirSync(checkout);
      copySources(checkout);
      await exec('npm', ['pack', '--pack-destination', scratch], { cwd: checkout });
      const tarball = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.tgz'))!);
      await exec('npm', ['install', '--no-save', '--no-audit', '--no-fund', tarball], { cwd: PROJECT });

      cpSync(inject('fixtureData'), join(PROJECT, 'dist-data'), { recursive: true });
      for (const [path, text] of Object.entries({
        'app/layout.js': LAYOUT,
        'app/page.js': PAGE,
        'app/checkout.js': recipe('react-element'),
        'app/addresses/[[...path]]/route.js': recipe('edge'),
      })) {
        mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
        writeFileSync(join(PROJECT, path), text);
      }
      built = await exec(process.execPath, [next, 'build'], { cwd: PROJECT, env }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`next build: ${stdout}${stderr}`);
        },
      );
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      server = spawn(process.execPath, [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
        cwd: PROJECT,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      while (!(await fetch(origin).catch(() => undefined))?.ok) {
        if (server.exitCode !== null) throw new Error(`next start has ended with ${server.exitCode}.`);
        await delay(100);
      }
    }, 900_000);

    afterAll(async () => {
      if (server?.exitCode === null) {
        const ended = once(server, 'exit');
        server.kill();
        await ended;
      }
      rmSync(scratch, { recursive: true, force: true });
    });

    it('has the field in the markup of the page, which is made when the application is built', async () => {
      expect(built).toMatch(/○ \/\n/);
      expect(await (await fetch(origin)).text()).toContain('<address-lookup endpoint="/addresses"');
    });

    it('hears of the address that is chosen, and of its end, after hydration', async () => {
      const { page } = await inBrowser.visit({ width: 600 }, { ...inBrowser.service, origin });
      const field = page.getByRole('combobox', { name: 'Address' });
      await field.pressSequentially('kalverstraat 92');
      await page.getByRole('option').filter({ hasText: 'Kalverstraat 92' }).first().waitFor();
      await field.press('Enter');
      await page.getByText('To Kalverstraat 92, 1012 PH Amsterdam').waitFor();
      await field.press('Backspace');
      await page.getByText('Where to?').waitFor();
    });
  });
});
