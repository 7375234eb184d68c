import { NUMBER_WORDS } from '../lexicon/house-numbers.ts';
import { wordsOf } from '../lexicon/row.ts';
import type { Country } from '../model/country.ts';
import {
  isBoxWord,
  isNumberSign,
  isSignOrName,
  isSuffixWord,
  readBox,
  readWrittenNumber,
  type TypedHouseNumber,
} from '../model/house-number.ts';
import { formatPostcode, parsePostcode } from '../model/postcode.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { fold } from '../text/fold.ts';
import { bareNumber, withBoxJoined, withFloorAsAddition, withoutFloors, withWordsAsBox } from '../text/house-parts.ts';
import { asWholeNumber, withoutCellMarks } from '../text/misread-text.ts';
import { said } from '../text/noise.ts';
import { nameTextOf, textOf, tokenize } from '../text/tokens.ts';
import type { AddressFields } from './match.ts';
import { readStreet } from './name-key.ts';
import { type NamedCountry, nestedIn, type PlaceNames } from './place-names.ts';
import { MAX_TOKENS, readText } from './read-text.ts';
import { type Reading, readPlace, readPostcode } from './reading.ts';
import { findNumbers, withLetterOnce } from './spans.ts';
import { WrittenStreetName } from './written-street-name.ts';

/** The cells of a row; `''` for an empty one, and for a column that is not there. */
type Cells = Readonly<Record<'street' | 'housenumber' | 'addition' | 'postcode' | 'place', string>>;

/**
 * The ways to read a row, likeliest first: each of its columns as its header says, and, where they hold something else, all of them as the
 * one line that they make. So merged, swapped and repeated columns are read as texts are.
 */
export function readRow(country: NamedCountry, fields: AddressFields): Readings {
  const { index, places } = country;
  const cells = withPlaceOfStreet(places, withoutSign(index, cellsOf(index.country, fields)));
  const { street, housenumber, place } = cells;
  const isEmpty = {
    postcode: fields.postcode !== undefined && cells.postcode === '',
    street: fields.street !== undefined && street === '',
    place: fields.place !== undefined && place === '',
  };
  const readings = readColumns(country, cells, isEmpty);
  const swapped = areSwapped(places, cells) ? { ...cells, street: place, place: street } : undefined;
  const ofColumns = swapped ? [...readings, ...readColumns(country, swapped, isEmpty)] : readings;
  const areInOrder = isInOrder(country, cells);
  let all: readonly Reading[] | undefined;
  return {
    first: areInOrder || housenumber === '' ? ofColumns : [],
    get all() {
      all ??= areInOrder
        ? withPlaceApart(country, cells, isEmpty, ofColumns)
        : [...readLine(country, cells, isEmpty), ...ofColumns].sort((a, b) => a.ignoredWords - b.ignoredWords);
      return all;
    },
  };
}

/** The cells as the line that they make. */
function readLine(country: NamedCountry, cells: Cells, isEmpty: Reading['isEmpty']): readonly Reading[] {
  const { street, housenumber } = cells;
  // Of two different numbers one is too many, unless it is the other's addition: that is never certain.
  const hasTwo = DIGIT.test(street) && /^[0-9]/.test(housenumber) && numberAgain(street, housenumber) === -1;
  const more = hasTwo && !isCalled(country.index, street) ? 1 : 0;
  return readText(country, lineOf(cells))
    .filter((reading) => isKept(country, cells, reading))
    .map((reading) => ({ ...reading, isEmpty, ignoredWords: reading.ignoredWords + more }));
}

/** Readings, and those without the name of the place behind the street, if it has one. */
function withPlaceApart(
  country: NamedCountry,
  cells: Cells,
  isEmpty: Reading['isEmpty'],
  readings: readonly Reading[],
): readonly Reading[] {
  const apart = withoutPlaceBehind(country.places, cells);
  return apart === undefined ? readings : [...readings, ...readColumns(country, apart, isEmpty)];
}

export interface Readings {
  /** Tried before the others are made: of most rows all that there is. */
  readonly first: readonly Reading[];
  readonly all: readonly Reading[];
}

