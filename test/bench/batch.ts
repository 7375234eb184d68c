import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { geocodePiece } from '../../src/batch/geocode-piece.ts';
import { geocodeStream } from '../../src/batch/geocode-stream.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/peeked-input.ts';
import { createThreadEngine } from '../../src/batch/piece-engine.ts';
import { planFile } from '../../src/batch/plan-file.ts';
import { nameIn } from '../../src/model/country.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import { areasAbove } from '../../src/query/documents.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/open-index.ts';
import { Random } from '../support/random.ts';

/** One line of the table: a kind of rows, and how fast they are answered. */
export interface BatchSpeed {
  readonly name: string;
  readonly rowsPerSecond: number;
  /** Share of the rows that came back as the address that they were written from; -1 where that is not asked. */
  readonly found: number;
}

export interface BatchBench {
  /** One thread; reading and writing CSV included. */
  readonly speeds: readonly BatchSpeed[];
  /** Two threads against one, reading, cutting and writing in the main thread included. */
  readonly threads: ThreadSpeed;
  /** Rows a second of SQLite on the structured rows, or why there is no figure. */
  readonly sqlite: number | string;
}

export interface ThreadSpeed {
  /** Rows a second on the clock with two threads, divided by those with one. Says nothing on a machine that has other work. */
  readonly speedup: number;
  /** CPU seconds with two threads divided by those with one: 1 where nothing is done twice and nothing waits. */
  readonly cpuRatio: number;
  /** Share of its time that the main thread was busy, with two. */
  readonly mainThread: number;
}

interface Row {
  readonly address: number;
  readonly cells: readonly string[];
}

/**
 * Answers rows written from an index of the Netherlands: clean columns, clean free text in three orders, rows of which each
 * has something wrong, and positions near addresses.
 */
export async function measureBatch(directory: string, rowCount: number, seed: number): Promise<BatchBench> {
  const buffers = await readIndex(directory);
  const index = new CountryIndex(buffers);
  const random = new Random(seed);
  const picked = Array.from({ length: rowCount }, () => random.between(0, index.addresses.length - 1)).filter(
    (address) => index.addresses.postcodeOf(address) > 0 && index.addresses.hasPosition(address),
  );
  const structured = picked.map((address) => ({ address, cells: partsOf(index, address) }));
  const texts = structured.map((row, i) => ({ address: row.address, cells: [writeText(row.cells, i)] }));
  const noisy = structured.map((row, i) => ({ address: row.address, cells: spoil(row.cells, structured, i, random) }));
  const positions = picked.map((address) => ({ address, cells: positionNear(index, address, random) }));
  const header = ['postcode', 'huisnummer', 'toevoeging', 'straat', 'plaats'];

  const speeds = [
    await measure('clean rows in columns', buffers, header, structured, false),
    await measure('clean free text', buffers, ['adres'], texts, false),
    await measure('rows with a fault each', buffers, header, noisy, false),
    await measure('positions (reverse)', buffers, ['latitude', 'longitude'], positions, true),
  ];
  return {
    speeds,
    threads: await measureThreads(buffers, header, noisy),
    sqlite: measureSqlite(index, structured),
  };
}

function partsOf(index: CountryIndex, address: number): string[] {
  const { addresses, streets } = index;
  const street = streets.streetOf(address);
  const { letter, addition } = addresses.suffixOf(address);
  return [
    formatPostcode(index.country, index.postcodes.codeAt(addresses.postcodeOf(address))),
    String(addresses.numberOf(address)),
    letter + (letter !== '' && addition !== '' ? '-' : '') + addition,
    streets.nameOf(street),
    nameIn(areasAbove(index, street).place.names),
  ];
}

function writeText(
  [postcode = '', number = '', addition = '', street = '', place = '']: readonly string[],
  i: number,
): string {
  const house = addition === '' ? number : `${number} ${addition}`;
  switch (i % 3) {
    case 0:
      return `${street} ${house}, ${postcode} ${place}`;
    case 1:
      return `${postcode} ${place}, ${street} ${house}`;
    default:
      return `${street} ${house} ${place}`.toLowerCase();
  }
}

/** A letter wrong in the street or in the place, a postcode left out or another one, a place left out: one each, in turn. */
function spoil(cells: readonly string[], rows: readonly Row[], i: number, random: Random): string[] {
  const spoiled = [...cells];
  const wrong = (name: string): string => {
    const at = random.between(1, Math.max(1, name.length - 2));
    return `${name.slice(0, at)}q${name.slice(at + 1)}`;
  };
  switch (i % 5) {
    case 0:
      spoiled[3] = wrong(cells[3]!);
      break;
    case 1:
      spoiled[4] = wrong(cells[4]!);
      break;
    case 2:
      spoiled[0] = '';
      break;
    case 3:
      spoiled[0] = random.pick(rows).cells[0]!;
      break;
    default:
      spoiled[0] = '';
      spoiled[3] = wrong(cells[3]!);
  }
  return spoiled;
}

