import { beforeAll, describe, expect, it } from 'vitest';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { MatchCascade } from '../../src/search/cascade.ts';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { compareJudgements } from '../../src/search/judgement.ts';
import type { AddressFields, Match } from '../../src/search/match.ts';
import { readRow } from '../../src/search/read-row.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { mistype } from '../support/mistype.ts';
import { Random } from '../support/random.ts';
import { randomRegister } from '../support/random-input.ts';
import { type OpenedRegister, openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom } from '../support/towns.ts';

/** Molenstraat in two towns, with the similar Moolenstraat in the first. */
const REGISTER: SmallRegister = {
  country: 'nl',
  gazetteer: {
    regions: [],
    provinces: [{ id: 1, names: { nl: 'Gewest' } }],
    municipalities: [
      { id: 1, names: { nl: 'Dorp' }, province: 0 },
      { id: 2, names: { nl: 'Stad' }, province: 0 },
    ],
    places: [
      { id: 1, names: { nl: 'Dorp' }, municipality: 0 },
      { id: 2, names: { nl: 'Stad' }, municipality: 1 },
      { id: 3, names: { nl: 'Gehucht' }, municipality: 1 },
    ],
    streets: [
      { id: 1, names: { nl: 'Molenstraat' }, place: 0 },
      { id: 2, names: { nl: 'Molenstraat' }, place: 1 },
      { id: 3, names: { nl: 'Moolenstraat' }, place: 0 },
      { id: 4, names: { nl: 'Lindelaan' }, place: 1 },
      { id: 5, names: { nl: 'Eikenweg' }, place: 2 },
      { id: 6, names: { nl: 'Beukenhof' }, place: 0 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '1234AA', number: 1 },
    { street: 0, postcode: '1234AA', number: 3 },
    { street: 0, postcode: '1234AB', number: 20 },
    { street: 1, postcode: '5678AA', number: 1 },
    { street: 1, postcode: '5678AA', number: 12 },
    { street: 2, postcode: '1234AC', number: 12 },
    { street: 3, postcode: '5678AB', number: 5 },
    { street: 4, postcode: '5699AA', number: 7 },
    { street: 5, postcode: '1234AD', number: 9 },
  ]),
};

describe('a place without the street', () => {
  it.each([
    ['has the postcode', '1234AA', []],
    ['has not the postcode, which is of another one', '5678AA', ['postcode-differs']],
    ['has a postcode that the register lacks', '1299ZZ', []],
  ])('%s: what differs besides', async (_, postcode, differing) => {
    const { index } = await openRegister(REGISTER);
    const { status, discrepancies } = new Geocoder([index], { threshold: 0 }).match({
      street: 'Onbekendelaan',
      housenumber: '99',
      postcode,
      place: 'Dorp',
    });
    expect([status, discrepancies]).toEqual(['place', ['street-not-found', ...differing]]);
  });
});

describe('a place whose name has brackets', () => {
  it('is where the street is looked for, and not its namesake', async () => {
    const { index } = await openRegister({
      country: 'nl',
      gazetteer: {
        regions: [],
        provinces: [
          { id: 1, names: { nl: 'Gelderland' } },
          { id: 2, names: { nl: 'Overijssel' } },
        ],
        municipalities: [
          { id: 1, names: { nl: 'Bronckhorst' }, province: 0 },
          { id: 2, names: { nl: 'Hengelo' }, province: 1 },
        ],
        places: [
          { id: 1, names: { nl: 'Hengelo (Gld)' }, municipality: 0 },
          { id: 2, names: { nl: 'Hengelo' }, municipality: 1 },
        ],
        streets: [
          { id: 1, names: { nl: 'Brink' }, place: 0 },
          { id: 2, names: { nl: 'Markt' }, place: 1 },
        ],
      },
      addresses: addressesFrom(1, [
        { street: 0, postcode: '7255AA', number: 1 },
        { street: 1, postcode: '7551AA', number: 1 },
      ]),
    });
    const geocoder = new Geocoder([index], { threshold: 0 });
    for (const text of ['Onbekendestraat 5, Hengelo (Gld)', 'Onbekendestraat 5, Hengelo (ge)']) {
      const { status, place } = geocoder.match({ text });
      const name = place === undefined ? undefined : index.areas.at('place', place).names.nl;
      expect([status, name], text).toEqual(['place', 'Hengelo (Gld)']);
    }
    expect(geocoder.match({ text: 'Brink 1 (achterom), Hengelo (Gld)' }).status).toBe('exact');
  });
});

