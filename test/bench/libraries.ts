import { openSync, readFileSync, write as writeFd } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { decode } from '@msgpack/msgpack';
import { parse } from 'csv-parse/sync';
import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import { Histogram, Registry } from 'prom-client';
import sonicBoom from 'sonic-boom';
import { readCsv } from '../../pipelines/readers/csv.ts';
import { MAX_WRITE, openLog } from '../../src/http/log.ts';
import type { Country } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { openCountry } from '../../src/store/directory.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { StreetBounds } from '../../src/store/street-bounds.ts';
import { Random } from '../support/random.ts';

/** One use of a library, and the same by a few lines of code that could replace it. Each does its work `calls` times. */
interface Swap {
  readonly library: string;
  readonly use: string;
  readonly calls: number;
  readonly byLibrary: () => unknown;
  readonly byHand: () => unknown;
  /** As this package uses the library, where that is something between the two. */
  readonly asUsed?: () => unknown;
}

interface SwapFigures {
  readonly library: string;
  readonly use: string;
  readonly 'by hand, µs': number;
  readonly 'library, µs': number;
  readonly 'as used, µs': number;
}

/**
 * What each library costs compared with our own code: least of the rounds, the ways by turns in one process. The code that a
 * library replaces is here and nowhere else, in its shortest form that does the same work.
 */
export async function benchLibraries(
  directory: string,
  { country, seed, rounds }: { readonly country: Country; readonly seed: number; readonly rounds: number },
): Promise<{ readonly libraries: readonly SwapFigures[]; readonly other: Readonly<Record<string, number>> }> {
  const random = new Random(seed);
  const { streetBounds, swaps: indexSwaps, sizes } = await swapsOnIndex(directory, country, random);
  const log = logSwap();
  const swaps = [...(await csvSwaps()), heapSwap(random), histogramSwap(random), log.swap, ...indexSwaps];
  const least = swaps.map(() => ({ byLibrary: Infinity, byHand: Infinity, asUsed: Infinity }));
  for (let round = 0; round <= Math.max(5, rounds); round++) {
    for (const [i, { calls, byLibrary, byHand, asUsed = byLibrary }] of swaps.entries()) {
      for (const [name, work] of Object.entries({ byHand, byLibrary, asUsed })) {
        const start = performance.now();
        await work();
        const microseconds = ((performance.now() - start) * 1000) / calls;
        // The first round only warms up.
        if (round > 0) least[i]![name as 'byHand'] = Math.min(least[i]![name as 'byHand'], microseconds);
      }
    }
  }
  await log.end();
  const libraries = swaps.map(({ library, use, asUsed }, i) => ({
    library,
    use,
    'by hand, µs': least[i]!.byHand,
    'library, µs': least[i]!.byLibrary,
    'as used, µs': asUsed === undefined ? least[i]!.byLibrary : least[i]!.asUsed,
  }));
  return { libraries, other: { ...sizes, streets: streetBounds.length } };
}

/** A register's rows, and rows of which a field is quoted. */
async function csvSwaps(): Promise<Swap[]> {
  const rows = 20_000;
  const line = (i: number, name: string): string => `${i},${name},${i % 300},,1000,Bruxelles,50.${i},4.${i},current\n`;
  const head = 'id,street,number,box,postcode,place,latitude,longitude,status\n';
  const text = (name: string): string => head + Array.from({ length: rows }, (_, i) => line(i, name)).join('');
  return [
    ['a row without quotes', text('Rue de la Loi')] as const,
    ['a row with a quoted field', text('"Rue de la ""Loi"", 16"')] as const,
  ].map(([use, csv]) => {
    const bytes = Buffer.from(csv);
    return {
      library: 'csv-parse',
      use,
      calls: rows,
      byHand: () => splitRecords(csv),
      byLibrary: () => parse(csv),
      asUsed: () => readCsv(Readable.from([bytes]), use, { header: () => {}, row: () => {}, ragged: () => {} }),
    };
  });
}

