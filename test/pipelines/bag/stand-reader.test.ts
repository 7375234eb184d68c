import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTemplate, StandScanner } from '../../../pipelines/bag/stand-scanner.ts';
import { STAND_TEMPLATES } from '../../../pipelines/bag/stand-template.ts';
import { readRecords } from './read-records.ts';
import {
  number,
  pitch,
  place,
  polygon,
  residence,
  SQUARE,
  STAND_TAIL,
  standHead,
  standXml,
  street,
} from './small-extract.ts';

const NUMBER = number({
  id: '0003200000134013',
  occurrence: 2,
  begin: '2018-04-24',
  end: '2020-01-01',
  number: 12,
  letter: 'b',
  addition: 'II',
  postcode: '9902CN',
  street: '0003300000116985',
  place: '3386',
});
const RESIDENCE = residence({
  id: '0003010000125988',
  main: '0003200000134013',
  secondary: ['0003200000134014', '0003200000134015'],
  point: '252767.348 593745.504 0.0',
  uses: ['woonfunctie', 'overige gebruiksfunctie'],
  buildings: ['0003100000117485', '0003100000117486'],
});

/** Both readers; they must agree on everything. */
const READERS = [
  { reader: 'the parser', scanning: false },
  { reader: 'the scanner', scanning: true },
];

