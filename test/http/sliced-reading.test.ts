import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SlicedReading, type SlicedReadingOptions } from '../../src/http/sliced-reading.ts';

const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers each request with its URL and body, and whose connections are read in slices. */
async function open(options: Partial<SlicedReadingOptions> = {}) {
  /** The URLs of requests, as they were parsed. */
  const parsed: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    parsed.push(request.url!);
    let body = '';
    for await (const part of request.setEncoding('latin1')) body += part;
    response.end(`<${request.url} ${body}>`);
  });
  servers.push(server);
  const slices = new SlicedReading({
    mayParse: () => true,
    isStream: () => false,
    turnMs: () => 1,
    close: (socket) => socket.destroy(),
    ...options,
  });
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    slices.take(socket);
    slices.take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = (text: string) => {
    const one = { socket: connect(port, '127.0.0.1'), text: '' };
    clients.push(one.socket);
    one.socket.on('error', () => {}).setEncoding('latin1');
    one.socket.on('data', (part: string) => {
      one.text += part;
    });
    one.socket.write(text);
    return one;
  };
  return { client, parsed, sockets, slices };
}

const get = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
const many = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => get(`/${name}${i}`)).join('');
const answersIn = (text: string): string[] => [...text.matchAll(/<(\S+) [^>]*>/g)].map(([, url]) => url!);

describe('connections that are read in slices', () => {
  it('have all their requests answered, in order', async () => {
    const { client } = await open();
    const [one, two] = [client(many('a', 3000)), client(many('b', 3000))];
    await expect.poll(() => answersIn(two.text).length).toBe(3000);
    await expect.poll(() => answersIn(one.text).length).toBe(3000);
    expect(answersIn(one.text)).toEqual(Array.from({ length: 3000 }, (_, i) => `/a${i}`));
    expect(answersIn(two.text)).toEqual(Array.from({ length: 3000 }, (_, i) => `/b${i}`));
  });

  it('have a request that comes alone parsed before what others sent at once', async () => {
    let mayParse = false;
    const { client, parsed, sockets, slices } = await open({ mayParse: () => mayParse });
    client(many('a', 2000));
    client(many('b', 2000));
    await expect.poll(() => sockets.map((each) => slices.hasPending(each))).toEqual([true, true]);
    client(get('/alone'));
    await expect.poll(() => sockets.length === 3 && slices.hasPending(sockets[2]!)).toBe(true);
    mayParse = true;
    for (const socket of sockets) socket.resume();
    await expect.poll(() => parsed.length).toBe(4001);
    expect(parsed.indexOf('/alone')).toBe(0);
    // In turn: neither of the others is done before the other has begun.
    expect(parsed.indexOf('/b0')).toBeLessThan(parsed.indexOf('/a1999'));
    expect(parsed.indexOf('/a0')).toBeLessThan(parsed.indexOf('/b1999'));
  });

  it('have long bodies arrive whole, and what comes after them', async () => {
    const { client } = await open();
    const body = 'abcdefghij'.repeat(50_000);
    const one = client(
      `POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}${get('/after')}`,
    );
    await expect.poll(() => answersIn(one.text)).toEqual(['/body', '/after']);
    expect(one.text.includes(`</body ${body}>`)).toBe(true);
  });

  it('have the body of a stream as it comes', async () => {
    const { client } = await open({ isStream: () => true });
    const body = 'abcdefghij'.repeat(50_000);
    const one = client(`POST /stream HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => answersIn(one.text)).toEqual(['/stream']);
  });

  it('are parsed no further while they may not, and again once they are resumed', async () => {
    let mayParse = false;
    const { client, parsed, sockets, slices } = await open({ mayParse: () => mayParse });
    const one = client(many('a', 200));
    await expect.poll(() => sockets.length === 1 && slices.hasPending(sockets[0]!)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(parsed).toEqual([]);
    mayParse = true;
    sockets[0]!.resume();
    await expect.poll(() => answersIn(one.text).length).toBe(200);
    expect(slices.hasPending(sockets[0]!)).toBe(false);
  });

  it('are closed when they bring more than may wait on all of them together', async () => {
    const closed: Socket[] = [];
    const close = (socket: Socket): void => {
      closed.push(socket);
      socket.destroy();
    };
    const { client, sockets, slices } = await open({ mayParse: () => false, maxPendingBytes: 100_000, close });
    for (let i = 0; i < 5; i++) {
      client(many('a', 1500));
      await expect.poll(() => sockets.length).toBe(i + 1);
    }
    await expect.poll(() => closed.length).toBeGreaterThanOrEqual(2);
    // What is closed waits no longer.
    expect(sockets.filter((socket) => slices.hasPending(socket)).length).toBeLessThanOrEqual(3);
    expect(closed.some((socket) => slices.hasPending(socket))).toBe(false);
  });

  it('get a refusal for what is no request, after the answers before it', async () => {
    const { client } = await open();
    const one = client(`${many('a', 100)}NONSENSE\r\n\r\n${many('b', 100)}`);
    await once(one.socket, 'close');
    expect(one.text).toContain('HTTP/1.1 400 Bad Request');
    expect(one.text).not.toContain('</b');
  });
});
