import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { compareReleases } from '../../../pipelines/diff/compare-releases.ts';
import type { Candidate, Previous } from '../../../pipelines/gates/gate.ts';
import {
  GATE_NAMES,
  type GateName,
  type GateOptions,
  type GateResult,
  runGate,
} from '../../../pipelines/gates/gates.ts';
import { type BuildReport, ImportReport, summarise } from '../../../pipelines/report.ts';
import type { AddressColumns } from '../../../src/model/address-columns.ts';
import type { CountryIndex } from '../../../src/store/country-index.ts';
import { openIndex } from '../../../src/store/directory.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { writeIndex } from '../../../src/store/write-index.ts';

export interface Written {
  readonly index: CountryIndex;
  readonly report: BuildReport;
}

interface Judging {
  written(input: IndexInput, records?: BuildReport['records']): Promise<Written>;
  judgedAfter(
    after: Written,
    previous: Previous | undefined,
    options?: GateOptions,
  ): Promise<Record<GateName, GateResult>>;
  judged(after: Written, before?: Written, options?: GateOptions): Promise<Record<GateName, GateResult>>;
}

/** Writes releases into a folder, and asks the gates about them. */
export function judging(scratch: string): Judging {
  const write = async (input: IndexInput, records: BuildReport['records']): Promise<Written> => {
    const directory = mkdtempSync(join(scratch, 'index-'));
    const { counts } = writeIndex(directory, input);
    const report = new ImportReport(join(directory, 'rejects.csv'));
    report.close();
    return { index: await openIndex(directory), report: { ...summarise(input, report, counts), records } };
  };

  const releases = new WeakMap<IndexInput, Promise<Written>>();
  /** An index of an input, and a report whose records are those given; without any, the same release for the same input. */
  const written = (input: IndexInput, records?: BuildReport['records']): Promise<Written> => {
    if (records !== undefined) return write(input, records);
    const release = releases.get(input) ?? write(input, {});
    releases.set(input, release);
    return release;
  };

  const judgedAfter = async (
    after: Written,
    previous: Previous | undefined,
    options?: GateOptions,
  ): Promise<Record<GateName, GateResult>> => resultsOf({ ...after, previous }, options);

  /** What the gates say of `after`, where `before` is the current release. */
  const judged: Judging['judged'] = (after, before, options) =>
    judgedAfter(after, candidateOf(after, before).previous, options);
  return { written, judged, judgedAfter };
}

/** What each gate says, asked when a test looks at it: those that walk through the index take most of the time. */
function resultsOf(candidate: Candidate, options?: GateOptions): Record<GateName, GateResult> {
  const known = new Map<GateName, GateResult>();
  const results = {};
  for (const name of GATE_NAMES) {
    const get = (): GateResult => {
      const result = known.get(name) ?? runGate(name, candidate, options);
      known.set(name, result);
      return result;
    };
    Object.defineProperty(results, name, { get, enumerable: true });
  }
  return results as Record<GateName, GateResult>;
}

/** The figures of the gates on their own are quicker than all of them: those that walk through the index take most of the time. */
export const candidateOf = (after: Written, before?: Written): Candidate => ({
  ...after,
  previous: before && { comparison: compareReleases(before.index, after.index), records: before.report.records },
});

export const failed = (results: Record<GateName, GateResult>): string[] =>
  GATE_NAMES.filter((gate) => results[gate].state === 'failed');

/** The input without the rows for which `isGone` holds. */
export function without(input: IndexInput, isGone: (row: number) => boolean): IndexInput {
  const rows = [...input.addresses.id.keys()].filter((row) => !isGone(row));
  const columns = Object.entries(input.addresses).map(([name, column]) => [
    name,
    ArrayBuffer.isView(column) ? (column as Float64Array).constructor : column,
    column,
  ]);
  const picked = Object.fromEntries(
    columns.map(([name, kind, column]) => [
      name,
      typeof kind === 'function'
        ? (kind as typeof Float64Array).from(rows, (row) => (column as Float64Array)[row]!)
        : column,
    ]),
  );
  return { ...input, addresses: { ...picked, length: rows.length } as unknown as AddressColumns };
}

export const municipalityOf = ({ gazetteer, addresses }: IndexInput, row: number): number =>
  gazetteer.places[gazetteer.streets[addresses.street[row]!]!.place]!.municipality;

/** The municipality with the most addresses. */
export function largest(input: IndexInput): number {
  const counts = new Map<number, number>();
  for (let row = 0; row < input.addresses.length; row++) {
    const municipality = municipalityOf(input, row);
    counts.set(municipality, (counts.get(municipality) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** The input with its positions changed. */
export function withPositions(input: IndexInput, change: (latE7: Int32Array, lonE7: Int32Array) => void): IndexInput {
  const [latE7, lonE7] = [input.addresses.latE7.slice(), input.addresses.lonE7.slice()];
  change(latE7, lonE7);
  return { ...input, addresses: { ...input.addresses, latE7, lonE7 } };
}

export const dated = (input: IndexInput, ...dates: string[]): IndexInput => ({
  ...input,
  registers: input.registers.map((register, i) => ({ ...register, referenceDate: dates[i] ?? register.referenceDate })),
});
