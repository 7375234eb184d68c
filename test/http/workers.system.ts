import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serverUrl } from '../../src/http/workers.ts';
import { bundledScript } from '../support/bundled-script.ts';

interface Told {
  readonly url?: string;
  readonly told?: string;
}

let script: Awaited<ReturnType<typeof bundledScript>>;
beforeAll(async () => {
  script = await bundledScript(new URL('./worker-process.ts', import.meta.url));
});
afterAll(() => script.remove());

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(...args: readonly string[]): { readonly primary: ChildProcess; readonly messages: Told[] } {
  const primary = fork(script.path, args, { execArgv: [] });
  started.push(primary);
  const messages: Told[] = [];
  primary.on('message', (message: Told) => messages.push(message));
  return { primary, messages };
}

async function urlOf(messages: readonly Told[]): Promise<string> {
  await expect.poll(() => messages.some(({ url }) => url !== undefined), WAIT).toBe(true);
  return messages.find(({ url }) => url !== undefined)!.url!;
}

const WAIT = { timeout: 60_000 };

/** By then the workers have exchanged their counts, on a busy machine too. */
const SHARED_MS = 1500;

describe('two workers', () => {
  it('answer on one address, add up their metrics and share what they have counted', async () => {
    const { primary, messages } = start();
    const url = await urlOf(messages);
    const ask = async (path: string): Promise<string> => (await fetch(url + path)).text();
    const pids = new Set<string>();
    await expect.poll(async () => pids.add(await ask('/')).size, WAIT).toBe(2);
    const asked = 11;
    for (let i = 0; i < asked; i++) await ask('/count');
    await expect.poll(() => ask('/metrics'), WAIT).toContain(`counted ${asked}\n`);
    // Each has counted its own; what the other has counted comes after a moment.
    const looked = new Set<string>();
    for (let taken = asked + 1; looked.size < 2; taken++) {
      await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
      const [pid, remaining] = (await ask('/allowance')).split(' ');
      expect(Number(remaining)).toBe(100 - taken);
      looked.add(pid!);
    }
    primary.send('stop');
    await once(primary, 'exit');
    await expect(fetch(url)).rejects.toThrow();
  });

  it('are still two after one has failed', async () => {
    const { messages } = start();
    const url = await urlOf(messages);
    const pids = new Set<string>();
    const ask = async (): Promise<number> => pids.add(await (await fetch(`${url}/count`)).text()).size;
    await expect.poll(ask, WAIT).toBe(2);
    await expect(fetch(`${url}/fail`)).rejects.toThrow();
    await expect
      .poll(() => messages.map(({ told }) => told).join(''), WAIT)
      .toMatch(/^Worker \d+ ended with 3; another one is started\.\n$/);
    await expect.poll(ask, WAIT).toBe(3);
  });

  it('outlive one to which the primary writes before it knows that it has died', async () => {
    const { primary, messages } = start();
    const url = await urlOf(messages);
    const pids = new Set<string>();
    const ask = async (): Promise<number> => pids.add(await (await fetch(url)).text()).size;
    await expect.poll(ask, WAIT).toBe(2);
    primary.send('kill');
    await expect.poll(() => messages.map(({ told }) => told).join(''), WAIT).toMatch(/ended with SIGKILL/);
    await expect.poll(ask, WAIT).toBe(3);
  });

  it('count batches together, and those of a worker that has failed no more', async () => {
    const { messages } = start();
    const url = await urlOf(messages);
    const ask = async (path: string): Promise<string[]> => (await (await fetch(url + path)).text()).split(' ');
    const pids = new Set<string>();
    await expect.poll(async () => pids.add((await ask('/'))[0]!).size, WAIT).toBe(2);
    for (let begun = 0; begun < 2; ) {
      if ((await ask('/batch'))[1] === 'true') begun++;
      await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
    }
    for (let i = 0; i < 4; i++) expect((await ask('/batch'))[1]).toBe('false');
    // The one that fails may have had none.
    const failOne = async (): Promise<string> => {
      await fetch(`${url}/fail`).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 3 * SHARED_MS));
      return (await ask('/batch'))[1]!;
    };
    await expect.poll(failOne, WAIT).toBe('true');
  });

  it('end though one of them hangs', async () => {
    const { primary, messages } = start();
    const url = await urlOf(messages);
    const pids = new Set<number>();
    await expect.poll(async () => pids.add(Number(await (await fetch(url)).text())).size, WAIT).toBe(2);
    const [frozen] = pids;
    process.kill(frozen!, 'SIGSTOP');
    primary.send('stop');
    await once(primary, 'exit');
    // It is gone, or about to be.
    await expect
      .poll(() => {
        try {
          return process.kill(frozen!, 0);
        } catch {
          return false;
        }
      }, WAIT)
      .toBe(false);
  });

  it('end when none of them listens any more, and say so', async () => {
    const { primary, messages } = start('fail-later');
    const url = await urlOf(messages);
    const pids = new Set<string>();
    await expect.poll(async () => pids.add(await (await fetch(url)).text()).size, WAIT).toBe(2);
    const ended = once(primary, 'exit');
    const failing = setInterval(() => fetch(`${url}/fail`).catch(() => {}), 500);
    const [code] = await ended;
    clearInterval(failing);
    expect(code).toBe(1);
    expect(messages.map(({ told }) => told).at(-1)).toBe('No worker has listened for 10 s; the service ends.\n');
  }, 120_000);

  it('that are killed leave no connection behind', async () => {
    const { messages } = start();
    const url = await urlOf(messages);
    const ask = (): Promise<string> =>
      fetch(url, { signal: AbortSignal.timeout(20_000) }).then(
        (answer) => answer.text(),
        (error: Error) => error.name,
      );
    const outcomes = new Set<string>();
    let asked = 0;
    let killed = 0;
    const clients = Array.from({ length: 20 }, async () => {
      while (asked++ < 1000) {
        const outcome = await ask();
        outcomes.add(/^\d+$/.test(outcome) ? 'answered' : outcome);
        // In the middle of what the others ask; the other worker answers on.
        if (asked > 300 && killed === 0 && Number(outcome) > 0) {
          killed = Number(outcome);
          process.kill(killed, 'SIGKILL');
        }
      }
    });
    await Promise.all(clients);
    expect(killed).toBeGreaterThan(0);
    expect(outcomes).toContain('answered');
    expect(outcomes).not.toContain('TimeoutError');
  }, 120_000);

  it('are none where the first fails before it listens, and its exit code is known', async () => {
    const { primary } = start('fail');
    expect((await once(primary, 'exit'))[0]).toBe(7);
  });
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080'],
])('the URL of %s is %s', (address, url) => {
  expect(serverUrl({ address, port: 8080 })).toBe(url);
});
