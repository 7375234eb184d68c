import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { runServer } from '../../src/http/run-server.ts';
import { TokenList, tokenLine } from '../../src/http/token-list.ts';

/**
 * The process that `benchHttp` puts under load: the service as `serve` runs it, with token, log and metrics, and beside it a
 * bare Fastify that answers with fixed texts.
 *
 *     tsx http-target.ts DIRECTORY TOKEN
 */
const [data = '', token = ''] = process.argv.slice(2);
const service = await runServer({
  data,
  host: '127.0.0.1',
  port: 0,
  clients: TokenList.parse(tokenLine('bench', token), 'the bench'),
  page: false,
  cacheSeconds: 60,
  baseUrl: '',
  logLevel: 'info',
  logTerms: false,
  pollSeconds: 5,
  drainSeconds: 0,
  isWorker: false,
});
const texts = new Map<string, string>();
const bare = Fastify().get('/fixed/:name', (request, reply) => {
  const { name } = request.params as { name: string };
  reply.header('content-type', 'application/json; charset=utf-8').send(texts.get(name));
});
await bare.listen({ host: '127.0.0.1', port: 0 });

process.on('message', (message: { name: string; text: string } | 'cpu') => {
  if (message === 'cpu') {
    process.send?.(process.cpuUsage());
    return;
  }
  texts.set(message.name, message.text);
  process.send?.('set');
});
process.on('disconnect', () => process.exit(0));
process.send?.({ service: service.url, bare: `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}` });
