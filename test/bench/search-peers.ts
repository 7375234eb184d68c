import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { type Country, nameIn } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { fold } from '../../src/text/fold.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { percentilesOf, type TextLatency, timeTexts } from './search-timing.ts';

/** What people would use instead, on the same streets: `Kerkstraat Gouda` must give that street first, of ten. */
export interface SearchPeer {
  readonly country: Country;
  readonly engine: string;
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

/** Answers with the first street, as `textOf` writes it. */
type FirstOf = (text: string) => string | undefined;

const QUERIES = 200;

export async function measurePeers<C extends Country>(
  lookup: CountryLookup<C>,
  index: CountryIndex,
  random: Random,
): Promise<SearchPeer[]> {
  const { streets, areas } = index;
  const placeOf = (street: number): Readonly<Partial<Record<string, string>>> =>
    areas.at('place', streets.placeOf(street)).names;
  const textOf = (street: number): string => `${streets.nameOf(street)} in ${nameIn(placeOf(street))}`;
  const documents = Array.from({ length: streets.length }, (_, street): StreetDocument => {
    return {
      id: street,
      street: Object.values(streets.namesOf(street)).join(' '),
      place: Object.values(placeOf(street)).join(' '),
    };
  });
  const queries = Array.from({ length: QUERIES }, () => {
    const street = random.between(0, streets.length - 1);
    const text = `${streets.nameOf(street)} ${nameIn(placeOf(street))}`;
    return { expected: textOf(street), text, mistyped: mistype(text, random) };
  });
  const engines: readonly (readonly [string, () => Promise<FirstOf | undefined>])[] = [
    ['this library', async () => ourselves(lookup)],
    ['MiniSearch, prefix and fuzzy 0.2', () => minisearch(documents, textOf)],
    ['SQLite FTS5, prefix', () => fts5(documents, textOf)],
  ];
  const peers: SearchPeer[] = [];
  for (const [engine, fill] of engines) {
    const firstOf = await fill();
    if (firstOf !== undefined) peers.push({ country: lookup.country, engine, ...measure(firstOf, queries) });
  }
  return peers;
}

interface Query {
  readonly expected: string;
  readonly text: string;
  readonly mistyped: string;
}

function measure(firstOf: FirstOf, queries: readonly Query[]): Omit<SearchPeer, 'country' | 'engine'> {
  const hits = (write: (query: Query) => string): number =>
    queries.filter((query) => firstOf(write(query)) === query.expected).length / queries.length;
  const latency = (write: (query: Query) => string): TextLatency =>
    percentilesOf(timeTexts(queries.map(write), firstOf));
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

function ourselves<C extends Country>(lookup: CountryLookup<C>): FirstOf {
  return (text) => {
    const answer = lookup.autocomplete({ search: text, perPage: 10 });
    const first = answer !== null && 'results' in answer ? answer.results[0] : undefined;
    return first && `${first.label} ${first.description.replace(/^street (in [^,]*).*$/, '$1')}`;
  };
}

async function minisearch(documents: readonly StreetDocument[], textOf: (street: number) => string): Promise<FirstOf> {
  const { default: MiniSearch } = await import('minisearch');
  const engine = new MiniSearch<StreetDocument>({
    fields: ['street', 'place'],
    processTerm: (term) => fold(term),
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  engine.addAll(documents);
  return (text) => {
    const first = engine.search(text)[0];
    return first && textOf(first.id as number);
  };
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

async function fts5(
  documents: readonly StreetDocument[],
  textOf: (street: number) => string,
): Promise<FirstOf | undefined> {
  let sqlite: SqliteModule;
  try {
    sqlite = (await import('node:sqlite' as string)) as SqliteModule;
  } catch {
    console.log('SQLite FTS5 needs Node 22.13 or later: npx -p node@24 node test/bench/bench.ts search\n');
    return undefined;
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
    return row && textOf(row.rowid - 1);
  };
}
