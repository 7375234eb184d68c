import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { parseTable, readTable, TABLE_NAMES, type TableName } from '../../../pipelines/data/tables.ts';
import { AddressLookupError } from '../../../src/errors.ts';

const FOLDER = new URL('../../../pipelines/data/', import.meta.url);
const PACKAGE = new URL('../../../pipelines/package.json', import.meta.url);

function bytesOf(name: TableName): Buffer {
  return readFileSync(new URL(`${name}.csv`, FOLDER));
}

/** What reading a table says is wrong with it; `undefined` for nothing. */
function faultOf(name: TableName, table: string | Uint8Array): string | undefined {
  try {
    parseTable(name, typeof table === 'string' ? Buffer.from(table) : table);
  } catch (error) {
    expect(error).toBeInstanceOf(AddressLookupError);
    expect((error as AddressLookupError).code).toBe('input-corrupt');
    return (error as Error).message;
  }
  return undefined;
}

describe.each(TABLE_NAMES)('%s.csv', (name) => {
  it('is as it must be, and is not empty', () => {
    expect(readTable(name).length).toBeGreaterThan(30);
  });

  it('has no cell with a blank at an edge or with a character of a wrong encoding', () => {
    const text = bytesOf(name).toString('utf8');
    const cells = (parse(text) as string[][]).flat();
    expect(cells.filter((cell) => cell !== cell.trim())).toEqual([]);
    expect(text).not.toMatch(/[^\n -~\u00c0-\u017f]|[×÷Ã]/);
  });
});

describe('the folder', () => {
  it('has a table for each of its CSV files, described in its README', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
    expect(files.sort()).toEqual(TABLE_NAMES.map((name) => `${name}.csv`).sort());
    const readme = readFileSync(new URL('README.md', FOLDER), 'utf8');
    for (const file of files) expect(readme).toContain(`\`${file}\``);
  });

  it('is part of the package, where compiled modules read it', () => {
    expect(JSON.parse(readFileSync(PACKAGE, 'utf8')).files).toContain('data/*.csv');
  });
});

describe('a table', () => {
  it('is read with quoted commas, a byte order mark and CRLF, as a spreadsheet saves it', () => {
    const rows = parseTable(
      'nl-former',
      Buffer.from('\ufeffcode,former_name\r\n0770,"Vessem, Wintelre en Knegsel"\r\n'),
    );
    expect(rows).toEqual([{ code: '0770', former_name: 'Vessem, Wintelre en Knegsel' }]);
  });

  it.each([
    ['other columns', 'code,name\n', 'line 1: the columns are code,name; they must be code,former_name.'],
    ['no line at all', '', 'line 1: the columns are missing; they must be code,former_name.'],
    [
      'a comma that is not quoted',
      'code,former_name\n0770,Vessem, Wintelre en Knegsel\n',
      'line 2: there are 3 cells; there must be 2. Put a cell with a comma in it in double quotes.',
    ],
    ['a cell too few', 'code,former_name\n0770\n', 'line 2: there are 1 cells; there must be 2.'],
    ['a blank line', 'code,former_name\n\n0014,Haren\n', 'line 2: there are 1 cells; there must be 2.'],
    ['a quote that is not closed', 'code,former_name\n0014,"Haren\n', 'line 2: it is not CSV ('],
    [
      'a blank before a name',
      'code,former_name\n0014, Haren\n',
      'line 2: former_name is " Haren"; allowed is a name: ',
    ],
    ['a blank after a name', 'code,former_name\n0014,Haren \n', 'line 2: former_name is "Haren "; allowed is a name: '],
    ['two blanks in a row', 'code,former_name\n0014,Ten  Boer\n', 'line 2: former_name is "Ten  Boer"; allowed'],
    ['no name', 'code,former_name\n0014,\n', 'line 2: former_name is ""; allowed is a name: '],
    ['a digit in a name', 'code,former_name\n0014,Haren 2\n', 'line 2: former_name is "Haren 2"; allowed'],
    [
      'a code without its zeros',
      'code,former_name\n14,Haren\n',
      'line 2: code is "14"; allowed is a municipality code',
    ],
    [
      'a row twice',
      'code,former_name\n0014,Haren\n0014,Haren\n',
      'line 3: code, former_name are those of line 2 again.',
    ],
    [
      'rows out of order',
      'code,former_name\n0014,Ten Boer\n0014,Haren\n',
      'line 3: 0014, Haren comes before 0014, Ten Boer: rows ascend by code, former_name.',
    ],
  ])('with %s is refused, with file and line', (_, table, fault) => {
    expect(faultOf('nl-former', table)).toContain(`nl-former.csv, ${fault}`);
  });

  it.each([
    ['code page 850 read as Windows-1252', 'Oh‚ en Laak'],
    ['the same of a capital', 'GenepiŠn'],
    ['UTF-8 read as Latin-1', 'OhÃ© en Laak'],
    ['UTF-8 read as Windows-1252, a circumflex', 'WÃ»nseradiel'],
    ['UTF-8 read as Latin-1, a no-break space', 'Ten\u00c2\u00a0Boer'],
    ['a control character of ISO 8859-1', 'M\u0081nein'],
    ['a replacement character', 'Oh\ufffd en Laak'],
  ])('is refused with %s', (_, name) => {
    expect(faultOf('nl-former', `code,former_name\n0014,${name}\n`)).toMatch(/line 2: .* wrong encoding/);
  });

  it('is refused with accents that are characters of their own, which would be another key', () => {
    expect(faultOf('nl-former', 'code,former_name\n0014,Ohe\u0301 en Laak\n')).toMatch(/line 2: .*not NFC/);
  });

  it('is refused with the line of bytes that are not UTF-8', () => {
    const latin1 = Buffer.from('code,former_name\n0014,Haren\n1641,Ohé en Laak\n', 'latin1');
    expect(faultOf('nl-former', latin1)).toContain('nl-former.csv, line 3: there are bytes that are not UTF-8.');
  });

  it('may leave a cell blank only where its column says so', () => {
    expect(faultOf('be-municipalities', 'nis,name_nl,name_fr,name_de\n11001,Aartselaar,,\n')).toBeUndefined();
    expect(faultOf('be-exonyms', 'nis,language,name\n11002,,Antwerp\n')).toBeUndefined();
    expect(faultOf('be-localities', 'postcode,language,name\n1020,,Laken\n')).toContain('language is ""');
    expect(faultOf('be-exonyms', 'nis,language,name\n11002,en,Antwerp\n')).toContain('allowed is nl, fr, de, lb');
  });
});
