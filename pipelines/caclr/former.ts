import type { AddressColumns } from '../../src/model/address-columns.ts';
import type { Gazetteer } from '../../src/model/gazetteer.ts';
import type { FormerInput } from '../../src/store/manifest.ts';
import { findEnded } from '../ended.ts';
import { countFormer } from '../former.ts';
import type { FixedWidthTable } from '../readers/fixed-width.ts';
import type { ImportReport } from '../report.ts';
import type { CurrentCaclr, Localite, Rue } from './records.ts';
import type { CaclrTables } from './tables.ts';
import { toAddresses, toGazetteer } from './to-address.ts';

/**
 * The addresses that were: buildings whose number has ended, in streets and localities that may have ended, too. CACLR says
 * when, but not what took their place; a street that got another name has no trace of it, since each row is there once. What was provisional never
 * was an address; a house without a number is not asked for by one.
 */
export function findFormer(
  tables: CaclrTables,
  caclr: CurrentCaclr,
  present: { readonly gazetteer: Gazetteer; readonly addresses: AddressColumns },
  report: ImportReport,
): FormerInput {
  const { past, until, withoutStreet } = caclrOfThen(tables, caclr);
  const gazetteer = toGazetteer(past, new Map());
  const former = findEnded({ gazetteer, addresses: toAddresses(tables, past), until }, present);
  report.former = countFormer(former, { withoutStreet });
  return former;
}

/** The buildings that have ended as those in force are, in streets, localities and communes in force or not. */
function caclrOfThen(
  tables: CaclrTables,
  caclr: CurrentCaclr,
): { readonly past: CurrentCaclr; readonly until: Uint32Array; readonly withoutStreet: number } {
  const { IMMEUBLE } = tables;
  const rues = ruesOfThen(tables, caclr);
  const used = new Map<Rue, number>();
  const rows: number[] = [];
  const rue: number[] = [];
  const until: number[] = [];
  let withoutStreet = 0;
  for (let row = 0; row < IMMEUBLE.rowCount; row++) {
    if (IMMEUBLE.isNull(row, 'DATE_FIN_VALID')) continue;
    const isHouse =
      IMMEUBLE.text(row, 'INDIC_NO_INDEF') === 'N' &&
      IMMEUBLE.text(row, 'INDIC_PROVISOIRE') === 'N' &&
      IMMEUBLE.wholeNumber(row, 'NUMERO_INTERNE') !== undefined &&
      (IMMEUBLE.wholeNumber(row, 'NUMERO') ?? 0) > 0;
    const end = IMMEUBLE.day(row, 'DATE_FIN_VALID');
    if (!isHouse || end === undefined) continue;
    const street = rues.get(IMMEUBLE.wholeNumber(row, 'FK_RUE_NUMERO') ?? -1);
    if (street === undefined) {
      withoutStreet++;
      continue;
    }
    if (!used.has(street)) used.set(street, used.size);
    rows.push(row);
    rue.push(used.get(street)!);
    until.push(end);
  }
  const localites = [...new Set(Array.from(used.keys(), ({ localite }) => localite))];
  const communes = [...new Set(localites.map(({ commune }) => commune))];
  const immeubles = { rows: Uint32Array.from(rows), rue: Uint32Array.from(rue), designations: new Map() };
  return {
    past: { ...caclr, communes, localites, rues: [...used.keys()], immeubles },
    until: Uint32Array.from(until),
    withoutStreet,
  };
}

/** By number, every street: as it is, or was. */
function ruesOfThen({ RUE, LOCALITE, COMMUALL }: CaclrTables, caclr: CurrentCaclr): ReadonlyMap<number, Rue> {
  const cantons = new Map(caclr.cantons.map((canton) => [canton.code, canton]));
  const communes = new Map(caclr.communes.map((commune) => [commune.canton.code + commune.code, commune]));
  for (let row = 0; row < COMMUALL.rowCount; row++) {
    const code = COMMUALL.text(row, 'CODE');
    const canton = cantons.get(COMMUALL.text(row, 'FK_CANTO_CODE'));
    if (canton === undefined) continue;
    const key = canton.code + code;
    if (!communes.has(key)) communes.set(key, { code, nom: COMMUALL.text(row, 'NOM'), canton });
  }
  const localites = new Map(caclr.localites.map((localite) => [localite.numero, localite]));
  addNamed(LOCALITE, localites, (row, numero, nom): Localite | undefined => {
    const commune = communes.get(LOCALITE.text(row, 'FK_CANTO_CODE') + LOCALITE.text(row, 'FK_COMMU_CODE'));
    return commune && { numero, nom, commune };
  });
  const rues = new Map(caclr.rues.map((rue) => [rue.numero, rue]));
  addNamed(RUE, rues, (row, numero, nom): Rue | undefined => {
    const localite = localites.get(RUE.wholeNumber(row, 'FK_LOCAL_NUMERO') ?? -1);
    const isProvisional = RUE.text(row, 'INDIC_PROVISOIRE') !== 'N';
    return isProvisional || localite === undefined ? undefined : { numero, nom, localite };
  });
  return rues;
}

/** Adds the records of a table whose number is not there yet. */
function addNamed<Row>(
  table: FixedWidthTable<'NUMERO' | 'NOM'>,
  known: Map<number, Row>,
  make: (row: number, numero: number, nom: string) => Row | undefined,
): void {
  for (let row = 0; row < table.rowCount; row++) {
    const numero = table.wholeNumber(row, 'NUMERO');
    if (numero === undefined || known.has(numero)) continue;
    const made = make(row, numero, table.text(row, 'NOM'));
    if (made !== undefined) known.set(numero, made);
  }
}
