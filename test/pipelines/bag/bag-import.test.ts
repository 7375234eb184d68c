import { describe, expect, it } from 'vitest';
import { ADDRESS_STATE, NO_POSITION } from '../../../src/model/address-columns.ts';
import { zipBytes } from '../readers/zip-bytes.ts';
import { runBagOn } from './run-bag.ts';
import {
  DATE,
  deliveryXml,
  type ExtractContents,
  municipalZip,
  type NumberFields,
  nationalZip,
  number,
  type ObjectFields,
  pitch,
  place,
  polygon,
  relationsXml,
  residence,
  SQUARE,
  standFiles,
  standXml,
  standZips,
  street,
} from './small-extract.ts';

/** Identifiers of the municipality 0363 (Amsterdam), by type and running number. */
const id = (type: '01' | '02' | '03' | '10' | '20' | '30', running: number): string =>
  `0363${type}${String(running).padStart(10, '0')}`;
const NUM = (running: number): string => id('20', running);
const VBO = (running: number): string => id('01', running);
const STREET = id('30', 1);

const numberOf = (running: number, fields: Partial<NumberFields> = {}): string =>
  number({ id: NUM(running), number: running, postcode: '1012JS', street: STREET, ...fields });
const residenceOf = (running: number, fields: Partial<ObjectFields> = {}): string =>
  residence({ id: VBO(running), main: NUM(running), ...fields });

/** One street in Amsterdam with house number 1; every test changes what it is about. */
function register(contents: ExtractContents = {}): ExtractContents {
  return {
    places: [place({ id: '3594', name: 'Amsterdam' })],
    streets: [street({ id: STREET, name: 'Damrak', place: '3594' })],
    numbers: [numberOf(1)],
    residences: [residenceOf(1)],
    relations: [{ place: '3594', municipality: '0363' }],
    ...contents,
  };
}

async function importOf(contents: ExtractContents, context: Parameters<typeof runBagOn>[1] = {}) {
  return runBagOn({ 'lvbag-extract-nl.zip': await nationalZip(register(contents)) }, context);
}

const DAMRAK_1 = {
  id: 363200000000001,
  street: 'Damrak',
  number: 1,
  suffix: '',
  postcode: '1012JS',
  place: 'Amsterdam',
  municipality: 'Amsterdam',
  province: 'Noord-Holland',
  state: ADDRESS_STATE.current,
  secondary: false,
  grid: [131_009_000, 482_405_000],
};

