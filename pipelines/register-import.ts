import type { Country } from '../src/model/country.ts';
import type { IndexInput } from '../src/store/manifest.ts';
import type { Progress } from './progress.ts';
import type { ImportReport } from './report.ts';

/** The import of one register: read (which converts coordinates) → resolve → to-address, as one function. */
export interface RegisterImport {
  readonly country: Country;
  /**
   * Reads the register files and returns what the index is written from.
   *
   * @throws AddressLookupError `input-…` when an input as a whole cannot be used. Single bad records are rejections.
   */
  run(paths: readonly string[], context: ImportContext): Promise<ImportedRegister>;
}

/** The context of an import. */
export interface ImportContext {
  readonly report: ImportReport;
  readonly progress: Progress;
  /** An empty directory for temporary files, always removed by the caller. */
  readonly temporaryDirectory: string;
  /** Worker threads to read files with, at least 1. */
  readonly threads: number;
  /** `YYYY-MM-DD`: overrides the date stated by the register. */
  readonly referenceDate?: string;
  /** An official grid (GeoTIFF or NTv2) that refines the conversion of coordinates to centimetres. */
  readonly gridFile?: string;
  /** Whether to read the objects of addresses, too. */
  readonly withObjects?: boolean;
}

/** The register record that an address comes from, as the rejects file names it. */
export interface RecordOrigin {
  readonly recordType: string;
  readonly file: string;
  /** As in `Reject.position`. */
  readonly position: number;
  /** The identifier as the register writes it. */
  readonly id: string;
}

/** The result of an import, which can also name the record of an address that turns out to be a duplicate. */
export interface ImportedRegister extends IndexInput {
  /** `record` and `id` are those of the address's row. */
  readonly originOf: (record: number, id: number) => RecordOrigin;
}
