import { SaxesParser } from 'saxes';
import type { WrittenCell } from './spreadsheet.ts';

/** The XML of a sheet of a workbook (ECMA-376 part 1, 18.3): read for its extent, and passed on with cells added to its rows. */

/** The columns with something in them. */
export class SheetExtent {
  columnCount = 0;
  readonly #walk = new SheetWalk({
    onContent: (column) => {
      this.columnCount = Math.max(this.columnCount, column + 1);
    },
  });

  /** @throws Error what is wrong with the XML */
  push(text: string): void {
    this.#walk.push(text);
  }

  close(): void {
    this.#walk.close();
  }
}

/** Where the answer of a row goes, and those of the rows that are left out before it. */
export interface AnswerPlace {
  /** From 1. */
  readonly row: number;
  /** Whether this is not a row but the end of all. */
  readonly isEnd: boolean;
  /** That the elements are written with, with its colon. */
  readonly prefix: string;
  /** The number of the format of the cell before. */
  readonly style: string | undefined;
}

/**
 * Passes the XML on as it comes, with the places where answers go. What is lost: cells without content where answers go, and what
 * says how far the sheet and its rows extend, which programs find out themselves.
 */
export class AnsweredSheet {
  readonly #first: number;
  readonly #headerRow: number;
  readonly #pieces: (string | AnswerPlace)[] = [];
  readonly #walk: SheetWalk;
  #style: string | undefined;

  /** @param first the first column of the answers, from 0 @param headerRow from 1 */
  constructor(first: number, headerRow: number) {
    this.#first = first;
    this.#headerRow = headerRow;
    this.#walk = new SheetWalk({
      onRow: (row, prefix, tag, isEmpty) => {
        this.#style = undefined;
        this.#pass(tag.from);
        // The rows left out before this one.
        this.#pieces.push({ row, isEnd: true, prefix, style: undefined });
        this.#pieces.push(tag.text.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '').replace(/\s*\/>$/, '>'));
        this.#walk.drop(tag.to);
        if (isEmpty) this.#pieces.push({ row, isEnd: false, prefix, style: undefined }, `</${prefix}row>`);
      },
      onCell: (column, style) => {
        if (column >= this.#first) return 'drop';
        this.#style = style;
        return 'keep';
      },
      onRowCells: (row, prefix, at) => {
        this.#pass(at);
        this.#pieces.push({ row, isEnd: false, prefix, style: this.#style });
      },
      onRows: (row, prefix, tag, isEmpty) => {
        this.#pass(tag.from);
        if (!isEmpty) this.#pieces.push({ row, isEnd: true, prefix, style: undefined });
      },
      onDropped: (from, to) => {
        this.#pass(from);
        this.#walk.drop(to);
      },
    });
  }

  /** @throws Error what is wrong with the XML */
  push(text: string): readonly (string | AnswerPlace)[] {
    this.#walk.push(text);
    this.#pieces.push(this.#walk.takeSettled());
    return this.#pieces.splice(0);
  }

  /** The rest. @throws Error what is wrong with the XML */
  close(): string {
    this.#walk.close();
    return this.#walk.takeSettled(true);
  }

  cellsOf({ row, prefix, style }: AnswerPlace, cells: readonly WrittenCell[]): string {
    const format = row === this.#headerRow && style !== undefined ? ` s="${style}"` : '';
    return cells.map((cell, i) => cellXml(cell, `${columnLetters(this.#first + i)}${row}`, prefix, format)).join('');
  }

  /** A row that the sheet leaves out. */
  rowOf({ prefix }: AnswerPlace, row: number, cells: readonly WrittenCell[]): string {
    const written = this.cellsOf({ row, prefix, isEnd: false, style: undefined }, cells);
    return `<${prefix}row r="${row}">${written}</${prefix}row>`;
  }

  #pass(to: number): void {
    this.#pieces.push(this.#walk.take(to));
  }
}

interface TagText {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What is met in a sheet. Positions are characters from its beginning. */
interface SheetEvents {
  readonly onRow?: (row: number, prefix: string, tag: TagText, isEmpty: boolean) => void;
  readonly onCell?: (column: number, style: string | undefined) => 'keep' | 'drop';
  /** Something is in a cell. */
  readonly onContent?: (column: number) => void;
  /** After the last cell of a row. */
  readonly onRowCells?: (row: number, prefix: string, at: number) => void;
  /** After the last row; `row` is the one that would be next but one. */
  readonly onRows?: (row: number, prefix: string, tag: TagText, isEmpty: boolean) => void;
  readonly onDropped?: (from: number, to: number) => void;
}

const MAX_HELD_CHARACTERS = 1 << 26;
const MAX_ROWS = 1_048_576;

/** Walks through the XML of a sheet, holding the text that nobody has taken yet. */
class SheetWalk {
  readonly #events: SheetEvents;
  readonly #parser = new SaxesParser();
  #held = '';
  /** Where the held text begins. */
  #at = 0;
  /** Where the last tag ended. */
  #tagEnd = 0;
  #depth = 0;
  /** The depth of `sheetData` while it is open. */
  #dataDepth = 0;
  #row = 0;
  #column = -1;
  /** Whether the cells of the current row are not over. */
  #isAmongCells = false;
  /** Where the element begins that is dropped. */
  #dropFrom = -1;
  #dropDepth = 0;

