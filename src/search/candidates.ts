import { nameIn } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { NamedFeature } from '../store/name-trie.ts';
import { costOf, NAME_MATCH, type NameMatch, PERFECT, type Penalties } from './judgement.ts';
import type { Candidate } from './ranking.ts';
import type { StreetMatch } from './streets.ts';

/** The penalties of a feature that is found only by names. */
export function makePenalties(edits: number, changes: number, names: number, nameMatch: NameMatch): Penalties {
  return { ...PERFECT, edits, changes, names, nameMatch };
}

/** Minimum addresses of a city. */
export const MIN_CITY_ADDRESSES = 10_000;

/**
 * A feature found only by its name; without a language, by an alias. The beginning of what everybody calls a city is as good as that of its
 * own name: `den ha` is rather Den Haag than the two villages called Den Ham.
 */
export function namedCandidate(index: CountryIndex, feature: NamedFeature, penalties: Penalties): Candidate {
  let aliases = Math.max(penalties.aliases, Number(feature.language === undefined));
  if (aliases > 0 && penalties.nameMatch === NAME_MATCH.beginning && isCityWithAlias(index, feature)) aliases--;
  return candidateOf(index, feature, costOf({ ...penalties, aliases }));
}

/** Whether an area is a town with another name, and not only a municipality that has the name of a former one. */
function isCityWithAlias(index: CountryIndex, { kind, ordinal }: NamedFeature): boolean {
  if (kind !== 'municipality' || index.countAddressesUnder(kind, ordinal) < MIN_CITY_ADDRESSES) return false;
  const name = nameIn(index.areas.at(kind, ordinal).names);
  const [from, to] = index.areas.descendantsOf(kind, ordinal, 'place');
  for (let place = from; place < to; place++) {
    const { names, aliases = [] } = index.areas.at('place', place);
    if (aliases.length > 0 && nameIn(names) === name) return true;
  }
  return false;
}

/** As `namedCandidate`, with a cost that many candidates share. */
export function candidateOf(index: CountryIndex, { kind, ordinal, language }: NamedFeature, cost: number): Candidate {
  if (kind === 'street') return streetCandidate(index, { street: ordinal, language, cost });
  const size = kind === 'streetGroup' ? index.names.countAddresses(ordinal) : index.countAddressesUnder(kind, ordinal);
  return {
    kind,
    ordinal,
    language,
    cost,
    isProposed: false,
    isGroup: false,
    placeSize: size,
    size,
  };
}

export function streetCandidate(index: CountryIndex, { street, language, cost }: StreetMatch): Candidate {
  return {
    kind: 'street',
    ordinal: street,
    language,
    cost,
    isProposed: false,
    isGroup: false,
    placeSize: placeSizeOf(index, street),
    size: index.streets.countAddresses(street),
  };
}

/** Addresses of the place that a street is in. */
export function placeSizeOf(index: CountryIndex, street: number): number {
  return index.placeSizeOf(index.streets.placeOf(street));
}

/** The street that a candidate is, or is in; `undefined` for areas and for names of several streets. O(log streets) at most. */
export function streetOfCandidate(index: CountryIndex, { kind, ordinal, street }: Candidate): number | undefined {
  if (kind === 'street') return ordinal;
  return kind === 'house' ? (street ?? index.streets.streetOf(ordinal)) : undefined;
}

/** A house of a street that matches, at its cost. @param size breaks ties */
export function houseCandidate(
  index: CountryIndex,
  address: number,
  { street, language, cost }: StreetMatch,
  placeSize: number,
  size: number = 0,
): Candidate {
  return {
    kind: 'house',
    ordinal: address,
    language,
    cost,
    isProposed: index.addresses.isProposed(address),
    isGroup: false,
    placeSize,
    size,
    street,
  };
}
