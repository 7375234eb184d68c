import { assignColumns } from '../batch/columns.ts';
import { judgeRowByRow } from '../batch/content.ts';
import { readCells } from '../batch/csv.ts';
import { ROLES } from '../batch/headers.ts';
import type { PeekedInput } from '../batch/input.ts';
import { type FileOptions, type PlannedFile, planFile } from '../batch/plan.ts';
import { flattened, parseObject, textOfValue } from '../batch/row-forms.ts';
import { AddressLookupError } from '../errors.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { asParameters } from './batch-parameters.ts';

/**
 * Answers `/v1/geocode/batch/columns`, a step at a time: what is recognised at the beginning of a file, so that the user can
 * correct it; also what the cells say of columns whose headers say nothing. If its columns are not those of an address, the
 * answer has the reason, too.
 *
 * @throws AddressLookupError for a file that is not a table
 */
export function* describeColumns(
  peeked: PeekedInput,
  options: FileOptions,
  indexes: readonly CountryIndex[],
): Generator<void, object> {
  const { file: planned, problem } = planAnyhow(peeked, options);
  yield;
  const { file, judged } =
    problem === undefined ? yield* judgeRowByRow(planned, indexes) : { file: planned, judged: [] };
  const byContent = new Map(judged.map(({ position, cells, registered }) => [position, { cells, registered }]));
  const { plan, encoding, headers } = file;
  const first = plan.format === 'ndjson' ? firstObjectOf(peeked) : undefined;
  const names = first === undefined ? headers : Object.keys(first);
  const { roles, leftOver } =
    plan.format === 'csv' && problem === undefined
      ? plan
      : assignColumns(names, options.columns ?? {}, plan.isReverse, true, options.ignoredColumns);
  const cells = first && [Object.values(first).map(textOfValue)];
  const examples = cells ?? readCells(file.firstRows, plan.dialect, MAX_EXAMPLES);
  const columns = names.map((name, position) => ({
    name,
    role: ROLES.find((role) => roles[role]?.includes(position)) ?? null,
    looks_like_address: leftOver.includes(position),
    by_content: byContent.get(position) ?? null,
    examples: examples.map((cells) => (cells[position] ?? '').slice(0, MAX_EXAMPLE_LENGTH)).filter(Boolean),
  }));
  return {
    format: plan.format,
    encoding: encoding.name,
    delimiter: plan.format === 'csv' ? plan.dialect.delimiter : null,
    columns,
    problem: problem ?? null,
  };
}

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 80;

/** The plan of a file, with the reason if its columns are not those of an address. */
function planAnyhow(
  peeked: PeekedInput,
  options: FileOptions,
): { readonly file: PlannedFile; readonly problem?: string } {
  try {
    return { file: planFile(peeked, options) };
  } catch (error) {
    if (!(error instanceof AddressLookupError) || error.code !== 'input-not-recognised') throw error;
    const file = planFile(peeked, { ...options, isReverse: false, columns: { text: '1' }, ignoredColumns: [] });
    return { file, problem: asParameters(error.message) };
  }
}

function firstObjectOf({ sample }: PeekedInput): Readonly<Record<string, unknown>> {
  return flattened(parseObject(sample.toString().split('\n')[0] ?? '') ?? {});
}
