import { NAME_WORDS } from '../lexicon/names.ts';
import { type Kind, type Row, rowsOf, wordsOf } from '../lexicon/row.ts';
import { byCountry, type Country } from '../model/country.ts';

/** Other ways to write a word of a name, as the lexicon has them. All words are folded. */

/** Kinds of rows whose words stand for one another wherever they occur. */
const FORM_KINDS: readonly Kind[] = [
  'saint',
  'title',
  'numeral',
  'street',
  'form',
  'typedForm',
  'ordinal',
  'joined',
  'province',
];
const FORMS = byCountry((country) => formsByWord(rowsOf(NAME_WORDS, FORM_KINDS, country)));
/**
 * All forms of a folded province, itself first, as people write them after a place: `gelderland`, `gld`, `gl`, `ge`; none where they write no
 * province there.
 */
export function provinceForms(country: Country, province: string): readonly string[] {
  const rows = rowsOf(NAME_WORDS, ['province', 'provinceAfterPlace'], country);
  return [...new Set(rows.filter(({ words }) => words[0] === province).flatMap(({ words }) => words))];
}

/** A word in place of another one, and how many wrong letters that counts as. */
interface OtherWord {
  readonly text: string;
  readonly edits: number;
}

/** An ending of compounds, and another one that may stand in its place. */
interface OtherEnding {
  readonly ending: string;
  readonly other: string;
}

/** The endings that have another form, by their last letter: most words end in none of them. */
const OTHER_ENDINGS = byCountry(endingsByLetter);

/** Kinds of street that people confuse, at the end of a compound and as words. The rest of the name is what they remember. */
const TYPE_ENDINGS = byCountry((country) => wordsOf(NAME_WORDS, ['streetEnding', 'compoundEnding'], country));
const WHOLE_TYPES = byCountry((country) => wordsOf(NAME_WORDS, ['streetType', 'streetEnding'], country));
const TYPE_WORDS = byCountry((country) => wordsOf(NAME_WORDS, ['streetType'], country));
const ALL_TYPE_ENDINGS = wordsOf(NAME_WORDS, ['streetEnding']);
/** What one kind of street in place of another costs, in wrong letters. */
const [{ cost: ANOTHER_TYPE = 0 } = {}] = rowsOf(NAME_WORDS, ['streetEnding']);
const SAME_TYPES = rowsOf(NAME_WORDS, ['sameType']);
/** What people write for the letters of a sound. */
const SOUNDS = byCountry((country) =>
  rowsOf(NAME_WORDS, ['sound'], country).flatMap(({ words: [one = '', other = ''], cost: edits = 1 }) => [
    { from: one, to: other, edits },
    { from: other, to: one, edits },
  ]),
);

/** The kind of street that a folded word ends in, as a compound does: `plein` of kerkplein. */
export function streetTypeOf(country: Country, word: string): string | undefined {
  return TYPE_ENDINGS[country].find((type) => word.length > type.length && word.endsWith(type));
}

/** Whether a folded word is a kind of street by itself: `rue`, and `plein` of Koning Albert plein. */
export function isStreetType(country: Country, word: string): boolean {
  return WHOLE_TYPES[country].includes(word);
}

/** Whether a folded word is a kind of street or ends in one. */
export function hasStreetType(country: Country, word: string): boolean {
  return isStreetType(country, word) || streetTypeOf(country, word) !== undefined;
}

const TITLES: ReadonlySet<string> = new Set(wordsOf(NAME_WORDS, ['title']));
const ADJECTIVES: ReadonlyMap<string, Row> = new Map(
  rowsOf(NAME_WORDS, ['adjective']).flatMap((row) => row.words.map((word) => [word, row])),
);

/** Whether a folded word tells streets of one name apart: `oude`. */
export function isAdjective(word: string): boolean {
  return ADJECTIVES.has(word);
}

/** Whether one of some folded words is a title, or tells one from another: the `grande duchesse` of `avenue grande duchesse charlotte`. */
export function isOfTitle(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  return TITLES.has(word) || (isAdjective(word) && TITLES.has(words[at + 1] ?? ''));
}

/** As what people write one folded word in the place of another: one title for another, `prinses`, `dr`, or an adjective for its opposite; `undefined` if they do not. */
export function exchangedAs(one: string, other: string): 'title' | 'adjective' | undefined {
  if (TITLES.has(one) && TITLES.has(other)) return 'title';
  return isAdjective(one) && ADJECTIVES.get(one) === ADJECTIVES.get(other) ? 'adjective' : undefined;
}

/** Whether a folded word is a kind of street that stands in front of a name: `rue`. */
export function isTypeInFront(country: Country, word: string): boolean {
  return isStreetType(country, word) && !isTypeEnding(word);
}

