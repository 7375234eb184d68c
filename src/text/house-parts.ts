import { NUMBER_WORDS } from '../lexicon/house-numbers.ts';
import { anyRemark, REMARK_WORDS } from '../lexicon/remarks.ts';
import { patternOf, rowsOf, wordsOf } from '../lexicon/row.ts';
import { withoutNumberSign } from '../model/house-number.ts';
import { countryNamed } from './country-names.ts';

/** The floors, letters, apartments and boxes of a house, wherever a text has them: at the house number, or left out. */

const NUMBERED_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf(REMARK_WORDS, ['numbered']),
  ...rowsOf(REMARK_WORDS, ['floor']).map(({ words }) => words[0]!),
  ...wordsOf(NUMBER_WORDS, ['apartment', 'box', 'room']),
]);

/** Whether a folded word names a part of a building or the like, whose own number follows; but it may also be a word of the street. */
export function isNumbered(word: string): boolean {
  return NUMBERED_WORDS.has(word);
}

const FLOOR_WORD = anyRemark('floor', 'floorBehind');
/** Short forms of a floor precede no number. */
const WHOLE_FLOOR_WORD = patternOf(rowsOf(REMARK_WORDS, ['floor']).map(({ words }) => words[0]!));
const APARTMENTS = patternOf(wordsOf(NUMBER_WORDS, ['apartment']));
const BOX_NAMES = patternOf(wordsOf(NUMBER_WORDS, ['box']));

/**
 * After a house number, an apartment is its addition or box and not a floor: a typed number is never dropped silently. Nor is the
 * house number read as the floor: a number without an ordinal ending is a floor only after another number, and never if the floor's
 * number follows its word (`17 étage 2`, `17 et 19`). After a word for it, a floor is a box (`9 bus 4eET`).
 */
export const FLOORS: RegExp = new RegExp(
  `(?:^|[\\s,;])(?<!\\b(?:${BOX_NAMES})[\\s.]+)(?:${[
    `[0-9]{1,2}\\s?(?:${anyRemark('ordinalEnd')}|\\.)\\s?${FLOOR_WORD}`,
    `(?<=[0-9][a-z]?[\\s,;]{1,3})[0-9]{1,2}\\s?${FLOOR_WORD}(?!\\s?[0-9]{1,3}(?![0-9]))`,
    `(?:${WHOLE_FLOOR_WORD})[\\s:]{0,2}[0-9]{1,2}`,
    'r\\s?\\+\\s?[0-9]{1,2}',
    anyRemark('groundFloor'),
  ].join('|')})(?=$|[\\s,;])`,
  'gi',
);

/** What a box is called: with a digit, `b001`, `1.2`, `4ET`, or by one letter, `B/9`. */
const BOX_CODE = '(?:[a-z]{0,3}[0-9][0-9a-z]{0,6}|[a-z])(?:[./-][0-9a-z]{1,5}){0,2}';
/** An apartment or a box that does not stand behind the house number, with the signs that part it from the rest. */
const APARTMENT_APART = new RegExp(
  `(?:^|(?<![\\s,;])[\\s,;]+(?:[-–—]\\s+)?)(?<![0-9][a-z]?[\\s,;]{1,3})((?:${APARTMENTS}|${BOX_NAMES})(?:\\.?\\s?(?=[0-9])|[.\\s]\\s?)${BOX_CODE}|#\\s?[0-9]{1,4}[a-z]?)(?:\\s+[-–—](?=\\s))?(?=$|[\\s,;])`,
  'i',
);
const ANY_NUMBER = /(?<![\p{L}0-9])[0-9]{1,3}(?:\s?[a-z](?!\p{L}))?(?![0-9])/giu;
/** Of several numbers, the one at the end of its part of an address, or in front of it. */
const NUMBER_OF_HOUSE =
  /(?<![0-9])[0-9]{1,3}(?:\s?[a-z](?!\p{L}))?(?=\s*(?:$|[,;\n]|[1-9][0-9]{3}(?![0-9])|\s[-–—]\s))|^\s*[0-9]{1,3}[a-z]?(?=[\s,])/iu;

/**
 * An address with its apartment or box behind the house number, wherever it stands; unchanged if it has none, or no such number.
 *
 * @example withApartmentAtNumber('Appartement 3, Damrak 12, Amsterdam')    // ', Damrak 12 Appartement 3, Amsterdam'
 */
