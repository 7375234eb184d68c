import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { type NearestRequest, nearest } from '../../src/query/nearest.ts';
import { codeOf } from '../support/code-of.ts';
import { Oracle } from '../support/oracle.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';
import { dutchTown } from '../support/towns.ts';

const MILLIMETRE = 0.001;
/** Two addresses so close to each other are at one point. */
const ONE_POINT = 0.02;

describe.each<Country>(['nl', 'be', 'lu'])('nearest on random registers of %s', (country) => {
  it('finds the addresses at the geodesically nearest point, and its distance, up to 100 km', async () => {
    let found = 0;
    let missed = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      const random = new Random(seed);
      const positioned = oracle.addresses.filter(({ position }) => position !== null);
      for (let i = 0; i < 20; i++) {
        const [latitude, longitude] = random.pick(positioned).position!;
        const request = {
          latitude: latitude + (random.next() - 0.5) * random.pick([0, 0.002, 0.1]),
          longitude: longitude + (random.next() - 0.5) * random.pick([0, 0.003, 0.15]),
          within: random.pick([1, 500, 5_000, 100_000]),
        };
        const near = oracle.within(request.latitude, request.longitude, 100_000);
        const least = Math.min(...near.map(({ metres }) => metres));
        const answer = nearest(lookup.index, request);
        const about = `${seed}: ${JSON.stringify(request)}`;
        if (least > request.within + MILLIMETRE) {
          expect(answer, about).toBeNull();
          missed++;
        } else if (least < request.within - MILLIMETRE) {
          expect(Math.abs(answer!.distance - least), about).toBeLessThan(MILLIMETRE + least * 1e-4);
          const close = near.filter(({ metres }) => metres <= least + ONE_POINT).map(({ address }) => address.document);
          for (const address of answer!.addresses) expect(close, about).toContainEqual(address);
          found++;
        }
      }
    }
    expect(found).toBeGreaterThan(30);
    expect(missed).toBeGreaterThan(0);
  });
});

describe('nearest', () => {
  it('gives all addresses at the nearest point, in natural order', async () => {
    const input = randomInput('nl', 1);
    const { lookup } = await openInput(input);
    const places = new Oracle(input).addresses.flatMap(({ position }) => (position === null ? [] : [position]));
    let several = 0;
    for (const [latitude, longitude] of places) {
      const { distance, addresses } = lookup.nearest({ latitude, longitude })!;
      expect(distance).toBeLessThan(0.001);
      expect(addresses).toEqual(lookup.radius({ latitude, longitude, radius: 0.001, perPage: 100 }).results);
      if (addresses.length > 1) several++;
    }
    expect(several).toBeGreaterThan(0);
  });

  it.each<[Partial<Record<keyof NearestRequest, unknown>>, string]>([
    [{ latitude: 52, longitude: 5, within: 0 }, 'invalid-radius'],
    [{ latitude: 52, longitude: 5, within: 100_001 }, 'invalid-radius'],
    [{ latitude: 52, longitude: 5, within: '50' }, 'invalid-radius'],
    [{ latitude: '52', longitude: 5 }, 'invalid-coordinate'],
    [{ latitude: 5, longitude: 52 }, 'invalid-coordinate'],
    [{}, 'invalid-coordinate'],
  ])('refuses %j', async (request, code) => {
    const { lookup } = await dutchTown();
    expect(codeOf(() => lookup.nearest(request as unknown as NearestRequest))).toBe(code);
  });

  it('refuses what is no request', async () => {
    const { lookup } = await dutchTown();
    expect(codeOf(() => lookup.nearest(undefined as unknown as NearestRequest))).toBe('invalid-argument');
  });
});
