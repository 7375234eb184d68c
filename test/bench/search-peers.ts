import { type Country, nameIn } from '../../src/model/country.ts';
import type { CountryLookup } from '../../src/query/country-lookup.ts';
import { areasAbove } from '../../src/query/documents.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { fold } from '../../src/text/fold.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { type Latency, measureLatency } from './latency.ts';

/** What people would use instead, on the same streets: `Kerkstraat Gouda` must give that street first. */
export interface SearchPeer {
  readonly country: Country;
  readonly engine: string;
  /** Seconds to fill it with the streets. */
  readonly 'fill s': number;
  readonly 'p50 µs': number;
  readonly 'p99 µs': number;
  readonly 'hit@1': number;
  readonly 'p50 µs, one typo': number;
  readonly 'p99 µs, one typo': number;
  readonly 'hit@1, one typo': number;
}

interface StreetDocument {
  readonly id: number;
  /** In all its languages. */
  readonly street: string;
  readonly place: string;
}

/** Answers with the position of the street that comes first, or -1. */
type FirstOf = (text: string) => number;

const QUERIES = 200;

export async function measurePeers<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  random: Random,
): Promise<SearchPeer[]> {
  const documents = Array.from({ length: index.streets.length }, (_, street): StreetDocument => {
    const { place } = areasAbove(index, street);
    return {
      id: street,
      street: Object.values(index.streets.namesOf(street)).join(' '),
      place: Object.values(place.names).join(' '),
    };
  });
  const queries = Array.from({ length: QUERIES }, () => {
    const street = random.between(0, index.streets.length - 1);
    const name = index.streets.nameOf(street);
    const text = `${name} ${nameIn(areasAbove(index, street).place.names)}`;
    return { street, text, mistyped: mistype(text, random) };
  });
  const engines: readonly (readonly [string, () => Promise<FirstOf | string>])[] = [
    ['this library', async () => ourselves(lookup, index)],
    ['MiniSearch, prefix and fuzzy 0.2', () => minisearch(documents)],
    ['SQLite FTS5, prefix', () => fts5(documents)],
  ];
  const peers: SearchPeer[] = [];
  for (const [engine, fill] of engines) {
    const start = performance.now();
    const firstOf = await fill();
    const seconds = (performance.now() - start) / 1000;
    if (typeof firstOf === 'string') console.log(`${engine}: ${firstOf}\n`);
    else peers.push({ country: lookup.country, engine, 'fill s': seconds, ...measure(firstOf, queries) });
  }
  return peers;
}

interface Query {
  readonly street: number;
  readonly text: string;
  readonly mistyped: string;
}

function measure(firstOf: FirstOf, queries: readonly Query[]): Omit<SearchPeer, 'country' | 'engine' | 'fill s'> {
  const hits = (write: (query: Query) => string): number =>
    queries.filter((query) => firstOf(write(query)) === query.street).length / queries.length;
  const latency = (write: (query: Query) => string): Latency =>
    measureLatency(queries.length, (i) => firstOf(write(queries[i % queries.length]!)));
  const clean = latency(({ text }) => text);
  const mistyped = latency((query) => query.mistyped);
  return {
    'p50 µs': clean.p50,
    'p99 µs': clean.p99,
    'hit@1': hits(({ text }) => text),
    'p50 µs, one typo': mistyped.p50,
    'p99 µs, one typo': mistyped.p99,
    'hit@1, one typo': hits((query) => query.mistyped),
  };
}

function ourselves<C extends Country>(lookup: CountryLookup<C>, index: CountryIndex): FirstOf {
  return (text) => {
    const answer = lookup.autocomplete({ search: text, perPage: 10 });
    if (answer === null || !('results' in answer)) return -1;
    const [first] = answer.results;
    if (first === undefined) return -1;
    // The street that the context leads to, by name and place, since contexts hide positions.
    return index.streets.length === 0 ? -1 : streetOf(index, first.label, first.description);
  };
}

let streetsByText: { readonly index: CountryIndex; readonly streets: ReadonlyMap<string, number> } | undefined;

function streetOf(index: CountryIndex, label: string, description: string): number {
  if (streetsByText?.index !== index) {
    const streets = new Map<string, number>();
    for (let street = index.streets.length - 1; street >= 0; street--) {
      streets.set(`${index.streets.nameOf(street)} in ${nameIn(areasAbove(index, street).place.names)}`, street);
    }
    streetsByText = { index, streets };
  }
  return streetsByText.streets.get(`${label} in ${description.replace(/^street in ([^,]*).*$/, '$1')}`) ?? -1;
}

async function minisearch(documents: readonly StreetDocument[]): Promise<FirstOf | string> {
  let MiniSearch: typeof import('minisearch').default;
  try {
    ({ default: MiniSearch } = await import('minisearch'));
  } catch {
    return 'not installed: npm install --save-exact -D minisearch';
  }
  const engine = new MiniSearch<StreetDocument>({
    fields: ['street', 'place'],
    processTerm: (term) => fold(term),
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  engine.addAll(documents);
  return (text) => (engine.search(text)[0]?.id as number | undefined) ?? -1;
}

/** What is used of node:sqlite, which the types of Node 20 do not have. */
interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: unknown[]): void; get(...values: unknown[]): unknown };
  };
}

async function fts5(documents: readonly StreetDocument[]): Promise<FirstOf | string> {
  let sqlite: SqliteModule;
  try {
    sqlite = (await import('node:sqlite' as string)) as SqliteModule;
  } catch {
    return 'needs Node 22.13 or later: npx -p node@24 -c "npm run bench -- search"';
  }
  const database = new sqlite.DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE streets USING fts5(street, place, prefix='2 3 4', tokenize='unicode61')");
  const insert = database.prepare('INSERT INTO streets(rowid, street, place) VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (const { id, street, place } of documents) insert.run(id + 1, fold(street), fold(place));
  database.exec('COMMIT');
  const select = database.prepare('SELECT rowid FROM streets WHERE streets MATCH ? ORDER BY rank LIMIT 10');
  return (text) => {
    const words = fold(text)
      .split(' ')
      .map((word) => `"${word}"`);
    const row = select.get(`${words.join(' ')}*`) as { rowid: number } | undefined;
    return row === undefined ? -1 : row.rowid - 1;
  };
}
