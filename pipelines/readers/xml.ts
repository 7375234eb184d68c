import { isUtf8 } from 'node:buffer';
import { SaxesParser, type SaxesTag } from 'saxes';
import { AddressLookupError } from '../../src/errors.ts';
import { validUtf8Length, WholeCharacters } from './utf8.ts';

/**
 * One record of an XML file: an element with the texts and attributes in it, each under its path from the record.
 *
 *     <tns:address beginLifeSpanVersion="2019">                 name 'address'      '@beginLifeSpanVersion'  '2019'
 *       <com:code><com:objectIdentifier>7</…></com:code>                            'code/objectIdentifier'  '7'
 *     <tns:timestamp>2022-01-03</tns:timestamp>                 name 'timestamp'    ''                       '2022-01-03'
 */
export interface XmlRecord {
  readonly name: string;
  /** Where its `<` is in the file. */
  readonly byteOffset: number;
  /** In the order of the file. An element that has no elements in it has a text, empty or not; CDATA is text like any other. */
  readonly texts: readonly (readonly [path: string, text: string])[];
}

/** The first text under `path` in a record, `''` if it has none. */
export function textAt(record: XmlRecord, path: string): string {
  for (const [candidate, text] of record.texts) if (candidate === path) return text;
  return '';
}

/**
 * Describes the records of a kind of file, and receives them. An exception from these functions ends the reading and is passed on.
 *
 *     { path, isRecord: (name) => name === 'GemeenteWoonplaatsRelatie', onRecord: (record) => … }
 */
export interface XmlFormat {
  /** The name of the file in messages. */
  readonly path: string;
  /**
   * The namespaces to tell apart, without their version, and what names of their elements begin with here, whatever the
   * prefix in the file: `{ 'http://www.opengis.net/gml': 'gml' }` makes `gml:pos` of `<g:pos xmlns:g="…/gml/3.2">`. Names of
   * other namespaces are bare. Without this option all names are bare and namespaces are ignored, which is faster.
   */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Called with the root element before any record. Attributes are under the names that are written. */
  onRoot?(name: string, attributes: Readonly<Record<string, string>>): void;
  /**
   * Whether an element that is not inside a record is one. `parent` is the element around it, `''` for the
   * root; `depth` is 1 for the root. By default, the root's children are the records.
   */
  isRecord?(name: string, parent: string, depth: number): boolean;
  onRecord(record: XmlRecord): void;
}

/**
 * Reads the records of an XML file one after the other, streaming.
 *
 * @throws AddressLookupError `input-corrupt` for anything that is not well-formed XML in UTF-8, that is cut off, or that
 * exceeds `MAX_DEPTH` or `MAX_RECORD_CHARACTERS`
 */
export async function readXmlRecords(
  bytes: AsyncIterable<Uint8Array>,
  format: XmlFormat,
  onBytes?: (count: number) => void,
): Promise<void> {
  const reader = new XmlRecordReader(format);
  let byteOffset = 0;
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    reader.write(chunk, byteOffset);
    byteOffset += chunk.length;
  }
  reader.close();
}

/** Registers nest elements 15 deep at most. The parser's time grows with the square of the depth. */
export const MAX_DEPTH = 100;

/** For a record, and for anything between records. The longest real ones, places with their outline, have about a million. */
export const MAX_RECORD_CHARACTERS: number = 1 << 24;

/**
 * As `readXmlRecords`, but the caller passes the bytes. It may leave out whole records: a reader that knows the usual records
 * of one register reads those itself and passes on all others.
 */
export class XmlRecordReader {
  readonly #format: XmlFormat;
  readonly #xml: SaxesParser;
  readonly #nameOf: (tag: SaxesTag) => string;
  readonly #characters = new WholeCharacters();
  readonly #text: PieceOfText = new PieceOfText();
  /** Names of the open elements, the root first. */
  readonly #open: string[] = [];
  /** The record that is open, the depth of its element, and the paths of the open elements from it. */
  #record: OpenRecord | undefined;
  #recordDepth = 0;
  readonly #paths: string[] = [];
  /** What has been read of the innermost element, as long as no element has been found in it. */
  #elementText = '';
  #isLeaf = false;
  /** Where the record, or what is between records, began: in characters, as the parser counts. */
  #begin = 0;

