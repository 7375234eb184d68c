import { beforeAll, describe, expect, it } from 'vitest';
import { judgementWith } from '../../src/search/judgement.ts';
import type { AddressFields, Match } from '../../src/search/match.ts';
import { PlaceNames } from '../../src/search/place-names.ts';
import { readRow } from '../../src/search/read-row.ts';
import { ANOTHER_NAME, NOT_COMPARED, RowJudge } from '../../src/search/row-judge.ts';
import { scoreOf } from '../../src/search/score.ts';
import type { StreetComparison } from '../../src/search/street-names.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { dutchTown } from '../support/towns.ts';

const NAMED: StreetComparison = { edits: 0, language: 'nl' };
const ONE_LETTER: StreetComparison = { edits: 1, language: 'nl' };

describe('the judge of a row', () => {
  let index: CountryIndex;
  beforeAll(async () => {
    ({ index } = await dutchTown());
  });

  function judgeOf(fields: AddressFields, known?: ReturnType<typeof judgementWith>): RowJudge {
    return new RowJudge(index, readRow({ index, places: new PlaceNames(index) }, fields).all[0]!, known);
  }

  /** Streets by name and place; the index has its own order. */
  function street(name: string, place: string): number {
    for (let each = 0; each < index.streets.length; each++) {
      const isInPlace = index.areas.at('place', index.streets.placeOf(each)).names.nl === place;
      if (isInPlace && index.streets.nameOf(each) === name) return each;
    }
    throw new Error(`${name} in ${place}`);
  }

  const numbersOf = ({ addresses }: Match): number[] => addresses.map((each) => index.addresses.numberOf(each));

  it('has no answer before a street was judged, and the house of the row after', () => {
    const judge = judgeOf({ street: 'Achterweg', housenumber: '1', postcode: '1381EC', place: 'Weesp' });
    expect(judge.isEmpty).toBe(true);
    expect(judge.result()).toBeUndefined();
    judge.judge(street('Achterweg', 'Weesp'), NAMED);
    expect(judge.isEmpty).toBe(false);
    expect(judge.result()).toMatchObject({ status: 'exact', score: scoreOf([]), discrepancies: [] });
  });

  it('keeps the better of two streets, whichever comes first, and says how good the other was', () => {
    const fields = { street: 'Voorweg', housenumber: '1', postcode: '1381EC', place: 'Weesp' };
    const [right, similar] = [street('Voorweg', 'Weesp'), street('Achterweg', 'Weesp')];
    for (const order of [
      [right, similar],
      [similar, right],
    ]) {
      const judge = judgeOf(fields);
      for (const each of order) judge.judge(each, each === right ? NAMED : ONE_LETTER);
      expect(judge.result()).toMatchObject({ status: 'exact', nextScore: scoreOf([['street-corrected', 1]]) });
      expect(index.streets.streetOf(judge.result()!.addresses[0]!)).toBe(right);
    }
  });

  it('answers with several streets that agree equally', () => {
    const judge = judgeOf({ street: 'Kerkstraat', housenumber: '1', place: 'Utrecht' });
    judge.judge(street('Kerkstraat', 'Utrecht'), NAMED);
    judge.judge(street('Kerkstraat', 'Vleuten'), NAMED);
    expect(judge.result()).toMatchObject({ status: 'several', discrepancies: ['several'] });
    expect(numbersOf(judge.result()!)).toEqual([1, 1]);
  });

  it('takes letters for the digits that they look like, unless only the house without them has the postcode', () => {
    const numbers = (postcode?: string, housenumber = '2O'): number[] => {
      const judge = judgeOf({
        street: 'Kerkstraat',
        housenumber,
        place: 'Utrecht',
        ...(postcode && { postcode }),
      });
      judge.judge(street('Kerkstraat', 'Utrecht'), NAMED);
      return numbersOf(judge.result()!);
    };
    expect(numbers()).toEqual([2, 20]);
    expect(numbers('3511AB')).toEqual([2]);
    // Apart from the number, a letter is an addition.
    expect(numbers(undefined, '2-O')).toEqual([2]);
  });

  it('takes a street of another name for an answer only if it has the very number', () => {
    const judge = judgeOf({ street: 'Elders', housenumber: '2', postcode: '1381EC' });
    judge.judge(street('Achterweg', 'Weesp'), ANOTHER_NAME);
    expect(judge.isEmpty).toBe(true);
    const there = judgeOf({ street: 'Elders', housenumber: '1', postcode: '1381EC' });
    there.judge(street('Voorweg', 'Weesp'), ANOTHER_NAME);
    expect(there.result()).toMatchObject({ status: 'corrected', discrepancies: ['street-differs'] });
  });

  it('answers with the street and the nearest number where the number is not there', () => {
    const judge = judgeOf({ street: 'Kerkstraat', housenumber: '18', place: 'Utrecht' });
    judge.judge(street('Kerkstraat', 'Utrecht'), NAMED);
    const { status, addresses, nearest, missingNumber } = judge.result()!;
    expect([status, addresses, missingNumber]).toEqual(['street', [], 18]);
    expect(index.addresses.numberOf(nearest!)).toBe(20);
  });

  it('never answers with what differs from both the place and the postcode', () => {
    const judge = judgeOf({ street: 'Kerkstraat', housenumber: '1', postcode: '1381EC', place: 'Weesp' });
    judge.judge(street('Kerkstraat', 'Vleuten'), NAMED);
    expect(judge.isEmpty).toBe(true);
  });

  it('says which stage can still be of use: none that gives no more than what is there, or than another reading gave', () => {
    const fields = { street: 'Achterweg', housenumber: '1', postcode: '1381EC', place: 'Weesp' };
    const judge = judgeOf(fields);
    expect(judge.isWorth(judgementWith('street-differs'))).toBe(true);
    judge.judge(street('Achterweg', 'Weesp'), ONE_LETTER);
    expect(judge.isWorth(judgementWith('street-differs'))).toBe(false);
    expect(judge.isWorth(judgementWith('street-corrected'))).toBe(false);
    expect(judge.isWorth(judgementWith())).toBe(true);
    expect(judgeOf(fields, judgementWith()).isWorth(judgementWith())).toBe(false);
  });

  it('counts what every answer differs in when it says which stage can still be of use', () => {
    // No answer is in a place that there is none of: the street of that name is as good as any can be.
    const judge = judgeOf({ street: 'Achterweg', housenumber: '1', postcode: '1381EC', place: 'Nieuwstad' });
    judge.judge(street('Achterweg', 'Weesp'), NAMED);
    expect(judge.isWorth(judgementWith('postcode-near'))).toBe(false);
    expect(judge.isWorth(judgementWith('street-form'))).toBe(true);
  });

  it('judges houses of a postcode without a name', () => {
    const judge = judgeOf({ postcode: '1381EC', housenumber: '1' });
    judge.judge(street('Voorweg', 'Weesp'), NOT_COMPARED);
    expect(numbersOf(judge.result()!)).toEqual([1]);
  });

  it('knows a postcode of a few streets as one that says which street is meant', () => {
    const judge = judgeOf({ street: 'Achterweg', housenumber: '1', postcode: '1381EC' });
    expect(judge.isOfFewInPostcode(street('Voorweg', 'Weesp'))).toBe(true);
    expect(judge.isOfFewInPostcode(street('Kerkstraat', 'Weesp'))).toBe(false);
  });
});