/** Whether a folded word is a kind of street that compounds end in: `plein`. */
export function isTypeEnding(word: string): boolean {
  return ALL_TYPE_ENDINGS.includes(word);
}

/** How many wrong letters one kind of street instead of another counts as. */
export function lettersBetweenTypes(a: string, b: string): number {
  return SAME_TYPES.find(({ words }) => words.includes(a) && words.includes(b))?.cost ?? ANOTHER_TYPE;
}

/**
 * The word with each other kind of street, and how many wrong letters that counts as: kerkplein and others for `kerkplaats`, route and
 * others for `rue`; nothing for a word without a kind of street.
 *
 * @param isOpen whether the word may go on, and end in the beginning of a kind of street: kerkplein for `kerkla`
 */
export function withOtherType(country: Country, word: string, isOpen: boolean = false): readonly OtherWord[] {
  const types = TYPE_WORDS[country];
  if (types.includes(word))
    return types.filter((other) => other !== word).map((text) => ({ text, edits: ANOTHER_TYPE }));
  const stem = isOpen ? stemOfBegun(country, word) : stemOf(country, word);
  if (stem === '') return [];
  const type = word.slice(stem.length);
  return TYPE_ENDINGS[country]
    .filter((other) => other !== type)
    .map((other) => ({
      text: stem + other,
      edits: lettersBetweenTypes(type, other),
    }));
}

/**
 * The word with one of its sounds written in another way, each time in another place, and how many wrong letters that counts as: dijkstraat for
 * `deikstraat`, joseph for `josef`. Most are no words.
 */
export function withOtherSound(country: Country, word: string): readonly OtherWord[] {
  const found: OtherWord[] = [];
  for (const { from, to, edits } of SOUNDS[country]) {
    for (let at = word.indexOf(from); at !== -1; at = word.indexOf(from, at + 1))
      found.push({ text: word.slice(0, at) + to + word.slice(at + from.length), edits });
  }
  return found;
}

/** `kerk` of kerkplein, which people also write for Kerkplaats; `''` for a word that is no such name. */
export function stemOf(country: Country, word: string): string {
  const type = streetTypeOf(country, word);
  return type === undefined || word.length - type.length < MIN_STEM_LETTERS ? '' : word.slice(0, -type.length);
}

/** The same for a word that may go on: `kerk` of `kerkpl`. */
function stemOfBegun(country: Country, word: string): string {
  for (let at = MIN_STEM_LETTERS; at < word.length; at++)
    if (TYPE_ENDINGS[country].some((type) => type.startsWith(word.slice(at)))) return word.slice(0, at);
  return '';
}

/** Minimum letters before a kind of street for the compound to be a name. */
const MIN_STEM_LETTERS = 3;

const NUMERALS: ReadonlyMap<string, string> = new Map(
  rowsOf(NAME_WORDS, ['numeral']).map(({ words: [numeral = '', digits = ''] }) => [numeral, digits]),
);

/** The Roman numerals among folded words, in digits: `2` for `leopold ii laan`; `''` where there are none. */
export function romanNumeralsIn(words: readonly string[]): string {
  let found = '';
  for (const word of words) {
    const digits = word.length <= MAX_NUMERAL_LETTERS ? NUMERALS.get(word) : undefined;
    if (digits !== undefined) found += found === '' ? digits : ` ${digits}`;
  }
  return found;
}

const MAX_NUMERAL_LETTERS = 4;

/** The first words of forms of several words; there are few. */
const FIRST_WORDS = byCountry((country) => firstWords(FORMS[country]));

/**
 * Other forms of one folded word, or of several that belong together (`v d`), without itself: abbreviations written out,
 * and whole words abbreviated.
 *
 * @example formsOf('nl', 'st')         // ['sint', 'saint', 'sankt', 'straat', 'str', 'strt']
 * @example formsOf('nl', 'kerkstr')    // ['kerkstraat', 'kerkstrjitte']
 * @example formsOf('nl', 'v d')        // ['van der', 'vd', 'vander', 'van den', …]
 * @example formsOf('be', 'steenweg op mechelen')    // ['mechelensesteenweg', 'mechelsesteenweg']
 */
export function formsOf(country: Country, text: string): readonly string[] {
  const known = FORMS[country].get(text) ?? NONE;
  const compounds: string[] = [];
  for (const { ending, other } of OTHER_ENDINGS[country].get(text.at(-1)!) ?? []) {
    if (text.length > ending.length + 1 && text.endsWith(ending)) compounds.push(text.slice(0, -ending.length) + other);
  }
  for (const ourLady of JOINED[country]) {
    const [, ending] = text.startsWith('o') ? (JOINED_OUR_LADY.exec(text) ?? []) : [];
    if (ending !== undefined) compounds.push(`${ourLady}${ending}`, `${ourLady}e${ending}`);
  }
  if (text.includes('steenweg')) compounds.push(...roadsToTown(text));
  return compounds.length === 0 ? known : [...known, ...compounds];
}

