import { NUMBER_WORDS } from '../lexicon/house-numbers.ts';
import { anyRemark, REMARK_WORDS } from '../lexicon/remarks.ts';
import { patternOf, wordsOf } from '../lexicon/row.ts';
import type { Country } from '../model/country.ts';
import { parsePostcode } from '../model/postcode.ts';
import { DIGITS } from '../model/postcode-form.ts';
import { withoutCountry } from './country-names.ts';
import { additionIn, changedInRead, FLOORS, isNumbered, MAX_LENGTH, withApartmentAtNumber } from './house-parts.ts';

/** Until the next comma, slash or the end of the line: `t.a.v. mevrouw De Wit`; what begins with a number apart. */
const ATTENTION = new RegExp(
  `(?:^|[\\s,;])${anyRemark('attention')}\\s(?:(?!\\s/\\s)[^,;\\n0-9])*((?:(?!\\s/\\s)[^,;\\n])*)`,
  'gi',
);
/** At whose address: `c/o De Wit`. What has a number is the address itself: `p/a Damrak 12`. */
const CARE_OF = new RegExp(`(?:^|(?<=[\\s,;]))${anyRemark('careOf')}\\s(?:[^,;\\n0-9]*(?=[,;\\n]|$))?`, 'gi');

/** Words by themselves; Dutch and German compounds end in the longer ones, too: `tandartspraktijk`. */
const OCCUPANTS = wordsOf(REMARK_WORDS, ['occupant']).map((word) => (word.length > 4 ? `${word}$` : `^${word}$`));
const OCCUPANT = new RegExp(OCCUPANTS.join('|'));

/** Whether a folded word says that whoever is at an address is named, a person or a company, and not where it is. */
export function isOccupant(word: string): boolean {
  return OCCUPANT.test(word);
}

const POST_OFFICE = anyRemark('postOfficeBox');
const BOX_OF_POST_OFFICE = `${POST_OFFICE}[\\s:]*(?:n[or°]\\.?\\s?)?[0-9]{1,6}(?=$|[\\s,;)])`;
/** Directly behind a house number, or a comma, a dash or a bracket there: in Belgium a box of the house is called so, too. */
const BEHIND_NUMBER = '(?<![0-9])[0-9]{1,3}[a-z]?[\\s,(–-]{1,3}';
/** A box at a post office, with its number, which is never a house number. */
const POST_OFFICE_BOX = new RegExp(`(?:^|(?<=[\\s,;]))(?<!${BEHIND_NUMBER})${BOX_OF_POST_OFFICE}`, 'gi');
const POST_OFFICE_BOX_BESIDE = new RegExp(`(?<=${BEHIND_NUMBER})${BOX_OF_POST_OFFICE}`, 'gi');
const BOX_OF_HOUSE = new RegExp(`(?<=${BEHIND_NUMBER})${POST_OFFICE}(?=[\\s:]*[a-z]{0,2}(?:[0-9]|[a-z]\\b))`, 'i');

/**
 * A Belgian address whose box is called that of a post office; unchanged if there is none.
 *
 * @example withBoxOfHouse('Leeuwerikstraat 25 postbus 403')    // 'Leeuwerikstraat 25 bus 403'
 */
export function withBoxOfHouse(text: string): string {
  return changedInRead(text, BOX_OF_HOUSE, 'bus');
}

/** Seven to ten digits, in groups. */
const LONG_NUMBER = '[0-9](?:[\\s./()-]{0,3}[0-9]){6,9}(?![0-9])';
/**
 * Telephone numbers, those of bank accounts (IBAN, ISO 13616), identifiers of companies, electronic addresses, dates, times, coordinates, plus codes and prices, whose digits
 * are no house number. Digits with neither a word nor a code before them are a telephone number only in front, in pairs, or if a sign or nothing
 * follows: boxes stand before a postcode.
 */
