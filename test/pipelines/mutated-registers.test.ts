import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/model/country.ts';
import { effort } from '../support/effort.ts';
import { fuzzCase, importFiles } from '../support/fuzz-import.ts';
import { mutatedRegister, soundRegister } from '../support/mutated-registers.ts';
import { Random } from '../support/random.ts';

/** `npm run bench -- fuzz` imports 50,000 of each country, each within bounds of time and memory. */
const CASES = effort(15, 1_000);

describe.each(COUNTRIES)('a register of %s with faults of every kind', (country) => {
  it('is built without faults', async () => {
    const forms = country === 'nl' ? [0] : [0, 2];
    for (const form of forms) {
      const outcome = await importFiles(country, await soundRegister(country, form));
      expect(outcome).toMatchObject({ kind: 'built', addresses: expect.any(Number) });
      expect(outcome.kind === 'built' && outcome.addresses).toBeGreaterThan(1);
    }
  });

  it(`is built, or refused with one sentence: ${CASES} cases`, async () => {
    const kinds: string[] = [];
    for (let number = 0; number < CASES; number++) {
      const { mutations, outcome } = await fuzzCase(country, 1_000_000 + number);
      expect(outcome.kind === 'fault' ? outcome.message : '', `case ${number}: ${mutations.join('; ')}`).toBe('');
      kinds.push(outcome.kind);
    }
    expect(new Set(kinds)).toEqual(new Set(['built', 'refused']));
  });
});

it('the same case has the same faults', async () => {
  const [one, again] = await Promise.all([1, 2].map(() => mutatedRegister('be', new Random(7))));
  expect(again!.mutations).toEqual(one!.mutations);
  expect([...again!.files.keys()]).toEqual([...one!.files.keys()]);
  // Files of megabytes: `toEqual` would take seconds.
  for (const [name, bytes] of one!.files) expect(again!.files.get(name)!.equals(bytes), name).toBe(true);
});
