import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neutralised } from '../../src/batch/chunk.ts';
import { createEngine, createThreadEngine } from '../../src/batch/engine.ts';
import { peekInput } from '../../src/batch/input.ts';
import { type FileOptions, planFile } from '../../src/batch/plan.ts';
import { matchPosition } from '../../src/batch/reverse.ts';
import { geocodeStream, readPartialOutput, type StreamOptions } from '../../src/batch/stream.ts';
import { geocodeCommand } from '../../src/cli/geocode.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { scoreOf } from '../../src/search/score.ts';
import type { IndexBuffers } from '../../src/store/country-index.ts';
import { readIndex } from '../../src/store/directory.ts';
import { type Outcome, runCommand } from '../cli/run-command.ts';
import { codeOfPromise } from '../support/code-of.ts';
import { effort } from '../support/effort.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { writtenParts } from './written-addresses.ts';

let fixtures: FixtureIndexes;
let indexes: IndexBuffers[];
let scratch = '';
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
  indexes = await Promise.all(COUNTRIES.map((country) => readIndex(join(fixtures.directory, country))));
  scratch = mkdtempSync(join(tmpdir(), 'batch-files-'));
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** The whole chain in this process: bytes in, bytes out. */
async function geocode(
  input: Buffer | string,
  options: FileOptions = {},
  streaming: Partial<StreamOptions> = {},
): Promise<Buffer> {
  const peeked = await peekInput(Readable.from(chunksOf(Buffer.from(input))));
  const file = planFile(peeked, options);
  const out: Buffer[] = [];
  await geocodeStream(peeked, file, {
    engine: createEngine(Object.values(fixtures.indexes)),
    write: async (bytes) => void out.push(bytes),
    ...streaming,
  });
  return Buffer.concat(out);
}

function chunksOf(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 60_000) chunks.push(bytes.subarray(at, at + 60_000));
  return chunks;
}

