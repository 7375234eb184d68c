import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/batch/engine.ts';
import { type PeekedInput, peekInput } from '../../src/batch/input.ts';
import { type FileOptions, planFile } from '../../src/batch/plan.ts';
import { workbookOf } from '../../src/batch/spreadsheet.ts';
import { geocodeStream } from '../../src/batch/stream.ts';
import { asParameters, BATCH_PARAMETERS, FORMATS } from '../../src/http/batch-parameters.ts';
import { MAX_BATCHES_OF_CLIENT } from '../../src/http/running-batches.ts';
import type { OpenApiDocument } from '../../tools/interface/document.ts';
import { type Answer, BATCH, batchServices, beginOn, codeOfAnswer, readAnswer, sendTo, TABLE } from './batch-client.ts';
import { HEADERS } from './fixture-service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const services = batchServices();
const { serviceWith } = services;

const begin = (path: string, type: string | null): ClientRequest => beginOn(services.usual, path, type);
const send = (
  path: string,
  body: string | Buffer,
  type: string | null = 'text/csv',
  on = services.usual,
): Promise<Answer> => sendTo(on, path, body, type);

/** The same by the code that the command line calls. */
async function geocodeFile(body: Buffer | string, options: FileOptions = {}): Promise<Buffer> {
  const peeked: PeekedInput = await peekInput(Readable.from([Buffer.from(body)]));
  const file = planFile(peeked, options);
  const parts: Buffer[] = [];
  const indexes = services.usual.lookup.countries.map((country) => services.usual.lookup.of(country).index);
  await geocodeStream(peeked, file, {
    engine: createEngine(indexes),
    write: async (bytes) => {
      parts.push(Buffer.from(bytes));
    },
  });
  return Buffer.concat(parts);
}

