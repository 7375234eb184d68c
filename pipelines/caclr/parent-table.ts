import type { FixedWidthTable } from '../readers/fixed-width.ts';
import type { ImportReport } from '../report.ts';

/**
 * A table that other tables refer to, by key, with the outcome of each row: in force, ended, or rejected for a reason. A
 * row that refers to one that is not in force is rejected with the reason why it has no parent. Rows are counted in the report as
 * their outcomes are given.
 */
export class ParentTable<Key extends string | number, CurrentRecord extends object> {
  readonly #noun: string;
  readonly #table: FixedWidthTable;
  readonly #report: ImportReport;
  /** The record of a row in force, otherwise `ended` or the reason of the row's rejection. */
  readonly #outcomes: Map<Key, CurrentRecord | string> = new Map();

  /** @param noun the name of a row in the reasons of rows that refer to it, such as `street-ended` */
  constructor(noun: string, table: FixedWidthTable, report: ImportReport) {
    this.#noun = noun;
    this.#table = table;
    this.#report = report;
    report.read(table.layout.table, table.rowCount);
  }

  keep(row: number, key: Key, record: CurrentRecord): void {
    if (typeof this.#outcomes.get(key) === 'object') {
      this.reject(row, key, 'key-repeated');
      return;
    }
    this.#outcomes.set(key, record);
    this.#report.kept(this.#table.layout.table);
  }

  /** Marks a row as history, which the register keeps by design. */
  end(key: Key): void {
    this.#note(key, 'ended');
    this.#report.historical(this.#table.layout.table);
  }

  reject(row: number, key: Key | string, reason: string): void {
    this.#note(key as Key, reason);
    rejectRow(this.#report, this.#table, row, reason, String(key));
  }

  /**
   * The record in force that a foreign key refers to; otherwise the reason to reject the row that refers to it:
   * `street-unknown`, `street-ended`, `street-provisional`, or `street-rejected` for any other.
   */
  parent(key: Key | undefined): CurrentRecord | string {
    const found = key === undefined ? undefined : this.#outcomes.get(key);
    if (typeof found === 'object') return found;
    if (found === undefined) return `${this.#noun}-unknown`;
    return `${this.#noun}-${found === 'ended' || found === 'provisional' ? found : 'rejected'}`;
  }

  /** The records in force, in the order of the table. */
  current(): CurrentRecord[] {
    return [...this.#outcomes.values()].filter((outcome): outcome is CurrentRecord => typeof outcome === 'object');
  }

  /** A record in force stays in force, whatever other row has its key. */
  #note(key: Key, outcome: string): void {
    if (typeof this.#outcomes.get(key) !== 'object') this.#outcomes.set(key, outcome);
  }
}

/** Rejects a row of a table. */
export function rejectRow(
  report: ImportReport,
  table: FixedWidthTable,
  row: number,
  reason: string,
  id: string,
  detail: string = '',
): void {
  const { path } = table;
  report.reject({ recordType: table.layout.table, reason, file: path, position: table.line(row), id, detail });
}