/** Rows of a few hundred addresses of the fixtures. */
function sampleCsv(rows: number): string {
  const lines = ['id;postcode;huisnummer;toevoeging;straat;woonplaats;"mijn ""opmerking"""'];
  for (const { postcode, number, letter, addition, street, place } of writtenParts(fixtures.indexes.nl)) {
    if (lines.length > rows) break;
    const remark = lines.length % 7 === 0 ? '"twee\nregels; en ""meer"""' : '=1+1';
    lines.push(`${lines.length};${postcode};${number};${letter}${addition};${street};${place};${remark}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

const columnsOf = (bytes: Buffer | string, delimiter: string): string[][] =>
  parse(bytes, { delimiter, relax_column_count: true, relax_quotes: true, bom: true }) as string[][];

describe('a CSV file', () => {
  it('keeps every row, column and byte, and gets its addresses', async () => {
    const input = sampleCsv(500);
    const output = await geocode(input);
    const [header, ...rows] = columnsOf(output, ';');
    const originals = columnsOf(input, ';');
    expect([header!.slice(0, 7), ...rows.map((row) => row.slice(0, 7))]).toEqual(originals);
    expect(header!.slice(7, 11)).toEqual(['match_status', 'match_score', 'match_precision', 'match_country']);
    const exact = rows.filter((row) => row[7] === 'exact');
    expect(exact.length / rows.length).toBeGreaterThan(0.97);
    for (const row of exact) expect(row[11]).toBe(row[4]);
  });

  it('has the same cells after parsing, writing and parsing again, whatever they are', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '=', '-', '@', '1'), maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const input = `street,note\n${rows.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
        const output = columnsOf(await geocode(input, { delimiter: ',' }), ',');
        expect(output.map((row) => row.slice(0, 2))).toEqual(columnsOf(input, ','));
      }),
      { numRuns: 40 },
    );
  });

  it('keeps rows that are too short or too long what they are, and says so', async () => {
    const output = await geocode('postcode,huisnummer,naam\n1012JS,1\n1012JS,1,a,b,c\n\n');
    const [header, short, long, empty] = columnsOf(output, ',');
    const discrepancies = header!.indexOf('match_faults');
    expect(short!.slice(0, 3)).toEqual(['1012JS', '1', '']);
    expect(short![discrepancies]).toContain('row-short');
    expect(long!.slice(0, 3)).toEqual(['1012JS', '1', 'a']);
    expect(long!.slice(discrepancies + 1)).toEqual(['b', 'c']);
    expect(long![discrepancies]).toContain('row-long');
    expect(empty).toHaveLength(discrepancies + 1);
  });

  it('may repeat a header: the first that is filled counts', async () => {
    const [header, row] = columnsOf(await geocode('straat,straat,nr,plaats\n,Spui,70,Den Haag\n'), ',');
    expect(row![header!.indexOf('match_postcode')]).toBe('2511BT');
  });

  it.each([
    ['English', 'street,house number,postal code,city', 'Spui,70,2511BT,Den Haag'],
    ['Dutch', 'Straatnaam,Huisnr.,Postcode,Woonplaats', 'Spui,70,2511BT,Den Haag'],
    ['French', 'Rue,Numéro,Boîte,Code postal,Commune', 'Avenue Fonsny,20,5,1060,Saint-Gilles'],
    ['German', 'Straße,Hausnr,PLZ,Ort', 'Rue Ste Catherine,29,L-6710,Grevenmacher'],
  ])('has its columns recognised in %s', async (_language, header, row) => {
    const output = columnsOf(await geocode(`${header}\n${row}\n`), ',');
    expect(output[1]![output[0]!.indexOf('match_status')]).toBe('exact');
  });

  it('of one column is free text, commas and all', async () => {
    const [, row] = columnsOf(await geocode('adres\nSpui 70, Den Haag\n'), ';');
    expect(row!.slice(0, 2)).toEqual(['Spui 70, Den Haag', 'exact']);
  });

  it('with a header only has one afterwards, and an empty one is refused', async () => {
    expect((await geocode('adres')).toString()).toMatch(/^adres,match_status.*match_faults$/);
    expect((await geocode('adres\r\n')).toString()).toMatch(/^adres,.*match_faults\r\n$/);
    expect(await codeOfPromise(geocode(''))).toBe('input-empty');
  });

  it('without recognised columns, or with a row for a header, is refused', async () => {
    expect(await codeOfPromise(geocode('a,b\n1,2\n'))).toBe('input-not-recognised');
    expect(await codeOfPromise(geocode('Spui 70 Den Haag\nDam 1 Amsterdam\n'))).toBe('input-not-recognised');
    const headless = await geocode('Spui 70 Den Haag\n', { hasHeader: false });
    expect(headless.toString()).toMatch(/^Spui 70 Den Haag,exact,/);
  });

  it('that has our columns already is refused unless ours are called otherwise', async () => {
    expect(await codeOfPromise(geocode('adres,match_status\nx,y\n'))).toBe('invalid-option');
    expect((await geocode('adres,match_status\nx,y\n', { prefix: 'second_' })).toString()).toContain(',second_status,');
  });

  it('may have a cell of ten megabytes', async () => {
    const large = 'x'.repeat(10_000_000);
    const output = await geocode(`adres,noot\n"Spui 70, Den Haag","${large}"\n"Spui 70, Den Haag",\n`);
    const [, first, second] = output.toString().split('\n');
    expect(first).toContain(`${large}",exact`);
    expect(second).toContain(',exact,');
  });

  it('whose last quote is never closed gives the rows before it, and an error with the position', async () => {
    const out: Buffer[] = [];
    const answering = geocode(
      'adres,x\nSpui 70 Den Haag,1\n"Dam 1,2\n3,4\n',
      {},
      { write: async (bytes) => void out.push(bytes) },
    );
    await expect(answering).rejects.toThrow(/record 2, which begins at byte 27, opens a quote that is never closed/i);
  });

  it('has values of ours that look like formulas neutralised when asked, and those of the user never', async () => {
    const values = ['=1+1', '+1', '-1', '@x', '\tx', 'Kerkstraat', "'t Zand", '', '12-14'];
    const written = ["'=1+1", "'+1", "'-1", "'@x", "'\tx", 'Kerkstraat', "'t Zand", '', '12-14'];
    expect(values.map(neutralised)).toEqual(written);
    const input = 'adres,x\n"Spui 70, Den Haag",=1+1\n';
    const plain = (await geocode(input)).toString();
    expect(plain).toContain('Den Haag",=1+1,exact');
    expect((await geocode(input, { neutraliseFormulas: true })).toString()).toBe(plain);
  });

  it('has its country in a column, in an option for rows that do not say, or in the row itself', async () => {
    const rows = [
      'Spui,70,,Den Haag,NL',
      'Avenue Fonsny,20 bte 5,1060,Saint-Gilles,Belgique',
      'Rue Ste Catherine,29,6710,Grevenmacher,L',
      'Spui,70,,Den Haag,',
      'Spui,70,,Den Haag,Frankrijk',
      'Spui,70,,Den Haag,BE',
    ];
    const input = `straat,nr,postcode,plaats,land\n${rows.join('\n')}\n`;
    const countriesOf = async (options: FileOptions): Promise<(string | undefined)[]> => {
      const [header, ...found] = columnsOf(await geocode(input, options), ',');
      return found.map((row) => row[header!.indexOf('match_country')]);
    };
    expect(await countriesOf({})).toEqual(['nl', 'be', 'lu', 'nl', '', 'nl']);
    // The option is for the fourth row alone.
    expect(await countriesOf({ country: 'nl' })).toEqual(['nl', 'be', 'lu', 'nl', '', 'nl']);
    expect(await countriesOf({ country: 'be' })).toEqual(['nl', 'be', 'lu', '', '', 'nl']);
    const [unknown, another] = columnsOf(await geocode(input), ',').slice(5);
    expect(unknown!.at(-1)).toBe('country-unknown');
    expect(another!.at(-1)).toContain('country-differs');
  });

  it('that is no text is refused, with the position', async () => {
    await expect(geocode(Buffer.from('SQLite format 3\0\0'))).rejects.toThrow(
      /Not a text file \(control character at byte [0-9]+\)/,
    );
    await expect(geocode(Buffer.from('adres\nSpui 70\u0007 Den Haag\n'))).rejects.toThrow(/at byte 13/);
  });

  it('is found in Windows-1252, UTF-16 and gzip as in UTF-8', async () => {
    const text = 'naam,adres\nCafé,"Burgemeester Röellstraat 1, Amsterdam"\n';
    const plain = (await geocode(text)).toString();
    expect(plain).toContain(`,exact,${scoreOf([]).toFixed(3)},`);
    expect((await geocode(Buffer.from(text, 'latin1'))).toString()).toBe(plain);
    expect((await geocode(Buffer.from(`\ufeff${text}`, 'utf16le'))).toString()).toBe(`\ufeff${plain}`);
    expect((await geocode(gzipSync(text))).toString()).toBe(plain);
    expect(await codeOfPromise(geocode(gzipSync(sampleCsv(500)).subarray(0, -200)))).toBe('input-corrupt');
  });

  it('with one row in another encoding keeps its bytes, reads it and says so', async () => {
    const input = Buffer.concat([
      Buffer.from('naam,adres\nCafé é é é,"Spui 70, Den Haag"\nx,"'),
      Buffer.from('Burgemeester R\xf6ellstraat 1, Amsterdam', 'latin1'),
      Buffer.from('"\n'),
    ]);
    const output = await geocode(input);
    expect(output.includes(Buffer.from('R\xf6ellstraat', 'latin1'))).toBe(true);
    expect(output.toString().split('\n')[2]).toMatch(/exact.*not-utf-8$/);
  });
});

