import { type CsvDialect, writeCell } from '../batch/csv.ts';
import { featureOf } from '../batch/row-forms.ts';
import type { Column, Value } from './columns.ts';
import type { Rows } from './rows.ts';

/** The forms of an export that are text. */
export type TextForm = 'csv' | 'ndjson' | 'geojson' | 'geojsonl' | 'geojsonseq';

const CSV: CsvDialect = { delimiter: ',', hasQuotes: true, lineEnd: '\n' };
/** What a record of a JSON text sequence begins with (RFC 7464). */
const RECORD_SEPARATOR = '\x1e';

/** What stands before the rows, between two pieces of them, and after them. */
export function frameOf(
  form: TextForm,
  columns: readonly Column[],
): { readonly head: string; readonly between: string; readonly tail: string } {
  if (form === 'csv') return { head: `${columns.map(({ name }) => name).join(',')}\n`, between: '', tail: '' };
  if (form !== 'geojson') return { head: '', between: '', tail: '' };
  return { head: '{"type":"FeatureCollection","features":[\n', between: ',\n', tail: '\n]}\n' };
}

/** Rows as text in UTF-8. */
export function textOf(form: TextForm, columns: readonly Column[], rows: Rows): Uint8Array {
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const to = Math.min(rows.length, from + ROWS_AT_ONCE);
    const cells = rows.values.map((values, column) =>
      encoded(values, from, to, form === 'csv' ? csvCell : memberOf(columns[column]!.name)),
    );
    const lines: string[] = [];
    for (let row = from; row < to; row++) lines.push(lineOf(form, rowOf(cells, row - from), rows.positions[row]!));
    const between = frameOf(form, columns).between;
    parts.push(Buffer.from((from > 0 ? between : '') + lines.join(between)));
  }
  // Small buffers lie in a common one, which cannot be handed over to another thread.
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** So that little text is held at a time. */
const ROWS_AT_ONCE = 2_000;

function lineOf(form: TextForm, row: string, position: readonly [latitude: number, longitude: number] | null): string {
  if (form === 'csv') return `${row}\n`;
  const object = `{${row}}`;
  if (form === 'ndjson') return `${object}\n`;
  const feature = featureOf(object, String(position?.[0] ?? ''), String(position?.[1] ?? ''));
  if (form === 'geojson') return feature;
  return form === 'geojsonl' ? `${feature}\n` : `${RECORD_SEPARATOR}${feature}\n`;
}

function rowOf(cells: readonly (readonly string[])[], row: number): string {
  let text = cells[0]![row]!;
  for (let column = 1; column < cells.length; column++) text += `,${cells[column]![row]!}`;
  return text;
}

function csvCell(value: Value): string {
  return value === null ? '' : typeof value === 'number' ? String(value) : writeCell(value, CSV);
}

/** Writes a value as a member of an object: `"name":value`. */
function memberOf(name: string): (value: Value) => string {
  const key = `${JSON.stringify(name)}:`;
  return (value) => key + JSON.stringify(value);
}

/** Values [from, to) as text: what the rows of a street share is written once. */
function encoded(values: readonly Value[], from: number, to: number, encode: (value: Value) => string): string[] {
  const texts: string[] = [];
  let last: Value = null;
  let text = encode(null);
  for (let row = from; row < to; row++) {
    const value = values[row]!;
    if (value !== last) {
      last = value;
      text = encode(value);
    }
    texts.push(text);
  }
  return texts;
}