export function withApartmentAtNumber(text: string): string {
  const match = APARTMENT_APART.exec(text);
  if (match === null) return text;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  const pattern = rest.match(ANY_NUMBER)?.length === 1 ? ANY_NUMBER : NUMBER_OF_HOUSE;
  const changed = rest.replace(pattern, (number) => `${number} ${match[1]!.replace(HASH, `${BOX} `)}`);
  return changed === rest ? text : changed;
}

const BOX = wordsOf(NUMBER_WORDS, ['box'])[0]!;
const HASH = /^#\s?/;

const FLOOR_WORDS: ReadonlySet<string> = new Set(
  wordsOf(REMARK_WORDS, ['floor', 'floorBehind']).map((word) => word.replace('.', '')),
);
const ORDINAL = new RegExp(`^[0-9]{1,2}${anyRemark('ordinalEnd')}$`);

/** Whether a folded number with the signs and the word behind it is that of a floor, `2e verdieping`, `3. Stock`: by words, since each keystroke asks. */
export function isFloor(number: string, signs: string, word: string): boolean {
  return FLOOR_WORDS.has(word) && (signs.startsWith('.') || ORDINAL.test(number));
}

/**
 * A house number without the floor behind it; unchanged if there is none.
 *
 * @example withoutFloors('12, 2e verdieping')    // '12'
 */
export function withoutFloors(number: string): string {
  const rest = number.slice(0, MAX_LENGTH).replace(FLOORS, '');
  return rest.length === number.length ? number : rest.replace(/[\s,;]+$/, '');
}

/** Behind a house number: the number of a floor, before or behind the word for one. */
const FLOOR_BEHIND_NUMBER = new RegExp(
  `(?<=[0-9][a-z]?)[\\s,;]+(?:([0-9]{1,2})\\s?(?:${anyRemark('ordinalEnd')}|\\.)\\s?${FLOOR_WORD}|(?:${WHOLE_FLOOR_WORD})\\s?([0-9]{1,2}))(?=$|[\\s,;])`,
  'i',
);

/**
 * An address with its floor as the addition of its number, as Dutch registers have it; unchanged if there is none.
 *
 * @example withFloorAsAddition('Damrak 12, 2e verdieping, Amsterdam')    // 'Damrak 12-2, Amsterdam'
 */
export function withFloorAsAddition(text: string): string {
  return changedInRead(text, FLOOR_BEHIND_NUMBER, '-$1$2');
}

/** A letter, or a box with a sign for it, behind the street whose number stands in front, and a letter in brackets behind all. */
const LETTER_BEHIND_STREET =
  /^(\s*[0-9]{1,4})(,?\s+[^0-9,;\n]{3,60}?)\s([A-Za-z]|[b/]\s?[0-9]{1,4})(?=\s*(?:[,;\n]|$))/i;
const LETTER_BEHIND_ALL = /^([^0-9]{0,80}[0-9]{1,4})(?![0-9])(.*)\(([A-Za-z])\)\s*$/s;

/**
 * An address with the letter or box at its number that stands behind the street or the place; unchanged if there is none.
 *
 * @example withLetterAtNumber('12 Kerkstraat A, Gent'), withLetterAtNumber('Kerkstraat 12, Gent (A)')    // '12A Kerkstraat, Gent', 'Kerkstraat 12A, Gent '
 */
export function withLetterAtNumber(text: string): string {
  const pattern = LETTER_BEHIND_STREET.test(text) ? LETTER_BEHIND_STREET : LETTER_BEHIND_ALL;
  return changedInRead(text, pattern, '$1$3$2');
}

const FLOOR_AND_BOX = new RegExp(
  `(?:(?<=[\\s/])([0-9]{2})\\.|(?<=(?:${BOX_NAMES})[\\s.]{1,2})([0-9]{1,2})[./])([0-9]{1,2})(?=$|[\\s,;])`,
  'i',
);

/**
 * A Belgian address whose box has a full stop or a slash between floor and number, without it; unchanged if there is none.
 *
 * @example withBoxJoined('Zandhoefstraat 14/01.01, Geel')    // 'Zandhoefstraat 14/0101, Geel'
 */
