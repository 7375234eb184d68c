import { expect, it } from 'vitest';
import { openServer, type RunningServer, type RunOptions } from '../../src/http/run-server.ts';
import { readFixtureIndexes } from '../support/opened-indexes.ts';

it('a server listens on a free port that nobody else can have, answers, and is gone when it has stopped', async () => {
  const { directory } = await readFixtureIndexes();
  const options: RunOptions = {
    data: directory,
    host: '127.0.0.1',
    port: 0,
    clients: 'open',
    page: false,
    cacheSeconds: 60,
    baseUrl: '',
    logLevel: 'silent',
    logTerms: false,
    pollSeconds: 60,
    drainSeconds: 0.2,
    isWorker: false,
  };
  let server: RunningServer | undefined;
  try {
    server = await openServer(options);
    const url = await server.listen();
    expect((await fetch(`${url}/v1/directmatch/nl/1012JS/1`)).status).toBe(200);

    const port = Number(new URL(url).port);
    const second = await openServer({ ...options, port });
    await expect(second.listen()).rejects.toThrow(
      `The server cannot listen on 127.0.0.1 port ${port}: address already in use. Choose another with --host and --port.`,
    );
    // Whoever does not listen can be told to end.
    await second.stop();
    await server.stop();
    server = undefined;
    await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed');
  } finally {
    await server?.stop();
  }
});
