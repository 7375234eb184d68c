import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BD_COLUMNS, type BdAdresse, looksLikeBdAdresses } from '../../../pipelines/caclr/bd-adresses.ts';
import { AddressPlacer } from '../../../pipelines/caclr/placer.ts';
import { lurefConverter } from '../../../pipelines/projection/luref.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { createAddressColumns, NO_POSITION } from '../../../src/model/address-columns.ts';
import { Random } from '../../support/random.ts';
import { readRejects } from '../../support/read-rejects.ts';

const folder = mkdtempSync(join(tmpdir(), 'placer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const luref = lurefConverter();
const PARCEL = '058F00436002710_5000_10';
const PUBLIC = 'domaine_public_5000_10';

function row(position: number, part: Partial<BdAdresse>): BdAdresse {
  const blank = Object.fromEntries(BD_COLUMNS.map((column) => [column, ''])) as Record<
    (typeof BD_COLUMNS)[number],
    string
  >;
  return { ...blank, id_geoportail: PARCEL, id_caclr_rue: '1', ...part, position };
}

interface Placed {
  readonly positions: readonly (readonly [latE7: number, lonE7: number] | null)[];
  /** `4 building-repeated` for the row in line 4. */
  readonly rejects: readonly string[];
  readonly warnings: readonly string[];
  readonly kept: number;
}

/** Places the buildings 1 … `count`, all in street 1, by these rows. */
function place(count: number, rows: readonly BdAdresse[]): Placed {
  const file = join(folder, `${Math.trunc(performance.now() * 1e6)}.csv`);
  const report = new ImportReport(file);
  const addresses = createAddressColumns(count, [{ letter: '', addition: '' }]);
  for (let i = 0; i < count; i++) addresses.id[i] = i + 1;
  const placer = new AddressPlacer(addresses, [1], 'addresses.csv', report);
  for (const each of rows) {
    report.read('BD-Adresses');
    placer.place(each);
  }
  placer.finish();
  report.close();
  return {
    positions: Array.from({ length: count }, (_, i) =>
      addresses.latE7[i] === NO_POSITION ? null : ([addresses.latE7[i]!, addresses.lonE7[i]!] as const),
    ),
    rejects: readRejects(file)
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map((fields) => `${fields[3]} ${fields[1]}`),
    warnings: report.warnings,
    kept: report.counts.get('BD-Adresses')?.kept ?? 0,
  };
}

describe('the points of buildings', () => {
  it('are those of the first row on a parcel, else of the first on public ground, however many rows there are', () => {
    const random = new Random(8);
    let [moved, none] = [0, 0];
    for (let round = 0; round < 60; round++) {
      const count = random.between(1, 6);
      const rows = Array.from({ length: random.between(0, 14) }, (_, i) =>
        row(i + 2, {
          id_caclr_bat: String(random.between(0, count + 1)),
          lat_wgs84: random.chance(0.1) ? random.pick(['', '0', '52.1', 'x']) : `49.${random.between(60, 63)}`,
          lon_wgs84: '6.13',
          id_geoportail: random.pick([PARCEL, PUBLIC]),
        }),
      );
      const { positions, rejects, kept } = place(count, rows);
      positions.forEach((position, i) => {
        const own = rows.filter(
          ({ id_caclr_bat, lat_wgs84 }) => id_caclr_bat === String(i + 1) && lat_wgs84.startsWith('49.'),
        );
        const best = own.find(({ id_geoportail }) => id_geoportail === PARCEL) ?? own[0];
        const expected = best === undefined ? null : [Math.round(Number(best.lat_wgs84) * 1e7), 61_300_000];
        expect(position, `round ${round}, building ${i + 1}`).toEqual(expected);
        moved += Number(best !== own[0]);
        none += Number(best === undefined);
      });
      // Every row is kept or rejected, once.
      expect(kept).toBe(positions.filter((position) => position !== null).length);
      expect(kept + rejects.length).toBe(rows.length);
    }
    expect(moved).toBeGreaterThan(10);
    expect(none).toBeGreaterThan(10);
  });

  it('are the LUREF of the row where its degrees are not in Luxembourg, which is a warning', () => {
    const [east, north] = [79_472.0614, 104_270.7159];
    const [latitude, longitude] = luref.toWgs84(east, north);
    const grid = { coord_est_luref: String(east), coord_nord_luref: String(north) };
    const { positions, warnings } = place(1, [row(2, { id_caclr_bat: '1', lat_wgs84: '0', lon_wgs84: '0', ...grid })]);
    expect(positions).toEqual([[Math.round(latitude * 1e7), Math.round(longitude * 1e7)]]);
    expect(warnings).toEqual([
      'addresses.csv: Rows without a latitude and longitude in Luxembourg: 1. Their LUREF was converted.',
    ]);
  });

  it('tell by how much degrees and LUREF differ, beyond a metre', () => {
    const [east, north] = [79_472, 104_270];
    const rowOff = (position: number, metres: number): BdAdresse => {
      const [latitude, longitude] = luref.toWgs84(east, north + metres);
      return row(position, {
        id_caclr_bat: String(position),
        lat_wgs84: String(latitude),
        lon_wgs84: String(longitude),
        coord_est_luref: String(east),
        coord_nord_luref: String(north),
      });
    };
    const { warnings } = place(4, [rowOff(1, 0.9), rowOff(2, 20), rowOff(3, 300), rowOff(4, 0)]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /more than 1 m from their LUREF coordinates: 2 \(up to (299\.9|300\.[01]) m; the first is row 2\)/,
      ),
    ]);
  });

  it('are kept where a row names another street, and said to', () => {
    const { positions, warnings } = place(1, [
      row(2, { id_caclr_bat: '1', id_caclr_rue: '77', lat_wgs84: '49.6', lon_wgs84: '6.1' }),
    ]);
    expect(positions[0]).not.toBeNull();
    expect(warnings).toEqual([expect.stringContaining('name another street than CACLR does for their building: 1.')]);
  });

  it.each<readonly [reason: string, rows: readonly Partial<BdAdresse>[]]>([
    ['building-missing', [{ id_caclr_bat: '' }]],
    ['building-not-current', [{ id_caclr_bat: '9' }]],
    ['building-not-current', [{ id_caclr_bat: '1.0' }]],
    ['no-position', [{ id_caclr_bat: '1', lat_wgs84: ' ', lon_wgs84: '6.1' }]],
    [
      'building-repeated',
      [
        { id_caclr_bat: '1', lat_wgs84: '49.6', lon_wgs84: '6.1' },
        { id_caclr_bat: '1', lat_wgs84: '49.6', lon_wgs84: '6.1' },
      ],
    ],
    [
      'building-at-another-point',
      [
        { id_caclr_bat: '1', lat_wgs84: '49.6', lon_wgs84: '6.1' },
        { id_caclr_bat: '1', lat_wgs84: '49.7', lon_wgs84: '6.1' },
      ],
    ],
  ])('are none by a row that is %s, which is rejected with its line', (reason, rows) => {
    const { rejects } = place(
      1,
      rows.map((part, i) => row(i + 2, part)),
    );
    expect(rejects).toEqual([`${rows.length + 1} ${reason}`]);
  });
});

it.each<readonly [head: string, looks: boolean]>([
  ['rue;numero;localite;code_postal;id_caclr_rue;id_caclr_bat', true],
  ['{"type":"FeatureCollection","features":[{"properties":{"ID_GEOPORTAIL":"1"', true],
  ['EPSG:31370_x,EPSG:31370_y,address_id', false],
  ['rue;numero;localite', false],
  ['', false],
])('the beginning %j of a file looks like BD-Adresses: %s', (head, looks) => {
  expect(looksLikeBdAdresses(Buffer.from(head))).toBe(looks);
});
