import { describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { DISCREPANCIES, type Difference, type DiscrepancyName } from '../../src/search/judgement.ts';
import { scoreOf } from '../../src/search/score.ts';
import { IndexedRegister, partsOf } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { dutchTown } from '../support/towns.ts';
import type { Expected, Question } from './answers-judge.ts';
import { drawReliability } from './calibrate-diagram.ts';
import { fitDoubts, type Labelled } from './calibrate-fit.ts';
import { isTrue } from './calibrate-label.ts';
import { acceptedAt, binsOf, calibrationError, type Scored } from './calibrate-measure.ts';
import { writtenDoubts } from './calibrate-write.ts';

/** Answers of which as many are true as these log-odds say. */
function answersOf(certainty: number, doubts: Partial<Record<DiscrepancyName, number>>, random: Random): Labelled[] {
  const names = Object.keys(doubts) as DiscrepancyName[];
  return Array.from({ length: 40_000 }, () => {
    const differences = names.filter(() => random.chance(0.3)).map((name): Difference => [name, random.between(1, 2)]);
    const doubt = differences.reduce((sum, [name, count]) => sum + doubts[name]! * count, 0);
    return { differences, isTrue: random.chance(1 / (1 + Math.exp(doubt - certainty))) };
  });
}

describe('the fit', () => {
  const random = new Random(3);
  const truth = { 'street-corrected': 1.5, 'postcode-near': 0.5, incomplete: 2.5 } as const;
  const fitted = fitDoubts(answersOf(4, truth, random));

  it('finds what each discrepancy takes from the odds, and says how many answers have it', () => {
    expect(fitted.certainty).toBeGreaterThan(3.7);
    expect(fitted.certainty).toBeLessThan(4.3);
    for (const [name, doubt] of Object.entries(truth) as [DiscrepancyName, number][]) {
      expect(Math.abs(fitted.doubts[name] - doubt), name).toBeLessThan(0.2);
      expect(fitted.rows[name]).toBeGreaterThan(11_000);
    }
  });

  it('gives scores that are right as often as they say on answers it has not seen', () => {
    const unseen = answersOf(4, truth, random).map((each) => ({ ...each, score: scoreOf(each.differences, fitted) }));
    expect(calibrationError(binsOf(unseen))).toBeLessThan(0.01);
    // Scores that are all the same say too much of some and too little of others.
    expect(calibrationError(binsOf(unseen.map((each) => ({ ...each, score: 0.95 }))))).toBeGreaterThan(0.05);
  });

  it('learns nothing of other doubts from several addresses, one of which is nearly always right', () => {
    const some = (differences: Difference[], right: number): Labelled[] =>
      Array.from({ length: 400 }, (_, i) => ({ differences, isTrue: i < right }));
    const exact = Array.from({ length: 4000 }, (_, i): Labelled => ({ differences: [], isTrue: i > 0 }));
    const single = some([['addition-ignored', 1]], 200);
    const several = some([['addition-ignored', 1], ['several', 1]], 400); // biome-ignore format: two differences
    const table = fitDoubts([...exact, ...single, ...several]);
    expect(scoreOf([['addition-ignored', 1]], table)).toBeCloseTo(0.5, 1);
    expect(table.doubts.several).toBeLessThan(0.2);
  });

  it('leaves no discrepancy without a doubt but the harmless ones, whatever the answers say', () => {
    const all = Array.from({ length: 500 }, (): Labelled => ({ differences: [['place-wider', 1]], isTrue: true }));
    const { doubts, certainty } = fitDoubts([...all, ...all.map((each) => ({ ...each, differences: [] }))]);
    for (const name of Object.keys(DISCREPANCIES) as DiscrepancyName[]) {
      if (DISCREPANCIES[name].isHarmless) expect(doubts[name], name).toBe(0);
      else expect(doubts[name], name).toBeGreaterThan(0);
    }
    // As likely right as wrong, where there is no answer at all.
    expect(scoreOf([['country-differs', 1]], { doubts, certainty })).toBeCloseTo(0.5, 1);
    expect(doubts['place-wider']).toBeLessThan(doubts['country-differs']);
  });
});

describe('the measures', () => {
  const scored: Scored[] = [
    ...Array.from({ length: 8 }, (): Scored => ({ score: 0.95, isTrue: true })),
    ...Array.from({ length: 2 }, (): Scored => ({ score: 0.95, isTrue: false })),
    ...Array.from({ length: 10 }, (_, i): Scored => ({ score: 0.15, isTrue: i < 4 })),
  ];

  it('count each answer in the bin of its score, and how far the bin is from the truth', () => {
    const bins = binsOf(scored);
    expect(bins).toHaveLength(20);
    expect(bins.filter(({ answers }) => answers > 0).map(({ from, answers, right }) => [from, answers, right])).toEqual(
      [
        [0.15, 10, 0.4],
        [0.95, 10, 0.8],
      ],
    );
    expect(calibrationError(bins)).toBeCloseTo((0.25 + 0.15) / 2, 10);
  });

  it('count what a threshold accepts', () => {
    expect(acceptedAt(scored, 0.95)).toEqual({ threshold: 0.95, accepted: 10, wrong: 2 });
    expect(acceptedAt(scored, 0)).toEqual({ threshold: 0, accepted: 20, wrong: 8 });
  });

  it('are drawn, a point and a bar for each bin that has answers', () => {
    const drawn = drawReliability(binsOf(scored));
    expect(drawn.match(/<circle/g)).toHaveLength(2);
    expect(drawn.match(/<rect class="bar"/g)).toHaveLength(2);
    expect(drawn).not.toMatch(/NaN|undefined/);
  });
});

it('the table is written as a module that says where it comes from', () => {
  const fitted = fitDoubts([{ differences: [['incomplete', 1]], isTrue: true }]);
  const written = writtenDoubts(fitted, { seed: 7, sample: 30, countries: ['nl', 'lu'], answers: 1234, unseen: 999, error: 0.0123, date: new Date('2026-02-03T10:00:00Z') });
  for (const part of ['--seed 7 --sample 30 --countries nl,lu', '2026-02-03', '1,234 answers', '999', 'seed 8', '0.0123']) {
    expect(written).toContain(part);
  }
  expect(written).toContain(`export const CERTAINTY = ${fitted.certainty};`);
  expect(written).toContain(`  incomplete: ${fitted.doubts.incomplete}, // 1 answers`);
  expect(written).toContain(`'place-alias': 0, // harmless`);
}); // biome-ignore format: a call a line

it('an answer is true if the address, one of several, the street or the place is meant, and unknown where nobody can tell', async () => {
  const { index } = await dutchTown();
  const register = new IndexedRegister(index);
  const geocoder = new Geocoder([index]);
  const text = 'Kerkstraat 20, Utrecht';
  const label = (asked: string, expected: Expected): boolean | undefined => {
    const question: Question = { family: 'forms', kind: 'a kind', country: 'nl', via: 'text', fields: { text: asked }, expected };
    const match = geocoder.match(question.fields);
    return isTrue(question, match, match.country && register);
  };
  const [meant] = geocoder.match({ text }).addresses;
  const house: Expected = { kind: 'house', houses: [partsOf(register.documentOf(meant!))] };
  const another: Expected = { kind: 'house', houses: [{ ...partsOf(register.documentOf(meant!)), number: 99 }] };
  const elsewhere: Expected = { kind: 'house', houses: [{ streets: ['Voorweg'], number: 1, suffix: '', postcode: '1381EC', places: ['Weesp'] }] };
  expect(geocoder.match({ text }).status).toBe('exact');
  expect([label(text, house), label(text, another)]).toEqual([true, false]);
  expect(label(text, { kind: 'no house' })).toBe(false);
  // The street, whose number is another.
  const missing = 'Kerkstraat 18, Utrecht';
  expect(geocoder.match({ text: missing }).status).toBe('street');
  expect([label(missing, another), label(missing, elsewhere)]).toEqual([true, false]);
  expect(label(missing, { kind: 'no house' })).toBeUndefined();
  const inUtrecht = { kind: 'street', names: ['Kerkstraat'], places: ['Utrecht'] } as const;
  expect(label(missing, inUtrecht)).toBe(true);
  expect(label(missing, { ...inUtrecht, places: ['Weesp'] })).toBe(false);
  // A house is no answer where none is meant: of that street nobody knows what it is worth.
  expect([label(text, inUtrecht), label(text, { ...inUtrecht, names: ['Voorweg'] })]).toEqual([undefined, false]);
  const placeOnly = 'Onbekendestraat 3, Utrecht';
  expect(geocoder.match({ text: placeOnly }).status).toBe('place');
  expect([label(placeOnly, house), label(placeOnly, elsewhere)]).toEqual([true, false]);
  expect(label(placeOnly, { kind: 'inside', municipalities: ['Utrecht'] })).toBe(true);
  expect(label('Nergens 1, Niemandsdorp', house)).toBeUndefined();
}); // biome-ignore format: a question a line
