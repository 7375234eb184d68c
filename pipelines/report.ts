import { closeSync, openSync, writeFileSync } from 'node:fs';

/** A record that was not taken over, and where to look it up. */
export interface Reject {
  readonly recordType: string;
  /** A short stable word in kebab case: `withdrawn`, `street-unknown`, `duplicate`. */
  readonly reason: string;
  /** Path inside the input: `outer.zip/inner.zip/member.xml`. */
  readonly file: string;
  /** Byte offset in an XML file, line number in a CSV or fixed-width file (the first line is 1). */
  readonly position: number;
  /** The register's identifier, as the register writes it; `''` where the record has none. */
  readonly id: string;
  /** What was got, or the other party of a conflict; may be empty. */
  readonly detail?: string;
}

/** Counts of one record type: `read = kept + historical + Σ rejected`, which `assertNothingLost` asserts. */
export interface RecordCounts {
  read: number;
  kept: number;
  /** Occurrences that were not in force on the reference date: history, which an extract carries by design. */
  historical: number;
  rejected: Record<string, number>;
}

const HEADER = 'record_type,reason,file,position,id,detail\n';
const FLUSH_CHARACTERS = 1 << 16;

/**
 * The account of one import: how many records of each type were read, kept and rejected, by reason, and a line in the
 * rejects file for every rejection. Rejections are written as they come, so memory does not grow with them.
 */
export class ImportReport {
  readonly counts: Map<string, RecordCounts> = new Map();
  /** Sentences for the person who runs the import: things that were tolerated, with how often. */
  readonly warnings: string[] = [];
  readonly #rejectsFile: number;
  #pending: string = HEADER;
  #isOpen: boolean = true;

  constructor(rejectsPath: string) {
    this.#rejectsFile = openSync(rejectsPath, 'w');
  }

  read(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).read += count;
  }

  kept(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).kept += count;
  }

  historical(recordType: string, count: number = 1): void {
    this.#countsOf(recordType).historical += count;
  }

  reject(reject: Reject): void {
    const rejected = this.#countsOf(reject.recordType).rejected;
    rejected[reject.reason] = (rejected[reject.reason] ?? 0) + 1;
    const { recordType, reason, file, position, id, detail = '' } = reject;
    this.#pending += `${recordType},${reason},${csvField(file)},${position},${csvField(id)},${csvField(detail)}\n`;
    if (this.#pending.length > FLUSH_CHARACTERS) this.#flush();
  }

  warn(sentence: string): void {
    this.warnings.push(sentence);
  }

  /** Writes what is pending and closes the rejects file. */
  close(): void {
    try {
      this.#flush();
    } finally {
      this.abandon();
    }
  }

  /** Closes the rejects file of an import that has failed, whose error is not to be replaced by one of the file. */
  abandon(): void {
    if (this.#isOpen) closeSync(this.#rejectsFile);
    this.#isOpen = false;
  }

  #countsOf(recordType: string): RecordCounts {
    let counts = this.counts.get(recordType);
    if (counts === undefined) {
      counts = { read: 0, kept: 0, historical: 0, rejected: {} };
      this.counts.set(recordType, counts);
    }
    return counts;
  }

  #flush(): void {
    // Until all of it is written: one call of `writeSync` may write a part.
    writeFileSync(this.#rejectsFile, this.#pending);
    this.#pending = '';
  }
}

/**
 * Throws unless every record type's counts add up: a record that is neither kept nor accounted for has been lost.
 * That would be a fault of this program, not of the data.
 */
export function assertNothingLost(counts: ReadonlyMap<string, RecordCounts>): void {
  for (const [recordType, { read, kept, historical, rejected }] of counts) {
    const accounted = kept + historical + Object.values(rejected).reduce((sum, n) => sum + n, 0);
    if (read !== accounted) {
      throw new Error(`${recordType}: ${read} records were read but ${accounted} are accounted for.`);
    }
  }
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
