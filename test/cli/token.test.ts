import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenCommand } from '../../src/cli/token.ts';
import { TokenList } from '../../src/http/tokens.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';
import { runCommand } from './run-command.ts';

describe('token', () => {
  it('prints a new token on stdout and, where there is no file, its line on stderr', async () => {
    const first = await runCommand(tokenCommand(), ['shop']);
    const second = await runCommand(tokenCommand(), ['shop']);
    expect(first.stdout).toMatch(/^[\w-]{43}\n$/);
    expect(second.stdout).not.toBe(first.stdout);
    expect(first.stderr).toMatch(/^Line for the token file:\nshop:[0-9a-f]{64}\n$/);
    const [, line] = first.stderr.split('\n');
    expect(TokenList.parse(line!, 'the test').clientOf(first.stdout.trim())).toBe('shop');
  });

  it('adds a line to a file that only its owner may read, and never the token', () =>
    withTemporaryDirectory(async (directory) => {
      const file = join(directory, 'tokens');
      const shop = await runCommand(tokenCommand(), ['shop', '--tokens', file]);
      const till = await runCommand(tokenCommand(), ['till', '--tokens', file]);
      expect([shop.code, till.code, shop.stderr]).toEqual([0, 0, '']);
      const text = readFileSync(file, 'utf8');
      expect(text.split('\n')).toHaveLength(3);
      expect(text).not.toContain(shop.stdout.trim());
      const list = TokenList.parse(text, file);
      expect([list.clientOf(shop.stdout.trim()), list.clientOf(till.stdout.trim())]).toEqual(['shop', 'till']);
      expect(statSync(file).mode & 0o077).toBe(0);
    }));

  it('keeps the last line of a file that was edited by hand', () =>
    withTemporaryDirectory(async (directory) => {
      const file = join(directory, 'tokens');
      writeFileSync(file, '# clients, without a line end');
      await runCommand(tokenCommand(), ['shop', '--tokens', file]);
      expect(readFileSync(file, 'utf8')).toMatch(/^# clients, without a line end\nshop:[0-9a-f]{64}\n$/);
    }));

  it('refuses a file that cannot be written, in a sentence', () =>
    withTemporaryDirectory(async (directory) => {
      const file = join(directory, 'none', 'tokens');
      const { code, stdout, stderr } = await runCommand(tokenCommand(), ['shop', '--tokens', file]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^".*tokens" cannot be written: its directory does not exist\. Choose another file with --tokens\.\n$/,
      );
    }));

  it.each(['', 'two words', 'a:b', 'x'.repeat(65)])('refuses the name %j', (name) =>
    withTemporaryDirectory(async (directory) => {
      const file = join(directory, 'tokens');
      const { code, stderr } = await runCommand(tokenCommand(), [name, '--tokens', file]);
      expect(code).toBe(2);
      expect(stderr).toContain('allowed are up to 64 letters');
      expect(existsSync(file)).toBe(false);
    }),
  );
});
