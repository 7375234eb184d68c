import { COUNTRIES, type Country } from '../model/country.ts';
import type { ColumnRoles, Role } from './column-roles.ts';
import type { CsvDialect } from './csv/csv-record.ts';

/** All that a piece of a file must know to be worked on by itself, in another thread or on another machine. */
export interface BatchPlan {
  readonly format: 'csv' | 'ndjson';
  /** CSV only. */
  readonly dialect: CsvDialect;
  /** Of the header. CSV only. */
  readonly columnCount: number;
  /** CSV only; in NDJSON every object says its own. */
  readonly roles: ColumnRoles;
  /** NDJSON only: keys of the options, by role. */
  readonly namedKeys: { readonly [role in Role]?: string };
  readonly prefix: string;
  readonly isReverse: boolean;
  readonly radiusMetres: number;
  readonly country: Country | undefined;
  readonly threshold: number;
  /** Puts an apostrophe before values of ours that a spreadsheet would take for a formula. */
  readonly neutraliseFormulas: boolean;
}

/** The countries whose indexes are asked: one where the plan names it and no row can say otherwise. */
export function countriesOfPlan({ country, format, roles, isReverse }: BatchPlan): readonly Country[] {
  const rowsMaySay = !isReverse && (format === 'ndjson' || roles.country !== undefined);
  return country === undefined || rowsMaySay ? COUNTRIES : [country];
}
