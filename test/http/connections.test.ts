import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Connections, MAX_WAITING_ON_CONNECTION } from '../../src/http/connections.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Opened {
  readonly connections: Connections;
  /** What was refused: Node's code. */
  readonly refused: string[];
  /** The server's side of each connection, in the order in which they came. */
  readonly sockets: Socket[];
  /** How many requests have come on each. */
  readonly requests: ReadonlyMap<Socket, number>;
  client(): Client;
}

async function open(answer: RequestListener, readMs = 60_000, requestMs = 60_000): Promise<Opened> {
  const refused: string[] = [];
  const connections = new Connections({
    answer,
    requestMs,
    readMs,
    refusal: (code) => {
      refused.push(code);
      return 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    },
  });
  const { server } = connections;
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  const requests = new Map<Socket, number>();
  server.on('request', ({ socket }) => requests.set(socket, (requests.get(socket) ?? 0) + 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { connections, refused, sockets, requests, client: () => new Client(connect(port, '127.0.0.1')) };
}

class Client {
  readonly socket: Socket;
  received = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => {
      this.received += text;
    });
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
  }

  ask(...paths: readonly string[]): void {
    this.socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''));
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  }

  get bodies(): string[] {
    return [...this.received.matchAll(/<(.+?)>/g)].map(([, body]) => body!);
  }
}

