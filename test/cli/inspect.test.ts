import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeIndex, inspectCommand } from '../../src/cli/inspect.ts';
import { nameIn } from '../../src/model/country.ts';
import { openCountry } from '../../src/store/directory.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { nameKey } from '../../src/text/fold.ts';
import { randomInput } from '../support/random-input.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';
import { runCommand } from './run-command.ts';

function withIndex(use: (directory: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    mkdirSync(join(directory, 'be'));
    writeIndex(join(directory, 'be'), randomInput('be', 1, { addresses: 600, streets: 40 }));
    await use(directory);
  });
}

describe('inspect', () => {
  it('says where every byte of an index is', () =>
    withIndex(async (directory) => {
      const index = await openCountry(directory, 'be');
      const { parts, addresses } = describeIndex(index, {});
      const sum = (of: typeof parts): number => of.reduce((bytes, part) => bytes + part.bytes, 0);
      const files = parts.filter(({ section }) => section === undefined);
      expect(files.map(({ file, bytes }) => ({ file, bytes }))).toEqual(
        index.manifest.files.map(({ name, bytes }) => ({ file: name, bytes })),
      );
      for (const { file, bytes } of files.filter((each) => each.file.endsWith('.bin'))) {
        const sections = parts.filter((part) => part.file === file && part.section && !part.column);
        // Besides the sections there are the directory, and up to 7 bytes after each of them.
        const rest = bytes - sum(sections) - 24 - 40 * sections.length;
        expect(rest, file).toBeGreaterThanOrEqual(0);
        expect(rest, file).toBeLessThanOrEqual(7 * (sections.length + 1));
      }
      const columns = parts.filter(({ column }) => column !== undefined);
      expect(columns.map(({ column }) => column)).toContain('position');
      expect(sum(columns)).toBe(parts.find(({ section, column }) => section === 'rows' && !column)!.bytes);
      expect(parts[0]!.bytesAnAddress).toBe(parts[0]!.bytes / addresses);
    }));

  it('shows the path of a name, label by label, with ever fewer keys under it', () =>
    withIndex(async (directory) => {
      const index = await openCountry(directory, 'be');
      for (let street = 0; street < index.streets.length; street++) {
        const name = nameIn(index.streets.namesOf(street));
        const path = describeIndex(index, { name }).paths!.street;
        expect(
          path
            .map(({ label }) => label)
            .join('')
            .startsWith(nameKey(name)),
          name,
        ).toBe(true);
        expect(path.map(({ leaves }) => leaves)).toEqual(path.map(({ leaves }) => leaves).sort((a, b) => b - a));
      }
      expect(describeIndex(index, { name: 'Qqqqqq' }).paths).toEqual({ area: [], street: [] });
    }));

  it('shows the runs around a position, nearest first, with the addresses that are there', () =>
    withIndex(async (directory) => {
      const index = await openCountry(directory, 'be');
      const { addresses } = index;
      const at = Array.from({ length: addresses.length }, (_, i) => i).find((i) => addresses.hasPosition(i))!;
      const near = { latitude: addresses.latE7Of(at) / 1e7, longitude: addresses.lonE7Of(at) / 1e7 };
      const { runs } = describeIndex(index, { near });
      expect(runs!.flatMap((run) => run.addresses)).toContain(at);
      expect(runs!.map(({ metres }) => metres)).toEqual(runs!.map(({ metres }) => metres).sort((a, b) => a - b));
      for (const { addresses: members, widthMetres, heightMetres } of runs!) {
        expect(members.every((each) => addresses.hasPosition(each))).toBe(true);
        expect(Math.max(widthMetres, heightMetres)).toBeLessThan(110);
      }
    }));

  it('is JSON in a pipe, and one sentence for a position that is none', () =>
    withIndex(async (directory) => {
      const { code, stdout } = await runCommand(inspectCommand(), [directory, '--country', 'be', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ country: 'be', formatVersion: 5, addresses: 600 });
      const wrong = await runCommand(inspectCommand(), [directory, '--near', '52']);
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain('Got "52" as --near; allowed is LATITUDE,LONGITUDE');
    }));
});
