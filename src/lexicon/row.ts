/**
 * The rows of the lexicon: the words that the project knows, with what each is, where it is used, and who says so. Code asks for the rows of a
 * kind; it spells only the few words that a pattern takes apart or must not cut: `vandenberg`, `olvstraat`, Hoek van Holland. A new word is a
 * row, and a new country or language its rows. The rows stand in files by what a program needs together, so that a browser fetches the little
 * words without the rest.
 */
export interface Row {
  readonly kind: Kind;
  readonly language: LanguageTag;
  /**
   * Folded; the canonical form first, and forms that may stand for it, or for one another, after it. In a remark, which is looked for in the text as
   * it was written, a full stop may be left out, or must stand where it is doubled.
   */
  readonly words: readonly string[];
  /** Wrong letters that one of these words in place of another counts as, where that is part of the row. */
  readonly cost: number | undefined;
  readonly source: Source;
}

type NameKind =
  | 'form' // noord, n
  | 'typedForm' // short only as people type it: it leads to the word, which leads to no such letter: b, but not bij
  | 'saint' // before the name of one
  | 'title' // before the name of a person, where people also write another one: dokter, dr
  | 'adjective' // tells streets of one name apart, where people also write its opposite: Oude Poststraat, Nieuwe Poststraat
  | 'ordinal' // in words and digits: eerste, 1e
  | 'numeral' // Roman and in digits: ii, 2
  | 'street' // a kind of street by itself, and short: laan, ln
  | 'shortEnding' // the end of a compound, and short: straat, str
  | 'streetType' // a kind of street that people take for another one, as a word: rue
  | 'streetEnding' // the same as the end of a compound: plein
  | 'compoundEnding' // only as the end of a compound: Oude Gracht is a name
  | 'sameType' // kinds of street that mean the same
  | 'sound' // letters for the same sound: ij, ei
  | 'joined' // joined with the word that follows: onze lieve vrouw
  | 'province' // as people abbreviate it wherever it stands
  | 'provinceAfterPlace' // and only after a place
  | 'quarter' // a part of a town, behind its name: centrum
  | 'municipality' // the name of a municipality follows: gem
  | 'joint' // between two names of one place: Son en Breugel
  | 'qualifier' // in the name of a place, and none by itself: nieuw
  | 'unfinished' // ends no name of a place: aan
  | 'beforeRegion'; // between a place and its river or region: Esch-sur-Alzette

type LittleKind =
  | 'article' // before a name, which is as good without it: Den Haag
  | 'aroundName' // around names, added or left out
  | 'filler' // inside names, one word or a sequence, left out: rue (de la) loi
  | 'fillerWord' // left out only as a word of its own
  | 'gluedFiller' // behind a French kind of street, with no blank between: Ruedela Gare
  | 'direction'
  | 'beforePlace' // says that a place follows; as it is written, not folded
  | 'sentence'; // of sentences, not of names

type NumberKind =
  | 'box'
  | 'apartment' // a box of its house, too
  | 'numberSign' // says that a number follows
  | 'signOrName' // the same, or the last word of a street: Kanaal Noord, and the streets called Maison
  | 'addition' // as registers abbreviate it and people write it
  | 'rangeWord' // between the first and the last number of a house, or two houses
  | 'additionSign' // says that an addition follows
  | 'room' // an addition by itself, whose number follows
  | 'month' // as spreadsheets write it in place of a number between 1 and 12
  | 'suffixWord'; // may stand behind a house number

type RemarkKind =
  | 'attention' // whom it is for, up to the next comma
  | 'careOf'
  | 'occupant' // begins or ends the name of whoever is there, folded
  | 'corner' // the other street of a corner follows
  | 'opposite' // where the house lies from the address that follows, in letters that begin no name
  | 'beside' // the same in words, which names begin with, too: naast, achter
  | 'near' // in front of an address, the same; behind one, before a town
  | 'around' // what the place lies in follows, behind an address
  | 'about' // the number behind it is not quite sure
  | 'floor' // its number follows the canonical form, or precedes any of them
  | 'floorBehind' // its number precedes it
  | 'groundFloor'
  | 'ordinalEnd' // the end of an ordinal in digits, before a floor
  | 'numbered' // a part of a building, a plot or the like, whose own number follows
  | 'noNumber' // the house has none
  | 'nothing' // a cell is empty, as programs write it
  | 'postOfficeBox'
  | 'contact'; // the number of a telephone or a company follows