describe('the forms in which an extract comes', () => {
  const contents = register();
  const relations = relationsXml(contents.relations!);

  it('the national file: two levels of zip', async () => {
    const run = await runBagOn({ 'lvbag-extract-nl.zip': await nationalZip(contents) });
    expect(run.addresses).toEqual([DAMRAK_1]);
    expect(run.input.registers).toMatchObject([{ name: 'BAG', referenceDate: DATE, licence: 'CC0-1.0' }]);
  });

  it('a municipal file: three levels of zip', async () => {
    const run = await runBagOn({ 'BAGGEM0363L-08012026.zip': await municipalZip(contents, '0363') });
    expect(run.addresses).toEqual([DAMRAK_1]);
  });

  it('a folder with the zips of the national file', async () => {
    const files = {
      ...(await standZips(contents)),
      'GEM-WPL-RELATIE-08012026.zip': await zipBytes({ 'GEM-WPL-RELATIE-08012026-000001.xml': relations }),
    };
    expect((await runBagOn(files)).addresses).toEqual([DAMRAK_1]);
  });

  it('a folder with everything unpacked', async () => {
    const files = {
      ...standFiles(contents),
      'GEM-WPL-RELATIE-08012026-000001.xml': relations,
      'Leveringsdocument-BAG-Extract.xml': deliveryXml(),
    };
    const nested = Object.fromEntries(Object.entries(files).map(([name, xml]) => [`${name.slice(0, 7)}/${name}`, xml]));
    expect((await runBagOn(nested)).addresses).toEqual([DAMRAK_1]);
  });

  it('with GEM-WPL-RELATIE as bare XML', async () => {
    const zip = await zipBytes({ ...(await standZips(contents)), 'GEM-WPL-RELATIE-08012026-000001.xml': relations });
    expect((await runBagOn({ 'lvbag-extract-nl.zip': zip })).addresses).toEqual([DAMRAK_1]);
  });

  it('zipped again, stored, with what a Mac puts into zips', async () => {
    const zips = await standZips(contents);
    const noise = Object.fromEntries(Object.keys(zips).map((name) => [`__MACOSX/bag/._${name}`, 'noise']));
    const members = Object.fromEntries(Object.entries(zips).map(([name, zip]) => [`bag/${name}`, zip]));
    const zip = await zipBytes(
      { 'bag/': '', 'bag/.DS_Store': 'x', ...noise, ...members, 'bag/GEM-WPL-RELATIE-08012026-000001.xml': relations },
      { stored: true },
    );
    expect((await runBagOn({ 'copy of bag.zip': zip })).addresses).toEqual([DAMRAK_1]);
  });

  it('with files that have been renamed: known by their first elements', async () => {
    const files = Object.values(standFiles(contents)).map((xml, i) => [`part ${i}.xml`, xml]);
    const run = await runBagOn({
      ...Object.fromEntries(files),
      'municipalities.xml': relations,
      'delivery.xml': deliveryXml(),
    });
    expect(run.addresses).toEqual([DAMRAK_1]);
  });

  it('with Inactief, NietBag, InOnderzoek and PND, which are not even opened', async () => {
    const skipped = [
      '9999Inactief08012026.zip',
      '9999NietBag08012026.zip',
      '9999InOnderzoek08012026.zip',
      '9999PND08012026.zip',
    ];
    const files = { ...(await standZips(contents)), 'GEM-WPL-RELATIE-08012026-000001.xml': relations };
    const zip = await zipBytes({ ...files, ...Object.fromEntries(skipped.map((name) => [name, 'no zip at all'])) });
    const run = await runBagOn({ 'lvbag-extract-nl.zip': zip });
    expect(run.addresses).toEqual([DAMRAK_1]);
    expect([...run.counts.keys()]).toEqual(['GWR', 'WPL', 'OPR', 'NUM', 'VBO', 'LIG', 'STA']);
  });

  it('with those unpacked: IANUM, NBNUM and IONUM are not taken for NUM', async () => {
    const files: Record<string, string> = { ...standFiles(contents), 'GEM-WPL-RELATIE-08012026-000001.xml': relations };
    for (const kind of ['IA', 'NB', 'IO']) {
      files[`9999${kind}/9999${kind}NUM08012026-000001.xml`] = standXml('NUM', [
        numberOf(1, { occurrence: 9, number: 66 }),
      ]);
    }
    expect((await runBagOn(files)).addresses).toEqual([DAMRAK_1]);
  });

  it('mutations beside it are skipped, with a note', async () => {
    const mutations =
      '<?xml version="1.0"?><mlm:bagMutaties xmlns:mlm="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601"/>';
    const run = await runBagOn({ 'mutaties.xml': mutations, 'bag.zip': await nationalZip(contents) });
    expect(run.warnings).toEqual([expect.stringMatching(/mutaties\.xml" has mutations/)]);
  });
});

describe('several municipal extracts together', () => {
  const shared = {
    places: [place({ id: '3594', name: 'Amsterdam' })],
    streets: [street({ id: STREET, name: 'Damrak', place: '3594' })],
  };
  const relations = [{ place: '3594', municipality: '0363' }];

  it('have each object once, though those on the border are in both', async () => {
    const west = register({
      ...shared,
      relations,
      numbers: [numberOf(1), numberOf(2)],
      residences: [residenceOf(1), residenceOf(2)],
    });
    const east = register({
      ...shared,
      relations,
      numbers: [numberOf(2), numberOf(3)],
      residences: [residenceOf(2), residenceOf(3)],
    });
    const run = await runBagOn({
      'BAGGEM0363L-08012026.zip': await municipalZip(west, '0363'),
      'BAGGEM0384L-08012026.zip': await municipalZip(east, '0384'),
    });
    expect(run.addresses.map((address) => address.number)).toEqual([1, 2, 3]);
    expect(run.counts.get('NUM')).toEqual({ read: 4, kept: 3, historical: 0, rejected: { repeated: 1 } });
    expect(run.counts.get('GWR')).toEqual({ read: 2, kept: 1, historical: 0, rejected: { superseded: 1 } });
    const repeated = run.rejects.find(({ record_type, reason }) => record_type === 'NUM' && reason === 'repeated');
    expect(repeated).toMatchObject({ id: NUM(2), file: expect.stringContaining('0384NUM08012026-000001.xml') });
  });

  it('must be of one date', async () => {
    const files = {
      'BAGGEM0363L-08012026.zip': await municipalZip(register(), '0363', '2026-01-08'),
      'BAGGEM0384L-08022026.zip': await municipalZip(register(), '0384', '2026-02-08'),
    };
    await expect(runBagOn(files)).rejects.toMatchObject({
      code: 'input-mixed',
      message: expect.stringContaining('is of 2026-02-08, the rest of the input of 2026-01-08'),
    });
    const run = await runBagOn(files, { referenceDate: '2026-01-08' });
    expect(run.addresses).toEqual([DAMRAK_1]);
    expect(run.warnings).toEqual([expect.stringContaining('read as of 2026-01-08')]);
  });

  it('must be of one date where only the stand files say it', async () => {
    const files = { ...standFiles(register()), ...standFiles(register(), '0384', '2026-02-08') };
    await expect(runBagOn(files)).rejects.toMatchObject({ code: 'input-mixed' });
  });
});

describe('what is current', () => {
  const history = [
    numberOf(1, { occurrence: 1, begin: '2010-01-01', end: '2020-05-05', number: 101 }),
    numberOf(1, { occurrence: 2, begin: '2020-05-05', end: '2020-05-05', number: 102 }),
    numberOf(1, { occurrence: 3, begin: '2020-05-05', end: '2026-01-08', number: 103 }),
    numberOf(1, { occurrence: 4, begin: '2026-01-08', number: 104 }),
    numberOf(1, { occurrence: 5, begin: '2026-02-01', number: 105 }),
  ];

  it.each([
    ['2020-05-04', 101],
    ['2020-05-05', 103],
    ['2026-01-07', 103],
    ['2026-01-08', 104],
    ['2026-01-31', 104],
    ['2026-02-01', 104 + 1],
  ])(
    'on %s is the occurrence that has begun and not ended, the last day not included',
    async (referenceDate, expected) => {
      // The last occurrence has no end: on its first day two are in force, and the higher one stands.
      const run = await importOf({ numbers: history }, { referenceDate });
      expect(run.addresses.map((address) => address.number)).toEqual([expected]);
    },
  );

  it('is decided by the date of the extract, not by today', async () => {
    const run = await importOf({ numbers: history });
    expect(run.addresses.map((address) => address.number)).toEqual([104]);
    expect(run.counts.get('NUM')).toEqual({ read: 5, kept: 1, historical: 4, rejected: {} });
  });

  it('includes what has an end in the future', async () => {
    const run = await importOf({ numbers: [numberOf(1, { end: '2026-06-01' })] });
    expect(run.addresses).toEqual([DAMRAK_1]);
  });

  it('does not include occurrences that were declared void', async () => {
    for (const inactive of ['tijdstipInactief', 'tijdstipInactiefLV', 'tijdstipNietBagLV'] as const) {
      const run = await importOf({ numbers: [numberOf(1), numberOf(1, { occurrence: 2, number: 66, inactive })] });
      expect(run.addresses).toEqual([DAMRAK_1]);
      expect(run.counts.get('NUM')?.rejected).toEqual({ inactive: 1 });
    }
  });

  it('is the highest occurrence where several are, whatever order they come in and whether or not it exists', async () => {
    const second = { occurrence: 2, number: 2 };
    for (const records of [
      [numberOf(1), numberOf(1, second)],
      [numberOf(1, second), numberOf(1)],
    ]) {
      const run = await importOf({ numbers: records });
      expect(run.addresses.map((address) => address.number)).toEqual([2]);
      expect(run.counts.get('NUM')?.rejected).toEqual({ superseded: 1 });
      expect(run.rejects.filter(({ reason }) => reason === 'superseded')).toMatchObject([
        { id: NUM(1), detail: 'occurrence 1, kept is 2' },
      ]);
    }
    const withdrawn = numberOf(1, { occurrence: 2, status: 'Naamgeving ingetrokken' });
    const run = await importOf({ numbers: [numberOf(1), withdrawn, numberOf(2)], residences: [residenceOf(2)] });
    expect(run.counts.get('NUM')?.rejected).toEqual({ superseded: 1, withdrawn: 1 });
    expect(run.addresses.map((address) => address.number)).toEqual([2]);
  });

  it('is found across two files of one series', async () => {
    const numbers = [
      [numberOf(1, { occurrence: 1, end: '2020-01-01', number: 66 })],
      [numberOf(1, { occurrence: 2, begin: '2020-01-01' })],
    ];
    const residences = [
      [residenceOf(1, { occurrence: 1 })],
      [residenceOf(1, { occurrence: 2, point: '121000.0 487000.0' })],
    ];
    const run = await importOf({ numbers, residences });
    expect(run.addresses).toEqual([{ ...DAMRAK_1, grid: [121_000_000, 487_000_000] }]);
    expect(run.rejects.find(({ record_type }) => record_type === 'VBO')).toMatchObject({
      reason: 'superseded',
      file: expect.stringContaining('9999VBO08012026-000001.xml'),
    });
  });

  it('does not mind years that cannot be', async () => {
    const run = await importOf({
      numbers: [numberOf(1, { begin: '0201-01-21' }), numberOf(2, { begin: '2104-01-21' })],
    });
    expect(run.addresses.map((address) => address.number)).toEqual([1]);
    expect(run.counts.get('NUM')?.historical).toBe(1);
  });
});

describe('what exists', () => {
  it.each([
    ['Verblijfsobject gevormd', ADDRESS_STATE.proposed],
    ['Verblijfsobject in gebruik (niet ingemeten)', ADDRESS_STATE.current],
    ['Verblijfsobject in gebruik', ADDRESS_STATE.current],
    ['Verbouwing verblijfsobject', ADDRESS_STATE.reserved],
    ['Verblijfsobject buiten gebruik', ADDRESS_STATE.reserved],
  ])('a residence that is %j', async (status, state) => {
    expect((await importOf({ residences: [residenceOf(1, { status })] })).addresses).toEqual([{ ...DAMRAK_1, state }]);
  });

  it.each([
    'Niet gerealiseerd verblijfsobject',
    'Verblijfsobject ingetrokken',
    'Verblijfsobject ten onrechte opgevoerd',
  ])('not a residence that is %j', async (status) => {
    const run = await importOf({
      residences: [residenceOf(1, { status }), residenceOf(2)],
      numbers: [numberOf(1), numberOf(2)],
    });
    expect(run.addresses.map((address) => address.number)).toEqual([2]);
    expect(run.counts.get('VBO')?.rejected).toEqual({ withdrawn: 1 });
    expect(run.counts.get('NUM')?.rejected).toEqual({ 'object-missing': 1 });
  });

  it('not a number, street, place, mooring or pitch that is withdrawn', async () => {
    const withdrawn = 'Naamgeving ingetrokken';
    const run = await importOf({
      places: [
        place({ id: '3594', name: 'Amsterdam' }),
        place({ id: '1012', name: 'Weesp', status: 'Woonplaats ingetrokken' }),
      ],
      streets: [
        street({ id: STREET, name: 'Damrak', place: '3594' }),
        street({ id: id('30', 2), name: 'Rokin', place: '3594', status: withdrawn }),
        street({ id: id('30', 3), name: 'Achtergracht', place: '1012' }),
      ],
      numbers: [
        numberOf(1),
        numberOf(2, { status: withdrawn }),
        numberOf(3, { street: id('30', 2) }),
        numberOf(4, { street: id('30', 3) }),
        numberOf(5),
        numberOf(6),
      ],
      residences: [1, 2, 3, 4].map((running) => residenceOf(running)),
      moorings: [pitch('Ligplaats', { id: id('02', 5), main: NUM(5), status: 'Plaats ingetrokken' })],
      pitches: [pitch('Standplaats', { id: id('03', 6), main: NUM(6), status: 'Plaats ingetrokken' })],
    });
    expect(run.addresses).toEqual([DAMRAK_1]);
    expect(run.counts.get('WPL')?.rejected).toEqual({ withdrawn: 1 });
    expect(run.counts.get('OPR')?.rejected).toEqual({ withdrawn: 1, 'place-unknown': 1 });
    expect(run.counts.get('NUM')?.rejected).toEqual({
      withdrawn: 1,
      'street-unknown': 1,
      'place-unknown': 1,
      'object-missing': 2,
    });
    expect(run.counts.get('VBO')?.rejected).toEqual({ 'house-number-unknown': 1 });
    expect(run.counts.get('LIG')?.rejected).toEqual({ withdrawn: 1 });
    expect(run.counts.get('STA')?.rejected).toEqual({ withdrawn: 1 });
    expect(run.rejects.find(({ reason }) => reason === 'street-unknown')).toMatchObject({
      id: NUM(3),
      detail: id('30', 2),
    });
    expect(run.rejects.find(({ reason }) => reason === 'house-number-unknown')).toMatchObject({
      id: VBO(2),
      detail: NUM(2),
    });
  });
});

describe('addresses', () => {
  it('have a position from a mooring or pitch too: the centre of its area', async () => {
    const rings = [SQUARE, '131001.0 482401.0 131003.0 482401.0 131003.0 482403.0 131001.0 482403.0 131001.0 482401.0'];
    const run = await importOf({
      numbers: [numberOf(1), numberOf(2), numberOf(3)],
      moorings: [pitch('Ligplaats', { id: id('02', 2), main: NUM(2) })],
      pitches: [pitch('Standplaats', { id: id('03', 3), main: NUM(3), geometry: polygon(rings) })],
    });
    expect(run.addresses.map(({ grid }) => grid)).toEqual([
      [131_009_000, 482_405_000],
      [131_005_000, 482_405_000],
      // 100 m² around (5, 5) without 4 m² around (2, 2).
      [131_005_125, 482_405_125],
    ]);
  });

  it('have a position from a residence with an area in three dimensions', async () => {
    const ring =
      '131000.0 482400.0 1.5 131010.0 482400.0 1.5 131010.0 482410.0 1.5 131000.0 482410.0 1.5 131000.0 482400.0 1.5';
    const geometry = `<Objecten:vlak>${polygon([ring], 3)}</Objecten:vlak>`;
    const run = await importOf({ residences: [residenceOf(1, { geometry })] });
    expect(run.addresses[0]?.grid).toEqual([131_005_000, 482_405_000]);
  });

  it('have WGS84 beside the national grid', async () => {
    const { addresses } = (await importOf({ residences: [residenceOf(1, { point: '155000 463000' })] })).input;
    expect(addresses.latE7[0]! / 1e7).toBeCloseTo(52.1551729, 5);
    expect(addresses.lonE7[0]! / 1e7).toBeCloseTo(5.3872037, 5);
  });

  it('have none where the register has no usable one, which is said', async () => {
    const run = await importOf({ residences: [residenceOf(1, { point: '0.0 0.0 0.0' })] });
    expect(run.addresses).toEqual([{ ...DAMRAK_1, grid: null }]);
    expect(run.input.addresses.lonE7[0]).toBe(NO_POSITION);
    expect(run.warnings).toEqual([
      expect.stringMatching(`Objects without a usable position: 1; the first is ${VBO(1)} in "`),
    ]);
  });

  it('are kept without postcode', async () => {
    const run = await importOf({ numbers: [number({ id: NUM(1), number: 1, street: STREET })] });
    expect(run.addresses).toEqual([{ ...DAMRAK_1, postcode: '' }]);
  });

  it('keep the case of letters and the leading zeros of additions', async () => {
    const run = await importOf({
      numbers: [
        numberOf(1, { letter: 'a' }),
        numberOf(2, { letter: 'A', addition: '01' }),
        numberOf(3, { addition: 'bis' }),
      ],
      residences: [1, 2, 3].map((running) => residenceOf(running)),
    });
    expect(run.addresses.map(({ suffix }) => suffix)).toEqual(['a', 'A-01', 'bis']);
  });

  it('include the secondary ones, at the point of their object', async () => {
    const run = await importOf({
      numbers: [numberOf(1), numberOf(2), numberOf(3)],
      residences: [residenceOf(1, { secondary: [NUM(2), NUM(3)] })],
    });
    expect(run.addresses.map(({ number: n, secondary, grid }) => [n, secondary, grid])).toEqual([
      [1, false, DAMRAK_1.grid],
      [2, true, DAMRAK_1.grid],
      [3, true, DAMRAK_1.grid],
    ]);
    expect(run.counts.get('VBO')?.kept).toBe(1);
  });

  it('lie in the place that overrides that of their street, which then is a street of both', async () => {
    const run = await importOf({
      places: [place({ id: '3594', name: 'Amsterdam' }), place({ id: '1050', name: 'Amstelveen' })],
      streets: [street({ id: STREET, name: 'Kalfjeslaan', place: '3594' })],
      numbers: [numberOf(1, { place: '1050', postcode: '1181BN' }), numberOf(2)],
      residences: [residenceOf(1), residenceOf(2)],
      relations: [
        { place: '3594', municipality: '0363' },
        { place: '1050', municipality: '0362' },
      ],
    });
    expect(run.addresses.map(({ street: s, place: p, municipality }) => [s, p, municipality])).toEqual([
      ['Kalfjeslaan', 'Amstelveen', 'Amstelveen'],
      ['Kalfjeslaan', 'Amsterdam', 'Amsterdam'],
    ]);
    expect(run.input.gazetteer.streets.map((entry) => entry.id)).toEqual([363300000000001, 363300000000001]);
  });

  it('are rejected where the overriding place is not in the extract', async () => {
    const run = await importOf({
      numbers: [numberOf(1, { place: '1050' }), numberOf(2)],
      residences: [residenceOf(1), residenceOf(2)],
    });
    expect(run.rejects).toMatchObject([{ record_type: 'NUM', reason: 'place-unknown', id: NUM(1), detail: '1050' }]);
  });

  it('are one for a number that several objects share: of the one in the better state, then main, then newest', async () => {
    const formed = { status: 'Verblijfsobject gevormd' };
    const run = await importOf({
      numbers: [numberOf(1), numberOf(2), numberOf(3)],
      residences: [
        residenceOf(1, { main: NUM(1), ...formed, point: '121001 487000' }),
        residenceOf(2, { main: NUM(1), point: '121002 487000' }),
        residenceOf(3, { main: NUM(2), secondary: [NUM(1)], point: '121003 487000' }),
        residenceOf(4, { main: NUM(3), point: '121004 487000' }),
        residenceOf(5, { main: NUM(3), point: '121005 487000' }),
      ],
    });
    expect(run.addresses.map(({ number: n, grid, state }) => [n, grid?.[0], state])).toEqual([
      [1, 121_002_000, ADDRESS_STATE.current],
      [2, 121_003_000, ADDRESS_STATE.current],
      [3, 121_005_000, ADDRESS_STATE.current],
    ]);
    expect(run.counts.get('VBO')).toEqual({ read: 5, kept: 3, historical: 0, rejected: { 'house-number-taken': 2 } });
    expect(run.rejects[0]).toMatchObject({ id: VBO(1), detail: `${NUM(1)} by ${VBO(2)}` });
  });

  it('do not depend on the order of the files', async () => {
    const contents = register({
      numbers: [[numberOf(1)], [numberOf(2)]],
      residences: [[residenceOf(1)], [residenceOf(2)]],
    });
    const files = standFiles(contents);
    const swapped = Object.fromEntries(
      Object.entries(files).map(([name, xml]) => [
        name.replace(/00000([12])/, (_, n: string) => `00000${3 - Number(n)}`),
        xml,
      ]),
    );
    const one = await runBagOn({ ...files, 'GEM-WPL-RELATIE-1.xml': relationsXml(contents.relations!) });
    const other = await runBagOn({ ...swapped, 'GEM-WPL-RELATIE-1.xml': relationsXml(contents.relations!) });
    expect(other.addresses).toEqual(one.addresses);
    expect(other.input.gazetteer).toEqual(one.input.gazetteer);
  });
});

describe('names', () => {
  it('are decoded, and short names are aliases where they differ', async () => {
    const run = await importOf({
      streets: [
        street({ id: STREET, name: 'Burgemeester Co&#xeb;nstraat', shortName: 'Burg Co&#xeb;nstr', place: '3594' }),
      ],
    });
    expect(run.input.gazetteer.streets).toEqual([
      {
        id: 363300000000001,
        names: { nl: 'Burgemeester Coënstraat' },
        aliases: [{ name: 'Burg Coënstr', language: 'nl' }],
        place: 0,
      },
    ]);
    const same = await importOf({
      streets: [street({ id: STREET, name: 'Damrak', shortName: 'Damrak', place: '3594' })],
    });
    expect(same.input.gazetteer.streets[0]).not.toHaveProperty('aliases');
  });

  it('of well-known places have their everyday form as alias', async () => {
    const run = await importOf({
      places: [place({ id: '1245', name: "'s-Gravenhage" })],
      streets: [street({ id: STREET, name: 'Binnenhof', place: '1245' })],
      relations: [{ place: '1245', municipality: '0518' }],
    });
    const alias = ['Den Haag', 'La Haye', 'The Hague'].map((name) => ({ name, language: 'nl' }));
    expect(run.input.gazetteer).toMatchObject({
      provinces: [{ id: 28, names: { nl: 'Zuid-Holland' } }],
      municipalities: [{ id: 518, names: { nl: "'s-Gravenhage" }, aliases: alias }],
      places: [{ id: 1245, names: { nl: "'s-Gravenhage" }, aliases: alias }],
    });
  });

  it('are only of areas with addresses; streets without are accounted for', async () => {
    const run = await importOf({
      places: [place({ id: '3594', name: 'Amsterdam' }), place({ id: '1012', name: 'Weesp' })],
      streets: [
        street({ id: STREET, name: 'Damrak', place: '3594' }),
        street({ id: id('30', 2), name: 'IJ', type: 'Water', place: '3594' }),
      ],
      relations: [
        { place: '3594', municipality: '0363' },
        { place: '1012', municipality: '0457' },
      ],
    });
    expect(run.input.gazetteer.streets.map(({ names }) => names.nl)).toEqual(['Damrak']);
    expect(run.input.gazetteer.places.map(({ names }) => names.nl)).toEqual(['Amsterdam']);
    expect(run.input.gazetteer.municipalities.map(({ names }) => names.nl)).toEqual(['Amsterdam']);
    expect(run.counts.get('OPR')?.rejected).toEqual({ 'no-address': 1 });
  });
});

describe('municipalities', () => {
  const of = async (relations: ExtractContents['relations'], context = {}) => {
    const run = await importOf({ relations: relations! }, context);
    return { ...run, area: [run.addresses[0]?.municipality, run.addresses[0]?.province] };
  };

  it('are those of the relation in force on the date', async () => {
    const relations = [
      { place: '3594', municipality: '0457', begin: '2010-01-01', end: '2022-03-24' },
      { place: '3594', municipality: '0363', begin: '2022-03-24' },
    ];
    expect((await of(relations)).area).toEqual(['Amsterdam', 'Noord-Holland']);
    expect((await of(relations, { referenceDate: '2021-09-15' })).area).toEqual(['Weesp', 'Noord-Holland']);
  });

  it('are those of the definite relation where a provisional one is in force too', async () => {
    const run = await of([
      { place: '3594', municipality: '0363' },
      { place: '3594', municipality: '0457', status: 'voorlopig', begin: '2020-01-01' },
    ]);
    expect(run.area).toEqual(['Amsterdam', 'Noord-Holland']);
    expect(run.counts.get('GWR')?.rejected).toEqual({ superseded: 1 });
  });

  it('are those of the relation that began last where two are', async () => {
    const run = await of([
      { place: '3594', municipality: '0363', begin: '2022-01-01' },
      { place: '3594', municipality: '0457', begin: '2010-01-01' },
    ]);
    expect(run.area).toEqual(['Amsterdam', 'Noord-Holland']);
  });

  it('stand under their code where it is unknown, which is said; no address is lost', async () => {
    const run = await of([{ place: '3594', municipality: '9876' }]);
    expect(run.area).toEqual(['9876', 'Onbekend']);
    expect(run.warnings).toEqual(['9876 is not the code of a known municipality: the code is used as its name.']);
  });

  it('are unknown for places without relation, which is said; no address is lost', async () => {
    const run = await of([{ place: '1012', municipality: '0457' }]);
    expect(run.area).toEqual(['Onbekend', 'Onbekend']);
    expect(run.warnings).toEqual([expect.stringContaining('Some places have no municipality')]);
  });

  it('are unknown without the relation file, which is said', async () => {
    const run = await runBagOn(standFiles(register()));
    expect(run.addresses).toMatchObject([{ municipality: 'Onbekend' }]);
    expect(run.warnings).toEqual([expect.stringContaining('There is no GEM-WPL-RELATIE file')]);
  });

  it('are not taken from relations that cannot be read', async () => {
    const run = await of([
      { place: '3594', municipality: '363' },
      { place: '3594', municipality: '0363' },
    ]);
    expect(run.area).toEqual(['Amsterdam', 'Noord-Holland']);
    expect(run.rejects).toMatchObject([{ record_type: 'GWR', reason: 'invalid-relation', id: '3594' }]);
  });

  it('are read from CDATA as from any text', async () => {
    const relations = relationsXml(register().relations!).replaceAll(/>(3594|0363|definitief)</g, '><![CDATA[$1]]><');
    expect(relations.match(/CDATA/g)).toHaveLength(3);
    const run = await runBagOn({ ...standFiles(register()), 'GEM-WPL-RELATIE-1.xml': relations });
    expect(run.addresses).toMatchObject([{ municipality: 'Amsterdam', province: 'Noord-Holland' }]);
    expect(run.warnings).toEqual([]);
  });
});

describe('an outline whose number of dimensions is neither 2 nor 3', () => {
  it.each([
    ['', 'NaN'],
    ['0', '0'],
    ['-2', '-2'],
    ['0.5', '0.5'],
    ['NaN', 'NaN'],
    ['two', 'NaN'],
    ['1', '1'],
    ['4', '4'],
    ['1e9', '1000000000'],
  ])('srsDimension="%s" rejects its record and no other', async (written, detail) => {
    const outline = polygon([SQUARE]).replace('srsDimension="2"', `srsDimension="${written}"`);
    const run = await importOf({
      numbers: [1, 2, 3, 4].map((running) => numberOf(running)),
      residences: [residenceOf(1), residenceOf(2, { geometry: `<Objecten:vlak>${outline}</Objecten:vlak>` })],
      moorings: [pitch('Ligplaats', { id: id('02', 3), main: NUM(3), geometry: outline })],
      pitches: [pitch('Standplaats', { id: id('03', 4), main: NUM(4), geometry: outline })],
    });
    expect(run.addresses).toMatchObject([DAMRAK_1]);
    expect(run.rejects.filter(({ reason }) => reason === 'invalid-dimension')).toMatchObject([
      { record_type: 'VBO', id: VBO(2), detail },
      { record_type: 'LIG', id: id('02', 3), detail },
      { record_type: 'STA', id: id('03', 4), detail },
    ]);
  });
});

describe('a record that cannot be used', () => {
  it.each([
    ['invalid-house-number', numberOf(9, { number: 0 }), '0'],
    ['invalid-house-number', numberOf(9, { number: '100000' }), '100000'],
    ['invalid-house-number', numberOf(9, { number: '12a' }), '12a'],
    ['invalid-house-number-suffix', numberOf(9, { letter: '1' }), '1'],
    ['invalid-house-number-suffix', numberOf(9, { addition: 'A-12' }), 'A-12'],
    ['invalid-postcode', numberOf(9, { postcode: '1012 JS' }), '1012 JS'],
    ['invalid-postcode', numberOf(9, { postcode: '0012JS' }), '0012JS'],
    ['invalid-postcode', numberOf(9, { postcode: '1012js' }), '1012js'],
    ['invalid-place', numberOf(9, { place: '12345' }), '12345'],
    ['invalid-validity', numberOf(9, { begin: '2020' }), '2020'],
    ['invalid-validity', numberOf(9, { end: 'later' }), '2010-06-23 later'],
    ['status-missing', numberOf(9, { status: '' }), ''],
    ['street-missing', numberOf(9).replace(/<Objecten:ligtAan>.*<\/Objecten:ligtAan>/, ''), ''],
    ['other-type', residenceOf(9), 'Verblijfsobject'],
  ])('is rejected as %s, and the import goes on', async (reason, record, detail) => {
    const run = await importOf({ numbers: [numberOf(1), record] });
    expect(run.addresses).toEqual([DAMRAK_1]);
    const position = standFiles(register({ numbers: [numberOf(1), record] }))['9999NUM08012026-000001.xml']!.indexOf(
      record,
    );
    expect(run.rejects).toMatchObject([
      {
        record_type: 'NUM',
        reason,
        detail,
        id: reason === 'other-type' ? VBO(9) : NUM(9),
        file: expect.stringMatching(/lvbag-extract-nl\.zip\/9999NUM08012026\.zip\/9999NUM08012026-000001\.xml$/),
        position: String(position),
      },
    ]);
  });

  it.each([
    ['invalid-identifier', numberOf(9, { id: 'unknown' }), 'unknown'],
    ['invalid-identifier', numberOf(9, { id: '99999999999999999' }), '99999999999999999'],
    ['invalid-identifier', numberOf(9, { id: '' }), ''],
  ])('is rejected as %s', async (reason, record, written) => {
    const run = await importOf({ numbers: [numberOf(1), record] });
    expect(run.rejects).toMatchObject([{ reason, id: written }]);
  });

  it('of streets, places and objects is rejected too', async () => {
    const run = await importOf({
      places: [place({ id: '3594', name: 'Amsterdam' }), place({ id: '1012', name: '' })],
      streets: [
        street({ id: STREET, name: 'Damrak', place: '3594' }),
        street({ id: id('30', 2), name: '', place: '3594' }),
        street({ id: id('30', 3), name: 'Rokin', place: 'x' }),
      ],
      residences: [residenceOf(1), residenceOf(2, { main: '' })],
    });
    expect(run.rejects.map(({ record_type, reason }) => [record_type, reason])).toEqual([
      ['WPL', 'name-missing'],
      ['OPR', 'name-missing'],
      ['OPR', 'place-missing'],
      ['VBO', 'house-number-missing'],
    ]);
  });

  it('is no reason to reject its object where it is a secondary number', async () => {
    const run = await importOf({ residences: [residenceOf(1, { secondary: [NUM(77), 'x'] })] });
    expect(run.addresses).toEqual([DAMRAK_1]);
    expect(run.warnings).toEqual([
      `Secondary addresses left out because their house number is withdrawn or missing: 2. The first is ${NUM(77)} of object ${VBO(1)}.`,
    ]);
  });
});

describe('an input that cannot be used', () => {
  it.each([
    [
      'a zip of something else',
      async () => ({ 'photos.zip': await zipBytes({ 'a.jpg': 'x' }) }),
      'input-not-recognised',
    ],
    ['a folder without files', async () => ({ 'empty/.DS_Store': 'x' }), 'input-not-recognised'],
    [
      'a delivery of buildings only',
      async () => ({
        'bag.zip': await zipBytes({ '9999PND08012026.zip': 'x', 'Leveringsdocument-BAG-Extract.xml': deliveryXml() }),
      }),
      'input-not-recognised',
    ],
    [
      'a zip that is cut off',
      async () => ({ 'lvbag-extract-nl.zip': (await nationalZip(register())).subarray(0, -100) }),
      'input-corrupt',
    ],
    ['no zip', async () => ({ 'lvbag-extract-nl.zip': 'hello' }), 'input-corrupt'],
    ['malformed XML', async () => ({ '9999NUM08012026-000001.xml': standXml('NUM', ['<sl:stand>']) }), 'input-corrupt'],
    [
      'malformed relations',
      async () => ({ ...standFiles(register()), 'GEM-WPL-RELATIE-1.xml': relationsXml([]).slice(0, -20) }),
      'input-corrupt',
    ],
    [
      'an extract without a date',
      async () => ({ '9999NUM08012026-000001.xml': standXml('NUM', [numberOf(1)], '') }),
      'input-corrupt',
    ],
  ] as const)('%s is refused with one sentence', async (_, files, code) => {
    await expect(runBagOn(await files())).rejects.toMatchObject({ code, message: expect.stringMatching(/^[^\n]+\.$/) });
  });

  it('names the file inside the zips, and the byte', async () => {
    const broken = numberOf(1).replace('</Objecten:status>', '</Objecten:statuz>');
    const zip = await nationalZip(register({ numbers: [numberOf(2), broken] }));
    await expect(runBagOn({ 'lvbag-extract-nl.zip': zip })).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(
        /lvbag-extract-nl\.zip\/9999NUM08012026\.zip\/9999NUM08012026-000001\.xml" is not well-formed XML at byte \d+: /,
      ),
    });
  });
});
