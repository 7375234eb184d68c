import type { ImportReport } from '../report.ts';
import { Fates, rejectRow } from './fates.ts';
import type { CaclrTables } from './read-tables.ts';
import type { Canton, Commune, CurrentCaclr, District, Localite, Rue } from './records.ts';
import { resolveAliases, resolveQuartiers } from './resolve-aliases.ts';
import { resolveImmeubles } from './resolve-immeubles.ts';

/**
 * Joins the tables from the district down and keeps what is in force:
 *
 *     DISTRICT ← CANTON ← COMMUALL (ACTIVE) ← LOCALITE (no end date) ← RUE (no end date, not provisional) ← IMMEUBLE
 *
 * Every row that is left out is history (it has ended, or belongs to something that has) or a rejection in the report.
 */
export function resolve(tables: CaclrTables, report: ImportReport): CurrentCaclr {
  const districts = resolveDistricts(tables, report);
  const cantons = resolveCantons(tables, districts, report);
  const communes = resolveCommunes(tables, cantons, report);
  const localites = resolveLocalites(tables, communes, report);
  const rues = resolveRues(tables, localites, report);
  const aliasesOfLocalite = resolveAliases(tables['ALIAS.LOCALITE'], 'FK_LOCAL_NUMERO', localites, report);
  resolveQuartiers(tables.QUARTIER, localites, aliasesOfLocalite, report);
  const postalNameOf = resolvePostcodes(tables, report);
  return {
    districts: districts.current(),
    cantons: cantons.current(),
    communes: communes.current(),
    localites: localites.current(),
    rues: rues.current(),
    aliasesOfLocalite,
    aliasesOfRue: resolveAliases(tables['ALIAS.RUE'], 'FK_RUE_NUMERO', rues, report),
    postalNameOf,
    immeubles: resolveImmeubles(tables, rues, postalNameOf, report),
  };
}

function resolveDistricts({ DISTRICT }: CaclrTables, report: ImportReport): Fates<string, District> {
  const districts = new Fates<string, District>('district', DISTRICT, report);
  for (let row = 0; row < DISTRICT.rowCount; row++) {
    const code = DISTRICT.text(row, 'CODE');
    districts.keep(row, code, { code, nom: DISTRICT.text(row, 'NOM') });
  }
  return districts;
}

function resolveCantons(
  { CANTON }: CaclrTables,
  districts: Fates<string, District>,
  report: ImportReport,
): Fates<string, Canton> {
  const cantons = new Fates<string, Canton>('canton', CANTON, report);
  for (let row = 0; row < CANTON.rowCount; row++) {
    const code = CANTON.text(row, 'CODE');
    const district = districts.parent(CANTON.text(row, 'FK_DISTR_CODE'));
    if (typeof district === 'string') cantons.reject(row, code, district);
    else cantons.keep(row, code, { code, nom: CANTON.text(row, 'NOM'), district });
  }
  return cantons;
}

function resolveCommunes(
  { COMMUALL }: CaclrTables,
  cantons: Fates<string, Canton>,
  report: ImportReport,
): Fates<string, Commune> {
  const communes = new Fates<string, Commune>('municipality', COMMUALL, report);
  for (let row = 0; row < COMMUALL.rowCount; row++) {
    const code = COMMUALL.text(row, 'CODE');
    const cantonCode = COMMUALL.text(row, 'FK_CANTO_CODE');
    const key = cantonCode + code;
    const canton = cantons.parent(cantonCode);
    if (COMMUALL.text(row, 'ACTIVE') !== 'O') communes.end(key);
    else if (typeof canton === 'string') communes.reject(row, key, canton);
    else communes.keep(row, key, { code, nom: COMMUALL.text(row, 'NOM'), canton });
  }
  return communes;
}

function resolveLocalites(
  { LOCALITE }: CaclrTables,
  communes: Fates<string, Commune>,
  report: ImportReport,
): Fates<number, Localite> {
  const localites = new Fates<number, Localite>('locality', LOCALITE, report);
  for (let row = 0; row < LOCALITE.rowCount; row++) {
    const numero = LOCALITE.wholeNumber(row, 'NUMERO');
    if (numero === undefined) {
      localites.reject(row, LOCALITE.text(row, 'NUMERO'), 'number-unreadable');
      continue;
    }
    const commune = communes.parent(LOCALITE.text(row, 'FK_CANTO_CODE') + LOCALITE.text(row, 'FK_COMMU_CODE'));
    if (!LOCALITE.isNull(row, 'DATE_FIN_VALID')) localites.end(numero);
    else if (typeof commune === 'string') localites.reject(row, numero, commune);
    else localites.keep(row, numero, { numero, nom: LOCALITE.text(row, 'NOM'), commune });
  }
  return localites;
}

function resolveRues(
  { RUE }: CaclrTables,
  localites: Fates<number, Localite>,
  report: ImportReport,
): Fates<number, Rue> {
  const rues = new Fates<number, Rue>('street', RUE, report);
  for (let row = 0; row < RUE.rowCount; row++) {
    const numero = RUE.wholeNumber(row, 'NUMERO');
    if (numero === undefined) {
      rues.reject(row, RUE.text(row, 'NUMERO'), 'number-unreadable');
      continue;
    }
    const localite = localites.parent(RUE.wholeNumber(row, 'FK_LOCAL_NUMERO'));
    if (!RUE.isNull(row, 'DATE_FIN_VALID')) rues.end(numero);
    else if (RUE.text(row, 'INDIC_PROVISOIRE') !== 'N') rues.reject(row, numero, 'provisional');
    else if (typeof localite === 'string') rues.reject(row, numero, localite);
    else rues.keep(row, numero, { numero, nom: RUE.text(row, 'NOM'), localite });
  }
  return rues;
}

function resolvePostcodes({ CODEPT }: CaclrTables, report: ImportReport): Map<number, string> {
  const postalNameOf = new Map<number, string>();
  report.read('CODEPT', CODEPT.rowCount);
  for (let row = 0; row < CODEPT.rowCount; row++) {
    const postcode = CODEPT.wholeNumber(row, 'NUMERO_POSTAL');
    if (postcode === undefined || postalNameOf.has(postcode)) {
      const reason = postcode === undefined ? 'number-unreadable' : 'key-repeated';
      rejectRow(report, CODEPT, row, reason, CODEPT.text(row, 'NUMERO_POSTAL'));
      continue;
    }
    postalNameOf.set(postcode, CODEPT.text(row, 'LIB_POST_MAJUSCULE'));
    report.kept('CODEPT');
  }
  return postalNameOf;
}
