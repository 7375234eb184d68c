import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileMember, writeZip, zipMember } from '../../../fixtures/generate/zip-writer.ts';
import { brussels, csvFile, flemish, walloon } from './best-rows.ts';
import { flemishNames, xmlAddress, xmlFile, xmlName } from './best-xml.ts';
import { importFiles, importPaths } from './run-best.ts';

const addressFile = (...records: string[]) => ({ 'FlandersAddress20260110L72.xml': xmlFile('address', records) });

describe('the full download', () => {
  it('gives the same address as the CSV file', async () => {
    const xml = await importFiles({ ...flemishNames(), ...addressFile(xmlAddress()) });
    const csv = await importFiles({ 'openaddress-bevlg.csv': csvFile([flemish()]) });
    expect(xml.addresses).toEqual(csv.addresses);
    expect(xml.input.registers[0]!.referenceDate).toBe('2026-01-10');
    expect(xml.warnings).toEqual([]);
    for (const type of ['address', 'street', 'municipality', 'postal name']) {
      expect(xml.counts.get(type), type).toMatchObject({ read: 1, kept: 1 });
    }
  });

  it('is a zip of zips with a licence beside them, names in any case', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'best-zip-'));
    try {
      const path = join(folder, 'best-full-latest.zip');
      const files = { ...flemishNames(), ...addressFile(xmlAddress()) };
      const inner = Object.entries(files).map(([name, content], index) => {
        const changed = [name, name.toLowerCase(), name.toUpperCase(), name.replace('PostalInfo', 'Postalinfo')][
          index
        ]!;
        return zipMember(changed.replace(/\.xml$/i, '.zip'), [fileMember(changed, content)]);
      });
      await writeZip(path, [...inner, fileMember('best-ccby-license.docx', 'PK')]);
      const { addresses, warnings, input } = await importPaths([path]);
      expect(addresses).toHaveLength(1);
      expect(warnings).toEqual([]);
      const { file, id } = input.originOf!(input.addresses.record[0]!, input.addresses.id[0]!);
      expect(file).toMatch(
        /^best-full-latest\.zip\/flandersaddress20260110l72\.zip\/flandersaddress20260110l72\.xml$/i,
      );
      expect(id).toBe('206000');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('tells the grid of each position by its srsName', async () => {
    const lambert2008 = { x: '639345.98', y: '655861.06' };
    const names: readonly Partial<Parameters<typeof xmlAddress>[0] & object>[] = [
      {},
      { ...lambert2008, srsName: 'http://www.opengis.net/def/crs/EPSG/0/3812' },
      { ...lambert2008, srsName: 'urn:ogc:def:crs:EPSG::3812' },
      { srsName: 'http://www.opengis.net/def/crs/EPSG/0/31370/' },
      { srsName: 'http://www.opengis.net/def/crs/EPSG/0/4326' },
      { x: '' },
      { x: '0', y: '0' },
      { x: '0', y: '0', srsName: 'http://www.opengis.net/def/crs/EPSG/0/3812' },
    ];
    const records = names.map((change, index) => xmlAddress({ ...change, id: String(index) }));
    const { addresses, counts } = await importFiles({ ...flemishNames(), ...addressFile(...records) });
    const [l72, l2008, urn, slash, ...without] = addresses.map(({ wgs84 }) => wgs84);
    expect(Math.abs(l72![0] - l2008![0])).toBeLessThan(0.001);
    expect(Math.abs(l72![1] - l2008![1])).toBeLessThan(0.001);
    expect(urn).toEqual(l2008);
    expect(slash).toEqual(l72);
    expect(without).toEqual([null, null, null, null]);
    expect(counts.get('position')!.rejected).toEqual({ 'crs-unknown': 1, 'no-position': 3 });
  });

  it('knows regions by namespaces with and without scheme and slash, and numbers by region', async () => {
    const forms = [
      'https://data.vlaanderen.be/id/adres/',
      'http://data.vlaanderen.be/id/adres',
      'data.vlaanderen.be/id/adres',
      'HTTPS://Data.Vlaanderen.be/id/Adres/',
    ];
    const records = forms.map((namespace, index) => xmlAddress({ namespace, id: String(index) }));
    const { addresses } = await importFiles({ ...flemishNames(), ...addressFile(...records) });
    expect(addresses.map(({ id, streetId }) => [id, streetId])).toEqual(
      forms.map((_, index) => [2e12 + index, 2_000_000_026_028]),
    );
  });

  it('resolves the part of a Walloon municipality, and Brussels in both languages, as the CSV files do', async () => {
    const bru = 'https://databrussels.be/id';
    const wal = 'geodata.wallonie.be/id';
    const xml = await importFiles({
      'BrusselsAddress.xml': xmlFile('address', [
        xmlAddress({
          namespace: `${bru}/address`,
          id: '615867',
          street: '4568',
          municipality: '21001',
          postcode: '1070',
          x: '146321.078',
          y: '169504.609',
          house: '475',
          box: 'RDC',
        }),
      ]),
      'BrusselsStreetname.xml': xmlFile('streetName', [
        xmlName('streetName', `${bru}/streetname`, '4568', [
          ['nl', 'Bergense Steenweg'],
          ['fr', 'Chaussée de Mons'],
        ]),
      ]),
      'WalloniaAddress.xml': xmlFile('address', [
        xmlAddress({
          namespace: `${wal}/Address/`,
          id: '1798620',
          street: '7736801',
          municipality: '63049',
          postcode: '4960',
          part: '152',
          x: '271276.869',
          y: '125809.046',
          house: '13',
        }),
      ]),
      'WalloniaStreetName.xml': xmlFile('streetName', [
        xmlName('streetName', `${wal}/Streetname/`, '7736801', [['fr', 'A la Fontaine']]),
      ]),
      'WalloniaPartOfMunicipality.xml': xmlFile('partOfMunicipality', [
        xmlName('partOfMunicipality', `${wal}/PartOfMunicipality/`, '152', [['fr', 'Bevercé']]),
      ]),
      'WalloniaPostalInfo.xml': xmlFile('postalInfo', [xmlName('postalInfo', `${wal}/PostalInfo/`, '4960', [])]),
    });
    const csv = await importFiles({ 'all.csv': csvFile([brussels(), walloon()]) });
    expect(xml.addresses).toEqual(csv.addresses);
  });

  it('finds German-speaking municipalities by their parts, and has the same places as the CSV files', async () => {
    const wal = 'geodata.wallonie.be/id';
    const { addresses, input } = await importFiles({
      'WalloniaAddress.xml': xmlFile('address', [
        xmlAddress({ namespace: `${wal}/Address/`, street: '1', municipality: '63067', postcode: '4780', part: '7' }),
        xmlAddress({
          namespace: `${wal}/Address/`,
          id: '2',
          street: '1',
          municipality: '63067',
          postcode: '4780',
          part: '8',
        }),
      ]),
      'WalloniaStreetName.xml': xmlFile('streetName', [
        xmlName('streetName', `${wal}/Streetname/`, '1', [['de', 'Weiherstraße,Recht']]),
      ]),
      'WalloniaPart.xml': xmlFile('partOfMunicipality', [
        xmlName('partOfMunicipality', `${wal}/PartOfMunicipality/`, '7', [['de', 'Neuer Weiler']]),
        xmlName('partOfMunicipality', `${wal}/PartOfMunicipality/`, '8', [
          ['fr', 'Saint-Vith'],
          ['de', 'Sankt Vith'],
        ]),
      ]),
    });
    expect(addresses.map(({ place }) => place)).toEqual([
      { de: 'Sankt Vith', fr: 'Saint-Vith' },
      { de: 'Sankt Vith', fr: 'Saint-Vith' },
    ]);
    expect(input.gazetteer.places[0]!.aliases).toContainEqual({ name: 'Neuer Weiler', language: 'de' });
  });

  it('joins several names of a postcode as the CSV files do', async () => {
    const postal = xmlName('postalInfo', 'https://data.vlaanderen.be/id/postinfo/', '1502', [
      ['nl', 'Essene'],
      ['nl', 'AFFLIGEM'],
    ]);
    const { addresses, input } = await importFiles({
      ...flemishNames(),
      'FlandersPostalInfo20260110.xml': xmlFile('postalInfo', [postal]),
      ...addressFile(xmlAddress()),
    });
    expect(addresses[0]!.place).toEqual({ nl: 'Affligem' });
    expect(input.gazetteer.places[0]!.aliases).toEqual([{ name: 'Essene', language: 'nl' }]);
  });

  it('counts records that the register has closed as history, whatever their status', async () => {
    const records = [
      xmlAddress({ id: '1', validTo: '2024-12-31T00:00:00+01:00' }),
      xmlAddress({ id: '2', endLifeSpan: '2025-01-01T00:00:00+01:00' }),
      xmlAddress({ id: '3', validTo: '2026-06-01' }),
      xmlAddress({ id: '4' }),
    ];
    const files = { ...flemishNames(), ...addressFile(...records) };
    const { addresses, counts } = await importFiles(files);
    expect(addresses.map(({ id }) => id % 10)).toEqual([3, 4]);
    expect(counts.get('address')).toMatchObject({ read: 4, kept: 2, historical: 2 });
    const later = await importFiles(files, { referenceDate: '2026-07-01' });
    expect(later.addresses.map(({ id }) => id % 10)).toEqual([4]);
    expect(later.input.registers[0]!.referenceDate).toBe('2026-07-01');
  });

  it('reports references into nothing: no street is a rejection, the rest is done without', async () => {
    const records = [
      xmlAddress({ id: '1', street: '999' }),
      xmlAddress({ id: '2', postcode: '1501' }),
      xmlAddress({ id: '3', municipality: '23088' }),
      xmlAddress({ id: '4', municipality: '99000' }),
      xmlAddress({ id: '5', postcode: '' }),
    ];
    const { addresses, counts, warnings } = await importFiles({ ...flemishNames(), ...addressFile(...records) });
    expect(addresses.map(({ id, postcode, place }) => [id % 10, postcode, place.nl])).toEqual([
      [2, 1501, 'Halle'],
      [3, 1502, 'Lembeek'],
      [5, 0, 'Halle'],
    ]);
    expect(counts.get('address')!.rejected).toEqual({ 'street-unknown': 1, 'municipality-unknown': 1 });
    expect(warnings).toEqual([
      expect.stringMatching(/^1 addresses refer to a street that no file describes, the first to 999 in BE-VLG/),
      expect.stringMatching(/^2 addresses refer to a municipality/),
      expect.stringMatching(/^1 addresses refer to a postal name .*1501/),
    ]);
  });

  it('accounts for names that no address uses, and names that stand twice', async () => {
    const streets = ['26028', '26028', '5', 'x'].map((id) =>
      xmlName('streetName', 'https://data.vlaanderen.be/id/straatnaam/', id, [['nl', 'Bergensesteenweg']]),
    );
    const { counts, rejects } = await importFiles({
      ...flemishNames(),
      'FlandersStreetName20260110L72.xml': xmlFile('streetName', streets),
      ...addressFile(xmlAddress()),
    });
    expect(counts.get('street')).toMatchObject({
      read: 4,
      kept: 1,
      rejected: { 'duplicate-id': 1, 'without-address': 1, 'identifier-invalid': 1 },
    });
    expect(rejects.filter((line) => line.startsWith('street,'))).toHaveLength(3);
  });

  it('reads a byte order mark, entities, CDATA and names in any spelling of their language', async () => {
    const street = xmlName('streetName', 'https://data.vlaanderen.be/id/straatnaam/', '26028', [
      ['NL', 'Sint-Jan &amp; &#233;&#x201E;<![CDATA[<é>]]>'],
      ['xx', 'ignored'],
    ]);
    const { addresses } = await importFiles({
      ...flemishNames(),
      'FlandersStreetName20260110L72.xml': `\ufeff${xmlFile('streetName', [street])}`,
      ...Object.fromEntries(Object.entries(addressFile(xmlAddress())).map(([name, text]) => [name, `\ufeff${text}`])),
    });
    expect(addresses[0]!.street).toEqual({ nl: 'Sint-Jan & é„<é>' });
  });

  it('names the byte at which a rejected record begins', async () => {
    const records = [
      xmlAddress({ box: '2„Étage 😀' }),
      xmlAddress({ id: 'x' }),
      xmlAddress({ id: '3', status: 'gone' }),
    ];
    const text = xmlFile('address', records).replaceAll('\n', '\r\n');
    const { rejects } = await importFiles({ ...flemishNames(), 'FlandersAddress.xml': text });
    const bytes = Buffer.from(text);
    const offsets = rejects.filter((line) => line.startsWith('address,')).map((line) => Number(line.split(',')[3]));
    const second = bytes.indexOf('<tns:address>', bytes.indexOf('<tns:address>') + 1);
    expect(offsets).toEqual([second, bytes.indexOf('<tns:address>', second + 1)]);
  });

  it('rejects records that cannot be read, by reason', async () => {
    const records = [
      xmlAddress(),
      xmlAddress({ id: '' }),
      xmlAddress({ id: '2', status: 'gone' }),
      xmlAddress({ id: '3', house: '' }),
      xmlAddress({ id: '4', street: '' }),
      xmlAddress({ id: '5', municipality: '' }),
      xmlAddress({ id: '6', postcode: '15O2' }),
    ];
    const { counts } = await importFiles({ ...flemishNames(), ...addressFile(...records) });
    expect(counts.get('address')).toMatchObject({
      read: 7,
      kept: 1,
      rejected: {
        'address-id-invalid': 1,
        'status-unknown': 1,
        'house-number-missing': 1,
        'street-id-invalid': 1,
        'municipality-id-invalid': 1,
        'postcode-invalid': 1,
      },
    });
  });

  it('does not depend on how the file is cut into pieces', async () => {
    // Larger than the pieces in which files are read, with characters of two and three bytes all over.
    const records = Array.from({ length: 400 }, (_, index) =>
      xmlAddress({ id: String(index), house: String(index + 1), box: 'é„'.repeat(1 + (index % 7)) }),
    );
    const rows = records.map((_, index) =>
      flemish({ address_id: String(index), house_number: String(index + 1), box_number: 'é„'.repeat(1 + (index % 7)) }),
    );
    const xml = await importFiles({ ...flemishNames(), ...addressFile(...records) });
    const csv = await importFiles({ 'vlg.csv': csvFile(rows) });
    expect(xml.addresses).toEqual(csv.addresses);
  });
});
