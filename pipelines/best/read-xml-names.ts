import type { Language, Names } from '../../src/model/country.ts';
import type { RegionCode } from './names.ts';
import { refuseOldLayout } from './read-xml-addresses.ts';
import { nationalId, parseIdentifier, type UnreadRecord } from './records.ts';
import { kindOfRoot, regionOfNamespace, regionOfSource, type XmlKind } from './xml-files.ts';
import { readXmlRecords, textAt, type XmlRecord } from './xml-records.ts';

/** The names in one file of streets, municipalities, postal information or parts of municipalities. */
export interface NameTable {
  readonly path: string;
  readonly kind: XmlKind;
  readonly read: number;
  readonly entries: readonly NameEntry[];
  readonly unread: readonly UnreadRecord[];
  readonly referenceDate: string | null;
}

export interface NameEntry {
  /** `nationalId`; for postal information, the postcode is the identifier. */
  readonly id: number;
  readonly names: Names;
  readonly byteOffset: number;
}

/**
 * Reads one file of names. Several names in one language (the localities of a Flemish postcode) are joined by `/`, which
 * is how the CSV files write them.
 *
 * @throws AddressLookupError `input-corrupt`; `input-not-recognised` for the layout before November 2023.
 */
export async function readXmlNames(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onBytes?: (count: number) => void,
): Promise<NameTable> {
  const entries: NameEntry[] = [];
  const unread: UnreadRecord[] = [];
  let kind: XmlKind | undefined;
  let sourceRegion: RegionCode | undefined;
  let referenceDate: string | null = null;

  const takeEntry = (record: XmlRecord): void => {
    const region = regionOfNamespace(textAt(record, 'code/namespace')) ?? sourceRegion;
    const written = textAt(record, 'code/objectIdentifier');
    const id = parseIdentifier(written.trim());
    if (region === undefined || id === undefined) {
      unread.push({ reason: 'identifier-invalid', position: record.byteOffset, id: written, detail: '' });
      return;
    }
    entries.push({ id: nationalId(region, id), names: namesOf(record), byteOffset: record.byteOffset });
  };

  await readXmlRecords(
    bytes,
    path,
    (root, attributes) => {
      refuseOldLayout(attributes, path);
      kind = kindOfRoot(root);
    },
    (record) => {
      if (record.name === 'source') sourceRegion = regionOfSource(textAt(record, ''));
      else if (record.name === 'timestamp') referenceDate = textAt(record, '').slice(0, 10) || null;
      else if (record.name === kind) takeEntry(record);
    },
    onBytes,
  );
  return { path, kind: kind as XmlKind, read: entries.length + unread.length, entries, unread, referenceDate };
}

const LANGUAGES: readonly string[] = ['nl', 'fr', 'de'] satisfies Language[];

function namesOf(record: XmlRecord): Names {
  const names: { [language in Language]?: string } = {};
  let language = '';
  for (const [path, text] of record.texts) {
    if (path === 'name/language') language = text.trim().toLowerCase();
    if (path !== 'name/spelling' || text === '' || !LANGUAGES.includes(language)) continue;
    const before = names[language as Language];
    // A copy: the text would otherwise keep the whole piece of the file that it was cut from in memory.
    names[language as Language] = Buffer.from(before === undefined ? text : `${before}/${text}`).toString();
  }
  return names;
}
