import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { type DirectMatchRequest, directMatch } from '../../src/query/direct-match.ts';
import { effort } from '../support/effort.ts';
import { Oracle, type OracleAddress, type OracleRequest, officialName } from '../support/oracle.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

/** What directMatch must answer: the oracle's matches, better tiers first, proposed ones after others, then index order. */
function expected(oracle: Oracle, request: OracleRequest): unknown[] {
  return oracle
    .directMatch(request)
    .sort((a, b) => a.tier - b.tier || Number(a.address.isProposed) - Number(b.address.isProposed))
    .map(({ address }) => address.document);
}

/** The fields of a document by which addresses with one postcode and number differ. */
function partsThatDiffer(document: Record<string, unknown>): Record<string, unknown> {
  const kept = ['street', 'housenumber', 'houseletter', 'housenumberaddition', 'box_number'];
  return Object.fromEntries(Object.entries(document).filter(([name]) => kept.includes(name)));
}

/** The request that means an address as a person would copy it. */
function requestFor({ postcode, number, letter, addition }: OracleAddress): DirectMatchRequest {
  return { postcode, housenumber: `${number || ''}`, housenumberaddition: `${letter} ${addition}` };
}

const SEEDS = Array.from({ length: effort(4, 20) }, (_, i) => i + 1);

describe.each<Country>(['nl', 'be', 'lu'])('directMatch on random registers of %s', (country) => {
  it('answers by postcode and number as reading every address does', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      const postcodes = new Set(
        oracle.addresses.map((address) => address.postcode).filter((postcode) => postcode !== ''),
      );
      for (const postcode of postcodes) {
        for (const number of [1, 2, 5, 7, 11, 12, 18, 24, 25, 99999, 999999]) {
          expect(
            directMatch(lookup.index, { postcode, housenumber: number }),
            `${seed}: ${postcode} ${number}`,
          ).toEqual(expected(oracle, { postcode, number, suffix: '' }));
        }
      }
    }
  });

  it('answers by postcode, number and suffix as reading every address does', async () => {
    let compared = 0;
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      for (const address of oracle.addresses) {
        const { postcode, number, letter, addition } = address;
        // Box words and designations that begin with a digit have tests of their own.
        if (postcode === '' || number === 0 || /^(bus|b2|B2)/.test(addition)) continue;
        compared++;
        for (const suffix of new Set([letter + addition, `${letter}${addition}`.toLowerCase(), `0${addition}`, 'X'])) {
          const found = lookup.directMatch({ postcode, housenumber: number, housenumberaddition: suffix });
          expect(found, `${seed}: ${postcode} ${number} ${suffix}`).toEqual(
            expected(oracle, { postcode, number, suffix }),
          );
        }
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('finds every address that has a postcode by its own number and suffix', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      for (const address of new Oracle(input).addresses) {
        if (address.postcode === '') continue;
        expect(lookup.directMatch(requestFor(address)), `${seed}: ${address.id}`).toContainEqual(address.document);
      }
    }
  });

  it('lists as alternatives every house with the postcode and number, whatever follows the number', async () => {
    let compared = 0;
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      for (const address of oracle.addresses) {
        const { postcode, number } = address;
        if (postcode === '' || number === 0) continue;
        const name = officialName(address.street.names);
        for (const where of [{}, { street: name }]) {
          const found = expected(oracle, { postcode, number, suffix: '', ...where }) as Record<string, unknown>[];
          const asked = { postcode, housenumber: `${number}`, housenumberaddition: 'QQ', ...where };
          const listed = lookup.alternatives(asked);
          expect(listed, `${seed}: ${postcode} ${number}`).toEqual(found.map(partsThatDiffer));
          expect(listed.length).toBeGreaterThan(0);
          compared++;
        }
        expect(lookup.alternatives({ postcode, housenumber: 987654 })).toEqual([]);
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('finds with a street what it finds without one in the streets of that name', async () => {
    for (const seed of SEEDS) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      for (const { postcode, number, street } of oracle.addresses) {
        if (postcode === '' || number === 0) continue;
        for (const name of [
          ...Object.values(street.names),
          ...street.aliases,
          officialName(street.names).toUpperCase(),
        ]) {
          expect(
            lookup.directMatch({ postcode, housenumber: number, street: name }),
            `${seed}: ${postcode} ${number} ${name}`,
          ).toEqual(expected(oracle, { postcode, number, suffix: '', street: name }));
        }
        expect(lookup.directMatch({ postcode, housenumber: number, street: 'Nergensstraat' })).toEqual([]);
      }
    }
  });

  it('never throws, whatever text it is given', async () => {
    const { lookup } = await openInput(randomInput(country, 1));
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('1000', '1000AA', '12', '', ' '),
    );
    fc.assert(
      fc.property(
        text,
        text,
        fc.option(text, { nil: undefined }),
        fc.option(text, { nil: undefined }),
        (a, b, c, d) => {
          const request = { postcode: a, housenumber: b, housenumberaddition: c, street: d };
          expect(Array.isArray(lookup.directMatch(request))).toBe(true);
        },
      ),
      { seed: 20260120, numRuns: effort(150, 2000) },
    );
  });
});