/** Whether a reading of the line leaves in its column what is certain there; a place also with one that it lies in. */
function isKept({ index, places }: NamedCountry, cells: Cells, reading: Reading): boolean {
  const { street, housenumber, addition, postcode, place } = cells;
  const [number] = /^[0-9]+/.exec(housenumber) ?? [];
  const read = reading.number?.number;
  if (number !== undefined && read === undefined) return false;
  // An addition is no number: a row without one has it in the street, or not at all.
  const isOfAddition = housenumber === '' && addition !== '' && read !== undefined;
  // Rather than its own number, only one that stands in the street as a word: `Torenlaan 12` beside 14, not `Eikenenw6g` beside 27.
  const isOwn =
    (number === undefined && !isOfAddition) ||
    read === Number(number) ||
    !isNumber(housenumber) ||
    parsePostcode(index.country, housenumber) !== undefined;
  if (!isOwn && !new RegExp(`(?<![\\p{L}0-9])${read}(?![0-9])`, 'u').test(street)) return false;
  if (parsePostcode(index.country, postcode) !== undefined && reading.postcode?.text !== postcode) return false;
  const own = place === '' ? [] : places.named(fold(place));
  return own.length === 0 || nestedIn(own, reading.place?.places ?? []).length > 0;
}

/** As people mean them where spreadsheets have changed them, without marks for nothing, such as a dash, a question mark or `NULL`. */
function cellsOf(country: Country, fields: AddressFields): Cells {
  const cell = (name: keyof Cells): string => said(fields[name]);
  const written = asWholeNumber(withoutCellMarks(cell('postcode'))).trim();
  const code = parsePostcode(country, written);
  const ofAddition = asWholeNumber(withoutCellMarks(cell('addition'))).trim();
  return {
    street: cell('street').trim(),
    housenumber: bareNumber(asWholeNumber(withoutCellMarks(cell('housenumber'))).trim()),
    addition: LETTER_OR_DIGIT.test(ofAddition) ? ofAddition : '',
    // In a line, its letters and digits may not stand apart: `1 0 1 2 J S`.
    postcode: code === undefined ? written : formatPostcode(country, code),
    place: cell('place').trim(),
  };
}

/** Without the sign of a number behind the street whose number has its own column, unless a street is called so: `Rue d'Esch nr.`, but Beukenhof N. */
function withoutSign(index: CountryIndex, cells: Cells): Cells {
  const { street, housenumber } = cells;
  const at = street.lastIndexOf(' ');
  const hasSign = at > 0 && housenumber !== '' && isNumberSign(fold(street.slice(at))) && !isCalled(index, street);
  return hasSign ? { ...cells, street: street.slice(0, at) } : cells;
}

/**
 * Without what stands behind a comma in the column of the street, too, though it is in its own: `Rue du Plateau, 7700 Luingne`; with the place that
 * stands there where its own is empty.
 */
function withPlaceOfStreet(places: PlaceNames, cells: Cells): Cells {
  const [, street = '', behind = ''] = STREET_AND_PLACE.exec(cells.street) ?? [];
  const place = fold(behind);
  if (place === '') return cells;
  const town = fold(`${cells.postcode} ${cells.place}`).split(' ');
  if (place.split(' ').every((word) => town.includes(word))) return { ...cells, street };
  const named = places.namedAsWritten(place);
  // The column of the place may have what that lies in: `Rue de Mazy, Gembloux` beside `Namur`.
  const isInner = cells.place === '' || nestedIn(named, places.namedAsWritten(fold(cells.place))).length > 0;
  return named.length > 0 && isInner ? { ...cells, street, place: behind } : cells;
}

/** Without the name of its place, or of one that lies in it, behind the street: `Rue de Jemeppe Loncin` beside `Ans`. */
function withoutPlaceBehind(places: PlaceNames, cells: Cells): Cells | undefined {
  const { street } = cells;
  const town = places.namedAsWritten(fold(cells.place));
  for (const { index } of [...street.matchAll(BETWEEN_WORDS)].slice(-places.longestName)) {
    const place = street.slice(index + 1);
    const isOfTown = nestedIn(places.namedAsWritten(fold(place)), town).length > 0;
    if (isOfTown) return { ...cells, street: street.slice(0, index), place };
  }
  return undefined;
}

const BETWEEN_WORDS = /(?<=\S)[\s-](?=\S)/g;
const STREET_AND_PLACE = /^(.+),\s*([^,]+)$/;

