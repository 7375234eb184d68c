import Type, { type TObject } from 'typebox';
import { ROLES, type Role } from '../batch/headers.ts';
import type { FileOptions } from '../batch/plan.ts';
import { DEFAULT_REVERSE_RADIUS } from '../batch/reverse.ts';
import type { OutputForm } from '../batch/row-forms.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { MAX_WITHIN_METRES } from '../query/nearest.ts';

/** The parameters of a batch: the options of `geocode` under their names there, with an underscore for a hyphen. */

/** Before the role that a column has: `column_street=Straatnaam`. */
const COLUMN_PARAMETER = 'column_';

export const BATCH_FORMATS = ['csv', 'excel', 'ndjson', 'geojsonl'] as const;

export type BatchQuery = {
  readonly [role in Role as `${typeof COLUMN_PARAMETER}${role}`]?: string;
} & {
  readonly format?: (typeof BATCH_FORMATS)[number];
  readonly country?: Country;
  readonly columns?: string;
  readonly ignore_columns?: string;
  readonly threshold?: number;
  readonly reverse?: boolean;
  readonly within?: number;
  readonly header?: boolean;
};

const text = (description: string) => Type.Optional(Type.String({ description, maxLength: 1000 }));
const flag = (description: string, isOn = false) => Type.Optional(Type.Boolean({ description, default: isOn }));

export const BATCH_QUERY: TObject = Type.Object({
  format: Type.Optional(
    Type.Enum([...BATCH_FORMATS], {
      type: 'string',
      description:
        'Of the answer: the rows as they came unless given; `excel` is CSV that Excel opens right where decimals have a comma, `geojsonl` a GeoJSON feature a line.',
    }),
  ),
  country: Type.Optional(
    Type.Enum([...COUNTRIES], { type: 'string', description: 'Of rows that do not say theirs; any unless given.' }),
  ),
  columns: text(
    'Which columns are added, in this order, separated by commas: `status,latitude,longitude`; all unless given.',
  ),
  ...Object.fromEntries(
    ROLES.map((role) => [
      `${COLUMN_PARAMETER}${role}`,
      text(`The column of ${role}, by its name or its number from 1; recognised unless given.`),
    ]),
  ),
  ignore_columns: text('Columns that are no part of the address, by names or numbers, separated by commas.'),
  threshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, default: 0.5, description: 'The lowest score of an answer.' }),
  ),
  reverse: flag('Finds the address nearest to the latitude and longitude of a row.'),
  within: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_WITHIN_METRES,
      default: DEFAULT_REVERSE_RADIUS,
      description: 'With `reverse`: metres, how far away the address may be.',
    }),
  ),
  header: flag('`false` where the first line is a row: columns are named by their numbers.', true),
});

/** By `format`: how rows are written, and the media type. */
export const FORMATS: Readonly<
  Record<NonNullable<BatchQuery['format']>, readonly [form: OutputForm, mediaType: string]>
> = {
  csv: ['rows', 'text/csv; charset=utf-8'],
  excel: ['excel', 'text/csv; charset=utf-8'],
  ndjson: ['ndjson', 'application/x-ndjson; charset=utf-8'],
  geojsonl: ['geojsonl', 'application/geo+json-seq; charset=utf-8'],
};

/** The parameters as options of a file, added to those of its media type. */
export function fileOptionsOf(query: BatchQuery, said: FileOptions): FileOptions {
  const named = ROLES.flatMap((role): [Role, string][] => {
    const column = query[`${COLUMN_PARAMETER}${role}`];
    return column === undefined ? [] : [[role, column]];
  });
  return {
    ...said,
    output: query.format === undefined ? undefined : FORMATS[query.format][0],
    country: query.country,
    isReverse: query.reverse,
    radiusMetres: query.within,
    threshold: query.threshold,
    columns: Object.fromEntries(named),
    ignoredColumns: listOf(query.ignore_columns),
    resultColumns: query.columns === undefined ? undefined : listOf(query.columns),
    hasHeader: query.header,
  };
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',').map((each) => each.trim());
}

/** A message with the parameters in place of the options of the command line. */
export function asParameters(message: string): string {
  return message
    .replace(/--column ([a-z]+)=/g, `${COLUMN_PARAMETER}$1=`)
    .replace(/--column ROLE=NAME/g, `${COLUMN_PARAMETER}ROLE=NAME`)
    .replace(/--no-(header|quotes)/g, '$1=false')
    .replace(/--ignore-column NAME/g, 'ignore_columns=NAME')
    .replace(/--format (\w+)/g, 'format=$1')
    .replace(/--([a-z]+)-?([a-z]*)/g, (_, first: string, second: string) => (second ? `${first}_${second}` : first));
}