describe('POST /v1/geocode/batch', () => {
  it('answers a table as the command line does, byte for byte', async () => {
    const answer = await send(BATCH, TABLE);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.isWhole).toBe(true);
    expect(answer.body).toEqual(await geocodeFile(TABLE));
    expect(
      answer.body
        .toString()
        .split('\n')
        .slice(1, 4)
        .map((row) => row.split(';')[4]),
    ).toEqual(['exact', 'corrected', 'none']);
  });

  it('answers many rows, rows that are short, long or empty, and other encodings as the command line does', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `Dam;${i};1012JS;Amsterdam`);
    for (const [type, body] of [
      ['text/csv', Buffer.from(`Straat;Nr;Postcode;Plaats\r\n${rows.join('\r\n')}`)],
      [
        'text/csv',
        Buffer.from('Straat;Nr;Postcode;Plaats\n\nDam;1\nDam;1;1012JS;Amsterdam;mehr;"a;\nb"\n"Dam;1').subarray(0, -7),
      ],
      ['text/csv; charset=windows-1252', Buffer.from('Straat;Nr;Plaats\nCaf\xe9;1;Li\xe8ge\n', 'latin1')],
      ['application/octet-stream', Buffer.from('Straat\tNr\tPlaats\nDam\t1\tAmsterdam\n', 'utf16le')],
      ['application/gzip', gzipSync(TABLE)],
    ] as const) {
      const answer = await send(BATCH, body, type);
      expect([type, answer.status]).toEqual([type, 200]);
      const encoding = /charset=(.*)/.exec(type)?.[1];
      expect(answer.body).toEqual(await geocodeFile(body, encoding === undefined ? {} : { encoding }));
    }
  });

  it('answers NDJSON, and says which of its lines are no objects', async () => {
    const body = '{"address":"Dam 1, Amsterdam"}\nno object\n{"street":"Dam","housenumber":1}';
    const answer = await send(BATCH, body, 'application/x-ndjson');
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.body).toEqual(await geocodeFile(body));
    const [first, second] = answer.body
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ address: 'Dam 1, Amsterdam', match_street: 'Dam' });
    expect(second).toMatchObject({ match_line: 'no object', match_faults: 'not-an-object' });
  });

  it('answers a JSON array of texts or objects with an array, row by row as NDJSON', async () => {
    const array = ['Dam 1, Amsterdam', 12, { street: 'Dam', housenumber: 1, postcode: '1012JS' }];
    const lines = '{"text":"Dam 1, Amsterdam"}\n12\n{"street":"Dam","housenumber":1,"postcode":"1012JS"}\n';
    const expected = (await geocodeFile(lines, { format: 'ndjson' })).toString().trim().split('\n');
    for (const body of [JSON.stringify(array), JSON.stringify(array, null, 2), gzipSync(JSON.stringify(array))]) {
      const answer = await send(BATCH, body, 'application/json; charset=utf-8');
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      const answered = JSON.parse(answer.body.toString());
      expect(answered).toEqual(expected.map((line) => JSON.parse(line)));
      expect(answered).toMatchObject([
        { match_status: 'exact' },
        { match_faults: 'not-an-object' },
        { match_status: 'exact' },
      ]);
      const asLines = await send(`${BATCH}?format=ndjson`, body, 'application/json');
      expect(
        asLines.body
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(answered);
    }
    expect(JSON.parse((await send(BATCH, '[]', 'application/json')).body.toString())).toEqual([]);
    expect(JSON.parse((await send(`${BATCH}?format=json`, TABLE)).body.toString())).toHaveLength(3);
  });

  it('answers the elements of an array as they arrive, and breaks off without its end where it is damaged', async () => {
    const request = begin(BATCH, 'application/json');
    request.write('["Dam 1, Amsterdam", ');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(JSON.parse(`${first.toString()}]`)).toMatchObject([{ text: 'Dam 1, Amsterdam', match_status: 'exact' }]);
    request.end('"Dam 2');
    const { body, isWhole } = await readAnswer(response);
    expect(isWhole).toBe(false);
    expect(JSON.parse(`[{}${body.toString()}]`).at(-1)).toMatchObject({ problem: { code: 'invalid-batch' } });
    for (const body of ['{"text":"Dam 1, Amsterdam"}', 'null', 'Dam 1'])
      expect(codeOfAnswer(await send(BATCH, body, 'application/json'))).toBe('invalid-batch');
    const long = `["${'x'.repeat(70_000)}"]`;
    expect(codeOfAnswer(await send(BATCH, long, 'application/json'))).toBe('invalid-batch');
  });

  it('writes the formats of the command line', async () => {
    for (const [format, output] of [
      ['excel', 'excel'],
      ['ndjson', 'ndjson'],
      ['geojsonl', 'geojsonl'],
    ] as const) {
      const answer = await send(`${BATCH}?format=${format}&country=nl`, TABLE);
      expect(answer.body).toEqual(await geocodeFile(TABLE, { output, country: 'nl' }));
    }
  });

  it('refuses a workbook, and says who reads it', async () => {
    const parts: Buffer[] = [];
    for await (const part of workbookOf(Readable.from([Buffer.from('["Straat"]\n["Dam"]\n')]))) parts.push(part);
    for (const path of [BATCH, `${BATCH}/columns`]) {
      const answer = await send(path, Buffer.concat(parts), 'application/octet-stream');
      expect([answer.status, codeOfAnswer(answer)]).toEqual([400, 'invalid-batch']);
      expect(JSON.parse(answer.body.toString()).detail).toContain('Save the sheet as CSV');
    }
    expect((await send(BATCH, Buffer.concat(parts), XLSX)).status).toBe(415);
  });

  it('answers an object of very many keys as one that it does not read, and ends at a line of more than 64 KB', async () => {
    const many = (keys: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1])));
    const good = '{"address":"Dam 1, Amsterdam"}';
    const answer = await send(BATCH, [good, many(1001), good, ''].join('\n'), 'application/x-ndjson');
    const lines = answer.body
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.match_status, line.match_faults])).toEqual([
      ['exact', null],
      ['none', 'row-long'],
      ['exact', null],
    ]);
    const broken = await send(BATCH, `${`${good}\n`.repeat(20)}${many(95_000)}\n`, 'application/x-ndjson');
    expect(broken.isWhole).toBe(false);
    expect(broken.body.toString()).toContain('is larger than 64 KiB');
  });

  it('reads a table of 1,000 columns, and refuses one of more', async () => {
    const table = (columns: number): string =>
      `address${',k'.repeat(columns - 1)}\n"Dam 1, Amsterdam"${','.repeat(columns - 1)}\n`;
    const most = await send(BATCH, table(1000), 'text/csv');
    expect([most.status, most.body.toString().includes(',exact,')]).toEqual([200, true]);
    for (const path of [BATCH, `${BATCH}/columns`]) {
      const answer = await send(path, table(1001), 'text/csv');
      expect([answer.status, codeOfAnswer(answer)]).toEqual([400, 'invalid-batch']);
      expect(JSON.parse(answer.body.toString()).detail).toContain('1001 columns; allowed are 1000');
    }
  });

  it('takes the columns that it is told, by name or number, and the other options', async () => {
    const body = 'a;b;c\nDam;1;Amsterdam\n';
    expect(codeOfAnswer(await send(BATCH, body))).toBe('invalid-batch');
    const answer = await send(`${BATCH}?columns=street:a,housenumber:2,%20place:c`, body);
    expect(answer.body.toString()).toMatch(/^a;b;c;match_status.*\nDam;1;Amsterdam;exact/);
    const doubtful = await send(
      `${BATCH}?columns=street:1,housenumber:2,place:c,ignore:toev`,
      'a;b;c;toev\nDam;1;Amsterdam;Z\n',
    );
    expect(doubtful.body.toString()).toMatch(/\nDam;1;Amsterdam;Z;exact/);
    const reverse = await send(`${BATCH}?reverse=true`, 'lat,lon\n52.37295,4.89357\n');
    expect(reverse.body.toString()).toMatch(/\n52.37295,4.89357,exact.*,Dam,/);
    const bare = await send(`${BATCH}?header=false&columns=street:1,housenumber:2,place:3`, 'Dam;1;Amsterdam\n');
    expect(bare.body.toString()).toMatch(/^Dam;1;Amsterdam;exact/);
  });

  it('answers each row as it arrives, before the next one is sent', async () => {
    const request = begin(BATCH, 'application/x-ndjson');
    const line = (number: number): string => `{"street":"Dam","housenumber":"${number}","place":"Amsterdam"}\n`;
    request.write(line(1));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.setEncoding('utf8');
    const [first] = (await once(response, 'data')) as [string];
    expect(JSON.parse(first)).toMatchObject({ housenumber: '1', match_status: 'exact' });
    request.write(line(9999));
    const [second] = (await once(response, 'data')) as [string];
    expect(JSON.parse(second)).toMatchObject({ housenumber: '9999', match_status: 'street' });
    request.end();
    response.resume();
    await once(response, 'end');
  });

  it('refuses other media types, files that are no table, and damaged ones', async () => {
    for (const type of ['application/xml', 'multipart/form-data; boundary=x', 'text/html', null]) {
      const answer = await send(BATCH, TABLE, type);
      expect([type, answer.status, codeOfAnswer(answer)]).toEqual([type, 415, 'unsupported-media-type']);
    }
    for (const [body, said] of [
      ['', 'empty'],
      ['# A title\n\nText of a README.\nMore.\n', 'not a table of addresses'],
      ['naam;omzet\nx;1\n', 'columns=street:NAME, or text:'],
      ['Straat;Nr\n"Dam;1\n', 'never closed'],
      ['PK\x03\x04 but no workbook', 'Save the sheet as CSV'],
      ['Dam 1, Amsterdam;x\nDam 2, Amsterdam;y\n', ''],
    ] as const) {
      const answer = await send(BATCH, body);
      expect([body, answer.status, codeOfAnswer(answer)]).toEqual([body, 400, 'invalid-batch']);
      const { detail } = JSON.parse(answer.body.toString());
      expect(detail).toContain(said);
      expect(detail).not.toMatch(/--[a-z]/);
    }
  });

  it('refuses wrong parameters by name', async () => {
    for (const [query, expected] of [
      ['format=pdf', 'invalid-parameter'],
      ['header=maybe', 'invalid-parameter'],
      ['columns=wrong', 'invalid-parameter'],
      ['columns=street:none', 'invalid-parameter'],
      ['columns=street:', 'invalid-parameter'],
      ['columns=street:1,owner:2', 'invalid-parameter'],
      ['columns=street:1,street:2', 'invalid-parameter'],
      ['columns=', ''],
      ['country=fr', 'unknown-country'],
      ['format=csv&format=csv', 'invalid-parameter'],
    ] as const) {
      const answer = await send(`${BATCH}?${query}`, TABLE);
      if (expected === '') expect(answer.status).toBe(200);
      else expect([query, answer.status, codeOfAnswer(answer)]).toEqual([query, 400, expected]);
    }
  });

  it.each(['csv', 'excel'])('refuses objects as %s, which has columns', async (format) => {
    const answer = await send(`${BATCH}?format=${format}`, '{"adres":"Dam 1"}\n', 'application/x-ndjson');
    expect([answer.status, codeOfAnswer(answer)]).toEqual([400, 'invalid-parameter']);
    expect(answer.body.toString()).toContain('format=ndjson or geojsonl');
  });

  describe('where the file turns out to be damaged or too large further on', () => {
    const ROW = `Dam;1;1012JS;${'x'.repeat(200)}\n`;
    const HEADER = 'Straat;Nr;Postcode;Naam\n';
    const DAMAGED = `${HEADER}${ROW.repeat(1000)}"Dam;1\n`;

    function lastLine(answer: Answer): string {
      expect([answer.status, answer.isWhole]).toEqual([200, false]);
      const text = answer.body.toString();
      expect(text.endsWith('\n')).toBe(true);
      expect(text.split('\n').length).toBeGreaterThan(300);
      return text.trimEnd().split('\n').at(-1)!;
    }

    it.each(['csv', 'excel'])(
      'answers the rows before as %s, says why in a last cell, and breaks off',
      async (format) => {
        const answer = await send(`${BATCH}?format=${format}`, DAMAGED);
        expect(answer.body.toString().split('\n').length).toBe(1003);
        expect(lastLine(answer)).toMatch(/^"The answer breaks off here\. .*quote.*"$/);
      },
    );

    it.each(['ndjson', 'geojsonl'])('as %s, in a last object that is a problem', async (format) => {
      const { problem } = JSON.parse(lastLine(await send(`${BATCH}?format=${format}`, DAMAGED)));
      expect(problem).toMatchObject({ type: '/docs#invalid-batch', status: 400, code: 'invalid-batch' });
      expect(problem.detail).toContain('quote');
    });

    it('is told in the log', async () => {
      const told: object[] = [];
      const other = await serviceWith({ log: { info: (data) => told.push(data), error: (data) => told.push(data) } });
      expect((await send(BATCH, DAMAGED, 'text/csv', other)).isWhole).toBe(false);
      const reason = expect.stringContaining('quote');
      await expect
        .poll(() => told)
        .toEqual([expect.objectContaining({ client: 'tests', code: 'invalid-batch', reason })]);
    });

    it('says so of a gzip that is cut short, and of one that is too large unpacked', async () => {
      const rows = Array.from({ length: 4000 }, (_, i) => `Dam;1;1012JS;${Math.sin(i)}${Math.cos(i)}\n`).join('');
      const packed = gzipSync(HEADER + rows);
      expect(lastLine(await send(BATCH, packed.subarray(0, packed.length * 0.7), 'application/gzip'))).toContain(
        'The gzip file is cut short or damaged',
      );
      const small = await serviceWith({ maxBatchBytes: 150_000 });
      expect(lastLine(await send(BATCH, packed, 'application/gzip', small))).toContain('Unpacked, the body has more');
    });
  });

  it('has a few batches of a client at a time', async () => {
    const open: ClientRequest[] = [];
    for (let i = 0; i < MAX_BATCHES_OF_CLIENT; i++) {
      const request = begin(BATCH, 'application/x-ndjson');
      open.push(request);
      request.write('{"street":"Dam"}\n');
      await once(request, 'response');
    }
    const refused = await send(BATCH, TABLE);
    expect([refused.status, codeOfAnswer(refused), refused.headers['retry-after']]).toEqual([
      429,
      'too-many-batches',
      '5',
    ]);
    for (const request of open) request.on('error', () => {}).destroy();
    // The server learns of it in its own time.
    await expect.poll(async () => (await send(BATCH, TABLE)).status).toBe(200);
  });

  it('is POST alone, and described as what it is', async () => {
    for (const method of ['GET', 'HEAD', 'PUT'] as const) {
      const answer = await services.usual.get(BATCH, { method });
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, 'POST']);
    }
    const document = (await services.usual.app.inject('/openapi.json')).json<OpenApiDocument>();
    const { post } = document.paths[BATCH] as unknown as { post: Record<string, never> };
    const { requestBody, responses, parameters } = post as unknown as {
      requestBody: { content: object };
      responses: Record<string, { content: object }>;
      parameters: { name: string }[];
    };
    expect(Object.keys(requestBody.content)).toContain('text/csv');
    expect(Object.keys(responses['200']!.content)).toEqual([
      'text/csv',
      'application/x-ndjson',
      'application/json',
      'application/geo+json-seq',
    ]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '413', '415', '429']));
    expect(parameters.map(({ name }) => name)).toEqual(BATCH_PARAMETERS.map(({ name }) => name));
    expect(BATCH_PARAMETERS[1]!.schema).toMatchObject({ enum: Object.keys(FORMATS) });
  });

  it('names parameters where the command line names options', () => {
    for (const [option, parameter] of [
      [
        '--column street=NAME, or text=, postcode= with housenumber=',
        'columns=street:NAME, or text:, postcode: with housenumber:',
      ],
      ['--column latitude=NAME --column longitude=NAME', 'columns=latitude:NAME,longitude:NAME'],
      [
        'Give --no-header, or exclude it with --ignore-column NAME.',
        'Give header=false, or exclude it with columns=ignore:NAME.',
      ],
      ['Give --format ndjson or geojsonl; add --reverse.', 'Give format=ndjson or geojsonl; add reverse=true.'],
    ] as const)
      expect(asParameters(option)).toBe(parameter);
  });
});