export function withBoxJoined(text: string): string {
  return changedInRead(text, FLOOR_AND_BOX, (_, floor: string | undefined, short: string | undefined, box: string) =>
    [floor ?? short!, box].map((digits) => digits.padStart(2, '0')).join(''),
  );
}

/** Behind a house number: words, and a number by which a box may be called. */
const WORDS_AND_BOX =
  /(?<=(?<![0-9])[0-9]{1,4}[a-z]?[\s,]{1,3})((?:\p{L}{2,16}|\p{L}(?=\.))(?:[.\s]{1,2}\p{L}{1,16}){0,2})[\s.:]{0,2}([0-9]{1,4}[a-z]?)(?=$|[\s,;])/iu;

/**
 * An address with a word for a box in place of the words behind its number, before another one; unchanged if there are none, or they name something.
 *
 * @param isName whether words are a name
 * @example withWordsAsBox('Nieuwesluisweg 1 chalet 208, Breskens', …)    // 'Nieuwesluisweg 1 bus 208, Breskens'
 */
export function withWordsAsBox(text: string, isName: (words: string) => boolean = () => false): string {
  return changedInRead(text, WORDS_AND_BOX, (all, words: string, box: string) =>
    isName(words) ? all : `${BOX} ${box}`,
  );
}

const UNITS = new RegExp(
  `(?<=[0-9][a-z]?[\\s,]{1,3})${anyRemark('numbered')}\\.?\\s?(?:[0-9]{1,4}[a-z]?|(?<=\\s)[a-z])(?=$|[\\s,;])`,
  'gi',
);

/**
 * A text without the parts of a building, with their numbers, behind a house number; unchanged if it names none.
 *
 * @example withoutUnits('Jan Peeters Kerkstraat 12 bureau 4, Gent')    // 'Jan Peeters Kerkstraat 12 , Gent'
 */
export function withoutUnits(text: string): string {
  return changedInRead(text, UNITS, '');
}

/**
 * The number of a cell without the brackets or signs around it, and what says that it is not quite sure.
 *
 * @example bareNumber('(13)'), bareNumber('№ 13'), bareNumber('ca. 13')    // '13', '13', '13'
 */
export function bareNumber(cell: string): string {
  return cell.replace(ENCLOSED, '$1');
}

const ENCLOSED = new RegExp(
  `^(?:[([#№<*~±-]+|${anyRemark('about')}(?!\\p{L})\\.?)\\s*([0-9][^()[\\]]*?)\\s*[)\\]>*-]*$`,
  'iu',
);

/** What stands in brackets and is a letter, addition or box of the house number before it, without them; else a blank. */
export function additionIn(before: string, bracket: string): string {
  const inside = withoutNumberSign(bracket.slice(1, -1)).trim();
  // Elsewhere, `22, Rue Haute (bte 2)`, a box is one only by its word.
  const isBehind = BEHIND_HOUSE_NUMBER.test(before);
  if (NAMED_BOX.test(inside) || (isBehind && ADDITION.test(inside))) return ` ${inside} `;
  return isBehind && CODE.test(inside) && countryNamed(inside) === undefined ? ` ${BOX} ${inside} ` : ' ';
}

/** A box called by letters: `GLVH`. */
const CODE = /^[A-Z]{3,4}$/;

/** With a sign of its number, too: `boîte n° 12`, `bus: 0103`. */
const NAMED_BOX = new RegExp(`^(?:${APARTMENTS}|${BOX_NAMES}|b)[.:\\s]{0,2}(?:n[or°]?[.\\s]{0,2})?${BOX_CODE}$`, 'i');
const BEHIND_HOUSE_NUMBER = /[0-9]\s?[a-z]?\s*$/i;
const ADDITION = /^(?:[a-z]|[a-z]?[0-9]{1,4}[a-z]?)$/i;

/** A text with what a pattern finds in the part of it that is read changed. */
export function changedInRead(
  text: string,
  pattern: RegExp,
  to: string | ((all: string, ...groups: string[]) => string),
): string {
  return text.slice(0, MAX_LENGTH).replace(pattern, to as string) + text.slice(MAX_LENGTH);
}

/** Maximum characters read: a longer text is an attack, not an address. This bounds the time of the patterns. */
export const MAX_LENGTH = 1000;
