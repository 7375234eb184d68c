import { NO_POSITION } from '../model/address-columns.ts';
import { type Match, type MatchPrecision, STATUSES, type Status } from '../search/match.ts';

/** The positions and results of the rows of a chunk, nine bytes per row, for a map of any number of rows. */
export interface RowMarks {
  /** 10⁻⁷ degree, latitude before longitude; `NO_POSITION` twice for a row without. */
  readonly positions: Int32Array;
  /** Positions in STATUSES and PRECISIONS: `status * 8 + precision`. */
  readonly kinds: Uint8Array;
  /** The rows that most need to be looked at, worst first, counted from the first row of the chunk. */
  readonly notable: readonly NotableRow[];
}

export interface NotableRow {
  readonly row: number;
  readonly status: Status;
  readonly score: number;
  readonly discrepancies: string;
  /** The address in the row, and the answer. */
  readonly given: string;
  readonly found: string;
}

const PRECISIONS: readonly MatchPrecision[] = ['', 'place', 'street', 'house', 'address'];
const MAX_NOTABLE = 50;

export function statusOfKind(kind: number): Status {
  return STATUSES[kind >> 3]!;
}

export function precisionOfKind(kind: number): MatchPrecision {
  return PRECISIONS[kind & 7]!;
}

/** Worst first: rows that were not found, then by score, lowest first. */
export function compareNotable(a: NotableRow, b: NotableRow): number {
  return STATUSES.indexOf(b.status) - STATUSES.indexOf(a.status) || a.score - b.score || a.row - b.row;
}

/** Collects the marks of the rows of one chunk. */
export class MarkCollector {
  readonly #positions: number[] = [];
  readonly #kinds: number[] = [];
  readonly #notable: NotableRow[] = [];

  add(
    { status, score, precision, discrepancies }: Match,
    latitude: string,
    longitude: string,
    given: string,
    found: string,
  ): void {
    const row = this.#kinds.length;
    this.#kinds.push(STATUSES.indexOf(status) * 8 + PRECISIONS.indexOf(precision));
    const hasPosition = latitude !== '' && longitude !== '';
    this.#positions.push(
      hasPosition ? Math.round(Number(latitude) * 1e7) : NO_POSITION,
      hasPosition ? Math.round(Number(longitude) * 1e7) : NO_POSITION,
    );
    // Nobody could correct an empty row.
    if (status === 'exact' || given === '') return;
    this.#notable.push({
      row,
      status,
      score,
      discrepancies: discrepancies.join(' '),
      given: given.slice(0, 200),
      found,
    });
  }

  finish(): RowMarks {
    return {
      positions: Int32Array.from(this.#positions),
      kinds: Uint8Array.from(this.#kinds),
      notable: this.#notable.sort(compareNotable).slice(0, MAX_NOTABLE),
    };
  }
}
