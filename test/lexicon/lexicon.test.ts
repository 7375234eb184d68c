import { describe, expect, it } from 'vitest';
import { COUNTRY_WORDS } from '../../src/lexicon/countries.ts';
import { NUMBER_WORDS } from '../../src/lexicon/house-numbers.ts';
import { LITTLE_WORDS } from '../../src/lexicon/little-words.ts';
import { NAME_WORDS } from '../../src/lexicon/names.ts';
import { PLACE_WORDS } from '../../src/lexicon/place-names.ts';
import { REMARK_WORDS } from '../../src/lexicon/remarks.ts';
import { type Kind, patternOf, type Row, readRows, rowsOf, wordsOf } from '../../src/lexicon/row.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import {
  isAdditionWord,
  isBoxWord,
  isNumberSign,
  isSignOrName,
  isSuffixWord,
  readHouseNumber,
  readWrittenNumber,
} from '../../src/model/house-number.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { formsOfAreas } from '../../src/store/area-forms.ts';
import { type Area, AreaTable } from '../../src/store/area-table.ts';
import { countryAtEnd, countryNamed, countryOfCell, isAbroad, withoutCountry } from '../../src/text/country-names.ts';
import { fold } from '../../src/text/fold.ts';
import { bareNumber, isNumbered } from '../../src/text/house-parts.ts';
import {
  isArticle,
  isBeforePlace,
  isDirection,
  isFiller,
  isLeadingArticle,
  isLittle,
} from '../../src/text/little-words.ts';
import {
  isOccupant,
  saysNothing,
  withoutBeside,
  withoutContacts,
  withoutNoise,
  withoutOpposite,
} from '../../src/text/noise.ts';
import { withBlanksMended } from '../../src/text/tokens.ts';
import {
  exchangedAs,
  formsOf,
  isAdjective,
  isStreetType,
  isTypeEnding,
  lettersBetweenTypes,
  provinceForms,
  romanNumeralsIn,
  withOtherSound,
  withOtherType,
} from '../../src/text/variants.ts';
import { dutchTown } from '../support/towns.ts';

/** Every word that the project knows. */
const LEXICON: readonly Row[] = [
  ...NAME_WORDS,
  ...PLACE_WORDS,
  ...LITTLE_WORDS,
  ...NUMBER_WORDS,
  ...REMARK_WORDS,
  ...COUNTRY_WORDS,
];

/** A word as people write it: `p.b.` for `p..b..`. */
const written = (word: string): string => word.replaceAll('..', '.');

const isSpoken = (row: Row, country: Country): boolean => rowsOf([row], [row.kind], country).length > 0;

/** Whether each form of a row leads to every other one, in every country of the row. */
const areForms = (row: Row): boolean =>
  COUNTRIES.filter((country) => isSpoken(row, country)).every((country) =>
    row.words.every((word) => row.words.every((other) => other === word || formsOf(country, word).includes(other))),
  );

const leavesOut = (text: string, rest: string, word: (text: string) => string): boolean =>
  fold(word(text)) === fold(rest);

/** What a place of this name is called besides. */
function otherNamesOf(name: string): string[] {
  const place = { id: 1, names: { nl: name }, parent: 0, firstChild: 0 };
  const above = (other: string): Area => ({ ...place, names: { nl: other } });
  const levels = {
    region: [],
    province: [above('Gewest')],
    municipality: [above('Elders')],
    place: [place],
    streets: 1,
  };
  return formsOfAreas('be', new AreaTable(levels)).map(({ key }) => key);
}

const town = new PlaceNames((await dutchTown()).index);

/** What each kind of row does, for one row of it: a row that does nothing is not reached by any code. */
const isBeside = ({ words: [word] }: Row): boolean => leavesOut(`${word} Dam 1`, 'Dam 1', withoutBeside);
const isAround = ({ words: [word] }: Row): boolean =>
  leavesOut(`Dam 1, Delft, ${word} Gent`, 'Dam 1, Delft', (text) => withoutNoise('nl', text));

