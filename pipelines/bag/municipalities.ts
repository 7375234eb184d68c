import type { Alias, Names } from '../../src/model/country.ts';
import { onFirstUse, readTable } from '../data/tables.ts';
import { append } from '../readers/columns.ts';

// What the BAG lacks about Dutch municipalities and places: their names and provinces, their former names, and
// other names that people use. The tables are pipelines/data/nl-*.csv.

/** A municipality as it was on some day. */
interface MunicipalityRecord {
  readonly name: string;
  /** Code of its province, 20 to 31. */
  readonly province: number;
}

interface Period extends MunicipalityRecord {
  /** First day; `''` for one before 1990. */
  readonly from: string;
}

/**
 * The municipality with a code of four digits, as it was on a day (`YYYY-MM-DD`), or if it did not exist then, as it was
 * last before or first after. `undefined` for a code that was never in use.
 */
export function municipalityAt(code: string, date: string): MunicipalityRecord | undefined {
  let found: Period | undefined;
  for (const period of periodsByCode().get(code) ?? []) {
    if (found === undefined || period.from <= date) found = period;
  }
  return found;
}

/** The names of former municipalities that are now part of the one with this code, and its own former names. */
export function formerMunicipalities(code: number): readonly string[] {
  return formerNames().get(code) ?? [];
}

/**
 * The other names of places and municipalities of this name, none for nearly all.
 *
 * @example otherNames('Grou')    // [{ name: 'Grouw', language: 'nl' }]
 */
export function otherNames(name: string): readonly Alias[] {
  return aliasesByName().get(name) ?? [];
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

/** Each code's periods, oldest first. */
const periodsByCode = onFirstUse((): ReadonlyMap<string, readonly Period[]> => {
  const periods = new Map<string, Period[]>();
  for (const { code, name, province, from } of readTable('nl-municipalities')) {
    append(periods, code, { name, province: Number(province), from });
  }
  return periods;
});

const formerNames = onFirstUse((): ReadonlyMap<number, readonly string[]> => {
  const names = new Map<number, string[]>();
  for (const { code, former_name } of readTable('nl-former')) append(names, Number(code), former_name);
  return names;
});

/** Each name has all other names of its row as aliases, so the others find the place whichever name the register has. */
const aliasesByName = onFirstUse((): ReadonlyMap<string, readonly Alias[]> => {
  const groups = new Map<string, string[]>();
  for (const { name, alias } of readTable('nl-aliases')) {
    if (!groups.has(name)) groups.set(name, [name]);
    append(groups, name, alias);
  }
  const aliases = new Map<string, readonly Alias[]>();
  for (const names of groups.values()) {
    for (const name of names) {
      // In two groups, a name would lose the aliases of one of them.
      if (aliases.has(name)) throw new Error(`nl-aliases.csv gives "${name}" to two places.`);
      const others = names.filter((other) => other !== name);
      aliases.set(
        name,
        others.map((other) => ({ name: other, language: 'nl' })),
      );
    }
  }
  return aliases;
});
