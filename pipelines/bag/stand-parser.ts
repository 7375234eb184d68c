import { StringDecoder } from 'node:string_decoder';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { AddressLookupError } from '../../src/errors.ts';
import { FIELD, StandRecord } from './stand-record.ts';

/** What a stand file says of itself before its first record. */
export interface StandHeader {
  /** `StandTechnischeDatum`, `YYYY-MM-DD`; `''` where it is missing. */
  referenceDate: string;
}

/**
 * The general reader of stand files: any prefixes, any white space, comments, CDATA, entities; about 30 MB/s.
 * Elements are known by namespace (its version is not looked at) and local name.
 *
 * It is fed with the bytes of a file in order. Whole records may be left out of them, which is how the much faster
 * stand-scanner.ts takes the records that it knows and leaves everything else to this one.
 */
export class StandParser {
  readonly header: StandHeader = { referenceDate: '' };
  readonly #path: string;
  readonly #onRecord: (record: StandRecord) => void;
  readonly #xml = new SaxesParser({ xmlns: true });
  readonly #decoder = new StringDecoder('utf8');
  readonly #record = new StandRecord();

  /** The piece of text that is being parsed: where it starts, in UTF-16 units and in bytes of the file. */
  #piece = '';
  #pieceUnits = 0;
  #pieceBytes = 0;
  #pieceIsAscii = true;

  #open: string[] = [];
  #recordDepth = 0;
  #target = NOTHING;
  #text = '';
  #values = '';
  #dimension = 2;
  #interior = false;

  /** `path` is what people know the file by. */
  constructor(path: string, onRecord: (record: StandRecord) => void) {
    this.#path = path;
    this.#onRecord = onRecord;
    this.#xml.on('error', (error) => this.#fail(error));
    this.#xml.on('opentag', (tag) => this.#enter(tag));
    this.#xml.on('closetag', (tag) => this.#leave(tag));
    this.#xml.on('text', (text) => this.#append(text));
    this.#xml.on('cdata', (text) => this.#append(text));
  }

  /** Whether the parser stands between two records: inside `sl:standBestand` and in no element of it. */
  get isBetweenRecords(): boolean {
    return this.#open.length === 2 && this.#open[1] === 'sl:standBestand';
  }

  /** Parses the next bytes, which start at `byteOffset` of the file. @throws AddressLookupError `input-corrupt` */
  write(chunk: Uint8Array, byteOffset: number): void {
    this.#pieceUnits += this.#piece.length;
    this.#piece = this.#decoder.write(chunk as Buffer);
    this.#pieceIsAscii = this.#piece.length === chunk.length;
    // The decoder holds back a character that is cut in two: the piece may start before the chunk.
    this.#pieceBytes = this.#pieceIsAscii ? byteOffset : byteOffset + chunk.length - Buffer.byteLength(this.#piece);
    this.#xml.write(this.#piece);
  }

  /** Says that the file has ended. @throws AddressLookupError `input-corrupt` where it is not complete */
  close(): void {
    this.#xml.close();
  }

  #enter(tag: SaxesTagNS): void {
    const name = qualified(tag);
    const open = this.#open;
    const parent = open[open.length - 1];
    if (parent === undefined && name !== 'lvc:bagStand') this.#failAsOther(tag.name);
    open.push(name);
    if (this.#recordDepth === 0) {
      if (name === 'sl:stand' && parent === 'sl:standBestand') this.#beginRecord(tag);
      else if (name === 'selecties:StandTechnischeDatum') this.#startText(REFERENCE_DATE);
      return;
    }
    if (parent === 'lvc:bagObject' && open.length === this.#recordDepth + 2) this.#record.objectType = tag.local;
    const dimension = (tag.attributes as DimensionAttribute).srsDimension;
    if (dimension !== undefined) this.#dimension = Number(dimension.value);
    if (name === 'gml:exterior') this.#interior = false;
    else if (name === 'gml:interior') this.#interior = true;
    const target = TARGETS.get(name) ?? TARGETS.get(`${parent}/${name}`);
    // The area of a place can be megabytes, and nobody wants it.
    const isUnwanted = target === RING && this.#record.objectType === 'Woonplaats';
    if (target !== undefined && !isUnwanted) this.#startText(target);
  }

  #leave(tag: SaxesTagNS): void {
    if (this.#target !== NOTHING) this.#keepText();
    this.#open.pop();
    if (this.#open.length < this.#recordDepth) this.#endRecord();
    else if (tag.local === 'Polygon') this.#dimension = 2;
  }

  #beginRecord(tag: SaxesTagNS): void {
    this.#recordDepth = this.#open.length;
    this.#record.clear();
    this.#record.objectType = '';
    this.#record.byteOffset = this.#tagStart(tag);
    this.#values = '';
    this.#dimension = 2;
  }

