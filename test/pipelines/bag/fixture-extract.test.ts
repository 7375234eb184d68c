import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { formatBagId } from '../../../pipelines/bag/tables.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { assertNothingLost, ImportReport } from '../../../pipelines/report.ts';
import { importRegister } from '../../../pipelines/run.ts';
import { ADDRESS_STATE, NO_POSITION } from '../../../src/model/address-columns.ts';
import { formatPostcode } from '../../../src/model/postcode.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';

const FIXTURE = new URL('../../../fixtures/nl/', import.meta.url);
const fixture = (name: string): string => fileURLToPath(new URL(name, FIXTURE));

const folder = mkdtempSync(join(tmpdir(), 'fixture-extract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STATES = Object.fromEntries(Object.entries(ADDRESS_STATE).map(([name, state]) => [state, name]));

/** A line of `expected-addresses.csv`. */
type Row = Record<string, string> & { readonly id: string };

/** One line an address, in the columns of `expected-addresses.csv`. */
function plainRows({ gazetteer, addresses }: IndexInput): Row[] {
  const metres = (millimetres: number): string => (millimetres / 1000).toFixed(3);
  return Array.from({ length: addresses.length }, (_, row) => {
    const street = gazetteer.streets[addresses.street[row]!]!;
    const place = gazetteer.places[street.place]!;
    const municipality = gazetteer.municipalities[place.municipality]!;
    const suffix = addresses.suffixes[addresses.suffix[row]!]!;
    const isSomewhere = addresses.latE7[row] !== NO_POSITION;
    return {
      id: formatBagId(addresses.id[row]!, 'NUM'),
      street: street.names.nl!,
      number: String(addresses.number[row]),
      letter: suffix.letter,
      addition: suffix.addition,
      postcode: formatPostcode('nl', addresses.postcode[row]!),
      place: place.names.nl!,
      municipality: municipality.names.nl!,
      province: gazetteer.provinces[municipality.province]!.names.nl!,
      rd_x: isSomewhere ? metres(addresses.gridXmm[row]!) : '',
      rd_y: isSomewhere ? metres(addresses.gridYmm[row]!) : '',
      state: STATES[addresses.state[row]!]!,
      secondary: String(addresses.secondary[row]),
    };
  });
}

describe('the Dutch fixture', () => {
  const report = new ImportReport(join(folder, 'rejects.csv'));
  let input: IndexInput;
  beforeAll(async () => {
    const context = { report, progress: silentProgress, temporaryDirectory: folder, threads: 1 };
    input = await importRegister(bagImport, [fixture('lvbag-extract-nl.zip')], context);
    report.close();
  });

  it('has exactly the addresses that its generator says', () => {
    const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : 1);
    const expected = parse(readFileSync(fixture('expected-addresses.csv')), { columns: true }) as Row[];
    expect(plainRows(input).sort(byId)).toEqual(expected.sort(byId));
  });

  it('has every awkward case as it should be', () => {
    const present = new Set([...input.addresses.id].map((id) => formatBagId(id, 'NUM')));
    const cases = parse(readFileSync(fixture('cases.csv')), { columns: true }) as Row[];
    const wrong = cases.filter(({ id, outcome }) => /^\d{4}20/.test(id) && present.has(id) !== (outcome === 'kept'));
    expect(wrong).toEqual([]);
  });

  it('is counted as its generator says', () => {
    assertNothingLost(report.counts);
    expect(Object.fromEntries(report.counts)).toEqual(
      JSON.parse(readFileSync(fixture('expected-counts.json'), 'utf8')),
    );
  });
});