function readColumns({ index, places }: NamedCountry, cells: Cells, isEmpty: Reading['isEmpty']): readonly Reading[] {
  const { country } = index;
  const { street, housenumber, addition, postcode } = cells;
  const place = readPlace(places, cells.place);
  const beside = `${housenumber} ${addition}`.trim();
  const numbers = numbersOf(country, housenumber, addition);
  const whole: Reading = {
    postcode: postcode === '' ? undefined : readPostcode(index, postcode),
    number: numbers[0]?.number,
    street: readStreet(country, street),
    place,
    isEmpty,
    ignoredWords: place?.ignoredWords ?? 0,
  };
  if (housenumber === '' && DIGIT.test(street)) return [...withNumberOfStreet(country, street, addition, whole), whole];
  const readings = [whole, ...numbers.slice(1).map((each) => withNumber(whole, each))];
  // Of two numbers the first may be the street's: Markerkant 15, number 1.
  const [, ofStreet, rest = ''] = street === '' ? [] : (TWO_NUMBERS.exec(beside) ?? []);
  if (ofStreet === undefined || DIGIT.test(street)) return readings;
  return [
    ...readings,
    { ...whole, street: readStreet(country, `${street} ${ofStreet}`), number: readWrittenNumber(country, rest) },
  ];
}

/** `Kerkstraat 12 A`: the number behind the street, in its column, as long as it may be; beside an addition also in front of it. */
function withNumberOfStreet(country: Country, street: string, addition: string, whole: Reading): Reading[] {
  const source = tokenize(street, MAX_TOKENS);
  const end = source.tokens.length;
  return findNumbers(country, source)
    .filter(({ from, to }) => (from > 0 && to === end) || (from === 0 && to < end && addition !== ''))
    .flatMap(({ from, to }) => {
      const name = readStreet(country, from > 0 ? nameTextOf(source, 0, from) : nameTextOf(source, to, end));
      return numbersOf(country, textOf(source, from, to), addition).map((each) => ({
        ...withNumber(whole, each),
        street: name,
      }));
    });
}

/**
 * What the cells of a number and its addition may mean: all of them; without floors, and the addition that the number has already, `15A` beside `A`,
 * or that stands twice; or one of them, beside words without a digit that name whatever else is there, which count as one word left out: `0201` of
 * `Résidence Les Lilas bus 0201`, `44A` beside `Bakkerij`.
 */
function numbersOf(country: Country, housenumber: string, addition: string): readonly NumberOfCells[] {
  // An addition is never the number of a house.
  if (housenumber === '') return [];
  const beside = `${housenumber} ${addition}`.trim();
  const whole: NumberOfCells = { number: readWrittenNumber(country, beside), ignoredWords: 0 };
  const forms = [
    [country === 'nl' ? withFloorAsAddition(beside) : beside, 0],
    [withLetterOnce(beside), 0],
    [country === 'be' ? withBoxJoined(beside) : beside, 0],
    [withWordsAsBox(beside), 1],
  ] as const;
  const rewritten = forms
    .filter(([form]) => form !== beside)
    .map(([form, ignoredWords]) => ({ number: readWrittenNumber(country, form), ignoredWords }));
  if (addition === '') return [whole, ...rewritten];
  const alone = readWrittenNumber(country, housenumber);
  const { key } = readBox(country, addition);
  // What stands in both is meant once: `31-2` beside `2` is no 31-22.
  const isTwice = key !== '' && alone.key === key;
  const isRepeated = isTwice || (key !== '' && (alone.key.startsWith(key) || alone.key.endsWith(key)));
  const isOther = alone.key !== '' && !DIGIT.test(addition);
  const repeated = isRepeated || isOther ? [{ number: alone, ignoredWords: isRepeated ? 0 : 1 }] : [];
  const found: NumberOfCells[] = isTwice ? [...repeated, whole] : [whole, ...repeated];
  const once = [...new Set(addition.split(/\s+/))].join(' ');
  if (once !== addition) found.push({ number: readWrittenNumber(country, `${housenumber} ${once}`), ignoredWords: 0 });
  found.push(...rewritten);
  const tidy = withoutFloors(addition.replace(/[()[\]]/g, ' ')).trim();
  if (tidy !== addition) found.push({ number: readWrittenNumber(country, `${housenumber} ${tidy}`), ignoredWords: 0 });
  const [, before = '', box, behind = ''] = BOX_AMONG_WORDS.exec(tidy) ?? [];
  if (box !== undefined && before + behind !== '' && !DIGIT.test(before + behind))
    found.push({ number: readWrittenNumber(country, `${housenumber} ${box}`), ignoredWords: 1 });
  return found;
}

