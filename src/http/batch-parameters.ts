import { ROLES, type Role } from '../batch/headers.ts';
import type { FileOptions } from '../batch/plan.ts';
import type { OutputForm } from '../batch/row-forms.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { JSON_TYPE } from './exchange.ts';
import { flag, inQuery, MAX_URL_LENGTH, oneOf, type Parameter } from './parameters.ts';
import { HttpProblem } from './problems.ts';

/** The parameters of a batch: what a file cannot say of itself. */

/** By `format`: how rows are written, and the media type. */
export const FORMATS: Readonly<Record<string, readonly [form: OutputForm, mediaType: string]>> = {
  csv: ['rows', 'text/csv; charset=utf-8'],
  excel: ['excel', 'text/csv; charset=utf-8'],
  ndjson: ['ndjson', 'application/x-ndjson; charset=utf-8'],
  json: ['ndjson', JSON_TYPE],
  geojsonl: ['geojsonl', 'application/geo+json-seq; charset=utf-8'],
};

/** What is said of a column that is no part of the address. */
const IGNORE = 'ignore';

const COLUMNS_FORM = `ROLE:COLUMN, several with commas, e.g. street:2,ignore:5. Roles are ${ROLES.join(', ')} and ${IGNORE}`;

export const BATCH_PARAMETERS: readonly Parameter[] = inQuery({
  columns: [
    {
      schema: { type: 'string', maxLength: MAX_URL_LENGTH },
      read: columnsOf,
      fault: ['invalid-parameter', COLUMNS_FORM],
    },
    `Which column is what, by name or number from 1, where that is not recognised: \`street:2,ignore:5\`. Roles: ${ROLES.join(', ')}, ${IGNORE}.`,
  ],
  format: [
    oneOf(Object.keys(FORMATS)),
    'Of the answer: the rows as they came unless given; `excel` is CSV that Excel opens right where decimals have a comma, `json` one array, `geojsonl` a GeoJSON feature a line.',
  ],
  country: [oneOf(COUNTRIES, 'unknown-country'), 'Of rows that do not say theirs; any unless given.'],
  reverse: [
    flag({ default: false }),
    'Finds the address nearest to the latitude and longitude of a row, 100 m away at most.',
  ],
  header: [flag({ default: true }), '`false` where the first line is a row: columns are named by their numbers.'],
});

export interface BatchValues {
  readonly columns?: readonly (readonly [role: Role | typeof IGNORE, column: string])[];
  readonly format?: keyof typeof FORMATS;
  readonly country?: Country;
  readonly reverse?: boolean;
  readonly header?: boolean;
}

/** `street:2,ignore:5` */
function columnsOf(text: string): BatchValues['columns'] {
  const items = text.split(',').map((item) => {
    const colon = item.indexOf(':');
    return [item.slice(0, Math.max(colon, 0)).trim(), item.slice(colon + 1).trim()] as const;
  });
  const isRole = (role: string): role is Role | typeof IGNORE => role === IGNORE || ROLES.includes(role as Role);
  return items.every(([role, column]) => isRole(role) && column !== '') ? (items as BatchValues['columns']) : undefined;
}

/**
 * The parameters as options of a file, added to those of its media type.
 *
 * @throws HttpProblem `invalid-parameter` for a role that two columns are said to have
 */
export function fileOptionsOf({ columns = [], format, ...values }: BatchValues, said: FileOptions): FileOptions {
  const named = columns.filter(([role]) => role !== IGNORE);
  const [again] = named.find(([role], i) => named.findIndex(([other]) => other === role) !== i) ?? [];
  if (again !== undefined)
    throw new HttpProblem('invalid-parameter', `Got two columns for ${again}; allowed is one for each role.`);
  return {
    ...said,
    output: format === undefined ? undefined : FORMATS[format]![0],
    country: values.country,
    isReverse: values.reverse,
    columns: Object.fromEntries(named),
    ignoredColumns: columns.filter(([role]) => role === IGNORE).map(([, column]) => column),
    hasHeader: values.header,
  };
}

/** A message with the parameters in place of the options of the command line. */
export function asParameters(message: string): string {
  return MESSAGES.reduce((text, [option, parameter]) => text.replaceAll(option, parameter), message);
}

const MESSAGES: readonly (readonly [option: RegExp, parameter: string])[] = [
  [/--column (\w+)=(\w+) --column (\w+)=(\w+)/g, 'columns=$1:$2,$3:$4'],
  [/--column (\w+)=(\w+)/g, 'columns=$1:$2'],
  [/, or (\w+)=, (\w+)= with (\w+)=/g, ', or $1:, $2: with $3:'],
  [/--ignore-column NAME/g, `columns=${IGNORE}:NAME`],
  [/--no-header/g, 'header=false'],
  [/--format (\w+)/g, 'format=$1'],
  [/--reverse/g, 'reverse=true'],
  [/Correct it, or give --no-quotes .*/g, 'Correct it.'],
  [/Give the added columns another prefix with --prefix/g, 'Rename it'],
];
