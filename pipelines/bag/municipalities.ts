import type { Alias, Names } from '../../src/model/country.ts';
import { MUNICIPALITY_TABLE } from './municipality-table.ts';

/** A municipality as it was on some day. */
export interface MunicipalityRecord {
  readonly name: string;
  /** Code of its province, 20 to 31. */
  readonly province: number;
}

/** The province of municipalities that the table does not know. */
export const UNKNOWN_PROVINCE = 0;

/** By the code of Statistics Netherlands. */
const PROVINCES: ReadonlyMap<number, { readonly names: Names; readonly aliases?: readonly Alias[] }> = new Map([
  [UNKNOWN_PROVINCE, { names: { nl: 'Onbekend' } }],
  [20, { names: { nl: 'Groningen' } }],
  [21, { names: { nl: 'Fryslân' }, aliases: [{ name: 'Friesland', language: 'nl' }] }],
  [22, { names: { nl: 'Drenthe' } }],
  [23, { names: { nl: 'Overijssel' } }],
  [24, { names: { nl: 'Flevoland' } }],
  [25, { names: { nl: 'Gelderland' } }],
  [26, { names: { nl: 'Utrecht' } }],
  [27, { names: { nl: 'Noord-Holland' } }],
  [28, { names: { nl: 'Zuid-Holland' } }],
  [29, { names: { nl: 'Zeeland' } }],
  [30, { names: { nl: 'Noord-Brabant' } }],
  [31, { names: { nl: 'Limburg' } }],
]);

/** Names and aliases of a province. */
export function provinceNames(code: number): { readonly names: Names; readonly aliases?: readonly Alias[] } {
  return PROVINCES.get(code) ?? PROVINCES.get(UNKNOWN_PROVINCE)!;
}

/**
 * The municipality with a code of four digits, as it was on a day (`YYYY-MM-DD`); where it did not exist then, as it was
 * last before or first after. `undefined` for a code that never was one.
 */
export function municipalityAt(code: string, date: string): MunicipalityRecord | undefined {
  let found: Period | undefined;
  for (const period of periodsByCode().get(code) ?? []) {
    if (found === undefined || period.from <= date) found = period;
  }
  return found;
}

interface Period extends MunicipalityRecord {
  /** First day, `''` for one before 1990. */
  readonly from: string;
  /** First day no more, `''` for today's. */
  readonly until: string;
}

let periods: Map<string, Period[]> | undefined;

/** Each code's periods, oldest first; parsed when first asked for. */
function periodsByCode(): ReadonlyMap<string, readonly Period[]> {
  if (periods !== undefined) return periods;
  periods = new Map();
  for (const line of MUNICIPALITY_TABLE.trim().split('\n')) {
    const [code, name, province, from, until] = line.split('|') as [string, string, string, string, string];
    const period = { name, province: Number(province), from, until };
    const known = periods.get(code);
    if (known === undefined) periods.set(code, [period]);
    else known.push(period);
  }
  return periods;
}