/** `30 A-2` and so on, of each result. */
function numbersOf(results: readonly { housenumber: string }[]): string[] {
  return results.map((result) => {
    const { houseletter, housenumberaddition, box_number } = result as unknown as Record<string, string | undefined>;
    return [result.housenumber, houseletter, housenumberaddition, box_number].filter(Boolean).join('|');
  });
}

describe('directMatch in a Dutch town', () => {
  const match = async (
    postcode: string,
    housenumber: string | number,
    housenumberaddition?: string,
  ): Promise<string[]> => {
    const { lookup } = await dutchTown();
    return numbersOf(lookup.directMatch({ postcode, housenumber, housenumberaddition }));
  };

  it('without addition gives every address with the number, the bare one first, in natural order (ruling 6)', async () => {
    expect(await match('1381EA', 6)).toEqual(['6', '6|1', '6|2', '6|10', '6|A', '6|A|1', '6|A|2', '6|B', '6|bis']);
  });

  it.each([
    ['a letter', 'B', ['6|B']],
    ['a letter in the other case', 'b', ['6|B']],
    ['a word', 'bis', ['6|bis']],
    ['a word in the other case', 'BIS', ['6|bis']],
    ['a number', '2', ['6|2']],
    ['letter and addition with a hyphen', 'A-2', ['6|A|2']],
    ['letter and addition in one', 'a2', ['6|A|2']],
    ['letter and addition with a space', 'A 2', ['6|A|2']],
    ['a leading zero that no address has', '02', ['6|2']],
    ['an addition that no address has', 'C', []],
  ])('understands %s as addition (ruling 7)', async (_, addition, numbers) => {
    expect(await match('1381EA', '6', addition)).toEqual(numbers);
  });

  it('takes number and addition in one text too', async () => {
    expect(await match('1381EA', '6A2')).toEqual(['6|A|2']);
    expect(await match('1381EA', '6 A-2')).toEqual(['6|A|2']);
    expect(await match('1381EA', '6-2')).toEqual(['6|2']);
    expect(await match('1381EA', ' 06 ')).toEqual(await match('1381EA', 6));
  });

  it('gives all addresses that fold to one key, the exact spelling first (ruling 7)', async () => {
    expect(await match('1381EB', 14, 'A2')).toEqual(['14|A2', '14|A|2', '14|a2']);
    expect(await match('1381EB', 14, 'a2')).toEqual(['14|a2', '14|A2', '14|A|2']);
  });

  it('keeps leading zeros apart where both forms exist (ruling 7)', async () => {
    expect(await match('1381EB', 15, '2')).toEqual(['15|2']);
    expect(await match('1381EB', 15, '02')).toEqual(['15|02']);
    expect(await match('1381EB', 16, '2')).toEqual(['16|02']);
  });

  it.each(['1381EA', '1381 EA', '1381ea', 'NL-1381 EA'])('reads the postcode %s (ruling 9)', async (postcode) => {
    expect(await match(postcode, 6, 'B')).toEqual(['6|B']);
  });

  it.each(['', '1381', '9999ZZ', '1381E', 'nonsense', '0000AA'])(
    'finds nothing for the postcode %j',
    async (postcode) => {
      expect(await match(postcode, 6)).toEqual([]);
    },
  );

  it('finds nothing for a number that the postcode has not', async () => {
    expect(await match('1381EA', 7)).toEqual([]);
    expect(await match('1381EA', 66)).toEqual([]);
    expect(await match('1381EA', '')).toEqual([]);
  });

  it('gives the bare number of every street of the postcode before any addition', async () => {
    const { lookup } = await dutchTown();
    const found = lookup.directMatch({ postcode: '1381EC', housenumber: 1 });
    expect(found.map(({ street, housenumberaddition = '' }) => `${street} ${housenumberaddition}`.trim())).toEqual([
      'Achterweg',
      'Voorweg',
      'Achterweg 1',
    ]);
  });

  it('answers with the document of the specification (rulings 1 to 4)', async () => {
    const { lookup } = await dutchTown();
    expect(lookup.directMatch({ postcode: '1381EA', housenumber: 6, housenumberaddition: 'A2' })).toEqual([
      {
        city: 'Weesp',
        housenumber: '6',
        houseletter: 'A',
        housenumberaddition: '2',
        municipality: 'Weesp',
        postcode: '1381EA',
        province: 'Noord-Holland',
        street: 'Kerkstraat',
        location: { wgs84: [52.3071234, 5.0412345], rd: [132_000.001, 480_000.999] },
      },
    ]);
    const [bare] = lookup.directMatch({ postcode: '1381EA', housenumber: 6 });
    expect(Object.keys(bare!)).not.toContain('houseletter');
    expect(Object.keys(bare!)).not.toContain('housenumberaddition');
    expect(lookup.directMatch({ postcode: '1381EC', housenumber: 1 })[1]!.location).toBeNull();
  });
});

