import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_DEPTH,
  MAX_RECORD_CHARACTERS,
  readXmlRecords,
  textAt,
  type XmlFormat,
  type XmlRecord,
  XmlRecordReader,
} from '../../../pipelines/readers/xml.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // Each chunk in memory of its own: what is not copied in time shows.
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

type Description = Omit<XmlFormat, 'path' | 'onRecord'>;

async function read(
  xml: string | Uint8Array,
  description: Description = {},
  chunkSize = 1 << 16,
): Promise<XmlRecord[]> {
  const records: XmlRecord[] = [];
  const onRecord = (record: XmlRecord): void => void records.push(record);
  await readXmlRecords(chunksOf(Buffer.from(xml), chunkSize), { path: 'some.xml', ...description, onRecord });
  return records;
}

const ADDRESSES = `<?xml version="1.0" encoding="UTF-8"?>
<tns:response xmlns:tns="urn:best" xmlns:com="urn:common">
  <tns:timestamp>2022-01-03</tns:timestamp>
  <tns:address beginLifeSpanVersion="2019"
      endLifeSpanVersion="2020">
    <com:code><com:objectIdentifier>7</com:objectIdentifier><com:versionIdentifier/></com:code>
    <com:name>Rue de l’<![CDATA[Église & <du> ]]>&#xe9;t&amp;</com:name>
  </tns:address>
</tns:response>
`;

