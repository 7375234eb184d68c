import { NUMBER_WORDS } from '../lexicon/house-numbers.ts';
import { REMARK_WORDS } from '../lexicon/remarks.ts';
import { type Kind, patternOf, rowsOf, wordsOf } from '../lexicon/row.ts';
import type { Country } from '../model/country.ts';
import { DIGITS } from '../model/postcode-form.ts';
import { countryNamed, withoutCountry } from './country-names.ts';

/** The words of a kind, as alternatives. */
const anyOf = (...kinds: Kind[]): string => `(?:${patternOf(wordsOf(REMARK_WORDS, kinds))})`;

/** Until the next comma or the end of the line: `t.a.v. mevrouw De Wit`; what begins with a number apart. */
const ATTENTION = new RegExp(`(?:^|[\\s,;])${anyOf('attention')}\\s[^,;\\n0-9]*([^,;\\n]*)`, 'gi');
/** At whose address: `c/o De Wit`. What has a number is the address itself: `p/a Damrak 12`. */
const CARE_OF = new RegExp(`(?:^|(?<=[\\s,;]))${anyOf('careOf')}\\s(?:[^,;\\n0-9]*(?=[,;\\n]|$))?`, 'gi');

const OCCUPANT_WORDS: ReadonlySet<string> = new Set(wordsOf(REMARK_WORDS, ['occupant']));

/** Whether a folded word says that whoever is at an address is named, a person or a company, and not where it is. */
export function isOccupant(word: string): boolean {
  return OCCUPANT_WORDS.has(word);
}

const NUMBERED_WORDS: ReadonlySet<string> = new Set([
  ...wordsOf(REMARK_WORDS, ['numbered']),
  ...rowsOf(REMARK_WORDS, ['floor']).map(({ words }) => words[0]!),
  ...wordsOf(NUMBER_WORDS, ['apartment', 'box', 'room']),
]);

/** Whether a folded word names a part of a building or the like, whose own number follows; but it may also be a word of the street. */
export function isNumbered(word: string): boolean {
  return NUMBERED_WORDS.has(word);
}

const FLOOR_WORD = anyOf('floor', 'floorBehind');
/** Short forms of a floor precede no number. */
const WHOLE_FLOOR_WORD = patternOf(rowsOf(REMARK_WORDS, ['floor']).map(({ words }) => words[0]!));
const APARTMENTS = patternOf(wordsOf(NUMBER_WORDS, ['apartment']));
const BOX_NAMES = patternOf(wordsOf(NUMBER_WORDS, ['box']));

/**
 * After a house number, an apartment is its addition or box and not a floor: a typed number is never dropped silently. Nor is the
 * house number read as the floor: a number without an ordinal ending is a floor only after another number, and never if the floor's
 * number follows its word (`17 étage 2`, `17 et 19`). After a word for it, a floor is a box (`9 bus 4eET`).
 */
const FLOORS: RegExp = new RegExp(
  `(?:^|[\\s,;])(?<!\\b(?:${BOX_NAMES})[\\s.]+)(?:${[
    `[0-9]{1,2}\\s?(?:${anyOf('ordinalEnd')}|\\.)\\s?${FLOOR_WORD}`,
    `(?<=[0-9][a-z]?[\\s,;]{1,3})[0-9]{1,2}\\s?${FLOOR_WORD}(?!\\s?[0-9]{1,3}(?![0-9]))`,
    `(?:${WHOLE_FLOOR_WORD})\\s?[0-9]{1,2}`,
    anyOf('groundFloor'),
  ].join('|')})(?=$|[\\s,;])`,
  'gi',
);

