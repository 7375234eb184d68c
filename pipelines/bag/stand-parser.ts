import { AddressLookupError } from '../../src/errors.ts';
import { shortened, type XmlRecord, XmlRecordReader } from '../readers/xml.ts';
import { FIELD, LIST, StandRecord } from './stand-record.ts';

/** The header of a stand file, before its first record. */
interface StandHeader {
  /** `StandTechnischeDatum`, `YYYY-MM-DD`; `''` if it is missing. */
  referenceDate: string;
}

/**
 * The general reader of stand files: any prefixes, any white space, comments, CDATA, entities; about 30 MB/s.
 * Elements are known by namespace (its version is not looked at) and local name.
 *
 * Give it the bytes of a file in order. Whole records may be left out of them, which is how the much faster
 * stand-scanner.ts takes the records that it knows and leaves everything else to this one.
 */
export class StandParser {
  readonly header: StandHeader = { referenceDate: '' };
  readonly #xml: XmlRecordReader;
  readonly #record = new StandRecord();

  /** `path` names the file in messages. `onRecord` is called with one record object that is filled anew each time. */
  constructor(path: string, onRecord: (record: StandRecord) => void) {
    this.#xml = new XmlRecordReader({
      path,
      namespaces: NAMESPACES,
      onRoot: (name) => {
        if (name !== 'lvc:bagStand') throw notAStand(path, name);
      },
      isRecord: (name, parent) => (name === STAND && parent === ALL_STANDS) || name === DATE,
      onRecord: (xml) => {
        if (xml.name === DATE) this.header.referenceDate = (xml.texts.at(-1)?.[1] ?? '').trim();
        else onRecord(this.#fill(xml));
      },
    });
  }

  /** Whether the parser is between two records: inside `sl:standBestand` and in no element of it. */
  get isBetweenRecords(): boolean {
    return this.#xml.depth === 2 && this.#xml.innermost === ALL_STANDS;
  }

  /** Parses the next bytes, which start at `byteOffset` of the file. @throws AddressLookupError `input-corrupt` */
  write(chunk: Uint8Array, byteOffset: number): void {
    this.#xml.write(chunk, byteOffset);
  }

  /** Ends the file. @throws AddressLookupError `input-corrupt` if it is not complete */
  close(): void {
    this.#xml.close();
  }

  /** Copies the texts that are wanted one after the other into the record's bytes. */
  #fill(xml: XmlRecord): StandRecord {
    const record = this.#record;
    record.clear();
    record.objectType = '';
    record.byteOffset = xml.byteOffset;
    let values = '';
    let end = 0;
    let dimension = 2;
    for (const [path, text] of xml.texts) {
      const { target, objectType } = meaningOf(path);
      if (objectType !== '') record.objectType = objectType;
      if (target === DIMENSION) dimension = text.trim() === '' ? Number.NaN : Number(text);
      // The outline of a place can be megabytes, and is not used.
      if (target === NOTHING || target === DIMENSION || (target === RING && objectType === 'Woonplaats')) continue;
      const start = end;
      values += text;
      end += Buffer.byteLength(text);
      if (target === RING) {
        record.rings.push({ start, end, dimension, interior: path.includes('gml:interior/') });
      } else if (target <= FIRST_LIST) {
        record.lists[FIRST_LIST - target]!.push(start, end);
      } else {
        record.starts[target] = start;
        record.ends[target] = end;
      }
    }
    record.bytes = Buffer.from(values);
    return record;
  }
}

const ALL_STANDS = 'sl:standBestand';
const STAND = 'sl:stand';
const DATE = 'selecties:StandTechnischeDatum';

function notAStand(path: string, rootName: string): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `"${path}" has <${shortened(rootName)}> where a BAG stand file has <bagStand>. Give an extract of the current stand.`,
    { got: rootName, allowed: 'bagStand' },
  );
}

/** What the text at a path of a record is. */
interface Meaning {
  /** A `FIELD`, or one of the marks below. */
  readonly target: number;
  /** Element name of the object that the path is in, `''` outside it. */
  readonly objectType: string;
}

const NOTHING = -1;
const RING = -2;
/** `srsDimension`: how many numbers a vertex has, of all rings until the next. */
const DIMENSION = -3;
/** Of list 0; those of the others are below. */
const FIRST_LIST = -4;

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
  ['objecten:heeftAlsNevenadres/objecten-ref:NummeraanduidingRef', FIRST_LIST - LIST.secondaryNumbers],
  ['objecten:maaktDeelUitVan/objecten-ref:PandRef', FIRST_LIST - LIST.buildings],
  ['objecten:gebruiksdoel', FIRST_LIST - LIST.uses],
  ['objecten:oppervlakte', FIELD.floorArea],
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

/** By path. A stand file has some forty; a malicious one with any number of them does not fill the memory. */
const meanings = new Map<string, Meaning>();
const MAX_MEANINGS = 1_000;

function meaningOf(path: string): Meaning {
  let meaning = meanings.get(path);
  if (meaning === undefined) {
    meaning = interpret(path);
    if (meanings.size < MAX_MEANINGS) meanings.set(path, meaning);
  }
  return meaning;
}

function interpret(path: string): Meaning {
  const [element = '', attribute] = path.split('@');
  const names = element.split('/');
  const objectType = names[0] === 'lvc:bagObject' ? (names[1] ?? '').replace(/^.*:/, '') : '';
  if (attribute !== undefined) return { target: attribute === 'srsDimension' ? DIMENSION : NOTHING, objectType };
  const target = TARGETS.get(names.at(-1)!) ?? TARGETS.get(names.slice(-2).join('/')) ?? NOTHING;
  return { target, objectType };
}

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
