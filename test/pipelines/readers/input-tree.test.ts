import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import {
  type EntrySource,
  listInput,
  listZipEntry,
  MAX_ENTRY_BYTES,
  openEntry,
  readEntry,
  readHead,
  readInGulps,
} from '../../../pipelines/readers/input-tree.ts';
import { zipBytes } from './zip-bytes.ts';

const root = mkdtempSync(join(tmpdir(), 'input-tree-'));
afterAll(() => rmSync(root, { recursive: true }));

let number = 0;
function write(name: string, content: Uint8Array | string): string {
  const folder = join(root, String(number++));
  mkdirSync(folder);
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function temporaryDirectory(): string {
  return mkdtempSync(join(root, 'temporary-'));
}

async function list(path: string, descend: (name: string) => boolean = () => true): Promise<Record<string, string>> {
  const options = {
    temporaryDirectory: temporaryDirectory(),
    descend: (entry: { name: string }) => descend(entry.name),
  };
  const entries = await listInput(path, options);
  const contents = entries.map(async ({ path: name, source }) => [name, (await readEntry(source)).toString()] as const);
  return Object.fromEntries(await Promise.all(contents));
}

describe('listing an input', () => {
  it('lists a single file under its own name', async () => {
    expect(await list(write('a.csv', 'x,y'))).toEqual({ 'a.csv': 'x,y' });
  });

  it('finds files three zips deep and names the way to them', async () => {
    const inner = await zipBytes({ 'NUM-1.xml': '<a/>', 'NUM-2.xml': '<b/>' });
    const middle = await zipBytes({ 'NUM.zip': inner });
    const outer = await zipBytes({ 'GEM.zip': middle, 'delivery.xml': '<d/>' });
    expect(await list(write('outer.zip', outer))).toEqual({
      'outer.zip/GEM.zip/NUM.zip/NUM-1.xml': '<a/>',
      'outer.zip/GEM.zip/NUM.zip/NUM-2.xml': '<b/>',
      'outer.zip/delivery.xml': '<d/>',
    });
  });

  it('unpacks a zip whose name is longer than a file system allows', async () => {
    const name = `${'é'.repeat(300)}.zip`;
    const path = write('long.zip', await zipBytes({ [name]: await zipBytes({ 'a.txt': 'A' }) }));
    expect(await list(path)).toEqual({ [`long.zip/${name}/a.txt`]: 'A' });
  });

  it('looks into folders, and into zips in them', async () => {
    const folder = mkdtempSync(join(root, 'folder-'));
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub', 'a.txt'), 'A');
    writeFileSync(join(folder, 'b.zip'), await zipBytes({ 'b.txt': 'B' }));
    const name = folder.slice(root.length + 1);
    expect(await list(folder)).toEqual({ [`${name}/b.zip/b.txt`]: 'B', [`${name}/sub/a.txt`]: 'A' });
  });

  it('passes over what operating systems leave behind, and directory entries', async () => {
    const noise = { '__MACOSX/._a.xml': 'x', 'sub/': '', 'sub/.DS_Store': 'x', 'sub/._a.xml': 'x', 'Thumbs.db': 'x' };
    const inner = await zipBytes({ '__MACOSX/._b.xml': 'x', 'b.xml': 'B' });
    const outer = await zipBytes({ ...noise, 'sub/a.xml': 'A', 'b.zip': inner }, { stored: true });
    expect(await list(write('again.zip', outer))).toEqual({ 'again.zip/b.zip/b.xml': 'B', 'again.zip/sub/a.xml': 'A' });
  });

  it('does not unpack a zip that it is told not to look into', async () => {
    const big = await zipBytes({ 'building.xml': '<p/>' });
    const path = write('outer.zip', await zipBytes({ 'PND.zip': big, 'NUM.zip': await zipBytes({ 'n.xml': 'N' }) }));
    const directory = temporaryDirectory();
    const entries = await listInput(path, { temporaryDirectory: directory, descend: ({ name }) => name === 'NUM.zip' });
    expect(entries.map((entry) => entry.path)).toEqual(['outer.zip/NUM.zip/n.xml', 'outer.zip/PND.zip']);
    expect(readdirSync(directory, { recursive: true }).filter((name) => String(name).includes('PND'))).toEqual([]);
  });

  it('opens a zip by its content where its name does not tell', async () => {
    const path = write('download', await zipBytes({ 'a.txt': 'A' }));
    expect(await list(path)).toEqual({ 'download/a.txt': 'A' });
  });

  it('says how large files are, unpacked and as stored', async () => {
    const path = write('z.zip', await zipBytes({ 'a.txt': 'a'.repeat(10_000) }));
    const [entry] = await listInput(path, { temporaryDirectory: temporaryDirectory(), descend: () => true });
    expect(entry?.byteLength).toBe(10_000);
    expect(entry?.compressedByteLength).toBeLessThan(100);
  });
});

describe('reading from a zip', () => {
  it('reads Zip64', async () => {
    expect(await list(write('z.zip', await zipBytes({ 'a.txt': 'A' }, { zip64: true })))).toEqual({
      'z.zip/a.txt': 'A',
    });
  });

  it('reads members whose local header has no sizes (data descriptors)', async () => {
    const zip = new ZipFile();
    zip.addReadStream(Readable.from(['hello ', 'world']), 'a.txt');
    zip.addReadStream(Readable.from(['second']), 'b.txt');
    zip.end();
    const path = write('z.zip', await buffer(zip.outputStream));
    expect(await list(path)).toEqual({ 'z.zip/a.txt': 'hello world', 'z.zip/b.txt': 'second' });
  });

  it('reads empty and stored members', async () => {
    const path = write('z.zip', await zipBytes({ 'empty.txt': '', 'a.txt': 'A' }, { stored: true }));
    expect(await list(path)).toEqual({ 'z.zip/empty.txt': '', 'z.zip/a.txt': 'A' });
  });

  it('yields the bytes of a large member in chunks, unchanged', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${i} `).join(''));
    const path = write('z.zip', await zipBytes({ 'a.txt': content }));
    const [entry] = await listInput(path, { temporaryDirectory: temporaryDirectory(), descend: () => true });
    const chunks: Buffer[] = [];
    for await (const chunk of await openEntry(entry!.source)) chunks.push(chunk as Buffer);
    expect(chunks.length).toBeGreaterThan(3);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('reads no more than the head where that is asked for', async () => {
    const path = write('z.zip', await zipBytes({ 'a.txt': 'abcdef'.repeat(100_000) }));
    const [entry] = await listInput(path, { temporaryDirectory: temporaryDirectory(), descend: () => true });
    expect((await readHead(entry!.source, 8)).toString()).toBe('abcdefab');
  });
});

async function readAllInGulps(source: EntrySource): Promise<Buffer> {
  const gulps: Buffer[] = [];
  for await (const gulp of readInGulps(source)) gulps.push(gulp);
  return Buffer.concat(gulps);
}

describe('reading in gulps', () => {
  it.each([
    ['deflated', { stored: false }],
    ['stored', { stored: true }],
  ])('gives the bytes of a %s member in one piece, of an empty one too', async (_, options) => {
    const contents = { 'a.txt': 'abcdef'.repeat(100_000), 'b.txt': '', 'c.txt': 'c' };
    const path = write('z.zip', await zipBytes(contents, options));
    const entries = await listInput(path, { temporaryDirectory: temporaryDirectory(), descend: () => true });
    for (const { name, source } of entries) {
      const gulps: Buffer[] = [];
      for await (const gulp of readInGulps(source)) gulps.push(gulp);
      expect(gulps).toHaveLength(1);
      expect(gulps[0]!.toString()).toBe(contents[name as keyof typeof contents]);
    }
  });

  it('gives the bytes of a file', async () => {
    const path = write('a.txt', 'abcdef'.repeat(100_000));
    expect((await readAllInGulps({ file: path })).toString()).toBe('abcdef'.repeat(100_000));
  });
});

describe('an input that cannot be used', () => {
  const options = () => ({ temporaryDirectory: temporaryDirectory(), descend: () => true });

  it('is named when it is not there', async () => {
    await expect(listInput(join(root, 'nothing.zip'), options())).rejects.toMatchObject({
      code: 'input-not-found',
      message: expect.stringContaining('nothing.zip'),
    });
  });

  it('is named when it is no zip', async () => {
    await expect(listInput(write('no.zip', 'hello'), options())).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('"no.zip" cannot be read as a zip'),
    });
  });

  it('is named when it is cut off', async () => {
    const bytes = await zipBytes({ 'a.txt': 'abc'.repeat(1000) });
    await expect(listInput(write('cut.zip', bytes.subarray(0, -30)), options())).rejects.toMatchObject({
      code: 'input-corrupt',
    });
  });

  it('is named when a zip inside it is cut off', async () => {
    const inner = (await zipBytes({ 'a.txt': 'abc' })).subarray(0, -10);
    await expect(
      listInput(write('outer.zip', await zipBytes({ 'inner.zip': inner })), options()),
    ).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('outer.zip/inner.zip'),
    });
  });

  it('is found out where its bytes have changed', async () => {
    const bytes = await zipBytes({ 'a.txt': Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251)) });
    for (const stored of [false, true]) {
      const damaged = stored ? await zipBytes({ 'a.txt': 'abc'.repeat(500) }, { stored }) : Buffer.from(bytes);
      damaged[200]! ^= 0x55;
      const [entry] = await listInput(write('bad.zip', damaged), options());
      for (const read of [readEntry, readAllInGulps]) {
        await expect(read(entry!.source)).rejects.toMatchObject({
          code: 'input-corrupt',
          message: expect.stringContaining('"a.txt" in "bad.zip" is damaged'),
        });
      }
    }
  });

  it.each([
    ['more', 1500],
    ['fewer', 600],
  ])('is found out where %s bytes come out than its directory says', async (_, length) => {
    const bytes = await zipBytes({ 'a.txt': 'abc'.repeat(length / 3) });
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(1000, directory + 24);
    const [entry] = await listInput(write('bad.zip', bytes), options());
    for (const read of [readEntry, readAllInGulps]) {
      await expect(read(entry!.source)).rejects.toMatchObject({ code: 'input-corrupt' });
    }
  });

  it('is read no further than the length that its directory says, and leaves no more on disk', async () => {
    const inner = await zipBytes({ 'a.txt': Buffer.alloc(1 << 25) });
    const bytes = await zipBytes({ 'inner.zip': Buffer.concat([Buffer.alloc(1 << 25), inner]) });
    bytes.writeUInt32LE(100, bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    const temporary = temporaryDirectory();
    const reading = listInput(write('bomb.zip', bytes), { temporaryDirectory: temporary, descend: () => true });
    await expect(reading).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining(
        '"inner.zip" in "bomb.zip" is damaged: more bytes came out where 100 were expected',
      ),
    });
    const written = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    for (const each of written) expect(statSync(join(each.parentPath, each.name)).size).toBeLessThanOrEqual(1 << 19);
  });

  it('is refused when zips are nested deeper than four', async () => {
    const nested = async (depth: number): Promise<Buffer> =>
      zipBytes(depth === 1 ? { 'a.txt': 'A' } : { 'z.zip': await nested(depth - 1) });
    const path = write('four.zip', await nested(4));
    expect((await listInput(path, options())).map((entry) => entry.path)).toEqual(['four.zip/z.zip/z.zip/z.zip/a.txt']);
    await expect(listInput(write('five.zip', await nested(5)), options())).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(/^"five\.zip(?:\/z\.zip){4}" is refused: zips are nested more than 4 deep/),
    });
    // Also by one who unpacks zip after zip.
    let [entry] = await listInput(write('five.zip', await nested(5)), { ...options(), descend: () => false });
    for (let depth = 2; depth <= 4; depth++) {
      [entry] = await listZipEntry(entry!, { ...options(), descend: () => false });
    }
    await expect(listZipEntry(entry!, options())).rejects.toMatchObject({ code: 'input-corrupt' });
  });

  it('is refused when it counts fewer files than it has', async () => {
    for (const zip64 of [false, true]) {
      const bytes = await zipBytes({ 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' }, { zip64 });
      const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
      const end64 = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]));
      bytes.writeUInt16LE(2, end + 10);
      if (zip64) bytes.writeBigUInt64LE(2n, end64 + 32);
      await expect(listInput(write('few.zip', bytes), options())).rejects.toMatchObject({
        code: 'input-corrupt',
        message: expect.stringContaining(
          '"few.zip" cannot be read as a zip (it has more files than the 2 that it declares)',
        ),
      });
    }
  });

  it.skipIf(!existsSync('/proc/self/fd'))(
    'is refused when a size of 64 bits is impossible, and leaves no file open',
    async () => {
      const sound = await zipBytes({ 'a.txt': 'abc'.repeat(500), 'b.txt': 'B' }, { zip64: true });
      const header = sound.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
      const extra = header + 46 + 'a.txt'.length + 4;
      const open = () => readdirSync('/proc/self/fd').length;
      const before = open();
      // Unpacked size, stored size, place of the local header.
      for (const field of [0, 8, 16]) {
        for (const lie of [2n ** 64n - 1n, 2n ** 63n, 2n ** 53n, 2n ** 40n, BigInt(sound.length)]) {
          const bytes = Buffer.from(sound);
          bytes.writeBigUInt64LE(lie, extra + field);
          const reading = listInput(write('lie.zip', bytes), options()).then(([entry]) => readEntry(entry!.source));
          await expect(reading, `${field} ${lie}`).rejects.toMatchObject({ code: 'input-corrupt' });
        }
      }
      expect(open()).toBeLessThanOrEqual(before + 1);
    },
  );

  it('is refused where it would be read as a whole and is larger than any such file', async () => {
    const path = write('large.txt', '');
    truncateSync(path, MAX_ENTRY_BYTES + 1);
    await expect(readEntry({ file: path })).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('"large.txt" is refused: it has more than 268435456 bytes'),
    });
  });

  it('is refused when it is encrypted', async () => {
    const bytes = await zipBytes({ 'a.txt': 'abc' });
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes[directory + 8]! |= 1;
    await expect(listInput(write('secret.zip', bytes), options())).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringContaining('encrypted'),
    });
  });

  it.skipIf(!existsSync('/proc/self/fd'))('leaves no file open behind it', async () => {
    const path = write('z.zip', await zipBytes({ 'a.txt': 'abc'.repeat(200_000) }));
    const [entry] = await listInput(path, options());
    // Of this file: others of the process come and go.
    const open = () => readdirSync('/proc/self/fd').filter((each) => isLinkTo(`/proc/self/fd/${each}`, path)).length;
    const before = open();
    for (let i = 0; i < 5; i++) await readHead(entry!.source, 10);
    await expect.poll(open).toBe(before);
  });
});

function isLinkTo(link: string, path: string): boolean {
  try {
    return readlinkSync(link) === path;
  } catch {
    return false; // It was closed between the two reads.
  }
}
