import { describe, expect, it } from 'vitest';
import { penaltyIn } from '../../src/search/cost.ts';
import { searchFreeText } from '../support/search-free-text.ts';
import { type OpenedRegister, openRegister } from '../support/small-register.ts';
import { walloonTowns } from '../support/towns.ts';

/** Enough streets for "rue" to say hardly anything. */
const OTHERS = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [`Rue ${letter}xq`, 'Tour'] as const);

const STREETS: readonly (readonly [name: string, place: string])[] = [
  ...OTHERS,
  ['Rue Emile Cornez', 'Dour'],
  ['Rue des Croisettes', 'Dour'],
  ['August De Boecklaan', 'Dour'],
  ['Place Joseph Wauters', 'Dour'],
  ['Rue Wouters', 'Dour'],
  ['Route de Ciney', 'Dour'],
  ['Rue de Dour', 'Ciney'],
  ['Rue Cornet', 'Tour'],
  ['Rue Croisettes', 'Ciney'],
  ['A. De Boecklaan', 'Ciney'],
  ['Rue E. Corbeau', 'Ciney'],
  ['Pieter Cornelisz. Dirkstraat', 'Tour'],
  ['P.C. Dirkstraat', 'Ciney'],
];
let opened: Promise<OpenedRegister<'be'>> | undefined;

function hainaut(): Promise<OpenedRegister<'be'>> {
  opened ??= openRegister(walloonTowns({ towns: ['Dour', 'Ciney', 'Tour'], postcode: 7370, streets: STREETS }));
  return opened;
}

async function firstStreet(search: string): Promise<string> {
  const { index } = await hainaut();
  const [first] = searchFreeText(index, search);
  if (first?.kind !== 'street') return first?.kind ?? 'nothing';
  const place = index.areas.at('place', index.streets.placeOf(first.ordinal));
  return `${index.streets.nameOf(first.ordinal)} in ${place.names.fr}`;
}

describe('the street of a person', () => {
  it.each([
    ['rue cornez dour', 'Rue Emile Cornez in Dour', 'before Rue Cornet in Tour, with two letters corrected'],
    ['rue e. cornez dour', 'Rue Emile Cornez in Dour', 'the initial'],
    ['rue e. cornez', 'Rue Emile Cornez in Dour', 'the initial without a place, rather than another name with it'],
    ['place wauter', 'Place Joseph Wauters in Dour', 'the first name left out, before the last is whole'],
    ['place j. wauter', 'Place Joseph Wauters in Dour', 'its initial'],
    ['rue e. corne', 'Rue Emile Cornez in Dour', 'the same with a kind that hundreds have'],
    ['place a. wauter', 'nothing', 'another initial'],
    ['pc dirkstraat', 'P.C. Dirkstraat in Ciney', 'initials written together'],
    ['pc dirkstraat tour', 'Pieter Cornelisz. Dirkstraat in Tour', 'the same for first names, where the place is'],
    ['p.c. dirkstraat 99 tour', 'Pieter Cornelisz. Dirkstraat in Tour', 'though it lacks the number'],
    ['rue croisettes dour', 'Rue des Croisettes in Dour', 'the article, though another place has the name without it'],
    ['a. de boecklaan dour', 'August De Boecklaan in Dour', 'the initial, though another place has the name with it'],
    ['place wauters dour', 'Place Joseph Wauters in Dour', 'before another kind of street with a letter corrected'],
    ['rue de ciney dour', 'Route de Ciney in Dour', 'another kind of street, before words of it in other names'],
  ])('"%s" is %s: %s', async (search, wanted) => {
    expect(await firstStreet(search)).toBe(wanted);
  });

  it('has all the words that were typed, if in another form', async () => {
    const { index } = await hainaut();
    const [first] = searchFreeText(index, 'rue e cornez dour');
    expect(penaltyIn(first!.cost, 'ignored')).toBe(0);
    expect(penaltyIn(first!.cost, 'edits')).toBe(0);
    expect(penaltyIn(first!.cost, 'changes')).toBe(1);
  });
});
