import { nameIn } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { NO_POSITION_FLAG } from '../../src/store/address-table.ts';
import { AREA_KINDS, type AreaKind } from '../../src/store/area-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { type AddressMatch, matchAddresses } from './match-addresses.ts';
import { writtenStreet } from './written.ts';

/** What happened to an address between two releases; as flags, since several may have. */
export const CHANGE = {
  /** Only the new release has it. */
  added: 1,
  /** Only the old release has it. */
  removed: 2,
  /** The same identifier in a street, place or municipality that is written differently. */
  renamed: 4,
  /** The same identifier with another number, letter, addition or box. */
  renumbered: 8,
  /** The same identifier more than 5 m away, or with a position where it had none, or the reverse. */
  moved: 16,
  /** The same identifier with another postcode. */
  postcode: 32,
  /** The same address in both under another identifier: references to the old identifier have expired. */
  reidentified: 64,
} as const;

export type ChangeKind = keyof typeof CHANGE;
export const CHANGE_KINDS = Object.keys(CHANGE) as readonly ChangeKind[];

const MOVED_METRES = 5;

type ChangeCounts = Readonly<Record<ChangeKind, number>>;

interface MunicipalityChanges extends ChangeCounts {
  readonly id: number;
  readonly name: string;
  readonly province: string;
  /** Addresses in the old and in the new release. */
  readonly before: number;
  readonly after: number;
}

/**
 * Contexts of suggestions, by what they refer to: how many the old release has, and how many of these have expired in the
 * new one.
 */
type ContextKind = AreaKind | 'streetName' | 'street' | 'house';
export type LostContexts = Readonly<Record<ContextKind, { readonly before: number; readonly lost: number }>>;

/**
 * What has changed from one release of a country to another. Addresses are given as ordinals in the two
 * indexes.
 */
export interface ReleaseComparison {
  readonly before: CountryIndex;
  readonly after: CountryIndex;
  readonly totals: ChangeCounts;
  /** Those with any change, the most changed first. */
  readonly municipalities: readonly MunicipalityChanges[];
  readonly contexts: LostContexts;
  /** For each address of the new release its position in the old one, or -1. */
  readonly oldOf: Int32Array;
  /** For each address of the new release the flags of `CHANGE`. */
  readonly changes: Uint8Array;
  /** The addresses that only the old release has, as positions in it, ascending. */
  readonly removed: Uint32Array;
}

/**
 * Compares two releases of one country, whose identifiers are stable: merges the two indexes street by street, and finds an
 * address where it was or, if it has moved to another street, by its identifier in a table of the rest. Time: some 5 s for
 * 8 million addresses; memory: some 10 bytes an address, and what differs.
 */
export function compareReleases(before: CountryIndex, after: CountryIndex): ReleaseComparison {
  const match = matchAddresses(before, after);
  const counts = new MunicipalityCounts(before, after);
  const changes = new Uint8Array(after.addresses.length);
  const facts = new PairFacts(before, after);
  for (let street = 0; street < after.streets.length; street++) {
    const municipality = after.areas.at('place', after.streets.placeOf(street)).parent;
    const [from, to] = after.streets.addressesOf(street);
    for (let address = from; address < to; address++) {
      const old = match.oldOf[address]!;
      const flags =
        old === -1
          ? CHANGE.added
          : facts.differences(old, address, street) | (match.isReidentified[address] === 1 ? CHANGE.reidentified : 0);
      changes[address] = flags;
      counts.addNew(municipality, flags);
    }
  }
  const removed: number[] = [];
  for (let old = 0; old < match.newOf.length; old++) if (match.newOf[old] === -1) removed.push(old);
  for (const old of removed) counts.addRemoved(old);
  return {
    before,
    after,
    totals: counts.totals(),
    municipalities: counts.rows(),
    contexts: lostContexts(before, after, match),
    oldOf: match.oldOf,
    changes,
    removed: Uint32Array.from(removed),
  };
}

/** The compared facts of the addresses of one street, unpacked together. */
class FactsOfStreet {
  readonly #index: CountryIndex;
  /** Ordinal → postcode. */
  readonly #codes: Float64Array;
  street: number = -1;
  from: number = 0;
  to: number = 0;
  number: Int32Array = new Int32Array(1024);
  /** In the index's own order. */
  suffix: Int32Array = new Int32Array(1024);
  postcode: Int32Array = new Int32Array(1024);
  /** 10⁻⁷ degree; arbitrary for an address without a position. */
  latE7: Int32Array = new Int32Array(1024);
  lonE7: Int32Array = new Int32Array(1024);
  #flags: Int32Array = new Int32Array(1024);

