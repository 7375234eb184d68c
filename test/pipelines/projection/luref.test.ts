import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lurefConverter } from '../../../pipelines/projection/luref.ts';
import { isInBox } from '../../../src/model/country.ts';
import { metresApart } from '../../support/oracle.ts';

const PAIRS = new URL('../../../../shared/data/projection/lu-pairs.csv', import.meta.url);

describe('LUREF', () => {
  const luref = lurefConverter();

  // Published by the register itself: BD-Adresses has both for every address.
  it.each([
    { at: 'Hupperdange', x: 72473.0614, y: 128979.7159, latitude: 50.0948939647, longitude: 6.0629409339 },
    { at: 'Marnach', x: 72837.6001, y: 124530.4176, latitude: 50.0548980701, longitude: 6.0681179232 },
  ])('gives the register’s own latitude and longitude to the millimetre in $at', ({ x, y, latitude, longitude }) => {
    expect(metresApart(luref.toWgs84(x, y), [latitude, longitude])).toBeLessThan(0.001);
  });

  it('puts its false origin where the projection has it', () => {
    // 158 m lie between the ellipsoids: without the datum shift it would be at 49°50' N, 6°10' E exactly.
    const [latitude, longitude] = luref.toWgs84(80_000, 100_000);
    expect(metresApart([latitude, longitude], [49.83333333, 6.16666667])).toBeGreaterThan(100);
    expect(isInBox('lu', latitude, longitude)).toBe(true);
  });

  it('knows what cannot be in Luxembourg: reversed pairs, zeros, nothing at all', () => {
    expect(isInBox('lu', 49.61, 6.13)).toBe(true);
    expect(isInBox('lu', 6.13, 49.61)).toBe(false);
    expect(isInBox('lu', 0, 0)).toBe(false);
    expect(isInBox('lu', Number.NaN, 6.13)).toBe(false);
  });
});

const hasPairs = existsSync(PAIRS);

describe.skipIf(!hasPairs)('all pairs of LUREF and WGS84 at hand', () => {
  it('agree to 0.91 mm where BD-Adresses and the geoportal publish them', () => {
    const luref = lurefConverter();
    const [, ...lines] = readFileSync(PAIRS, 'utf8').trimEnd().split('\n');
    const errors: { source: string; metres: number }[] = [];
    for (const line of lines) {
      const [source, , x, y, longitude, latitude] = line.split(',');
      const converted = luref.toWgs84(Number(x), Number(y));
      errors.push({ source: source!, metres: metresApart(converted, [Number(latitude), Number(longitude)]) });
    }
    const register = errors.filter(({ source }) => source === 'BD-Adresses');
    expect(register).toHaveLength(100);
    expect(Math.max(...register.map(({ metres }) => metres))).toBeLessThan(0.001);
    // One pair of an older document is 25 mm off.
    expect(Math.max(...errors.map(({ metres }) => metres))).toBeLessThan(0.026);
  });
});
