import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureService, HEADERS, openFixtureService } from './fixture-service.ts';

/** The program, if it has another name or place. */
const NGINX = process.env['NGINX'] ?? 'nginx';
const hasNginx = spawnSync(NGINX, ['-v']).status === 0;

/** The service behind nginx, with the configuration of docs/http.md itself: only ports differ, and there is no certificate. */
describe.skipIf(!hasNginx)('nginx as docs/http.md has it (skipped where it is not installed)', () => {
  let service: FixtureService;
  let nginx: ChildProcess;
  let url = '';
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));

  beforeAll(async () => {
    service = await openFixtureService();
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const page = readFileSync(fileURLToPath(new URL('../../docs/http.md', import.meta.url)), 'utf8');
    const [, documented = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
    const configuration = documented
      .replace('127.0.0.1:8080', `127.0.0.1:${(service.app.server.address() as AddressInfo).port}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
    expect(configuration).not.toBe(documented);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${directory}/${name};`,
    );
    writeFileSync(
      join(directory, 'nginx.conf'),
      `daemon off; master_process off; pid ${directory}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${paths.join(' ')}\n${configuration}}\n`,
    );
    nginx = spawn(NGINX, ['-p', directory, '-c', join(directory, 'nginx.conf')], { stdio: 'inherit' });
    const isThere = (): Promise<boolean> =>
      fetch(url).then(
        () => true,
        () => false,
      );
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  afterAll(async () => {
    nginx.kill();
    await once(nginx, 'exit');
    await service.close();
    rmSync(directory, { recursive: true });
  });

  it.each(['health', 'metrics', 'ready'])('says nothing of /%s, however it is written', async (name) => {
    for (const path of [
      name,
      `${name}/`,
      `/${name}`,
      `./${name}`,
      `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      `${name}//`,
      `${name};x`,
      name.toUpperCase(),
      `v1/../${name}/`,
      `v1/..%2f${name}`,
      `${name}%2f`,
      `${name}/.`,
    ]) {
      const answer = await fetch(`${url}/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('passes on addresses, with slashes in their numbers', async () => {
    const answer = await fetch(`${url}/v1/directmatch/nl/1012JS/1/A%2F2`, { headers: HEADERS });
    expect([answer.status, ((await answer.json()) as object[]).length]).toEqual([200, 1]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
