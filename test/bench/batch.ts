import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { geocodeChunk } from '../../src/batch/chunk.ts';
import { createThreadEngine } from '../../src/batch/engine.ts';
import type { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/input.ts';
import { geocoderOf, planFile } from '../../src/batch/plan.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { nameIn } from '../../src/model/country.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { Random } from '../support/random.ts';

/** One line of the table: a kind of rows, and how fast they are answered by one thread, reading and writing CSV included. */
export interface BatchSpeed {
  readonly rows: string;
  /** What the target speaks of: on a machine that has other work too, the clock says little. */
  readonly rowsPerCpuSecond: number | string;
  readonly rowsPerClockSecond: number | string;
  readonly target: number | string;
  readonly met: string;
  /** Share of the rows that came back as the address that they were written from. */
  readonly found: string;
}

export interface BatchBench {
  readonly speeds: readonly BatchSpeed[];
  /** Two threads against one, reading, cutting and writing in the main thread included. */
  readonly threads: ThreadSpeed;
}

export interface ThreadSpeed {
  /** Rows a second on the clock with two threads, divided by those with one. Says nothing on a machine that has other work. */
  readonly speedup: number;
  /** The same of seconds of CPU, if each thread has a core: 2 where nothing is done twice. */
  readonly speedupByCpu: number;
  readonly target: number;
  readonly metByClock: string;
  readonly metByCpu: string;
  /** Share of its time that the main thread was busy, with two: 1 is where more threads no longer help. */
  readonly mainThread: number;
}

/** Rows a second and core. */
const TARGETS = { structured: 40_000, text: 15_000, noisy: 5000, reverse: 50_000 } as const;
const TARGET_SPEEDUP = 1.8;

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
    await measure('clean, in columns', index, header, structured, TARGETS.structured),
    await measure('clean, in one text', index, ['adres'], texts, TARGETS.text),
    await measure('with a fault each', index, header, noisy, TARGETS.noisy),
    await measure('positions (--reverse)', index, ['latitude', 'longitude'], positions, TARGETS.reverse, true),
    measureSqlite(index, structured),
  ];
  return { speeds, threads: await measureThreads(buffers, header, noisy) };
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
    nameIn(index.areasAbove(street).place.names),
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
  index: CountryIndex,
  header: readonly string[],
  rows: readonly Row[],
  target: number,
  isReverse = false,
): Promise<BatchSpeed> {
  const bytes = csvOf(header, rows);
  const { plan, headerBytes } = planFile(await peekInput(Readable.from([bytes])), { isReverse });
  const geocoder = geocoderOf([index], plan);
  // A tenth to warm up, as a long file would.
  geocodeChunk(geocoder, plan, csvOf(header, rows.slice(0, rows.length / 10)).subarray(headerBytes));
  const speed = quickest(rows.length, () => geocodeChunk(geocoder, plan, bytes.subarray(headerBytes)));
  return {
    rows: name,
    ...speed,
    target,
    met: speed.rowsPerCpuSecond >= target ? 'yes' : 'no',
    found: isReverse ? '' : shareFound(geocoder, header, rows).toFixed(4),
  };
}

/** Of three rounds, in seconds of CPU and on the clock. */
function quickest(rows: number, work: () => unknown): { rowsPerCpuSecond: number; rowsPerClockSecond: number } {
  let cpuSeconds = Number.POSITIVE_INFINITY;
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    work();
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
    const { user, system } = process.cpuUsage(cpu);
    cpuSeconds = Math.min(cpuSeconds, (user + system) / 1e6);
  }
  return { rowsPerCpuSecond: rows / cpuSeconds, rowsPerClockSecond: rows / seconds };
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
    const engine = createThreadEngine([buffers], threads);
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
  const speedup = seconds[0]! / seconds[1]!;
  const speedupByCpu = (2 * cpuSeconds[0]!) / cpuSeconds[1]!;
  return {
    speedup,
    speedupByCpu,
    target: TARGET_SPEEDUP,
    metByClock: speedup >= TARGET_SPEEDUP ? 'yes' : 'no',
    metByCpu: speedupByCpu >= TARGET_SPEEDUP ? 'yes' : 'no',
    mainThread,
  };
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
function measureSqlite(index: CountryIndex, rows: readonly Row[]): BatchSpeed {
  const name = 'clean, in columns, by SQLite';
  const noTarget = { target: '', met: '', found: '' };
  const require = createRequire(import.meta.url);
  let sqlite: SqliteModule;
  try {
    sqlite = require('node:sqlite') as SqliteModule;
  } catch {
    return { rows: `${name}: needs Node 22 or later`, rowsPerCpuSecond: '', rowsPerClockSecond: '', ...noTarget };
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
  let found = 0;
  const speed = quickest(rows.length, () => {
    found = 0;
    for (const { cells } of rows) {
      const answers = select.all(cells[0]!, Number(cells[1]), cells[2]!);
      // Written, as ours are.
      if (JSON.stringify(answers).length > 2) found++;
    }
  });
  database.close();
  return { rows: name, ...speed, ...noTarget, found: (found / rows.length).toFixed(4) };
}
