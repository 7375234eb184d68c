import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { HttpClient } from '../../pipelines/download/http-client.ts';
import { offerRegisters } from './offered-registers.ts';
import { PublisherServer } from './publisher-server.ts';

export interface TestPublishers {
  readonly server: PublisherServer;
  /** Of one test; it tries once. */
  readonly client: HttpClient;
  /** For all tests of the file, and for one test. */
  readonly root: string;
  readonly folder: string;
}

/** Publishers that offer the registers anew to each test of a file, with a client and a folder for it. */
export function publishersForEachTest(name: string): TestPublishers {
  const root = mkdtempSync(join(tmpdir(), `${name}-`));
  const publishers = { root, folder: '' } as { -readonly [field in keyof TestPublishers]: TestPublishers[field] };
  beforeAll(async () => {
    publishers.server = await PublisherServer.start();
  });
  beforeEach(() => {
    publishers.folder = mkdtempSync(join(root, 'test-'));
    publishers.client = new HttpClient({ firstPauseMs: 1, maxAttempts: 1 });
    offerRegisters(publishers.server);
  });
  afterEach(async () => {
    await publishers.client.close();
    publishers.server.reset();
  });
  afterAll(async () => {
    await publishers.server.stop();
    rmSync(root, { recursive: true });
  });
  return publishers;
}