  constructor(format: XmlFormat) {
    this.#format = format;
    this.#nameOf = format.namespaces === undefined ? localName : namesWithin(format.namespaces);
    // The parser's type depends on the option.
    this.#xml = new SaxesParser({ xmlns: format.namespaces !== undefined }) as SaxesParser;
    this.#xml.on('error', (cause) => {
      const reason = cause.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
      throw this.#malformed(reason, this.#text.byteAt(this.#xml.position), cause);
    });
    this.#xml.on('opentag', (tag) => this.#enter(tag));
    this.#xml.on('closetag', () => this.#leave());
    this.#xml.on('text', (text) => this.#append(text));
    this.#xml.on('cdata', (text) => this.#append(text));
  }

  /** The number of open elements. */
  get depth(): number {
    return this.#open.length;
  }

  /** The name of the innermost open element, `''` outside the root. */
  get innermost(): string {
    return this.#open.at(-1) ?? '';
  }

  /** Parses the next bytes, which start at `byteOffset` of the file. @throws AddressLookupError `input-corrupt` */
  write(chunk: Uint8Array, byteOffset: number): void {
    const start = byteOffset - this.#characters.pendingBytes;
    const bytes = this.#characters.take(chunk);
    if (!isUtf8(bytes)) {
      throw this.#malformed('it has bytes that are not UTF-8', start + validUtf8Length(bytes), undefined);
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    this.#text.next(text, start, bytes.length);
    this.#xml.write(text);
    if (this.#xml.position - this.#begin > MAX_RECORD_CHARACTERS) {
      throw this.#refused(`a record or text goes on for more than ${MAX_RECORD_CHARACTERS} characters`);
    }
  }

  /** Ends the file. @throws AddressLookupError `input-corrupt` if it is not complete */
  close(): void {
    if (this.#characters.pendingBytes > 0) {
      throw this.#malformed('it ends in the middle of a character', this.#text.byteAt(this.#xml.position), undefined);
    }
    this.#xml.close();
  }

  #enter(tag: SaxesTag): void {
    const name = this.#nameOf(tag);
    const depth = this.#open.push(name);
    if (depth > MAX_DEPTH) throw this.#refused(`elements are nested more than ${MAX_DEPTH} deep`);
    const record = this.#record ?? this.#beginRecord(tag, name, depth);
    if (record === undefined) return;
    const paths = this.#paths;
    const above = paths[paths.length - 1];
    const path = above === undefined ? '' : above === '' ? name : `${above}/${name}`;
    paths.push(path);
    const { attributes } = tag;
    for (const attribute in attributes) {
      record.texts.push([`${path}@${attribute}`, writtenValue(attributes[attribute]!)]);
    }
    this.#elementText = '';
    this.#isLeaf = true;
  }

  /** Begins a record with an element, unless it is none. */
  #beginRecord(tag: SaxesTag, name: string, depth: number): OpenRecord | undefined {
    const { onRoot, isRecord = isChildOfRoot } = this.#format;
    this.#begin = this.#xml.position;
    if (depth === 1) onRoot?.(name, attributesOf(tag));
    if (!isRecord(name, this.#open[depth - 2] ?? '', depth)) return undefined;
    this.#recordDepth = depth;
    this.#record = { name, byteOffset: this.#text.tagStart(this.#begin), texts: [] };
    return this.#record;
  }

  #leave(): void {
    const open = this.#open;
    open.pop();
    const record = this.#record;
    if (record !== undefined) {
      const path = this.#paths.pop()!;
      if (this.#isLeaf) record.texts.push([path, this.#elementText]);
      this.#isLeaf = false;
      if (open.length >= this.#recordDepth) return;
      this.#record = undefined;
      this.#format.onRecord(record);
    }
    this.#begin = this.#xml.position;
  }

  #append(text: string): void {
    if (this.#isLeaf) this.#elementText += text;
  }

  #malformed(reason: string, byteOffset: number, cause: unknown): AddressLookupError {
    const { path } = this.#format;
    const message = `"${path}" is not well-formed XML at byte ${byteOffset}: ${shortened(reason)}. Fetch the file again.`;
    return new AddressLookupError('input-corrupt', message, { got: path, byteOffset, reason }, { cause });
  }

  #refused(reason: string): AddressLookupError {
    const { path } = this.#format;
    const byteOffset = this.#text.byteAt(this.#xml.position);
    const message = `"${path}" is refused at byte ${byteOffset}: ${reason}, which no register does. Fetch the file again.`;
    return new AddressLookupError('input-corrupt', message, { got: path, byteOffset, reason });
  }
}