interface NumberOfCells {
  readonly number: TypedHouseNumber;
  /** Left out beside it. */
  readonly ignoredWords: number;
}

function withNumber(reading: Reading, { number, ignoredWords }: NumberOfCells): Reading {
  return { ...reading, number, ignoredWords: reading.ignoredWords + ignoredWords };
}

const BOX_AMONG_WORDS = new RegExp(
  `^(.*?)\\b((?:${wordsOf(NUMBER_WORDS, ['box']).join('|')}|b)[\\s.:]*(?:[0-9]\\S*|(?<=[\\s.:])[a-z](?![a-z])))(.*)$`,
  'i',
);

const TWO_NUMBERS = /^([0-9]+)[\s-]+([0-9].*)$/;
const DIGIT = /[0-9]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** What no number, letter or postcode has. */
const NAME = /\p{L}{3}/u;

/** Whether each cell may be what its header says. */
function isInOrder({ index, places }: NamedCountry, cells: Cells): boolean {
  const { street, housenumber, postcode, place } = cells;
  const isStreet = !DIGIT.test(street) || (housenumber !== '' && isCalled(index, street));
  if (!isStreet || !isNumber(housenumber) || NAME.test(postcode)) return false;
  if (DIGIT.test(place) && places.named(fold(place)).length === 0) return false;
  const isCode = (text: string): boolean => parsePostcode(index.country, text) !== undefined;
  return postcode === '' || !isCode(housenumber) || isCode(postcode);
}

/** Whether the column of the street has the name of a place, so that the two may have changed places. */
function areSwapped(places: PlaceNames, { street, place }: Cells): boolean {
  return street !== '' && place !== '' && places.named(fold(street)).length > 0;
}

function isCalled(index: CountryIndex, street: string): boolean {
  return new WrittenStreetName(index, street).streetsIn().size > 0;
}

/** Whether a cell has nothing that no house number has: `12 bus 3`, `bis`. */
function isNumber(cell: string): boolean {
  return (cell.match(/\p{L}{3,}/gu) ?? [])
    .map(fold)
    .every((word) => isBoxWord(word) || isSuffixWord(word) || (isNumberSign(word) && !isSignOrName(word)));
}

/** All cells as they stand in a line, each once. */
function lineOf({ street, housenumber, addition, postcode, place }: Cells): string {
  const beside = `${housenumber} ${addition}`.trim();
  const town = fold(postcode).includes(fold(place)) ? postcode : `${postcode} ${place}`;
  return [lineWithNumber(street, housenumber, beside), town.trim()].filter((part) => part !== '').join(', ');
}

/** Street and number; what both have stands there once, as the one that has more of it. */
function lineWithNumber(street: string, housenumber: string, beside: string): string {
  // An addition alone may be what stands behind the line, too: `1, Rue Haute` beside `2ème étage`.
  if (housenumber === '') return DIGIT.test(street) && beside !== '' ? `${street}, ${beside}` : street;
  if (isNumber(street)) return `${beside} ${street}`;
  if (fold(beside).startsWith(fold(street))) return beside;
  const at = numberAgain(street, housenumber);
  // A company before its street, or the whole name of a street, in which no comma divides anything.
  if (at === -1) return NAME.test(housenumber) ? `${street}, ${beside}` : `${street.replaceAll(',', ' ')} ${beside}`;
  const own = street.slice(at);
  return street.slice(0, at) + (own.length > beside.length ? own : beside);
}

/** Where the column of the street has the number of its own column, too; -1 if it has not. */
function numberAgain(street: string, housenumber: string): number {
  const [number] = /^[0-9]+/.exec(housenumber) ?? [];
  return number === undefined ? -1 : street.search(new RegExp(`(?<![0-9])${number}(?![0-9])`));
}
