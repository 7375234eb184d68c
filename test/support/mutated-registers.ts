import { caclrTables } from '../../fixtures/generate/caclr/caclr-tables.ts';
import type { Country } from '../../src/model/country.ts';
import {
  deliveryXml,
  number,
  pitch,
  place,
  relationsXml,
  residence,
  SQUARE,
  standXml,
  street,
} from '../pipelines/bag/small-extract.ts';
import { brussels, csvFile, flemish, walloon } from '../pipelines/best/best-rows.ts';
import { flemishNames, xmlAddress, xmlFile } from '../pipelines/best/best-xml.ts';
import { BASE } from '../pipelines/caclr/base-register.ts';
import { zipBytes } from '../pipelines/readers/zip-bytes.ts';
import type { Random } from './random.ts';

/*
 * Registers with faults of every kind that a transfer, a disk, a publisher's mistake or an attacker makes: a tree of files,
 * changed once to three times, then packed, and the packed bytes changed again.
 */

/** Files by their paths; a path through `….zip/` is in that zip. */
type Tree = Map<string, Buffer>;

/** What an import is given, by name. */
export type Files = ReadonlyMap<string, Buffer>;

const BAG_ZIP = 'lvbag-extract-nl.zip';
const id = (kind: string, running: number): string => `0363${kind}${String(running).padStart(10, '0')}`;

function bagTree(): Tree {
  const numbers = [1, 2, 3, 4, 5, 6];
  const stands = {
    WPL: [place({ id: '3594', name: 'Amsterdam' }), place({ id: '1012', name: 'Weesp' })],
    OPR: [
      street({ id: id('30', 1), name: 'Damrak', place: '3594' }),
      street({ id: id('30', 2), name: '’s-Gravelandseweg', place: '1012', shortName: 'Gravelandsewg' }),
    ],
    NUM: numbers.map((n) =>
      number({
        id: id('20', n),
        number: n,
        street: id('30', 1 + (n % 2)),
        postcode: '1012JS',
        ...(n === 3 ? { letter: 'A', addition: '2' } : {}),
      }),
    ),
    VBO: numbers.slice(0, 4).map((n) => residence({ id: id('01', n), main: id('20', n) })),
    LIG: [pitch('Ligplaats', { id: id('02', 5), main: id('20', 5), geometry: SQUARE })],
    STA: [pitch('Standplaats', { id: id('03', 6), main: id('20', 6), geometry: SQUARE })],
  } as const;
  const tree: Tree = new Map();
  const add = (path: string, text: string): void => void tree.set(`${BAG_ZIP}/${path}`, Buffer.from(text));
  for (const [type, records] of Object.entries(stands))
    add(`9999${type}08012026.zip/9999${type}08012026-000001.xml`, standXml(type as keyof typeof stands, records));
  add('Leveringsdocument-BAG-Extract.xml', deliveryXml());
  const relations = [
    { place: '3594', municipality: '0363' },
    { place: '1012', municipality: '0363' },
  ];
  add('GEM-WPL-RELATIE-08012026.zip/GEM-WPL-RELATIE-08012026-000001.xml', relationsXml(relations));
  return tree;
}

function bestCsvTree(): Tree {
  const rows = (row: typeof brussels): string =>
    csvFile(
      [1, 2, 3, 4].map((n) =>
        row({ address_id: String(n), house_number: String(n), box_number: n > 2 ? `b${n}` : '' }),
      ),
    );
  return new Map([
    ['openaddress-bebru.zip/openaddress-bebru.csv', Buffer.from(rows(brussels))],
    ['openaddress-bevlg.zip/openaddress-bevlg.csv', Buffer.from(rows(flemish))],
    ['openaddress-bewal.zip/openaddress-bewal.csv', Buffer.from(rows(walloon))],
  ]);
}

function bestXmlTree(): Tree {
  const addresses = xmlFile(
    'address',
    ['1', '2', '3'].map((house) => xmlAddress({ id: `20000${house}`, house })),
  );
  const files = { 'FlandersAddress20260110L72.xml': addresses, ...flemishNames() };
  return new Map(
    Object.entries(files).map(([name, text]) => [
      `best-full-latest.zip/${name.replace('.xml', '.zip')}/${name}`,
      Buffer.from(text),
    ]),
  );
}