describe('a place whose first word could be an addition', () => {
  it('is named whole: neither the place of the other words, nor a house with it, is meant', async () => {
    const { index } = await openRegister({
      country: 'nl',
      gazetteer: {
        regions: [],
        provinces: [{ id: 1, names: { nl: 'Noord-Holland' } }],
        municipalities: [
          { id: 1, names: { nl: 'Texel' }, province: 0 },
          { id: 2, names: { nl: 'Molenlanden' }, province: 0 },
        ],
        places: [
          { id: 1, names: { nl: 'De Waal' }, municipality: 0 },
          { id: 2, names: { nl: 'Waal' }, municipality: 1 },
        ],
        streets: [
          { id: 1, names: { nl: 'Brink' }, place: 0 },
          { id: 2, names: { nl: 'Markt' }, place: 1 },
        ],
      },
      addresses: addressesFrom(1, [
        { street: 0, postcode: '1791AA', number: 26 },
        { street: 1, postcode: '2964AA', number: 26 },
      ]),
    });
    const geocoder = new Geocoder([index], { threshold: 0 });
    const nameOf = ({ place }: Match): string | undefined =>
      place === undefined ? undefined : index.areas.at('place', place).names.nl;
    for (const text of ['Onbekendelaan 26, De Waal', 'Onbekendelaan 26 De Waal', 'Markt 26, De Waal']) {
      const match = geocoder.match({ text });
      expect([match.status, nameOf(match)], text).toEqual(['place', 'De Waal']);
    }
    expect(nameOf(geocoder.match({ text: 'Onbekendelaan 26, Waal' }))).toBe('Waal');
    expect(geocoder.match({ text: 'Brink 26, De Waal' }).status).toBe('exact');
    expect(geocoder.match({ text: 'Markt 26, Waal' }).status).toBe('exact');
  });
});

