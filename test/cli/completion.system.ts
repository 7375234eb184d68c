import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the completion', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'pipelines/address-lookup.ts', ...args], { cwd: ROOT });
  const complete = async (...words: string[]): Promise<string[]> => {
    const { stdout } = await run('complete', '--', ...words);
    return stdout.split('\n').flatMap((line) => (line === '' || line.startsWith(':') ? [] : [line.split('\t')[0]!]));
  };

  it('knows commands, options and the values of options', async () => {
    const commands = await complete('');
    expect(commands).toEqual(expect.arrayContaining(['query', 'geocode', 'serve', 'update', 'build-index']));
    expect(commands).not.toContain('complete');
    expect(await complete('query', 'autocomplete', 'nl', '--l')).toEqual(['--language']);
    expect(await complete('query', 'autocomplete', '--language', '')).toEqual(['nl', 'fr', 'de', 'lb']);
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s that asks the program', async (shell) => {
    const { stdout } = await run('completion', shell);
    expect(stdout).toContain('benelux-address-lookup complete --');
  });

  it('completes a line in bash', async () => {
    const { stdout: script } = await run('completion', 'bash');
    // What bash-completion has in every distribution, and the program as it is found in the path.
    const prelude = `
      _get_comp_words_by_ref() { cur="geoc"; words=(benelux-address-lookup geoc); cword=1; prev=benelux-address-lookup; }
      benelux-address-lookup() { "${process.execPath}" --import tsx pipelines/address-lookup.ts "$@"; }`;
    const line = `__benelux_address_lookup_complete; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', `${prelude}\n${script}\n${line}`], { cwd: ROOT });
    expect(stdout.trim()).toBe('geocode');
  });
});
