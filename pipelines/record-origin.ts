import type { IndexInput } from '../src/store/manifest.ts';

/** The register record that an address comes from, as the rejects file names it. */
export interface RecordOrigin {
  readonly recordType: string;
  readonly file: string;
  /** As in `Reject.position`. */
  readonly position: number;
  /** The identifier as the register writes it. */
  readonly id: string;
}

/** What an import returns: with a way to name the record of an address that turns out to be a duplicate. */
export interface ImportedRegister extends IndexInput {
  /** `record` and `id` are those of the address's row. */
  readonly originOf: (record: number, id: number) => RecordOrigin;
}
