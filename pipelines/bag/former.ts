import { createAddressColumns } from '../../src/model/address-columns.ts';
import type { FormerInput } from '../../src/store/manifest.ts';
import { countFormer, type FormerCandidate, houseKey, isPresent, latestOf, WrittenKeys } from '../former.ts';
import { append, SuffixTable } from '../readers/columns.ts';
import { SetFilter } from '../readers/set-filter.ts';
import type { ImportReport } from '../report.ts';
import { idsOf, type ResolvedAddresses, SortedIds } from './resolve.ts';
import { unpackSuffix } from './stand-record.ts';
import { WITHDRAWN } from './statuses.ts';
import { Successors } from './successors.ts';
import type { ExtractTables, NumberColumns } from './tables.ts';
import { type AreaNames, areasAbove } from './to-address.ts';
import { FOREVER, Versions } from './versions.ts';

/**
 * The addresses that were: what house numbers were called before, in streets and places as these were called then, unless an address of
 * today is written so, and what became of each. One that was written with several postcodes is several; one without a postcode counts only
 * if it never had one. Time: two passes over all addresses and objects, and a few microseconds per version that has ended.
 */
export function findFormer(
  tables: ExtractTables,
  resolved: ResolvedAddresses,
  areas: AreaNames,
  report: ImportReport,
): FormerInput {
  const versions = new Versions(tables, resolved, areas);
  const keys = new WrittenKeys(unpackSuffix);
  const found = new Candidates(versions, keys);
  const live = new SortedIds(idsOf(tables, resolved));
  const isLive = collect(tables, resolved, live, versions, found);
  const successors = new Successors(tables, resolved, live, isLive);
  const present = presentOf(tables, resolved, versions, found, keys);
  const hasSuccessor = ({ id }: Candidate): boolean => successors.of(id).successor !== 0;
  const kept = latestOf(found.rows.filter((row) => !isPresent(row, present.get(row.key), hasSuccessor)));
  const former = toInput(kept, versions, areas);
  const ends = kept.map(({ id }) => successors.of(id));
  kept.forEach(({ until }, i) => {
    const { successor, object } = ends[i]!;
    former.until[i] = until;
    former.successor[i] = successor;
    if (successor === 0 && object !== -1) placeAt(former, i, tables, object);
  });
  report.former = countFormer(former, { cycles: successors.cycles, withoutStreet: versions.gaps });
  return former;
}

/** What a house number was called until a day. */
interface Candidate extends FormerCandidate {
  /** Number of the street's name in `Versions.names`. */
  readonly street: number;
  readonly number: number;
  /** See `packSuffix`. */
  readonly suffix: number;
}

class Candidates {
  readonly rows: Candidate[] = [];
  readonly keys: Set<number> = new Set();
  readonly #versions: Versions;
  readonly #written: WrittenKeys;

  constructor(versions: Versions, written: WrittenKeys) {
    this.#versions = versions;
    this.#written = written;
  }

  /** Adds what row `row` of a table of numbers was called from `begin` until `end`, but for one name of its street. */
  add(id: number, parts: NumberParts, row: number, begin: number, end: number, exceptName: number): void {
    const number = parts.number[row]!;
    const suffix = parts.suffix[row]!;
    const postcode = parts.postcode[row]!;
    for (const { name, until } of this.#versions.between(parts.street[row]!, parts.place[row]!, begin, end)) {
      // What never ended is in force, if without an address of today: it was not, but is lacking.
      if (name === exceptName || until === FOREVER) continue;
      const key = this.#written.of(name, number, suffix);
      this.rows.push({ id, street: name, number, suffix, postcode, until, key });
      this.keys.add(key);
    }
  }
}

type NumberParts = Pick<NumberColumns, 'street' | 'place' | 'number' | 'suffix' | 'postcode'>;

/**
 * What every number was called before, and what those of today were called while their street or place had another name.
 *
 * @returns by row of the past numbers, whether the number is an address today
 */