const REACHED: Readonly<Record<Kind, (row: Row) => boolean>> = {
  form: areForms,
  typedForm: ({ words: [word, ...short] }) =>
    short.every((each) => formsOf('be', each).includes(word!) && !formsOf('be', word!).includes(each)),
  saint: areForms,
  title: (row) => areForms(row) && row.words.every((word) => exchangedAs(word, 'abt') === 'title'),
  adjective: ({ words: [word, ...others] }) =>
    isAdjective(word!) && others.every((other) => exchangedAs(word!, other) === 'adjective'),
  ordinal: areForms,
  numeral: (row) => areForms(row) && romanNumeralsIn([row.words[0]!]) === row.words[1],
  street: areForms,
  joined: (row) => areForms(row) && formsOf('nl', `${row.words.at(-1)}straat`).includes(`${row.words[0]}straat`),
  province: areForms,
  provinceAfterPlace: ({ words: [province, ...short] }) =>
    short.length > 0 && short.every((each) => provinceForms('nl', province!).includes(each)),
  shortEnding: (row) =>
    COUNTRIES.filter((country) => isSpoken(row, country)).every((country) =>
      row.words.slice(1).every((short) => formsOf(country, `kerk${short}`).includes(`kerk${row.words[0]}`)),
    ),
  streetType: ({ words: [type], cost }) =>
    isStreetType('be', type!) && withOtherType('lu', type!).every(({ edits }) => edits === cost),
  streetEnding: (row) => {
    const [type] = row.words;
    const isOne = (country: Country): boolean =>
      withOtherType(country, `kerk${type}`).some(({ edits }) => edits === row.cost || country === 'lu');
    return isTypeEnding(type!) && COUNTRIES.filter((country) => isSpoken(row, country)).every(isOne);
  },
  compoundEnding: ({ words: [type], cost }) =>
    !isStreetType('nl', type!) && withOtherType('nl', `kerk${type}`).some(({ edits }) => edits === cost),
  sameType: ({ words: [a, b], cost }) => cost !== undefined && lettersBetweenTypes(a!, b!) === cost,
  sound: (row) => {
    const [one = '', other = ''] = row.words;
    const leadsTo = (country: Country, from: string, to: string): boolean =>
      withOtherSound(country, `b${from}l`).some(({ text, edits }) => text === `b${to}l` && edits === row.cost);
    return COUNTRIES.filter((country) => isSpoken(row, country)).every(
      (country) => leadsTo(country, one, other) && leadsTo(country, other, one),
    );
  },
  quarter: ({ words: [word] }) => town.namedAsWritten(`utrecht ${word}`).length > 0,
  municipality: ({ words: [word] }) => town.namedAsWritten(`${word} utrecht`).length > 0,
  joint: ({ words: [word] }) => otherNamesOf(`Son ${word} Breugel`).includes('breugel'),
  qualifier: ({ words: [word] }) =>
    otherNamesOf('Aalst-Vennep').includes('vennep') && !otherNamesOf(`${word}-Vennep`).includes('vennep'),
  unfinished: ({ words: [word] }) => !otherNamesOf(`Aalst-${word}-Vennep`).includes('vennep'),
  beforeRegion: ({ words: [word] }) => otherNamesOf(`Bergen ${word} Zee`).includes('bergen'),
  article: ({ words: [word] }) => isArticle(word!) && isLeadingArticle(word!),
  aroundName: ({ words: [word] }) => isArticle(word!) && !isLeadingArticle(word!),
  filler: ({ words: [filler] }) => filler!.split(' ').every(isFiller),
  fillerWord: ({ words: [word] }) => isFiller(word!),
  gluedFiller: ({ words: [word] }) => withBlanksMended(`Rue${word} Gare`) === `Rue ${word} Gare`,
  direction: ({ words: [word] }) => isDirection(word!),
  beforePlace: ({ words: [word] }) => isBeforePlace(word!),
  sentence: ({ words: [word] }) => isLittle(word!),
  box: ({ words: [word] }) => isBoxWord(word!) && readHouseNumber('be', `12 ${word} 3`).hasBoxWord,
  apartment: ({ words: [word] }) =>
    isBoxWord(word!) && withoutNoise('be', `${word} 3, Kerkstraat 12`).endsWith(`12 ${word} 3`),
  numberSign: ({ words: [word] }) => isNumberSign(word!) && readHouseNumber('nl', `${word} 12`).number === 12,
  signOrName: ({ words: [word] }) => isSignOrName(word!) && readHouseNumber('nl', `${word} 12`).number === 12,
  addition: ({ words }) =>
    words.every(
      (word) =>
        isSuffixWord(word) &&
        words.every((other) => other === word || readHouseNumber('nl', `12 ${word}`).otherForms.includes(other)),
    ),
  rangeWord: ({ words: [word] }) => withoutContacts(`12 ${word} 14 Rue Haute`) === '12-14 Rue Haute',
  additionSign: ({ words: [word] }) => isAdditionWord(word!) && readHouseNumber('nl', `12 ${word} 3`).key === '3',
  room: ({ words: [word] }) => isAdditionWord(word!) && readHouseNumber('nl', `12 ${word} 3`).key === `${word}3`,
  month: ({ words: [word] }) => [`4-${word}`, `${word}-04`].every((text) => readWrittenNumber('nl', text).number === 0),
  suffixWord: ({ words: [word] }) => isSuffixWord(word!),
  attention: ({ words: [word] }) =>
    leavesOut(`Dam 1, ${written(word!)} De Wit`, 'Dam 1', (text) => withoutNoise('nl', text)),
  careOf: ({ words: [word] }) => leavesOut(`${word} De Wit, Dam 1`, 'Dam 1', (text) => withoutNoise('nl', text)),
  occupant: ({ words }) => words.every(isOccupant),
  corner: ({ words }) =>
    words.every((word) => leavesOut(`Dam 1 ${word} Damrak, Gent`, 'Dam 1 Gent', (text) => withoutNoise('nl', text))),
  opposite: ({ words: [word] }) =>
    [withoutOpposite, withoutBeside].every((without) => leavesOut(`${written(word!)} Dam 1`, 'Dam 1', without)),
  around: isAround,
  beside: isBeside,
  near: (row) => isAround(row) && isBeside(row),
  about: ({ words }) => words.every((word) => bareNumber(`${word}. 12`) === '12'),
  floor: ({ words }) =>
    words.every((word) => leavesOut(`Dam 1 2e ${word}, Gent`, 'Dam 1 Gent', (text) => withoutNoise('nl', text))) &&
    leavesOut(`Dam 1 ${words[0]} 2`, 'Dam 1', (text) => withoutNoise('nl', text)),
  floorBehind: ({ words: [word] }) => leavesOut(`Dam 1 2. ${word}`, 'Dam 1', (text) => withoutNoise('nl', text)),
  groundFloor: ({ words: [word] }) => leavesOut(`Dam 1 ${word}`, 'Dam 1', (text) => withoutNoise('nl', text)),
  ordinalEnd: ({ words: [word] }) => leavesOut(`Dam 1 2${word} etage`, 'Dam 1', (text) => withoutNoise('nl', text)),
  numbered: ({ words }) => words.every(isNumbered),
  noNumber: ({ words: [word] }) => leavesOut(`Damrak ${word}, Gent`, 'Damrak Gent', (text) => withoutNoise('nl', text)),
  nothing: ({ words: [word] }) => saysNothing(word!.toUpperCase()),
  postOfficeBox: ({ words: [word] }) => leavesOut(`Dam 1, Gent, ${written(word!)} 12`, 'Dam 1, Gent', withoutContacts),
  contact: ({ words: [word] }) => leavesOut(`Dam 1 ${word} 0201234567 Gent`, 'Dam 1 Gent', withoutContacts),
  country: ({ words: [code, ...names] }) =>
    names.every((name) => countryNamed(name) === code && countryAtEnd(`Dam 1, ${name}`) === code) &&
    [code!, ...names].every((name) => withoutCountry(`Dam 1, ${name}`) === 'Dam 1'),
  countryInCell: ({ words: [code, ...names] }) =>
    names.every((name) => countryNamed(name) === code && countryAtEnd(`Dam 1, ${name}`) === undefined),
  abroad: ({ words: [code] }) =>
    isAbroad(`Markt 1, ${new Intl.DisplayNames('en', { type: 'region' }).of(code!.toUpperCase())}`),
  abroadName: ({ words: [name] }) => isAbroad(`Markt 1, ${name}`),
  abroadInCell: ({ words: [name] }) => countryOfCell(name!) === 'abroad' && !isAbroad(`Markt 1, ${name}`),
  noCountry: ({ words: [code] }) => countryOfCell(code!) === undefined,
};

