import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fileMember, zipStream } from '../../../fixtures/generate/zip-writer.ts';
import { bestImport } from '../../../pipelines/best/best-import.ts';
import type { BestStatus } from '../../../pipelines/best/records.ts';
import { metresApart } from '../../support/oracle.ts';
import { brussels, type CsvRow, csvFile, flemish, HEADER_72, HEADER_2008, walloon } from './best-rows.ts';
import { importFiles } from './run-best.ts';

/** Loose files have none. */
const UNDATED = expect.stringMatching(/^The files have no date.* --reference-date/);

describe('a published row', () => {
  it('becomes an address with its numbers, names and exact Lambert 72 metres', async () => {
    const { addresses, input } = await importFiles({ 'bru.csv': csvFile([brussels()]) });
    const [address] = addresses;
    expect(address).toMatchObject({
      id: 4_000_000_615_867,
      street: { fr: 'Chaussée de Mons', nl: 'Bergense Steenweg' },
      streetId: 4_000_000_004_568,
      houseNumber: '475',
      box: 'RDC',
      postcode: 1070,
      place: { fr: 'Anderlecht', nl: 'Anderlecht' },
      nis: 21001,
      municipality: { fr: 'Anderlecht', nl: 'Anderlecht' },
      province: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' },
      region: 4000,
      state: 'current',
      bd72: [146321.078, 169504.609],
    });
    expect(metresApart(address!.wgs84!, [50.83595, 4.31653])).toBeLessThan(1.5);
    expect(input).toMatchObject({
      country: 'be',
      registers: [{ name: 'BeST', licence: 'CC-BY-4.0', referenceDate: null }],
    });
    expect(bestImport.country).toBe('be');
  });

  it('has the date on which the oldest of its archives was packed, if all are archives that name one', async () => {
    const zipped = (name: string, row: CsvRow, modified?: Date): Promise<Buffer> =>
      buffer(zipStream([fileMember(name, csvFile([row]))], modified === undefined ? {} : { modified }));
    const dateOf = async (wallonia: string | Uint8Array): Promise<string | null> => {
      const files = {
        'a.zip': await zipped('a.csv', brussels(), new Date(2026, 10, 15, 0, 30)),
        [typeof wallonia === 'string' ? 'b.csv' : 'b.zip']: wallonia,
      };
      return (await importFiles(files)).input.registers[0]!.referenceDate;
    };
    expect(await dateOf(await zipped('b.csv', walloon(), new Date(2026, 10, 8, 23, 30)))).toBe('2026-11-08');
    expect(await dateOf(await zipped('b.csv', walloon(), new Date(1980, 0, 1)))).toBeNull();
    expect(await dateOf(csvFile([walloon()]))).toBeNull();
  });

  it('shows the official language of its region first', async () => {
    const { addresses } = await importFiles({
      'all.csv': csvFile([
        brussels(),
        flemish(),
        walloon(),
        walloon({
          address_id: '2',
          street_id: '2',
          municipality_id: '63040',
          streetname_de: 'Lütticher Straße',
          streetname_fr: 'Rue de Liège',
        }),
      ]),
    });
    const languages = addresses.map(({ street, municipality, province }) =>
      [street, municipality, province].map((names) => Object.keys(names).join(' ')),
    );
    expect(languages).toEqual([
      ['fr nl', 'fr nl', 'fr nl de'],
      ['nl', 'nl fr', 'nl fr de'],
      ['fr', 'fr de', 'fr de nl'],
      ['de fr', 'de fr', 'fr de nl'],
    ]);
  });

  it('can be traced back to its file and line', async () => {
    const { input } = await importFiles({
      'bru.csv': csvFile([brussels({ status: 'retired' }), brussels({ address_id: '2' })]),
      'wal.csv': csvFile([walloon({ streetname_fr: 'two\nlines' }), walloon({ address_id: '5' })]),
    });
    const { addresses, originOf } = input;
    const origins = Array.from(addresses.record, (record, i) => originOf!(record, addresses.id[i]!));
    expect(origins.map(({ file, position, id }) => [file.replace(/^.*\//, ''), position, id])).toEqual([
      ['bru.csv', 3, '2'],
      ['wal.csv', 2, '1798620'],
      ['wal.csv', 4, '5'],
    ]);
  });
});

describe('columns', () => {
  it('are found by name, in any case and order, with others between them', async () => {
    const columns = HEADER_72.split(',').reverse();
    const row = brussels();
    const shuffled = csvFile([row], ['extra', ...columns.map((name) => name.toUpperCase())].join(',')).replace(
      /\n,/,
      '\nsomething,',
    );
    const usual = await importFiles({ 'a.csv': csvFile([row]) });
    expect((await importFiles({ 'a.csv': `\ufeff${shuffled.replaceAll('\n', '\r\n')}` })).addresses).toEqual(
      usual.addresses,
    );
  });

  it('tell the grid: the layout since October 2026 gives the same place, its Lambert 72 converted', async () => {
    const old = await importFiles({ 'a.csv': csvFile([walloon()]) });
    const recent = await importFiles({
      'a.csv': csvFile([walloon({ x: '771280.74313', y: '625824.27192' })], HEADER_2008),
    });
    const [a, b] = [old.addresses[0]!, recent.addresses[0]!];
    expect(metresApart(a.wgs84!, b.wgs84!)).toBeLessThan(0.35);
    expect(Math.hypot(a.bd72![0] - b.bd72![0], a.bd72![1] - b.bd72![1])).toBeLessThan(0.35);
    expect({ ...b, wgs84: a.wgs84, bd72: a.bd72 }).toEqual(a);
    expect(recent.warnings).toEqual([expect.stringMatching(/1 positions agree/), UNDATED]);
  });

  it('are told apart file by file, so that a folder may hold both layouts', async () => {
    const { addresses } = await importFiles({
      'openaddress-bebru.csv': csvFile([brussels()]),
      'openaddress-bewal.csv': csvFile([walloon({ x: '771280.74313', y: '625824.27192' })], HEADER_2008),
    });
    expect(addresses.map(({ wgs84 }) => wgs84!.map((degrees) => degrees.toFixed(2)))).toEqual([
      ['50.84', '4.32'],
      ['50.43', '6.08'],
    ]);
  });
});

describe('identifiers', () => {
  it('are unique with their region: Brussels and Wallonia both have a street 4568 and an address 7', async () => {
    const { addresses, input } = await importFiles({
      'bru.csv': csvFile([brussels({ address_id: '7' })]),
      'wal.csv': csvFile([walloon({ address_id: '7', street_id: '4568' })]),
      'vlg.csv': csvFile([flemish({ address_id: '7', street_id: '4568' })]),
    });
    expect(addresses.map(({ id, streetId }) => [id, streetId])).toEqual([
      [4_000_000_000_007, 4_000_000_004_568],
      [2_000_000_000_007, 2_000_000_004_568],
      [3_000_000_000_007, 3_000_000_004_568],
    ]);
    expect(input.gazetteer.streets).toHaveLength(3);
  });

  it('that stand twice are kept once, the first, and told', async () => {
    const { addresses, rejects, counts } = await importFiles({
      'bru.csv': csvFile([
        brussels({ status: 'retired' }),
        brussels({ box_number: 'A' }),
        brussels({ box_number: 'B' }),
        brussels({ address_id: '1' }),
      ]),
    });
    expect(addresses.map(({ box }) => box)).toEqual(['A', 'RDC']);
    expect(counts.get('address')!.rejected).toEqual({ retired: 1, 'duplicate-id': 1 });
    expect(rejects.find((line) => line.includes('duplicate-id'))).toMatch(/bru\.csv,4,615867,/);
  });
});

describe('statuses', () => {
  const rows = ['current', 'reserved', 'proposed', 'retired', 'rejected'].map((status, index) =>
    brussels({ status, address_id: String(index + 1) }),
  );

  it('current and reserved are in, proposed is in behind them, retired and rejected are counted', async () => {
    const { addresses, counts, rejects } = await importFiles({ 'bru.csv': csvFile(rows) });
    expect(addresses.map(({ id, state }) => [id % 10, state])).toEqual([
      [1, 'current'],
      [2, 'reserved'],
      [3, 'proposed'],
    ]);
    expect(counts.get('address')).toMatchObject({ read: 5, kept: 3, rejected: { retired: 1, rejected: 1 } });
    expect(rejects.filter((line) => line.startsWith('address,'))).toHaveLength(2);
  });

  it('can be chosen otherwise', async () => {
    const statuses = new Set<BestStatus>(['current', 'retired']);
    const { addresses, counts } = await importFiles({ 'bru.csv': csvFile(rows) }, { statuses });
    expect(addresses.map(({ id, state }) => [id % 10, state])).toEqual([
      [1, 'current'],
      [4, 'proposed'],
    ]);
    expect(counts.get('address')!.rejected).toEqual({ reserved: 1, proposed: 1, rejected: 1 });
  });
});

describe('positions', () => {
  it('of (0, 0) are none, in either grid: no address in France, none in Spain', async () => {
    const none = { x: '0.00000', y: '0.00000' };
    const { addresses, counts, rejects } = await importFiles({
      'wal.csv': csvFile([walloon({ ...none, lat: '49.29392', lon: '2.30551' })]),
      'bru.csv': csvFile([brussels({ ...none, lat: '44.50414', lon: '-3.77999' })], HEADER_2008),
    });
    expect(addresses.map(({ wgs84, bd72 }) => [wgs84, bd72])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(counts.get('position')).toMatchObject({ read: 2, kept: 0, rejected: { 'no-position': 2 } });
    expect(counts.get('address')).toMatchObject({ read: 2, kept: 2 });
    expect(rejects).toContainEqual(expect.stringMatching(/^position,no-position,.*wal\.csv,2,1798620,$/));
  });

  it('outside Belgium, or not to be read, are none, and are told', async () => {
    const positions: readonly [string, string][] = [
      ['600000.00000', '200000.00000'],
      ['146321.07800', '0.00000'],
      ['', ''],
      ['abc', '169504.60900'],
      ['1e300', '-1e300'],
    ];
    const rows = positions.map(([x, y], index) => brussels({ x, y, address_id: String(index) }));
    const { addresses, counts } = await importFiles({ 'bru.csv': csvFile(rows) });
    expect(addresses.map(({ wgs84 }) => wgs84)).toEqual([null, null, null, null, null]);
    expect(counts.get('position')!.rejected).toEqual({
      'outside-belgium': 3,
      'no-position': 1,
      'position-unreadable': 1,
    });
  });

  it('are kept for a box whose house has none', async () => {
    const { addresses } = await importFiles({
      'wal.csv': csvFile([walloon({ x: '0.00000', y: '0.00000' }), walloon({ address_id: '2', box_number: '1' })]),
    });
    expect(addresses.map(({ box, bd72 }) => [box, bd72])).toEqual([
      ['', null],
      ['1', [271276.869, 125809.046]],
    ]);
  });

  it('are rounded to the millimetre', async () => {
    const { addresses } = await importFiles({
      'wal.csv': csvFile([walloon({ x: '268699.71740', y: '125250.05270' })]),
    });
    expect(addresses[0]!.bd72).toEqual([268699.717, 125250.053]);
  });

  it("are held against the file's own degrees, of either epoch, and a row that disagrees is told with its line", async () => {
    const agreeing = [
      brussels(),
      // ETRS89, as before June 2025
      brussels({ address_id: '2', lat: '50.83594', lon: '4.31652' }),
      brussels({ address_id: '3', lat: '', lon: '' }),
    ];
    const fine = await importFiles({ 'bru.csv': csvFile(agreeing) });
    expect(fine.warnings).toEqual([
      expect.stringMatching(/degrees computed for 2 positions agree.*m on average.*at most/),
      UNDATED,
    ]);
    const wrong = brussels({ address_id: '4', lat: '50.83600', lon: '4.31653' });
    const { warnings, addresses } = await importFiles({ 'bru.csv': csvFile([...agreeing, wrong]) });
    expect(warnings).toEqual([
      expect.stringMatching(/of 3 positions, 1 are more than 1\.5 m .*5\.\d+ m at most \(line 5\)/),
      UNDATED,
    ]);
    // the metres decide, not the degrees
    expect(addresses[3]!.wgs84).toEqual(addresses[0]!.wgs84);
  });
});

describe('house numbers and boxes', () => {
  it('are kept exactly as written', async () => {
    const written: readonly [house: string, box: string][] = [
      ['12A', ''],
      ['68_0001', ''],
      ['26_28', ''],
      ['78bis', ''],
      ['104BIS', 'b2.1'],
      ['240/1', '2„Et'],
      ['ZN', ''],
      ['zn', '0001'],
      ['23_8', 'bus 28'],
      ['0012', 'J--5'],
      ['98B1', '0002 - duplex op 1ste en 2de verd'],
      ['7', '0001 - duplex app glv+1ste rechts, "'],
      ['3', ' '],
    ];
    const rows = written.map(([house_number, box_number], index) =>
      flemish({ house_number, box_number, address_id: String(index) }),
    );
    const { addresses } = await importFiles({ 'vlg.csv': csvFile(rows) });
    expect(addresses.map(({ houseNumber, box }) => [houseNumber, box])).toEqual(written);
  });

  it('stand in number, letter and addition', async () => {
    const { input } = await importFiles({
      'vlg.csv': csvFile([
        flemish({ house_number: '12A', box_number: 'b1' }),
        flemish({ address_id: '2', house_number: 'ZN' }),
      ]),
    });
    const { number, suffix, suffixes } = input.addresses;
    expect(Array.from(number)).toEqual([12, 0]);
    expect(Array.from(suffix, (position) => suffixes[position])).toEqual([
      { letter: 'A', addition: 'b1' },
      { letter: 'ZN', addition: '' },
    ]);
    expect(suffixes[0]).toEqual({ letter: '', addition: '' });
  });

  it('are every one an address: a house of forty boxes on one point has forty-one', async () => {
    const boxes = Array.from({ length: 41 }, (_, box) =>
      brussels({ address_id: String(box), box_number: box === 0 ? '' : `b${box}` }),
    );
    const { addresses } = await importFiles({ 'bru.csv': csvFile(boxes) });
    expect(new Set(addresses.map(({ box }) => box)).size).toBe(41);
    expect(new Set(addresses.map(({ wgs84 }) => String(wgs84))).size).toBe(1);
  });
});

describe('streets', () => {
  it('stand once per place with one identifier, whatever the postcodes', async () => {
    const { input, addresses } = await importFiles({
      'wal.csv': csvFile([
        walloon(),
        walloon({ address_id: '2', postname_fr: 'Malmedy' }),
        walloon({ address_id: '3', postcode: '4961' }),
      ]),
    });
    expect(input.gazetteer.streets.map(({ id, place }) => [id, input.gazetteer.places[place]!.names.fr])).toEqual([
      [3_000_007_736_801, 'Bevercé'],
      [3_000_007_736_801, 'Malmedy'],
    ]);
    expect(addresses.map(({ postcode }) => postcode)).toEqual([4960, 4960, 4961]);
  });

  it('of one name and several numbers in a postcode stay apart here', async () => {
    const { input } = await importFiles({
      'wal.csv': csvFile([walloon(), walloon({ address_id: '2', street_id: '9' })]),
    });
    expect(input.gazetteer.streets.map(({ id }) => id % 1e12)).toEqual([7736801, 9]);
  });

  it('keep sections, parts and abbreviations in the name, and are found without the section or part', async () => {
    const names = ['Rue Emile Vandervelde (MS)', 'Chaussée de Bruxelles (JT)', 'Av. St. Roch', 'Weiherstraße,Recht'];
    const rows = names.map((streetname_fr, index) =>
      walloon({ streetname_fr, street_id: String(index), address_id: String(index) }),
    );
    const { input } = await importFiles({ 'wal.csv': csvFile(rows) });
    expect(input.gazetteer.streets.map((street) => [street.names.fr, street.aliases?.map(({ name }) => name)])).toEqual(
      [
        ['Rue Emile Vandervelde (MS)', ['Rue Emile Vandervelde']],
        ['Chaussée de Bruxelles (JT)', ['Chaussée de Bruxelles']],
        ['Av. St. Roch', undefined],
        ['Weiherstraße,Recht', ['Weiherstraße']],
      ],
    );
  });

  it('have only the names that apply: no copies, no empty languages', async () => {
    const { addresses } = await importFiles({
      'all.csv': csvFile([
        walloon({ streetname_de: 'A la Fontaine', municipality_id: '92094', address_id: '1' }),
        walloon({ streetname_de: 'Zum Brunnen', address_id: '2', street_id: '2' }),
        walloon({
          streetname_fr: '',
          streetname_de: 'Hauptstraße',
          municipality_id: '63023',
          address_id: '3',
          street_id: '3',
        }),
        flemish({ streetname_fr: 'Bergensesteenweg', address_id: '4' }),
        flemish({
          streetname_fr: 'Dries',
          streetname_nl: 'Dries',
          municipality_id: '23100',
          address_id: '5',
          street_id: '5',
        }),
        brussels({ streetname_fr: 'Middelweg', streetname_nl: 'Middelweg', address_id: '6' }),
      ]),
    });
    expect(addresses.map(({ street }) => street)).toEqual([
      { fr: 'A la Fontaine' },
      { fr: 'A la Fontaine', de: 'Zum Brunnen' },
      { de: 'Hauptstraße' },
      { nl: 'Bergensesteenweg' },
      // Linkebeek has facilities in French: there the French name is one, though it is the same
      { nl: 'Dries', fr: 'Dries' },
      { fr: 'Middelweg', nl: 'Middelweg' },
    ]);
  });
});

describe('rows that cannot be read', () => {
  it('are rejected by reason with their line, and the rest is read', async () => {
    const good = brussels();
    const bad: [Partial<typeof good>, string][] = [
      [{ status: 'unknown' }, 'status-unknown'],
      [{ address_id: 'x' }, 'address-id-invalid'],
      [{ address_id: '1234567890123' }, 'address-id-invalid'],
      [{ house_number: '' }, 'house-number-missing'],
      [{ region_code: 'BE-FLA' }, 'region-unknown'],
      [{ street_id: '' }, 'street-id-invalid'],
      [{ municipality_id: '2101' }, 'municipality-id-invalid'],
      [{ municipality_id: '99999' }, 'municipality-unknown'],
      [{ postcode: '107O' }, 'postcode-invalid'],
      [{ street_id: '1', streetname_fr: '', streetname_nl: '' }, 'street-without-name'],
    ];
    const rows = [good, ...bad.map(([change], index) => brussels({ address_id: String(index), ...change }))];
    const text = csvFile(rows).replace(/\n/, '\n1,2,3\n');
    const { counts, rejects, addresses } = await importFiles({ 'bru.csv': text });
    expect(addresses).toHaveLength(1);
    expect(counts.get('address')).toMatchObject({ read: 12, kept: 1 });
    const seen = rejects.map((line) => line.split(',')).map(([, reason, , line]) => [Number(line), reason]);
    const expected = bad.map(([, reason], index) => [index + 4, reason]);
    expect(seen.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([[2, 'ragged-row'], ...expected]);
  });

  it('do not stop an address without postcode', async () => {
    const { addresses } = await importFiles({ 'bru.csv': csvFile([brussels({ postcode: '' })]) });
    expect(addresses[0]).toMatchObject({ postcode: 0, place: { fr: 'Anderlecht' } });
  });
});
