import type { Country } from '../model/country.ts';
import { isNumberSign } from '../model/house-number.ts';
import { DIGITS } from '../model/postcode-form.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold, nameKey } from '../text/fold.ts';
import {
  withBoxJoined,
  withFloorAsAddition,
  withLetterAtNumber,
  withoutFloors,
  withoutUnits,
  withWordsAsBox,
} from '../text/house-parts.ts';
import { withDigitsRead, withLettersRead } from '../text/misread-text.ts';
import { insideBrackets, withBoxOfHouse, withoutBeside, withoutNoise } from '../text/noise.ts';
import { withBlanksMended } from '../text/tokens.ts';
import { hasStreetType, isTypeInFront } from '../text/variants.ts';
import { agrees } from './former.ts';
import { DISCREPANCIES, type Difference } from './judgement.ts';
import type { AddressFields, Match } from './match.ts';
import { isWholeName } from './name-matcher.ts';
import { withNamesInOrder } from './name-words.ts';
import { CUT, type NamedCountry, type PlaceNames } from './place-names.ts';
import { WrittenStreetName } from './written-street-name.ts';

/** A way to ask for a row, tried in its turn. */
export interface Attempt {
  /** Whether the best answer so far, which is not exact, leaves something to find. */
  readonly isNeeded?: (best: Match) => boolean;
  /** The row as it is asked for, and rows of which one must be in the register, too; none if the attempt would be the same as one before. */
  readonly rewrite: (row: WrittenRow) => readonly AddressFields[];
  /** The stages of country-matcher.ts that it passes, or the addresses that were. */
  readonly in: 'places' | 'first stages' | 'all stages' | 'former addresses';
  /** Only an address counts, and the most that it may contradict; see `Judgement`. */
  readonly mostContradicted?: number;
  /** Only an exact answer counts: for what is read so only where the house is there. */
  readonly mustBeExact?: boolean;
  /** What rewriting the row makes its answers differ in. */
  readonly further?: Difference | ((row: WrittenRow) => Difference | undefined);
}

