import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { metresApart } from '../../support/oracle.ts';
import { brussels, type CsvRow, csvFile, flemish, walloon } from './best-rows.ts';
import { type BestRun, type FlatAddress, importFiles, importPaths } from './run-best.ts';

// Real BeST addresses of 2022 (Haren, Lembeek, Malmedy), in each of the forms that BOSA publishes or has published.
const folder = new URL('../../../../shared/data/best/', import.meta.url);
const file = (name: string): string => fileURLToPath(new URL(name, folder));
const grid = fileURLToPath(new URL('../projection/be_ign_bd72lb72_etrs89lb08.tif', folder));
const present = existsSync(folder);

const REGIONS = ['bru', 'vlg', 'wal'] as const;

interface PublishedRow extends CsvRow {
  'EPSG:31370_x': string;
  'EPSG:31370_y': string;
  'EPSG:4326_lat': string;
  'EPSG:4326_lon': string;
}

interface AwkwardCase extends Pick<CsvRow, 'address_id' | 'house_number' | 'box_number' | 'postcode' | 'status'> {
  source: string;
  street: string;
  nis: string;
}

function records<Row = PublishedRow>(name: string): Row[] {
  return parse(readFileSync(file(name)), { columns: true }) as Row[];
}

/**
 * The same in everything, and in position to `tolerance` metres. Coordinates have more digits in XML than the five of the
 * CSV files, so that a millimetre or the seventh decimal of a degree may be rounded to the other side.
 */
function expectSame(address: FlatAddress, other: FlatAddress, tolerance: number): void {
  const { wgs84, bd72 } = address;
  expect({ ...address, wgs84: other.wgs84, bd72: other.bd72 }).toEqual(other);
  expect([wgs84 === null, bd72 === null]).toEqual([other.wgs84 === null, other.bd72 === null]);
  if (wgs84 === null || bd72 === null) return;
  expect(metresApart(wgs84, other.wgs84!)).toBeLessThan(tolerance + 0.016);
  expect(Math.hypot(bd72[0] - other.bd72![0], bd72[1] - other.bd72![1])).toBeLessThan(tolerance + 0.0015);
}

