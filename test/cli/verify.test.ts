import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyCommand } from '../../src/cli/verify.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { randomInput } from '../support/random-input.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';
import { type Outcome, runCommand } from './run-command.ts';

const verify = (directory: string): Promise<Outcome> => runCommand(verifyCommand(), [directory]);

/** A data directory with an index of each country, to be damaged. */
function withIndexes(use: (directory: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    for (const country of COUNTRIES) {
      mkdirSync(join(directory, country));
      writeIndex(join(directory, country), randomInput(country, 1));
    }
    await use(directory);
  });
}

describe('verify', () => {
  it('says of each sound index how large it is', () =>
    withIndexes(async (directory) => {
      const { code, stdout, stderr } = await verify(directory);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^nl: sound, .* addresses in .* bytes\nbe: sound, .*\nlu: sound, .*\n$/);
    }));

  it('goes on to the other countries after one whose manifest or file is broken', () =>
    withIndexes(async (directory) => {
      writeFileSync(join(directory, 'nl', 'manifest.json'), '{}');
      const streets = join(directory, 'be', 'streets.bin');
      const bytes = readFileSync(streets);
      bytes[bytes.length - 9] = bytes[bytes.length - 9]! ^ 1;
      writeFileSync(streets, bytes);
      const { code, stdout, stderr } = await verify(directory);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^lu: sound, .*\n$/);
      expect(stderr).toMatch(
        /^nl: .*manifest\.json is not the manifest of an index: .*\nbe: .*streets\.bin has been changed/,
      );
    }));

  it('finds the index of one country in the place of another', () =>
    withIndexes(async (directory) => {
      renameSync(join(directory, 'nl'), join(directory, 'x'));
      renameSync(join(directory, 'be'), join(directory, 'nl'));
      const { code, stderr } = await verify(directory);
      expect(code).toBe(1);
      expect(stderr).toContain('holds the index of "be"; expected is "nl"');
    }));

  it('is exit code 2 where there is no index at all', () =>
    withTemporaryDirectory(async (directory) => {
      const { code, stderr } = await verify(directory);
      expect(code).toBe(2);
      expect(stderr).toContain('or build one: "npm run build-index"');
    }));
});