describe('directMatch in a Belgian town', () => {
  const match = async (postcode: string, housenumber: string, street?: string): Promise<string[]> => {
    const { lookup } = await belgianTown();
    return numbersOf(lookup.directMatch({ postcode, housenumber, street }));
  };

  it.each(['1000', 'B-1000', 'BE 1000', ' 1000 '])('reads the postcode %j (ruling 9)', async (postcode) => {
    expect(await match(postcode, '3', 'Wetstraat')).toEqual(['3']);
  });

  it.each(['Wetstraat', 'Rue de la Loi', 'RUE DE LA LOI', 'rue de la loi', 'Rue de la  Loi'])(
    'finds the street as %s (ruling 8)',
    async (street) => {
      expect(await match('1000', '3', street)).toEqual(['3']);
    },
  );

  it.each(['Rue de l’Église', "rue de l'eglise", 'Kerkstraat', 'KERKSTRAAT'])(
    'finds a street with and without its diacritics: %s',
    async (street) => {
      expect(await match('1000', '3', street)).toEqual(['3A']);
    },
  );

  it('without a street gives that number in every street of the postcode', async () => {
    const { lookup } = await belgianTown();
    const streets = lookup.directMatch({ postcode: '1000', housenumber: '3' }).map(({ street }) => street.fr);
    expect(streets).toEqual(['Rue de la Loi', 'Rue de l’Église']);
  });

  it('gives the house and all its boxes for the number alone, and one box for number and box', async () => {
    expect(await match('1000', '16', 'Wetstraat')).toEqual(['16', '16|1', '16|0002', '16|b2.1', '16|bus 28']);
    expect(await match('1000', '16 bus 1', 'Wetstraat')).toEqual(['16|1']);
    expect(await match('1000', '16 bte 1', 'Wetstraat')).toEqual(['16|1']);
    expect(await match('1000', '16 boîte 1', 'Wetstraat')).toEqual(['16|1']);
    expect(await match('1000', '16/1', 'Wetstraat')).toEqual(['16|1']);
    expect(await match('1000', '16 bus 2', 'Wetstraat')).toEqual(['16|0002']);
    expect(await match('1000', '16 b2.1', 'Wetstraat')).toEqual(['16|b2.1']);
    expect(await match('1000', '16 bus 28', 'Wetstraat')).toEqual(['16|bus 28']);
    expect(await match('1000', '16 bus 9', 'Wetstraat')).toEqual([]);
  });

  it('finds a house without number by its designation, also one that begins with zeros', async () => {
    expect(await match('1000', 'ZN', 'Wetstraat')).toEqual(['ZN']);
    expect(await match('1000', 'zn')).toEqual(['ZN']);
    expect(await match('1000', '0012', 'Wetstraat')).toEqual(['0012']);
    expect(await match('1000', '1234567', 'Wetstraat')).toEqual(['1234567']);
  });

  it('gives proposed addresses after the others of the same number (ruling 34)', async () => {
    const { lookup } = await belgianTown();
    const found = lookup.directMatch({ postcode: '1000', housenumber: '20' });
    expect(found.map(({ street }) => street.nl)).toEqual(['Wetstraat', 'Kerkstraat']);
  });

  it('names only the languages that apply, and the region in the place of a province (rulings 3 and 38)', async () => {
    const { lookup } = await belgianTown();
    const [found] = lookup.directMatch({ postcode: '1000', housenumber: '3', street: 'Wetstraat' });
    expect(found).toEqual({
      housenumber: '3',
      postcode: '1000',
      street: { fr: 'Rue de la Loi', nl: 'Wetstraat' },
      municipality: { fr: 'Bruxelles', nl: 'Brussel' },
      province: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' },
      location: { wgs84: [50.8466, 4.3622], bd72: [149_800.123, 170_500.456] },
    });
  });
});