/** A road by the town that it leads to, in words for a compound and the other way round: Steenweg op Waver, Waversesteenweg. */
function roadsToTown(text: string): readonly string[] {
  const [, town] = ROAD_TO.exec(text) ?? [];
  if (town !== undefined) return TOWN_ENDINGS.map((ending) => `steenweg op ${town}${ending}`);
  const [, whole] = TO_TOWN.exec(text) ?? [];
  const endings = TOWN_ENDINGS.filter((ending) => whole?.endsWith(ending));
  return endings.map((ending) => `${whole!.slice(0, whole!.length - ending.length)}sesteenweg`);
}

const ROAD_TO = /^([a-z]{3,})sesteenweg$/;
const TO_TOWN = /^steenweg (?:op|naar) ([a-z]{4,})$/;
/** What the name of a town loses before it: Mechelsesteenweg, Dendermondsesteenweg. */
const TOWN_ENDINGS = ['', 'e', 'en'];

/** Joined with the word that follows: Onze-Lieve-Vrouwestraat, O.L.V.-straat. */
const JOINED = byCountry((country) => rowsOf(NAME_WORDS, ['joined'], country).map(({ words }) => words[0]!));
const JOINED_OUR_LADY = /^(?:o l v |o ?l ?vrouwe?|olv ?)(\p{L}+)$/u;
const NONE: readonly string[] = [];

/**
 * Other spellings of one folded word, which may be a beginning: ij, ĳ and y sound and look alike in Dutch names, and `van der` is
 * often abbreviated, or joined to the name.
 *
 * @example spellingsOf('nl', 'ysselst')    // ['ijsselst']
 * @example spellingsOf('nl', 'vdberg')     // ['van der berg', 'van den berg', 'van de berg']
 * @example spellingsOf('nl', 'vandenberg') // ['van den berg']
 */
export function spellingsOf(country: Country, word: string): readonly string[] {
  if (country === 'lu') return NONE;
  const joined = word.startsWith('v') ? JOINED_VAN.exec(word) : null;
  if (joined !== null) {
    const [, article, name] = joined;
    const articles = article === 'd' ? VAN_ARTICLES : [article!.slice(2)];
    return articles.map((each) => `van ${each} ${name}`);
  }
  if (word.includes('ij')) return [word.replaceAll('ij', 'y')];
  return word.length > 2 && word.includes('y') ? [word.replaceAll('y', 'ij')] : NONE;
}

/** `ande` is last, so that `vanden` is not read as `vande` and an n. */
const JOINED_VAN = /^v(d|ander|anden|ande)(\p{L}{3,})$/u;
const VAN_ARTICLES: readonly string[] = ['der', 'den', 'de'];

/** Whether a word can begin a form of several words. */
export function beginsLongForm(country: Country, word: string): boolean {
  return FIRST_WORDS[country].has(word);
}

/** Whether a folded word is an ordinal in digits: `2e`, `1ste`, `12eme`. */
export function isOrdinal(word: string): boolean {
  return ORDINAL.test(word);
}

const ORDINAL = /^[0-9]{1,2}(?:e|de|ste|er|ere|re|eme)$/;

/** Maximum number of words in one form of a name. */
export const MAX_FORM_WORDS = 4;

function formsByWord(rows: readonly Row[]): Map<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const { kind, words } of rows) {
    for (const form of kind === 'typedForm' ? words.slice(1) : words) {
      const others = forms.get(form) ?? [];
      for (const other of words) if (other !== form && !others.includes(other)) others.push(other);
      forms.set(form, others);
    }
  }
  return forms;
}

/** The long ending in place of each short one; and in place of a long one `str`, which registers write too. */
function endingsByLetter(country: Country): ReadonlyMap<string, readonly OtherEnding[]> {
  const byLetter = new Map<string, OtherEnding[]>();
  const add = (ending: string, other: string): void => {
    const letter = ending.at(-1)!;
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), { ending, other }]);
  };
  for (const { words } of rowsOf(NAME_WORDS, ['shortEnding'], country)) {
    const [long = '', ...shorts] = words;
    for (const short of shorts) {
      add(short, long);
      if (short === 'str') add(long, short);
    }
  }
  return byLetter;
}

function firstWords(forms: ReadonlyMap<string, readonly string[]>): Set<string> {
  const words = new Set<string>();
  for (const form of forms.keys()) if (form.includes(' ')) words.add(form.slice(0, form.indexOf(' ')));
  if (forms.has('olv')) words.add('olv').add('ol');
  if (forms.has('steenweg')) words.add('steenweg');
  return words;
}
