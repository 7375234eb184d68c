import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { watchedFile } from '../../src/http/watched-file.ts';
import { AddressLookupError } from '../../src/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'watched-'));
const path = join(directory, 'numbers');
afterAll(() => rmSync(directory, { recursive: true }));

let taken: number[] = [];
const open = (): (() => Promise<boolean>) =>
  watchedFile(path, {
    name: 'file of numbers',
    make: 'Make one.',
    fill: 'Add one.',
    take: (text, origin) => {
      taken = text
        .trim()
        .split('\n')
        .map((line) => {
          if (Number.isNaN(Number(line))) throw new AddressLookupError('invalid-option', `${line} in ${origin}`, {});
          return Number(line);
        });
    },
  });

describe('a watched file', () => {
  beforeEach(() => writeFileSync(path, '1\n2\n'));

  it('has what it had when it was opened, until it has changed and is read again', async () => {
    const refresh = open();
    expect(await refresh()).toBe(true);
    expect(await refresh()).toBe(false);
    writeFileSync(path, '3\n');
    expect(taken).toEqual([1, 2]);
    expect(await refresh()).toBe(true);
    expect(taken).toEqual([3]);
  });

  it('keeps it when it is wrong, empty or gone, and says each once', async () => {
    const refresh = open();
    await refresh();
    writeFileSync(path, '3\nx\n');
    await expect(refresh()).rejects.toThrow(`x in ${path}`);
    expect(await refresh()).toBe(false);
    writeFileSync(path, ' \n');
    await expect(refresh()).rejects.toThrow(`The file of numbers ${path} is empty. Add one.`);
    rmSync(path);
    await expect(refresh()).rejects.toThrow(`The file of numbers ${path} cannot be read. Make one.`);
    expect(taken).toEqual([1, 2]);
    await expect(open()()).rejects.toMatchObject({ code: 'input-not-found' });
  });
});
