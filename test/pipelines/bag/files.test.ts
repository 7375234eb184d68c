import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listExtractFiles, unpackInTurn } from '../../../pipelines/bag/files.ts';
import { readEntry } from '../../../pipelines/readers/input-tree.ts';
import { type ZipContents, zipBytes } from '../readers/zip-bytes.ts';

const root = mkdtempSync(join(tmpdir(), 'unpack-in-turn-'));
afterAll(() => rmSync(root, { recursive: true }));

let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(root, 'temporary-'));
});

const DELIVERY: ZipContents = { 'Leveringsdocument-BAG-Extract.xml': '<BAG-Extract-Levering/>' };

/** Text that deflate cannot shrink, so that the zip inside is as large as what it holds. */
function noise(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join('');
}

/** An extract with so many characters in the file of each type, and a second file for each. */
async function extract(lengths: Readonly<Record<string, number>>, others: ZipContents = DELIVERY): Promise<string> {
  const contents: Record<string, string | Uint8Array> = { ...others };
  for (const [type, length] of Object.entries(lengths)) {
    contents[`9999${type}08012026.zip`] = await zipBytes({
      [`9999${type}08012026-000002.xml`]: `second ${type}`,
      [`9999${type}08012026-000001.xml`]: noise(length, length + type.charCodeAt(0)),
    });
  }
  const path = join(root, `${Object.entries(lengths).flat().join('')}.zip`);
  writeFileSync(path, await zipBytes(contents));
  return path;
}

function bytesUnder(path: string): number {
  const found = statSync(path);
  return found.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0)
    : found.size;
}

/** The names of the files, group by group, and the most that lay in the temporary directory meanwhile. */
async function readAll(path: string): Promise<{ groups: string[][]; peakBytes: number }> {
  const { stands } = await listExtractFiles([path], temporary);
  const groups: string[][] = [];
  let peakBytes = 0;
  for await (const files of unpackInTurn(stands, temporary)) {
    for (const { entry } of files) await readEntry(entry.source);
    // What is unpacked ahead takes its time; by then it is all there.
    await new Promise((resolve) => setTimeout(resolve, 50));
    peakBytes = Math.max(peakBytes, bytesUnder(temporary));
    groups.push(files.map(({ entry, recordType }) => `${recordType} ${entry.name.slice(-8, -4)}`));
  }
  return { groups, peakBytes };
}

describe('unpacking an extract in turn', () => {
  it('gives all files in the order of their types and names, and leaves none behind', async () => {
    const path = await extract({ VBO: 900, NUM: 700, OPR: 300, WPL: 100, STA: 50, LIG: 60 });
    const { groups } = await readAll(path);
    const types = ['WPL', 'OPR', 'NUM', 'VBO', 'LIG', 'STA'];
    expect(groups.flat()).toEqual(types.flatMap((type) => [`${type} 0001`, `${type} 0002`]));
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['one type is most of it', { NUM: 30_000, VBO: 70_000 }],
    ['types are alike', { WPL: 20_000, OPR: 20_000, NUM: 20_000, VBO: 20_000 }],
    ['there is one type', { NUM: 50_000 }],
    ['the next fits beside each', { WPL: 10, OPR: 60_000, NUM: 20_000, VBO: 10_000, LIG: 20_000 }],
  ])('never has more unpacked than the input where %s', async (_, lengths) => {
    const path = await extract(lengths as unknown as Record<string, number>);
    const { groups, peakBytes } = await readAll(path);
    expect(groups.flat()).toHaveLength(2 * Object.keys(lengths).length);
    // A member of a zip costs it a hundred bytes of names and the like, whether the zip lies in another or by itself.
    expect(peakBytes).toBeLessThanOrEqual(statSync(path).size);
  });

  it('removes what it has unpacked where the reading stops', async () => {
    const { stands } = await listExtractFiles([await extract({ NUM: 10_000, VBO: 9_000, LIG: 100 })], temporary);
    for await (const _ of unpackInTurn(stands, temporary)) break;
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('unpacks at once where no delivery document tells the date, so that a stand file can', async () => {
    const { stands } = await listExtractFiles([await extract({ NUM: 1_000 }, {})], temporary);
    expect(stands.map(({ entry, isZip }) => [entry.name, isZip])).toEqual([
      ['9999NUM08012026-000001.xml', false],
      ['9999NUM08012026-000002.xml', false],
    ]);
  });
});