function caclrTree(): Tree {
  const tree: Tree = new Map();
  for (const { name, content } of caclrTables(BASE)) tree.set(`caclr.zip/${name}`, Buffer.concat([...content]));
  const header =
    'rue;numero;localite;code_postal;id_caclr_rue;id_caclr_bat;lat_wgs84;lon_wgs84;coord_est_luref;coord_nord_luref;id_geoportail;commune;lau2';
  const rows = [
    "Route d'Esch;70;Luxembourg;1470;10;1;49.6;6.12;76000;74000;058F00436002710_10_70;Luxembourg;0304",
    '"Route d\'Arlon";1;Strassen;8011;20;2;49.62;6.07;72000;76000;domaine_public_20_1;Strassen;0309',
  ];
  tree.set('addresses.csv', Buffer.from(`\ufeff${[header, ...rows].join('\n')}\n`));
  return tree;
}

function caclrGeoJsonTree(): Tree {
  const tree = caclrTree();
  const [header, ...rows] = tree.get('addresses.csv')!.toString().replace('\ufeff', '').trimEnd().split('\n');
  const features = rows.map((row) => {
    const cells = row.replaceAll('"', '').split(';');
    const properties = Object.fromEntries(header!.split(';').map((name, i) => [name, cells[i]]));
    const coordinates = [Number(cells[7]), Number(cells[6])];
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
  });
  tree.delete('addresses.csv');
  tree.set('addresses.geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })));
  return tree;
}

const SEEDS: Readonly<Record<Country, readonly (() => Tree)[]>> = {
  nl: [bagTree],
  be: [bestCsvTree, bestCsvTree, bestXmlTree],
  lu: [caclrTree, caclrTree, caclrGeoJsonTree],
};

const seeds = new Map<() => Tree, Tree>();

/** Trees are made once: no mutation changes the bytes of a file in place. */
function seedOf(make: () => Tree): Tree {
  const tree = seeds.get(make) ?? make();
  seeds.set(make, tree);
  return tree;
}

/** A register of a country without any fault. */
export function soundRegister(country: Country, form: number = 0): Promise<Files> {
  return pack(seedOf(SEEDS[country][form]!));
}

/** What was done, for the report of a case, and the files. */
export interface MutatedRegister {
  readonly mutations: readonly string[];
  readonly files: Files;
}

/** A register of a country with one to three faults, the same for the same random numbers. */
export async function mutatedRegister(country: Country, random: Random): Promise<MutatedRegister> {
  const tree = new Map(seedOf(random.pick(SEEDS[country])));
  const mutations: string[] = [];
  const times = random.between(1, 3);
  for (let i = 0; i < times; i++) {
    const [name, mutate] = random.pick(TREE_MUTATIONS);
    const path = random.pick([...tree.keys()]);
    if (path === undefined) break;
    mutations.push(`${name} ${path}`);
    mutate(tree, path, random);
  }
  const isUnpacked = random.chance(0.3);
  const files = new Map(isUnpacked ? unpacked(tree) : await pack(tree, { stored: random.chance(0.6) }));
  if (random.chance(0.25) && files.size > 0) {
    const [name, mutate] = random.pick(ARCHIVE_MUTATIONS);
    const file = random.pick([...files.keys()]);
    mutations.push(`${name} ${file}`);
    files.set(file, mutate(files.get(file)!, random));
  }
  return { mutations, files };
}

/** The tree as files in one folder, as someone has them who unpacks everything. */
function unpacked(tree: Tree): Files {
  return new Map(
    [...tree].map(([path, content]) => [path.split('/').findLast((part) => part !== '') ?? 'file', content]),
  );
}

async function pack(tree: Tree, options: { readonly stored?: boolean } = {}): Promise<Files> {
  const files = new Map<string, Buffer>();
  const folders = new Map<string, Tree>();
  for (const [path, content] of tree) {
    const slash = path.indexOf('.zip/');
    if (slash < 0) files.set(path, content);
    else {
      const zip = path.slice(0, slash + 4);
      const inner = folders.get(zip) ?? new Map();
      folders.set(zip, inner.set(path.slice(slash + 5), content));
    }
  }
  for (const [zip, inner] of folders) files.set(zip, await zipOf(await pack(inner, options), options));
  return files;
}

/** The writer refuses names that lead out of a zip: they are put into the bytes afterwards, in place of others as long. */
async function zipOf(members: Files, options: { readonly stored?: boolean }): Promise<Buffer> {
  const harmless = (name: string): string =>
    (name || '_')
      .replaceAll('..', '@@')
      .replace(/^\//, '@')
      .replace(/^([A-Z]):/, '$1@')
      .replaceAll('\\', '@');
  const zip = await zipBytes(
    Object.fromEntries([...members].map(([name, content]) => [harmless(name), content])),
    options,
  );
  for (const name of members.keys()) {
    const [from, to] = [Buffer.from(harmless(name)), Buffer.from(name)];
    if (from.equals(to)) continue;
    for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from, at + from.length)) to.copy(zip, at);
  }
  return zip;
}

