import { describe, expect, it } from 'vitest';
import type { AnswerParts } from '../support/indexed-register.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';
import { QuestionMaker } from './answers-draw.ts';
import { countsOf, figuresOf, type Judged } from './answers-figures.ts';
import { askForms } from './answers-forms.ts';
import {
  type Answer,
  type Expected,
  type Found,
  judge,
  type Question,
  type Verdict,
  type Via,
} from './answers-judge.ts';
import { describePairs, pairsOf } from './answers-pairs.ts';

const house = (street: string, number: number, place: string, rest: Partial<AnswerParts> = {}): AnswerParts => ({
  streets: [street],
  number,
  suffix: '',
  postcode: '1111AA',
  places: [place],
  ...rest,
});

const found = (parts: AnswerParts, more: Partial<Found> = {}): Found => ({
  shown: `${parts.streets[0]} ${parts.number} (${parts.postcode} ${parts.places[0]})`,
  precision: 'House',
  parts,
  isGroup: false,
  ...more,
});

const question = (via: Via, expected: Expected): Question => ({
  family: 'forms',
  kind: 'a kind',
  country: 'nl',
  via,
  fields: { text: 'Torenlaan 12, Steendorp' },
  expected,
});

const list = (...all: Found[]): Answer => ({ found: all });
const match = (status: string, ...all: AnswerParts[]): Answer => ({
  status,
  score: status === 'exact' ? 1 : 0.9,
  faults: status === 'exact' ? [] : ['street-corrected'],
  country: 'nl',
  where: { street: all[0]?.streets[0] ?? 'Torenlaan', place: 'Steendorp', municipality: 'Steendorp' },
  found: all.map((each) => found(each)),
});

const RIGHT = house('Torenlaan', 12, 'Steendorp');
const OTHER = house('Molenpad', 12, 'Steendorp');
const ELSEWHERE = house('Torenlaan', 12, 'Rozendorp', { postcode: '2222AA' });
const STREET = found(RIGHT, { precision: 'Street', shown: 'Torenlaan (street in Steendorp)' });
const IS_HOUSE: Expected = { kind: 'house', houses: [RIGHT] };
const IS_STREET: Expected = { kind: 'street', names: ['Torenlaan'], places: ['Steendorp'] };
const INSIDE: Expected = { kind: 'inside', municipalities: ['Steendorp'] };

describe('an answer is judged', () => {
  it.each<[why: string, via: Via, expected: Expected, answer: Answer, verdict: Verdict]>([
    ['the house first', 'search', IS_HOUSE, list(found(RIGHT), found(OTHER)), 'right'],
    ['the house second', 'search', IS_HOUSE, list(found(OTHER), found(RIGHT)), 'later'],
    ['another house', 'search', IS_HOUSE, list(found(OTHER)), 'wrong'],
    ['the same house in another place', 'search', IS_HOUSE, list(found(ELSEWHERE)), 'wrong'],
    ['another suffix', 'search', IS_HOUSE, list(found({ ...RIGHT, suffix: 'a' })), 'wrong'],
    ['the boxes of the house as one', 'search', IS_HOUSE, list(found({ ...RIGHT, suffix: '1' }, { isGroup: true })), 'right'],
    ['its street', 'search', IS_HOUSE, list(STREET), 'none'],
    ['nothing', 'search', IS_HOUSE, list(), 'none'],
    ['exactly it', 'text', IS_HOUSE, match('exact', RIGHT), 'right'],
    ['another one', 'text', IS_HOUSE, match('corrected', OTHER), 'wrong'],
    ['several', 'columns', IS_HOUSE, match('several', RIGHT, OTHER), 'none'],
    ['a discrepancy that may not be', 'text', { ...IS_HOUSE, faults: ['street-corrected'] }, match('corrected', RIGHT), 'wrong'],
    ['the street', 'search', IS_STREET, list(STREET), 'right'],
    ['another number of the street', 'search', IS_STREET, list(found({ ...RIGHT, number: 14 })), 'right'],
    ['a house elsewhere', 'search', IS_STREET, list(found(ELSEWHERE), STREET), 'wrong'],
    ['the street by geocode', 'text', IS_STREET, match('street'), 'right'],
    ['a house elsewhere by geocode', 'text', IS_STREET, match('corrected', ELSEWHERE), 'wrong'],
    ['another street of the place', 'search', INSIDE, list(found(OTHER)), 'right'],
    ['another municipality', 'search', INSIDE, list(found(ELSEWHERE), found(OTHER)), 'wrong'],
    ['several, one of them elsewhere', 'text', INSIDE, match('several', OTHER, ELSEWHERE), 'wrong'],
    ['its municipality alone', 'text', INSIDE, match('place'), 'right'],
    ['a single house', 'text', { kind: 'no house' }, match('corrected', RIGHT), 'wrong'],
    ['several of them', 'text', { kind: 'no house' }, match('several', RIGHT, OTHER), 'right'],
    ['exact', 'text', { kind: 'not exact' }, match('exact', RIGHT), 'wrong'],
    ['exact, and rightly', 'file', { kind: 'not exact', unless: [RIGHT] }, match('exact', RIGHT), 'right'],
    ['at home', 'text', { kind: 'at home' }, match('exact', RIGHT), 'right'],
    ['abroad', 'text', { kind: 'at home' }, { ...match('exact', RIGHT), country: 'be' }, 'wrong'],
    ['as listed', 'search', { kind: 'listed', first: [['Torenlaan 12']] }, list(found(RIGHT)), 'right'],
    ['another list', 'search', { kind: 'listed', first: [['Torenlaan 12']] }, list(found(OTHER), found(RIGHT)), 'wrong'],
  ])('%s, %s', (_, via, expected, answer, verdict) => {
    expect(judge(question(via, expected), answer)).toBe(verdict);
  });
}); // biome-ignore format: a table

