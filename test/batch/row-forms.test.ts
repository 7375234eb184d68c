import { describe, expect, it } from 'vitest';
import { CsvRecord } from '../../src/batch/csv.ts';
import { type AnsweredRow, cellOf, featureOf, flattened, membersOf, writeRow } from '../../src/batch/row-forms.ts';

const COLUMNS = [
  { name: 'match_street', value: 'match_street', isNumber: false },
  { name: 'match_score', value: 'match_score', isNumber: true },
];

/** A line of a file with these headers, and what was found for it. */
function rowOf(line: string, keys: readonly string[], part: Partial<AnsweredRow> = {}): AnsweredRow {
  const record = new CsvRecord(Buffer.from(line), { delimiter: ',', hasQuotes: true, lineEnd: '\n' });
  record.read();
  const answer = { values: ['Dam', '0.95'], latitude: '52.3', longitude: '4.9' };
  return { record, columnCount: keys.length, keys, isSheet: false, resultColumns: COLUMNS, ...answer, ...part };
}

it('an object has what is in objects, and in lists of one, by its path', () => {
  const address = { street: 'Dam', lines: ['a', 'b'] };
  const flat = { 'address.street': 'Dam', 'address.lines': ['a', 'b'] };
  expect(flattened({ address })).toEqual(flat);
  expect(flattened({ address: [address] })).toEqual(flat);
  expect(flattened({ address: [address, address] })).toEqual({ address: [address, address] });
});

describe('a row', () => {
  it('for Excel has semicolons, CRLF and decimals with a comma, ours and those of a sheet', () => {
    expect(writeRow('excel', rowOf('a;b,1.5\n', ['x', 'y']))).toBe('"a;b";1.5;Dam;0,95\r\n');
    expect(writeRow('excel', rowOf('a,1.5\n', ['x', 'y'], { isSheet: true }))).toBe('a;1,5;Dam;0,95\r\n');
    expect(writeRow('excel', rowOf('a,"1.5"\n', ['x', 'y'], { isSheet: true }))).toBe('a;1.5;Dam;0,95\r\n');
  });

  it('as an object has its cells under their headers, each once, and numbers of ours as numbers', () => {
    const line = writeRow('ndjson', rowOf('1,"b ""c""",2,3\n', ['x', 'x', '']));
    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({
      x: '1',
      x_2: 'b "c"',
      '3': '2',
      '4': '3',
      match_street: 'Dam',
      match_score: 0.95,
    });
  });

  it('as a feature has its point, longitude first, or none', () => {
    const feature = JSON.parse(writeRow('geojsonl', rowOf('1\n', ['x'])));
    expect(feature).toMatchObject({ type: 'Feature', geometry: { type: 'Point', coordinates: [4.9, 52.3] } });
    const nowhere = rowOf('1\n', ['x'], { latitude: '', longitude: '' });
    expect(JSON.parse(writeRow('geojsonl', nowhere)).geometry).toBeNull();
    expect(JSON.parse(featureOf('{"a":1}', '', '4.9'))).toMatchObject({ geometry: null, properties: { a: 1 } });
  });

  it('as cells keeps cells beyond the header after ours', () => {
    expect(JSON.parse(writeRow('cells', rowOf('1,b,extra\n', ['x', 'y'])))).toEqual([1, 'b', 'Dam', 0.95, 'extra']);
  });
});

it.each<readonly [text: string, isQuoted: boolean, isSheet: boolean, cell: unknown]>([
  ['', false, false, null],
  ['12', false, false, 12],
  ['-12', false, false, -12],
  ['012', false, false, '012'],
  ['1.50', false, false, '1.50'],
  ['12', true, true, '12'],
  ['1.5', false, true, 1.5],
  ['TRUE', false, true, true],
  ['TRUE', false, false, 'TRUE'],
  ['2026-01-31', false, true, { date: '2026-01-31T00:00:00' }],
  ['2026-01-31 10:20:30', false, true, { date: '2026-01-31T10:20:30' }],
])('the text %j (in quotes: %s, of a sheet: %s) is the cell %j', (text, isQuoted, isSheet, cell) => {
  expect(cellOf(text, isQuoted, isSheet)).toEqual(cell);
});

it.each<readonly [value: string, isNumber: boolean, json: string]>([
  ['', true, 'null'],
  ['0.5', true, '0.5'],
  ['0.5', false, '"0.5"'],
  ['1e3', true, '"1e3"'],
  ['a"b', false, '"a\\"b"'],
])('the value %j (a number: %s) is %s in JSON', (value, isNumber, json) => {
  expect(membersOf([{ name: 'x', value: 'x', isNumber }], [value])).toEqual([`"x":${json}`]);
});
