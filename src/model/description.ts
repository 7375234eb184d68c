import type { Suggestion, SuggestionFormer } from './suggestion.ts';

/**
 * The descriptions of suggestions, `street in Amsterdam`, in the languages of the interface. They are composed in English and
 * translated from that; names in them stay as they are.
 */
export type DescriptionLanguage = 'nl' | 'fr' | 'de' | 'en';

export const DESCRIPTION_LANGUAGES: readonly DescriptionLanguage[] = ['nl', 'fr', 'de', 'en'];

interface DescriptionWords {
  /** By the English words. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly preposition: string;
  /** Of a place that was typed, which the answer is not in. */
  readonly notIn: string;
  readonly streetInPlaces: (count: string) => string;
  readonly withPostcode: (count: string, isOne: boolean, postcode: string) => string;
}

const WORDS: Readonly<Record<Exclude<DescriptionLanguage, 'en'>, DescriptionWords>> = {
  nl: {
    kinds: {
      street: 'straat',
      place: 'plaats',
      municipality: 'gemeente',
      canton: 'kanton',
      province: 'provincie',
      region: 'gewest',
      district: 'district',
    },
    preposition: 'in',
    notIn: 'niet in',
    streetInPlaces: (count) => `straat in ${count} plaatsen`,
    withPostcode: (count, isOne, postcode) => `${count} ${isOne ? 'adres' : 'adressen'} met postcode ${postcode}`,
  },
  fr: {
    kinds: {
      street: 'rue',
      place: 'localité',
      municipality: 'commune',
      canton: 'canton',
      province: 'province',
      region: 'région',
      district: 'district',
    },
    preposition: 'à',
    notIn: 'pas à',
    streetInPlaces: (count) => `rue dans ${count} localités`,
    withPostcode: (count, isOne, postcode) =>
      `${count} ${isOne ? 'adresse' : 'adresses'} avec le code postal ${postcode}`,
  },
  de: {
    kinds: {
      street: 'Straße',
      place: 'Ort',
      municipality: 'Gemeinde',
      canton: 'Kanton',
      province: 'Provinz',
      region: 'Region',
      district: 'Distrikt',
    },
    preposition: 'in',
    notIn: 'nicht in',
    streetInPlaces: (count) => `Straße in ${count} Orten`,
    withPostcode: (count, isOne, postcode) =>
      `${count} ${isOne ? 'Adresse' : 'Adressen'} mit der Postleitzahl ${postcode}`,
  },
};

/**
 * A description in another language.
 *
 * @example describeIn('nl', 'street in Amsterdam') // 'straat in Amsterdam'
 */
export function describeIn(language: DescriptionLanguage, description: string): string {
  if (language === 'en') return description;
  const { kinds, preposition, notIn, streetInPlaces, withPostcode } = WORDS[language];
  const count = /^street in ([0-9]+) places$/.exec(description);
  if (count !== null) return streetInPlaces(count[1]!);
  return description
    .replace(/^(?:canton|province|region|district)$/, (kind) => kinds[kind]!)
    .replace(/, not in (?=[^,]+$)/, `, ${notIn} `)
    .replace(/^(street|place|municipality) in /, (_, kind: string) => `${kinds[kind]} ${preposition} `)
    .replace(
      /(?<=: )([0-9]+) (address(?:es)?) with postcode (\S+)$/,
      (_, number: string, noun: string, postcode: string) => withPostcode(number, noun === 'address', postcode),
    );
}

const UNTIL: Readonly<Record<DescriptionLanguage, string>> = {
  nl: 'tot',
  fr: 'jusqu’en',
  de: 'bis',
  en: 'until',
};

/**
 * What a label says after the name of today.
 *
 * @example formerIn('en', { name: 'Kerkweg', until: '2019-04-01' }) // ', until 2019 Kerkweg'
 */
export function formerIn(language: DescriptionLanguage, { name, until }: SuggestionFormer): string {
  return `, ${UNTIL[language]} ${until.slice(0, 4)} ${name}`;
}

/** An English label in another language. */
export function labelIn(
  language: DescriptionLanguage,
  { label, former }: Pick<Suggestion, 'label' | 'former'>,
): string {
  return former === undefined ? label : label.slice(0, -formerIn('en', former).length) + formerIn(language, former);
}