describe('every row of the lexicon', () => {
  it.each(Object.keys(REACHED) as Kind[])('%s does what its kind says', (kind) => {
    const rows = rowsOf(LEXICON, [kind]);
    expect(rows).not.toEqual([]);
    expect(rows.filter((row) => !REACHED[kind](row))).toEqual([]);
  });

  it('is of a kind, a language and a source that there are', () => {
    expect(LEXICON.filter(({ kind }) => !(kind in REACHED))).toEqual([]);
    const languages = ['mul', 'nl', 'nl-NL', 'fr', 'de', 'lb', 'en'];
    const sources = ['language', 'registers', 'usage', 'iso-3166-1', 'vehicles'];
    expect(
      LEXICON.filter(({ language, source }) => !languages.includes(language) || !sources.includes(source)),
    ).toEqual([]);
  });

  it('is there once, with each word once', () => {
    const keys = LEXICON.map(({ kind, language, words }) => `${kind} ${language} ${words.join(', ')}`);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(LEXICON.filter(({ words }) => new Set(words).size < words.length)).toEqual([]);
    // A word that is a row by itself is one in one language alone.
    for (const kind of [
      'box',
      'numberSign',
      'signOrName',
      'additionSign',
      'room',
      'month',
      'suffixWord',
      'streetType',
      'streetEnding',
      'article',
      'direction',
    ] as const) {
      const words = wordsOf(LEXICON, [kind]);
      expect(words.length, kind).toBe(new Set(words).size);
    }
  });

  it('is folded; a remark has full stops and slashes, too', () => {
    const isFolded = ({ kind, words }: Row): boolean =>
      kind === 'beforePlace' ||
      words.every(
        (word) =>
          word !== '' &&
          (fold(word) === word ||
            (REMARK_WORDS.some((row) => row.kind === kind) && /^[a-z]+(?:[./ ]+[a-z]+)*\.{0,2}$/.test(word))),
      );
    expect(LEXICON.filter((row) => !isFolded(row))).toEqual([]);
  });
});

