import { type Language, nameIn } from '../model/country.ts';
import { formerIn } from '../model/description.ts';
import { formatSuffix } from '../model/house-number.ts';
import { kept } from '../model/kept.ts';
import type { Precision, Suggestion, SuggestionParts } from '../model/suggestion.ts';
import { explainCost } from '../search/cost.ts';
import { bestCandidates, type Candidate, type Elsewhere, type FormerName } from '../search/ranking.ts';
import type { Scope } from '../search/scope.ts';
import type { AreaKind, AreaTable } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { packFeature } from '../store/name-trie.ts';
import { matchedRanges } from '../text/matched-parts.ts';
import { formatContext, parseContext, type ResolvedContext, resolveContext } from './context.ts';
import { postcodeOf } from './documents.ts';
import { listOfEach, type RankedList } from './paging.ts';

/** Suggestions for the features of an index. Names are shown in `language` if they exist in it. */

const AREA_PRECISION = {
  region: 'Province',
  province: 'Province',
  municipality: 'GroupedCities',
  place: 'City',
} as const satisfies Record<AreaKind, Precision>;

/** What Luxembourg calls its regions and provinces; the other countries call them so. */
const LEVELS_OF_LUXEMBOURG = { region: 'district', province: 'canton' } as const;

/**
 * An area. Short terms have the same few thousand areas among their answers again and again, so each description is kept, in some
 * 300 bytes; the suggestion is a new object, which its caller may change.
 */
export function suggestArea(index: CountryIndex, kind: AreaKind, ordinal: number, language?: Language): Suggestion {
  const areas = kept(AREAS, index.areas, () => new Map());
  const key = packFeature({ kind, ordinal, language, isInner: false });
  const area = kept(areas, key, () => makeArea(index, kind, ordinal, language));
  // Field by field: a spread takes longer than all of this.
  const { value, label, description, precision, context } = area;
  return { value, label, description, precision, context };
}

/** By area and language, each made on first use. */
const AREAS: WeakMap<AreaTable, Map<number, Suggestion>> = new WeakMap();

function makeArea(index: CountryIndex, kind: AreaKind, ordinal: number, language?: Language): Suggestion {
  const { id, names } = index.areas.at(kind, ordinal);
  const label = nameIn(names, language);
  return {
    value: `${label}, `,
    label,
    description: describeArea(index, kind, ordinal, language),
    precision: AREA_PRECISION[kind],
    context: formatContext(index.country, { kind, id, language }),
  };
}

function describeArea({ areas, country }: CountryIndex, kind: AreaKind, ordinal: number, language?: Language): string {
  if (kind === 'municipality') {
    const { parent } = areas.at(kind, ordinal);
    return `municipality in ${nameIn(areas.at('province', parent).names, language)}`;
  }
  if (kind === 'place') {
    const { municipality, province } = areas.upFrom(ordinal);
    return `place in ${nameIn(municipality.names, language)}, ${nameIn(province.names, language)}`;
  }
  return country === 'lu' ? LEVELS_OF_LUXEMBOURG[kind] : kind;
}

/** A place, restricted to the addresses with a (partial) postcode. */
export function suggestPlaceOfPostcode(
  index: CountryIndex,
  place: number,
  postcode: string,
  addresses: number,
  language?: Language,
): Suggestion {
  const suggestion = suggestArea(index, 'place', place, language);
  const { id } = index.areas.at('place', place);
  return {
    ...suggestion,
    description: `${suggestion.description}: ${addresses} ${addresses === 1 ? 'address' : 'addresses'} with postcode ${postcode.toUpperCase()}`,
    context: formatContext(index.country, { kind: 'place', id, language, postcode: postcode.toLowerCase() }),
  };
}

/** A street in one place. With a postcode, it stands for the street's addresses with that postcode. */
export function suggestStreet(index: CountryIndex, street: number, language?: Language, postcode?: string): Suggestion {
  const label = index.streets.nameOf(street, language);
  const { id } = index.areas.at('place', index.streets.placeOf(street));
  const placeName = placeNameOf(index, street, language);
  return {
    value: `${placeName}, ${label} `,
    label,
    description:
      postcode === undefined
        ? `street in ${placeName}${distinction(index, street, language)}`
        : `${postcode.toUpperCase()} ${placeName}`,
    precision: 'Street',
    context: formatContext(index.country, {
      kind: 'street',
      id: index.streets.idOf(street),
      placeId: id,
      language,
      postcode: postcode?.toLowerCase(),
    }),
  };
}