/** All of them, in order: from what takes the row as it is to what takes most liberties with it. The best answer counts, whichever found it. */
export const ATTEMPTS: readonly Attempt[] = [
  // A text that is only the name of a place means the place, whatever streets have the name: `Bergen`, `Postbus 12, Weert`.
  { rewrite: ({ fields }) => [fields], in: 'places' },
  // A name with its first words behind it, `Loi (Rue de la) 16`, `Schutsboom, De 1`, rather than without them: Korte Bruggestraat is no Bruggestraat.
  {
    rewrite: ({ inOrder }) => inOrder,
    in: 'first stages',
    mostContradicted: 0,
    further: ['street-respaced', 1],
  },
  // As it is written.
  { rewrite: ({ fields }) => [fields], in: 'first stages' },
  // A floor that the Dutch register has as an addition: `Gideonweg 7, 1e verdieping` is Gideonweg 7-1, where there is one.
  {
    rewrite: ({ fields, country }) => (country === 'nl' ? changedIn(fields, withFloorAsAddition) : []),
    in: 'first stages',
    mostContradicted: 0,
  },
  // What Flemings call a post-office box behind a number, `Leeuwerikstraat 25 postbus 403`, is a box of the house, if it has it.
  {
    rewrite: ({ fields, country }) => (country === 'be' ? changedIn(fields, withBoxOfHouse) : []),
    in: 'all stages',
    mostContradicted: 1,
  },
  // A letter that stands apart, `12 Kerkstraat A`, `Kerkstraat 12, Gent (A)`, if the house has it.
  {
    rewrite: ({ fields }) => changedIn(fields, withLetterAtNumber),
    in: 'first stages',
    mustBeExact: true,
  },
  // A Belgian box of a floor and a number with a full stop, `01.02`, where the register has none.
  {
    rewrite: ({ fields, country }) => (country === 'be' ? changedIn(fields, withBoxJoined) : []),
    in: 'first stages',
    mustBeExact: true,
  },
  // Words that nobody knows before a box that the house has: `Nieuwesluisweg 1 chalet 208`.
  {
    rewrite: ({ fields, isPlace }) => changedIn(fields, (text) => withWordsAsBox(text, isPlace)),
    in: 'first stages',
    mustBeExact: true,
    further: ['words-ignored', 1],
  },
  // Addressees, floors and the like are left out only if the row does not match with them. Without this, all stages find the same in up to half as much time again.
  {
    rewrite: ({ fields, cleaned }) => (cleaned === fields ? [] : [cleaned]),
    in: 'first stages',
    further: ({ leftInBrackets }) => leftInBrackets,
  },
  // What was called so comes after every address of today that agrees, and before those that do not.
  {
    isNeeded: (best) => !agrees(best),
    rewrite: ({ cleaned }) => [cleaned],
    in: 'former addresses',
  },
  // The first of several addresses, rather than another one: the others count as one word.
  {
    rewrite: ofSeveral,
    in: 'first stages',
    mostContradicted: 0,
    further: ['words-ignored', 1],
  },
  // A number and a postcode of four digits with no blank between, where a line end was lost: `Beukenpad 19660 Brakel`. Dutch ones tokens.ts divides.
  {
    isNeeded: hasNoHouse,
    rewrite: ({ cleaned, country }) =>
      country === 'nl' ? [] : changedIn(cleaned, (text) => text.replace(NUMBER_AND_POSTCODE, '$1, $2')),
    in: 'first stages',
    mostContradicted: 0,
  },
  // The digits of a Dutch number apart, `7 1`, if they are the house that has the postcode, and the first is not: `Schoemakerstraat 7 1, 2628VK`.
  {
    isNeeded: ({ differences }) => differences.some(([name]) => DISCREPANCIES[name].part === 'postcode'),
    rewrite: ({ cleaned, country }) =>
      country === 'nl' ? changedIn(cleaned, (text) => text.replace(DIGITS_APART, '$1$2')) : [],
    in: 'first stages',
    mostContradicted: 0,
    further: ['street-respaced', 1],
  },
  // Digits in a word that a scanner misread, `Rue Miche1 39`, as half a letter, and letters that a number begins with, `Rue Lechat S9`, as a word left out,
  // where the house is there.
  {
    isNeeded: (best) => !agrees(best),
    rewrite: ({ cleaned }) => changedIn(cleaned, withLettersRead),
    in: 'first stages',
    mostContradicted: 0,
    further: ['street-form', 0.5],
  },
  {
    isNeeded: (best) => !agrees(best),
    rewrite: ({ cleaned }) => changedIn(cleaned, withDigitsRead),
    in: 'first stages',
    mostContradicted: 0,
    further: ['words-ignored', 1],
  },
  // Whatever resembles it.
  { rewrite: ({ cleaned }) => [cleaned], in: 'all stages', further: ({ leftInBrackets }) => leftInBrackets },
  // The first and the last name of a person turned, too: `Diderot Denis, Avenue 15`.
  {
    isNeeded: hasNoHouse,
    rewrite: ({ inOrder }) => inOrder,
    in: 'all stages',
    mostContradicted: 1.25,
    further: ['street-form', 0.5],
  },
  // The address that a row names to say where it lies, `naast Damrak 12`, unless a street is called so.
  {
    isNeeded: ({ discrepancies }) => discrepancies.some((each) => each.startsWith('street-')),
    rewrite: ({ fields }) => changedIn(fields, withoutBeside),
    in: 'first stages',
    mostContradicted: 0,
    further: ['words-ignored', 1],
  },
  // Where a line ends inside a word or a name: `Rue Bod-\neghem 29`, `Rue\nSaint-Roch 22`.
  {
    rewrite: ({ cleaned }) => changedIn(cleaned, (text) => text.replace(WORD_ACROSS_LINES, '').replace(LINE_END, ' ')),
    in: 'first stages',
    mostContradicted: 0,
  },
  // Words in front, and the part of a building behind the number: `Jan Peeters Kerkstraat 12 bureau 4`.
  {
    isNeeded: isNowhere,
    rewrite: ({ cleaned }) => changedIn(cleaned, withoutUnits),
    in: 'all stages',
    mostContradicted: 1.25,
    further: ['words-ignored', 1],
  },
  // A whole address in brackets behind whose it is: `Bakkerij Jansen (Damrak 12, Amsterdam)`.
  {
    isNeeded: hasNoHouse,
    rewrite: ({ fields }) => changedIn(fields, insideBrackets),
    in: 'first stages',
    mostContradicted: 0,
    further: ['words-ignored', 1],
  },
  // With its blanks mended, `Koningsplei n5`, `RueduPasteurNoir`: half a letter of the street is wrong.
  {
    isNeeded: isNowhere,
    rewrite: ({ fields }) => changedIn(fields, withBlanksMended),
    in: 'all stages',
    further: ['street-form', 0.5],
  },
  // A place with a wrong letter, in front or with no comma beside it, `Dordreyht, Eigenhaard 35`, `Heverele Naamsesteenweg 374`, if it has the house.
  {
    isNeeded: (best) => hasNoHouse(best) || isAnotherStreet(best),
    rewrite: withPlaceApart,
    in: 'all stages',
    mostContradicted: 1.25,
  },
];

