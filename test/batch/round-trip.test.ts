import { beforeAll, describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import type { AddressFields, Match } from '../../src/search/match.ts';
import { fold } from '../../src/text/fold.ts';
import { effort } from '../support/effort.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';
import { Random } from '../support/random.ts';
import { TEMPLATES, type WrittenParts, writtenParts } from './written-addresses.ts';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

/** Every `step`th address is tried. */
const STEP = { nl: effort(16, 4), be: effort(16, 4), lu: effort(2, 1) } as const;

interface Trial {
  readonly written: string;
  readonly expected: number;
  readonly match: Match;
}

const isFound = ({ match, expected }: Trial): boolean =>
  match.addresses.length === 1 && match.addresses[0] === expected;
const isMarked = ({ match }: Trial): boolean => match.discrepancies.length > 0;
const describeTrials = (trials: readonly Trial[]): string =>
  trials
    .slice(0, 5)
    .map(({ written, match }) => `${written} → ${match.status} ${match.discrepancies.join(' ')}`)
    .join('\n');

function expectShare(trials: readonly Trial[], isRight: (trial: Trial) => boolean, share: number): void {
  const wrong = trials.filter((trial) => !isRight(trial));
  expect(trials.length).toBeGreaterThan(100);
  expect((trials.length - wrong.length) / trials.length, describeTrials(wrong)).toBeGreaterThanOrEqual(share);
}

describe.each(COUNTRIES)('an address in %s', (country) => {
  const setUp = (): { geocoder: Geocoder; all: WrittenParts[]; some: WrittenParts[]; random: Random } => {
    const index = fixtures.indexes[country];
    const all = [...writtenParts(index)].filter(({ number, postcode }) => number !== '' && postcode !== '');
    return {
      geocoder: new Geocoder(Object.values(fixtures.indexes)),
      all,
      some: all.filter((_, i) => i % STEP[country] === 0),
      random: new Random(20261120),
    };
  };

  it.each(Object.entries(TEMPLATES[country]))('written "%s" comes back as itself, exact', (_name, write) => {
    const { geocoder, all, some } = setUp();
    const namesakes = new Map<string, number>();
    for (const parts of all) namesakes.set(fold(write(parts)), (namesakes.get(fold(write(parts))) ?? 0) + 1);
    const trials = some
      // What is written in the same way as another address cannot be told from it.
      .filter((parts) => namesakes.get(fold(write(parts))) === 1)
      .map((parts) => ({
        written: write(parts),
        expected: parts.address,
        match: geocoder.match({ text: write(parts) }),
      }));
    expectShare(trials, (trial) => isFound(trial) && trial.match.status === 'exact', 0.985);
  });

  const inColumns = ({
    street,
    number,
    letter,
    addition,
    postcode,
    place,
    municipality,
  }: WrittenParts): AddressFields =>
    country === 'be'
      ? { street, housenumber: number + letter, addition, postcode, place: municipality, country }
      : {
          street,
          housenumber: number,
          addition: letter + (letter && addition ? '-' : '') + addition,
          postcode,
          place,
          country,
        };

  const tryAll = (change: (parts: WrittenParts, random: Random) => AddressFields | undefined): Trial[] => {
    const { geocoder, some, random } = setUp();
    return some.flatMap((parts) => {
      const fields = change(parts, random);
      if (fields === undefined) return [];
      return [{ written: JSON.stringify(fields), expected: parts.address, match: geocoder.match(fields) }];
    });
  };

  it('in columns comes back as itself, exact', () => {
    expectShare(tryAll(inColumns), (trial) => isFound(trial) && trial.match.status === 'exact', 0.99);
  });

  it('with a typing mistake in the street is found, and marked', () => {
    const trials = tryAll((parts, random) => {
      const street = mistype(parts.street, random);
      return street === undefined ? undefined : { ...inColumns(parts), street };
    });
    expectShare(trials, (trial) => isFound(trial) && isMarked(trial) && trial.match.status === 'corrected', 0.97);
  });

  it('with a typing mistake in the place is found, and marked', () => {
    const trials = tryAll((parts, random) => {
      const place = mistype(inColumns(parts).place!, random);
      return place === undefined ? undefined : { ...inColumns(parts), place };
    });
    expectShare(trials, (trial) => isFound(trial) && isMarked(trial) && trial.match.status === 'corrected', 0.97);
  });

  it('without its postcode is found, and marked', () => {
    const trials = tryAll((parts) => ({ ...inColumns(parts), postcode: '' }));
    // Where a street has a number twice, under two postcodes, nothing else tells them apart.
    expectShare(trials, (trial) => trial.match.addresses.includes(trial.expected) && isMarked(trial), 0.97);
  });

  it('without its place is found, and marked', () => {
    const trials = tryAll((parts) => ({ ...inColumns(parts), place: '' }));
    expectShare(trials, (trial) => trial.match.addresses.includes(trial.expected) && isMarked(trial), 0.97);
  });

  it('with another postcode is found by street and place, and the discrepancy is named', () => {
    const { all } = setUp();
    const trials = tryAll((parts, random) => {
      const { postcode } = random.pick(all);
      return postcode === parts.postcode ? undefined : { ...inColumns(parts), postcode };
    });
    expectShare(
      trials,
      ({ match, expected }) => match.addresses.includes(expected) && match.discrepancies.includes('postcode-differs'),
      0.97,
    );
  });

  it('with the name of another municipality is found by postcode and street, and the discrepancy is named', () => {
    const trials = tryAll((parts) => ({ ...inColumns(parts), place: 'Onbestaande Fusiegemeente' }));
    expectShare(
      trials,
      ({ match, expected }) => match.addresses.includes(expected) && match.discrepancies.includes('place-differs'),
      0.97,
    );
  });

  it('that does not exist is never exact', () => {
    const { geocoder, some } = setUp();
    const index = fixtures.indexes[country];
    const numbers = new Set(some.map(({ address }) => index.addresses.numberOf(address)));
    let free = 90_001;
    while (numbers.has(free)) free++;
    for (const [i, parts] of some.entries()) {
      if (i % 4 !== 0) continue;
      const fields = { ...inColumns(parts), housenumber: String(free) };
      expect(geocoder.match(fields).status).toBe('street');
      const elsewhere = { ...inColumns(parts), street: 'Xyloquastraat', place: 'Xyloquadorp' };
      expect(geocoder.match(elsewhere).status).not.toBe('exact');
      const added = { ...inColumns(parts), addition: `${parts.addition}ZQX` };
      expect(geocoder.match(added).status).not.toBe('exact');
      const write = Object.values(TEMPLATES[country])[0]!;
      expect(geocoder.match({ text: write({ ...parts, number: String(free) }) }).status).not.toBe('exact');
    }
  });
});

it('names a former municipality and an everyday name as such', () => {
  const geocoder = new Geocoder(Object.values(fixtures.indexes));
  const match = geocoder.match({ street: 'Spui', housenumber: '70', place: 'Den Haag' });
  expect(match).toMatchObject({ status: 'exact', discrepancies: ['place-alias'], precision: 'address' });
});

/** One letter left out, doubled, replaced or swapped; `undefined` for a name too short to be mistyped. */
function mistype(name: string, random: Random): string | undefined {
  const positions = [...name].flatMap((letter, i) =>
    i > 0 && /[a-z]/.test(letter) && /[a-z]/.test(name[i + 1] ?? '') ? [i] : [],
  );
  if (positions.length < 4 || fold(name).replaceAll(' ', '').length < 6) return undefined;
  const at = random.pick(positions);
  switch (random.between(0, 3)) {
    case 0:
      return name.slice(0, at) + name.slice(at + 1);
    case 1:
      return `${name.slice(0, at)}q${name.slice(at)}`;
    case 2:
      return `${name.slice(0, at)}q${name.slice(at + 1)}`;
    default:
      return name[at] === name[at + 1] ? undefined : name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2);
  }
}