describe.each(READERS)('reading a stand file with $reader', ({ scanning }) => {
  const read = (xml: string | Uint8Array, element: string, chunkLengths: readonly number[] = []) =>
    readRecords(xml, { chunkLengths, ...(scanning ? { scanFor: element } : {}) });

  it('finds what a house number consists of', async () => {
    const head = standHead('NUM');
    const { records, referenceDate } = await read(standXml('NUM', [NUMBER, NUMBER]), 'Nummeraanduiding');
    expect(referenceDate).toBe('2026-01-08');
    expect(records).toHaveLength(2);
    expect(records[1]).toEqual({
      objectType: 'Nummeraanduiding',
      byteOffset: head.length + NUMBER.length,
      fields: {
        id: '0003200000134013',
        occurrence: '2',
        beginDate: '2018-04-24',
        endDate: '2020-01-01',
        status: 'Naamgeving uitgegeven',
        number: '12',
        letter: 'b',
        addition: 'II',
        postcode: '9902CN',
        street: '0003300000116985',
        place: '3386',
      },
      secondary: [],
      buildings: [],
      uses: [],
      rings: [],
    });
  });

  it('finds identifier, numbers, point, uses, floor area and buildings of a residence', async () => {
    const { records } = await read(standXml('VBO', [RESIDENCE]), 'Verblijfsobject');
    expect(records[0]).toMatchObject({
      fields: {
        id: '0003010000125988',
        mainNumber: '0003200000134013',
        point: '252767.348 593745.504 0.0',
        floorArea: '201',
      },
      secondary: [3200000134014, 3200000134015],
      buildings: [3100000117485, 3100000117486],
      uses: ['woonfunctie', 'overige gebruiksfunctie'],
    });
  });

  it('finds the rings of an area, holes and number of dimensions told', async () => {
    const area = residence({
      id: '0003010000125989',
      main: '0003200000134013',
      geometry: `<Objecten:vlak>${polygon(['0 0 0 9 0 0 9 9 0 0 0 0', '1 1 0 2 1 0 2 2 0 1 1 0'], 3)}</Objecten:vlak>`,
    });
    const { records } = await read(standXml('VBO', [RESIDENCE, area, RESIDENCE]), 'Verblijfsobject');
    expect(records[1]?.rings).toEqual([
      { text: '0 0 0 9 0 0 9 9 0 0 0 0', dimension: 3, interior: false },
      { text: '1 1 0 2 1 0 2 2 0 1 1 0', dimension: 3, interior: true },
    ]);
    expect(records.map(({ byteOffset }) => byteOffset)).toEqual([
      standHead('VBO').length,
      standHead('VBO').length + RESIDENCE.length,
      standHead('VBO').length + RESIDENCE.length + area.length,
    ]);
  });

  it('does not carry rings or fields over to the next record', async () => {
    const bare = pitch('Ligplaats', { id: '0003020000000002', main: '0003200000134014', geometry: '' });
    const full = pitch('Ligplaats', { id: '0003020000000001', main: '0003200000134013', end: '2020-01-01' });
    const { records } = await read(standXml('LIG', [full, bare]), 'Ligplaats');
    expect(records[0]?.rings).toEqual([{ text: SQUARE, dimension: 2, interior: false }]);
    expect(records[1]?.rings).toEqual([]);
    expect(records[1]?.fields).not.toHaveProperty('endDate');
  });

  it('decodes character references of names, wherever a chunk ends', async () => {
    const name = '1e Exlo&#xeb;rmond &amp; &#x2019;t Zandt &#233;&#xa0;x';
    const xml = standXml('OPR', [street({ id: '0114300000000001', name, shortName: 'Exlo&#xEB;', place: '1001' })]);
    for (let cut = xml.indexOf(name) - 2; cut < xml.indexOf(name) + name.length + 2; cut++) {
      const { records } = await read(xml, 'OpenbareRuimte', [cut]);
      expect(records[0]?.fields).toMatchObject({ name: '1e Exloërmond & ’t Zandt é\u00a0x', shortName: 'Exloë' });
    }
  });

  it('reads names in raw UTF-8 too, and counts bytes, wherever a chunk ends', async () => {
    const first = street({ id: '0114300000000001', name: 'Exloërmond ’t 𝄞', place: '1001' });
    const xml = Buffer.from(standXml('OPR', [first, street({ id: '0114300000000002', name: 'Brink', place: '1001' })]));
    for (let cut = xml.indexOf('Exlo'); cut < xml.indexOf('Exlo') + 26; cut++) {
      const { records } = await read(xml, 'OpenbareRuimte', [cut]);
      expect(records[0]?.fields).toMatchObject({ name: 'Exloërmond ’t 𝄞' });
      expect(records[1]?.byteOffset).toBe(standHead('OPR').length + Buffer.byteLength(first));
    }
  });

  it('tells that an occurrence was declared void', async () => {
    for (const inactive of ['tijdstipInactief', 'tijdstipInactiefLV', 'tijdstipNietBagLV'] as const) {
      const record = number({ id: '0003200000134013', number: 1, street: '0003300000116985', inactive });
      const { records } = await read(standXml('NUM', [record]), 'Nummeraanduiding');
      expect(records[0]?.fields).toHaveProperty('inactive', '2010-11-15T13:26:11.000');
    }
  });

  it('reads a file without records', async () => {
    expect(await read(standXml('STA', []), 'Standplaats')).toEqual({ records: [], referenceDate: '2026-01-08' });
    expect(await read(standXml('NUM', []), 'Nummeraanduiding', [40, 800])).toMatchObject({ records: [] });
  });

  it('reads other prefixes', async () => {
    const xml = standXml('NUM', [NUMBER])
      .replaceAll('Objecten:', 'o:')
      .replaceAll('xmlns:Objecten=', 'xmlns:o=')
      .replaceAll('<sl:stand>', '<sl:stand >');
    const { records } = await read(xml, 'Nummeraanduiding');
    expect(records[0]?.fields).toMatchObject({ id: '0003200000134013', number: '12' });
  });

  it('reads a file whose head, or whose records, seem never to end', async () => {
    const xml = standXml(
      'NUM',
      Array.from({ length: 300 }, () => NUMBER),
    );
    const chunkLengths = Array.from({ length: 200 }, () => 4096);
    const foreign = xml.replaceAll('sl:stand>', 'sl:stand >');
    expect((await read(foreign, 'Nummeraanduiding', chunkLengths)).records).toHaveLength(300);
    const long = NUMBER.replace('B&amp;W', 'x'.repeat((1 << 24) + 1));
    const { records } = await read(standXml('NUM', [NUMBER, long, NUMBER]), 'Nummeraanduiding', [1 << 23, 1 << 22]);
    expect(records).toHaveLength(3);
  });

  it('reads a file that has been laid out anew', async () => {
    const xml = standXml('NUM', [NUMBER, NUMBER]).replaceAll(/>(?=<)/g, '>\r\n\t ');
    const { records } = await read(xml, 'Nummeraanduiding');
    expect(records).toHaveLength(2);
    for (const { fields } of records) expect(fields).toMatchObject({ id: '0003200000134013', postcode: '9902CN' });
  });

  it.each([
    ['a comment between records', `${NUMBER}<!-- ${NUMBER} -->${NUMBER}`, 2],
    [
      'a comment in a record',
      NUMBER.replace('<Objecten:status>', '<!-- </sl:stand><sl:stand> --><Objecten:status>'),
      1,
    ],
    ['CDATA', NUMBER.replace('>9902CN<', '><![CDATA[9902CN]]><'), 1],
    ['CDATA that looks like a record', NUMBER.replace('B&amp;W-1774', '<![CDATA[</sl:stand><sl:stand>]]>'), 1],
    ['a processing instruction', `<?note </sl:stand> ?>${NUMBER}`, 1],
    ['a greater-than sign in a text', NUMBER.replace('B&amp;W-1774', 'B>W'), 1],
    ['another attribute', NUMBER.replace(' domein=', ' xml:lang="nl" domein='), 1],
  ])('reads a file with %s', async (_, records, count) => {
    const xml = standXml('NUM', [records]);
    for (const chunkLengths of [[], [2100], [2500], [3000, 500]]) {
      const result = await read(xml, 'Nummeraanduiding', chunkLengths);
      expect(result.records).toHaveLength(count);
      for (const { fields } of result.records) expect(fields).toMatchObject({ number: '12', postcode: '9902CN' });
    }
  });

  it.each([
    ['cut off in a record', standXml('NUM', [NUMBER]).slice(0, -300)],
    ['cut off between records', standHead('NUM') + NUMBER],
    ['an end tag that does not match', standXml('NUM', [NUMBER.replace('</Objecten:status>', '</Objecten:statuz>')])],
    ['an unknown entity', standXml('NUM', [NUMBER.replace('B&amp;W', 'B&euro;W')])],
    ['a character that XML does not know', standXml('NUM', [NUMBER.replace('B&amp;W', 'B&#x0;W')])],
    ['a record that is not closed', standXml('NUM', [NUMBER.replace('</sl:stand>', '')])],
    ['text behind the end', `${standXml('NUM', [NUMBER])}<again/>`],
    ['nothing at all', ''],
  ])('names file and byte where it is malformed: %s', async (_, xml) => {
    await expect(read(xml, 'Nummeraanduiding')).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(/^"test\.xml" is not well-formed XML at byte \d+: /),
    });
  });

  it('points at the place of the fault', async () => {
    const broken = NUMBER.replace('</Objecten:status>', '</Objecten:statuz>');
    const xml = standXml('NUM', [NUMBER, NUMBER, broken, NUMBER]);
    const fault = xml.indexOf('</Objecten:statuz>');
    const error = await read(xml, 'Nummeraanduiding', [2600, 700]).catch((thrown: unknown) => thrown);
    const { byteOffset } = (error as { data: { byteOffset: number } }).data;
    expect(byteOffset).toBeGreaterThanOrEqual(fault);
    expect(byteOffset).toBeLessThanOrEqual(fault + '</Objecten:statuz>'.length);
  });

  it('refuses a file of something else', async () => {
    const xml =
      '<mlm:bagMutaties xmlns:mlm="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-mutaties-lvc/v20200601"/>';
    await expect(read(xml, 'Nummeraanduiding')).rejects.toMatchObject({ code: 'input-not-recognised' });
  });
});