describe('the line of an address beside its street', () => {
  it.each([
    ['straat,postcode,plaats,adres\nSpui,2511BT,Den Haag,Spui 70\n'],
    ['adres,straat,postcode en plaats\nSpui 70,Spui,2511BT Den Haag\n'],
    ['straat,plaats,volledig adres\nSpui,Den Haag,"Spui 70, 2511BT Den Haag"\n'],
    ['straat,postcode en plaats,adres\nSpui,2511BT Den Haag,"Spui 70, 2511BT Den Haag"\n'],
    ['straat,plaats,adres\nSpui 70,Den Haag,Spui\n'],
  ])('has its number: %j', async (input) => {
    expect((await geocode(input)).toString().split('\n')[1]).toMatch(/,exact,[^,]*,address,nl,Spui,70,/);
  });

  it.each([
    ['straat,adres 2\nSpui 70,2511BT Den Haag\n'],
    ['straat,huisnummer,adres 2\nSpui,70,2511BT Den Haag\n'],
    ['adres,adres 2,postcode en plaats\nSpui 70,,2511BT Den Haag\n'],
  ])('goes on in its second: %j', async (input) => {
    expect((await geocode(input)).toString().split('\n')[1]).toMatch(/,exact,[^,]*,address,nl,Spui,70,/);
  });
});

