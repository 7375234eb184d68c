import type { Country } from '../model/country.ts';
import { countriesOfPostcode } from '../model/postcode.ts';
import type { AddressFields } from '../search/match.ts';
import { countryNamed } from '../text/country-names.ts';
import { fold } from '../text/fold.ts';
import { MAX_LENGTH } from '../text/house-parts.ts';
import { asWholeNumber, withoutCellMarks } from '../text/misread-text.ts';
import { said } from '../text/noise.ts';
import { ROLES, type Role, SUFFIXES } from './headers.ts';

/**
 * The columns of each role, counted from 0. Among columns of the same content, as in two languages, the first non-empty one counts; of a street the
 * one with most numbers, `Kalverstraat 92` beside `Kalverstraat`. Columns of letters, additions and boxes belong together, and so do lines of text: all non-empty ones are joined.
 */
export type ColumnRoles = { readonly [role in Role]?: readonly number[] };

/** The value of each role in a row. */
export type Fields = { readonly [role in Role]?: string | undefined };

/** Roles of which all columns are read, not only the first non-empty one, with what comes between them. */
export const JOINED_ROLES: ReadonlyMap<string, string> = new Map([
  ['text', ', '],
  ...SUFFIXES.map((role) => [role, ' '] as const),
]);

/** Reads the fields of a row from its cells. */
export class FieldReader {
  readonly #roles: readonly (readonly [Role, readonly number[]])[];
  readonly #country: Country | undefined;
  /** Whether the beginning of the text is in separate columns. */
  readonly #isComposed: boolean;

  constructor(roles: ColumnRoles, country: Country | undefined) {
    this.#roles = ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[role, roles[role]] as const]));
    this.#country = country;
    this.#isComposed = roles.text !== undefined && roles.street !== undefined;
  }

  read(cellAt: (position: number) => string): Fields {
    const fields: { [role in Role]?: string } = {};
    for (const [role, positions] of this.#roles) {
      const separator = JOINED_ROLES.get(role);
      if (positions.length === 1) fields[role] = cellAt(positions[0]!);
      else if (role === 'street') fields[role] = withMostNumbers(distinct(positions, cellAt));
      else if (separator === undefined) fields[role] = distinct(positions, cellAt)[0] ?? '';
      else fields[role] = distinct(positions, cellAt).join(separator);
    }
    if (fields.country !== undefined) fields.country = said(fields.country);
    // `'2511BT`: an apostrophe that keeps a spreadsheet from reading it as a number.
    if (fields.postcode?.startsWith("'")) fields.postcode = fields.postcode.slice(1);
    const whole = joinAddition(fields, this.#country);
    if (!this.#isComposed) return whole;
    const { street, housenumber, addition, text = '', ...others } = whole;
    // Behind a street without a number, an addition would be one.
    const hasNumber = /[0-9]/.test(`${street}${housenumber}`);
    const line = joined([street, housenumber, hasNumber ? addition : ''], ' ');
    return { ...others, text: isRepeated(text, line) ? line : joined([line, text], ', ') };
  }
}

/** The address as the row has it, in one line. */
export function givenText(fields: Fields = {}): string {
  const { text, street, housenumber, addition, postcode, place, latitude, longitude } = fields;
  const line = joined([street, housenumber, addition], ' ');
  const area = joined([postcode, place], ' ');
  // The text or street may have them already.
  const isSaid = fold(joined([text, line], ' ')).includes(fold(area));
  return joined([text, line, isSaid ? '' : area, joined([latitude, longitude], ' ')], ', ');
}

/** The parts that are not empty. */
function joined(parts: readonly (string | undefined)[], separator: string): string {
  const trimmed = parts.map((part) => part?.trim() ?? '');
  return trimmed.filter((part) => part !== '').join(separator);
}

/** The cells that are not empty, each value once. */
function distinct(positions: readonly number[], cellAt: (position: number) => string): string[] {
  return [...new Set(positions.map((position) => cellAt(position).trim()).filter((value) => value !== ''))];
}

/** Whether postcode and place stand at the end of the street, too, where its cell has the whole address; a name alone is also that of a street: `5, rue de Namur`. */
function isRepeated(text: string, line: string): boolean {
  return /[0-9]/.test(text) && fold(line).endsWith(` ${fold(text)}`);
}

/** The first cell of those that have most numbers. */
function withMostNumbers(cells: readonly string[]): string {
  const countNumbers = (cell: string): number => cell.match(/[0-9]+/g)?.length ?? 0;
  return cells.reduce((best, cell) => (countNumbers(cell) > countNumbers(best) ? cell : best), cells[0] ?? '');
}

/** Whether a part is too long for an address. Reading it could take hours. */
export function hasLongField(fields: AddressFields): boolean {
  return Object.values(fields).some((part) => (part?.length ?? 0) > MAX_LENGTH);
}

/**
 * The fields with letter, addition and box in one, in this order, which is how they are matched. A box gets the word for one, unless the
 * row is Dutch: there are no boxes there, and a column `bus` has additions.
 */
export function joinAddition(fields: AddressFields, country: Country | undefined): AddressFields {
  if (fields.letter === undefined && fields.box === undefined) return fields;
  const { letter, box, ...others } = fields;
  const ofBox = asWholeNumber(withoutCellMarks(said(box))).trim();
  const isBox = LETTER_OR_DIGIT.test(ofBox) && !isDutch(fields, country);
  const parts = [said(letter), said(fields.addition), isBox ? boxWithWord(ofBox) : ofBox];
  return { ...others, addition: parts.filter((part) => LETTER_OR_DIGIT.test(part ?? '')).join(' ') };
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

function isDutch({ country, postcode }: AddressFields, otherwise: Country | undefined): boolean {
  if (country !== undefined && country.trim() !== '') return countryNamed(country) === 'nl';
  if (otherwise !== undefined) return otherwise === 'nl';
  return postcode !== undefined && countriesOfPostcode(postcode)?.includes('nl') === true;
}

/** `3` → `bus 3`; `b003` and `bte 3` have a word already. */
function boxWithWord(box: string): string {
  return /^\p{L}+[.:]?\s*[0-9]|^\p{L}{2,}[.:]?\s+\S/u.test(box) ? box : `bus ${box}`;
}