/** RFC 4180, without a word about what is wrong with a file. */
function splitRecords(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    let field: string;
    if (text[at] === '"') {
      let end = at + 1;
      while (!(text[end] === '"' && text[end + 1] !== '"')) end += text[end] === '"' ? 2 : 1;
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      let end = at;
      while (text[end] !== ',' && text[end] !== '\n') end++;
      field = text.slice(at, end);
      at = end;
    }
    fields.push(field);
    if (text[at++] === '\n') {
      records.push(fields);
      fields = [];
    }
  }
  return records;
}

/** What finding ten completions asks of a heap: some 30 nodes go in and 20 come out. */
function heapSwap(random: Random): Swap {
  const ranks = Array.from({ length: 3000 }, () => random.between(0, 1 << 20));
  const calls = 2000;
  const run = (make: () => { push(id: number, rank: number): void; pop(): number | undefined }): void => {
    for (let call = 0; call < calls; call++) {
      const heap = make();
      for (let i = 0; i < 30; i++) {
        heap.push(i, ranks[(call + 31 * i) % ranks.length]!);
        if (i % 3 !== 0) heap.pop();
      }
    }
  };
  return {
    library: 'flatqueue',
    use: 'a heap of 30 nodes, 20 of which are taken',
    calls,
    byHand: () => run(() => new Heap()),
    byLibrary: () => run(() => new FlatQueue()),
  };
}

class Heap {
  readonly #nodes: { readonly id: number; readonly rank: number }[] = [];

  push(id: number, rank: number): void {
    const nodes = this.#nodes;
    let at = nodes.length;
    const node = { id, rank };
    nodes.push(node);
    for (let up = (at - 1) >> 1; at > 0 && nodes[up]!.rank > rank; up = (at - 1) >> 1) {
      nodes[at] = nodes[up]!;
      at = up;
    }
    nodes[at] = node;
  }

  pop(): number | undefined {
    const nodes = this.#nodes;
    const first = nodes[0];
    const last = nodes.pop();
    if (first === undefined || last === undefined || nodes.length === 0) return first?.id;
    let at = 0;
    for (let child = 1; child < nodes.length; child = 2 * at + 1) {
      if (child + 1 < nodes.length && nodes[child + 1]!.rank < nodes[child]!.rank) child++;
      if (nodes[child]!.rank >= last.rank) break;
      nodes[at] = nodes[child]!;
      at = child;
    }
    nodes[at] = last;
    return first.id;
  }
}

/** One answer counted, as `/metrics` does. */
function histogramSwap(random: Random): Swap {
  const buckets = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
  const histogram = new Histogram({
    name: 'seconds',
    help: 'of an answer',
    labelNames: ['operation', 'country', 'status'],
    buckets,
    registers: [new Registry()],
  });
  const counts = new Map<string, Float64Array>();
  const seconds = Float64Array.from({ length: 1024 }, () => random.between(0, 1000) / 1e6);
  const calls = 50_000;
  return {
    library: 'prom-client',
    use: 'one answer into the histogram of /metrics',
    calls,
    byLibrary: () => {
      for (let i = 0; i < calls; i++)
        histogram.observe({ operation: 'directmatch', country: 'nl', status: '200' }, seconds[i & 1023]!);
    },
    byHand: () => {
      for (let i = 0; i < calls; i++) {
        const key = `directmatch nl ${seconds[i & 1023]! < 0 ? 404 : 200}`;
        let of = counts.get(key);
        if (of === undefined) {
          of = new Float64Array(buckets.length + 2);
          counts.set(key, of);
        }
        const value = seconds[i & 1023]!;
        of[buckets.findIndex((bound) => value <= bound)]!++;
        of[buckets.length]! += value;
        of[buckets.length + 1]!++;
      }
    },
  };
}

