import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { deduplicate, mergeStreets } from '../../../pipelines/merge.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { ADDRESS_STATE } from '../../../src/model/address-columns.ts';
import { type BagRun, runBag } from './run-bag.ts';

const DATA = new URL('../../../../shared/data/bag/', import.meta.url);
const EXTRACT = fileURLToPath(new URL('BAGGEM0457L-15092021.zip', DATA));
const REFERENCE = fileURLToPath(new URL('weesp_2021-09-15_current_reference.csv', DATA));
const isAtHand = existsSync(EXTRACT) && existsSync(REFERENCE);

/** A row of an independent join of the same extract. */
interface ReferenceRow {
  readonly nummeraanduiding_id: string;
  readonly straat: string;
  readonly straat_kort: string;
  readonly huisnummer: string;
  readonly huisletter: string;
  readonly toevoeging: string;
  readonly postcode: string;
  readonly woonplaats: string;
  readonly type: string;
  readonly nevenadres: string;
  readonly status: string;
  readonly x: string;
  readonly y: string;
}

describe.skipIf(!isAtHand)('the real extract of a whole municipality', () => {
  let run: BagRun;
  let reference: ReadonlyMap<number, ReferenceRow>;
  beforeAll(async () => {
    run = await runBag([EXTRACT]);
    const rows = parse(readFileSync(REFERENCE), { columns: true }) as ReferenceRow[];
    reference = new Map(rows.map((row) => [Number(row.nummeraanduiding_id), row]));
  });

  it('has the same current numbers as the reference', () => {
    expect(run.addresses).toHaveLength(11_949);
    expect(new Set(run.addresses.map(({ id }) => id))).toEqual(new Set(reference.keys()));
  });

  it('has every field as in the reference', () => {
    const written = ({ letter, addition }: { letter: string; addition: string }) => `${letter}|${addition}`;
    const { gazetteer, addresses } = run.input;
    for (const [row, address] of run.addresses.entries()) {
      const expected = reference.get(address.id)!;
      const suffix = addresses.suffixes[addresses.suffix[row]!]!;
      const street = gazetteer.streets[addresses.street[row]!]!;
      expect({ ...address, suffix: written(suffix), short: street.aliases?.[0]?.name ?? '' }).toMatchObject({
        street: expected.straat,
        short: expected.straat_kort,
        number: Number(expected.huisnummer),
        suffix: `${expected.huisletter}|${expected.toevoeging}`,
        postcode: expected.postcode,
        place: expected.woonplaats,
        municipality: 'Weesp',
        province: 'Noord-Holland',
        secondary: expected.nevenadres === '1',
        state:
          expected.status === 'Verblijfsobject gevormd'
            ? ADDRESS_STATE.proposed
            : /in gebruik|Plaats aangewezen/.test(expected.status)
              ? ADDRESS_STATE.current
              : ADDRESS_STATE.reserved,
      });
    }
  });

  it('has every point to the millimetre; of areas, those that lie half way between two may be rounded otherwise', () => {
    let halfway = 0;
    for (const { id, grid } of run.addresses) {
      const { x, y, type } = reference.get(id)!;
      const expected = [Math.round(Number(x) * 1000), Math.round(Number(y) * 1000)];
      if (grid![0] === expected[0] && grid![1] === expected[1]) continue;
      expect(type).toBe('LIG');
      // The reference was computed in national coordinates, where a double has no millimetres left to round by.
      expect(Math.abs(grid![0] - expected[0]!)).toBeLessThanOrEqual(1);
      expect(Math.abs(grid![1] - expected[1]!)).toBeLessThanOrEqual(1);
      halfway++;
    }
    expect(halfway).toBe(28);
  });

  it('accounts for every record', () => {
    expect(Object.fromEntries(run.counts)).toEqual({
      GWR: { read: 8210, kept: 2621, historical: 5589, rejected: {} },
      WPL: { read: 3, kept: 1, historical: 1, rejected: { withdrawn: 1 } },
      OPR: { read: 593, kept: 268, historical: 272, rejected: { withdrawn: 1, 'no-address': 52 } },
      NUM: { read: 15_935, kept: 11_949, historical: 3326, rejected: { withdrawn: 660 } },
      VBO: { read: 25_899, kept: 11_773, historical: 13_475, rejected: { withdrawn: 651 } },
      LIG: { read: 167, kept: 167, historical: 0, rejected: {} },
      STA: { read: 21, kept: 5, historical: 8, rejected: { withdrawn: 8 } },
    });
    // Of the one object whose secondary number was withdrawn while it was not.
    expect(run.warnings).toEqual([expect.stringMatching(/^Secondary addresses left out because .*: 1\. /)]);
  });

  it('has rejections that can be looked up', () => {
    const file =
      /^BAGGEM0457L-15092021\.zip\/0457GEM15092021\.zip\/0457[A-Z]{3}15092021\.zip\/0457[A-Z]{3}15092021-\d{6}\.xml$/;
    for (const reject of run.rejects) {
      expect(reject.file).toMatch(file);
      expect(Number(reject.position)).toBeGreaterThan(1000);
    }
  });

  it('leaves 11,945 addresses after four duplicates, keeping the building that stands', () => {
    const report = new ImportReport('/dev/null');
    const { addresses } = deduplicate(mergeStreets(run.input), report);
    report.close();
    expect(addresses.length).toBe(11_945);
    expect(report.counts.get('NUM')?.rejected).toEqual({ duplicate: 4 });
    const kept = new Set(addresses.id);
    for (const address of run.addresses.filter(({ id }) => !kept.has(id))) {
      expect(address.state).toBe(ADDRESS_STATE.proposed);
      const others = run.addresses.filter(
        ({ id, street, number, suffix, postcode }) =>
          id !== address.id &&
          [street, number, suffix, postcode].join() ===
            [address.street, address.number, address.suffix, address.postcode].join(),
      );
      expect(others).toHaveLength(1);
    }
  });
});