  #endRecord(): void {
    this.#recordDepth = 0;
    this.#record.bytes = Buffer.from(this.#values);
    this.#onRecord(this.#record);
  }

  #startText(target: number): void {
    this.#target = target;
    this.#text = '';
  }

  #append(text: string): void {
    if (this.#target !== NOTHING) this.#text += text;
  }

  #keepText(): void {
    const target = this.#target;
    this.#target = NOTHING;
    if (target === REFERENCE_DATE) {
      this.header.referenceDate = this.#text.trim();
      return;
    }
    const start = Buffer.byteLength(this.#values);
    this.#values += this.#text;
    const end = start + Buffer.byteLength(this.#text);
    if (target === SECONDARY) {
      this.#record.secondaryNumbers.push(start, end);
    } else if (target === RING) {
      this.#record.rings.push({ start, end, dimension: this.#dimension, interior: this.#interior });
    } else {
      this.#record.starts[target] = start;
      this.#record.ends[target] = end;
    }
  }

  /** Where the tag begins that has just been read. It has no line breaks or attributes to speak of: it is `sl:stand`. */
  #tagStart(tag: SaxesTagNS): number {
    const units = this.#xml.position - this.#pieceUnits;
    const before = this.#piece.lastIndexOf(`<${tag.name}`, units - 1);
    // Cut in two by the end of the piece before: then that part of it, which is ASCII, lies before this piece.
    if (before === -1) return this.#pieceBytes + units - `<${tag.name}>`.length;
    return this.#byteAt(before);
  }

  #byteAt(units: number): number {
    if (this.#pieceIsAscii || units <= 0) return this.#pieceBytes + units;
    return this.#pieceBytes + Buffer.byteLength(this.#piece.slice(0, units));
  }

  #fail(cause: Error): never {
    const byteOffset = this.#byteAt(this.#xml.position - this.#pieceUnits);
    const reason = cause.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new AddressLookupError(
      'input-corrupt',
      `"${this.#path}" is not well-formed XML at byte ${byteOffset}: ${reason}. Fetch the extract again.`,
      { got: this.#path, byteOffset, reason },
      { cause },
    );
  }

  #failAsOther(rootName: string): never {
    throw new AddressLookupError(
      'input-not-recognised',
      `"${this.#path}" holds <${rootName}> where a BAG stand file holds <bagStand>. Give an extract of the current stand.`,
      { got: rootName, allowed: 'bagStand' },
    );
  }
}

/** The one attribute that is looked at. */
interface DimensionAttribute {
  readonly srsDimension?: { readonly value: string };
}

const NOTHING = -1;
const REFERENCE_DATE = -2;
const SECONDARY = -3;
const RING = -4;

/** Where a record's texts go, by element, or by parent and element. Prefixes are those of `NAMESPACES`. */
const TARGETS: ReadonlyMap<string, number> = new Map([
  ['objecten:identificatie', FIELD.id],
  ['objecten:status', FIELD.status],
  ['objecten:naam', FIELD.name],
  ['objecten:huisnummer', FIELD.number],
  ['objecten:huisletter', FIELD.letter],
  ['objecten:huisnummertoevoeging', FIELD.addition],
  ['objecten:postcode', FIELD.postcode],
  ['objecten-ref:WoonplaatsRef', FIELD.place],
  ['objecten-ref:OpenbareRuimteRef', FIELD.street],
  ['objecten:heeftAlsHoofdadres/objecten-ref:NummeraanduidingRef', FIELD.mainNumber],
  ['objecten:heeftAlsNevenadres/objecten-ref:NummeraanduidingRef', SECONDARY],
  ['nen5825:verkorteNaam', FIELD.shortName],
  ['historie:voorkomenidentificatie', FIELD.occurrence],
  ['historie:beginGeldigheid', FIELD.beginDate],
  ['historie:eindGeldigheid', FIELD.endDate],
  ['historie:tijdstipInactief', FIELD.inactive],
  ['historie:tijdstipInactiefLV', FIELD.inactive],
  ['historie:tijdstipNietBagLV', FIELD.inactive],
  ['gml:Point/gml:pos', FIELD.point],
  ['gml:LinearRing/gml:posList', RING],
]);

/** Namespaces without their version, and the names that this file calls them by. */
const NAMESPACES: Readonly<Record<string, string>> = {
  'http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc': 'lvc',
  'http://www.kadaster.nl/schemas/lvbag/extract-selecties': 'selecties',
  'http://www.kadaster.nl/schemas/standlevering-generiek': 'sl',
  'www.kadaster.nl/schemas/lvbag/imbag/objecten': 'objecten',
  'www.kadaster.nl/schemas/lvbag/imbag/objecten-ref': 'objecten-ref',
  'www.kadaster.nl/schemas/lvbag/imbag/historie': 'historie',
  'www.kadaster.nl/schemas/lvbag/imbag/nen5825': 'nen5825',
  'http://www.opengis.net/gml': 'gml',
};

function qualified(tag: SaxesTagNS): string {
  const namespace = NAMESPACES[tag.uri.replace(/\/v?[0-9.]+$/, '')];
  return namespace === undefined ? tag.local : `${namespace}:${tag.local}`;
}