const ELEMENTS = { NUM: 'Nummeraanduiding', VBO: 'Verblijfsobject', OPR: 'OpenbareRuimte', WPL: 'Woonplaats' } as const;

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const optionally = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const date = fc.stringMatching(/^20[0-2][0-9]-[01][0-9]-[0-3][0-9]$/);
const name = fc.stringMatching(/^([A-Za-z0-9 '.,-]|&amp;|&#xeb;|&#x2019;|&#233;|&apos;){0,20}$/);
const occurrenceFields = {
  id: digits(16),
  occurrence: fc.nat(99),
  begin: date,
  end: optionally(date),
  inactive: optionally(fc.constantFrom('tijdstipInactief', 'tijdstipInactiefLV', 'tijdstipNietBagLV')),
};
/** A record without the fields that are absent, which are not to be there at all. */
function given<T extends object>(make: (fields: T) => string): (fields: object) => string {
  return (fields) => make(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T);
}
const RECORDS: Record<keyof typeof ELEMENTS, fc.Arbitrary<string>> = {
  NUM: fc
    .record({
      ...occurrenceFields,
      number: fc.integer({ min: 1, max: 99_999 }),
      letter: optionally(fc.stringMatching(/^[a-zA-Z]$/)),
      addition: optionally(fc.stringMatching(/^[0-9a-zA-Z]{1,4}$/)),
      postcode: optionally(fc.stringMatching(/^[1-9][0-9]{3}[A-Z]{2}$/)),
      street: digits(16),
      place: optionally(digits(4)),
    })
    .map(given(number)),
  VBO: fc
    .record({
      ...occurrenceFields,
      main: digits(16),
      secondary: optionally(fc.array(digits(16), { minLength: 1, maxLength: 3 })),
      point: fc.stringMatching(/^[0-9]{6}\.[0-9]{1,15} [0-9]{6}\.[0-9]{1,3}( 0\.0)?$/),
      geometry: optionally(fc.constant(`<Objecten:vlak>${polygon([SQUARE])}</Objecten:vlak>`)),
    })
    .map(given(residence)),
  OPR: fc.record({ ...occurrenceFields, name, place: digits(4), shortName: optionally(name) }).map(given(street)),
  WPL: fc.record({ ...occurrenceFields, id: digits(4), name }).map(given(place)),
};

const chunkLengths = fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 12 });

describe.each(Object.entries(ELEMENTS))('the scanner on %s', (type, element) => {
  const arbitrary = RECORDS[type as keyof typeof ELEMENTS];

  it('takes records as Kadaster writes them, and does not leave them to the parser', () => {
    const scanner = new StandScanner(element, compileTemplate(STAND_TEMPLATES.get(element)!));
    fc.assert(
      fc.property(arbitrary, (record) => {
        fc.pre(!record.includes('<Objecten:vlak>') || type === 'WPL');
        const bytes = Buffer.from(`...${record}...`);
        scanner.setBytes(bytes);
        expect(scanner.scan(3)).toBe(3 + record.length);
      }),
      { numRuns: 100 },
    );
  });

  it('declines a record that breaks off in its last tags, with nothing behind it', () => {
    const scanner = new StandScanner(element, compileTemplate(STAND_TEMPLATES.get(element)!));
    const [record] = fc.sample(arbitrary, { numRuns: 1, seed: 1 }) as [string];
    const close = '</sl:stand>';
    const beforeClose = record.length - close.length;
    for (let cut = 1; cut <= 60; cut++) {
      const bytes = Buffer.from(record.slice(0, beforeClose - cut) + close);
      scanner.setBytes(bytes);
      expect(scanner.scan(0)).toBe(-1);
    }
  });

  it('reads what the parser reads, whatever the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { maxLength: 6 }), chunkLengths, async (records, lengths) => {
        const xml = standXml(type as keyof typeof ELEMENTS, records);
        const expected = await readRecords(xml);
        expect(expected.records).toHaveLength(records.length);
        expect(await readRecords(xml, { scanFor: element, chunkLengths: lengths })).toEqual(expected);
        expect(await readRecords(xml, { chunkLengths: lengths })).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  // The geometry of a place is opaque to the scanner: a fault in it is reported by the parser alone.
  if (type === 'WPL') return;
  it('reads what the parser reads, or fails as it does, where bytes have changed', async () => {
    const outcome = (xml: Buffer, options: Parameters<typeof readRecords>[1]) =>
      readRecords(xml, options).catch((error: Error) => error.message);
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      remove: fc.nat(3),
      insert: fc.constantFrom(
        '',
        ' ',
        '<',
        '>',
        '&',
        '&#xeb;',
        '&bad;',
        '/',
        'x',
        '\n',
        '\u0001',
        'é',
        '<!--',
        '-->',
        ']]>',
        '"',
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitrary, { minLength: 1, maxLength: 3 }),
        fc.array(change, { minLength: 1, maxLength: 2 }),
        chunkLengths,
        async (records, changes, lengths) => {
          let body = records.join('');
          for (const { at, remove, insert } of changes) {
            const position = Math.floor(at * body.length);
            body = body.slice(0, position) + insert + body.slice(position + remove);
          }
          const xml = Buffer.from(standHead(type as keyof typeof ELEMENTS) + body + STAND_TAIL);
          const expected = await outcome(xml, {});
          expect(await outcome(xml, { scanFor: element })).toEqual(expected);
          expect(await outcome(xml, { scanFor: element, chunkLengths: lengths })).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