function positionNear({ addresses }: CountryIndex, address: number, random: Random): string[] {
  const shift = (): number => random.between(-400, 400);
  return [String((addresses.latE7Of(address) + shift()) / 1e7), String((addresses.lonE7Of(address) + shift()) / 1e7)];
}

function csvOf(header: readonly string[], rows: readonly Row[]): Buffer {
  const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return Buffer.from(
    `${[header, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(',')).join('\n')}\n`,
  );
}

async function measure(
  name: string,
  buffers: IndexBuffers,
  header: readonly string[],
  rows: readonly Row[],
  isReverse: boolean,
): Promise<BatchSpeed> {
  const bytes = csvOf(header, rows);
  const { plan, headerBytes } = planFile(await peekInput(Readable.from([bytes])), { isReverse });
  const geocoder = Geocoder.over([buffers], plan);
  // A tenth to warm up, as a long file would.
  geocodePiece(geocoder, plan, csvOf(header, rows.slice(0, rows.length / 10)).subarray(headerBytes));
  // The quickest of three; seconds of CPU, so that what else runs on the machine counts less.
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const started = process.cpuUsage();
    geocodePiece(geocoder, plan, bytes.subarray(headerBytes));
    const { user, system } = process.cpuUsage(started);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  const found = isReverse ? -1 : shareFound(geocoder, header, rows);
  return { name, rowsPerSecond: rows.length / seconds, found };
}

function shareFound(geocoder: Geocoder, header: readonly string[], rows: readonly Row[]): number {
  const sample = rows.slice(0, 5000);
  const found = sample.filter(({ address, cells }) => {
    const [first = '', housenumber, addition, street, place] = cells;
    const fields = header.length === 1 ? { text: first } : { postcode: first, housenumber, addition, street, place };
    return geocoder.match(fields).addresses.includes(address);
  });
  return found.length / sample.length;
}

async function measureThreads(
  buffers: IndexBuffers,
  header: readonly string[],
  rows: readonly Row[],
): Promise<ThreadSpeed> {
  const bytes = csvOf(header, rows);
  const seconds: number[] = [];
  const cpuSeconds: number[] = [];
  let mainThread = 0;
  for (const threads of [1, 2]) {
    const { plan } = planFile(await peekInput(Readable.from([bytes])), {});
    const engine = createThreadEngine({ indexes: [buffers], plan }, threads);
    const run = async (input: Buffer): Promise<void> => {
      const peeked = await peekInput(Readable.from([input]));
      await geocodeStream(peeked, planFile(peeked, {}), { engine, write: async () => {} });
    };
    await run(bytes);
    const started = performance.now();
    const cpu = process.cpuUsage();
    const loop = performance.eventLoopUtilization();
    for (let i = 0; i < 3; i++) await run(bytes);
    const { user, system } = process.cpuUsage(cpu);
    seconds.push(performance.now() - started);
    cpuSeconds.push(user + system);
    mainThread = performance.eventLoopUtilization(loop).utilization;
    await engine.close();
  }
  return { speedup: seconds[0]! / seconds[1]!, cpuRatio: cpuSeconds[1]! / cpuSeconds[0]!, mainThread };
}

/** What is used of node:sqlite, which the types of Node 20 do not have. */
interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): {
      run(...values: (string | number)[]): unknown;
      all(...values: (string | number)[]): unknown[];
    };
    close(): void;
  };
}

/** The same structured rows by an index on postcode, number and addition: what SQLite does in the same process. */
function measureSqlite(index: CountryIndex, rows: readonly Row[]): number | string {
  const require = createRequire(import.meta.url);
  let sqlite: SqliteModule;
  try {
    sqlite = require('node:sqlite') as SqliteModule;
  } catch {
    return 'not measured: node:sqlite needs Node 22 or later; run the bench with one';
  }
  const database = new sqlite.DatabaseSync(':memory:');
  database.exec(
    'CREATE TABLE address (postcode TEXT, number INTEGER, addition TEXT, street TEXT, place TEXT, lat REAL, lon REAL)',
  );
  const insert = database.prepare('INSERT INTO address VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.exec('BEGIN');
  for (let address = 0; address < index.addresses.length; address++) {
    const [postcode = '', number = '', addition = '', street = '', place = ''] = partsOf(index, address);
    insert.run(
      postcode,
      Number(number),
      addition,
      street,
      place,
      index.addresses.latE7Of(address) / 1e7,
      index.addresses.lonE7Of(address) / 1e7,
    );
  }
  database.exec('COMMIT; CREATE INDEX by_postcode ON address (postcode, number, addition)');
  const select = database.prepare('SELECT * FROM address WHERE postcode = ? AND number = ? AND addition = ?');
  const started = performance.now();
  let written = 0;
  for (const { cells } of rows) {
    const found = select.all(cells[0]!, Number(cells[1]), cells[2]!);
    written += JSON.stringify(found).length;
  }
  database.close();
  return written === 0 ? 0 : rows.length / ((performance.now() - started) / 1000);
}
