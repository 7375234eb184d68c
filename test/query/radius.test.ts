import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { type RadiusRequest, radius } from '../../src/query/radius.ts';
import { codeOf } from '../support/code-of.ts';
import { geodesicMetres, Oracle } from '../support/oracle.ts';
import { Random } from '../support/random.ts';
import { randomInput } from '../support/random-input.ts';
import { type OpenedRegister, openInput } from '../support/small-register.ts';
import { dutchTown, luxembourgTown } from '../support/towns.ts';

const MILLIMETRE = 0.001;

/** All results, page by page. */
function pageThrough({ lookup }: OpenedRegister, request: RadiusRequest, perPage: number): unknown[] {
  const results: unknown[] = [];
  for (let page = 1; ; page++) {
    const { results: some, pagination } = lookup.radius({ ...request, page, perPage });
    expect(some.length).toBe(Math.max(0, Math.min(perPage, pagination.total_count - (page - 1) * perPage)));
    expect(pagination.total_pages).toBe(Math.ceil(pagination.total_count / perPage));
    results.push(...some);
    if (page >= pagination.total_pages) return results;
  }
}

interface Question {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
}

/** Points to ask at, with radii: on addresses, near them, and with the distance of some address as the radius. */
function* questions(oracle: Oracle, random: Random, count: number): Generator<Question> {
  const positioned = oracle.addresses.filter(({ position }) => position !== null);
  for (let i = 0; i < count; i++) {
    const [latitude, longitude] = random.pick(positioned).position!;
    const [toLatitude, toLongitude] = random.pick(positioned).position!;
    yield { latitude, longitude, radius: random.pick([0.01, 5, 50, 500]) };
    const point = {
      latitude: latitude + (random.next() - 0.5) / 500,
      longitude: longitude + (random.next() - 0.5) / 300,
    };
    yield { ...point, radius: 1 + random.next() * 499 };
    const distance = geodesicMetres(point.latitude, point.longitude, toLatitude, toLongitude);
    if (distance > 0 && distance <= 500) yield { ...point, radius: distance };
  }
}

describe.each<Country>(['nl', 'be', 'lu'])('radius on random registers of %s', (country) => {
  it('finds the addresses that geodesic distances say, nearest first', async () => {
    let found = 0;
    let onTheEdge = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      for (const question of questions(oracle, new Random(seed), 12)) {
        const near = oracle.within(question.latitude, question.longitude, question.radius + MILLIMETRE);
        const metresOf = new Map(near.map(({ address, metres }) => [JSON.stringify(address.document), metres]));
        const { results, pagination } = radius(lookup.index, { ...question, perPage: 1000 });
        const about = `${seed}: ${JSON.stringify(question)}`;

        const distances = results.map((document) => metresOf.get(JSON.stringify(document)));
        expect(distances, about).not.toContain(undefined);
        expect(
          distances.filter((metres, i) => metres! <= (distances[i - 1] ?? 0) - MILLIMETRE),
          about,
        ).toEqual([]);
        const surely = near.filter(({ metres }) => metres <= question.radius - MILLIMETRE);
        expect(results.length, about).toBeGreaterThanOrEqual(surely.length);
        expect(results.length, about).toBeLessThanOrEqual(near.length);
        const given = new Set(results.map((document) => JSON.stringify(document)));
        expect(
          surely.filter(({ address }) => !given.has(JSON.stringify(address.document))),
          about,
        ).toEqual([]);
        expect(pagination.total_count).toBe(results.length);
        found += results.length;
        onTheEdge += near.length - surely.length;
      }
    }
    expect(found).toBeGreaterThan(300);
    expect(onTheEdge).toBeGreaterThan(30);
  });

  it('has the addresses of one point in the order of the index', async () => {
    let shared = 0;
    for (let seed = 1; seed <= 6; seed++) {
      const input = randomInput(country, seed);
      const { lookup } = await openInput(input);
      const oracle = new Oracle(input);
      for (const { position } of oracle.addresses) {
        if (position === null) continue;
        const [latitude, longitude] = position;
        const here = oracle.addresses.filter(
          (other) => other.position?.[0] === latitude && other.position[1] === longitude,
        );
        expect(lookup.radius({ latitude, longitude, radius: 0.005 }).results).toEqual(
          here.map(({ document }) => document),
        );
        if (here.length > 1) shared++;
      }
    }
    expect(shared).toBeGreaterThan(12);
  });

  it('adds up page by page to the whole list, without repeats', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const input = randomInput(country, seed);
      const opened = await openInput(input);
      for (const question of questions(new Oracle(input), new Random(seed), 3)) {
        const { results } = opened.lookup.radius({ ...question, perPage: 1000 });
        for (const perPage of [1, 3, 20]) expect(pageThrough(opened, question, perPage)).toEqual(results);
      }
    }
  });
});