/** A row as it is written. */
export class WrittenRow {
  readonly fields: AddressFields;
  readonly #index: CountryIndex;
  readonly places: PlaceNames;
  #cleaned: AddressFields | undefined;
  #leftInBrackets: Difference | undefined;
  #inOrder: readonly AddressFields[] | undefined;

  constructor(fields: AddressFields, { index, places }: NamedCountry) {
    this.fields = fields;
    this.#index = index;
    this.places = places;
  }

  get country(): Country {
    return this.#index.country;
  }

  readonly isPlace = (name: string): boolean => this.places.named(fold(name)).length > 0;

  /** The row with the names in order whose first words stand behind them. */
  get inOrder(): readonly AddressFields[] {
    this.#inOrder ??= changedIn(this.fields, (text) =>
      withNamesInOrder(this.country, text, (name) => new WrittenStreetName(this.#index, name).isCalled),
    );
    return this.#inOrder;
  }

  /** The row without what is not the address: `fields` if there is nothing else; what is in brackets is of a name first: Bergen (NH), Grand'Rue (MT). */
  get cleaned(): AddressFields {
    if (this.#cleaned === undefined) {
      const isStreet = (name: string): boolean => isWholeName(this.#index.names.streets, nameKey(name));
      const isName = (name: string): boolean => this.isPlace(name) || isStreet(name);
      const dropped: string[] = [];
      [this.#cleaned = this.fields] = changedIn(this.fields, (text) =>
        withoutNoise(this.country, text, isName, dropped),
      );
      const rest = ` ${fold(Object.values(this.#cleaned).join(' '))} `;
      // A word that a street is called, `(achterom)`, says nothing without a kind of street.
      const hasKind = (name: string): boolean =>
        fold(name)
          .split(' ')
          .some((word) => hasStreetType(this.country, word));
      const isMeant = (inside: string): boolean =>
        /[0-9]/.test(inside) || this.isPlace(inside) || (isStreet(inside) && hasKind(inside));
      const more = dropped.filter((inside) => isMeant(inside) && !rest.includes(` ${fold(inside)} `));
      if (more.length > 0) this.#leftInBrackets = ['words-ignored', more.length];
      const { housenumber = '' } = this.fields;
      const number = withoutFloors(housenumber);
      if (number !== housenumber) this.#cleaned = { ...this.#cleaned, housenumber: number };
    }
    return this.#cleaned;
  }

  /** Numbers and names that `cleaned` leaves out with their brackets, and that it does not say elsewhere: `Dam 1 (3), Delft`. */
  get leftInBrackets(): Difference | undefined {
    return this.cleaned === this.fields ? undefined : this.#leftInBrackets;
  }
}

/** Whether an answer is no street. */
export function isNowhere({ status }: Match): boolean {
  return status === 'place' || status === 'none';
}

/** Whether the street of an answer is not the written one, or has so many other letters that words before the street may be the reason. */
export function isAnotherStreet({ differences }: Match): boolean {
  return differences.some(
    ([name, letters]) => name === 'street-differs' || (name === 'street-corrected' && letters >= MISSPELT_LETTERS),
  );
}

const MISSPELT_LETTERS = 2;

/** Whether an answer is not one address. */
function hasNoHouse({ addresses }: Match): boolean {
  return addresses.length !== 1;
}

/** The first of several addresses in one text; of streets that share a place, if the register has another one of them, too. */
function ofSeveral({ cleaned }: WrittenRow): readonly AddressFields[] {
  const part = partOf(cleaned);
  if (part === 'street' && cleaned.housenumber?.trim()) return [];
  return addressesIn(cleaned[part]?.trim() ?? '').map((address) => ({ ...cleaned, [part]: address }));
}

/**
 * The addresses that a text may list, each as a text of its own: of whole ones, with a postcode or a place each, the first; of streets with their numbers
 * that share a place all. Nothing for a text with only one. Whether they are addresses at all, and not a building or a company with a number, is for
 * the register to say.
 *
 * @example addressesIn('Rue Neuve 12, Rue Haute 5, 4000 Liège')    // 'Rue Neuve 12, 4000 Liège', 'Rue Haute 5, 4000 Liège'
 * @example addressesIn('Dam 1, 1012JS Amsterdam; Spui 2, 2511BT Den Haag')    // 'Dam 1, 1012JS Amsterdam'
 */
export function addressesIn(text: string): readonly string[] {
  const whole = text
    .split(BETWEEN_ADDRESSES)
    .map((each) => each.trim())
    .filter((each) => LINE.test(each) && (POSTCODE.test(each) || PLACE.test(each)));
  if (whole.length > 1) return whole.slice(0, 1);
  const parts = text
    .split(BETWEEN_PARTS)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const lines = parts.filter((part) => LINE.test(part) && !POSTCODE.test(part) && !isNumberSign(nameBefore(part)));
  if (new Set(lines.map(fold)).size < 2) return [];
  const withOne = (line: string): string => parts.filter((part) => part === line || !lines.includes(part)).join(', ');
  return lines.slice(0, MAX_ADDRESSES).map(withOne);
}

/** What stands before the first digit, folded: of `nr. 3` only the sign of a number. */
function nameBefore(line: string): string {
  return fold(line.replace(/[0-9].*$/s, ''));
}

/** A name and a number of up to three digits, in either order: longer ones are postcodes more often than numbers. */
const LINE = /\p{L}{2}[^0-9]*[\s,][0-9]{1,3}(?:\s?[a-z])?(?![0-9])|^\s*[0-9]{1,3}[a-z]?[\s,]+\p{L}{2}/iu;
const POSTCODE = new RegExp(`(?<![0-9])${DIGITS}(?![0-9])`);
/** Words behind a comma, at the end. */
const PLACE = /,\s*\p{L}[^0-9,]*$/u;
/** Between whole addresses, and between the parts of one; a dash, a slash or a plus only behind a number, and before a name. */
const BETWEEN_ADDRESSES = /[;|\n]|\s\/\s|(?<=[0-9][a-z]?)(?:\s[-–—+]\s|\/)(?=\p{L}{3})/u;
const BETWEEN_PARTS = new RegExp(`,|${BETWEEN_ADDRESSES.source}`, 'u');
/** Maximum addresses to look for in one text. */
const MAX_ADDRESSES = 4;

/** A text with a comma beside the words that are most nearly the name of a place; none if they are its whole name. */
function withPlaceApart({ cleaned: { text = '', ...others }, places, country }: WrittenRow): readonly AddressFields[] {
  for (const [i, ways] of dividedAtPlace(text, places.longestName).entries()) {
    let least = Number.POSITIVE_INFINITY;
    let apart = '';
    let nearest = '';
    for (const [name, divided] of ways) {
      const key = fold(name);
      const [place] = places.find(key, name.endsWith('.'));
      // What has a kind of street in it goes on: `Conte Rue` is Contern and a street.
      if (place === undefined || key.split(' ').some((word) => isTypeInFront(country, word))) continue;
      // Behind a street, what only begins a place ends the street's name: `Trier, Rue des Grandes Fosses 9` is not in Fosses-la-Ville.
      if (i > 0 && place.edits > 0 && place.edits < 1) continue;
      const wrong = place.edits === CUT ? SHARE_OF_CUT : place.edits / name.length;
      if (wrong >= least || (wrong === 0 && isAt(nearest, key))) continue;
      nearest = key;
      least = wrong;
      apart = divided;
    }
    if (apart) return least > 0 && apart !== text ? [{ ...others, text: apart }] : [];
  }
  return [];
}

/** Whether words begin or end with a name, so that it is not all of a longer one with a wrong letter: `Alphen ana den Rijn` is no Alphen. */
function isAt(words: string, name: string): boolean {
  return words.startsWith(`${name} `) || words.endsWith(` ${name}`);
}

/**
 * A name that is cut off counts as one with this share of its letters wrong: `Hoek van Holla` before `Holla`.
 */
const SHARE_OF_CUT = 0.2;

/**
 * Words of a text that may be its place, each with the text in which a comma says so, in groups of which the first that is like a place counts: what is
 * before the first comma, or, if there is none, what is at either end or behind a postcode in front; then the end of what is behind the last comma, also
 * before the number: `12, Rue de Fer Namurr`, `Kalverstraat Amsterdm 12`. Longer sequences come first. A number is no part of such a name.
 */
function dividedAtPlace(text: string, longestName: number): (readonly [name: string, divided: string])[][] {
  const [, first = '', rest] = /^([^,;\n]+)[,;\n](.+)$/s.exec(text) ?? [];
  const [, front = '', last = text] = /^(.*[,;\n])([^,;\n]+)$/s.exec(text) ?? [];
  const words = last.trim().split(/\s+/);
  const end = words.length - Number(/^[0-9]/.test(words.at(-1)!));
  const isBehindPostcode = IS_DIGITS.test(words[0]!);
  const among = (positions: (count: number) => readonly number[]): [string, string][] => {
    const found: [string, string][] = [];
    for (let count = Math.min(front ? end : words.length - 2, longestName); count > 0; count--) {
      for (const from of positions(count)) {
        const name = words.slice(from, from + count).join(' ');
        // What follows a comma and a number is apart already; so is all that follows a comma, whose text stays as it is.
        if (/[0-9]/.test(front && from > 0 ? `${words[from - 1]} ${name}` : name)) continue;
        const rest = words.toSpliced(from, count);
        const divided =
          from === 1 && isBehindPostcode
            ? [rest[0], `${name},`, ...rest.slice(1)]
            : [...rest.slice(0, -1), `${rest.at(-1)},`, name];
        found.push([name, rest.length > 0 ? front + divided.join(' ') : text]);
      }
    }
    return found;
  };
  const atEnd = among((count) => [end - count]);
  if (first) return [[[first, `${rest}, ${first}`]], atEnd];
  return [among((count) => [0, ...(isBehindPostcode ? [1] : []), words.length - count]), atEnd];
}

const IS_DIGITS = new RegExp(`^${DIGITS}$`);

/** Without another postcode behind them. */
const NUMBER_AND_POSTCODE = new RegExp(
  `(?<![0-9])([0-9]{1,3})(${DIGITS})(?![0-9])(?!.*(?<![0-9])${DIGITS}(?![0-9]))`,
  's',
);
const DIGITS_APART = new RegExp(
  `(?<=\\p{L}[\\s,]{1,2})([0-9]{1,2}) ([0-9]{1,2})(?=[\\s,]{1,3}${DIGITS}\\s?[A-Z]{2}(?!\\p{L}))`,
  'iu',
);
const WORD_ACROSS_LINES = /(?<=\p{Ll})-\s*\n\s*(?=\p{Ll})/gu;
/** Between two words. */
const LINE_END = /(?<=[\p{L}.'’-])\s*\n\s*(?=\p{L})/gu;

/** A row with its text or street changed; none if nothing changes. */
function changedIn(fields: AddressFields, change: (text: string) => string): readonly AddressFields[] {
  const part = partOf(fields);
  const written = fields[part]?.trim() ?? '';
  const changed = change(written);
  return changed === written ? [] : [{ ...fields, [part]: changed }];
}

/** What a row says the street in. */
function partOf({ text }: AddressFields): 'text' | 'street' {
  return text?.trim() ? 'text' : 'street';
}