type CountryKind =
  | 'country' // one of the three: its code, then what people call it
  | 'countryInCell' // the same, only in a cell of its own: elsewhere it is also a town, or a letter
  | 'abroad' // the code of another country, whose names ICU has
  | 'abroadName' // a name of another country that ICU does not have
  | 'abroadInCell' // the same, only in a cell of its own
  | 'noCountry'; // what has a code as countries have, and is none

export type Kind = NameKind | LittleKind | NumberKind | RemarkKind | CountryKind;

/** Where a language is spoken, by its BCP 47 tag: in all of our countries that speak it, or in one; `mul` is all languages. */
const SPOKEN_IN = { mul: 'nl be lu', nl: 'nl be', 'nl-NL': 'nl', fr: 'be lu', de: 'be lu', lb: 'lu', en: 'nl be lu' };
type LanguageTag = keyof typeof SPOKEN_IN;

/**
 * Who says so: the language itself, the registers' own spellings (BAG, BeST, CACLR), how people type, ISO 3166-1, or the distinguishing
 * signs of vehicles (Convention on Road Traffic, Vienna 1968, Article 37).
 */
type Source = 'language' | 'registers' | 'usage' | 'iso-3166-1' | 'vehicles';

/**
 * Reads rows of one kind from a line: `kind language source:`, and with `cost=n` if they have one; then the rows between commas, the words of each
 * between blanks, and `_` for a blank inside a word. A line that begins with a blank continues the one before, and `#` begins a comment.
 *
 * @example readRows('form nl usage: van_der v_d vd, het t')    // two rows
 */
export function readRows(table: string): Row[] {
  return [...table.matchAll(/^(\w+) (\S+) ([^\s:]+)(?: cost=(\d+))?:((?:.|\n )+)/gm)].flatMap(
    ([, kind, language, source, cost, rows]) =>
      rows!.split(',').map((row) => ({
        kind: kind as Kind,
        language: language as LanguageTag,
        words: row
          .trim()
          .split(/\s+/)
          .map((word) => word.replaceAll('_', ' ')),
        cost: cost === undefined ? undefined : Number(cost),
        source: source as Source,
      })),
  );
}

/** The rows of some kinds, in a country if one is given, in their order. */
export function rowsOf(lexicon: readonly Row[], kinds: readonly Kind[], country?: string): readonly Row[] {
  return lexicon.filter(
    ({ kind, language }) => kinds.includes(kind) && (country === undefined || SPOKEN_IN[language].includes(country)),
  );
}

/** All words of rows of these kinds. */
export function wordsOf(lexicon: readonly Row[], kinds: readonly Kind[], country?: string): readonly string[] {
  return rowsOf(lexicon, kinds, country).flatMap((row) => row.words);
}

/**
 * The words as alternatives of a regular expression without case, as people write them: with the accents that folding takes away, a hyphen or an
 * apostrophe for a blank, and a blank behind a full stop.
 *
 * @example patternOf(['z.hd.', 'boite postale'])    // `z\\.?\\s?hd\\.?|b[oôö][iîï]t[eéèêë][\\s'’-]p…`
 */
export function patternOf(some: readonly string[]): string {
  return some
    .map((word) =>
      word.replace(/\.\.?|[aeiou ]/g, (mark, at: number) => {
        const isBeforeLetter = /[a-z]/.test(word[at + mark.length] ?? '');
        return WRITTEN[mark] ?? `\\.${mark === '..' ? '' : '?'}${isBeforeLetter ? '\\s?' : ''}`;
      }),
    )
    .join('|');
}

const WRITTEN: Readonly<Record<string, string>> = {
  a: '[aàâä]',
  e: '[eéèêë]',
  i: '[iîï]',
  o: '[oôö]',
  u: '[uùûü]',
  ' ': "[\\s'’-]",
};
