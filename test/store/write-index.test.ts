import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/format/container.ts';
import type { Country } from '../../src/model/country.ts';
import type { IndexInput, Manifest } from '../../src/store/manifest.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import { writeIndex, writeIndexInThreads } from '../../src/store/write-index.ts';
import { VERSION } from '../../src/version.ts';
import { codeOf } from '../support/code-of.ts';
import { Random } from '../support/random.ts';
import { randomInput, randomRegister } from '../support/random-input.ts';
import { shuffleRegister, toIndexInput, withTemporaryDirectory } from '../support/small-register.ts';
import { DUTCH_TOWN } from '../support/towns.ts';

/** The files of an index, by name. */
function filesOf(input: IndexInput): Promise<Map<string, Buffer>> {
  return withTemporaryDirectory(async (directory) => {
    writeIndex(directory, input);
    return new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]));
  });
}

function expectSameFiles(actual: ReadonlyMap<string, Buffer>, expected: ReadonlyMap<string, Buffer>): void {
  expect([...actual.keys()]).toEqual([...expected.keys()]);
  for (const [name, bytes] of actual) expect(bytes.equals(expected.get(name)!), name).toBe(true);
}

describe.each<Country>(['nl', 'be', 'lu'])('writing an index of %s', (country) => {
  it('gives the same bytes for the same input', async () => {
    expectSameFiles(await filesOf(randomInput(country, 1)), await filesOf(randomInput(country, 1)));
  });

  it('gives the same bytes whatever order the input is in', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const register = randomRegister(country, seed);
      const shuffled = shuffleRegister(register, new Random(seed + 1000));
      expectSameFiles(await filesOf(toIndexInput(shuffled)), await filesOf(toIndexInput(register)));
    }
  });

  it('gives other bytes when one house number changes', async () => {
    const register = randomRegister(country, 1);
    const [first, ...others] = register.addresses;
    const changed = { ...register, addresses: [{ ...first!, number: first!.number + 100 }, ...others] };
    const [before, after] = [await filesOf(toIndexInput(register)), await filesOf(toIndexInput(changed))];
    expect(after.get(INDEX_FILES.addresses)!.equals(before.get(INDEX_FILES.addresses)!)).toBe(false);
  });

  it('gives the same bytes with another thread for what has names', async () => {
    const input = randomInput(country, 3);
    await withTemporaryDirectory(async (directory) => {
      await writeIndexInThreads(directory, input, 2, 0);
      const written = new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]));
      expectSameFiles(written, await filesOf(input));
    });
  });

  it('leaves its input as it was', () => {
    const input = randomInput(country, 2);
    return withTemporaryDirectory(async (directory) => {
      writeIndex(directory, input);
      expect(input).toEqual(randomInput(country, 2));
    });
  });
});

describe('the manifest', () => {
  it('counts what is in the index', async () => {
    const files = await filesOf(toIndexInput(DUTCH_TOWN));
    const manifest = JSON.parse(files.get(INDEX_FILES.manifest)!.toString()) as Manifest;
    expect(manifest.counts).toEqual({
      regions: 0,
      provinces: 2,
      municipalities: 2,
      places: 3,
      streets: 6,
      streetNames: 4, // Kerkstraat is one name in three places
      postcodes: 6,
      addresses: 25,
      addressesWithoutPosition: 15,
      addressesWithoutPostcode: 1,
      addressesProposed: 0,
    });
    expect(manifest.country).toBe('nl');
    expect(manifest.release).toMatch(/^[0-9a-f]{16}$/);
    expect(manifest.formatVersion).toBe(FORMAT_VERSION);
    expect(manifest.tool).toEqual({ name: 'benelux-address-lookup', version: VERSION });
    expect(manifest.registers).toEqual(toIndexInput(DUTCH_TOWN).registers);
  });

  it('names every other file with its size', async () => {
    const files = await filesOf(randomInput('be', 3));
    const manifest = JSON.parse(files.get(INDEX_FILES.manifest)!.toString()) as Manifest;
    expect(new Map(manifest.files.map(({ name, bytes }) => [name, bytes]))).toEqual(
      new Map([...files].filter(([name]) => name !== INDEX_FILES.manifest).map(([name, { length }]) => [name, length])),
    );
  });

  it('has no trace of when or where it was made', async () => {
    const text = (await filesOf(toIndexInput(DUTCH_TOWN))).get(INDEX_FILES.manifest)!.toString();
    expect(text).not.toContain(process.cwd());
    expect(text).not.toMatch(new RegExp(`${new Date().getFullYear()}-(?!01-31)`)); // but for the reference date
  });
});

it('an input without a single address is refused, and nothing is written', () =>
  withTemporaryDirectory(async (directory) => {
    const empty = toIndexInput({ ...DUTCH_TOWN, addresses: [] });
    expect(codeOf(() => writeIndex(directory, empty))).toBe('input-empty');
    expect(readdirSync(directory)).toEqual([]);
  }));
