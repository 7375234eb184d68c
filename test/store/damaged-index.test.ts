import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import {
  answersOf,
  type IndexBytes,
  judge,
  openBytes,
  readIndexBytes,
  withFile,
  withFlippedBit,
  withLie,
} from '../support/damaged-index.ts';
import { effort } from '../support/effort.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';
import { Random } from '../support/random.ts';

/** Of each file of each country; `npm run bench -- damage` does 200 and 2,000, and lies whose checksums are right. */
const CUTS = effort(8, 200);
const FLIPS = effort(40, 2_000);
/** Of each country, of each kind. */
const LIES = effort(60, 2_000);

describe.each(COUNTRIES)('a damaged index of %s', (country) => {
  let files: IndexBytes;
  let expected = '';
  let remove = (): void => {};

  beforeAll(async () => {
    const data = await copyFixtureIndexes([country]);
    remove = () => data.remove();
    files = readIndexBytes(`${data.directory}/${country}`);
    expected = answersOf(await openBytes(files));
    expect(expected.length).toBeGreaterThan(2_000);
  });
  afterAll(() => remove());

  it('is refused if a file is cut off anywhere', async () => {
    for (const [name, content] of files) {
      for (let i = 0; i < CUTS; i++) {
        const length = Math.floor((i / CUTS) * content.length);
        expect(await judge(withFile(files, name, content.subarray(0, length)), expected), `${name} ${length}`).toBe(
          'refused',
        );
      }
      // Without the line feed at its end a manifest says the same.
      const last = await judge(withFile(files, name, content.subarray(0, -1)), expected);
      expect(last, name).toBe(name === INDEX_FILES.manifest ? 'equal' : 'refused');
    }
  });

  it('is refused if a single bit is another, or answers as if it were not', async () => {
    const random = new Random(1);
    for (const [name, content] of files) {
      for (let i = 0; i < FLIPS; i++) {
        const bit = random.between(0, content.length * 8 - 1);
        const outcome = await judge(withFile(files, name, withFlippedBit(content, bit)), expected);
        // Only white space of the manifest does not count.
        const allowed = name === INDEX_FILES.manifest ? ['refused', 'equal'] : ['refused'];
        expect(allowed, `${name} bit ${bit}: ${outcome}`).toContain(outcome);
      }
    }
  });

  it('is refused by opening or by verify if its contents lie under right checksums, or answers as if they did not', async () => {
    const outcomes = new Map<string, number>();
    for (const isReleased of [false, true]) {
      for (let number = 0; number < LIES; number++) {
        const { what, files: damaged } = withLie(files, new Random(number * 2_654_435_761), { isReleased });
        const outcome = await judge(damaged, expected, { isVerified: true });
        // Another identifier or another letter in a name that contradicts nothing is another register, once its release is made anew.
        const allowed = isReleased ? ['WRONG ANSWERS'] : [];
        expect(['refused', 'refused by verify', 'equal', ...allowed], `${number} ${what}: ${outcome}`).toContain(
          outcome,
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
    expect(outcomes.get('WRONG ANSWERS') ?? 0).toBeLessThanOrEqual(LIES / 200);
    // Both find what the other does not look for.
    expect(outcomes.get('refused')).toBeGreaterThan(LIES / 2);
    expect(outcomes.get('refused by verify')).toBeGreaterThan(LIES / 4);
  });
});