function collect(
  tables: ExtractTables,
  { number, street, place }: ResolvedAddresses,
  live: SortedIds,
  versions: Versions,
  found: Candidates,
): Uint8Array {
  const { columns: numbers } = tables.numbers;
  const { numbers: past } = tables.past;
  const isLive = new Uint8Array(past.id.length);
  const counts = new Uint8Array(numbers.id.length);
  for (let i = 0; i < number.length; i++) {
    const row = number[i]!;
    counts[row] = 1;
    if (versions.hasOther(street[i]!)) {
      const name = versions.nameOf(street[i]!, place[i]!);
      found.add(numbers.id[row]!, numbers, row, numbers.begin[row]!, FOREVER, name);
    }
  }
  for (let row = 0; row < past.id.length; row++) {
    const i = live.find(past.id[row]!);
    const now = i === -1 ? -1 : number[i]!;
    isLive[row] = Number(i !== -1);
    // Mostly, it had no postcode yet.
    const isSame =
      i !== -1 &&
      past.number[row] === numbers.number[now] &&
      past.suffix[row] === numbers.suffix[now] &&
      (past.postcode[row] === 0 || past.postcode[row] === numbers.postcode[now]);
    const isThere = isSame && past.street[row] === numbers.street[now] && past.place[row] === numbers.place[now];
    if (isThere && !versions.hasOther(street[i]!)) continue;
    const name = isSame ? versions.nameOf(street[i]!, place[i]!) : -1;
    found.add(past.id[row]!, past, row, past.begin[row]!, past.end[row]!, name);
  }
  // In force, but not the one that counts: in a street or place that is not, or until another version that is.
  for (let row = 0; row < counts.length; row++) {
    if (counts[row] === 1 || numbers.state[row] === WITHDRAWN) continue;
    const i = live.find(numbers.id[row]!);
    const end = i === -1 ? FOREVER : numbers.begin[number[i]!]!;
    found.add(numbers.id[row]!, numbers, row, numbers.begin[row]!, end, -1);
  }
  return isLive;
}

/** The postcodes of today's addresses that are written as candidates are. */
function presentOf(
  tables: ExtractTables,
  { number, street, place }: ResolvedAddresses,
  versions: Versions,
  { rows, keys }: Candidates,
  written: WrittenKeys,
): ReadonlyMap<number, number[]> {
  const { columns: numbers } = tables.numbers;
  const houses = new SetFilter(rows.map((row) => houseKey(row.street, row.number)));
  const present = new Map<number, number[]>();
  for (let i = 0; i < number.length; i++) {
    const name = versions.foundNameOf(street[i]!, place[i]!);
    if (name === -1) continue;
    const row = number[i]!;
    if (!houses.mayHave(houseKey(name, numbers.number[row]!))) continue;
    const key = written.of(name, numbers.number[row]!, numbers.suffix[row]!);
    if (keys.has(key)) append(present, key, numbers.postcode[row]!);
  }
  return present;
}

/** The candidates as an index of their own takes them, without their ends. */
function toInput(kept: readonly Candidate[], versions: Versions, areas: AreaNames): FormerInput {
  const used = [...new Set(kept.map(({ street }) => street))].sort((a, b) => a - b);
  const streetOf = new Map(used.map((name, position) => [name, position]));
  const names = used.map((name) => versions.names[name]!);
  const placeKeys = [...new Map(names.map(({ place }) => [place.key, place])).values()].sort(
    (a, b) => a.id - b.id || (a.name < b.name ? -1 : 1),
  );
  const placeOf = new Map(placeKeys.map(({ key }, position) => [key, position]));
  const { places, municipalities, provinces } = areasAbove(placeKeys, areas);
  const streets = names.map(({ id, name, place }) => ({ id, names: { nl: name }, place: placeOf.get(place.key)! }));
  const table = new SuffixTable();
  const addresses = createAddressColumns(kept.length, table.suffixes);
  kept.forEach(({ id, street, number, suffix, postcode }, i) => {
    const { letter, addition } = unpackSuffix(suffix);
    addresses.id[i] = id;
    addresses.street[i] = streetOf.get(street)!;
    addresses.number[i] = number;
    addresses.suffix[i] = table.position(letter, addition);
    addresses.postcode[i] = postcode;
  });
  return {
    gazetteer: { regions: [], provinces, municipalities, places, streets },
    addresses,
    until: new Uint32Array(kept.length),
    successor: new Float64Array(kept.length),
  };
}

function placeAt({ addresses }: FormerInput, i: number, { objects }: ExtractTables, object: number): void {
  const { latE7, lonE7, xMm, yMm } = objects.columns;
  addresses.latE7[i] = latE7[object]!;
  addresses.lonE7[i] = lonE7[object]!;
  addresses.gridXmm[i] = xMm[object]!;
  addresses.gridYmm[i] = yMm[object]!;
}
