import { type Country, type Language, nameIn } from '../../src/model/country.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { NO_POSITION_FLAG, PROPOSED_FLAG } from '../../src/store/address-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { asBefore } from '../../src/text/misread-text.ts';
import { CHANGE, type ReleaseComparison } from '../diff/compare-releases.ts';
import { writtenNames } from '../diff/written.ts';
import {
  type Candidate,
  type Finding,
  type Gate,
  isWhole,
  MAX_EXAMPLES,
  MIN_ADDRESSES,
  n,
  percent,
  round,
} from './gate.ts';

/*
 * What the gates judge of the content of a release: of the country, and of each municipality, how many addresses have changed in
 * what, and how many lack what. A fault of a publisher is rarely spread evenly: a column is shifted in one file, a municipality
 * delivers with another key.
 */

/** The gate on one kind of change, of the country and of each municipality. */
export function changed(kind: Changed): Gate['check'] {
  return ({ previous }) => {
    if (previous?.comparison === undefined) return undefined;
    const { country, municipalities } = changesIn(previous.comparison);
    const rows = municipalities
      .filter(({ of }) => of[kind] > MIN_ADDRESSES)
      .map(({ name, of, counts }) => ({
        name,
        count: counts[kind],
        figure: percent(counts[kind], of[kind]),
        of: of[kind],
      }))
      .sort((a, b) => b.figure - a.figure || b.count - a.count);
    if (rows.length === 0 && country.of[kind] <= MIN_ADDRESSES) return undefined;
    return {
      figure: isWhole(municipalities) ? percent(country.counts[kind], country.of[kind]) : 0,
      explanation: `${n(country.counts[kind])} of ${n(country.of[kind])} addresses.`,
      examples: rows
        .slice(0, MAX_EXAMPLES)
        .filter(({ count }) => count > 0)
        .map(({ name, count, of }) => `${name}: ${n(count)} of ${n(of)}`),
      municipality: rows[0],
    };
  };
}

/** The gate on the share of addresses that lack something. @param promised the largest share of a first release, in % */
export function lacking(lack: Lack, promised: Readonly<Record<Country, number>>): Gate['check'] {
  return (candidate) =>
    grownShare(candidate, [{ countIn: ({ counts }) => counts[lack], promised: promised[candidate.index.country] }]);
}

/** Of the languages, the one that lacks most; of a first release, the names that the region of a street promises. */
export function withoutNames(candidate: Candidate): Finding | undefined {
  if (candidate.previous?.comparison === undefined)
    return grownShare(candidate, [{ countIn: ({ withoutPromised }) => withoutPromised, promised: 5 }]);
  return grownShare(
    candidate,
    LANGUAGES.map((language) => ({ countIn: ({ withoutName }) => withoutName[language], promised: 0 })),
  );
}

interface Share {
  readonly countIn: (area: AreaShares) => number;
  /** Of a first release, in %; a single municipality may have four times as much and 25 % more. */
  readonly promised: number;
}

/** The largest growth of some shares, in percentage points: since the previous release, or above what is promised. */
function grownShare({ index, previous }: Candidate, shares: readonly Share[]): Finding | undefined {
  const present = sharesIn(index);
  if (present.country.addresses <= MIN_ADDRESSES) return undefined;
  const former = previous?.comparison && sharesIn(previous.comparison.before);
  const formerOf = new Map(former?.municipalities.map((area) => [area.id, area]));
  const findings = shares.map(({ countIn, promised }): Finding => {
    const shareOf = (area: AreaShares): number => percent(countIn(area), area.addresses);
    const growthOf = (area: AreaShares, before: AreaShares | undefined, expected: number): number =>
      Math.max(0, shareOf(area) - (before === undefined ? expected : shareOf(before)));
    const rows = present.municipalities
      .filter(({ id, addresses }) => addresses > MIN_ADDRESSES && (former === undefined || formerOf.has(id)))
      .map((area) => ({ area, figure: growthOf(area, formerOf.get(area.id), Math.min(100, 4 * promised)) }))
      .sort((a, b) => b.figure - a.figure);
    const { country } = present;
    const expected = former === undefined ? `at most expected ${promised}` : `before ${round(shareOf(former.country))}`;
    return {
      figure: isWhole(present.municipalities) ? growthOf(country, former?.country, promised) : 0,
      explanation: `${n(countIn(country))} of ${n(country.addresses)} addresses: ${round(shareOf(country))} % (${expected} %).`,
      examples: rows
        .slice(0, MAX_EXAMPLES)
        .filter(({ figure }) => figure > 0)
        .map(({ area }) => `${area.name}: ${n(countIn(area))} of ${n(area.addresses)}`),
      municipality: rows[0] && { name: rows[0].area.name, figure: rows[0].figure },
    };
  });
  return findings.sort(
    (a, b) => Math.max(b.figure, b.municipality?.figure ?? 0) - Math.max(a.figure, a.municipality?.figure ?? 0),
  )[0];
}