describe('readRows', () => {
  it('reads rows between commas, over several lines, and leaves comments out', () => {
    const rows = readRows(`
# a comment
form nl usage: van_der v_d, het t
sameType fr registers cost=3:
  rue ruelle,
  clos cour
`);
    expect(rows).toEqual([
      { kind: 'form', language: 'nl', words: ['van der', 'v d'], cost: undefined, source: 'usage' },
      { kind: 'form', language: 'nl', words: ['het', 't'], cost: undefined, source: 'usage' },
      { kind: 'sameType', language: 'fr', words: ['rue', 'ruelle'], cost: 3, source: 'registers' },
      { kind: 'sameType', language: 'fr', words: ['clos', 'cour'], cost: 3, source: 'registers' },
    ]);
  });
});

describe('patternOf', () => {
  const matches = (word: string, text: string): boolean => new RegExp(`^(?:${patternOf([word])})$`, 'i').test(text);

  it.each<readonly [word: string, text: string, isMatch: boolean]>([
    ['rez de chaussee', 'Rez-de-chaussée', true],
    ['a l angle', 'à l’angle', true],
    ['t.a.v.', 'tav', true],
    ['t.a.v.', 't. a. v.', true],
    ['t..o.', 't.o.', true],
    ['t..o.', 'to', false],
    ['c/o', 'C/O', true],
    ['etage', 'étage', true],
    ['etage', 'etages', false],
  ])('%s: "%s" is one, %s', (word, text, isMatch) => expect(matches(word, text)).toBe(isMatch));
});
