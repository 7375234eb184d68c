import cluster from 'node:cluster';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, type Worker, workerData } from 'node:worker_threads';
import Fastify, { type FastifyInstance } from 'fastify';
import { type AddressServer, createServer } from '../../src/http/server.ts';
import { TokenList, tokenLine } from '../../src/http/tokens.ts';
import { type IndexSources, openAddressLookup } from '../../src/index.ts';
import { startThread } from '../../src/threads/thread-module.ts';

/**
 * Servers on one port, as `benchWorkers` compares them. They share it as processes or as threads:
 *
 *     fixed       processes of a bare Fastify with one text: what a second server costs on this machine, whatever it serves
 *     processes   of the service, without log, each with its own copy of the index
 *     threads     of the service, without log, on one copy of the index
 *
 *     tsx http-workers-target.ts KIND COUNT DIRECTORY TOKEN
 */
type Kind = 'fixed' | 'processes' | 'threads';

interface ThreadData {
  readonly sources: IndexSources;
  readonly token: string;
  readonly port: number;
}

/** About as long as the answer to a directmatch. */
const TEXT: string = JSON.stringify({ text: 'x'.repeat(200) });

if (!isMainThread) {
  const { sources, token, port } = workerData as ThreadData;
  const lookup = await openAddressLookup(sources, { verify: false });
  parentPort!.postMessage(await listen(await serviceOf(lookup, token), port, true));
} else {
  const [kind, count = '1', directory = '', token = ''] = process.argv.slice(2) as [Kind, ...string[]];
  if (kind === 'threads') await startThreads(Number(count), directory, token);
  else if (cluster.isPrimary) await startProcesses(Number(count));
  else {
    const server = kind === 'fixed' ? fixed() : await serviceOf(await open(directory), token);
    await listen(server, 0, false);
  }
}

async function startProcesses(count: number): Promise<void> {
  let port = 0;
  for (let i = 0; i < count; i++) {
    const [address] = (await once(cluster.fork(), 'listening')) as [AddressInfo];
    port = address.port;
  }
  process.on('disconnect', () => process.exit(0));
  process.send?.(port);
}

async function startThreads(count: number, directory: string, token: string): Promise<void> {
  const lookup = await open(directory);
  let port = 0;
  for (let i = 0; i < count; i++) {
    const data: ThreadData = { sources: lookup.share(), token, port };
    const thread: Worker = startThread(new URL(import.meta.url), { workerData: data });
    [port] = (await once(thread, 'message')) as [number];
  }
  process.on('disconnect', () => process.exit(0));
  process.send?.(port);
}

function open(directory: string): ReturnType<typeof openAddressLookup> {
  return openAddressLookup(directory, { countries: ['nl'] });
}

function serviceOf(lookup: Awaited<ReturnType<typeof open>>, token: string): Promise<AddressServer> {
  return createServer(lookup, { clients: TokenList.parse(tokenLine('bench', token), 'the bench'), page: false });
}

function fixed(): FastifyInstance {
  const server = Fastify();
  server.get('/*', (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(TEXT);
  });
  return server;
}

async function listen(server: FastifyInstance | AddressServer, port: number, reusePort: boolean): Promise<number> {
  // Of Node 23.1 and later: several threads on one port.
  const options = { host: '127.0.0.1', port, ...(reusePort && { reusePort }) };
  if ('handle' in server) await server.listen(options);
  else await server.listen(options);
  return (server.server.address() as AddressInfo).port;
}
