import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  compareJudgements,
  FAULT_WEIGHTS,
  FaultList,
  judgementWith,
  type WeighedFault,
} from '../../src/batch/faults.ts';

const fault = fc.constantFrom(...(Object.keys(FAULT_WEIGHTS) as WeighedFault[]));

it('the score is lower with every further fault, and never nothing', () => {
  fc.assert(
    fc.property(fc.array(fault, { maxLength: 8 }), fault, fc.integer({ min: 1, max: 4 }), (before, further, count) => {
      const list = new FaultList();
      for (const each of before) list.add(each);
      const { score } = list;
      list.add(further, count);
      expect(list.score).toBeLessThan(score);
      expect(list.score).toBeGreaterThan(0);
    }),
  );
  expect(new FaultList().score).toBe(1);
});

it('the score does not depend on the order of the faults', () => {
  fc.assert(
    fc.property(fc.array(fault, { maxLength: 8 }), (faults) => {
      const [forth, back] = [new FaultList(), new FaultList()];
      for (const each of faults) forth.add(each);
      for (const each of faults.toReversed()) back.add(each);
      expect(forth.score).toBeCloseTo(back.score, 12);
    }),
  );
});

const contradictionOf = (...faults: readonly (WeighedFault | readonly [WeighedFault, number])[]): number =>
  judgementWith(...faults).contradiction;

it('what is missing contradicts nothing, unless something else is contradicted too', () => {
  for (const missing of ['number-not-found', 'addition-ignored'] as const) {
    expect(contradictionOf(missing)).toBe(0);
    expect(contradictionOf(missing, 'place-wider')).toBe(contradictionOf('place-wider'));
    expect(contradictionOf(missing, 'postcode-near')).toBe(2);
    expect(contradictionOf('postcode-near', missing)).toBe(2);
  }
});

it('more parts that are contradicted weigh more than fewer, however gravely', () => {
  const parts = ['postcode-near', 'postcode-differs', 'place-differs', 'street-corrected'] as const;
  for (const one of [...parts, 'street-differs'] as const) {
    for (const [i, a] of parts.entries()) {
      for (const b of parts.slice(i + 1)) {
        expect(
          compareJudgements(judgementWith(one), judgementWith(a, b)),
          `${one} against ${a} and ${b}`,
        ).toBeGreaterThan(0);
      }
    }
  }
});

it('a place that there is not is contradicted by every answer, and makes none worse than another', () => {
  expect(contradictionOf('place-unknown')).toBe(1);
  expect(contradictionOf('place-unknown', 'number-not-found')).toBe(1);
  expect(contradictionOf('place-unknown', 'number-not-found', 'postcode-near')).toBe(3);
});

it('a name in another form is less than one that is another', () => {
  expect(contradictionOf(['street-corrected', 0.3])).toBeGreaterThan(0);
  expect(contradictionOf(['street-corrected', 0.3])).toBeLessThan(contradictionOf(['street-corrected', 1]));
  expect(contradictionOf(['street-corrected', 0.3], 'postcode-near')).toBeLessThan(contradictionOf('street-differs'));
});

it('docs/batch.md says what each fault weighs', () => {
  const page = readFileSync(new URL('../../docs/batch.md', import.meta.url), 'utf8');
  const documented = new Map<string, string>();
  for (const [, faults, weight] of page.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (0\.[0-9]+[^|]*) \|/gm)) {
    for (const [, name] of faults!.matchAll(/`([a-z-]+)`/g)) documented.set(name!, weight!.trim());
  }
  for (const [name, weight] of Object.entries(FAULT_WEIGHTS)) {
    const shown = documented.get(
      { 'postcode-near': 'postcode-differs', 'place-unknown': 'place-differs' }[name] ?? name,
    );
    expect(shown?.match(/0\.[0-9]+/g)?.map(Number), name).toContain(weight);
  }
});
