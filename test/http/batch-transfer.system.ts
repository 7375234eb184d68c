import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_WAITING_BYTES } from '../../src/http/batch.ts';
import { MAX_BATCH_BYTES } from '../../src/http/batch-route.ts';
import type { Answered } from '../../src/http/exchange.ts';
import { RateLimiter } from '../../src/http/index.ts';
import { MAX_BATCHES_OF_CLIENT } from '../../src/http/running-batches.ts';
import { type Answer, BATCH, batchServices, beginOn, codeOfAnswer, readAnswer, sendTo, TABLE } from './batch-client.ts';

/** What becomes of a batch on its way: bodies that are long, slow, too large or cut off, and clients that do not read. */

const HEADER_OF_TABLE = 'Straat;Nr;Postcode;Plaats\n';

const services = batchServices();
const { serviceWith } = services;

const begin = (path: string, type: string, on = services.usual, options: RequestOptions = {}): ClientRequest =>
  beginOn(on, path, type, options);
const send = (path: string, body: string | Buffer, type = 'text/csv', on = services.usual): Promise<Answer> =>
  sendTo(on, path, body, type);

describe('a batch on its way', () => {
  it('reads no faster than its reader takes the rows', async () => {
    const connected = once(services.usual.app.server, 'connection') as Promise<[Socket]>;
    // A connection of its own, which ends with this test whatever comes of it.
    const request = begin(BATCH, 'text/csv', services.usual, { agent: false });
    request.on('error', () => {});
    try {
      request.write('Naam;Straat;Nr;Postcode\n');
      const [inServer] = await connected;
      const part = Buffer.from(`${'x'.repeat(1000)};Dam;1;1012JS\n`.repeat(1000));
      let sent = 0;
      const send = (): void => {
        while (!request.destroyed && sent < MAX_BATCH_BYTES - 2 * part.length) {
          sent += part.length;
          if (!request.write(part)) return void request.once('drain', send);
        }
      };
      send();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // What the server has read and not answered: an answer is longer than its row. What waits in the kernels of both ends is theirs.
      const held = (): number => inServer.bytesRead - inServer.bytesWritten;
      await expect.poll(held).toBeGreaterThan(MAX_WAITING_BYTES / 2);
      // Nothing is read, so reading stops by itself.
      for (let before = -1; before !== inServer.bytesRead; ) {
        before = inServer.bytesRead;
        await new Promise((resolve) => setTimeout(resolve, 700));
        // Beside the body that waits, a few answered parts; without a bound it would be all that can be sent, 64 MB.
        expect(held()).toBeLessThan(MAX_WAITING_BYTES + 16e6);
      }
      const stalled = inServer.bytesRead;
      response.once('data', () => {}).resume();
      await expect.poll(() => inServer.bytesRead).toBeGreaterThan(stalled + 4e6);
    } finally {
      request.destroy();
    }
  });

  it('takes a long body from a client that reads nothing before all is sent', async () => {
    // More than the connection takes in both directions.
    const body = `Straat;Nr;Postcode;Plaats;Naam\n${`Dam;1;1012JS;Amsterdam;${'x'.repeat(2000)}\n`.repeat(3000)}`;
    const request = begin(BATCH, 'text/csv');
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end(body);
    await once(request, 'finish');
    const [response] = await answered;
    const answer = await readAnswer(response);
    expect(answer.isWhole).toBe(true);
    expect(answer.body.toString().split('\n').length).toBe(3002);
  });

  it('refuses what is too large: at once where it is said, otherwise when it comes', async () => {
    const small = await serviceWith({ maxBatchBytes: 100_000 });
    const body = Buffer.from(`Straat;Nr;Postcode;Naam\n${`Dam;1;1012JS;${'x'.repeat(200)}\n`.repeat(2000)}`);
    const said = begin(BATCH, 'text/csv', small, { headers: { 'content-length': body.length } });
    said.flushHeaders();
    const [refused] = (await once(said, 'response')) as [IncomingMessage];
    const answer = await readAnswer(refused);
    said.destroy();
    expect([answer.status, codeOfAnswer(answer)]).toEqual([413, 'body-too-large']);
    expect(answer.headers.connection).toBe('close');
    // The rows before are answered, and the answer has no end.
    const unsaid = begin(BATCH, 'text/csv', small);
    unsaid.on('error', () => {});
    unsaid.write(body);
    const [begun] = (await once(unsaid, 'response')) as [IncomingMessage];
    begun.on('error', () => {});
    expect((await readAnswer(begun)).isWhole).toBe(false);
    // Packed it is small.
    const packed = await send(BATCH, gzipSync(body), 'application/gzip', small).catch((error: Error) => error);
    expect(packed instanceof Error || !packed.isWhole || packed.status === 413).toBe(true);
  });

  it('stops when its client is gone, and answers others meanwhile and afterwards', async () => {
    const line = '{"street":"Kerkstrat","housenumber":"1","place":"Amstelvee"}\n';
    for (let i = 0; i < 2 * MAX_BATCHES_OF_CLIENT; i++) {
      const request = begin(BATCH, 'application/x-ndjson');
      request.on('error', () => {});
      request.write(line.repeat(500));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => {});
      const meanwhile = await services.usual.get('/v1/autocomplete/nl?search=dam');
      expect(meanwhile.statusCode).toBe(200);
      const closed = new Promise((resolve) => response.once('close', resolve));
      request.destroy();
      await closed;
      // The server learns of it in its own time.
      await expect.poll(async () => (await send(BATCH, TABLE)).status).toBe(200);
    }
  });

  it('counts an upload that breaks off as a wrong request, and not as a failure of the server', async () => {
    const failures: object[] = [];
    const answers: Answered[] = [];
    const other = await serviceWith({
      log: { info: () => {}, error: (data) => failures.push(data) },
      onAnswer: (answer) => answers.push(answer),
    });
    for (const sent of ['', 'Straat;Nr;Pl', HEADER_OF_TABLE + 'Dam;1;1012JS;Amsterdam\n'.repeat(3000)]) {
      const request = begin(BATCH, 'text/csv', other, { headers: { 'content-length': '1000000' } });
      request.on('error', () => {}).on('response', (response) => response.on('error', () => {}).resume());
      if (sent === '') request.flushHeaders();
      else request.write(sent);
      await new Promise((resolve) => setTimeout(resolve, 50));
      request.destroy();
      await expect.poll(async () => (await send(BATCH, TABLE, 'text/csv', other)).status).toBe(200);
    }
    expect(failures).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('asks for a token, and counts the time of its rows against the allowance of its client', async () => {
    const refused = await services.usual.app.inject({
      method: 'POST',
      url: BATCH,
      payload: TABLE,
      headers: { 'content-type': 'text/csv' },
    });
    expect(refused.json().code).toBe('token-missing');
    const limit = { requests: 5, seconds: 10, processorMs: 3 };
    // A second before the window of processor time ends.
    const rateLimiter = new RateLimiter(limit, () => 9_000);
    const limited = await serviceWith({ rateLimiter });
    const rows = `Straat;Nr;Postcode\n${'Dam;1;1012JS\n'.repeat(700)}`;
    let isAnswered = false;
    const waiting = send(BATCH, rows, 'text/csv', limited).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(isAnswered).toBe(false);
    expect((await limited.get('/v1/directmatch/nl/1012JS/1')).statusCode).toBe(429);
    // What a pause of a second looks for is there.
    limit.processorMs = 1e6;
    const answer = await waiting;
    expect(answer.isWhole).toBe(true);
    expect(answer.body.toString().split('\n').length).toBe(702);
  });

  it('lets its body take longer than a request may, as long as bytes come', async () => {
    const quick = await serviceWith({ requestSeconds: 0.5 });
    const request = begin(BATCH, 'application/x-ndjson', quick);
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    for (let i = 0; i < 12; i++) {
      request.write('{"street":"Dam","housenumber":"1"}\n');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    request.end();
    const [response] = await answered;
    const answer = await readAnswer(response);
    expect([answer.isWhole, answer.body.toString().split('\n').length]).toEqual([true, 13]);
    // One that stops is let go after six times as long.
    const silent = begin(BATCH, 'application/x-ndjson', quick);
    silent.on('error', () => {});
    silent.write('{"street":"Dam"}\n');
    const [begun] = (await once(silent, 'response')) as [IncomingMessage];
    begun.on('error', () => {});
    expect((await readAnswer(begun)).isWhole).toBe(false);
  });
});
