import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SOURCES } from '../../pipelines/download/publishers.ts';
import type { PublisherServer } from './publisher-server.ts';

/** A file of the project's own small registers. */
export function fixtureFile(path: string): Buffer {
  return readFileSync(fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url)));
}

/** Offers everything that the publishers do, with Luxembourg's files behind the API of its portal. */
export function offerRegisters(server: PublisherServer): void {
  const etag = '"1"';
  server.offer('/lvbag-extract-nl.zip', fixtureFile('nl/lvbag-extract-nl.zip'), { etag });
  for (const region of ['bru', 'vlg', 'wal'])
    server.offer(`/openaddress-be${region}.zip`, fixtureFile(`be/openaddress-be${region}.zip`), { etag });
  offerEdition(server, 'caclr', 'caclr.zip', '20260920-040000', fixtureFile('lu/caclr.zip'));
  offerEdition(server, 'bd', 'addresses.csv', '20260928-023119', fixtureFile('lu/addresses.csv'));
}

/** Offers a file in a data set of the portal, beside an older edition and something else. */
export function offerEdition(
  server: PublisherServer,
  dataset: string,
  name: string,
  folder: string,
  body: Buffer,
): void {
  const url = server.offer(`/resources/${folder}/${name}`, body);
  const checksum = { type: 'md5', value: createHash('md5').update(body).digest('hex') };
  const older = { title: name, url: server.url(`/resources/20250101-000000/${name}`), filesize: 1, checksum: null };
  const other = { title: 'notes.pdf', url: server.url('/notes.pdf'), last_modified: '2026-10-01T00:00:00' };
  const resource = { title: name, url, filesize: body.length, checksum, last_modified: '2026-10-02T00:00:00+00:00' };
  server.offer(`/api/1/datasets/${dataset}/`, JSON.stringify({ resources: [older, other, resource] }));
}

/** Where they are, by file. */
export function offeredAddresses(server: PublisherServer): Record<string, string> {
  const direct = [...SOURCES.nl, ...SOURCES.be].map(({ file }) => [file, server.url(`/${file}`)]);
  return {
    ...Object.fromEntries(direct),
    'caclr.zip': server.url('/api/1/datasets/caclr/'),
    'addresses.csv': server.url('/api/1/datasets/bd/'),
  };
}

/** A CSV without its last line. */
export function withoutLastLine(csv: Buffer): Buffer {
  return csv.subarray(0, csv.lastIndexOf('\n', csv.length - 2) + 1);
}
