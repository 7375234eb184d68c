import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StandParser } from '../../../pipelines/bag/stand-parser.ts';
import { FIELD } from '../../../pipelines/bag/stand-record.ts';
import { dump, type RecordDump } from './read-records.ts';
import { DATE, number, place, residence, STAND_TAIL, standHead, standXml } from './small-extract.ts';

/** The records of a file given in pieces of these lengths. */
function parse(xml: string, lengths: readonly number[] = []): { records: RecordDump[]; date: string } {
  const bytes = Buffer.from(xml);
  const records: RecordDump[] = [];
  const parser = new StandParser('test.xml', (record) => records.push(dump(record)));
  let at = 0;
  for (const length of [...lengths, bytes.length]) {
    parser.write(bytes.subarray(at, at + length), at);
    at = Math.min(bytes.length, at + length);
  }
  parser.close();
  return { records, date: parser.header.referenceDate };
}

const NUMBERS = [1, 2, 3].map((i) =>
  number({ id: `036320000000000${i}`, number: i, letter: 'A', postcode: '1381EA', street: '0363300000000001' }),
);

describe('the parser of stand files', () => {
  it('gives the same records at the same bytes, however the file is cut', () => {
    const xml = standXml('NUM', NUMBERS);
    const whole = parse(xml);
    expect(whole.date).toBe(DATE);
    expect(whole.records.map(({ fields: { number } }) => number)).toEqual(['1', '2', '3']);
    for (const { byteOffset } of whole.records) expect(xml.slice(byteOffset)).toMatch(/^<sl:stand>/);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 20 }), (lengths) => {
        expect(parse(xml, lengths)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('reads the same from any layout: white space, comments, CDATA, other prefixes', () => {
    const plain = parse(standXml('NUM', NUMBERS)).records.map(({ fields }) => fields);
    const layouts: readonly ((xml: string) => string)[] = [
      (xml) => xml.replaceAll('><', '>\r\n\t <'),
      (xml) => xml.replaceAll('><', '><!-- <sl:stand> --><'),
      (xml) => xml.replaceAll('Objecten:', 'o:').replaceAll('xmlns:Objecten=', 'xmlns:o='),
      (xml) => xml.replaceAll('v20200601', 'v20300101'),
      (xml) => xml.replaceAll('1381EA', '<![CDATA[1381EA]]>'),
      (xml) => xml.replaceAll('1381EA', '13&#56;1EA'),
    ];
    for (const layout of layouts) {
      const xml = layout(standXml('NUM', NUMBERS));
      const fields = parse(xml).records.map((record) => record.fields);
      const trimmed = fields.map((each) => Object.fromEntries(Object.entries(each).map(([k, v]) => [k, v.trim()])));
      expect(trimmed).toEqual(plain);
    }
  });

  it('knows when it is between two records, where a faster reader may take over', () => {
    const xml = standXml('NUM', NUMBERS);
    const bytes = Buffer.from(xml);
    const ends = [...xml.matchAll(/<\/sl:stand>/g)].map(({ index }) => index + '</sl:stand>'.length);
    const parser = new StandParser('test.xml', () => {});
    let at = 0;
    for (const end of ends) {
      parser.write(bytes.subarray(at, end - 3), at);
      expect(parser.isBetweenRecords).toBe(false);
      parser.write(bytes.subarray(end - 3, end), end - 3);
      expect(parser.isBetweenRecords).toBe(true);
      at = end;
    }
  });

  it('may have whole records left out of what it is given', () => {
    const found: number[] = [];
    const parser = new StandParser('test.xml', (record) => found.push(record.digits(FIELD.number)));
    const [head, tail] = [Buffer.from(standHead('NUM')), Buffer.from(STAND_TAIL)];
    parser.write(head, 0);
    const last = Buffer.from(NUMBERS[2]!);
    const offset = head.length + Buffer.byteLength(NUMBERS[0]! + NUMBERS[1]!);
    parser.write(last, offset);
    parser.write(tail, offset + last.length);
    parser.close();
    expect(found).toEqual([3]);
  });

  it('does not keep what is never used: the outline of a place', () => {
    const [record] = parse(standXml('WPL', [place({ id: '3594', name: 'Weesp &amp; Muiden' })])).records;
    expect(record).toMatchObject({ objectType: 'Woonplaats', fields: { name: 'Weesp & Muiden' }, rings: [] });
  });

  it('tells main and secondary numbers of an object apart', () => {
    const xml = residence({ id: '0363010000000001', main: '0363200000000001', secondary: ['0363200000000002'] });
    const [record] = parse(standXml('VBO', [xml])).records;
    expect(record!.fields).toMatchObject({ mainNumber: '0363200000000001' });
    expect(record!.secondary).toEqual([363200000000002]);
  });

  it.each([
    ['another file', '<bagMutaties/>', 'input-not-recognised'],
    ['a file that ends too soon', standXml('NUM', NUMBERS).slice(0, -5), 'input-corrupt'],
    ['a file that is no XML', 'id;huisnummer\n', 'input-corrupt'],
  ])('refuses %s', (_, xml, code) => {
    expect(() => parse(xml)).toThrow(expect.objectContaining({ code }));
  });

  it('quotes no more than the beginning of a name that is too long', () => {
    expect(() => parse(`<${'x'.repeat(60_000)}/>`)).toThrow(
      /^.{0,100} has <x{200}…> where a BAG stand file has <bagStand>/,
    );
  });
});