interface OpenRecord extends XmlRecord {
  readonly texts: (readonly [path: string, text: string])[];
}

/**
 * The piece of text that is being parsed. Translates from characters (UTF-16 units since the beginning of all text), which
 * is what the parser counts, to bytes of the file, which is what finds a record again.
 */
class PieceOfText {
  #text = '';
  #firstCharacter = 0;
  #firstByte = 0;
  #isAscii = true;
  /** A position in the piece that has been translated before: the next one is mostly a little further on. */
  #known = { index: 0, byte: 0 };
  /** Byte offset of the tag that the pieces before may have broken off in: of their last `<`. */
  #openTagByte = 0;

  next(text: string, firstByte: number, byteLength: number): void {
    const lastTag = this.#text.lastIndexOf('<');
    if (lastTag !== -1) this.#openTagByte = this.#byteOf(lastTag);
    this.#firstCharacter += this.#text.length;
    this.#text = text;
    this.#firstByte = firstByte;
    this.#isAscii = text.length === byteLength;
    this.#known = { index: 0, byte: firstByte };
  }

  byteAt(position: number): number {
    return this.#byteOf(position - this.#firstCharacter);
  }

  /** Where the tag begins that ends at `position`: there is no `<` inside tags. */
  tagStart(position: number): number {
    const index = this.#text.lastIndexOf('<', position - this.#firstCharacter - 1);
    return index === -1 ? this.#openTagByte : this.#byteOf(index);
  }

  #byteOf(index: number): number {
    if (this.#isAscii) return this.#firstByte + index;
    const from = index >= this.#known.index ? this.#known : { index: 0, byte: this.#firstByte };
    this.#known = { index, byte: from.byte + Buffer.byteLength(this.#text.slice(from.index, index)) };
    return this.#known.byte;
  }
}

function isChildOfRoot(_name: string, _parent: string, depth: number): boolean {
  return depth === 2;
}

function localName({ name }: SaxesTag): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A file declares few namespaces; one that declares more than this does not fill the memory. */
const MAX_NAMESPACES = 1_000;

/** Returns a function that names elements by our prefixes. */
function namesWithin(prefixes: Readonly<Record<string, string>>): (tag: SaxesTag) => string {
  const beginnings = new Map<string, string>();
  return (tag) => {
    const { uri, local } = tag as { uri: string; local: string };
    let beginning = beginnings.get(uri);
    if (beginning === undefined) {
      const prefix = prefixes[uri.replace(/\/v?[0-9.]+$/, '')];
      beginning = prefix === undefined ? '' : `${prefix}:`;
      if (beginnings.size < MAX_NAMESPACES) beginnings.set(uri, beginning);
    }
    return beginning + local;
  };
}

/** The value of an attribute, which is a text or, with namespaces, in an object. */
function writtenValue(attribute: string | { readonly value: string }): string {
  return typeof attribute === 'string' ? attribute : attribute.value;
}

function attributesOf({ attributes }: SaxesTag): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, writtenValue(attribute)]));
}

const MAX_QUOTED_LETTERS = 200;

/** A text from a file, shortened for a message. */
export function shortened(text: string): string {
  return text.length > MAX_QUOTED_LETTERS ? `${text.slice(0, MAX_QUOTED_LETTERS)}…` : text;
}