/** `, Limburg` where several places of the country have the name of this street's place, so that they can be told apart. */
function distinction(index: CountryIndex, street: number, language: Language | undefined): string {
  const { place, municipality, province } = index.areasAbove(street);
  if (!index.areas.isHomonym(place)) return '';
  return `, ${nameIn(index.areas.isHomonymInProvince(place) ? municipality.names : province.names, language)}`;
}

/** A street group: a street name that occurs in several places, of the scope if there is one. */
export function suggestStreetGroup(index: CountryIndex, group: number, language?: Language, scope?: Scope): Suggestion {
  const label = index.names.labelOf(group);
  return {
    value: `${label}, `,
    label,
    description: `street in ${scope?.countPlaces(group) ?? index.names.countPlaces(group)} places`,
    precision: 'GroupedStreets',
    context: formatContext(index.country, { kind: 'streetGroup', hash: index.names.hashOf(group), language }),
  };
}

/**
 * A house. `isGroup` is for a Belgian house whose boxes the register lists: the suggestion is for all of them, without box, and opens
 * into them. So its precision is `Street`, which to every client means "opens into houses"; a `House` opens into its address (ruling 35).
 */
export function suggestHouse(
  index: CountryIndex,
  address: number,
  language?: Language,
  isGroup: boolean = false,
  street: number = index.streets.streetOf(address),
): Suggestion {
  const streetName = index.streets.nameOf(street, language);
  const placeName = placeNameOf(index, street, language);
  const label = `${streetName} ${formatHouseNumber(index, address, language, isGroup)}`;
  const postcode = postcodeOf(index, address);
  return {
    value: `${placeName}, ${label}${isGroup ? ' ' : ''}`,
    label,
    description: postcode === '' ? placeName : `${postcode} ${placeName}`,
    precision: isGroup ? 'Street' : 'House',
    context: formatContext(index.country, {
      kind: isGroup ? 'boxes' : 'house',
      id: index.addresses.idOf(address),
      streetId: index.streets.idOf(street),
      language,
    }),
  };
}

/** The name of the place that a street is in. */
function placeNameOf({ areas, streets }: CountryIndex, street: number, language: Language | undefined): string {
  return nameIn(areas.at('place', streets.placeOf(street)).names, language);
}

/** The house number as people of that country write it: `30 A-2`, `12A bus 3`, `109-115`. */
function formatHouseNumber(
  { addresses, country }: CountryIndex,
  address: number,
  language: Language | undefined,
  isGroup: boolean,
): string {
  const number = addresses.numberOf(address) || '';
  const { letter, addition } = addresses.suffixOf(address);
  const suffix = formatSuffix(country, letter, isGroup ? '' : addition, language);
  if (suffix === '') return String(number);
  if (country === 'nl') return `${number}${letter === '' ? '-' : ' '}${suffix}`;
  return `${number}${letter === '' ? ' ' : ''}${suffix}`;
}

/**
 * Adds what a form needs to a suggestion: which letters of the label were typed, and the parts of the address that are known. Takes some
 * microseconds, so it is done only for the suggestions of a page, from their contexts.
 */
export function withDetails(index: CountryIndex, suggestion: Suggestion, typed: string): Suggestion {
  const target = resolveContext(index, parseContext(index.country, suggestion.context))!;
  return {
    ...suggestion,
    highlights: matchedRanges([suggestion.label, suggestion.description], typed),
    parts: partsOf(index, target),
  };
}

function partsOf(index: CountryIndex, target: ResolvedContext): SuggestionParts {
  const { language } = target;
  switch (target.kind) {
    case 'house':
    case 'boxes': {
      const street = index.streets.streetOf(target.ordinal);
      const postcode = postcodeOf(index, target.ordinal);
      return {
        street: index.streets.nameOf(street, language),
        number: formatHouseNumber(index, target.ordinal, language, target.kind === 'boxes'),
        place: placeNameOf(index, street, language),
        ...(postcode !== '' && { postcode }),
      };
    }
    case 'street': {
      const place = placeNameOf(index, target.ordinal, language);
      const street = index.streets.nameOf(target.ordinal, language);
      return { street, place, ...(target.postcode && { postcode: target.postcode.toUpperCase() }) };
    }
    case 'streetGroup':
      return { street: index.names.labelOf(target.ordinal) };
    case 'place': {
      const place = nameIn(index.areas.at('place', target.ordinal).names, language);
      return { place, ...(target.postcode && { postcode: target.postcode.toUpperCase() }) };
    }
    default:
      return {};
  }
}

