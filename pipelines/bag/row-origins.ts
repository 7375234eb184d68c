import type { RecordType } from './record-columns.ts';

/** Which file a row of a table came from, for tables that are the rows of many files one after the other. */
export class RowOrigins {
  readonly #files: { readonly path: string; readonly recordType: RecordType; readonly firstRow: number }[] = [];
  #length = 0;
  /** The file that was found last; rows are mostly asked for in order. */
  #last = 0;

  /** Says that the next `rows` rows come from the file that people know by `path`. */
  add(path: string, recordType: RecordType, rows: number): void {
    if (rows > 0) this.#files.push({ path, recordType, firstRow: this.#length });
    this.#length += rows;
  }

  of(row: number): { readonly path: string; readonly recordType: RecordType } {
    if (!this.#isIn(this.#last, row)) this.#last = this.#find(row);
    return this.#files[this.#last]!;
  }

  #isIn(file: number, row: number): boolean {
    const next = this.#files[file + 1]?.firstRow ?? this.#length;
    return this.#files[file]!.firstRow <= row && row < next;
  }

  #find(row: number): number {
    let low = 0;
    let high = this.#files.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#files[middle]!.firstRow <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
