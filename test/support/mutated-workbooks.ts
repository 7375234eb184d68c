import { crc32, deflateRawSync } from 'node:zlib';
import { writeOds } from 'hucre/ods';
import { type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { unzip } from '../fixtures/unzip.ts';
import type { Random } from './random.ts';

/** Workbooks as strangers upload them: damaged zips, damaged XML, parts that contradict each other, counts that nobody could hold. */

export interface MutatedWorkbook {
  readonly mutations: readonly string[];
  readonly bytes: Buffer;
}

type Parts = Map<string, Buffer>;

const SHEETS: WriteSheet[] = [
  {
    name: 'Klanten',
    columns: [{ width: 31 }, { width: 24 }, { width: 7 }, { width: 18 }, { width: 12 }, { width: 14 }],
    rows: [
      ['Naam', 'Straat', 'Nr', 'Plaats', 'Omzet', 'Sinds', 'Actief'],
      ...Array.from({ length: 40 }, (_, i) => {
        return [
          `Klant ${i} & Zn`,
          'Spui',
          i + 1,
          'Den Haag',
          i * 1.25,
          new Date(Date.UTC(2026, 0, 1 + i)),
          i % 2 === 0,
        ];
      }),
    ],
    cells: new Map([['0,0', { style: { font: { bold: true } } }]]),
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
  },
  { name: 'Tarieven', rows: [['Zone'], ['A'], [], ['B']] },
];

/** The workbooks that are damaged. */
export async function plainWorkbooks(): Promise<readonly Buffer[]> {
  return [Buffer.from(await writeXlsx({ sheets: SHEETS })), Buffer.from(await writeOds({ sheets: SHEETS }))];
}

/** The same damage for the same state of `random`. */
export function mutateWorkbook(workbook: Buffer, random: Random): MutatedWorkbook {
  const mutations: string[] = [];
  let bytes = workbook;
  if (random.chance(0.7)) {
    const parts: Parts = new Map(unzip(workbook).map(({ name, data }) => [name, data]));
    for (let left = random.between(1, 3); left > 0; left--) {
      const [what, mutate] = random.pick(PART_MUTATIONS);
      mutations.push(`${what} in ${mutate(parts, random)}`);
    }
    bytes = zipOf(parts);
  }
  if (mutations.length === 0 || random.chance(0.15)) {
    const [what, mutate] = random.pick(ZIP_MUTATIONS);
    mutations.push(what);
    bytes = mutate(bytes, random);
  }
  return { mutations, bytes };
}

const ZIP_MUTATIONS: readonly (readonly [what: string, mutate: (bytes: Buffer, random: Random) => Buffer])[] = [
  ['zip cut short', (bytes, random) => bytes.subarray(0, random.between(4, bytes.length - 1))],
  ['end of the zip without its beginning', (bytes, random) => bytes.subarray(random.between(1, bytes.length - 1))],
  [
    'bytes flipped',
    (bytes, random) => {
      const damaged = Buffer.from(bytes);
      for (let left = random.between(1, 30); left > 0; left--)
        damaged[random.between(0, damaged.length - 1)]! ^= 1 << random.between(0, 7);
      return damaged;
    },
  ],
  [
    'a number in a directory of the zip',
    (bytes, random) => {
      const damaged = Buffer.from(bytes);
      const signature = random.pick([0x02014b50, 0x04034b50, 0x06054b50]);
      const places: number[] = [];
      for (let at = 0; at + 46 <= damaged.length; at++) if (damaged.readUInt32LE(at) === signature) places.push(at);
      const at = places.length === 0 ? 0 : random.pick(places);
      const field = at + random.between(4, 40);
      const value = random.pick([0, 1, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff]);
      if (field + 4 <= damaged.length) damaged.writeUInt32LE(value, field);
      return damaged;
    },
  ],
  [
    'a stretch of the zip moved',
    (bytes, random) => {
      const from = random.between(0, bytes.length - 2);
      const to = random.between(from + 1, bytes.length - 1);
      const at = random.between(to, bytes.length);
      return Buffer.concat([
        bytes.subarray(0, from),
        bytes.subarray(to, at),
        bytes.subarray(from, to),
        bytes.subarray(at),
      ]);
    },
  ],
];

type PartMutation = (parts: Parts, random: Random) => string;

/** Changes the text of a part, more often that of a sheet than another. */
function ofText(change: (xml: string, random: Random) => string): PartMutation {
  return (parts, random) => {
    const names = [...parts.keys()];
    const sheets = names.filter((name) => /sheet1\.xml$|sharedStrings|content\.xml/.test(name));
    const name = sheets.length > 0 && random.chance(0.7) ? random.pick(sheets) : random.pick(names);
    parts.set(name, Buffer.from(change(parts.get(name)!.toString(), random)));
    return name;
  };
}

/** Replaces one match, if there is any. */
function replaceOne(xml: string, pattern: RegExp, by: (match: string) => string, random: Random): string {
  const matches = [...xml.matchAll(pattern)];
  if (matches.length === 0) return xml;
  const { index, 0: match } = random.pick(matches);
  return xml.slice(0, index) + by(match) + xml.slice(index + match.length);
}

const NUMBERS = [
  ...['0', '-1', '1.5', 'NaN', '1e308', '-1e308', '1e999', '65536', '1048576', '1048577', '2147483648', '4294967295'],
  ...['9007199254740993', '99999999999999999999', '', ' 3 ', '0x10', '١٢', '1,5'],
];
const REFERENCES = ['A0', 'XFD1', 'XFE1', 'ZZZZ1', 'A1048576', 'A1048577', 'A99999999999', '1A', 'a1', '$A$1', 'A1:B2'];
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

const PART_MUTATIONS: readonly (readonly [what: string, mutate: PartMutation])[] = [
  [
    'an attribute with a number',
    ofText((xml, random) => replaceOne(xml, /"-?\d+(?:\.\d+)?"/g, () => `"${random.pick(NUMBERS)}"`, random)),
  ],
  ['a value', ofText((xml, random) => replaceOne(xml, />[^<>]+</g, () => `>${random.pick(NUMBERS)}<`, random))],
  [
    'a reference',
    ofText((xml, random) => replaceOne(xml, /"[A-Z]+\d+"/g, () => `"${random.pick(REFERENCES)}"`, random)),
  ],
  ['an attribute gone', ofText((xml, random) => replaceOne(xml, /\s[\w:]+="[^"]*"/g, () => '', random))],
  [
    'a type of cell',
    ofText((xml, random) =>
      replaceOne(
        xml,
        /\bt="\w+"/g,
        () => `t="${random.pick(['s', 'b', 'd', 'e', 'str', 'inlineStr', 'x', ''])}"`,
        random,
      ),
    ),
  ],
  ['a tag gone', ofText((xml, random) => replaceOne(xml, /<[^>]*>/g, () => '', random))],
  ['a tag twice', ofText((xml, random) => replaceOne(xml, /<[^>]*>/g, (tag) => tag + tag, random))],
  ['XML cut short', ofText((xml, random) => xml.slice(0, random.between(0, xml.length)))],
  ['XML twice', ofText((xml) => xml + xml)],
  ['no XML', ofText((_xml, random) => random.pick(['', ' ', '<', 'PK', '{}', '\u0000\u0000', HEAD]))],
  [
    'entities that grow',
    ofText((xml) => {
      const levels = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
      return xml
        .replace(/<\?xml[^>]*\?>/, '')
        .replace(/^/, `${HEAD}<!DOCTYPE x [<!ENTITY e0 "lol">${levels.join('')}]>`)
        .replace(/>[^<>]+</, '>&e12;<');
    }),
  ],
  [
    'an entity of a file',
    ofText((xml) =>
      xml
        .replace(/<\?xml[^>]*\?>/, `${HEAD}<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`)
        .replace(/>[^<>]+</, '>&f;<'),
    ),
  ],
  [
    'elements in elements',
    ofText((xml, random) =>
      replaceOne(xml, /<[^>/?!]*>/g, (tag) => tag + '<x>'.repeat(random.pick([100, 5_000])), random),
    ),
  ],
  [
    'a long text',
    ofText((xml, random) =>
      replaceOne(xml, />[^<>]+</g, () => `>${'é'.repeat(random.pick([40_000, 400_000]))}<`, random),
    ),
  ],
  ['a long attribute', ofText((xml, random) => replaceOne(xml, /"[^"]*"/g, () => `"${'9'.repeat(200_000)}"`, random))],
  [
    'many attributes',
    ofText((xml, random) =>
      replaceOne(
        xml,
        /\s[\w:]+="[^"]*"/g,
        (one) => one + Array.from({ length: 5_000 }, (_, i) => ` a${i}="1"`).join(''),
        random,
      ),
    ),
  ],
  [
    'many rows',
    ofText((xml, random) => {
      const count = random.pick([1_000, 50_000]);
      return xml.replace(
        /<\/sheetData>|<\/table:table>/,
        (end) => (end.includes('table') ? '<table:table-row/>' : '<row><c><v>1</v></c></row>').repeat(count) + end,
      );
    }),
  ],
  [
    'rows that repeat',
    ofText((xml, random) => {
      const repeat = (): string => random.pick(['1048576', '4294967295', '1e9', '100000']);
      return xml
        .replace(/<table:table-row/g, (tag) =>
          random.chance(0.2) ? `${tag} table:number-rows-repeated="${repeat()}"` : tag,
        )
        .replace(/<table:table-cell/g, (tag) =>
          random.chance(0.05) ? `${tag} table:number-columns-repeated="${repeat()}"` : tag,
        );
    }),
  ],
  [
    'bytes that are no UTF-8',
    (parts, random) => {
      const name = random.pick([...parts.keys()]);
      const part = Buffer.from(parts.get(name)!);
      for (let left = 5; left > 0 && part.length > 0; left--) part[random.between(0, part.length - 1)] = 0xc3;
      parts.set(name, part);
      return name;
    },
  ],
  [
    'UTF-16',
    (parts, random) => {
      const name = random.pick([...parts.keys()]);
      parts.set(name, Buffer.from(`\ufeff${parts.get(name)!.toString()}`, 'utf16le'));
      return name;
    },
  ],
  [
    'a part gone',
    (parts, random) => {
      const name = random.pick([...parts.keys()]);
      parts.delete(name);
      return name;
    },
  ],
  [
    'parts exchanged',
    (parts, random) => {
      const [one, other] = [random.pick([...parts.keys()]), random.pick([...parts.keys()])];
      const held = parts.get(one)!;
      parts.set(one, parts.get(other)!);
      parts.set(other, held);
      return `${one}, ${other}`;
    },
  ],
  [
    'a target',
    ofText((xml, random) =>
      replaceOne(
        xml,
        /Target="[^"]*"/g,
        () =>
          `Target="${random.pick(['', '../../../etc/passwd', 'https://example.org/x', 'workbook.xml', '%zz', '#'])}"`,
        random,
      ),
    ),
  ],
  [
    'blanks that unpack to much',
    (parts, random) => {
      const name = random.pick([...parts.keys()].filter((each) => /sheet|content|shared|styles/i.test(each)));
      const xml = parts.get(name)!.toString();
      const at = xml.lastIndexOf('</');
      parts.set(
        name,
        Buffer.concat([
          Buffer.from(xml.slice(0, at)),
          Buffer.alloc(random.pick([1, 16]) * 2 ** 20, ' '),
          Buffer.from(xml.slice(at)),
        ]),
      );
      return name;
    },
  ],
];

/** A zip of deflated parts, which has whatever names and contents are given. */
function zipOf(parts: Parts): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, data] of parts) {
    const packed = deflateRawSync(data, { level: 1 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