describe('the records of an XML file', () => {
  it('have texts and attributes under their paths, without prefixes', async () => {
    const [timestamp, address] = (await read(ADDRESSES)) as [XmlRecord, XmlRecord];
    expect(timestamp).toEqual({
      name: 'timestamp',
      byteOffset: Buffer.from(ADDRESSES).indexOf('<tns:timestamp>'),
      texts: [['', '2022-01-03']],
    });
    expect(address.name).toBe('address');
    expect(address.texts).toEqual([
      ['@beginLifeSpanVersion', '2019'],
      ['@endLifeSpanVersion', '2020'],
      ['code/objectIdentifier', '7'],
      ['code/versionIdentifier', ''],
      ['name', 'Rue de l’Église & <du> ét&'],
    ]);
    expect(textAt(address, 'code/objectIdentifier')).toBe('7');
    expect(textAt(address, 'code')).toBe('');
  });

  it('have the names that the description gives to namespaces, whatever the prefix and the version', async () => {
    const xml = (prefix: string, version: string) =>
      `<x><${prefix}:point xmlns:${prefix}="http://www.opengis.net/gml/${version}" ${prefix}:id="a" srsName="b">` +
      `<${prefix}:pos>1 2</${prefix}:pos><z:pos xmlns:z="urn:other">3</z:pos></${prefix}:point></x>`;
    const namespaces = { 'http://www.opengis.net/gml': 'gml' };
    for (const [prefix, version] of [
      ['g', '3.2'],
      ['gml', '3.1.1'],
      ['q', 'v20200601'],
    ] as const) {
      const [point] = await read(xml(prefix, version), { namespaces });
      expect(point?.name).toBe('gml:point');
      expect(point?.texts.filter(([path]) => !path.includes('@xmlns'))).toEqual([
        [`@${prefix}:id`, 'a'],
        ['@srsName', 'b'],
        ['gml:pos', '1 2'],
        ['pos', '3'],
      ]);
    }
  });

  it('are the elements that the description says, at any depth, but not inside another record', async () => {
    const asked: [string, string, number][] = [];
    const records = await read('<a><b><r><r>1</r></r></b><r>2</r></a>', {
      isRecord: (name, parent, depth) => {
        asked.push([name, parent, depth]);
        return name === 'r';
      },
    });
    expect(records.map(({ texts }) => texts)).toEqual([[['r', '1']], [['', '2']]]);
    expect(asked).toEqual([
      ['a', '', 1],
      ['b', 'a', 2],
      ['r', 'b', 3],
      ['r', 'a', 2],
    ]);
  });

  it('come after the root, whose attributes are told as written', async () => {
    const roots: unknown[] = [];
    await read(ADDRESSES, { onRoot: (name, attributes) => roots.push([name, attributes]) });
    const inNamespaces: unknown[] = [];
    await read(ADDRESSES, { onRoot: (...root) => inNamespaces.push(root), namespaces: { 'urn:best': 'best' } });
    const attributes = { 'xmlns:tns': 'urn:best', 'xmlns:com': 'urn:common' };
    expect(roots).toEqual([['response', attributes]]);
    expect(inNamespaces).toEqual([['best:response', attributes]]);
  });

  it('are the same, at the same bytes, however the file is cut into chunks', async () => {
    const name = fc.constantFrom('a', 'b', 'p:c');
    const text = fc.string({ unit: fc.constantFrom('x', 'é', '’', '𝄞', ' ', '\n'), maxLength: 5 });
    const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
      content: fc.oneof(
        { depthSize: 'small' },
        text,
        text.map((inside) => `<!--${inside}<x>-->`),
        text.map((inside) => `<![CDATA[${inside}<x>]]>`),
        fc.array(tie('element'), { maxLength: 3 }).map((elements) => elements.join('')),
      ),
      element: fc
        .tuple(name, text, fc.boolean(), tie('content'))
        .map(([tag, value, isLong, content]) => `<${tag}${isLong ? `\n q="${value}"` : ''}>${content}</${tag}>`),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), async (elements, size) => {
        const xml = `<root xmlns:p="urn:p">${elements.join('')}</root>`;
        const whole = await read(xml);
        expect(whole).toHaveLength(elements.length);
        let start = '<root xmlns:p="urn:p">'.length;
        for (const [i, { byteOffset }] of whole.entries()) {
          expect(byteOffset).toBe(start);
          start += Buffer.byteLength(elements[i]!);
        }
        expect(await read(xml, {}, size)).toEqual(whole);
        const inNamespaces = await read(xml, { namespaces: {} }, size);
        expect(inNamespaces).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it('can be left out of what the reader is given: it knows where it is', () => {
    const records: XmlRecord[] = [];
    const reader = new XmlRecordReader({ path: 'some.xml', onRecord: (record) => void records.push(record) });
    reader.write(Buffer.from('<root><r>é</r>'), 0);
    expect([reader.depth, reader.innermost]).toEqual([1, 'root']);
    reader.write(Buffer.from('<r>ü'), 1000);
    expect([reader.depth, reader.innermost]).toEqual([2, 'r']);
    reader.write(Buffer.from('</r> <r/></root>'), 1005);
    reader.close();
    expect(records.map(({ byteOffset }) => byteOffset)).toEqual([6, 1000, 1010]);
  });

  it('are not read on when a function of the description throws', async () => {
    const refuse = (): never => {
      throw new RangeError('not mine');
    };
    const bytes = Buffer.from('<a><b/></a>');
    const onRecord = (): void => {};
    for (const format of [
      { path: 'x', onRecord: refuse },
      { path: 'x', onRecord, onRoot: refuse },
      { path: 'x', onRecord, isRecord: refuse },
    ]) {
      await expect(readXmlRecords(chunksOf(bytes, 3), format)).rejects.toThrow('not mine');
    }
  });
});

describe('a file that is no sound XML', () => {
  it.each([
    ['nothing', '', 0],
    ['cut off', '<a><b>', 6],
    ['an end tag that does not match', '<a>é</b>', 9],
    ['an entity that XML does not know', '<a>&euro;</a>', 9],
    ['a document type with entities', '<!DOCTYPE a [<!ENTITY e "e">]><a>&e;</a>', 36],
  ])('is refused with file, byte and reason: %s', async (_, xml, byteOffset) => {
    for (const chunkSize of [1, 4, 100]) {
      await expect(read(xml, {}, chunkSize)).rejects.toMatchObject({
        code: 'input-corrupt',
        message: expect.stringMatching(
          /^"some\.xml" is not well-formed XML at byte \d+: .+[^.]\. Fetch the file again\.$/,
        ),
        data: { byteOffset },
      });
    }
  });

  it('is refused at the first byte that is not UTF-8, however it is cut into chunks', async () => {
    const xml = Buffer.concat([Buffer.from('<a>’é'), Buffer.from('é', 'latin1'), Buffer.from('</a>')]);
    for (const chunkSize of [1, 2, 3, 4, 5, 100]) {
      await expect(read(xml, {}, chunkSize)).rejects.toMatchObject({ code: 'input-corrupt', data: { byteOffset: 8 } });
    }
    const cut = Buffer.from('<a>’').subarray(0, 5);
    await expect(read(cut)).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('middle'),
    });
  });

  it('is refused when elements are nested deeper than any register nests them, and at once', async () => {
    const nested = (depth: number) => `${'<d>'.repeat(depth)}${'</d>'.repeat(depth)}`;
    let chunks = 0;
    async function* deeper(): AsyncGenerator<Uint8Array> {
      for (; chunks < 1000; chunks++) yield Buffer.from('<d>'.repeat(1000));
    }
    for (const description of [{}, { namespaces: {} }]) {
      expect(await read(nested(MAX_DEPTH), description)).toHaveLength(1);
      chunks = 0;
      const reading = readXmlRecords(deeper(), { path: 'some.xml', ...description, onRecord: () => {} });
      await expect(reading).rejects.toMatchObject({
        code: 'input-corrupt',
        message: expect.stringContaining('elements are nested more than 100 deep'),
      });
      // Of a thousand: read to its end it takes over a minute.
      expect(chunks).toBeLessThan(3);
    }
  });

  it.each([
    ['a text', '<a><b>', 'x'],
    ['an attribute', '<a><b c="', 'x'],
    ['a comment', '<a><!-- ', 'x'],
    ['CDATA', '<a><b><![CDATA[', 'x'],
    ['a record', '<a><b>', `<c>${'x'.repeat(57)}</c>`],
  ])('is refused when %s seems never to end', async (_, begin, again) => {
    let bytes = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = Buffer.alloc(1 << 22, again);
      for (yield Buffer.from(begin); ; bytes += chunk.length) yield chunk;
    }
    const reading = readXmlRecords(endless(), { path: 'some.xml', isRecord: isB, onRecord: () => {} });
    await expect(reading).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(
        /^"some\.xml" is refused at byte \d+: a record or text goes on for more than \d+ /,
      ),
    });
    expect(bytes).toBeLessThan(MAX_RECORD_CHARACTERS + (1 << 24));
  });
});

const isB = (name: string): boolean => name === 'b';
