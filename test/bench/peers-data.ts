import type { Random } from '../../fixtures/generate/random.ts';
import { LAST_SIBLING, LEAF, LINK_NUMBER } from '../../src/format/prefix-trie.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { AddressNL } from '../../src/model/address.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import { suggestArea, suggestStreet, suggestStreetGroup } from '../../src/query/suggestions.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import type { NamedFeature, NameTrie } from '../../src/store/name-trie.ts';
import { type SampleAddress, sampleAddresses } from './operations.ts';

/** What is asked of everybody, and the answer's shape. */
export interface PeerQueries {
  readonly directmatch: { readonly postcode: string; readonly number: number };
  readonly radius: { readonly latitude: number; readonly longitude: number; readonly radius: number };
  /** Folded; the beginning of one word. */
  readonly autocomplete: { readonly term: string };
  readonly counted: { readonly term: string };
}

export interface PeerAnswers {
  readonly directmatch: readonly AddressNL[];
  readonly radius: { readonly total: number; readonly results: readonly AddressNL[] };
  readonly autocomplete: readonly Suggestion[];
  /** The same with how many there are in all, as the specification's pages say. */
  readonly counted: { readonly total: number; readonly results: readonly Suggestion[] };
}

export type PeerOperation = keyof PeerQueries;

/** The answers of one peer; what it cannot answer is not there. */
export type PeerOperations = {
  readonly [Operation in PeerOperation]?: (
    query: PeerQueries[Operation],
  ) => PeerAnswers[Operation] | Promise<PeerAnswers[Operation]>;
};

/** Something that people would use instead, filled with the same addresses. */
export interface Peer {
  readonly name: string;
  readonly operations: PeerOperations;
  /** What it keeps on disk, or would. */
  readonly bytes: number;
  /** Whether an address can be made of it alone. */
  readonly holdsAddresses: boolean;
  close(): void | Promise<void>;
}

/** The addresses and names that every peer is filled with, and ourselves. */
export interface PeerData {
  readonly index: CountryIndex;
  readonly lookup: CountryLookup<'nl'>;
  readonly names: readonly NameEntry[];
}

/** A key by which a thing is found: its name from the first word on, or from a later one. */
export interface NameEntry {
  readonly key: string;
  /** Unique; the best is the smallest. */
  readonly rank: number;
  readonly isWhole: boolean;
  readonly isAlias: boolean;
  /** The same for all keys of one thing. */
  readonly identity: number;
  readonly suggestion: Suggestion;
}

export const RESULTS = 10;
export const RADIUS_RESULTS = 20;

/** All keys of the index, by rank. */
export function nameEntries(index: CountryIndex): NameEntry[] {
  const { areas, streets } = index.names;
  return [...entriesOf(index, areas), ...entriesOf(index, streets)].sort((a, b) => a.rank - b.rank);
}

function entriesOf(index: CountryIndex, trie: NameTrie): NameEntry[] {
  const entries: NameEntry[] = [];
  if (trie.leafCount === 0) return entries;
  const open: { node: number; before: Buffer }[] = [{ node: 0, before: Buffer.alloc(0) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, before } = next;
    const label = trie.label[node]!;
    const key = Buffer.concat([before, trie.labels.subarray(label >>> 8, (label >>> 8) + (label & 0xff))]);
    const link = trie.link[node]!;
    if ((link & LEAF) !== 0) {
      const leaf = link & LINK_NUMBER;
      const feature = trie.featureAt(leaf);
      entries.push({
        key: key.toString(),
        rank: trie.rank[node]!,
        isWhole: trie.isWhole(leaf),
        isAlias: feature.language === undefined,
        identity: trie.identityAt(leaf),
        suggestion: suggest(index, feature),
      });
      continue;
    }
    for (let child = link & LINK_NUMBER; ; child++) {
      open.push({ node: child, before: key });
      if ((trie.link[child]! & LAST_SIBLING) !== 0) break;
    }
  }
  return entries;
}

function suggest(index: CountryIndex, { kind, ordinal: position, language }: NamedFeature): Suggestion {
  if (kind === 'street') return suggestStreet(index, position, language);
  if (kind === 'streetGroup') return suggestStreetGroup(index, position, language);
  return suggestArea(index, kind, position, language);
}

/** The first ten different things. */
export function firstTen<Entry extends { readonly identity: number }>(entries: Iterable<Entry>): Entry[] {
  const found = new Map<number, Entry>();
  for (const entry of entries) {
    if (!found.has(entry.identity)) found.set(entry.identity, entry);
    if (found.size === RESULTS) break;
  }
  return [...found.values()];
}

/** A row of `PeerData` as a table of addresses has it. */
export interface AddressRow {
  readonly id: number;
  readonly street: number;
  readonly place: number;
  readonly number: number;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly isProposed: boolean;
  readonly latE7: number;
  readonly lonE7: number;
  readonly x: number;
  readonly y: number;
}

export function addressRow(index: CountryIndex, id: number, postcode: string): AddressRow {
  const { addresses, streets } = index;
  const street = streets.streetOf(id);
  const { letter, addition } = addresses.suffixOf(id);
  const [x, y] = addresses.gridOf(id) ?? [0, 0];
  return {
    id,
    street,
    place: streets.placeOf(street),
    number: addresses.numberOf(id),
    letter,
    addition,
    postcode,
    isProposed: addresses.isProposed(id),
    latE7: addresses.latE7Of(id),
    lonE7: addresses.lonE7Of(id),
    x,
    y,
  };
}

/** The columns that a document is made of, in this order. */
export const DOCUMENT_COLUMNS =
  'a.number, a.letter, a.addition, a.postcode, a.lat_e7, a.lon_e7, a.x, a.y, s.name, p.name, p.municipality, p.province';

export type DocumentRow = readonly [
  number: number,
  letter: string,
  addition: string,
  postcode: string,
  latE7: number,
  lonE7: number,
  x: number,
  y: number,
  street: string,
  city: string,
  municipality: string,
  province: string,
];

export function documentOf(row: DocumentRow): AddressNL {
  const [number, letter, addition, postcode, latE7, lonE7, x, y, street, city, municipality, province] = row;
  const location = { wgs84: [latE7 / 1e7, lonE7 / 1e7], rd: [x, y] } as const;
  const housenumber = String(number);
  if (letter === '' && addition === '') {
    return { city, housenumber, municipality, postcode, province, street, location };
  }
  return {
    city,
    housenumber,
    ...(letter !== '' && { houseletter: letter }),
    ...(addition !== '' && { housenumberaddition: addition }),
    municipality,
    postcode,
    province,
    street,
    location,
  };
}

/** Questions as they come: addresses at random, and what somebody has typed of the first word of their street. */
export function peerQueries(
  data: PeerData,
  count: number,
  random: Pick<Random, 'integer'>,
): { readonly [Operation in PeerOperation]: readonly PeerQueries[Operation][] } {
  const sample = sampleAddresses(data.index, count, random);
  const terms = sample
    .map(({ street }) => /^[a-z]+/.exec(street.toLowerCase())?.[0] ?? '')
    .map((word) => word.slice(0, random.integer(1, 8)))
    .filter((term) => term !== '');
  return {
    directmatch: sample.map(({ postcode, housenumber }) => ({ postcode, number: Number(housenumber) })),
    radius: sample.map((address: SampleAddress, i) => ({
      latitude: address.latitude,
      longitude: address.longitude,
      radius: i % 10 === 0 ? 500 : 50,
    })),
    autocomplete: terms.map((term) => ({ term })),
    counted: terms.map((term) => ({ term })),
  };
}