  constructor(index: CountryIndex) {
    this.#index = index;
    this.#codes = index.postcodes.codes();
  }

  load(street: number): void {
    if (street === this.street) return;
    this.street = street;
    const { addresses, streets } = this.#index;
    [this.from, this.to] = streets.addressesOf(street);
    const length = this.to - this.from;
    if (length > this.number.length) {
      for (const column of ['number', 'suffix', 'postcode', 'latE7', 'lonE7'] as const)
        this[column] = new Int32Array(2 * length);
      this.#flags = new Int32Array(2 * length);
    }
    addresses.readColumn('number', this.from, this.to, this.number);
    addresses.readColumn('suffix', this.from, this.to, this.suffix);
    addresses.readColumn('postcode', this.from, this.to, this.postcode);
    addresses.readColumn('flags', this.from, this.to, this.#flags);
    addresses.readPositions(this.from, this.to, this.latE7, this.lonE7);
  }

  hasPosition(i: number): boolean {
    return (this.#flags[i]! & NO_POSITION_FLAG) === 0;
  }

  codeAt(i: number): number {
    return this.#codes[this.postcode[i]!]!;
  }
}

/** Compares two addresses of which one became the other. Streets are written out and unpacked once for each pair of streets. */
class PairFacts {
  readonly #before: CountryIndex;
  readonly #after: CountryIndex;
  readonly #old: FactsOfStreet;
  readonly #new: FactsOfStreet;
  /** Suffix of the old index → that of the new one which is written the same, as far as known. */
  readonly #sameSuffix: Map<number, number> = new Map();
  #isRenamed: boolean = false;

  constructor(before: CountryIndex, after: CountryIndex) {
    this.#before = before;
    this.#after = after;
    this.#old = new FactsOfStreet(before);
    this.#new = new FactsOfStreet(after);
  }

  /** @param street that of the new address */
  differences(old: number, address: number, street: number): number {
    const [a, b] = [this.#old, this.#new];
    if (street !== b.street || old < a.from || old >= a.to) {
      b.load(street);
      a.load(this.#before.streets.streetOf(old));
      this.#isRenamed = writtenStreet(this.#before, a.street) !== writtenStreet(this.#after, street);
    }
    const [i, j] = [old - a.from, address - b.from];
    let flags = this.#isRenamed ? CHANGE.renamed : 0;
    if (a.number[i] !== b.number[j] || !this.#isSameSuffix(old, a.suffix[i]!, address, b.suffix[j]!))
      flags |= CHANGE.renumbered;
    if (a.codeAt(i) !== b.codeAt(j)) flags |= CHANGE.postcode;
    if (hasMoved(a, i, b, j)) flags |= CHANGE.moved;
    return flags;
  }

  #isSameSuffix(old: number, oldSuffix: number, address: number, suffix: number): boolean {
    if (this.#sameSuffix.get(oldSuffix) === suffix) return true;
    const [former, present] = [this.#before.addresses.suffixOf(old), this.#after.addresses.suffixOf(address)];
    const isSame = former.letter === present.letter && former.addition === present.addition;
    if (isSame) this.#sameSuffix.set(oldSuffix, suffix);
    return isSame;
  }
}

function hasMoved(a: FactsOfStreet, i: number, b: FactsOfStreet, j: number): boolean {
  if (a.hasPosition(i) !== b.hasPosition(j)) return true;
  if (!b.hasPosition(j)) return false;
  return metresApart(a.latE7[i]!, a.lonE7[i]!, b.latE7[j]!, b.lonE7[j]!) > MOVED_METRES;
}

/** The distance of two positions in 10⁻⁷ degree; exact to 10⁻⁶ up to 2 km, good enough to judge by at any distance. */
export function metresApart(latE7: number, lonE7: number, otherLatE7: number, otherLonE7: number): number {
  if (latE7 === otherLatE7 && lonE7 === otherLonE7) return 0;
  return Math.sqrt(new LocalMetric(latE7 / 1e7, lonE7 / 1e7).squaredMetresTo(otherLatE7, otherLonE7));
}

type MutableCounts = { -readonly [Key in keyof ChangeCounts]: ChangeCounts[Key] };

const NO_CHANGES: ChangeCounts = {
  added: 0,
  removed: 0,
  renamed: 0,
  renumbered: 0,
  moved: 0,
  postcode: 0,
  reidentified: 0,
};

/** Changes by municipality, and addresses of both releases in it. Municipalities are the same if their identifiers are. */
class MunicipalityCounts {
  readonly #before: CountryIndex;
  readonly #after: CountryIndex;
  readonly #changes: Map<number, MutableCounts> = new Map();

  constructor(before: CountryIndex, after: CountryIndex) {
    this.#before = before;
    this.#after = after;
  }

  addNew(municipality: number, flags: number): void {
    if (flags === 0) return;
    const counts = this.#of(this.#after.areas.at('municipality', municipality).id);
    for (const kind of CHANGE_KINDS) if ((flags & CHANGE[kind]) !== 0) counts[kind]++;
  }

  addRemoved(old: number): void {
    const before = this.#before;
    this.#of(before.areasAbove(before.streets.streetOf(old)).municipality.id).removed++;
  }

  totals(): ChangeCounts {
    const totals: MutableCounts = { ...NO_CHANGES };
    for (const counts of this.#changes.values()) for (const kind of CHANGE_KINDS) totals[kind] += counts[kind];
    return totals;
  }

  rows(): MunicipalityChanges[] {
    const ids = new Set(this.#changes.keys());
    // A municipality that was dissolved has changed even if each of its addresses is one of another now.
    for (const { id } of this.#before.areas.all('municipality'))
      if (this.#after.areas.withId('municipality', id) === -1) ids.add(id);
    const rows = [...ids].map((id): MunicipalityChanges => {
      const [before, after] = [this.#before, this.#after].map((index) => index.areas.withId('municipality', id));
      const index = after === -1 ? this.#before : this.#after;
      const municipality = index.areas.at('municipality', after === -1 ? before! : after!);
      return {
        id,
        name: nameIn(municipality.names),
        province: nameIn(index.areas.at('province', municipality.parent).names),
        before: countIn(this.#before, 'municipality', before!),
        after: countIn(this.#after, 'municipality', after!),
        ...(this.#changes.get(id) ?? NO_CHANGES),
      };
    });
    const changed = (row: ChangeCounts): number => CHANGE_KINDS.reduce((sum, kind) => sum + row[kind], 0);
    return rows.sort((a, b) => changed(b) - changed(a) || a.id - b.id);
  }

  #of(id: number): MutableCounts {
    let counts = this.#changes.get(id);
    if (counts === undefined) {
      counts = { ...NO_CHANGES };
      this.#changes.set(id, counts);
    }
    return counts;
  }
}

/** The addresses in an area, 0 for position -1. */
export function countIn(index: CountryIndex, kind: AreaKind, position: number): number {
  if (position === -1) return 0;
  const [from, to] = index.addressesUnder(kind, position);
  return to - from;
}

/** Counts expired contexts: they contain the register's identifiers, so they expire with these. */
function lostContexts(
  before: CountryIndex,
  after: CountryIndex,
  { newOf, isReidentified }: AddressMatch,
): LostContexts {
  const areas = AREA_KINDS.map((kind) => {
    const all = before.areas.all(kind);
    const lost = all.filter(({ id }) => after.areas.withId(kind, id) === -1).length;
    return [kind, { before: all.length, lost }] as const;
  });
  let [streets, names, houses] = [0, 0, 0];
  for (let street = 0; street < before.streets.length; street++)
    if (after.streets.streetsWithId(before.streets.idOf(street)).length === 0) streets++;
  for (let name = 0; name < before.names.streetGroupCount; name++)
    if (after.names.streetGroupWithHash(before.names.hashOf(name)) === -1) names++;
  for (let old = 0; old < newOf.length; old++) if (newOf[old] === -1 || isReidentified[newOf[old]!] === 1) houses++;
  return {
    ...(Object.fromEntries(areas) as Record<AreaKind, { before: number; lost: number }>),
    streetName: { before: before.names.streetGroupCount, lost: names },
    street: { before: before.streets.length, lost: streets },
    house: { before: before.addresses.length, lost: houses },
  };
}