describe('a part of an address', () => {
  it('in a column that is not read keeps a row from being exact', async () => {
    const output = await geocode('straat,nr,verdieping,plaats\nSpui,70,2,Den Haag\nSpui,70,,Den Haag\n');
    const [, read, empty] = columnsOf(output, ',');
    expect(read!.slice(4, 6)).toEqual(['corrected', scoreOf([['column-not-used', 1]]).toFixed(3)]);
    expect(read!.at(-1)).toMatch(/ column-not-used$/);
    expect(empty!.slice(4, 6)).toEqual(['exact', scoreOf([]).toFixed(3)]);
  });

  it('that is longer than any address is not looked for', async () => {
    const long = 'Kerkstraat '.repeat(30_000);
    const [, row] = columnsOf(await geocode(`straat,plaats\n${long},Weesp\n`), ',');
    expect(row!.slice(2, 4)).toEqual(['none', '0.000']);
    expect(row!.at(-1)).toBe('cell-too-long');
    const object = JSON.parse((await geocode(`{"straat":"${long}","nr":"1"}\n`)).toString()) as Record<string, unknown>;
    expect(object).toMatchObject({ match_status: 'none', match_faults: 'cell-too-long' });
  });

  it('is joined in objects too', async () => {
    const boxed =
      '{"street":"Avenue Fonsny","number":"20","box":"5","zip":"1060"}\n{"zip":"1060","street":"Avenue Fonsny","nr":20,"floor":"5"}\n';
    const [first, second] = (await geocode(boxed))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ match_status: 'exact', match_addition: '5' });
    const { match_faults: discrepancies, match_status: status } = second!;
    expect(discrepancies).toMatch(/column-not-used/);
    expect(status).not.toBe('exact');
  });
});

describe('an NDJSON file', () => {
  it('keeps its objects and gets further keys; a line that is none is kept as text', async () => {
    const lines = (await geocode('{"adres":"Spui 70, Den Haag","tags":[{"a":1}]}\nkapot\n{}\n'))
      .toString()
      .trim()
      .split('\n');
    const [first, second, third] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({
      tags: [{ a: 1 }],
      match_status: 'exact',
      match_postcode: '2511BT',
      match_latitude: expect.any(Number),
    });
    expect(second).toMatchObject({ match_line: 'kapot', match_status: 'none', match_faults: 'not-an-object' });
    expect(third).toMatchObject({ match_status: 'none' });
  });
});

describe('reverse', () => {
  it('finds every address of the fixtures at its own point, or those that share it', async () => {
    const { addresses } = fixtures.indexes.nl;
    const positioned = Array.from({ length: addresses.length }, (_, i) => i).filter((each) =>
      addresses.hasPosition(each),
    );
    const input = positioned
      .map((each) => `${addresses.latE7Of(each) / 1e7},${addresses.lonE7Of(each) / 1e7}`)
      .join('\n');
    const [header, ...output] = columnsOf(await geocode(`lat,lon\n${input}\n`, { isReverse: true }), ',');
    const cell = (row: readonly string[], name: string): string => row[header!.indexOf(name)]!;
    expect(output).toHaveLength(positioned.length);
    output.forEach((row, i) => {
      expect(Number(cell(row, 'match_distance'))).toBeLessThan(0.1);
      const status = cell(row, 'match_status');
      if (status === 'exact') expect(cell(row, 'match_housenumber')).toBe(String(addresses.numberOf(positioned[i]!)));
      else expect(status).toBe('several');
    });
  });

  it('finds the nearest of all addresses, as looking at each of them does', async () => {
    const index = fixtures.indexes.nl;
    const { addresses } = index;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: addresses.length - 1 }),
        fc.integer({ min: -9000, max: 9000 }),
        fc.integer({ min: -9000, max: 9000 }),
        async (near, dLat, dLon) => {
          fc.pre(addresses.hasPosition(near));
          const latitude = (addresses.latE7Of(near) + dLat) / 1e7;
          const longitude = (addresses.lonE7Of(near) + dLon) / 1e7;
          const metric = new LocalMetric(latitude, longitude);
          let least = Number.POSITIVE_INFINITY;
          for (let each = 0; each < addresses.length; each++) {
            if (addresses.hasPosition(each))
              least = Math.min(least, metric.squaredMetresTo(addresses.latE7Of(each), addresses.lonE7Of(each)));
          }
          const match = matchPosition([index], latitude, longitude, 10_000);
          expect(match.distance).toBeCloseTo(Math.sqrt(least), 1);
        },
      ),
      { numRuns: effort(60, 1000) },
    );
  });

  it('turns a pair that is the wrong way round, and refuses what is none', async () => {
    const output = columnsOf(await geocode('lat,lon\n4.90517,"52,37778"\nx,y\n0,0\n', { isReverse: true }), ',');
    expect(output[1]!.at(-1)).toBe('coordinates-swapped');
    expect(output[2]!.at(-1)).toBe('not-a-coordinate');
    expect(output[3]![2]).toBe('none');
  });
});