describe.skipIf(!present)('real BeST files', () => {
  let lambert72: BestRun;

  beforeAll(async () => {
    lambert72 = await importPaths(REGIONS.map((region) => file(`openaddress-be${region}.csv`)));
  });

  it('give every row of each file once, kept or rejected by its status', async () => {
    for (const region of REGIONS) {
      const name = `openaddress-be${region}.csv`;
      const { counts, addresses } = await importPaths([file(name)]);
      const rows = records(name);
      const retired = rows.filter(({ status }) => status === 'retired').length;
      const unplaced = rows.filter((row) => row.status !== 'retired' && Number(row['EPSG:31370_x']) === 0).length;
      expect(counts.get('address'), name).toEqual({
        read: rows.length,
        kept: rows.length - retired,
        historical: 0,
        rejected: retired === 0 ? {} : { retired },
      });
      expect(counts.get('position'), name).toMatchObject({ read: addresses.length, kept: addresses.length - unplaced });
    }
  });

  it('keep every field as written', () => {
    const byId = new Map(lambert72.addresses.map((address) => [address.id, address]));
    let compared = 0;
    for (const [region, digit] of [
      ['bru', 4],
      ['vlg', 2],
      ['wal', 3],
    ] as const) {
      for (const row of records(`openaddress-be${region}.csv`)) {
        if (row.status === 'retired') continue;
        const address = byId.get(digit * 1e12 + Number(row.address_id))!;
        compared++;
        expect([
          address.houseNumber,
          address.box,
          String(address.postcode),
          String(address.nis),
          address.state,
        ]).toEqual([row.house_number, row.box_number, row.postcode, row.municipality_id, row.status]);
        expect([address.street.nl ?? '', address.street.fr ?? '', address.street.de ?? '']).toEqual([
          row.streetname_nl,
          row.streetname_fr,
          row.streetname_de,
        ]);
        const [x, y] = [Number(row['EPSG:31370_x']), Number(row['EPSG:31370_y'])];
        if (x === 0) {
          expect(address.bd72).toBeNull();
          expect(address.wgs84).toBeNull();
        } else {
          expect(address.bd72).toEqual([Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000]);
          // The files were printed in WGS84 of epoch 2025.0, which is 0.645 m north and 0.61 m east of ETRS89.
          const [latitude, longitude] = address.wgs84!;
          const epoch2025 = [latitude + 0.645 / 111_245, longitude + 0.61 / 70_760] as const;
          const written = [Number(row['EPSG:4326_lat']), Number(row['EPSG:4326_lon'])] as const;
          expect(metresApart(epoch2025, written)).toBeLessThan(1);
        }
      }
    }
    expect(compared).toBe(lambert72.addresses.length);
  });

  it('are the same addresses as in the full XML download, one by one', async () => {
    const xml = await importPaths([file('best-full-sample.zip')], { threads: 2 });
    const byId = (run: BestRun): FlatAddress[] => run.addresses.toSorted((a, b) => a.id - b.id);
    const [fromXml, fromCsv] = [byId(xml), byId(lambert72)];
    expect(fromXml.length).toBe(fromCsv.length);
    for (const [index, address] of fromXml.entries()) expectSame(address, fromCsv[index]!, 0);
    expect(xml.counts.get('address')).toEqual(lambert72.counts.get('address'));
    expect(xml.input.gazetteer.places).toEqual(lambert72.input.gazetteer.places);
    expect(xml.input.registers[0]!.referenceDate).toBe('2022-01-03');
  });

  it('are the same addresses in Lambert 2008: to 0.35 m, and to 2 mm with the official grid', async () => {
    for (const [options, tolerance] of [
      [{}, 0.35],
      [{ gridFile: grid }, 0.002],
    ] as const) {
      const old = await importPaths([file('openaddress-bewal.csv')], options);
      const recent = await importPaths([file('openaddress-bewal_3812.csv')], options);
      expect(recent.addresses.length).toBe(old.addresses.length);
      for (const [index, address] of recent.addresses.entries()) expectSame(address, old.addresses[index]!, tolerance);
    }
  });

  it('carry both names of every street in Brussels, French first', () => {
    const streets = lambert72.addresses.filter(({ region }) => region === 4000).map(({ street }) => street);
    expect(streets.length).toBe(2492);
    for (const street of streets) expect(Object.keys(street)).toEqual(['fr', 'nl']);
  });

  it("agree with the file's own degrees within 1.5 m", () => {
    const [date, ...agreed] = lambert72.warnings.toSorted(
      (a, b) => Number(a.includes('agree')) - Number(b.includes('agree')),
    );
    expect(date).toMatch(/^The files have no date/);
    expect(agreed).toHaveLength(3);
    for (const sentence of agreed) expect(sentence).toMatch(/positions agree with the file's own/);
  });
});

describe.skipIf(!present)('verbatim rows of 2026 and awkward cases', () => {
  it('keep two published rows of Brussels as they are', async () => {
    const { addresses, warnings } = await importPaths([file('real_csv_rows.csv')]);
    expect(addresses.map(({ street, houseNumber, box, bd72 }) => [street.fr, houseNumber, box, bd72])).toEqual([
      ['Chaussée de Mons', '475', 'RDC', [146321.078, 169504.609]],
      ['Chaussée de Mons', '603', '2eET', [146059.998, 169206.03]],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/2 positions agree/), expect.stringMatching(/have no date/)]);
  });

  it('have every awkward house number, box, street and status as written', async () => {
    const cases = records<AwkwardCase>('awkward_cases.csv');
    expect(cases).toHaveLength(103);
    const rows = new Map<string, CsvRow>();
    for (const awkward of cases) {
      const row = asRow(awkward);
      rows.set(`${row.region_code} ${row.address_id}`, row);
    }
    const statuses = new Set(['current', 'proposed', 'reserved', 'retired'] as const);
    const { addresses } = await importFiles({ 'awkward.csv': csvFile([...rows.values()]) }, { statuses });
    expect(addresses).toHaveLength(rows.size);
    for (const [index, row] of [...rows.values()].entries()) {
      const address = addresses[index]!;
      expect([address.houseNumber, address.box, String(address.postcode)]).toEqual([
        row.house_number,
        row.box_number,
        row.postcode,
      ]);
      const written = [row.streetname_nl, row.streetname_fr, row.streetname_de].filter((name) => name !== '');
      expect(Object.values(address.street).sort()).toEqual(written.sort());
      expect(address.wgs84).toBeNull();
    }
  });

  it('have those of the sample files among its addresses', async () => {
    const statuses = new Set(['current', 'proposed', 'reserved', 'retired'] as const);
    const { addresses } = await importPaths(
      REGIONS.map((region) => file(`openaddress-be${region}.csv`)),
      { statuses },
    );
    const byId = new Map(addresses.map((address) => [address.id % 1e12, address]));
    const cases = records<AwkwardCase>('awkward_cases.csv').filter(({ source }) =>
      source.startsWith('best-tools 2022'),
    );
    expect(cases.length).toBeGreaterThan(40);
    for (const { address_id, house_number, box_number, street, postcode } of cases) {
      const address = byId.get(Number(address_id))!;
      expect([address.houseNumber, address.box, String(address.postcode)]).toEqual([
        house_number,
        box_number,
        postcode,
      ]);
      expect(Object.values(address.street)).toContain(street);
    }
  });
});

/** A case of bePelias or of the sample as a row of the CSV; its degrees are not metres, so it has no position. */
function asRow(awkward: AwkwardCase): CsvRow {
  const { address_id, street, house_number, box_number, postcode, nis, status } = awkward;
  const none = { x: '0.00000', y: '0.00000', lat: '', lon: '', postname_fr: '', postname_nl: '' };
  const isBrussels = address_id.includes('databrussels') || awkward.source.endsWith('bru');
  const isWalloon = address_id.includes('wallonie') || awkward.source.endsWith('wal');
  const id = /\/id\/\w+\/(\d+)\//.exec(address_id)?.[1] ?? address_id;
  const common = {
    ...none,
    address_id: id,
    street_id: id,
    house_number,
    box_number,
    postcode,
    municipality_id: nis,
    status,
  };
  const [first = '', second = ''] = street.split(' | ');
  if (isBrussels) return brussels({ ...common, streetname_nl: first, streetname_fr: second });
  if (isWalloon) return walloon({ ...common, streetname_fr: first, streetname_de: second });
  return flemish({ ...common, streetname_nl: first });
}