/** What can be wrong with addresses that are in both releases; `replaced` counts those that are not. */
const CHANGED = ['renamed', 'renumbered', 'postcodes', 'moved', 'identifiers', 'contexts', 'replaced'] as const;
type Changed = (typeof CHANGED)[number];

/** Some addresses of two releases, and how many of them have changed. */
interface AreaChanges {
  readonly name: string;
  /** Of how many addresses each count is. */
  readonly of: Readonly<Record<Changed, number>>;
  readonly counts: Readonly<Record<Changed, number>>;
}

interface ContentChanges {
  readonly country: AreaChanges;
  /** By the municipality in the new release. */
  readonly municipalities: readonly AreaChanges[];
}

const known = new WeakMap<ReleaseComparison, ContentChanges>();

/** As `countChanges`, once for each comparison. */
function changesIn(comparison: ReleaseComparison): ContentChanges {
  const changes = known.get(comparison) ?? countChanges(comparison);
  known.set(comparison, changes);
  return changes;
}

/** A tally of changed addresses, by what has changed. */
type Tally = Record<Changed, number>;

const noneChanged = (): Tally => ({
  renamed: 0,
  renumbered: 0,
  postcodes: 0,
  moved: 0,
  identifiers: 0,
  contexts: 0,
  replaced: 0,
});

/**
 * Counts the changes of all addresses. An address whose municipality is gone has been merged into another one: its names and identifiers
 * are not counted, which a merger changes, but its number, postcode and position are. Time: some 0.1 µs an address.
 */
function countChanges({ before, after, oldOf, changes, removed }: ReleaseComparison): ContentChanges {
  const municipalities = after.areas.all('municipality');
  const rows = municipalities.map(({ names }) => ({ name: nameIn(names), of: noneChanged(), counts: noneChanged() }));
  const added = new Uint32Array(rows.length);
  // Of whole areas: those of the country only, since now and then one of them is given another identifier.
  let [merged, expired] = [0, 0];
  const pair = new StreetPair(before, after);
  for (let street = 0; street < after.streets.length; street++) {
    const municipality = after.areas.at('place', after.streets.placeOf(street)).parent;
    const { of, counts } = rows[municipality]!;
    const [from, to] = after.streets.addressesOf(street);
    for (let address = from; address < to; address++) {
      const [flags, old] = [changes[address]!, oldOf[address]!];
      if (old === -1) {
        added[municipality]!++;
        continue;
      }
      pair.look(old, street);
      of.renumbered++;
      if ((flags & CHANGE.renumbered) !== 0) counts.renumbered++;
      if ((flags & CHANGE.postcode) !== 0) counts.postcodes++;
      if ((flags & CHANGE.moved) !== 0) counts.moved++;
      if (pair.isMerged) {
        merged++;
        continue;
      }
      of.renamed++;
      if (pair.isRenamed) counts.renamed++;
      if (pair.isStreetExpired) counts.contexts++;
      else if (pair.isPlaceExpired) expired++;
      if ((flags & CHANGE.reidentified) !== 0) counts.identifiers++;
    }
  }
  const gone = new Uint32Array(before.areas.all('municipality').length);
  for (const old of removed) gone[municipalityOf(before, before.streets.streetOf(old))]!++;
  rows.forEach(({ of, counts }, municipality) => {
    of.postcodes = of.moved = of.renumbered;
    of.identifiers = of.contexts = of.renamed;
    const old = before.areas.withId('municipality', municipalities[municipality]!.id);
    if (old === -1) return;
    of.replaced = before.countAddressesUnder('municipality', old);
    counts.replaced = Math.min(added[municipality]!, gone[old]!);
  });
  const country = { name: after.country, of: noneChanged(), counts: noneChanged() };
  for (const { of, counts } of rows)
    for (const kind of CHANGED) {
      country.of[kind] += of[kind];
      country.counts[kind] += counts[kind];
    }
  country.of.contexts += merged;
  country.counts.contexts += merged + expired;
  country.of.replaced = before.addresses.length;
  country.counts.replaced = Math.min(
    added.reduce((sum, count) => sum + count, 0),
    removed.length,
  );
  return { country, municipalities: rows };
}

function municipalityOf({ areas, streets }: CountryIndex, street: number): number {
  return areas.at('place', streets.placeOf(street)).parent;
}

/** A street of the old release whose addresses are in a street of the new one now; compared once for all of them. */
class StreetPair {
  readonly #before: CountryIndex;
  readonly #after: CountryIndex;
  #street: number = -1;
  #from: number = 0;
  #to: number = 0;
  /** The municipality of the old street is no more. */
  isMerged: boolean = false;
  /** Street, place or municipality are written differently. */
  isRenamed: boolean = false;
  /** The identifier of the street, or of the place, is no more, so contexts with it have expired. */
  isStreetExpired: boolean = false;
  isPlaceExpired: boolean = false;

  constructor(before: CountryIndex, after: CountryIndex) {
    this.#before = before;
    this.#after = after;
  }