/** An apartment or a box that does not stand behind the house number, with the signs that part it from the rest. */
const APARTMENT_APART = new RegExp(
  `(?:^|[\\s,;]+(?:[-–—]\\s+)?)(?<![0-9][a-z]?[\\s,;]{1,3})((?:(?:${APARTMENTS}|${BOX_NAMES})\\.?|#)\\s?[0-9]{1,4}[a-z]?)(?:\\s+[-–—](?=\\s))?(?=$|[\\s,;])`,
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
function withApartmentAtNumber(text: string): string {
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
const ORDINAL = new RegExp(`^[0-9]{1,2}${anyOf('ordinalEnd')}$`);

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
  `(?<=[0-9][a-z]?)[\\s,;]+(?:([0-9]{1,2})\\s?(?:${anyOf('ordinalEnd')}|\\.)\\s?${FLOOR_WORD}|(?:${WHOLE_FLOOR_WORD})\\s?([0-9]{1,2}))(?=$|[\\s,;])`,
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

/** A letter behind the street whose number stands in front, and one in brackets behind all. */
const LETTER_BEHIND_STREET = /^(\s*[0-9]{1,4})(,?\s+[^0-9,;\n]{3,60}?)\s([A-Za-z])(?=\s*(?:[,;\n]|$))/;
const LETTER_BEHIND_ALL = /^([^0-9]{0,80}[0-9]{1,4})(?![0-9])(.*?)\s*\(([A-Za-z])\)\s*$/s;

/**
 * An address with the letter at its number that stands behind the street or the place; unchanged if there is none.
 *
 * @example withLetterAtNumber('12 Kerkstraat A, Gent'), withLetterAtNumber('Kerkstraat 12, Gent (A)')    // '12A Kerkstraat, Gent', 'Kerkstraat 12A, Gent'
 */
export function withLetterAtNumber(text: string): string {
  const pattern = LETTER_BEHIND_STREET.test(text) ? LETTER_BEHIND_STREET : LETTER_BEHIND_ALL;
  return changedInRead(text, pattern, '$1$3$2');
}

const BOX_OF_POST_OFFICE = `${anyOf('postOfficeBox')}[\\s:]*(?:n[or°]\\.?\\s?)?[0-9]{1,6}(?=$|[\\s,;])`;
/** Directly behind a house number: in Belgium a box of the house is called so, too. */
const BEHIND_NUMBER = '[0-9][a-z]?\\s{1,2}';
/** A box at a post office, with its number, which is never a house number. */
const POST_OFFICE_BOX = new RegExp(`(?:^|(?<=[\\s,;]))(?<!${BEHIND_NUMBER})${BOX_OF_POST_OFFICE}`, 'gi');
const POST_OFFICE_BOX_BESIDE = new RegExp(`(?<=${BEHIND_NUMBER})${BOX_OF_POST_OFFICE}`, 'gi');
const POST_OFFICE_BOX_OF_HOUSE = new RegExp(`(?<=${BEHIND_NUMBER})${anyOf('postOfficeBox')}(?=[\\s:]*[0-9])`, 'i');

/**
 * A Belgian address whose box is called that of a post office; unchanged if there is none.
 *
 * @example withBoxOfHouse('Leeuwerikstraat 25 postbus 403')    // 'Leeuwerikstraat 25 bus 403'
 */
export function withBoxOfHouse(text: string): string {
  return changedInRead(text, POST_OFFICE_BOX_OF_HOUSE, 'bus');
}

const FLOOR_AND_BOX = /(?<=[\s/])([0-9]{2})\.([0-9]{2})(?=$|[\s,;])/;

/**
 * A Belgian address whose box has a full stop between floor and number, without it; unchanged if there is none.
 *
 * @example withBoxJoined('Zandhoefstraat 14/01.01, Geel')    // 'Zandhoefstraat 14/0101, Geel'
 */
export function withBoxJoined(text: string): string {
  return changedInRead(text, FLOOR_AND_BOX, '$1$2');
}

const UNITS = new RegExp(
  `(?<=[0-9][a-z]?[\\s,]{1,3})${anyOf('numbered')}\\.?\\s?(?:[0-9]{1,4}[a-z]?|(?<=\\s)[a-z])(?=$|[\\s,;])`,
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

/** Seven to ten digits, in groups. */
const LONG_NUMBER = '[0-9](?:[\\s./()-]{0,3}[0-9]){6,9}(?![0-9])';
/**
 * Telephone numbers, those of bank accounts (IBAN, ISO 13616), identifiers of companies, electronic addresses, dates, times, coordinates, plus codes and prices, whose digits
 * are no house number. Digits with neither a word nor a code before them are a telephone number only in front or if nothing follows: boxes stand before a
 * postcode.
 */
const CONTACT = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?:${anyOf('contact')}|[tfm](?=[\\s.:]+[(+]?[0+]))[\\s.:]*(?:n[or°]\\.?\\s?)?(?:[A-Z]{2}\\s?|\\(?(?:\\+|00)[0-9]{2,3})?[\\s(]*${LONG_NUMBER}`,
    `(?<![0-9])(?:\\+|00)(?:3[1-3]|352|49)[\\s()]*${LONG_NUMBER}`,
    '(?<=^|[\\s,;|(])\\(?0[1-9](?:[\\s./()-]{0,3}[0-9]){7,8}(?=\\s*(?:[,;|)\\n]|$))',
    '^\\(?0[1-9](?:[\\s./()-]{0,3}[0-9]){7,8}(?=\\s+\\p{L})',
    '(?:e-?mail[\\s:]*)?[^\\s,;<>()@]{1,64}@(?=[^\\s,;<>()@]*\\.)[^\\s,;<>()@]{1,250}',
    '(?:https?://|www\\.)[^\\s,;<>()]+',
    '(?<![0-9])(?:[0-9]{1,2}([./-])[0-9]{1,2}\\1(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2})(?![0-9])',
    // With a year of two digits only in front, before another number: 12/3/01 may be a box.
    '^[0-9]{1,2}([./-])[0-9]{1,2}\\2[0-9]{2}(?=[\\s,;:]+[0-9])',
    // A plus code (Open Location Code specification).
    '(?<![\\p{L}\\p{N}])[2-9cfghjmpqrvwx]{4,8}\\+[2-9cfghjmpqrvwx]{2,3}(?![\\p{L}\\p{N}])',
    '[-+]?[0-9]{1,2}[.,][0-9]{3,}°?[\\s,;/]+[-+]?[0-9]{1,2}[.,][0-9]{3,}°?',
    '(?<![\\p{L}\\p{N}])(?:iban[\\s:]*)?[a-z]{2}[0-9]{2}(?:\\s?[a-z0-9]{4}){2,6}\\s?[0-9]{4}(?:\\s?[0-9]{1,4})?(?![\\p{L}\\p{N}])',
    '€\\s?[0-9][0-9.,]{0,20}|(?<![0-9.,])[0-9][0-9.,]{0,20}\\s?€',
  ].join('|'),
  'giu',
);
const MIN_CONTACT_DIGITS = 7;
/** A time, with a small letter: 2H32 is a Dutch house. */
const TIME = /(?<![\p{L}0-9])[0-9]{1,2}[:hu][0-5][0-9](?![0-9])/gu;

/** The number of an entry of a list, with its sign, or times, before a house number: `1) 12, Rue Haute`, `14h-16h 12, Rue Haute`. */
const LIST_NUMBER =
  /^\s*(?:[0-9]{1,3}\s?(?:[):]|\.-?)|n[or°]?\.?\s?[0-9]{1,3}\s?:|[0-9]{1,2}\s?[hu](?:[0-5][0-9])?(?:\s?[-–à]\s?[0-9]{1,2}\s?[hu](?:[0-5][0-9])?)?,?)\s+(?=[0-9]{1,4}[a-z]?[\s,]+\p{L}{2})/iu;
/** Between two numbers in front of a street: `12 tot 14 Rue Haute`. */
const RANGE_IN_FRONT = new RegExp(
  `(?<=^\\s*[0-9]{1,4}[a-z]?)\\s+(?:${patternOf(wordsOf(NUMBER_WORDS, ['rangeWord']))}|t/m)\\s+(?=[0-9]{1,4}[a-z]?[\\s,]+\\p{L}{2})`,
  'iu',
);

/** Whether a text may name any of them: a cheap look, since hardly an address does. */
function mayHaveContacts(text: string): boolean {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
  }
  return digits >= MIN_CONTACT_DIGITS || /[@:€+]|www\.|[0-9][hu][0-5]/.test(text);
}

/**
 * The text without the boxes at a post office, telephone numbers, electronic addresses, dates, times and prices that it names; unchanged if it names none.
 *
 * @example withoutContacts('Damrak 12, Postbus 12, 1000AA Amsterdam, tel. 020-1234567')    // 'Damrak 12, , 1000AA Amsterdam, '
 */
export function withoutContacts(text: string): string {
  const read = text
    .slice(0, MAX_LENGTH)
    .replace(POST_OFFICE_BOX, '')
    .replace(LIST_NUMBER, '')
    .replace(RANGE_IN_FRONT, '-');
  const rest = mayHaveContacts(read) ? read.replace(CONTACT, '').replace(TIME, '') : read;
  return rest + text.slice(MAX_LENGTH);
}

/** That the house has no number, behind the street: `Avenue Louise s/n`. */
const NO_NUMBER = new RegExp(`(?<=\\p{L}[\\s,]{1,3})${anyOf('noNumber')}[°.]?(?=\\s*(?:$|[,;\\n(]|[0-9]{4}))`, 'giu');
/** Also as MySQL writes it: `\\N`. */
const NOTHING = new RegExp(`^\\s*(?:[#(]?${anyOf('nothing')}\\)?|\\\\N)\\s*$`, 'i');

/** Whether a cell says that it is empty: `NULL`, `n.v.t.`, `onbekend`. */
export function saysNothing(cell: string): boolean {
  return cell.length <= MAX_NOTHING && NOTHING.test(cell);
}

/** Characters of the longest such cell, with what stands around it. */
const MAX_NOTHING = 14;

/**
 * The number of a cell without the brackets or signs around it, and what says that it is not quite sure.
 *
 * @example bareNumber('(13)'), bareNumber('№ 13'), bareNumber('ca. 13')    // '13', '13', '13'
 */
export function bareNumber(cell: string): string {
  return cell.replace(ENCLOSED, '$1');
}

const ENCLOSED = new RegExp(
  `^(?:[([#№<*~±-]+|${anyOf('about')}(?!\\p{L})\\.?)\\s*([0-9][^()[\\]]*?)\\s*[)\\]>*-]*$`,
  'iu',
);

/** The other street of a corner, up to the next part of the address. */
const CORNERS = new RegExp(`(?<=[0-9][a-z]?)[\\s,]+${anyOf('corner')}\\s[^,;\\n]*(?=[,;\\n])`, 'gi');

/** "Opposite" the address that follows. */
const OPPOSITE = new RegExp(`(?:^|(?<=[\\s,;]))${anyOf('opposite')}(?=\\s)`, 'gi');
/** Behind a whole address, what it lies in or near: `, province de Liège`, `nabij Rotterdam`. */
const AROUND = new RegExp(
  `(?:[,;\\n]\\s*|(?<=\\S)\\s+)${anyOf('around', 'near')}(?!\\p{L})[^,;\\n0-9]*(?=[,;\\n]|$)`,
  'giu',
);
const BESIDE = new RegExp(`(?<=^\\s*|[,;\\n]\\s*)${anyOf('opposite', 'beside', 'near')}\\s+(?=\\p{L})`, 'iu');

/**
 * The text without `t.o.` ("opposite") before an address; unchanged if it has none.
 *
 * @example withoutOpposite('t.o. Damrak 12')    // ' Damrak 12'
 */
export function withoutOpposite(text: string): string {
  return text.replace(OPPOSITE, '');
}

/**
 * The text without the words that say where a house lies from the address that follows; unchanged if it has none. Streets are called so,
 * too: Achter de Kerk.
 *
 * @example withoutBeside('naast Damrak 12, Amsterdam')    // 'Damrak 12, Amsterdam'
 */
export function withoutBeside(text: string): string {
  return changedInRead(text, BESIDE, '');
}

/** The postcode and place of a Belgian address, and the number of a postal district after them. */
const POSTAL_DISTRICT = new RegExp(
  `(${DIGITS})([\\s,]+\\p{L}[^0-9,;\\n]{0,40}?)([\\s-]+)([0-9]{1,2})(?=\\s*(?:$|[,;\\n]))`,
  'u',
);

/**
 * The text without the number that Belgians used to write after a city, and that its postcode repeats; unchanged if there is none. It is a
 * house number if no other number precedes the postcode, unless a hyphen joins it to the city.
 *
 * @example withoutPostalDistrict('Wetstraat 16, 1040 Brussel 4')    // 'Wetstraat 16, 1040 Brussel'
 */
export function withoutPostalDistrict(text: string): string {
  const match = POSTAL_DISTRICT.exec(text.slice(0, MAX_LENGTH));
  if (match === null) return text;
  const [all, postcode = '', place = '', hyphen = '', district = ''] = match;
  // The number of a box behind the place: `2275 Lille - app 7`.
  if (!isPostalDistrict(postcode, district) || isNumbered(lastWord(place))) return text;
  const before = text.slice(0, match.index);
  if (!hyphen.includes('-') && !/[0-9]/.test(before)) return text;
  return before + postcode + place + text.slice(match.index + all.length);
}

function lastWord(text: string): string {
  return /(\p{L}*)\.?$/u.exec(text)![1]!.toLowerCase();
}

/** Whether a postcode stands for the district of a city: 1130 for Bruxelles 13, 2060 for Antwerpen 6, 1000 and 2018 for the first. */
function isPostalDistrict(postcode: string, district: string): boolean {
  const isFirst = Number(district) === 1 && /^[0-9]00|^[0-9]018/.test(postcode);
  return isFirst || [postcode.slice(1, 3), postcode.slice(2, 3)].some((digits) => Number(digits) === Number(district));
}

/** A name without what is in brackets: `Wilrijk` for `Wilrijk (Antwerpen)`. */
export function withoutBrackets(name: string): string {
  return name.replace(/\s*\([^()]*\)\s*/g, ' ');
}

const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/**
 * What stands in brackets at the end of a text, if it has a digit, as an address has; else the text.
 *
 * @example insideBrackets('Bakkerij Jansen (Damrak 12, Amsterdam)')    // 'Damrak 12, Amsterdam'
 */
export function insideBrackets(text: string): string {
  const [, inside = ''] = IN_BRACKETS_BEHIND.exec(text.slice(0, MAX_LENGTH)) ?? [];
  return /[0-9]/.test(inside) ? inside : text;
}

const IN_BRACKETS_BEHIND = /^[^()]+\(([^()]*)\)\s*$/;

/** A text with what a pattern finds in the part of it that is read changed. */
function changedInRead(text: string, pattern: RegExp, to: string): string {
  return text.slice(0, MAX_LENGTH).replace(pattern, to) + text.slice(MAX_LENGTH);
}

/** Maximum characters read: a longer text is an attack, not an address. This bounds the time of the patterns. */
export const MAX_LENGTH = 1000;

/**
 * The text without brackets and their content, unless they end a name, addressees, corners, what it lies in or near, floors and the country's name; with the only
 * number, also behind an addressee. Unchanged if nothing would be left. Only its first 1,000 characters are read.
 *
 * @param isName whether a text is a name: Bergen (NH)
 * @example withoutNoise('be', 'Av. Fonsny 20 (en face de la gare), Belgique')    // 'Av. Fonsny 20  '
 */
export function withoutNoise(country: Country, text: string, isName: (name: string) => boolean = () => false): string {
  const cleaned = text
    .slice(0, MAX_LENGTH)
    .replace(BRACKETS, (bracket, at: number, whole: string) =>
      endsName(whole.slice(0, at), bracket, isName) ? bracket : additionIn(whole.slice(0, at), bracket),
    )
    .replace(ATTENTION, (all, behind: string, at: number, whole: string) =>
      HOUSE_NUMBER.test(whole.slice(0, at) + whole.slice(at + all.length)) ? ' ' : ` ${behind}`,
    )
    .replace(CARE_OF, ' ')
    .replace(CORNERS, ' ')
    .replace(AROUND, (all, at: number, whole: string) => (isAround(whole.slice(0, at), all, isName) ? '' : all))
    .replace(NO_NUMBER, ' ')
    .replace(POST_OFFICE_BOX_BESIDE, ' ')
    .replace(FLOORS, ' ');
  const rest = withoutCountry(withApartmentAtNumber(cleaned), country);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** What stands in brackets directly behind a house number and is its letter, addition or box, without them; else a blank. */
function additionIn(before: string, bracket: string): string {
  const inside = bracket.slice(1, -1).replace(SIGN_OF_NUMBER, '').trim();
  if (!BEHIND_HOUSE_NUMBER.test(before)) return ' ';
  if (ADDITION.test(inside)) return ` ${inside} `;
  return CODE.test(inside) && countryNamed(inside) === undefined ? ` ${BOX} ${inside} ` : ' ';
}

/** A box called by letters: `GLVH`. */
const CODE = /^[A-Z]{3,4}$/;

const BEHIND_HOUSE_NUMBER = /[0-9]\s?[a-z]?\s*$/i;
const SIGN_OF_NUMBER = new RegExp(
  `^\\s*(?:${patternOf(wordsOf(NUMBER_WORDS, ['numberSign']))})[.:]?\\s*(?=[0-9])`,
  'i',
);
const ADDITION = new RegExp(`^(?:(?:${APARTMENTS}|${BOX_NAMES})\\.?\\s?)?(?:[a-z]|[a-z]?[0-9]{1,4}[a-z]?)$`, 'i');

const SAYS_AROUND = new RegExp(`^\\s*${anyOf('around', 'near')}(?!\\p{L})`, 'iu');

/** Whether words name what a place lies in, or is near to, rather than a place: `kanton Groningen`. */
export function saysAround(words: string): boolean {
  return SAYS_AROUND.test(words);
}

/** Whether it stands behind an address and its place, and behind a comma, or the name of the place: not the `bij` of Wijk bij Duurstede. */
function isAround(before: string, around: string, isName: (name: string) => boolean): boolean {
  return (
    WHOLE_LINE.test(before) &&
    !/[0-9]\p{L}?[\s,]*$/u.test(before) &&
    (/^[,;\n]/.test(around) || (endsName(before, '', isName) && !endsName(before, around.trim(), isName)))
  );
}

/** A name with a number. */
const WHOLE_LINE = /\p{L}{3}.*[0-9]|[0-9].*\p{L}{3}/su;

/** A number that is no postcode, and no ordinal: of a floor, or in the name of a street. */
const HOUSE_NUMBER = new RegExp(`(?<![0-9])[0-9]{1,3}(?![0-9]|${anyOf('ordinalEnd')}(?!\\p{L}))`, 'iu');

/** Whether the last words before a bracket, or other words, are a name with it. */
function endsName(before: string, bracket: string, isName: (name: string) => boolean): boolean {
  const words = before.trimEnd().split(/\s+/);
  for (let used = 1; used <= Math.min(MAX_NAME_WORDS, words.length); used++) {
    if (isName(`${words.slice(-used).join(' ')} ${bracket}`.trimEnd())) return true;
  }
  return false;
}

/** Words of a name before its brackets. */
const MAX_NAME_WORDS = 5;
