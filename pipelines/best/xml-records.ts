import { isUtf8 } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { AddressLookupError } from '../../src/errors.ts';
import { WholeCharacters } from '../readers/utf8.ts';

/**
 * A child of the root element with the texts below it, each under its path, without namespace prefixes:
 *
 *     <tns:address beginLifeSpanVersion="2019">                 name 'address'      '@beginLifeSpanVersion'  '2019'
 *       <com:code><com:objectIdentifier>7</…></com:code>                            'code/objectIdentifier'  '7'
 *     <tns:timestamp>2022-01-03</tns:timestamp>                 name 'timestamp'    ''                       '2022-01-03'
 */
export interface XmlRecord {
  readonly name: string;
  /** Where its `<` stands in the file. */
  readonly byteOffset: number;
  /** Paths and texts in the order of the file; an element without elements in it has a text, empty or not. */
  readonly texts: readonly (readonly [path: string, text: string])[];
}

/** The text under `path` in a record, `''` if it has none. */
export function textAt(record: XmlRecord, path: string): string {
  for (const [candidate, text] of record.texts) if (candidate === path) return text;
  return '';
}

/**
 * Reads the children of the root element one after the other, streaming; `onRoot` is told the root's name (without prefix)
 * and attributes first. What the two functions throw ends the reading and is thrown on.
 *
 * @throws AddressLookupError `input-corrupt` for anything that is not well-formed XML in UTF-8, or that is cut off.
 */
export async function readXmlRecords(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onRoot: (name: string, attributes: Readonly<Record<string, string>>) => void,
  onRecord: (record: XmlRecord) => void,
  onBytes?: (count: number) => void,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const offsets = new ByteOffsets();
  const open: string[] = [];
  /** Paths of the open elements below the record, the last one's at the end. */
  const paths: string[] = [];
  let record: { name: string; byteOffset: number; texts: [string, string][] } | undefined;
  let text = '';
  let hasChildren = false;

  parser.on('error', (error) => {
    throw damaged(path, error.message.replace(/^[0-9]+:[0-9]+: /, ''), offsets.at(parser.position));
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    open.push(local);
    if (open.length === 1) {
      onRoot(local, attributes);
      return;
    }
    if (open.length === 2) record = { name: local, byteOffset: elementStart, texts: [] };
    const parent = paths[paths.length - 1];
    const own = open.length === 2 ? '' : parent === '' ? local : `${parent}/${local}`;
    paths.push(own);
    for (const attribute in attributes) record!.texts.push([`${own}@${attribute}`, attributes[attribute]!]);
    text = '';
    hasChildren = false;
  });
  let elementStart = 0;
  parser.on('opentagstart', ({ name }) => {
    // Names are ASCII: `<`, the name and the character after it have been read.
    if (open.length === 1) elementStart = offsets.at(parser.position) - name.length - 2;
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('cdata', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    open.pop();
    const own = paths.pop();
    if (record === undefined || own === undefined) return;
    if (!hasChildren) record.texts.push([own, text]);
    hasChildren = true;
    text = '';
    if (open.length === 1) {
      onRecord(record);
      record = undefined;
    }
  });

  const characters = new WholeCharacters();
  for await (const chunk of bytes) {
    onBytes?.(chunk.length);
    const whole = characters.take(chunk);
    if (whole.length === 0) continue;
    if (!isUtf8(whole)) throw damaged(path, 'it holds bytes that no UTF-8 text has', offsets.end);
    const decoded = Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('utf8');
    offsets.next(decoded, whole.length);
    parser.write(decoded);
  }
  if (characters.pendingBytes > 0) throw damaged(path, 'it stops in the middle of a character', offsets.end);
  offsets.next('', 0);
  parser.close();
}

/** From characters, which is what the parser counts, to bytes, which is what finds a record again. */
class ByteOffsets {
  /** Bytes up to the end of the piece that is being read. */
  end: number = 0;
  #text: string = '';
  #charactersBefore: number = 0;
  #known: { character: number; byte: number } = { character: 0, byte: 0 };

  next(text: string, byteLength: number): void {
    this.#charactersBefore += this.#text.length;
    this.#known = { character: 0, byte: this.end };
    this.#text = text;
    this.end += byteLength;
  }

  /** Byte offset of a position in the piece being read; positions must not go back within a piece. */
  at(position: number): number {
    const character = position - this.#charactersBefore;
    const { character: from, byte } = this.#known;
    const known = { character, byte: byte + Buffer.byteLength(this.#text.slice(from, character)) };
    this.#known = known;
    return known.byte;
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function damaged(path: string, reason: string, byteOffset: number): AddressLookupError {
  return new AddressLookupError(
    'input-corrupt',
    `"${path}" is damaged or cut off (${reason}; near byte ${byteOffset}). Fetch the file again.`,
    { got: path, reason, byteOffset },
  );
}