export interface ShowOptions {
  /** Names in this language if they exist in it; otherwise in the language that was typed. */
  readonly language?: Language | undefined;
  /** Say why each suggestion is ranked where it is. */
  readonly explain?: boolean | undefined;
  /** What the names of streets are counted in. */
  readonly scope?: Scope | undefined;
}

/** Ranked candidates as a lazy list of suggestions. */
export function listCandidates(
  index: CountryIndex,
  candidates: readonly Candidate[],
  show: ShowOptions,
): RankedList<Suggestion, Candidate> {
  return {
    ...listOfEach(candidates, (candidate) => suggestCandidate(index, candidate, show)),
    ranks: (from, to) => candidates.slice(from, to),
  };
}

/** Candidates in any order as a lazy list of suggestions, best first. Sorts only as many as a page needs. */
export function listBestCandidates(
  index: CountryIndex,
  candidates: readonly Candidate[],
  show: ShowOptions,
): RankedList<Suggestion, Candidate> {
  return {
    total: candidates.length,
    slice: (from, to) => listCandidates(index, bestCandidates(candidates, to), show).slice(from, to),
    ranks: (from, to) => bestCandidates(candidates, to).slice(from),
  };
}

function suggestCandidate(
  index: CountryIndex,
  candidate: Candidate,
  { language, explain, scope }: ShowOptions,
): Suggestion {
  const shown = suggestFeature(index, candidate, language ?? candidate.language, scope);
  const { unmatched = [], elsewhere, former } = candidate;
  const placed = elsewhere === undefined ? shown : saidElsewhere(index, shown, elsewhere, language);
  const suggestion = former === undefined ? placed : saidFormer(index, placed, candidate.kind, former, language);
  if (!explain) return suggestion;
  return {
    ...suggestion,
    explanation: explainCost(candidate.cost),
    ...(unmatched.length > 0 && { notUnderstood: unmatched }),
  };
}

/** Says of an answer that it is not where the text says: `street in Rotterdam, not in Damwoude`. */
function saidElsewhere(
  { areas }: CountryIndex,
  suggestion: Suggestion,
  { kind, ordinal }: Elsewhere,
  language: Language | undefined,
): Suggestion {
  const place = nameIn(areas.at(kind, ordinal).names, language);
  return { ...suggestion, description: `${suggestion.description}, not in ${place}` };
}

/**
 * Says of an answer what it was called: `Dorpsstraat, until 2019 Kerkweg`. Where the name is the same, the place was another one or, of a house,
 * the postcode; the street of a house that was renumbered had no other name.
 */
export function saidFormer(
  index: CountryIndex,
  suggestion: Suggestion,
  kind: Candidate['kind'],
  { address, until }: FormerName,
  language: Language | undefined,
): Suggestion {
  const then = index.former!.index;
  const street = then.streets.streetOf(address);
  const place = placeNameOf(then, street, language);
  const isThere = kind === 'place' || suggestion.value.startsWith(`${place}, `);
  const own =
    kind === 'house'
      ? suggestHouse(then, address, language, false, street).label
      : kind === 'street'
        ? then.streets.nameOf(street, language)
        : place;
  let further = isThere ? '' : place;
  if (isThere && kind === 'house' && own === suggestion.label) further = postcodeOf(then, address);
  const name = [own, further].filter(Boolean).join(', ');
  if (name === suggestion.label) return suggestion;
  const former = { name, until };
  return { ...suggestion, label: suggestion.label + formerIn('en', former), former };
}

/** The suggestion for a feature of any kind. */
export function suggestFeature(
  index: CountryIndex,
  {
    kind,
    ordinal,
    isGroup = false,
    street,
  }: Pick<Candidate, 'kind' | 'ordinal' | 'street'> & { readonly isGroup?: boolean },
  language: Language | undefined,
  scope?: Scope,
): Suggestion {
  switch (kind) {
    case 'house':
      return suggestHouse(index, ordinal, language, isGroup, street);
    case 'street':
      return suggestStreet(index, ordinal, language);
    case 'streetGroup':
      return suggestStreetGroup(index, ordinal, language, scope);
    default:
      return suggestArea(index, kind, ordinal, language);
  }
}
