import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AddressLookupError } from '../../src/errors.ts';
import { type InputEntry, readEntry } from '../readers/input-tree.ts';
import type { ImportReport } from '../report.ts';

/** The name under which relations stand in the report. */
const RECORD_TYPE = 'GWR';

interface Relation {
  readonly file: string;
  readonly byteOffset: number;
  readonly place: number;
  readonly municipality: string;
  readonly begin: string;
  readonly isDefinite: boolean;
}

/**
 * Reads which municipality each place belongs to on the reference date (`YYYY-MM-DD`): place number → code of four
 * digits. A definite relation wins over a provisional one, then the one that began last.
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function readPlaceRelations(
  entries: readonly InputEntry[],
  referenceDate: string,
  report: ImportReport,
): Promise<ReadonlyMap<number, string>> {
  const best = new Map<number, Relation>();
  for (const entry of entries) {
    for (const relation of await currentRelations(entry, referenceDate, report)) {
      const other = best.get(relation.place);
      if (other === undefined || isBetter(relation, other)) best.set(relation.place, relation);
      if (other !== undefined) rejectLoser(best.get(relation.place) === other ? relation : other, report);
    }
  }
  report.kept(RECORD_TYPE, best.size);
  return new Map([...best].map(([place, { municipality }]) => [place, municipality]));
}

function isBetter(relation: Relation, other: Relation): boolean {
  if (relation.isDefinite !== other.isDefinite) return relation.isDefinite;
  return relation.begin > other.begin;
}

function rejectLoser(relation: Relation, report: ImportReport): void {
  report.reject({
    recordType: RECORD_TYPE,
    reason: 'superseded',
    file: relation.file,
    position: relation.byteOffset,
    id: String(relation.place).padStart(4, '0'),
    detail: relation.municipality,
  });
}

const RELATION = 'GemeenteWoonplaatsRelatie';

/** The elements of a relation that are kept; `identificatie` stands in two of them. */
interface Texts {
  begindatumTijdvakGeldigheid?: string;
  einddatumTijdvakGeldigheid?: string;
  gerelateerdeWoonplaats?: string;
  gerelateerdeGemeente?: string;
  status?: string;
}

/**
 * The relations of one file that hold on the reference date: [begin, end). The file is 5 MB for the whole country, so it
 * is read at once. All that is kept is ASCII: decoded as Latin-1, positions in the text are byte offsets, whatever the
 * comment at its head contains.
 */
async function currentRelations(entry: InputEntry, referenceDate: string, report: ImportReport): Promise<Relation[]> {
  const relations: Relation[] = [];
  const xml = new SaxesParser();
  let parents: string[] = [];
  let texts: Texts = {};
  let text = '';
  let byteOffset = 0;

  xml.on('error', (cause) => {
    throw new AddressLookupError(
      'input-corrupt',
      `"${entry.path}" is not well-formed XML at byte ${xml.position}: ${cause.message.replace(/^\d+:\d+: /, '')} Fetch the extract again.`,
      { got: entry.path, byteOffset: xml.position },
      { cause },
    );
  });
  xml.on('opentag', (tag) => {
    const name = localName(tag);
    parents.push(name);
    text = '';
    if (name !== RELATION) return;
    texts = {};
    byteOffset = xml.position - tag.name.length - '<>'.length;
  });
  xml.on('text', (more) => {
    text += more;
  });
  xml.on('closetag', (tag) => {
    const name = localName(tag);
    parents = parents.slice(0, -1);
    const key = name === 'identificatie' ? parents.at(-1) : name;
    if (parents.includes(RELATION)) texts[key as keyof Texts] ??= text.trim();
    else if (name === RELATION) take();
    text = '';
  });

  const take = (): void => {
    report.read(RECORD_TYPE);
    const { gerelateerdeWoonplaats: place = '', gerelateerdeGemeente: municipality = '', status = '' } = texts;
    const { begindatumTijdvakGeldigheid: begin = '', einddatumTijdvakGeldigheid: end } = texts;
    if (begin !== '' && (begin > referenceDate || (end !== undefined && end <= referenceDate))) {
      report.historical(RECORD_TYPE);
    } else if (begin === '' || !/^\d{4}$/.test(place) || !/^\d{4}$/.test(municipality)) {
      const detail = [begin, place, municipality].join(' ');
      const reject = { recordType: RECORD_TYPE, reason: 'invalid-relation', id: place, detail };
      report.reject({ ...reject, file: entry.path, position: byteOffset });
    } else {
      const isDefinite = status === 'definitief';
      relations.push({ file: entry.path, byteOffset, place: Number(place), municipality, begin, isDefinite });
    }
  };
  xml.write((await readEntry(entry.source)).toString('latin1')).close();
  return relations;
}

function localName(tag: SaxesTagPlain): string {
  return tag.name.slice(tag.name.indexOf(':') + 1);
}