describe('two versions', () => {
  const judged = (answer: Answer, expected: Expected = IS_HOUSE): Judged => {
    const asked = question('text', expected);
    return { question: asked, answer, verdict: judge(asked, answer) };
  };
  const right = judged(match('exact', RIGHT));
  const wrong = judged(match('corrected', OTHER));

  it('that answer alike have no pair', () => {
    expect(pairsOf([right, wrong], [judged(match('exact', RIGHT)), judged(match('corrected', OTHER))])).toEqual([]);
  });

  it('have a pair for every other answer, and say whether it is better', () => {
    const street = judged(match('street'));
    const another = judged(match('corrected', ELSEWHERE));
    const lessSure = judged({ ...match('corrected', OTHER), score: 0.8 });
    const changes = pairsOf([right, wrong, street, wrong, wrong], [wrong, right, wrong, another, lessSure]);
    expect(changes.map(({ change }) => change)).toEqual(['worse', 'better', 'worse', 'other', 'reasons']);
    expect(describePairs(changes, 1).join('\n')).toContain('… and 1 more');
    expect(describePairs(changes, 9).join('\n')).toContain('wrong: corrected 0.900 [street-corrected] nl Molenpad 12');
  });

  it('stand side by side in the figures', () => {
    const [first] = figuresOf([right, right], ['nl'], [right, wrong]);
    expect(first).toMatchObject({ 'nl before': '1 of 2 (50.00 %)', 'nl now': '2 of 2 (100.00 %)' });
    expect(countsOf([right, wrong], { hasKinds: false })).toMatchObject([{ asked: 2, right: 1, wrong: 1 }]);
  });
});

it.each([
  ['nl', dutchTown],
  ['be', belgianTown],
  ['lu', luxembourgTown],
] as const)(
  'the forms of %s are asked with an address of the register, the same for the same seed',
  async (_, town) => {
    const { index } = await town();
    const questionsOf = (seed: number): readonly Question[] => {
      const maker = new QuestionMaker('forms', new IndexedRegister(index), new Random(seed), 8);
      askForms(maker);
      return maker.questions;
    };
    const questions = questionsOf(1);
    expect(questions.length).toBeGreaterThan(60);
    expect(questionsOf(1)).toEqual(questions);
    expect(questionsOf(2)).not.toEqual(questions);
    const register = new IndexedRegister(index);
    for (const { expected, via, fields } of questions) {
      if (expected.kind !== 'house') continue;
      const [{ streets, number, postcode } = RIGHT] = expected.houses;
      const streetsThere = streets.flatMap((name) => register.streetsNamed(name));
      expect(streetsThere.some((street) => register.addressesWithNumber(street, number, postcode).length > 0)).toBe(
        true,
      );
      expect(via === 'columns' ? (fields.street ?? fields.text) : fields.text).toBeTruthy();
    }
  },
);
