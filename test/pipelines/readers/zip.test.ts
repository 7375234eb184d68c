import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  listZip,
  looksLikeZip,
  openZipMember,
  readZipMember,
  unpackZipMember,
} from '../../../pipelines/readers/zip.ts';
import { codeOf, codeOfPromise } from '../../support/code-of.ts';
import { zipBytes } from './zip-bytes.ts';

const root = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(root, { recursive: true }));

let number = 0;
function write(bytes: Uint8Array, name: string = 'register.zip'): string {
  const file = join(root, String(number++), name);
  mkdirSync(dirname(file));
  writeFileSync(file, bytes);
  return file;
}

describe('a zip', () => {
  it('gives the members it was made of, in their order, as a stream, at once and unpacked to a file', async () => {
    const path = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', '-'), minLength: 1, maxLength: 12 });
    const contents = fc.dictionary(path, fc.oneof(fc.string(), fc.uint8Array({ maxLength: 3000 })), { maxKeys: 6 });
    const options = fc.record({ stored: fc.boolean(), zip64: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(contents, options, async (written, how) => {
        const file = write(await zipBytes({ 'folder/': '', ...written }, how));
        const members = await listZip(file);
        expect(members.map(({ name }) => name)).toEqual(Object.keys(written));
        for (const member of members) {
          const expected = Buffer.from(written[member.name]!);
          expect(member.byteLength).toBe(expected.length);
          expect(readZipMember(file, member).equals(expected)).toBe(true);
          expect((await buffer(await openZipMember(file, member))).equals(expected)).toBe(true);
          const unpacked = await unpackZipMember(file, member, root);
          expect(readFileSync(unpacked).equals(expected)).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('with any one bit of its member changed is found out, by the stream and at once', async () => {
    const content = 'straat;nummer;plaats\n'.repeat(20);
    for (const stored of [false, true]) {
      const bytes = await zipBytes({ 'a.csv': content }, { stored });
      const [member] = await listZip(write(bytes));
      const start = member!.headerOffset + 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
      for (let at = start; at < start + member!.compressedByteLength; at += stored ? 37 : 1) {
        const damaged = Buffer.from(bytes);
        damaged[at] = damaged[at]! ^ 0x10;
        const file = write(damaged);
        expect(
          codeOf(() => readZipMember(file, member!)),
          `at ${at}`,
        ).toBe('input-corrupt');
        expect(await codeOfPromise(openZipMember(file, member!).then(buffer)), `at ${at}`).toBe('input-corrupt');
      }
    }
  });

  it('cut off anywhere cannot be listed', async () => {
    const bytes = await zipBytes({ 'a.csv': 'x', 'b.csv': 'y' });
    for (let length = 0; length < bytes.length; length += 7) {
      expect(await codeOfPromise(listZip(write(bytes.subarray(0, length)))), `${length} bytes`).toBe('input-corrupt');
    }
  });

  it('with a member of another name in its directory than before its data cannot be listed', async () => {
    const bytes = await zipBytes({ 'a.csv': 'x', 'b.csv': 'y' });
    for (const at of [bytes.indexOf('a.csv'), bytes.lastIndexOf('b.csv')]) {
      const damaged = Buffer.from(bytes);
      damaged.write('c', at);
      const listed = listZip(write(damaged, 'caclr.zip'));
      await expect(listed).rejects.toThrow(/has another name there than in the directory of the zip/);
    }
  });

  it('says which of its members is damaged, and what to do', async () => {
    const bytes = await zipBytes({ 'a.csv': 'x'.repeat(100) }, { stored: true });
    const file = write(bytes, 'caclr.zip');
    const [member] = await listZip(file);
    const wrong = { ...member!, crc32: member!.crc32 ^ 1 };
    expect(() => readZipMember(file, wrong)).toThrow(
      '"a.csv" in "caclr.zip" is damaged: its checksum differs. Fetch the file again.',
    );
    const long = { ...member!, byteLength: 99 };
    expect(() => readZipMember(file, long)).toThrow('more bytes came out where 99 were expected');
    const elsewhere = { ...member!, headerOffset: 1 };
    expect(() => readZipMember(file, elsewhere)).toThrow('it is not where the directory of the zip says');
  });
});

it('a file is a zip by its name or by its first bytes', async () => {
  const bytes = await zipBytes({ 'a.csv': 'x' });
  expect(await looksLikeZip(write(bytes, 'download'))).toBe(true);
  expect(await looksLikeZip(write(Buffer.from('a;b\n'), 'A.ZIP'))).toBe(true);
  expect(await looksLikeZip(write(Buffer.from('a;b\n'), 'a.csv'))).toBe(false);
  expect(await looksLikeZip(write(Buffer.from('PK'), 'PK'))).toBe(false);
});
