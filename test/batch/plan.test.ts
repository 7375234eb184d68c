import { describe, expect, it } from 'vitest';
import {
  countriesOfPlan,
  describeColumns,
  type FileOptions,
  type PlannedFile,
  planFile,
  refuseOtherFormats,
} from '../../src/batch/plan.ts';
import { codeOf } from '../support/code-of.ts';

const plan = (text: string, options: FileOptions = {}): PlannedFile =>
  planFile({ sample: Buffer.from(text), isWhole: true }, options);

describe('a file', () => {
  it.each<[string, string, string]>([
    ['empty lines', '\n\r\n;;;\n', ';'],
    ["Excel's line with the delimiter", 'sep=;\r\n', ';'],
    ['both', '\n"sep=|"\n\n', '|'],
  ])('may have %s before its header, which stay there', (_what, before, delimiter) => {
    const header = ['Straat', 'Nr', 'Postcode'].join(delimiter);
    const { plan: made, headers, headerBytes, head } = plan(`${before}${header}\nDam${delimiter}1${delimiter}1012JS\n`);
    expect(made.dialect.delimiter).toBe(delimiter);
    expect(headers).toEqual(['Straat', 'Nr', 'Postcode']);
    expect(headerBytes).toBe(before.length + header.length + 1);
    expect(head.toString().startsWith(`${before}${header}${delimiter}match_status`)).toBe(true);
    expect(head.toString().endsWith('match_faults\n')).toBe(true);
  });

  it('is divided by the delimiter that is given, whatever another would make of it', () => {
    const text = 'straat;nr;plaats,postcode,huisnummer\nDam;1;x,1012JS,1\n';
    expect(plan(text).headers).toEqual(['straat;nr;plaats', 'postcode', 'huisnummer']);
    expect(plan(text, { delimiter: ';' }).headers).toEqual(['straat', 'nr', 'plaats,postcode,huisnummer']);
  });

  it.each<[what: string, header: string, rows: string, street: string]>([
    ['the first', 'billing_street;billing_zip;shipping_street;shipping_zip', 'Dam 1;1012JS;Spui 2;2511BT\n', 'billing_street'],
    ['the one that is filled', 'billing_street;billing_zip;shipping_street;shipping_zip', ';;Dam 1;1012JS\n;;Spui 2;2511BT\n', 'shipping_street'],
    ['the one that is filled', 'street;zip;shipping_street;shipping_zip', ' ;;Dam 1;1012JS\n', 'shipping_street'],
    ['the first if it is filled further down', 'billing_street;billing_zip;shipping_street;shipping_zip', ';;Dam 1;1012JS\nSpui 2;2511BT;;\n', 'billing_street'],
    ['the first of a file without rows', 'billing_street;billing_zip;shipping_street;shipping_zip', '', 'billing_street'],
  ])('with several addresses is read by %s (%s, %j)', (_what, header, rows, street) => {
    const { columns, headers } = plan(`${header}\n${rows}`);
    expect(columns.roles.street?.map((position) => headers[position])).toEqual([street]);
  }); // biome-ignore format: a table

  it('may name its columns by a word that nobody knows, with a number behind it', () => {
    const { columns } = plan('Kind;Straat ouder 1;Huisnr ouder 1;Plaats ouder 1\nAn;Dam;1;Amsterdam\n');
    expect(columns.roles).toEqual({ street: [1], housenumber: [2], place: [3] });
    expect(() => plan('An;Rue Haute 1;Bruxelles\n')).toThrow(/looks like an address, not like column names/);
  });

  it('may have an empty first header', () => {
    expect(plan(';straat;nr;plaats\n1;Dam;1;x\n').headers).toEqual(['', 'straat', 'nr', 'plaats']);
  });

  it('of nothing but empty lines is refused', () => {
    expect(codeOf(() => plan('\n\n'))).toBe('input-not-recognised');
    expect(() => plan('\n\n')).toThrow(/^The input has no columns; expected is a table with an address, /);
    expect(codeOf(() => plan(''))).toBe('input-empty');
  });

  it('of objects says what the first address has, and is refused where none of the first has one', () => {
    const described = (text: string, options: FileOptions = {}): string => {
      const { headers, columns } = plan(text, options);
      return describeColumns(columns, headers);
    };
    expect(described('{"id":1}\n{"id":2,"text":"Dam 1, Amsterdam"}\n')).toBe('text = "text"; not used: "id"');
    expect(described('{"adres":"Dam 1","text":"call first"}\n')).toBe('text = "adres"; not used: "text"');
    expect(described('{"postcode":"1012JS","huisnummer":1,"text":"call first"}\n')).toContain('not used: "text"');
    expect(() => plan('{"id":1}\n{"note":"x"}\n')).toThrow(/^None of the columns "id" is recognised as an address/);
    expect(plan('{"id":1}\n', { columns: { text: 'waar' } }).plan.format).toBe('ndjson');
    expect(plan('{"lat":1}\n', { isReverse: true, columns: { latitude: 'lat' } }).headers).toEqual([]);
  });

  it('needs the index of one country where no row can say another', () => {
    expect(countriesOfPlan(plan('straat,plaats\n', { country: 'be' }).plan)).toEqual(['be']);
    expect(countriesOfPlan(plan('straat,plaats,land\n', { country: 'be' }).plan)).toEqual(['nl', 'be', 'lu']);
    expect(countriesOfPlan(plan('straat,plaats\n').plan)).toEqual(['nl', 'be', 'lu']);
  });
});