type TreeMutation = (tree: Tree, path: string, random: Random) => void;

/** A mutation of the text of one file. */
function ofText(mutate: (text: string, random: Random) => string): TreeMutation {
  // As latin1, so that bytes that are not UTF-8 stay as they are.
  return (tree, path, random) =>
    tree.set(path, Buffer.from(mutate(tree.get(path)!.toString('latin1'), random), 'latin1'));
}

const LONG = 100_000;

/** Values that no register has, in the encoding of `ofText`. */
const VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '+5',
  '1e309',
  'NaN',
  'Infinity',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '0x1F',
  '1,5',
  '1.5',
  '\0',
  '\x07bell',
  '\x1b[31m',
  '\x7f',
  '\r\n',
  '\t',
  '"',
  '""',
  "'",
  ';',
  ',',
  '&',
  '&lt;',
  '&#0;',
  '&#x110000;',
  '&nope;',
  '<',
  '>',
  ']]>',
  '<!--',
  '<![CDATA[x]]>',
  '<?x?>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '\xff\xfe',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xc0\x80',
  '\xf0\x9f\x98\x80',
  '\xe2\x80\xae',
  '\xef\xbb\xbf',
  'a'.repeat(300),
  'a'.repeat(LONG),
  '1'.repeat(LONG),
  ' '.repeat(LONG),
  '1a'.repeat(LONG / 10),
  '-'.repeat(5000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '31.02.2025',
  '1012js',
  '0000AA',
  '99999',
  'BE-XXX',
  'null',
  'undefined',
];

