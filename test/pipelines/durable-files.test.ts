import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  isLeftover,
  leftoverName,
  linkOrCopy,
  makeDirectory,
  removeTree,
  replaceFile,
  syncTree,
} from '../../pipelines/durable-files.ts';

const root = mkdtempSync(join(tmpdir(), 'durable-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'folder-'));
});

describe('a small file', () => {
  it('is replaced, and nothing stays beside it', () => {
    const path = join(folder, 'current.json');
    for (const text of ['one', 'two', '']) {
      replaceFile(path, text);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
    expect(readdirSync(folder)).toEqual(['current.json']);
  });

  it('stays as it is where it cannot be replaced, and nothing stays beside it', () => {
    mkdirSync(join(folder, 'current.json', 'full'), { recursive: true });
    expect(() => replaceFile(join(folder, 'current.json'), 'text')).toThrow();
    expect(readdirSync(folder)).toEqual(['current.json']);
    expect(readdirSync(join(folder, 'current.json'))).toEqual(['full']);
  });
});

it('a directory is made with those above it, also if it is there', () => {
  makeDirectory(join(folder, 'a', 'b', 'c'));
  makeDirectory(join(folder, 'a', 'b', 'c'));
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['c']);
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeDirectory(join(folder, 'file', 'c'))).toThrow();
});

it('a tree is flushed with all its files, and removed with all of them', () => {
  makeDirectory(join(folder, 'tree', 'deep'));
  writeFileSync(join(folder, 'tree', 'deep', 'file'), 'text');
  syncTree(join(folder, 'tree'));
  removeTree(join(folder, 'tree'));
  removeTree(join(folder, 'not-there'));
  expect(readdirSync(folder)).toEqual([]);
});

it('a file has a second name that outlives the first', () => {
  writeFileSync(join(folder, 'first'), 'text');
  linkOrCopy(join(folder, 'first'), join(folder, 'second'));
  rmSync(join(folder, 'first'));
  expect(readFileSync(join(folder, 'second'), 'utf8')).toBe('text');
  expect(() => linkOrCopy(join(folder, 'first'), join(folder, 'third'))).toThrow();
  expect(existsSync(join(folder, 'third'))).toBe(false);
});

it('working directories are told from everything else by their names', () => {
  for (const kind of ['partial', 'temporary', 'removed'] as const) expect(isLeftover(leftoverName(kind))).toBe(true);
  for (const name of ['2026-01-08', '.partial', '.partial-0123', 'partial-0123456789abcdef', '.git', '.lock'])
    expect(isLeftover(name), name).toBe(false);
});
