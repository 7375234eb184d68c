import { describe, expect, it } from 'vitest';
import { lurefConverter } from '../../../pipelines/projection/luref.ts';
import { type BdFile, type Imported, importSmall, positions } from './small-caclr.ts';

const COLUMNS = [
  'rue',
  'numero',
  'localite',
  'code_postal',
  'id_caclr_rue',
  'id_caclr_bat',
  'lat_wgs84',
  'lon_wgs84',
  'coord_est_luref',
  'coord_nord_luref',
  'id_geoportail',
  'commune',
  'lau2',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

const EAST = 79_472.0614;
const NORTH = 104_270.7159;
const [LATITUDE, LONGITUDE] = lurefConverter().toWgs84(EAST, NORTH);

/** The row of the third address of the small register. */
const BAACH: Required<Row> = {
  rue: "D'Baach aus",
  numero: '10',
  localite: 'Diekirch',
  code_postal: '9209',
  id_caclr_rue: '5000',
  id_caclr_bat: '3',
  lat_wgs84: String(LATITUDE),
  lon_wgs84: String(LONGITUDE),
  coord_est_luref: String(EAST),
  coord_nord_luref: String(NORTH),
  id_geoportail: '058F00436002710_5000_10',
  commune: 'Diekirch',
  lau2: '0603',
};

const AT_BAACH = [expect.closeTo(LATITUDE, 6), expect.closeTo(LONGITUDE, 6)];

function csv(rows: readonly Row[], columns: readonly string[] = COLUMNS): BdFile {
  const lines = rows.map((row) =>
    columns.map((column) => csvField({ ...BAACH, ...row }[column as keyof Row])).join(';'),
  );
  return { name: 'addresses.csv', content: `\ufeff${[columns.join(';'), ...lines].join('\n')}\n` };
}

function csvField(field: string | undefined = ''): string {
  return /[";\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function geoJson(rows: readonly Row[], geometry?: unknown, indent?: number): BdFile {
  const features = rows.map((row) => ({ type: 'Feature', properties: { ...BAACH, ...row }, geometry }));
  return {
    name: 'addresses.geojson',
    content: JSON.stringify({ type: 'FeatureCollection', features }, null, indent),
  };
}

const imported = (file: BdFile): Promise<Imported> => importSmall({}, file);

describe('the position of an address', () => {
  it('is that of the row with its building', async () => {
    const { input, counts } = await imported(csv([{}]));
    expect(positions(input)).toEqual({ 1: null, 2: null, 3: AT_BAACH });
    expect(counts.get('BD-Adresses')).toEqual({ read: 1, kept: 1, historical: 0, rejected: {} });
    expect([...input.addresses.gridXmm, ...input.addresses.gridYmm]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('is the latitude and longitude of the row, even where LUREF says otherwise, which is reported', async () => {
    const { input, warnings } = await imported(csv([{ coord_est_luref: String(EAST + 1.5) }]));
    expect(positions(input)[3]).toEqual(AT_BAACH);
    expect(warnings).toContainEqual(
      expect.stringMatching(/more than 1 m from their LUREF coordinates: 1 \(up to 1\.5 m; the first is row 2\)/),
    );
  });

  it('may be a metre off LUREF without a word', async () => {
    const { warnings } = await imported(csv([{ coord_nord_luref: String(NORTH - 0.9) }]));
    expect(warnings).toEqual([expect.stringContaining('2 of 3 addresses have no position')]);
  });

  it.each([
    { what: 'missing', lat_wgs84: '', lon_wgs84: '' },
    { what: 'exchanged', lat_wgs84: String(LONGITUDE), lon_wgs84: String(LATITUDE) },
    { what: 'zero', lat_wgs84: '0', lon_wgs84: '0' },
    { what: 'no numbers', lat_wgs84: 'NaN', lon_wgs84: '6,1' },
  ])('is converted from LUREF where latitude and longitude are $what', async ({ what: _, ...row }) => {
    const { input, warnings } = await imported(csv([row]));
    expect(positions(input)[3]).toEqual(AT_BAACH);
    expect(warnings).toContainEqual(expect.stringContaining('Rows without a latitude and longitude in Luxembourg: 1.'));
  });

  it('is none where neither is in Luxembourg; the row is rejected', async () => {
    const row = { lat_wgs84: '0', lon_wgs84: '0', coord_est_luref: '0', coord_nord_luref: '' };
    const { input, rejects } = await imported(csv([row]));
    expect(positions(input)[3]).toBe(null);
    expect(rejects).toEqual([
      expect.stringMatching(/^BD-Adresses,no-position,.*,2,3,"D'Baach aus 10, Diekirch: 0 0"$/),
    ]);
  });

  it('joins by building alone: a row that names another street is used, and counted', async () => {
    const { input, warnings } = await imported(csv([{ id_caclr_rue: '4999' }]));
    expect(positions(input)[3]).toEqual(AT_BAACH);
    expect(warnings).toContainEqual(
      expect.stringContaining('Rows that name another street than CACLR does for their building: 1.'),
    );
  });
});

describe('a row that places nothing', () => {
  it('is rejected when its building is not current or not given', async () => {
    const { rejects } = await imported(csv([{ id_caclr_bat: '777' }, { id_caclr_bat: '' }, {}]));
    expect(rejects).toEqual([
      expect.stringMatching(/^BD-Adresses,building-not-current,.*,2,777,/),
      expect.stringMatching(/^BD-Adresses,building-missing,.*,3,,/),
    ]);
  });

  it('is rejected as a repetition when its building has that point already', async () => {
    const { counts, rejects } = await imported(csv([{}, { id_geoportail: '058F00436002711_5000_10' }]));
    expect(counts.get('BD-Adresses')).toMatchObject({ kept: 1, rejected: { 'building-repeated': 1 } });
    expect(rejects[0]).toMatch(/,3,3,/);
  });

  const elsewhere = { lat_wgs84: String(LATITUDE + 0.001), coord_nord_luref: String(NORTH + 111.2) };

  it('is rejected when its building stands elsewhere too: the first parcel of a split one stays', async () => {
    const { input, counts } = await imported(csv([{}, elsewhere]));
    expect(positions(input)[3]).toEqual(AT_BAACH);
    expect(counts.get('BD-Adresses')!.rejected).toEqual({ 'building-at-another-point': 1 });
  });

  it('is the one on public ground, where there is one on a parcel, whichever comes first', async () => {
    const onPublicGround = { ...elsewhere, id_geoportail: 'domaine_public_5000_10' };
    for (const rows of [
      [onPublicGround, {}],
      [{}, onPublicGround],
    ]) {
      const { input, rejects } = await imported(csv(rows));
      expect(positions(input)[3]).toEqual(AT_BAACH);
      expect(rejects).toHaveLength(1);
      expect(rejects[0]).toContain(`,${rows.indexOf(onPublicGround) + 2},3,`);
    }
  });

  it('is rejected when it has another number of fields than the header', async () => {
    const { content, name } = csv([{}]);
    const { counts, rejects } = await imported({ name, content: `${content}Rue;3\nRue;4\n` });
    expect(counts.get('BD-Adresses')).toMatchObject({ read: 3, kept: 1, rejected: { 'wrong-number-of-fields': 2 } });
    expect(rejects[0]).toMatch(/,3,,"2 fields, the header has 13: Rue;3"|,3,,2 fields/);
  });
});

describe('addresses.csv', () => {
  it('may quote names that have quotes or semicolons in them', async () => {
    const { input, rejects } = await imported(
      csv([{ rue: 'Cité "Pënscherbierg"' }, { rue: 'A;B', id_caclr_bat: '777' }]),
    );
    expect(positions(input)[3]).toEqual(AT_BAACH);
    expect(rejects).toEqual([expect.stringContaining('A;B 10')]);
  });

  it('may have its columns in another order, further ones and other case, and CRLF', async () => {
    const columns = [...COLUMNS].reverse();
    const { name, content } = csv([{}], ['NEW', ...columns]);
    const text = String(content).replaceAll('\n', '\r\n').replace('id_caclr_bat', 'ID_CACLR_BAT');
    expect(positions((await imported({ name, content: text })).input)[3]).toEqual(AT_BAACH);
  });

  it('is refused without columns it needs, with those that are missing and those that were found', async () => {
    const columns = COLUMNS.filter((column) => column !== 'id_caclr_bat' && column !== 'lon_wgs84');
    await expect(imported(csv([{}], columns))).rejects.toMatchObject({
      code: 'input-not-recognised',
      message: expect.stringMatching(/lacks the columns id_caclr_bat, lon_wgs84; found rue, numero, localite, /),
      data: { missing: ['id_caclr_bat', 'lon_wgs84'] },
    });
  });

  it('is refused when it ends in the middle of a row, in its last field too', async () => {
    const { name, content } = csv([{}, { id_caclr_bat: '2' }]);
    const whole = String(content);
    const lastRow = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let length = whole.length - 2; length > lastRow; length -= 7) {
      await expect(imported({ name, content: whole.slice(0, length) })).rejects.toMatchObject({
        code: 'input-corrupt',
      });
    }
    expect(positions((await imported({ name, content: whole.trimEnd() })).input)[2]).toEqual(AT_BAACH);
  });

  it('is refused in another encoding', async () => {
    const { name, content } = csv([{ rue: 'Cité Pënscherbierg' }]);
    await expect(imported({ name, content: Buffer.from(String(content).slice(1), 'latin1') })).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('is not UTF-8: line 2'),
    });
  });
});

describe('addresses.geojson', () => {
  it('gives the same as the CSV, on one line or on many', async () => {
    const rows = [{}, { id_caclr_bat: '777' }];
    const fromCsv = await imported(csv(rows));
    for (const indent of [undefined, 2]) {
      const { input, counts } = await imported(
        geoJson(rows, { type: 'Point', coordinates: [LONGITUDE, LATITUDE] }, indent),
      );
      expect(positions(input)).toEqual(positions(fromCsv.input));
      expect(counts.get('BD-Adresses')).toEqual(fromCsv.counts.get('BD-Adresses'));
    }
  });

  it.each([
    { type: 'Point', coordinates: [LONGITUDE, LATITUDE] },
    { type: 'MultiPoint', coordinates: [[LONGITUDE, LATITUDE]] },
  ])('may have its point in the geometry alone, as a $type', async (geometry) => {
    const bare: Record<string, string> = { ...BAACH };
    for (const column of ['lat_wgs84', 'lon_wgs84']) delete bare[column];
    const content = JSON.stringify({ features: [{ properties: bare, geometry }] });
    expect(positions((await imported({ name: 'a.geojson', content })).input)[3]).toEqual(AT_BAACH);
  });

  it('may have numbers where the published one has strings', async () => {
    const properties = { ...BAACH, id_caclr_bat: 3, id_caclr_rue: 5000, lat_wgs84: LATITUDE, lon_wgs84: LONGITUDE };
    const content = JSON.stringify({ features: [{ properties, geometry: null }] });
    expect(positions((await imported({ name: 'a.json', content })).input)[3]).toEqual(AT_BAACH);
  });

  it('is refused without properties it needs', async () => {
    const content = '{"features":[{"properties":{"id_caclr_bat":"3"},"geometry":null}]}';
    await expect(imported({ name: 'a.geojson', content })).rejects.toThrow(
      /lacks the columns rue, numero, .*; found id_caclr_bat\./,
    );
  });

  it('has a feature rejected that is no JSON, and is refused when it is cut off', async () => {
    const { name, content } = geoJson([{}, {}]);
    const text = String(content);
    const { counts } = await imported({ name, content: text.replace(/\}\}\]\}$/, ',}}]}') });
    expect(counts.get('BD-Adresses')).toMatchObject({ read: 2, kept: 1, rejected: { 'not-json': 1 } });
    await expect(imported({ name, content: text.slice(0, -20) })).rejects.toMatchObject({ code: 'input-corrupt' });
  });

  it('has a feature rejected in which a column is no text or number', async () => {
    const feature = { properties: BAACH, geometry: null };
    const nested = { properties: { ...BAACH, rue: { toString: 1 } }, geometry: null };
    const content = JSON.stringify({ features: [feature, nested] });
    const { counts } = await imported({ name: 'a.geojson', content });
    expect(counts.get('BD-Adresses')).toMatchObject({ read: 2, kept: 1, rejected: { 'property-not-text': 1 } });
  });

  it('has its points used and nothing else harmed where properties or coordinates are nested 20,000 deep', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const text = JSON.stringify({ properties: { ...BAACH, rue: 'DEEP' }, geometry: { coordinates: 'DEEP' } });
    const deepName = text.replace('"DEEP"', deep).replace('"DEEP"', 'null');
    const deepPoint = text.replace('"DEEP"', '"Am Baach"').replace('"DEEP"', deep);
    const { input, counts } = await imported({ name: 'a.geojson', content: `{"features":[${deepPoint},${deepName}]}` });
    expect(counts.get('BD-Adresses')).toMatchObject({ read: 2, kept: 1, rejected: { 'property-not-text': 1 } });
    expect(positions(input)[3]).toEqual(AT_BAACH);
  });

  it('is refused with a stray brace before it, which once gave no position at all and no error', async () => {
    const { name, content } = geoJson([{}, {}]);
    await expect(imported({ name, content: `}${content}` })).rejects.toMatchObject({ code: 'input-corrupt' });
  });
});