describe('POST /v1/geocode/batch/columns', () => {
  it.each(['csv', 'ndjson', 'json'])('needs no more than the first 16 KB of a file, as %s', async (format) => {
    const rows = Array.from({ length: 2000 }, (_, i) =>
      format === 'csv' ? `Dam;${i};1012JS;Amsterdam` : JSON.stringify({ straat: 'Dam', nr: i, plaats: 'Amsterdam' }),
    );
    const lines = [...(format === 'csv' ? ['Straat;Nr;PC;Plaats'] : []), ...rows, ''].join('\n');
    const body = format === 'json' ? `[${rows.join()}]` : lines;
    const type = { csv: 'text/csv', ndjson: 'application/x-ndjson', json: 'application/json' }[format]!;
    const whole = await send(`${BATCH}/columns`, body, type);
    // Cut within a row.
    const begun = await send(`${BATCH}/columns`, body.slice(0, 16_384), type);
    expect(begun.status).toBe(200);
    expect(JSON.parse(begun.body.toString())).toEqual(JSON.parse(whole.body.toString()));
    expect(begun.body.toString()).toContain('"street"');
  });

  it('says which columns are read as what, with examples', async () => {
    const body = 'Klant;Straat;Huisnr.;Huisnr. toev.;PC;Woonplaats\nx;Dam;1;A-2;1012JS;Amsterdam\n';
    const answer = await send(`${BATCH}/columns`, body);
    expect(answer.status).toBe(200);
    const { columns, ...rest } = JSON.parse(answer.body.toString());
    expect(rest).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      problem: null,
    });
    expect(columns.map(({ role }: { role: string }) => role)).toEqual([
      null,
      'street',
      'housenumber',
      'addition',
      'postcode',
      'place',
    ]);
    expect(columns[3]).toEqual({
      name: 'Huisnr. toev.',
      role: 'addition',
      looks_like_address: false,
      by_content: null,
      examples: ['A-2'],
    });
  });

  it('also of one whose columns are none of an address, with the reason', async () => {
    const { columns, problem } = JSON.parse((await send(`${BATCH}/columns`, 'a;b\nDam;1\n')).body.toString());
    expect(problem).toContain('columns=street:');
    expect(columns).toEqual([
      { name: 'a', role: null, looks_like_address: false, by_content: null, examples: ['Dam'] },
      { name: 'b', role: null, looks_like_address: false, by_content: null, examples: ['1'] },
    ]);
    const corrected = await send(`${BATCH}/columns?columns=street:1`, 'a;b\nDam;1\n');
    expect(JSON.parse(corrected.body.toString())).toMatchObject({
      problem: null,
      columns: [{ role: 'street' }, { role: null }],
    });
  });

  it('of the keys of NDJSON', async () => {
    const { format, columns } = JSON.parse(
      (await send(`${BATCH}/columns`, '{"straat":"Dam","nr":1}\n', 'application/x-ndjson')).body.toString(),
    );
    expect(format).toBe('ndjson');
    expect(columns).toMatchObject([
      { name: 'straat', role: 'street', examples: ['Dam'] },
      { name: 'nr', role: 'housenumber', examples: ['1'] },
    ]);
  });
});

