import { type InputEntry, openEntry } from '../readers/input-tree.ts';
import { readXmlRecords, type XmlRecord } from '../readers/xml.ts';
import type { ImportReport } from '../report.ts';

/** The name of these records in the report. */
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
export async function readMunicipalityOfPlace(
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

/** The relations of one file that hold on the reference date: [begin, end). */
async function currentRelations(entry: InputEntry, referenceDate: string, report: ImportReport): Promise<Relation[]> {
  const relations: Relation[] = [];
  const take = (record: XmlRecord): void => {
    report.read(RECORD_TYPE);
    const { byteOffset } = record;
    const {
      gerelateerdeWoonplaats: place = '',
      gerelateerdeGemeente: municipality = '',
      status = '',
    } = textsOf(record);
    const { begindatumTijdvakGeldigheid: begin = '', einddatumTijdvakGeldigheid: end } = textsOf(record);
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
  await readXmlRecords(await openEntry(entry.source), {
    path: entry.path,
    isRecord: (name) => name === RELATION,
    onRecord: take,
  });
  return relations;
}

/** The elements of a relation that are kept. */
interface Texts {
  begindatumTijdvakGeldigheid?: string;
  einddatumTijdvakGeldigheid?: string;
  gerelateerdeWoonplaats?: string;
  gerelateerdeGemeente?: string;
  status?: string;
}

/** Texts by the name of their element; `identificatie` is in two elements, which name it. */
function textsOf({ texts }: XmlRecord): Texts {
  const found: Texts = {};
  for (const [path, text] of texts) {
    const names = path.split('/');
    const key = names.at(-1) === 'identificatie' ? names.at(-2) : names.at(-1);
    found[key as keyof Texts] ??= text.trim();
  }
  return found;
}