it('radius finds the same in a tree of many levels', async () => {
  const input = randomInput('be', 50, { addresses: 2500, streets: 300 });
  const opened = await openInput(input);
  const oracle = new Oracle(input);
  for (const question of questions(oracle, new Random(50), 6)) {
    const surely = oracle.within(question.latitude, question.longitude, question.radius - MILLIMETRE);
    const perhaps = oracle.within(question.latitude, question.longitude, question.radius + MILLIMETRE);
    const { total_count } = opened.lookup.radius({ ...question, perPage: 0 }).pagination;
    expect(total_count).toBeGreaterThanOrEqual(surely.length);
    expect(total_count).toBeLessThanOrEqual(perhaps.length);
    const whole = pageThrough(opened, question, 1000);
    expect(whole).toHaveLength(total_count);
    expect(pageThrough(opened, question, 97)).toEqual(whole);
  }
});

describe('radius', () => {
  const at = { latitude: 52.3071234, longitude: 5.0412345 };

  it('is 5 metres and 20 results a page unless said otherwise', async () => {
    const { lookup } = await dutchTown();
    expect(lookup.radius(at).results).toHaveLength(9);
    expect(lookup.radius(at).pagination).toEqual({ page: 1, per_page: 20, total_count: 9, total_pages: 1 });
    expect(lookup.radius({ ...at, latitude: at.latitude + 4.9e-5 * 0.9 }).results).toHaveLength(9); // 4.9 m
    expect(lookup.radius({ ...at, latitude: at.latitude + 5.1e-5 * 0.9 }).results).toHaveLength(0); // 5.1 m
  });

  it('finds an address without a postcode, and none without a position (rulings 3 and 36)', async () => {
    const { lookup } = await dutchTown();
    const { results } = lookup.radius({ ...at, radius: 500, perPage: 1000 });
    expect(results.map(({ postcode }) => postcode)).toContain('');
    expect(results).toHaveLength(10);
    expect(results.every(({ location }) => location !== null)).toBe(true);
  });

  it('gives a page of one for a single address', async () => {
    const { lookup } = await luxembourgTown();
    const { results, pagination } = lookup.radius({ latitude: 49.87174, longitude: 6.15931 });
    expect(results.map(({ housenumber }) => housenumber)).toEqual(['10']);
    expect(pagination.total_count).toBe(1);
  });

  it('finds nothing where nothing is, at the ends of the Earth too', async () => {
    const { lookup } = await luxembourgTown();
    const nothing = { results: [], pagination: { page: 1, per_page: 20, total_count: 0, total_pages: 0 } };
    for (const [latitude, longitude] of [
      [0, 0],
      [90, 0],
      [-90, 180],
      [90, -180],
      [89.9999, 179.9999],
      [49.87174, -180],
    ] as const) {
      expect(lookup.radius({ latitude, longitude, radius: 500 }), `${latitude} ${longitude}`).toEqual(nothing);
    }
  });

  it('takes page 0 for the first page, and gives an empty page after the last (rulings 21 and 23)', async () => {
    const { lookup } = await dutchTown();
    expect(lookup.radius({ ...at, page: 0, perPage: 4 })).toEqual(lookup.radius({ ...at, page: 1, perPage: 4 }));
    expect(lookup.radius({ ...at, page: 4, perPage: 4 })).toEqual({
      results: [],
      pagination: { page: 4, per_page: 4, total_count: 9, total_pages: 3 },
    });
  });

  it('only counts with 0 results a page (ruling 22)', async () => {
    const { lookup } = await dutchTown();
    expect(lookup.radius({ ...at, perPage: 0 })).toEqual({
      results: [],
      pagination: { page: 1, per_page: 0, total_count: 9, total_pages: 0 },
    });
  });

  it.each([0, -1, 500.1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses a radius of %d (ruling 25)',
    async (radius) => {
      const { lookup } = await dutchTown();
      expect(codeOf(() => lookup.radius({ ...at, radius }))).toBe('invalid-radius');
      expect(() => lookup.radius({ ...at, radius })).toThrow(`Got radius ${radius}; allowed is`);
    },
  );

  it('takes the smallest and the largest radius', async () => {
    const { lookup } = await dutchTown();
    expect(lookup.radius({ ...at, radius: Number.MIN_VALUE }).pagination.total_count).toBe(9);
    expect(lookup.radius({ ...at, radius: 500 }).pagination.total_count).toBe(10);
  });

  it.each([
    [90.1, 5],
    [-91, 5],
    [52, 180.5],
    [52, -181],
    [Number.NaN, 5],
    [52, Number.NaN],
    [Number.POSITIVE_INFINITY, 5],
  ])('refuses latitude %d and longitude %d (ruling 25)', async (latitude, longitude) => {
    const { lookup } = await dutchTown();
    expect(codeOf(() => lookup.radius({ latitude, longitude }))).toBe('invalid-coordinate');
    expect(() => lookup.radius({ latitude, longitude })).toThrow(
      `Got latitude ${latitude} and longitude ${longitude};`,
    );
    expect(() => lookup.radius({ latitude, longitude })).not.toThrow('reversed');
  });

  it('says so when the pair only fits reversed (ruling 25)', async () => {
    const { lookup } = await dutchTown();
    expect(() => lookup.radius({ latitude: 5.0412345, longitude: 52.3071234 })).toThrow('look reversed');
    const { lookup: luxembourg } = await luxembourgTown();
    expect(() => luxembourg.radius({ latitude: 6.15931, longitude: 49.87174 })).toThrow('look reversed');
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses page %d', async (page) => {
    const { lookup } = await dutchTown();
    expect(codeOf(() => lookup.radius({ ...at, page }))).toBe('invalid-page');
  });

  it.each([-1, 1.5, Number.NaN, 1001])(
    'refuses %d results a page, and names the maximum (ruling 24)',
    async (perPage) => {
      const { lookup } = await dutchTown();
      expect(codeOf(() => lookup.radius({ ...at, perPage }))).toBe('invalid-per-page');
      expect(() => lookup.radius({ ...at, perPage })).toThrow('to 1000');
    },
  );
});

describe('the local metric', () => {
  it('is within a millionth of the geodesic up to 2 km, and within 0.1 mm up to 500 m (ruling 26)', () => {
    const latitude = fc.double({ min: 49, max: 54, noNaN: true });
    const longitude = fc.double({ min: 2.5, max: 7.5, noNaN: true });
    const step = fc.double({ min: -0.018, max: 0.018, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, step, step, (lat, lon, dLat, dLon) => {
        const [toLat, toLon] = [Math.round((lat + dLat) * 1e7), Math.round((lon + dLon) * 1e7)];
        const exact = geodesicMetres(lat, lon, toLat / 1e7, toLon / 1e7);
        const error = Math.abs(Math.sqrt(new LocalMetric(lat, lon).squaredMetresTo(toLat, toLon)) - exact);
        if (exact <= 2000) expect(error).toBeLessThanOrEqual(exact * 1e-6 + 1e-8);
        if (exact <= 500) expect(error).toBeLessThanOrEqual(0.0001);
      }),
      { seed: 20260130, numRuns: 1000 },
    );
  });

  it('has the whole circle in the box around it', () => {
    for (const [latitude, longitude] of [
      [52.3, 5],
      [49.5, 6.1],
      [-33, 18],
      [0, 0],
    ] as const) {
      for (const radius of [0.01, 5, 500]) {
        const metric = new LocalMetric(latitude, longitude);
        const { west, south, east, north } = metric.boxAround(radius);
        for (const [lat, lon] of [
          [north, longitude * 1e7],
          [south, longitude * 1e7],
          [latitude * 1e7, west],
          [latitude * 1e7, east],
        ] as const) {
          const metres = Math.sqrt(metric.squaredMetresTo(lat, lon));
          expect(metres).toBeGreaterThan(radius);
          expect(metres).toBeLessThan(radius * 1.01 + 0.03);
        }
      }
    }
  });
});