/** Changes the value between two separators, whatever the format has: tags, commas, semicolons, quotes, blanks. */
const changeValue = ofText((text, random) => {
  const pattern = random.pick([/>[^<>]*</g, /[,;\n][^,;\n]*[,;\n]/g, /"[^"]*"/g, /\d+/g, /[A-Za-z]+/g]);
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const { 0: found, index } = random.pick(matches);
  const edge = pattern.source.startsWith('\\d') || pattern.source.startsWith('[A') ? 0 : 1;
  const value = random.pick(VALUES);
  return text.slice(0, index + edge) + value + text.slice(index + found.length - edge);
});

const changeBytes = ofText((text, random) => {
  let changed = text;
  for (let n = random.between(1, 20); n > 0; n--) {
    const at = random.between(0, Math.max(0, changed.length - 1));
    const length = random.pick([0, 1, 1, 1, 2, 10, 100]);
    const inserted = String.fromCharCode(...Array.from({ length: random.between(0, 3) }, () => random.between(0, 255)));
    changed = changed.slice(0, at) + inserted + changed.slice(at + length);
  }
  return changed;
});

const flipBits = ofText((text, random) => {
  const bytes = Buffer.from(text, 'latin1');
  for (let n = random.between(1, 8); n > 0 && bytes.length > 0; n--) {
    const at = random.between(0, bytes.length - 1);
    bytes[at] = bytes[at]! ^ (1 << random.between(0, 7));
  }
  return bytes.toString('latin1');
});

const truncate = ofText((text, random) => text.slice(0, random.between(0, text.length)));

/** 500 times this is 64 MB: the memory of a case is to be that of the import, not of what makes its input. */
const MAX_TEXT_TO_REPEAT = 1 << 17;

/** Records are lines, or elements. */
const changeRecords = ofText((text, random) => {
  // What another mutation has made so large is not made five hundred times as large.
  if (text.length > MAX_TEXT_TO_REPEAT) return text;
  const separator = text.includes('</sl:stand>') ? '</sl:stand>' : text.includes('</tns:') ? /(?<=<\/tns:\w+>)/ : '\n';
  const records = text.split(separator);
  const at = random.between(0, records.length - 1);
  const joined = typeof separator === 'string' ? separator : '';
  const other = random.pick(records);
  const kind = random.pick(['remove', 'repeat', 'many', 'shuffle', 'swap', 'empty']);
  if (kind === 'remove') records.splice(at, 1);
  if (kind === 'repeat') records.splice(at, 0, other);
  if (kind === 'many') records.splice(at, 0, ...Array<string>(500).fill(other));
  if (kind === 'swap') records[at] = other;
  if (kind === 'empty') records[at] = '';
  return (kind === 'shuffle' ? random.shuffle(records) : records).join(joined);
});

/** Columns of a text with separators: one more, one less, others first, in every row or in one. */
const changeColumns = ofText((text, random) => {
  const separator = text.includes(';') ? ';' : ',';
  const column = random.between(0, 20);
  const kind = random.pick(['remove', 'repeat', 'swap', 'quote', 'rename']);
  const row = random.chance(0.5) ? random.between(0, 4) : -1;
  const change = (line: string, i: number): string => {
    if (row >= 0 && i !== row) return line;
    const cells = line.split(separator);
    if (kind === 'remove') cells.splice(column, 1);
    if (kind === 'repeat') cells.splice(column, 0, cells[column] ?? '');
    if (kind === 'swap') cells.unshift(...cells.splice(column, 1));
    if (kind === 'quote') return cells.map((cell) => `"${cell}"`).join(separator);
    if (kind === 'rename' && i === 0) cells[column] = 'other';
    return cells.join(separator);
  };
  return text.split('\n').map(change).join('\n');
});

/** What XML allows, and what attacks on its parsers are made of. */
const changeXml = ofText((text, random) => {
  const bomb = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
  const depth = random.pick([50, 150, 5_000, 30_000]);
  const long = 'x'.repeat(LONG);
  const inside = (inserted: string): string => {
    const ends = [...text.matchAll(/<\/[\w:-]+>/g)];
    if (ends.length === 0) return inserted + text;
    const { index } = random.pick(ends);
    return text.slice(0, index) + inserted + text.slice(index);
  };
  const first = (inserted: string): string => text.replace(/(<\?xml[^>]*>)?/, (head) => `${head}${inserted}`);
  return random.pick<() => string>([
    () => first(`<!DOCTYPE x [<!ENTITY e0 "ha">${bomb}]>`),
    () => first('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>').replace(/>([^<>]+)</, '>&e;<'),
    () => first('<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">'),
    () => text.replace('UTF-8', random.pick(['UTF-16', 'ISO-8859-1', 'UTF-7', 'nope'])),
    () => inside('<d>'.repeat(depth) + '</d>'.repeat(depth)),
    () => inside('<d>'.repeat(depth)),
    () => inside(`<d a="${long}"/>`),
    () => inside(`<d ${Array.from({ length: 2000 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
    () => inside(`<${long}/>`),
    () => inside(`<!--${long}-->`),
    () => inside(`<![CDATA[${long}]]>`),
    () => inside(long),
    () => inside('<d xmlns:a="b" a:c="d" c="e"/>'),
    () =>
      text.replace(/srsDimension="\d"/g, `srsDimension="${random.pick(['', '0', '-1', '0.5', 'NaN', '99', long])}"`),
    () => text.replace(/(?<=<gml:pos[^>]*>)[^<]*/, random.pick(['', 'a b', '1', `${'1 '.repeat(LONG)}`, '1e400 5'])),
  ])();
});

const changeJson = ofText((text, random) => {
  const depth = random.pick([50, 5_000, 20_000]);
  return random.pick<() => string>([
    () =>
      text.replace(/"rue":"[^"]*"/, random.pick(['"rue":{"toString":1}', '"rue":null', '"rue":[1]', '"__proto__":{}'])),
    () => text.replace(/\[[\d., ]+\]/, `${'['.repeat(depth)}${']'.repeat(depth)}`),
    () => text.replace(/\[[\d., ]+\]/, random.pick(['[]', '[null]', '["a","b"]', '[1e999,2]', '[[[6.1,49.6]]]'])),
    () => `}${text}`,
    () => `${'['.repeat(depth)}${text}`,
    () => text.replace('"features"', '"other"'),
    () => text.replace('Luxembourg', 'x'.repeat(LONG * 20)),
    () => `${text}${text}`,
  ])();
});

/** Names inside zips that lead elsewhere, or nowhere. */
const rename: TreeMutation = (tree, path, random) => {
  const content = tree.get(path)!;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  tree.delete(path);
  const other = random.pick([
    `../../${name}`,
    `/tmp/${name}`,
    `C:\\${name}`,
    `a\\b\\${name}`,
    `a\0${name}`,
    `${'n'.repeat(300)}${name}`,
    `${'d/'.repeat(200)}${name}`,
    `${name}.txt`,
    `${name}.ZIP`,
    `__MACOSX/._${name}`,
    '.DS_Store',
    `é${name}`,
    `${name.toLowerCase()}`,
    'x.xml',
    'x.csv',
    `${name}/`,
    '\u202e.xml',
  ]);
  tree.set(`${folder}${other}`, content);
};

/** A zip bomb is small here, and large when it is unpacked. */
const bomb: TreeMutation = (tree, path, random) => {
  const bytes = random.pick([1 << 16, 1 << 18, 1 << 20, 1 << 20, 1 << 23]);
  const filler = Buffer.alloc(bytes, random.pick([0, 32, 48, 60]));
  tree.set(path, random.chance(0.5) ? filler : Buffer.concat([tree.get(path)!, filler]));
};

const nest: TreeMutation = (tree, path, random) => {
  const content = tree.get(path)!;
  const name = path.slice(path.lastIndexOf('/') + 1);
  tree.delete(path);
  const zips = Array.from(
    { length: random.between(1, 8) },
    (_, i) => `${random.pick(['best', 'address', '9999NUM08012026', 'caclr'])}${i}.zip`,
  );
  tree.set(`${path.slice(0, path.lastIndexOf('/') + 1)}${zips.join('/')}/${name}`, content);
};

const TREE_MUTATIONS: readonly (readonly [string, TreeMutation])[] = [
  ['value', changeValue],
  ['value', changeValue],
  ['value', changeValue],
  ['value', changeValue],
  ['bytes', changeBytes],
  ['bits', flipBits],
  ['truncate', truncate],
  ['records', changeRecords],
  ['records', changeRecords],
  ['columns', changeColumns],
  ['format', (tree, path, random) => (path.endsWith('json') ? changeJson : changeXml)(tree, path, random)],
  ['format', (tree, path, random) => (path.endsWith('json') ? changeJson : changeXml)(tree, path, random)],
  ['remove', (tree, path) => void tree.delete(path)],
  ['empty', (tree, path) => void tree.set(path, Buffer.alloc(0))],
  ['exchange', (tree, path, random) => void tree.set(path, tree.get(random.pick([...tree.keys()]))!)],
  ['repeat', (tree, path) => void tree.set(path.replace(/(\.\w+)?$/, '-2$1'), tree.get(path)!)],
  ['rename', rename],
  ['nest', nest],
  ['bomb', bomb],
];

type ArchiveMutation = (bytes: Buffer, random: Random) => Buffer;

const ARCHIVE_MUTATIONS: readonly (readonly [string, ArchiveMutation])[] = [
  [
    'packed bits',
    (bytes, random) => {
      const changed = Buffer.from(bytes);
      for (let n = random.between(1, 5); n > 0 && changed.length > 0; n--) {
        const at = random.between(0, changed.length - 1);
        changed[at] = changed[at]! ^ (1 << random.between(0, 7));
      }
      return changed;
    },
  ],
  ['packed cut', (bytes, random) => bytes.subarray(0, random.between(0, bytes.length))],
  ['packed front', (bytes, random) => Buffer.concat([Buffer.from('junk'.repeat(random.between(1, 9))), bytes])],
  ['packed tail', (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random.between(1, 70_000), 65)])],
  // Names and sizes, in the local headers and the directory.
  [
    'packed head',
    (bytes, random) => {
      const changed = Buffer.from(bytes);
      const signature = random.pick([0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50]);
      const heads: number[] = [];
      for (let at = 0; at + 46 < changed.length; at++) if (changed.readUInt32LE(at) === signature) heads.push(at);
      if (heads.length === 0) return changed;
      const at = random.pick(heads) + random.pick([4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 42]);
      if (at + 4 <= changed.length) changed.writeUInt32LE(random.pick([0, 1, 0xffff, 0xffffffff, 0x7fffffff, 100]), at);
      return changed;
    },
  ],
];
