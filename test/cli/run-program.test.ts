import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  invalidOption,
  parseCountry,
  parseDecimal,
  parsePosition,
  parsePositive,
  parseWholeNumber,
} from '../../src/cli/run-program.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { codeOf } from '../support/code-of.ts';
import { runCommand } from './run-command.ts';

describe('a number on the command line', () => {
  it.each<readonly [string, number]>([
    ['0', 0],
    ['12', 12],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%j is the whole number %d', (text, value) => {
    expect(parseWholeNumber(text)).toBe(value);
  });

  it.each(['', '-1', '1.5', '1e3', '0x10', ' 1', 'one', '1000000000000000'])('%j is no whole number', (text) => {
    expect(codeOf(() => parseWholeNumber(text))).toBe('invalid-option');
    expect(() => parseWholeNumber(text)).toThrow(`Got "${text}"; allowed is a whole number from 0.`);
  });

  it.each<readonly [string, number]>([
    ['52.37', 52.37],
    ['-4', -4],
  ])('%j is the decimal %d', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  it.each(['', '  ', 'north', '52,37'])('%j is no decimal, and the refusal shows what was typed', (text) => {
    expect(() => parseDecimal(text)).toThrow(`Got "${text}"; allowed is a number, with a decimal point`);
  });

  it('must be above 0 where nothing else makes sense', () => {
    expect([parsePositive('0.5'), parsePositive('1000000000')]).toEqual([0.5, 1e9]);
    for (const text of ['0', '-1', '', 'x', '1000000001', 'Infinity']) {
      expect(codeOf(() => parsePositive(text))).toBe('invalid-option');
    }
  });
});

describe('a position on the command line', () => {
  it('is a latitude and a longitude with a comma', () => {
    expect(parsePosition('52.37,-4.5')).toEqual({ latitude: 52.37, longitude: -4.5 });
  });

  it.each(['52', '52,4,1', '52,', ',', 'north,east', ''])('is not %j', (text) => {
    expect(codeOf(() => parsePosition(text))).toBe('invalid-option');
  });
});

it('a country is one of three, in small letters or large', () => {
  expect(['nl', 'be', 'lu'].map(parseCountry)).toEqual(['nl', 'be', 'lu']);
  expect(parseCountry('NL')).toBe('nl');
  for (const text of ['de', '']) expect(codeOf(() => parseCountry(text))).toBe('unknown-country');
});

describe('a program ends', () => {
  const program = (action: () => void | Promise<void>): Command => {
    const command = new Command('address-lookup').configureOutput({ writeErr: () => {}, writeOut: () => {} });
    command.addCommand(new Command('do').argument('<what>').action(action));
    return command.version('1.2.3');
  };

  it('with 0 when the command did its work, 1 when the command said so', async () => {
    expect(
      (
        await runCommand(
          program(() => {}),
          ['do', 'it'],
        )
      ).code,
    ).toBe(0);
    const saysOne = program(() => {
      process.exitCode = 1;
    });
    expect((await runCommand(saysOne, ['do', 'it'])).code).toBe(1);
  });

  it('with 0 after --help and --version', async () => {
    expect(
      (
        await runCommand(
          program(() => {}),
          ['--help'],
        )
      ).code,
    ).toBe(0);
    expect(
      (
        await runCommand(
          program(() => {}),
          ['--version'],
        )
      ).code,
    ).toBe(0);
    expect(
      (
        await runCommand(
          program(() => {}),
          ['do', '--help'],
        )
      ).code,
    ).toBe(0);
  });

  it.each([
    ['an unknown command', ['undo']],
    ['an unknown option', ['do', 'it', '--now']],
    ['a missing argument', ['do']],
  ])('with 2 after %s, and the action does not run', async (_, args) => {
    let hasRun = false;
    const { code } = await runCommand(
      program(() => {
        hasRun = true;
      }),
      args,
    );
    expect([code, hasRun]).toEqual([2, false]);
  });

  it('with 2 and the sentence alone after bad input', async () => {
    const refuses = program(() => {
      throw invalidOption('Got 5; allowed is 6.');
    });
    expect(await runCommand(refuses, ['do', 'it'])).toEqual({ code: 2, stdout: '', stderr: 'Got 5; allowed is 6.\n' });
    const later = program(async () => Promise.reject(new AddressLookupError('index-not-found', 'None here.')));
    expect((await runCommand(later, ['do', 'it'])).stderr).toBe('None here.\n');
  });

  it('with the whole error after a mistake of its own', async () => {
    const breaks = program(() => {
      throw new TypeError('x is not a function');
    });
    await expect(runCommand(breaks, ['do', 'it'])).rejects.toThrow(TypeError);
  });
});
