import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FAULT_WEIGHTS, FaultList, type WeighedFault } from '../../src/batch/faults.ts';

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

it('docs/batch.md says what each fault weighs', () => {
  const page = readFileSync(new URL('../../docs/batch.md', import.meta.url), 'utf8');
  const documented = new Map<string, string>();
  for (const [, faults, weight] of page.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (0\.[0-9]+[^|]*) \|/gm)) {
    for (const [, name] of faults!.matchAll(/`([a-z-]+)`/g)) documented.set(name!, weight!.trim());
  }
  for (const [name, weight] of Object.entries(FAULT_WEIGHTS)) {
    const shown = documented.get(name === 'postcode-near' ? 'postcode-differs' : name);
    expect(shown?.match(/0\.[0-9]+/g)?.map(Number), name).toContain(weight);
  }
});