const CONTACT = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?:${anyRemark('contact')}|[tfm](?=[\\s.:]+[(+]?[0+]))[\\s.:]*(?:n[or°]\\.?\\s?)?(?:[A-Z]{2}\\s?|\\(?(?:\\+|00)[0-9]{2,3})?[\\s(]*${LONG_NUMBER}`,
    `(?<![0-9])(?:\\+|00)(?:3[1-3]|352|49)[\\s()]*${LONG_NUMBER}`,
    '(?<=^|[\\s,;|(])\\(?0[1-9](?:[\\s./()-]{0,3}[0-9]){7,8}(?=\\s*(?:[^\\s\\p{L}\\p{N}]|$))',
    '^\\(?0[1-9](?:[\\s./()-]{0,3}[0-9]){7,8}(?=\\s+\\p{L})',
    // In pairs of digits, as in Luxembourg and in France.
    '(?:^|(?<![0-9])(?:\\+|00)352\\s?)[0-9]{2}(?:[\\s.-][0-9]{2}){2,4}(?=[\\s,]+\\p{L})',
    '(?<=\\p{L}(?:\\s?[.,;|•·–-])?\\s)[0-9]{2}([\\s.-])(?:[0-9]{2}\\1){2,3}[0-9]{2}(?![\\s.-]?[0-9])',
    '(?:e-?mail[\\s:]*)?[^\\s,;<>()@]{1,64}@(?=[^\\s,;<>()@]*\\.)[^\\s,;<>()@]{1,250}',
    '(?:https?://|www\\.)[^\\s,;<>()]+',
    '(?<![0-9])(?:[0-9]{1,2}([./-])[0-9]{1,2}\\2(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2})(?![0-9])',
    // With a year of two digits only in front, before another number: 12/3/01 may be a box.
    '^[0-9]{1,2}([./-])[0-9]{1,2}\\3[0-9]{2}(?=[\\s,;:]+[0-9])',
    // A plus code (Open Location Code specification).
    '(?<![\\p{L}\\p{N}])[2-9cfghjmpqrvwx]{4,8}\\+[2-9cfghjmpqrvwx]{2,3}(?![\\p{L}\\p{N}])',
    '[-+]?[0-9]{1,2}[.,][0-9]{3,}°?[\\s,;/]+[-+]?[0-9]{1,2}[.,][0-9]{3,}°?',
    '(?<![\\p{L}\\p{N}])(?:iban[\\s:]*)?[a-z]{2}[0-9]{2}(?:\\s?[a-z0-9]{4}){2,6}\\s?[0-9]{4}(?:\\s?[0-9]{1,4})?(?![\\p{L}\\p{N}])',
    '€\\s?[0-9][0-9.,]{0,20}|(?<![0-9.,])[0-9][0-9.,]{0,20}\\s?€',
  ].join('|'),
  'giu',
);
/** A time, with a small letter: 2H32 is a Dutch house. */
const TIME = /(?<![\p{L}0-9])[0-9]{1,2}[:hu][0-5][0-9](?![0-9])/gu;

const HOUR = '[0-9]{1,2}\\s?[hu](?:[0-5][0-9])?';
/** The number of an entry of a list, with its sign, or times, in front: `1) 12, Rue Haute`, `14h-16h 12, Rue Haute`. */
const LIST_NUMBER = `^\\s*(?:[0-9]{1,3}\\s?(?:°?[):]|°|\\.-?)|n[or°]?\\.?\\s?[0-9]{1,3}\\s?:|${HOUR}(?:\\s?[-–à]\\s?${HOUR})?,?)\\s+`;
const BEFORE_NUMBER = new RegExp(`${LIST_NUMBER}(?=[0-9]{1,4}[a-z]?[\\s,]+\\p{L}[\\p{L}.])`, 'iu');
/** A number that is no postcode, and no ordinal: of a floor, or in the name of a street. */
const HOUSE_NUMBER = new RegExp(`(?<![0-9])[0-9]{1,3}(?![0-9]|${anyRemark('ordinalEnd')}(?!\\p{L}))`, 'iu');
/** The number of an entry before a street with its own behind it: `1. Molenweg, 12`. */
const BEFORE_STREET = new RegExp(`${LIST_NUMBER}(?=[^0-9]*\\p{L}{2}[^0-9]*${HOUSE_NUMBER.source})`, 'iu');
/** Between two numbers in front of a street: `12 tot 14 Rue Haute`. */
const RANGE_IN_FRONT = new RegExp(
  `^(\\s*[0-9]{1,3}[a-z]?)\\s+(?:${patternOf(wordsOf(NUMBER_WORDS, ['rangeWord']))}|t/m)\\s+(?=[0-9]{1,4}[a-z]?[\\s,]+\\p{L}{2})`,
  'iu',
);

/** What names one of them has one of these: a cheap look, since hardly an address does. */
const SEVEN_DIGITS = /^(?:[^0-9]*[0-9]){7}/;
const SIGN_OF_CONTACT = /[@:€+]|www\.|[0-9][hu][0-5]/;

/**
 * The text without the boxes at a post office, telephone numbers, electronic addresses, dates, times and prices that it names, and the number of a list
 * in front; of two house numbers in front as a range. Unchanged if it has none of these.
 *
 * @example withoutContacts('Damrak 12, 1000AA Amsterdam, Postbus 12, tel. 020-1234567')    // 'Damrak 12, 1000AA Amsterdam, , '
 */
export function withoutContacts(text: string): string {
  const located = text.slice(0, MAX_LENGTH).replace(POST_OFFICE_BOX, '');
  const read = located.replace(BEFORE_NUMBER, '').replace(RANGE_IN_FRONT, '$1-');
  const mayHaveContacts = SEVEN_DIGITS.test(read) || SIGN_OF_CONTACT.test(read);
  const rest = mayHaveContacts ? read.replace(CONTACT, '').replace(TIME, '') : read;
  return rest + text.slice(MAX_LENGTH);
}

/** That the house has no number, behind the street: `Avenue Louise s/n`. */
const NO_NUMBER = new RegExp(
  `(?<=\\p{L}[\\s,]{1,3})${anyRemark('noNumber')}[°.]?(?=\\s*(?:$|[,;\\n(]|[0-9]{4}))`,
  'giu',
);
/** Also as MySQL writes it: `\\N`. */
const NOTHING = new RegExp(`^\\s*(?:[#(]?${anyRemark('nothing')}\\)?|\\\\N)\\s*$`, 'i');

/** Whether a cell says that it is empty: `NULL`, `n.v.t.`, `onbekend`. */
export function saysNothing(cell: string): boolean {
  return cell.length <= MAX_NOTHING && NOTHING.test(cell);
}

/** A cell, empty if it says that it is. */
export function said(cell: string = ''): string {
  return saysNothing(cell) ? '' : cell;
}

/** Characters of the longest such cell, with what stands around it. */
const MAX_NOTHING = 14;

/** The other street of a corner, behind the number or a street whose number stands in front, up to the next part of the address. */
const CORNERS = new RegExp(
  `(?<=[0-9][a-z]?|^\\s*[0-9]{1,4}[a-z]?[\\s,]+\\p{L}[^0-9,;\\n]{3,60})[\\s,]+${anyRemark('corner')}\\s[^,;\\n]*(?=[,;\\n])`,
  'giu',
);

/** "Opposite" the address that follows. */
const OPPOSITE = new RegExp(`(?:^|(?<=[\\s,;]))${anyRemark('opposite')}(?=\\s)`, 'gi');
/** Behind a whole address, what it lies in or near: `, province de Liège`, `nabij Rotterdam`. */
const AROUND = new RegExp(
  `(?:[,;\\n]\\s*|(?<=\\S)\\s+)${anyRemark('around', 'near')}(?!\\p{L})[^,;\\n0-9]*(?=[,;\\n]|$)`,
  'giu',
);
const BESIDE = new RegExp(`(?<=^\\s*|[,;\\n]\\s*)${anyRemark('opposite', 'beside', 'near')}\\s+(?=\\p{L})`, 'iu');

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

/**
 * The text without brackets and their content, unless they end a name or are a postcode, addressees, corners, what it lies in or near, floors, the number
 * of a list and the country's name; with the only number, also behind an addressee. Unchanged if nothing would be left. Only its first 1,000 characters are read.
 *
 * @param isName whether a text is a name: Bergen (NH)
 * @param dropped what is left out of brackets, but for floors, is added to it
 * @example withoutNoise('be', 'Av. Fonsny 20 (en face de la gare), Belgique')    // 'Av. Fonsny 20  '
 */
export function withoutNoise(
  country: Country,
  text: string,
  isName: (name: string) => boolean = () => false,
  dropped: string[] = [],
): string {
  const cleaned = text
    .slice(0, MAX_LENGTH)
    .replace(BRACKETS, (bracket, at: number, whole: string) => {
      const [before, content] = [whole.slice(0, at), bracket.slice(1, -1)];
      if (endsName(before, bracket, isName) || parsePostcode(country, content) !== undefined) return bracket;
      const addition = additionIn(before, bracket);
      if (addition === ' ') dropped.push(content.replace(FLOORS, ' ').trim());
      return addition;
    })
    .replace(ATTENTION, (all, behind: string, at: number, whole: string) =>
      HOUSE_NUMBER.test(whole.slice(0, at) + whole.slice(at + all.length)) ? ' ' : ` ${behind}`,
    )
    .replace(CARE_OF, ' ')
    .replace(CORNERS, ' ')
    .replace(AROUND, (all, at: number, whole: string) => (isAround(whole.slice(0, at), all, isName) ? '' : all))
    .replace(NO_NUMBER, ' ')
    .replace(POST_OFFICE_BOX_BESIDE, ' ')
    .replace(FLOORS, ' ');
  const rest = withoutCountry(withApartmentAtNumber(cleaned).replace(BEFORE_STREET, ''), country);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

const SAYS_AROUND = new RegExp(`^\\s*${anyRemark('around', 'near')}(?!\\p{L})`, 'iu');

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