/** One line into the log, which goes nowhere. */
function logSwap(): { readonly swap: Swap; end(): Promise<void> } {
  const fd = openSync('/dev/null', 'w');
  const ownFd = openSync('/dev/null', 'w');
  const calls = 20_000;
  const line = `${JSON.stringify({ level: 30, time: 1_795_000_000_000, operation: 'directmatch', country: 'nl', status: 200, ms: 0.12, client: 'shop' })}\n`;
  const stream = new sonicBoom.SonicBoom({ fd, minLength: 4096, maxLength: 64 << 20, sync: false });
  // What is still being written when the measurement ends is of no interest.
  stream.on('error', () => {});
  const log = openLog(openSync('/dev/null', 'w'), MAX_WRITE);
  return {
    swap: {
      library: 'sonic-boom',
      use: 'one line into the log',
      calls,
      byLibrary: () => {
        for (let i = 0; i < calls; i++) stream.write(line);
      },
      byHand: () => {
        let lines: string[] = [];
        for (let i = 0; i < calls; i++) {
          lines.push(line);
          if (lines.length < 6000) continue;
          writeFd(ownFd, lines.join(''), () => {});
          lines = [];
        }
        writeFd(ownFd, lines.join(''), () => {});
      },
      asUsed: () => {
        for (let i = 0; i < calls; i++) log.write(line);
      },
    },
    async end() {
      stream.end();
      await log.end();
    },
  };
}

async function swapsOnIndex(
  directory: string,
  country: Country,
  random: Random,
): Promise<{ streetBounds: StreetBounds; swaps: Swap[]; sizes: Record<string, number> }> {
  const { streets, addresses } = await openCountry(directory, country);
  const current = currentDirectory(join(directory, country))!;
  const packed = readFileSync(join(current, INDEX_FILES.areas));
  const json = JSON.stringify(decode(packed));
  const file = Uint8Array.from(readFileSync(join(current, INDEX_FILES.boxes))).buffer;
  const streetBounds = new StreetBounds(file);
  const boxes = boxesOf(file, streets.length);
  const [latE7, lonE7] = [new Int32Array(1), new Int32Array(1)];
  const positions = Array.from({ length: 20 }, () => {
    const address = random.between(0, addresses.length - 1);
    addresses.readPositions(address, address + 1, latE7, lonE7);
    return [latE7[0]! / 1e7, lonE7[0]! / 1e7] as const;
  });
  return {
    streetBounds,
    sizes: { 'areas.msgpack, kB': packed.length / 1000, 'the same as JSON, kB': json.length / 1000 },
    swaps: [
      {
        library: '@msgpack/msgpack',
        use: 'the areas of a country, decoded at opening (by hand: JSON.parse)',
        calls: 1,
        byLibrary: () => decode(packed),
        byHand: () => JSON.parse(json),
      },
      {
        library: 'flatbush',
        use: 'the 5 streets nearest to a position (by hand: all boxes looked at)',
        calls: positions.length,
        byLibrary: () => {
          for (const [latitude, longitude] of positions)
            streetBounds.nearest(latitude, longitude, { limit: 5, maxBoxes: 1000, isWanted: () => true });
        },
        byHand: () => {
          for (const [latitude, longitude] of positions) nearestByHand(boxes, latitude, longitude);
        },
      },
    ],
  };
}

/** West, south, east, north of each street in the order of the streets. */
function boxesOf(file: ArrayBuffer, streets: number): Int32Array {
  const tree = Flatbush.from(file);
  const boxes = new Int32Array(4 * streets);
  for (let i = 0; i < streets; i++) boxes.set(tree._boxes.subarray(4 * i, 4 * i + 4), 4 * tree._indices[i]!);
  return boxes;
}

function nearestByHand(boxes: Int32Array, latitude: number, longitude: number): number[] {
  const metric = new LocalMetric(latitude, longitude);
  const nearest: { street: number; distance: number }[] = [];
  for (let i = 0; i < boxes.length; i += 4) {
    const distance = metric.squaredMetresToBox(boxes[i]!, boxes[i + 1]!, boxes[i + 2]!, boxes[i + 3]!);
    if (nearest.length === 5 && distance >= nearest[4]!.distance) continue;
    nearest.push({ street: i / 4, distance });
    nearest.sort((a, b) => a.distance - b.distance).splice(5);
  }
  return nearest.map(({ street }) => street);
}
