import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { makeDocuments } from '../../src/query/documents.ts';
import { type Peer, type PeerData, type PeerQueries, RADIUS_RESULTS } from './peers-data.ts';

/** Ids of the points in a box, in 10⁻⁷ degree. */
type BoxSearch = (west: number, south: number, east: number, north: number) => number[];

/** kdbush as it is: its range search, then distances, then an order. Documents are made by us: it holds none. */
export function kdbushPeer({ index }: PeerData): Peer {
  const points = new KDBush(index.addresses.length, 64, Int32Array);
  const { latE7, lonE7 } = positions(index);
  for (let i = 0; i < latE7.length; i++) points.add(lonE7[i]!, latE7[i]!);
  points.finish();
  const search: BoxSearch = (west, south, east, north) => points.range(west, south, east, north);
  return pointPeer('kdbush, bare', { index, latE7, lonE7, search, bytes: points.data.byteLength });
}

/** flatbush with a box without extent for each point. */
export function flatbushPeer({ index }: PeerData): Peer {
  const boxes = new Flatbush(index.addresses.length, 16, Int32Array);
  const { latE7, lonE7 } = positions(index);
  for (let i = 0; i < latE7.length; i++) boxes.add(lonE7[i]!, latE7[i]!, lonE7[i]!, latE7[i]!);
  boxes.finish();
  const search: BoxSearch = (west, south, east, north) => boxes.search(west, south, east, north);
  return pointPeer('flatbush, bare', { index, latE7, lonE7, search, bytes: boxes.data.byteLength });
}

function positions({ addresses }: PeerData['index']): { latE7: Int32Array; lonE7: Int32Array } {
  const latE7 = new Int32Array(addresses.length);
  const lonE7 = new Int32Array(addresses.length);
  for (let i = 0; i < addresses.length; i++) {
    // What has no position lies where nobody looks.
    latE7[i] = addresses.hasPosition(i) ? addresses.latE7Of(i) : -0x80000000;
    lonE7[i] = addresses.hasPosition(i) ? addresses.lonE7Of(i) : -0x80000000;
  }
  return { latE7, lonE7 };
}

function pointPeer(
  name: string,
  parts: {
    readonly index: PeerData['index'];
    readonly latE7: Int32Array;
    readonly lonE7: Int32Array;
    readonly search: BoxSearch;
    readonly bytes: number;
  },
): Peer {
  const { index, latE7, lonE7, search, bytes } = parts;
  return {
    name,
    bytes: bytes + latE7.byteLength + lonE7.byteLength,
    holdsAddresses: false,
    operations: {
      radius: (query) => {
        const { total, nearest } = nearestOf(query, search, (i, metric) =>
          metric.squaredMetresTo(latE7[i]!, lonE7[i]!),
        );
        return { total, results: makeDocuments<'nl'>(index, nearest) };
      },
    },
    close() {},
  };
}

/** What whoever has only a search by box does with it. */
export function nearestOf(
  { latitude, longitude, radius }: PeerQueries['radius'],
  search: BoxSearch,
  squaredMetresTo: (id: number, metric: LocalMetric) => number,
): { total: number; nearest: number[] } {
  const metric = new LocalMetric(latitude, longitude);
  const { west, south, east, north } = metric.boxAround(radius);
  const hits: { id: number; distance: number }[] = [];
  for (const id of search(west, south, east, north)) {
    const distance = squaredMetresTo(id, metric);
    if (distance <= radius * radius) hits.push({ id, distance });
  }
  hits.sort((a, b) => a.distance - b.distance || a.id - b.id);
  return { total: hits.length, nearest: hits.slice(0, RADIUS_RESULTS).map(({ id }) => id) };
}