describe('the answer to a row', () => {
  let opened: OpenedRegister;
  beforeAll(async () => {
    opened = await openRegister(REGISTER);
  });

  /** What was answered, `street number, place` of an address, `street, place` of a street, or the place. */
  function answerTo(fields: AddressFields): { match: Match; answers: string[] } {
    const { index } = opened;
    const match = new Geocoder([index], { threshold: 0 }).match(fields);
    const place = (street: number): string => index.areas.at('place', index.streets.placeOf(street)).names.nl!;
    const answers =
      match.place === undefined
        ? [
            ...match.addresses.map((address) => {
              const street = index.streets.streetOf(address);
              return `${index.streets.nameOf(street)} ${index.addresses.numberOf(address)}, ${place(street)}`;
            }),
            ...match.streets.map((street) => `${index.streets.nameOf(street)}, ${place(street)}`),
          ]
        : [index.areas.at('place', match.place).names.nl!];
    return { match, answers };
  }

  const row = (street: string | undefined, housenumber?: string, postcode?: string, place?: string): AddressFields =>
    Object.fromEntries(
      Object.entries({ street, housenumber, postcode, place }).filter(([, value]) => value !== undefined),
    );

  type Row = readonly [
    fields: AddressFields,
    status: string,
    answers: readonly string[],
    discrepancies: readonly string[],
    why: string,
  ];
  const TABLE: readonly Row[] = [
    // What agrees.
    [row('Molenstraat', '1', '1234AA', 'Dorp'), 'exact', ['Molenstraat 1, Dorp'], [], 'everything agrees'],
    [row('Molenstraat', '1', undefined, 'Stad'), 'exact', ['Molenstraat 1, Stad'], [], 'the place says which'],
    [row('Molenstraat', '1', '5678AA'), 'exact', ['Molenstraat 1, Stad'], [], 'the postcode says which'],
    [row('Eikenweg', '7', undefined, 'Stad'), 'exact', ['Eikenweg 7, Gehucht'], [], 'the municipality is a place too'],
    [row('Lindelaan', '5', '', 'Stad'), 'exact', ['Lindelaan 5, Stad'], ['postcode-added'], 'an empty postcode'],
    [row('Lindelaan', '5', '5678AB', ''), 'exact', ['Lindelaan 5, Stad'], ['place-added'], 'an empty place'],
    [row('', '5', '5678AB', 'Stad'), 'exact', ['Lindelaan 5, Stad'], ['street-added'], 'an empty street'],
    // Where a house lies, said by an address.
    ...['naast', 'tegenover', 't.o.', 'bij', 'vlak bij', 'hoek', 'en face de'].map(
      (beside): Row => [
        { text: `${beside} Molenstraat 1, Dorp` },
        'corrected',
        ['Molenstraat 1, Dorp'],
        ['words-ignored'],
        'the house beside the one that is meant is no misspelt street',
      ],
    ),
    [
      row('achter Beukenhof', '9', undefined, 'Dorp'),
      'corrected',
      ['Beukenhof 9, Dorp'],
      ['words-ignored'],
      'the same in columns',
    ],
    // A number that is not in its street.
    [
      row('Molenstraat', '12', '1234AA', 'Dorp'),
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found'],
      'neither the similar Moolenstraat 12 nor Molenstraat 12 of another town',
    ],
    [
      row('Molenstraat', '12', undefined, 'Dorp'),
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found'],
      'the same by its place alone',
    ],
    [
      row('Molenstraat', '12', '1234AA'),
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found'],
      'the same by its postcode alone',
    ],
    [
      row('Molenstraat', '20', '5678AA', 'Stad'),
      'street',
      ['Molenstraat, Stad'],
      ['number-not-found'],
      'not Molenstraat 20 of Dorp',
    ],
    [
      { text: 'Molenstraat 12, 1234AA Dorp' },
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found'],
      'the same in one text',
    ],
    [
      row('Lindelaan', undefined, '5678AB', 'Stad'),
      'street',
      ['Lindelaan, Stad'],
      ['number-missing'],
      'no number at all',
    ],
    // One thing that differs.
    [
      row('Lindelaan', '5', '1234AA', 'Stad'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['postcode-differs'],
      'another postcode',
    ],
    [row('Lindelaan', '5', '5678AB', 'Dorp'), 'corrected', ['Lindelaan 5, Stad'], ['place-differs'], 'another place'],
    [
      row('Lindelaan', '5', '5678ZZ', 'Stad'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['postcode-differs'],
      'the letters of the postcode',
    ],
    [
      row('Lindelaan', '5', '5678', 'Stad'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['postcode-incomplete'],
      'a postcode without letters',
    ],
    [
      row('Lindelan', '5', '5678AB', 'Stad'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['street-corrected'],
      'a letter of the street',
    ],
    [
      row('Lindelaan', '5', undefined, 'Stadt'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['place-corrected'],
      'a letter of the place',
    ],
    [
      row('Lindelaan', '5', '5678AB', 'Gewest'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['place-wider'],
      'the province for the place',
    ],
    [
      row('Iets anders', '5', '5678AB', 'Stad'),
      'corrected',
      ['Lindelaan 5, Stad'],
      ['street-differs'],
      'another street',
    ],
    [
      row('Eikenweg', '7', '1234AA'),
      'street',
      ['Eikenweg, Gehucht'],
      ['postcode-differs'],
      'another postcode, no place: nothing of where it is agrees',
    ],
    [
      row('Moolenstraat', '1', '1234AA', 'Dorp'),
      'corrected',
      ['Molenstraat 1, Dorp'],
      ['street-corrected'],
      'the street of the postcode before the exact name beside it',
    ],
    [
      row('Molenstraat', '12', '1234AC', 'Dorp'),
      'corrected',
      ['Moolenstraat 12, Dorp'],
      ['street-corrected'],
      'the postcode is that of the similar street',
    ],
    [
      row('Molenstraat', '12', '1234AD', 'Dorp'),
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found', 'postcode-differs'],
      'the very name is there: Moolenstraat 12 is another street, and of another postcode too',
    ],
    [
      row('Molenstraat', '1', '5678AA', 'Dorp'),
      'corrected',
      ['Molenstraat 1, Stad'],
      ['place-differs'],
      'a Dutch postcode is surer than the place',
    ],
    [
      row('Molenstraat', '12', '5678AA', 'Dorp'),
      'corrected',
      ['Molenstraat 12, Stad'],
      ['place-differs'],
      'one part that differs before two: the number and the postcode',
    ],
    [
      row('Molenstraat', '12', '1234AA', 'Nergens'),
      'street',
      ['Molenstraat, Dorp'],
      ['number-not-found', 'place-differs'],
      'a place that there is not says nothing against the postcode',
    ],
    // Nothing that says where.
    [row('Molenstraat', '12'), 'corrected', ['Molenstraat 12, Stad'], ['incomplete'], 'the one that has the number'],
    [
      row('Molenstraat', '1'),
      'several',
      ['Molenstraat 1, Dorp', 'Molenstraat 1, Stad'],
      ['incomplete', 'several'],
      'two that have it',
    ],
    [row('Lindelan', '5'), 'corrected', ['Lindelaan 5, Stad'], ['street-corrected', 'incomplete'], 'a letter wrong'],
    // What is another address.
    [
      row('Eikenweg', '7', undefined, 'Dorp'),
      'place',
      ['Dorp'],
      ['street-not-found'],
      'a street that the place does not have',
    ],
    [
      row('Iets anders', '5', undefined, 'Dorp'),
      'place',
      ['Dorp'],
      ['street-not-found'],
      'a street that nothing is like',
    ],
    [{ text: 'Lindelaan 5, 1234AA Dorp' }, 'place', ['Dorp'], ['street-not-found'], 'place and postcode both differ'],
    [row('Iets anders', '5', undefined, 'Nergens'), 'none', [], [], 'nothing of it exists'],
  ];

  it.each(TABLE)('%j is %s %j with %j: %s', (fields, status, expected, discrepancies) => {
    const { match, answers } = answerTo(fields);
    expect(answers).toEqual(expected);
    expect(match.status).toBe(status);
    expect([...match.discrepancies].sort()).toEqual([...discrepancies].sort());
  });

  it('never contradicts both the place and the postcode', () => {
    const geocoder = new Geocoder([opened.index], { threshold: 0 });
    const count = { 'place-differs': 0, 'postcode-differs': 0, neither: 0 };
    for (const street of [
      'Molenstraat',
      'Moolenstraat',
      'Lindelaan',
      'Lindelan',
      'Eikenweg',
      'Beukenhof',
      'Iets',
      '',
    ]) {
      for (const postcode of ['1234AA', '1234AD', '5678AA', '5699AA', '9999ZZ', '1235AA', '5678']) {
        for (const place of ['Dorp', 'Stad', 'Gehucht', 'Nergens', 'Stadt']) {
          for (const housenumber of ['1', '5', '12', '']) {
            const fields = { street, housenumber, postcode, place };
            const { discrepancies, addresses, streets } = geocoder.match(fields);
            if (addresses.length + streets.length === 0) continue;
            const differing = (['place-differs', 'postcode-differs'] as const).filter((discrepancy) =>
              discrepancies.includes(discrepancy),
            );
            expect(differing.length, JSON.stringify(fields)).toBeLessThan(2);
            count[differing[0] ?? 'neither']++;
          }
        }
      }
    }
    for (const each of Object.values(count)) expect(each).toBeGreaterThan(50);
  });
});

/**
 * The stages leave out whatever cannot beat the best answer so far. What they may not do is leave out the best answer: every street of
 * the register is judged here, one by one, by the stage that takes streets as they are handed to it.
 */
describe('a city whose name is used for all of its region', () => {
  /** One street through two municipalities of Brussels, with a number in both and one in the second alone, and another town in Flanders. */
  const BRUSSELS: SmallRegister = {
    country: 'be',
    gazetteer: {
      regions: [{ id: 4000, names: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' } }],
      provinces: [
        { id: 4001, names: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' }, region: 0 },
        { id: 20001, names: { nl: 'Vlaams-Brabant' } },
      ],
      municipalities: [
        {
          id: 21004,
          names: { fr: 'Bruxelles', nl: 'Brussel' },
          aliases: [{ name: 'Brussels' }, { name: 'Bxl' }, { name: 'Haren' }],
          province: 0,
        },
        { id: 21015, names: { fr: 'Schaerbeek', nl: 'Schaarbeek' }, province: 0 },
        { id: 23088, names: { nl: 'Vilvoorde' }, province: 1 },
      ],
      places: [
        { id: 1000, names: { fr: 'Bruxelles', nl: 'Brussel' }, municipality: 0 },
        { id: 1030, names: { fr: 'Schaerbeek', nl: 'Schaarbeek' }, municipality: 1 },
        { id: 1800, names: { nl: 'Vilvoorde' }, municipality: 2 },
      ],
      streets: [
        { id: 1, names: { fr: 'Boulevard du Roi Albert II', nl: 'Koning Albert II-laan' }, place: 0 },
        { id: 2, names: { fr: 'Boulevard du Roi Albert II', nl: 'Koning Albert II-laan' }, place: 1 },
        { id: 3, names: { nl: 'Koning Albert II-laan' }, place: 2 },
      ],
    },
    addresses: addressesFrom(1, [
      { street: 0, postcode: '1000', number: 27 },
      { street: 1, postcode: '1030', number: 27 },
      { street: 1, postcode: '1030', number: 29 },
      { street: 2, postcode: '1800', number: 27 },
    ]),
  };

  it.each<readonly [text: string, status: string, postcodes: string[], discrepancies: string[]]>([
    ['Koning Albert II Laan 29, 1030 Brussel', 'exact', ['1030'], ['place-wider']],
    ['Bd du Roi Albert II 29, 1030 Bruxelles', 'exact', ['1030'], ['place-wider']],
    // Where the city itself has this number, too, the postcode decides.
    ['Koning Albert II Laan 27, 1030 Brussel', 'exact', ['1030'], ['place-wider']],
    ['Bd du Roi Albert II 27, 1030 Bruxelles', 'exact', ['1030'], ['place-wider']],
    ['Bd du Roi Albert II 27, 1030 Brussels', 'exact', ['1030'], ['place-wider']],
    ['Bd du Roi Albert II 27, 1030 Bxl', 'exact', ['1030'], ['place-wider']],
    ['Koning Albert II Laan 27, 1000 Brussel', 'exact', ['1000'], []],
    ['Koning Albert II Laan 27, Brussel', 'exact', ['1000'], []],
    ['Koning Albert II Laan 27, 1030 Schaarbeek', 'exact', ['1030'], []],
    ['Koning Albert II Laan 27, 1030 Vilvoorde', 'corrected', ['1030'], ['place-differs']],
  ])('%s', async (text, status, postcodes, discrepancies) => {
    const { index } = await openRegister(BRUSSELS);
    const match = new Geocoder([index], { threshold: 0 }).match({ text });
    expect(match.status).toBe(status);
    expect(match.addresses.map((each) => String(index.postcodes.codeAt(index.addresses.postcodeOf(each))))).toEqual(
      postcodes,
    );
    expect(match.discrepancies).toEqual(discrepancies);
  });
});

describe('what the stages leave out', () => {
  it.each(COUNTRIES)('is no better than their answer, %s', async (country) => {
    const compared = { exact: 0, corrected: 0, street: 0, other: 0 };
    for (const seed of [1, 2, 3, 4]) {
      const register = randomRegister(country, seed, { addresses: 300, streets: 40 });
      const { index } = await openRegister(register);
      const matcher = matcherOf(index);
      const everyStreet = Array.from({ length: index.streets.length }, (_, street) => street);
      const random = new Random(seed);
      for (let i = 0; i < 150; i++) {
        const fields = mutated(register, random);
        for (const reading of readRow(matcher, fields).all) {
          if (reading.street === undefined) continue;
          const staged = new MatchCascade(matcher, reading);
          staged.runExact();
          staged.runRelaxed(ampleSteps());
          const all = new MatchCascade(matcher, reading);
          all.runFound(everyStreet);
          const [answer, best] = [staged.result(), all.result()];
          if (best.status === 'none' || !isLookedAt(fields, best)) continue;
          // Judged one by one, streets do not know that another one is called as written.
          if (answer.differences.some(([name]) => name === 'street-form-of-another')) continue;
          const status = best.status === 'several' || best.status === 'place' ? 'other' : best.status;
          compared[status as keyof typeof compared]++;
          const message = JSON.stringify({ seed, fields, answer, best });
          expect(compareJudgements(answer, best), message).toBeGreaterThanOrEqual(0);
        }
      }
    }
    for (const [status, count] of Object.entries(compared)) expect(count, status).toBeGreaterThan(5);
  });

  /** Whether a stage looks where this answer is: not for a similar name where the row does not say it is, or another place. */
  function isLookedAt({ place, postcode }: AddressFields, { discrepancies }: Match): boolean {
    if (discrepancies.includes('place-differs') || discrepancies.includes('place-wider')) return false;
    if (place !== undefined || !discrepancies.includes('street-corrected')) return true;
    return !!postcode && !discrepancies.includes('postcode-differs') && !discrepancies.includes('postcode-incomplete');
  }

  function mutated({ gazetteer, addresses }: SmallRegister, random: Random): AddressFields {
    const address = random.pick(addresses);
    const other = random.pick(addresses);
    const street = gazetteer.streets[address.street]!;
    const placeOf = (of: typeof address) => gazetteer.places[gazetteer.streets[of.street]!.place]!;
    const name = random.pick(Object.values(street.names));
    const number = random.chance(0.2) ? other.number : address.number;
    return {
      street: random.chance(0.4) ? mistype(name, random) : name,
      ...(random.chance(0.95) && { housenumber: `${number || ''}${address.letter} ${address.addition}`.trim() }),
      ...(random.chance(0.7) && { postcode: random.chance(0.3) ? other.postcode : address.postcode }),
      ...(random.chance(0.7) && {
        place: random.pick(Object.values(placeOf(random.chance(0.2) ? other : address).names)),
      }),
    };
  }
});
