import type { Country } from '../src/model/country.ts';
import type { Progress } from './progress.ts';
import type { ImportedRegister } from './record-origin.ts';
import type { ImportReport } from './report.ts';

/** One register's import: the chain read → resolve → to-address, behind one function. */
export interface RegisterImport {
  readonly country: Country;
  /**
   * Reads the register files and returns what the index is written from.
   *
   * @throws AddressLookupError `input-…` when an input as a whole cannot be used. Single bad records are rejections.
   */
  run(paths: readonly string[], context: ImportContext): Promise<ImportedRegister>;
}

/** What every import is given to work with. */
export interface ImportContext {
  readonly report: ImportReport;
  readonly progress: Progress;
  /** An empty directory for temporary files, removed by the caller whatever happens. */
  readonly temporaryDirectory: string;
  /** Worker threads to read files with, at least 1. */
  readonly threads: number;
  /** `YYYY-MM-DD`: overrides the date that the register itself names. */
  readonly referenceDate?: string;
  /** An official grid (GeoTIFF or NTv2) that refines the conversion of coordinates to centimetres. */
  readonly gridFile?: string;
}