  constructor(events: SheetEvents) {
    this.#events = events;
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('opentag', ({ name, attributes, isSelfClosing }) => this.#open(name, attributes, isSelfClosing));
    this.#parser.on('closetag', ({ name, isSelfClosing }) => this.#close(name, isSelfClosing));
  }

  push(text: string): void {
    this.#held += text;
    if (this.#held.length > MAX_HELD_CHARACTERS) throw new Error('the sheet has an element of more than 64 MB');
    this.#parser.write(text);
    // Without a reader of the text there is nothing to hold but the tag that is not over.
    if (this.#events.onRow === undefined) this.takeSettled();
  }

  close(): void {
    this.#parser.close();
  }

  /** The text up to a position, which is no longer held. */
  take(to: number): string {
    const taken = this.#held.slice(0, to - this.#at);
    this.drop(to);
    return taken;
  }

  drop(to: number): void {
    this.#held = this.#held.slice(to - this.#at);
    this.#at = to;
  }

  /** The text that no later event can concern. */
  takeSettled(isAll = false): string {
    if (isAll) return this.take(this.#at + this.#held.length);
    if (this.#dropFrom !== -1) return '';
    const last = this.#held.lastIndexOf('<');
    const isTagOver = last === -1 || this.#at + last < this.#tagEnd;
    return this.take(this.#at + (isTagOver ? this.#held.length : last));
  }

  #open(name: string, attributes: Readonly<Record<string, string>>, isSelfClosing: boolean): void {
    this.#tagEnd = this.#parser.position;
    this.#depth++;
    const [prefix, local] = partsOf(name);
    if (this.#dataDepth === 0) {
      if (local === 'sheetData') this.#dataDepth = this.#depth;
      else if (local === 'dimension' && this.#events.onDropped !== undefined) this.#beginDrop();
      return;
    }
    if (this.#depth === this.#dataDepth + 1) {
      if (local === 'row') this.#openRow(prefix, attributes['r'], isSelfClosing);
      return;
    }
    if (this.#depth === this.#dataDepth + 2 && local === 'c') {
      this.#column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r']);
      if (this.#events.onCell?.(this.#column, attributes['s']) === 'drop') this.#beginDrop();
    } else if (this.#depth === this.#dataDepth + 2) this.#endCells(prefix);
    else if (this.#depth === this.#dataDepth + 3 && CONTENT.has(local)) this.#events.onContent?.(this.#column);
  }

  #openRow(prefix: string, number: string | undefined, isSelfClosing: boolean): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > MAX_ROWS)
      throw new Error(`row ${number} comes after row ${this.#row}`);
    this.#row = row;
    this.#column = -1;
    this.#isAmongCells = !isSelfClosing;
    this.#events.onRow?.(row, prefix, this.#tag(), isSelfClosing);
  }

  #close(name: string, isSelfClosing: boolean): void {
    this.#tagEnd = this.#parser.position;
    const [prefix] = partsOf(name);
    if (this.#dropFrom !== -1 && this.#depth === this.#dropDepth) {
      this.#events.onDropped?.(this.#dropFrom, this.#parser.position);
      this.#dropFrom = -1;
    } else if (this.#dataDepth > 0 && this.#depth === this.#dataDepth + 1) this.#endCells(prefix);
    else if (this.#dataDepth > 0 && this.#depth === this.#dataDepth) {
      this.#events.onRows?.(MAX_ROWS + 1, prefix, this.#tag(), isSelfClosing);
      this.#dataDepth = 0;
    }
    this.#depth--;
  }

  #endCells(prefix: string): void {
    if (!this.#isAmongCells) return;
    this.#isAmongCells = false;
    this.#events.onRowCells?.(this.#row, prefix, this.#tag().from);
  }

  #beginDrop(): void {
    this.#dropFrom = this.#tag().from;
    this.#dropDepth = this.#depth;
  }

  /** The tag that has just ended; no `<` is in one. */
  #tag(): TagText {
    const to = this.#parser.position;
    const text = this.#held.slice(0, to - this.#at);
    const from = text.lastIndexOf('<');
    return { from: this.#at + from, to, text: text.slice(from) };
  }
}

const CONTENT: ReadonlySet<string> = new Set(['v', 'is', 'f']);

/** `x:row` → `x:` and `row`. */
function partsOf(name: string): [prefix: string, local: string] {
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
