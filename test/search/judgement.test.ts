import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CERTAINTY, DOUBTS } from '../../src/search/doubts.ts';
import {
  compareJudgements,
  DISCREPANCIES,
  DiscrepancyList,
  type DiscrepancyName,
  judgementWith,
} from '../../src/search/judgement.ts';

const discrepancy = fc.constantFrom(...(Object.keys(DISCREPANCIES) as DiscrepancyName[]));

it('the agreement is lower with every further discrepancy, and never nothing', () => {
  fc.assert(
    fc.property(
      fc.array(discrepancy, { maxLength: 8 }),
      discrepancy,
      fc.integer({ min: 1, max: 4 }),
      (before, further, count) => {
        const list = new DiscrepancyList();
        for (const each of before) list.add(each);
        const { agreement } = list;
        list.add(further, count);
        expect(list.agreement).toBeLessThan(agreement);
        expect(list.agreement).toBeGreaterThan(0);
      },
    ),
  );
  expect(new DiscrepancyList().agreement).toBe(1);
});

it('the agreement does not depend on the order of the discrepancies', () => {
  fc.assert(
    fc.property(fc.array(discrepancy, { maxLength: 8 }), (discrepancies) => {
      const [forth, back] = [new DiscrepancyList(), new DiscrepancyList()];
      for (const each of discrepancies) forth.add(each);
      for (const each of discrepancies.toReversed()) back.add(each);
      expect(forth.agreement).toBeCloseTo(back.agreement, 12);
    }),
  );
});

const contradictionOf = (...discrepancies: readonly (DiscrepancyName | readonly [DiscrepancyName, number])[]): number =>
  judgementWith(...discrepancies).contradiction;

it('what is missing contradicts nothing, unless something else is contradicted too', () => {
  for (const missing of ['number-not-found', 'addition-ignored'] as const) {
    expect(contradictionOf(missing)).toBe(0);
    expect(contradictionOf(missing, 'place-wider')).toBe(contradictionOf('place-wider'));
    expect(contradictionOf(missing, 'postcode-near')).toBe(2);
    expect(contradictionOf('postcode-near', missing)).toBe(2);
  }
});

it('more parts that are contradicted weigh more than fewer', () => {
  const parts = ['postcode-near', 'postcode-differs', 'place-differs', 'street-corrected'] as const;
  for (const one of parts) {
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

it('another street is as much as a misspelt one with another postcode, which leaves more of what is asked', () => {
  const misspelt = judgementWith('street-corrected', 'postcode-differs');
  expect(contradictionOf('street-differs')).toBe(misspelt.contradiction);
  expect(compareJudgements(misspelt, judgementWith('street-differs'))).toBeGreaterThan(0);
});

it('a place that there is not is contradicted by every answer, and makes none worse than another', () => {
  expect(contradictionOf('place-unknown')).toBe(1);
  expect(contradictionOf('place-unknown', 'number-not-found')).toBe(1);
  expect(contradictionOf('place-unknown', 'number-not-found', 'postcode-near')).toBe(3);
});

it('words left out may be the house, or where it is, that an answer lacks', () => {
  expect(contradictionOf('words-ignored', 'number-not-found-in-part')).toBe(1);
  expect(contradictionOf('incomplete-in-part', 'words-ignored')).toBe(1);
  expect(contradictionOf('number-not-found', 'incomplete')).toBe(0);
  expect(contradictionOf('words-ignored', 'addition-ignored')).toBe(0);
});

it('a name in another form is less than one that is another', () => {
  expect(contradictionOf('street-form')).toBeGreaterThan(0);
  expect(contradictionOf('street-form')).toBeLessThan(contradictionOf(['street-corrected', 1]));
  expect(contradictionOf('street-form', 'postcode-near')).toBeLessThan(contradictionOf('street-differs'));
});

it('docs/understanding.md says what each discrepancy weighs, and how much doubt it is', () => {
  const page = readFileSync(new URL('../../docs/understanding.md', import.meta.url), 'utf8');
  expect(page).toContain(`an answer begins with ${CERTAINTY},`);
  const documented = new Map<string, string[]>();
  const rows = page.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \| (0\.[0-9]+)[^|]* \| ([0-9.]+)[^|]* \|/gm);
  for (const [, discrepancies, weight, doubt] of rows) {
    for (const [, name] of discrepancies!.matchAll(/`([a-z-]+)`/g)) {
      documented.set(name!, [...(documented.get(name!) ?? []), `${Number(weight)} ${Number(doubt)}`]);
    }
  }
  for (const [name, { weight }] of Object.entries(DISCREPANCIES)) {
    const [shown = ''] = judgementWith(name as DiscrepancyName).discrepancies;
    expect(documented.get(shown), name).toContain(`${weight} ${DOUBTS[name as DiscrepancyName]}`);
  }
});
