import { AddressLookupError } from '../errors.ts';
import { BASE36_PAIRS, hash52After, toBase36 } from '../format/hash.ts';
import { byCountry, type Country, type Language } from '../model/country.ts';
import type { AreaKind } from '../store/area-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { LANGUAGES } from '../store/street-table.ts';

/**
 * What the `context` of a suggestion refers to, by the registers' own identifiers and not by ordinals of one index. So in the next
 * release it leads to the same feature or to none, but never to another one.
 */
export type ContextTarget = { readonly language?: Language | undefined } & (
  | { readonly kind: AreaKind; readonly id: number; readonly postcode?: string | undefined }
  | { readonly kind: 'streetGroup'; readonly hash: number }
  | { readonly kind: 'street'; readonly id: number; readonly placeId: number; readonly postcode?: string | undefined }
  /** The house is looked for in the street `streetId` first, but also found if it has moved to another one. */
  | { readonly kind: 'house' | 'boxes'; readonly id: number; readonly streetId: number }
);

/** A target resolved in an index. */
export type ResolvedContext = { readonly language?: Language | undefined } & (
  | { readonly kind: AreaKind; readonly ordinal: number; readonly postcode?: string | undefined }
  | { readonly kind: 'streetGroup'; readonly ordinal: number }
  | { readonly kind: 'street'; readonly ordinal: number; readonly postcode?: string | undefined }
  | { readonly kind: 'house'; readonly ordinal: number }
  | { readonly kind: 'boxes'; readonly ordinal: number }
);

/** All but a house, which opens into its address and not into a list. */
export type ListContext = Exclude<ResolvedContext, { kind: 'house' }>;

const LETTER_OF_KIND = {
  region: 'r',
  province: 'p',
  municipality: 'm',
  place: 'c',
  streetGroup: 'g',
  street: 's',
  house: 'h',
  boxes: 'b',
} as const satisfies Record<ContextTarget['kind'], string>;

const KIND_OF_LETTER: ReadonlyMap<string, ContextTarget['kind']> = new Map(
  Object.entries(LETTER_OF_KIND).map(([kind, letter]) => [letter, kind as ContextTarget['kind']]),
);

const LANGUAGE_OF_LETTER: ReadonlyMap<string, Language> = new Map(LANGUAGES.map((each) => [each.charAt(0), each]));

/**
 * The text of a context: kind, language, identifiers in base 36, and four check characters over all of it and the country.
 * The longest, a house, has 30 characters.
 *
 *     s n 1lq8ol7ta5.2aj - k3x0
 *     │ │ └ street, place  └ check
 *     │ └ language: n f d l, x for none
 *     └ kind
 */
export function formatContext(country: Country, target: ContextTarget): string {
  const body = LETTER_OF_KIND[target.kind] + (target.language?.[0] ?? 'x') + partsOf(target);
  return `${body}-${checkOf(country, body)}`;
}

function partsOf(target: ContextTarget): string {
  switch (target.kind) {
    case 'streetGroup':
      return toBase36(target.hash);
    case 'house':
    case 'boxes':
      return `${toBase36(target.id)}.${toBase36(target.streetId)}`;
    case 'street':
      return `${toBase36(target.id)}.${toBase36(target.placeId)}${target.postcode ? `.${target.postcode}` : ''}`;
    default:
      return toBase36(target.id) + (target.postcode ? `.${target.postcode}` : '');
  }
}

function checkOf(country: Country, body: string): string {
  const check = HASH[country](body) % 36 ** 4;
  return BASE36_PAIRS[Math.floor(check / 36 ** 2)]! + BASE36_PAIRS[check % 36 ** 2]!;
}

/** Of a context, after its country. */
const HASH = byCountry((country) => hash52After(`${country}:`));

/** @throws AddressLookupError `invalid-context` for anything that `formatContext` has not made for this country. */
export function parseContext(country: Country, text: string): ContextTarget {
  const target = readContext(country, text);
  if (target !== undefined) return target;
  const shown = text.length > 64 ? `${text.slice(0, 64)}…` : text;
  throw new AddressLookupError(
    'invalid-context',
    `Got context ${JSON.stringify(shown)}; allowed is the context of a result for "${country}", unchanged. Search again to get one.`,
    { got: shown },
  );
}

/** As `parseContext`; `undefined` for anything else. */
export function readContext(country: Country, text: string): ContextTarget | undefined {
  const match = CONTEXT.exec(text);
  const body = text.slice(0, -5);
  if (match === null || match[6] !== checkOf(country, body)) return undefined;
  const [, letter, languageLetter, first = '', second, third] = match;
  const kind = KIND_OF_LETTER.get(letter!)!;
  const language = LANGUAGE_OF_LETTER.get(languageLetter!);
  const id = Number.parseInt(first, 36);
  switch (kind) {
    case 'streetGroup':
      return { kind, language, hash: id };
    case 'house':
    case 'boxes':
      return { kind, language, id, streetId: Number.parseInt(second ?? '0', 36) };
    case 'street':
      return { kind, language, id, placeId: Number.parseInt(second ?? '0', 36), postcode: third };
    default:
      return { kind, language, id, postcode: second };
  }
}

const CONTEXT = /^([rpmcgshb])([nfdlx])([0-9a-z]{1,11})(?:\.([0-9a-z]{1,11}))?(?:\.([0-9a-z]{1,6}))?-([0-9a-z]{4})$/;

/** Resolves a target in this index; `undefined` if this release no longer has it. */
export function resolveContext(index: CountryIndex, target: ContextTarget): ResolvedContext | undefined {
  const { language } = target;
  switch (target.kind) {
    case 'streetGroup': {
      const streetGroup = index.names.streetGroupWithHash(target.hash);
      return streetGroup === -1 ? undefined : { kind: 'streetGroup', ordinal: streetGroup, language };
    }
    case 'house':
    case 'boxes': {
      const address = findAddress(index, target.id, target.streetId);
      return address === -1 ? undefined : { kind: target.kind, ordinal: address, language };
    }
    case 'street': {
      const { postcode } = target;
      const streets = index.streets.streetsWithId(target.id);
      const inPlace = streets.find(
        (street) => index.areas.at('place', index.streets.placeOf(street)).id === target.placeId,
      );
      const countOf = (street: number): number => index.streets.countAddresses(street);
      const street = inPlace ?? [...streets].sort((a, b) => countOf(b) - countOf(a))[0];
      return street === undefined ? undefined : { kind: 'street', ordinal: street, postcode, language };
    }
    default: {
      const ordinal = index.areas.withId(target.kind, target.id);
      return ordinal === -1 ? undefined : { kind: target.kind, ordinal, postcode: target.postcode, language };
    }
  }
}

/** Looks in the street of the context first, then everywhere, since the address may belong to another street now. */
function findAddress(index: CountryIndex, id: number, streetId: number): number {
  for (const street of index.streets.streetsWithId(streetId)) {
    const [from, to] = index.streets.addressesOf(street);
    const address = index.addresses.addressWithId(id, from, to);
    if (address !== -1) return address;
  }
  return index.addresses.addressWithId(id);
}
