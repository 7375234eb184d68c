import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { WrittenCell } from './spreadsheet.ts';

/** The XML of a sheet of a workbook (ECMA-376 part 1, 18.3), passed on with cells added to its rows. */

/** Where the answer of a row goes, or those of the rows that are left out before it. */
export interface AnswerPlace {
  /** From 1. */
  readonly row: number;
  /** Whether this is not in a row but before it, or after the last one. */
  readonly isBefore: boolean;
  /** That the elements are written with, with its colon. */
  readonly prefix: string;
  /** The number of the format of the cell before. */
  readonly style: string | undefined;
}

const MAX_HELD_CHARACTERS = 1 << 26;
const MAX_ROWS = 1_048_576;

/**
 * Passes the XML on as it comes, a tag at a time, with the places where answers go. What is lost: cells without content where answers
 * go, and what says how far the sheet and its rows extend, which programs find out themselves.
 */
export class AnsweredSheet {
  /** The columns that something is in, so far. */
  columnCount = 0;
  readonly #first: number;
  readonly #headerRow: number;
  readonly #parser = new SaxesParser();
  readonly #pieces: (string | AnswerPlace)[] = [];
  /** The text behind the last tag, and where it begins. */
  #held = '';
  #at = 0;
  #depth = 0;
  /** The depth of `sheetData` while it is open. */
  #dataDepth = 0;
  /** The depth of an element that is left out, while it is open. */
  #leftOutDepth = 0;
  #row = 0;
  #column = -1;
  #style: string | undefined;
  /** Whether the cells of the current row are not over. */
  #isAmongCells = false;

  /** @param first the first column of the answers, from 0; without one nothing is left out of rows @param headerRow from 1 */
  constructor(first: number = Number.POSITIVE_INFINITY, headerRow: number = 0) {
    this.#first = first;
    this.#headerRow = headerRow;
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', (tag) => this.#close(tag));
  }

  /** @throws Error what is wrong with the XML */
  push(text: string): readonly (string | AnswerPlace)[] {
    this.#held += text;
    if (this.#held.length > MAX_HELD_CHARACTERS) throw new Error('the sheet has an element of more than 64 MB');
    this.#parser.write(text);
    return this.#pieces.splice(0);
  }

  /** The rest. @throws Error what is wrong with the XML */
  close(): string {
    this.#parser.close();
    return this.#held;
  }

  cellsOf({ row, prefix, style }: AnswerPlace, cells: readonly WrittenCell[]): string {
    const format = row === this.#headerRow && style !== undefined ? ` s="${style}"` : '';
    return cells.map((cell, i) => cellXml(cell, `${columnLetters(this.#first + i)}${row}`, prefix, format)).join('');
  }

  /** A row that the sheet leaves out. */
  rowOf({ prefix }: AnswerPlace, row: number, cells: readonly WrittenCell[]): string {
    const written = this.cellsOf({ row, prefix, isBefore: false, style: undefined }, cells);
    return `<${prefix}row r="${row}">${written}</${prefix}row>`;
  }

  #open({ name, attributes, isSelfClosing }: SaxesTagPlain): void {
    const [before, tag] = this.#take();
    const [prefix, local] = partsOf(name);
    this.#depth++;
    if (this.#leftOutDepth > 0) return;
    this.#pieces.push(before);
    const level = this.#level();
    if (level === undefined && local === 'sheetData') this.#dataDepth = this.#depth;
    else if (level === undefined && local === 'dimension') this.#leftOutDepth = this.#depth;
    else if (level === 1 && local === 'row') {
      this.#openRow(prefix, tag, attributes['r'], isSelfClosing);
      return;
    } else if (level === 2 && local === 'c') {
      this.#column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r']);
      if (this.#column >= this.#first) this.#leftOutDepth = this.#depth;
      else this.#style = attributes['s'];
    } else if (level === 2) this.#endCells(prefix);
    else if (level === 3 && CONTENT.has(local)) this.columnCount = Math.max(this.columnCount, this.#column + 1);
    if (this.#leftOutDepth === 0) this.#pieces.push(tag);
  }

  #openRow(prefix: string, tag: string, number: string | undefined, isSelfClosing: boolean): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > MAX_ROWS)
      throw new Error(`row ${number} comes after row ${this.#row}`);
    this.#row = row;
    this.#column = -1;
    this.#style = undefined;
    this.#isAmongCells = true;
    const opened = tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '').replace(/\s*\/>$/, '>');
    this.#pieces.push({ row, isBefore: true, prefix, style: undefined }, opened);
    if (!isSelfClosing) return;
    this.#endCells(prefix);
    this.#pieces.push(`</${prefix}row>`);
  }

  #close({ name, isSelfClosing }: SaxesTagPlain): void {
    const [before, tag] = this.#take();
    const [prefix] = partsOf(name);
    const level = this.#level();
    if (this.#leftOutDepth === 0) {
      this.#pieces.push(before);
      if (level === 1) this.#endCells(prefix);
      if (level === 0 && !isSelfClosing)
        this.#pieces.push({ row: MAX_ROWS + 1, isBefore: true, prefix, style: undefined });
      if (level === 0) this.#dataDepth = 0;
      this.#pieces.push(tag);
    } else if (this.#leftOutDepth === this.#depth) this.#leftOutDepth = 0;
    this.#depth--;
  }

  /** How deep an element is in `sheetData`, which is at 0; `undefined` outside. */
  #level(): number | undefined {
    return this.#dataDepth === 0 ? undefined : this.#depth - this.#dataDepth;
  }

  #endCells(prefix: string): void {
    if (this.#isAmongCells) this.#pieces.push({ row: this.#row, isBefore: false, prefix, style: this.#style });
    this.#isAmongCells = false;
  }

  /** The tag that has just ended, in which there is no other `<`, and the text before it; nothing again for the end of `<row/>`. */
  #take(): [before: string, tag: string] {
    const { position } = this.#parser;
    const text = this.#held.slice(0, position - this.#at);
    this.#held = this.#held.slice(position - this.#at);
    this.#at = position;
    const from = Math.max(0, text.lastIndexOf('<'));
    return [text.slice(0, from), text.slice(from)];
  }
}

const CONTENT: ReadonlySet<string> = new Set(['v', 'is', 'f']);

/** `x:row` → `x:` and `row`. */
export function partsOf(name: string): [prefix: string, local: string] {
  const at = name.indexOf(':') + 1;
  return [name.slice(0, at), name.slice(at)];
}

/** `C7` → 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) throw new Error(`a cell is called "${reference.slice(0, 20)}"`);
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** 2 → `C`. */
export function columnLetters(column: number): string {
  const before = column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}

function cellXml(cell: WrittenCell, reference: string, prefix: string, format: string): string {
  if (cell === null || cell === '') return '';
  const start = `<${prefix}c r="${reference}"${format}`;
  const value = (text: string): string => `<${prefix}v>${text}</${prefix}v></${prefix}c>`;
  if (typeof cell === 'number') return `${start}>${value(String(cell))}`;
  if (typeof cell === 'boolean') return `${start} t="b">${value(cell ? '1' : '0')}`;
  const text = typeof cell === 'string' ? cell : cell.date;
  return `${start} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${textXml(text)}</${prefix}t></${prefix}is></${prefix}c>`;
}

/** What XML cannot have is left out; `_x0041_` would be read as an escape, so its underscore is escaped. */
function textXml(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