describe('connections', () => {
  it('have their requests answered one at a time, in the order in which they came', async () => {
    const underWay: string[] = [];
    const begun: string[] = [];
    const { client } = await open((request, response) => {
      begun.push(request.url!);
      underWay.push(request.url!);
      expect(underWay).toHaveLength(1);
      // The later, the quicker: answered together they would overtake each other.
      setTimeout(() => response.end(`<${underWay.pop()}>`), 40 / begun.length);
    });
    const one = client();
    one.ask('/1', '/2', '/3', '/4');
    await expect.poll(() => one.bodies).toEqual(['/1', '/2', '/3', '/4']);
    expect(begun).toEqual(['/1', '/2', '/3', '/4']);
  });

  it('are closed when more than a hundred requests wait on them, and answered up to that', async () => {
    const held: (() => void)[] = [];
    const { client } = await open((_request, response) => {
      if (held.length === 0) held.push(() => response.end('<answer>'));
      else response.end('<answer>');
    });
    const patient = client();
    patient.ask(...Array.from({ length: 1 + MAX_WAITING_ON_CONNECTION }, () => '/'));
    await expect.poll(() => held.length).toBe(1);
    const flood = client();
    // What was sent and never read resets the connection, or not, by the version of Node.
    flood.socket.on('error', () => {});
    const closed = new Promise((resolve) => flood.socket.once('close', resolve));
    const slow = client();
    slow.ask('/');
    flood.ask(...Array.from({ length: 40_000 }, () => '/'));
    await closed;
    expect(flood.statuses.length).toBeLessThanOrEqual(1);
    held[0]!();
    await expect.poll(() => patient.bodies.length).toBe(1 + MAX_WAITING_ON_CONNECTION);
    expect(slow.bodies).toEqual(['answer']);
  });

  it('do not wait for each other', async () => {
    let release: () => void = () => {};
    const { client } = await open((request, response) => {
      if (request.url === '/slow') release = () => response.end('<slow>');
      else response.end('<quick>');
    });
    const [slow, quick] = [client(), client()];
    slow.ask('/slow');
    await once(slow.socket, 'connect');
    quick.ask('/quick');
    await expect.poll(() => quick.bodies).toEqual(['quick']);
    expect(slow.bodies).toEqual([]);
    release();
    await expect.poll(() => slow.bodies).toEqual(['slow']);
  });

  it('get a refusal for what is not a request, after the answers that are owed, and end', async () => {
    const { client, refused } = await open((_request, response) => {
      setTimeout(() => response.end('<owed>'), 20);
    });
    const one = client();
    one.ask('/');
    one.socket.write('NONSENSE\r\n\r\n');
    await once(one.socket, 'end');
    expect(one.statuses).toEqual([200, 400]);
    expect(one.bodies).toEqual(['owed']);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/^HPE_/);
  });

  it('are refused CONNECT, and what follows it reaches no parser', async () => {
    const { client, refused } = await open((_request, response) => response.end('<one>'));
    const [tunnel, other] = [client(), client()];
    tunnel.socket.write('CONNECT here:1 HTTP/1.1\r\nHost: here\r\n\r\n');
    await once(tunnel.socket, 'end');
    tunnel.socket.write('GET /smuggled HTTP/1.1\r\nHost: here\r\n\r\n');
    other.ask('/');
    await expect.poll(() => other.bodies).toEqual(['one']);
    other.ask('/');
    await expect.poll(() => other.bodies).toEqual(['one', 'one']);
    expect([tunnel.statuses, refused]).toEqual([[400], ['CONNECT']]);
  });

  it('are left by clients once the server drains: each next answer closes its connection', async () => {
    const { client, connections } = await open((_request, response) => response.end('<answer>'));
    const one = client();
    one.ask('/');
    await expect.poll(() => one.bodies).toHaveLength(1);
    expect(one.received).toContain('keep-alive');
    connections.drain();
    one.ask('/');
    await once(one.socket, 'end');
    expect(one.bodies).toHaveLength(2);
    expect(one.received).toMatch(/connection: close/i);
  });

  it('that are idle are closed when the server closes, and one that is being answered after its answer', async () => {
    let release: (() => void) | undefined;
    const { client, connections } = await open((request, response) => {
      if (request.url === '/idle') response.end('<idle>');
      else release = () => response.end('<busy>');
    });
    const [idle, busy] = [client(), client()];
    idle.ask('/idle');
    busy.ask('/busy');
    await expect.poll(() => idle.bodies.length === 1 && release !== undefined).toBe(true);
    let isClosed = false;
    const closed = connections.close(10, 1500).then(() => {
      isClosed = true;
    });
    await once(idle.socket, 'end');
    expect([isClosed, busy.bodies]).toEqual([false, []]);
    release!();
    await closed;
    await expect.poll(() => busy.bodies).toEqual(['busy']);
  });

  it('that are answered late do not keep a server that closes until its end, whether the answer had begun or not', async () => {
    const release: (() => void)[] = [];
    const { client, connections } = await open((request, response) => {
      // The headers of one answer have promised that its connection stays open.
      if (request.url === '/begun') response.writeHead(200).write('<begun>');
      release.push(() => response.end('<late>'));
    });
    const [begun, waiting] = [client(), client()];
    begun.ask('/begun');
    waiting.ask('/waiting');
    await expect.poll(() => release.length).toBe(2);
    const closed = connections.close(10, 3_600_000);
    // Beyond the first look for idle connections.
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const answer of release) answer();
    await closed;
    await expect.poll(() => [begun.bodies, waiting.bodies]).toEqual([['begun', 'late'], ['late']]);
    expect(begun.received).toMatch(/connection: keep-alive/i);
    expect(waiting.received).toMatch(/connection: close/i);
  });

  it('whose client does not read its answer are ended after a while, with the answer cut short', async () => {
    const length = 40_000_000;
    let isOver = false;
    const { client } = await open((_request, response) => {
      response.on('close', () => {
        isOver = true;
      });
      response.end('x'.repeat(length));
    }, 500);
    const one = client();
    one.socket.pause();
    one.ask('/');
    await expect.poll(() => isOver).toBe(true);
    one.socket.resume();
    await once(one.socket, 'close');
    expect(one.received.length).toBeLessThan(length);
  });

  it('that the kernel has accepted and the process has not are answered when the server ends', async () => {
    const { connections, sockets, client } = await open((_request, response) => response.end('<answer>'));
    const unseen = Array.from({ length: 5 }, client);
    for (const each of unseen) each.ask('/');
    // They connect at the end of this turn of the event loop; the server accepts them in the next one.
    await new Promise((resolve) => process.nextTick(resolve));
    expect(sockets).toEqual([]);
    await connections.close(10, 60_000);
    await Promise.all(unseen.map(({ socket }) => socket.destroyed || once(socket, 'close')));
    expect(unseen.map(({ bodies }) => bodies)).toEqual(unseen.map(() => ['answer']));
  });

  it('are waited for when the server ends: a client that is slow to read its last answer comes again, and is answered', async () => {
    const release: (() => void)[] = [];
    const { connections, client } = await open((_request, response) => {
      if (release.length > 0) response.end('<again>');
      else release.push(() => response.end('<answer>'));
    });
    const slow = client();
    slow.socket.pause();
    slow.ask('/');
    await expect.poll(() => release.length).toBe(1);
    const closed = connections.close(10, 60_000);
    release[0]!();
    // Much longer than a server waits that nobody is about to come to.
    await new Promise((resolve) => setTimeout(resolve, 300));
    slow.socket.resume();
    await once(slow.socket, 'close');
    const again = client();
    again.ask('/');
    await closed;
    await expect.poll(() => [...slow.bodies, ...again.bodies]).toEqual(['answer', 'again']);
  });

  it('are answered when the server ends, though other processes never reach its steps', async () => {
    const { connections, client } = await open((_request, response) => response.end('<answer>'));
    const asking = client();
    await once(asking.socket, 'connect');
    asking.ask('/');
    let waitedMs = 0;
    await connections.close(10, 2000, (_step, maxMs) => {
      waitedMs += maxMs;
      return new Promise((resolve) => setTimeout(resolve, maxMs));
    });
    await (asking.socket.destroyed || once(asking.socket, 'close'));
    expect(asking.bodies).toEqual(['answer']);
    expect(waitedMs).toBeLessThanOrEqual(1000);
  });
});