  /** @param old an address of the old release; @param street the street of the new release in which it is */
  look(old: number, street: number): void {
    if (street === this.#street && old >= this.#from && old < this.#to) return;
    const [before, after] = [this.#before, this.#after];
    const oldStreet = before.streets.streetOf(old);
    this.#street = street;
    [this.#from, this.#to] = before.streets.addressesOf(oldStreet);
    const former = before.areasAbove(oldStreet);
    const present = after.areasAbove(street);
    this.isMerged = after.areas.withId('municipality', former.municipality.id) === -1;
    this.isStreetExpired = after.streets.streetsWithId(before.streets.idOf(oldStreet)).length === 0;
    this.isPlaceExpired = after.areas.withId('place', former.place.id) === -1;
    this.isRenamed =
      writtenNames(before.streets.namesOf(oldStreet)) !== writtenNames(after.streets.namesOf(street)) ||
      writtenNames(former.place.names) !== writtenNames(present.place.names) ||
      writtenNames(former.municipality.names) !== writtenNames(present.municipality.names) ||
      writtenNames(former.province.names) !== writtenNames(present.province.names);
  }
}

const LANGUAGES: readonly Language[] = ['nl', 'fr', 'de', 'lb'];

/** What addresses can lack, or have that few should. */
type Lack = 'without-postcode' | 'without-position' | 'proposed' | 'misread';

/** Some addresses, and how many of them lack what. */
interface AreaShares {
  readonly id: number;
  readonly name: string;
  readonly addresses: number;
  readonly counts: Readonly<Record<Lack, number>>;
  /** Addresses whose street has no name in a language. */
  readonly withoutName: Readonly<Record<Language, number>>;
  /** Addresses whose street lacks the name that its region promises. */
  readonly withoutPromised: number;
}

interface ContentShares {
  readonly country: AreaShares;
  readonly municipalities: readonly AreaShares[];
}

const knownShares = new WeakMap<CountryIndex, ContentShares>();

/** As `countShares`, once for each index. */
function sharesIn(index: CountryIndex): ContentShares {
  const shares = knownShares.get(index) ?? countShares(index);
  knownShares.set(index, shares);
  return shares;
}

/**
 * The languages in which each street of a region has a name, by the identifier of the region: in one of each group at least. (The languages
 * of the regions are those of the Belgian constitution, article 4; docs/registers/best.md.)
 */
const PROMISED: ReadonlyMap<number, readonly (readonly Language[])[]> = new Map([
  [2000, [['nl']]],
  [3000, [['fr', 'de']]],
  [4000, [['nl'], ['fr']]],
]);

/** Letters that were lost on the way: replaced by a question mark or by U+FFFD, or read in another encoding. */
const LOST_LETTER = /\ufffd|\p{L}\?\p{L}/u;

function countShares(index: CountryIndex): ContentShares {
  const { addresses, areas, streets, country } = index;
  const empty = (id: number, name: string) => ({
    id,
    name,
    addresses: 0,
    counts: { 'without-postcode': 0, 'without-position': 0, proposed: 0, misread: 0 },
    withoutName: Object.fromEntries(LANGUAGES.map((language) => [language, 0])) as Record<Language, number>,
    withoutPromised: 0,
  });
  const total = empty(0, country);
  const rows = areas.all('municipality').map(({ id, names }) => empty(id, nameIn(names)));
  const promisedOf = rows.map((_, municipality) => {
    if (country !== 'be') return [];
    const region = areas.at('province', areas.at('municipality', municipality).parent).parent;
    return PROMISED.get(areas.at('region', region).id) ?? [];
  });
  const codes = index.postcodes.codes();
  const flags = addresses.column('flags');
  const postcodes = addresses.column('postcode');
  for (let street = 0; street < streets.length; street++) {
    const municipality = municipalityOf(index, street);
    const [from, to] = streets.addressesOf(street);
    const names = streets.namesOf(street);
    const lacking = LANGUAGES.filter((language) => names[language] === undefined);
    const isUnpromised = promisedOf[municipality]!.some((group) => group.every((each) => lacking.includes(each)));
    const isMisread = Object.values(names).some((name) => LOST_LETTER.test(name) || asBefore(name) !== name);
    let [noPostcode, noPosition, proposed] = [0, 0, 0];
    for (let address = from; address < to; address++) {
      if (codes[postcodes[address]!] === NO_POSTCODE) noPostcode++;
      if ((flags[address]! & NO_POSITION_FLAG) !== 0) noPosition++;
      if ((flags[address]! & PROPOSED_FLAG) !== 0) proposed++;
    }
    for (const row of [total, rows[municipality]!]) {
      row.addresses += to - from;
      row.counts['without-postcode'] += noPostcode;
      row.counts['without-position'] += noPosition;
      row.counts.proposed += proposed;
      if (isMisread) row.counts.misread += to - from;
      for (const language of lacking) row.withoutName[language] += to - from;
      if (isUnpromised) row.withoutPromised += to - from;
    }
  }
  return { country: total, municipalities: rows };
}