describe('a refused body', () => {
  it.each([
    ['of one line', 'a'.repeat(4 << 20), 'text/csv', 400],
    ['of a type that is not read', TABLE, 'image/png', 415],
  ])('%s is read to its end, so that its sender reads why', async (_, first, type, status) => {
    const rest = 'b'.repeat(8 << 20);
    const { port } = services.usual.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const headers = Object.entries({ ...HEADERS, host: 'a', 'content-type': type });
    const head = (length: number): string =>
      `POST ${BATCH} HTTP/1.1\r\n${headers.map((each) => `${each.join(': ')}\r\n`).join('')}content-length: ${length}\r\n\r\n`;
    let answers = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answers += text;
    });
    const statuses = (): number[] => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, each]) => Number(each));
    socket.write(head(first.length + rest.length) + first);
    await expect.poll(statuses).toEqual([status]);
    // The connection is still read, and serves the next request.
    socket.write(`${rest}${head(TABLE.length)}${TABLE}`);
    await expect.poll(statuses).toEqual([status, type === 'text/csv' ? 200 : 415]);
    socket.destroy();
  });

  it('that announces more than is allowed ends its connection', async () => {
    const service = await services.serviceWith({ maxBatchBytes: 1000 });
    const request = beginOn(service, BATCH, 'text/csv', { headers: { 'content-length': 1001 } });
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    request.on('error', () => {});
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    await readAnswer(response);
  });
});
