import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { fold } from '../../src/text/fold.ts';
import type { FixedWidthTable } from '../readers/fixed-width.ts';
import { faultOfName } from '../reject-unusable.ts';
import type { ImportReport } from '../report.ts';
import { ParentTable, rejectRow } from './parent-table.ts';
import type {
  Aliases,
  AliasNom,
  Canton,
  Commune,
  CurrentCaclr,
  District,
  Immeubles,
  Langue,
  Localite,
  Rue,
} from './records.ts';
import type { CaclrTables, ColumnOf } from './tables.ts';

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

function resolveDistricts({ DISTRICT }: CaclrTables, report: ImportReport): ParentTable<string, District> {
  const districts = new ParentTable<string, District>('district', DISTRICT, report);
  for (let row = 0; row < DISTRICT.rowCount; row++) {
    const code = DISTRICT.text(row, 'CODE');
    districts.keep(row, code, { code, nom: DISTRICT.text(row, 'NOM') });
  }
  return districts;
}

function resolveCantons(
  { CANTON }: CaclrTables,
  districts: ParentTable<string, District>,
  report: ImportReport,
): ParentTable<string, Canton> {
  const cantons = new ParentTable<string, Canton>('canton', CANTON, report);
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
  cantons: ParentTable<string, Canton>,
  report: ImportReport,
): ParentTable<string, Commune> {
  const communes = new ParentTable<string, Commune>('municipality', COMMUALL, report);
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
  communes: ParentTable<string, Commune>,
  report: ImportReport,
): ParentTable<number, Localite> {
  const localites = new ParentTable<number, Localite>('locality', LOCALITE, report);
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
  localites: ParentTable<number, Localite>,
  report: ImportReport,
): ParentTable<number, Rue> {
  const rues = new ParentTable<number, Rue>('street', RUE, report);
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

/** A locality or a street, which can have aliases. */
interface Named {
  readonly numero: number;
  readonly nom: string;
}

/** While they are collected. */
interface Collected extends Aliases {
  noms: AliasNom[];
  langueOfficielle: Langue;
}

type AliasColumn = 'NUMERO_SEQUENTIEL' | 'NOM' | 'LANGUE';

/**
 * The aliases in ALIAS.LOCALITE or ALIAS.RUE of what is in force, by the number of what they name; the first of two that
 * fold to one key stays. An alias that is the official name again (240 streets) adds nothing but, in 15 cases, the
 * language of that name. DESCRIPTION says for some which house numbers an alias was used for; it is not kept.
 */
function resolveAliases<ForeignKey extends string>(
  table: FixedWidthTable<AliasColumn | ForeignKey>,
  foreignKey: ForeignKey,
  named: ParentTable<number, Named>,
  report: ImportReport,
): Map<number, Aliases> {
  const aliases = new Map<number, Collected>();
  report.read(table.layout.table, table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const id = `${table.text(row, foreignKey)}/${table.text(row, 'NUMERO_SEQUENTIEL')}`;
    const nom = table.text(row, 'NOM');
    const langue = langueOf(table.text(row, 'LANGUE'));
    const owner = named.parent(table.wholeNumber(row, foreignKey));
    if (typeof owner === 'string') {
      if (owner.endsWith('-ended')) report.historical(table.layout.table);
      else rejectRow(report, table, row, owner, id, nom);
      continue;
    }
    const fault = faultOfName(nom);
    if (fault !== undefined) {
      rejectRow(report, table, row, fault.reason, id, fault.detail);
      continue;
    }
    const isOfficialName = fold(nom) === fold(owner.nom);
    if (isOfficialName && langue === '') {
      rejectRow(report, table, row, 'same-as-official-name', id, nom);
      continue;
    }
    const collected = collectedOf(aliases, owner);
    if (isOfficialName) {
      collected.langueOfficielle = langue;
    } else if (collected.noms.some((other) => fold(other.nom) === fold(nom))) {
      rejectRow(report, table, row, 'duplicate', id, nom);
      continue;
    } else {
      collected.noms.push({ nom, langue });
    }
    report.kept(table.layout.table);
  }
  return aliases;
}

/**
 * Adds the quarters of the city of Luxembourg to the aliases of its locality: people write `Kirchberg` as their town, and
 * no building says its quarter any more. `Bonnevoie-Nord / Verlorenkost` gives `Bonnevoie-Nord`, `Bonnevoie` and
 * `Verlorenkost`.
 */
function resolveQuartiers(
  table: FixedWidthTable<ColumnOf<'QUARTIER'>>,
  localites: ParentTable<number, Named>,
  aliases: Map<number, Aliases>,
  report: ImportReport,
): void {
  report.read('QUARTIER', table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const localite = localites.parent(table.wholeNumber(row, 'FK_LOCAL_NUMERO'));
    if (typeof localite === 'string') {
      rejectRow(report, table, row, localite, table.text(row, 'NUMERO'), table.text(row, 'NOM'));
      continue;
    }
    const { noms } = collectedOf(aliases as Map<number, Collected>, localite);
    for (const part of table.text(row, 'NOM').split('/')) {
      const quarter = part.trim();
      for (const nom of [quarter, quarter.replace(/-(Nord|Sud|Est|Ouest)$/, '')]) {
        if (!noms.some((other) => fold(other.nom) === fold(nom))) noms.push({ nom, langue: '' });
      }
    }
    report.kept('QUARTIER');
  }
}

function collectedOf(aliases: Map<number, Collected>, { numero }: Named): Collected {
  let collected = aliases.get(numero);
  if (collected === undefined) {
    collected = { noms: [], langueOfficielle: '' };
    aliases.set(numero, collected);
  }
  return collected;
}

function langueOf(letter: string): Langue {
  return letter === 'L' || letter === 'F' || letter === 'A' ? letter : '';
}

/**
 * The buildings that are addresses today: no end date, a number that is defined, not provisional, in a street in force.
 *
 * A row with INDIC_NO_INDEF `O` is no house: each street has one, with number 000, that carries the street's postcode.
 */
function resolveImmeubles(
  tables: CaclrTables,
  rues: ParentTable<number, Rue>,
  postalNameOf: ReadonlyMap<number, string>,
  report: ImportReport,
): Immeubles {
  const { IMMEUBLE } = tables;
  const ordinals = new Map(rues.current().map((rue, ordinal) => [rue, ordinal]));
  const rows = new Uint32Array(IMMEUBLE.rowCount);
  const rueOfRow = new Uint32Array(IMMEUBLE.rowCount);
  const seen = new Set<number>();
  let count = 0;
  let withoutPostcode = 0;
  report.read('IMMEUBLE', IMMEUBLE.rowCount);
  for (let row = 0; row < IMMEUBLE.rowCount; row++) {
    if (!IMMEUBLE.isNull(row, 'DATE_FIN_VALID')) {
      report.historical('IMMEUBLE');
      continue;
    }
    const rue = resolveRue(tables, row, rues, seen);
    if (typeof rue === 'string') {
      rejectRow(report, IMMEUBLE, row, rue, IMMEUBLE.text(row, 'NUMERO_INTERNE'));
      continue;
    }
    if (!postalNameOf.has(IMMEUBLE.wholeNumber(row, 'FK_CODPT_NUMERO') ?? NO_POSTCODE)) withoutPostcode++;
    rows[count] = row;
    rueOfRow[count] = ordinals.get(rue)!;
    count++;
  }
  report.kept('IMMEUBLE', count);
  if (withoutPostcode > 0) {
    const which = 'Addresses without a postcode, or with one that CODEPT does not have';
    report.warn(`${which}: ${withoutPostcode.toLocaleString('en')}. They were kept.`);
  }
  return {
    rows: rows.subarray(0, count),
    rue: rueOfRow.subarray(0, count),
    designations: resolveDesignations(tables, report),
  };
}

/** The street of a building without an end date; if it is no address, the reason why. */
function resolveRue(
  { IMMEUBLE }: CaclrTables,
  row: number,
  rues: ParentTable<number, Rue>,
  seen: Set<number>,
): Rue | string {
  if (IMMEUBLE.text(row, 'INDIC_NO_INDEF') !== 'N') return 'number-undefined';
  if (IMMEUBLE.text(row, 'INDIC_PROVISOIRE') !== 'N') return 'provisional';
  const id = IMMEUBLE.wholeNumber(row, 'NUMERO_INTERNE');
  if (id === undefined || IMMEUBLE.wholeNumber(row, 'NUMERO') === undefined) return 'number-unreadable';
  if (seen.has(id)) return 'key-repeated';
  seen.add(id);
  return rues.parent(IMMEUBLE.wholeNumber(row, 'FK_RUE_NUMERO'));
}

/**
 * The names in IMMDESIG of buildings without a number. One that has a number is known by it; its name (`Mairie`, `Hall
 * Sportif`) is no part of the address and is reported as `has-a-number`.
 */
function resolveDesignations({ IMMDESIG }: CaclrTables, report: ImportReport): Map<number, string> {
  const designations = new Map<number, string>();
  report.read('IMMDESIG', IMMDESIG.rowCount);
  for (let row = 0; row < IMMDESIG.rowCount; row++) {
    const designation = IMMDESIG.text(row, 'DESIGNATION');
    const id = IMMDESIG.wholeNumber(row, 'NUMERO_INTERNE');
    if (!IMMDESIG.isNull(row, 'DATE_FIN_VALID')) {
      report.historical('IMMDESIG');
    } else if (id === undefined || IMMDESIG.wholeNumber(row, 'NUMERO') !== 0 || designation === '') {
      rejectRow(report, IMMDESIG, row, 'has-a-number', IMMDESIG.text(row, 'NUMERO_INTERNE'), designation);
    } else {
      designations.set(id, designation);
      report.kept('IMMDESIG');
    }
  }
  return designations;
}

/**
 * Compares the streets that `resolve` took to be current with TR.DICACOLO.RUCP, in which the publisher lists them by name.
 * In the edition of June 2025 the two are equal, all 9,329. A difference means that the rule for what is current, or the
 * register, has changed; it is a warning, since addresses do not depend on that table.
 */
export function compareWithPublishedStreets(tables: CaclrTables, caclr: CurrentCaclr, report: ImportReport): void {
  const table = tables['TR.DICACOLO.RUCP'];
  const current = new Set(caclr.rues.map(({ nom, localite }) => streetKey(localite.commune.nom, localite.nom, nom)));
  const published = new Set<string>();
  report.read(table.layout.table, table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const key = streetKey(table.text(row, 'COMMUNE'), table.text(row, 'LOCALITE'), table.text(row, 'RUE'));
    published.add(key);
    if (current.has(key)) report.kept(table.layout.table);
    else rejectRow(report, table, row, 'street-not-current', '', key);
  }
  const missing = [...current].filter((key) => !published.has(key));
  if (missing.length > 0) {
    report.warn(
      `Streets that are current by RUE but not in TR.DICACOLO.RUCP, the publisher's own list: ${missing.length.toLocaleString('en')} ` +
        `(${missing.slice(0, 3).join('; ')}). They were kept.`,
    );
  }
}

function streetKey(commune: string, localite: string, rue: string): string {
  return `${rue}, ${localite}, ${commune}`;
}
