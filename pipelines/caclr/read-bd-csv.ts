import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import { readCsv } from '../readers/csv.ts';
import { type InputEntry, openEntry } from '../readers/input-tree.ts';
import type { ImportReport } from '../report.ts';
import { assertColumns, BD_COLUMNS, type BdAdresse, bdAdresse } from './bd-adresses.ts';

/**
 * Hands on the rows of addresses.csv: UTF-8 with a byte-order mark, `;`, RFC 4180 quotes
 * (`"Cité ""Pënscherbierg""";3;...`). A row with another number of fields than the header is rejected.
 *
 * @throws AddressLookupError `input-not-recognised` when columns are missing, `input-corrupt` when the file is not UTF-8
 *   or ends in the middle of a row.
 */
export async function readBdCsv(
  entry: InputEntry,
  report: ImportReport,
  progress: Progress,
  take: (row: BdAdresse) => void,
): Promise<void> {
  const { path } = entry;
  let width = 0;
  let positions: readonly number[] = [];
  let last: { readonly fields: readonly string[]; readonly line: number } = { fields: [], line: 1 };
  const { lastLineEnded } = await readCsv(
    await openEntry(entry.source),
    path,
    {
      header(written) {
        const names = written.map((name) => name.trim().toLowerCase());
        assertColumns(path, BD_COLUMNS, names);
        width = names.length;
        positions = BD_COLUMNS.map((column) => names.indexOf(column));
      },
      row(fields, line) {
        report.read('BD-Adresses');
        last = { fields, line };
        take(bdAdresse(line, (_, i) => fields[positions[i]!]!));
      },
      ragged(fields, position) {
        report.read('BD-Adresses');
        const detail = `${fields.length} fields, the header has ${width}: ${fields.join(';')}`;
        const recordType = 'BD-Adresses';
        report.reject({ recordType, reason: 'wrong-number-of-fields', file: path, position, id: '', detail });
      },
    },
    { delimiter: ';', onBytes: (count) => progress.advance(count) },
  );
  // A row can be cut off in its last field (LAU2, four digits) and still have all its fields.
  if (!lastLineEnded && last.fields.length > 0 && !/^\d{4}$/.test(last.fields.at(-1)!)) {
    throw new AddressLookupError(
      'input-corrupt',
      `${path} ends in the middle of line ${last.line}. The file was not transferred completely: fetch it again.`,
      { got: path, line: last.line },
    );
  }
}