describe('a run', () => {
  it('reads no faster than its output is taken', async () => {
    let read = 0;
    const row = Buffer.from('1012JS,1,Dam\n'.repeat(2000));
    const endless = async function* (): AsyncGenerator<Buffer, void> {
      yield Buffer.from('postcode,huisnummer,straat\n');
      for (;;) {
        read++;
        yield row;
      }
    };
    const peeked = await peekInput(Readable.from(endless()));
    const stop = new AbortController();
    const engine = createEngine(Object.values(fixtures.indexes));
    let written = 0;
    const write = async (): Promise<void> => {
      if (++written === 3) stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const before = read;
    await geocodeStream(peeked, planFile(peeked, {}), { engine, write, signal: stop.signal });
    expect(read - before).toBeLessThan(8);
  });

  it('gives the same bytes with threads as without', async () => {
    const input = sampleCsv(600);
    const engine = createThreadEngine(indexes, 2);
    const threaded = await geocode(input, {}, { engine });
    await engine.close();
    expect(threaded.equals(await geocode(input))).toBe(true);
  });

  it('gives for the parts of a file, one after the other, what it gives for the whole', async () => {
    const [header = '', ...rows] = sampleCsv(90).split(/(?<=\r\n)(?=[0-9]+;)/);
    const named = { postcode: '2', housenumber: '3', addition: '4', street: '5', place: '6' };
    const parts: Buffer[] = [];
    for (let from = 0; from < rows.length; from += 25) {
      const part = rows.slice(from, from + 25).join('');
      parts.push(await geocode(part, { hasHeader: false, delimiter: ';', encoding: 'utf-8', columns: named }));
    }
    const whole = await geocode(header + rows.join(''));
    expect(whole.subarray(whole.indexOf('\r\n') + 2).equals(Buffer.concat(parts))).toBe(true);
  });

  it('goes on from any byte where an earlier one ended, to the same bytes', async () => {
    const input = sampleCsv(60);
    const whole = await geocode(input);
    const path = join(scratch, 'partial.csv');
    for (let at = 0; at <= whole.length; at += effort(331, 113)) {
      writeFileSync(path, whole.subarray(0, at));
      const file = planFile(await peekInput(Readable.from([Buffer.from(input)])), {});
      const answered = await readPartialOutput(path, file);
      const rest = await geocode(input, {}, { answered });
      const kept = answered === undefined ? Buffer.alloc(0) : whole.subarray(0, answered.bytes);
      expect(Buffer.concat([kept, rest]).equals(whole), `cut at ${at}`).toBe(true);
    }
    writeFileSync(path, whole);
    const other = planFile(await peekInput(Readable.from([Buffer.from(input)])), { prefix: 'x_' });
    expect(await codeOfPromise(readPartialOutput(path, other))).toBe('input-mixed');
    const file = planFile(await peekInput(Readable.from([Buffer.from(input)])), {});
    const answered = await readPartialOutput(path, file);
    expect(await codeOfPromise(geocode(sampleCsv(20), {}, { answered }))).toBe('input-mixed');
  });

  it('as a command reads a file, writes one in gzip and a report', async () => {
    const run = (...args: string[]): Promise<Outcome> =>
      runCommand(geocodeCommand(), ['--data', fixtures.directory, '--threads', '0', ...args]);
    const input = join(scratch, 'in.csv');
    writeFileSync(input, sampleCsv(300));
    const packed = join(scratch, 'out.csv.gz');
    const report = join(scratch, 'report.json');
    const { code, stderr } = await run(input, '--out', packed, '--report', report);
    expect(code).toBe(0);
    expect(stderr).toContain('Input: CSV, utf-8 (by its bytes), delimiter ";"; postcode = "postcode"');
    const onItself = await run(input, '--out', input);
    expect([onItself.code, onItself.stderr]).toEqual([
      2,
      expect.stringMatching(/ is both the input and the file of --out/),
    ]);
    const onDirectory = await run(scratch);
    expect(onDirectory.code).toBe(2);
    expect(onDirectory.stderr).toMatch(/batch-files-.* is a directory; allowed is a file/);
    const whole = gunzipSync(readFileSync(packed));
    expect(whole.equals(await geocode(readFileSync(input)))).toBe(true);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      rows: 300,
      isInterrupted: false,
      input: { delimiter: ';' },
    });
  });
});