describe('the columns, for people', () => {
  const described = (headers: string[], options: FileOptions = {}): string => {
    const file = plan(`${headers.join(',')}\n`, options);
    return describeColumns(file.plan, file.headers);
  };

  it('are those that are read, those that are joined or alternatives, and those that are not', () => {
    expect(described(['id', 'straat_nl', 'straat_fr', 'nr', 'letter', 'bus', 'toev', 'plaats', 'noot'])).toBe(
      'street = "straat_nl" or "straat_fr", housenumber = "nr", letter = "letter", box = "bus", addition = "toev", place = "plaats"; not used: "id", "noot"',
    );
    expect(described(['straat', 'nr', 'toev', 'bisnummer', 'plaats'])).toContain('addition = "toev" + "bisnummer"');
  });

  it('have a sentence of their own where one looks like a part of the address and is not read', () => {
    expect(described(['straat', 'nr', 'verdieping', 'plaats'])).toMatch(
      /place = "plaats"\nNot used, but it looks like a part of the address: "verdieping"\. .* --ignore-column NAME\.$/,
    );
    expect(described(['straat', 'nr', 'verdieping', 'plaats'], { ignoredColumns: ['verdieping'] })).toBe(
      'street = "straat", housenumber = "nr", place = "plaats"; not used: "verdieping"',
    );
  });
});

describe('what is no table', () => {
  it.each([
    ['%PDF-1.4\n1 0 obj\n', /^The input is a PDF; allowed are CSV, NDJSON, \.xlsx and \.ods\. /],
    ['\u0089PNG\r\n\u001a\n\0\0', /is an image/],
    ['\u00ff\u00d8\u00ff\u00e0\0', /is an image/],
    ['{\\rtf1\\ansi Dam 1}', /RTF/],
    ['<!DOCTYPE html>\n<table><tr><td>Dam 1</td></tr></table>', /is a web page/],
    ['\ufeff<?xml version="1.0"?>\n<adressen/>', /is XML/],
    ['[{"text":"Dam 1"}]', /is a JSON array; .* jq -c '\.\[\]' FILE prints it\.$/],
    ['{"type":"FeatureCollection","features":[]}', /is GeoJSON/],
    ['{\n  "text": "Dam 1"\n}\n', /a JSON object over several lines/],
  ])('a file that begins as %j is refused by its name, as a whole too', (text, message) => {
    const sample = Buffer.from(text, text.startsWith('\ufeff') ? 'utf8' : 'latin1');
    expect(() => refuseOtherFormats(sample)).toThrow(message);
    expect(codeOf(() => planFile({ sample, isWhole: true }, {}))).toBe('input-not-recognised');
  });

  it.each(['adres\nDam 1\n', '{"text":"Dam 1"}\n', '"<leeg>";adres\n', 'BMW;adres\n', '[straat];[nr]\n', ''])(
    'a table that begins as %j is not',
    (text) => expect(() => refuseOtherFormats(Buffer.from(text))).not.toThrow(),
  );
});