describe('directMatch in a Luxembourg town', () => {
  const match = async (postcode: string, housenumber: string, street?: string): Promise<string[]> => {
    const { lookup } = await luxembourgTown();
    return numbersOf(lookup.directMatch({ postcode, housenumber, street }));
  };

  it.each(['9209', 'L-9209', 'L 9209', 'LU-9209'])('reads the postcode %j (ruling 9)', async (postcode) => {
    expect(await match(postcode, '10', "D'Baach aus")).toEqual(['10']);
  });

  it('finds a range by itself and by every number in it, after exact matches (ruling 33)', async () => {
    expect(await match('9209', '109-115')).toEqual(['109-115']);
    expect(await match('9209', '109')).toEqual(['109-115']);
    expect(await match('9209', '115')).toEqual(['109-115']);
    expect(await match('9209', '111')).toEqual(['111', '111|A', '109-115']);
    expect(await match('9209', '108')).toEqual([]);
    expect(await match('9209', '116')).toEqual([]);
    expect(await match('9209', '112A')).toEqual([]);
  });

  it('gives the exact number in a later street before a range in an earlier one', async () => {
    const { lookup } = await luxembourgTown();
    const found = lookup.directMatch({ postcode: '9209', housenumber: 113 });
    expect(found.map(({ street, housenumber }) => `${street} ${housenumber}`)).toEqual([
      'Rue Neimillen 113',
      "D'Baach aus 109-115",
    ]);
  });

  it('tells letters from the number and leaves designations whole (ruling 32)', async () => {
    expect(await match('9209', '111A')).toEqual(['111|A']);
    expect(await match('9209', 'Villa Rose')).toEqual(['Villa Rose']);
    expect(await match('9209', 'villa rose', 'Rue Neimillen')).toEqual(['Villa Rose']);
  });

  it('answers with canton, district and no grid (rulings 2 and 39)', async () => {
    const { lookup } = await luxembourgTown();
    expect(lookup.directMatch({ postcode: '9209', housenumber: 10 })).toEqual([
      {
        canton: 'Diekirch',
        city: 'Diekirch',
        district: 'Diekirch',
        housenumber: '10',
        municipality: 'Diekirch',
        postcode: '9209',
        street: "D'Baach aus",
        location: { wgs84: [49.87174, 6.15931] },
      },
    ]);
  });
});
