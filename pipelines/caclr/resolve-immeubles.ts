import { NO_POSTCODE } from '../../src/model/postcode.ts';
import type { ImportReport } from '../report.ts';
import { type Fates, rejectRow } from './fates.ts';
import type { CaclrTables } from './read-tables.ts';
import type { Immeubles, Rue } from './records.ts';

/**
 * The buildings that are addresses today: no end date, a number that is defined, not provisional, in a street in force.
 *
 * A row with INDIC_NO_INDEF `O` is no house: each street has one, with number 000, that carries the street's postcode.
 */
export function resolveImmeubles(
  tables: CaclrTables,
  rues: Fates<number, Rue>,
  postalNameOf: ReadonlyMap<number, string>,
  report: ImportReport,
): Immeubles {
  const { IMMEUBLE } = tables;
  const positions = new Map(rues.current().map((rue, position) => [rue, position]));
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
    rueOfRow[count] = positions.get(rue)!;
    count++;
  }
  report.kept('IMMEUBLE', count);
  if (withoutPostcode > 0) {
    const which = 'Addresses without a postcode, or with one that CODEPT does not have';
    report.warn(`${which}: ${withoutPostcode}. They were kept.`);
  }
  return {
    rows: rows.subarray(0, count),
    rue: rueOfRow.subarray(0, count),
    designations: resolveDesignations(tables, report),
  };
}

/** The street of a building without an end date; if it is no address, the reason why. */
function resolveRue({ IMMEUBLE }: CaclrTables, row: number, rues: Fates<number, Rue>, seen: Set<number>): Rue | string {
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
