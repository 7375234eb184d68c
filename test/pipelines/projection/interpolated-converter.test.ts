import fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { interpolatedConverter } from '../../../pipelines/projection/interpolated-converter.ts';
import { rdConverter } from '../../../pipelines/projection/rd.ts';
import type { Wgs84Converter } from '../../../pipelines/projection/wgs84-converter.ts';

/** EPSG:28992 in one piece, as epsg.io has it. */
const RD =
  '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel ' +
  '+towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs';

function byProj4(definition: string): Wgs84Converter {
  const converter = proj4(definition, 'WGS84');
  return {
    toWgs84(x, y) {
      const [longitude, latitude] = converter.forward([x, y]) as [number, number];
      return [latitude, longitude];
    },
  };
}

describe('converting by interpolation', () => {
  const exact = byProj4(RD);

  it('agrees with proj4 everywhere in the Netherlands to 10⁻¹¹ degree', () => {
    const converter = rdConverter();
    const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(metres(-10_000, 310_000), metres(280_000, 650_000), (x, y) => {
        const [latitude, longitude] = converter.toWgs84(x, y);
        const [expectedLatitude, expectedLongitude] = exact.toWgs84(x, y);
        expect(Math.abs(latitude - expectedLatitude)).toBeLessThan(1e-11);
        expect(Math.abs(longitude - expectedLongitude)).toBeLessThan(1e-11);
      }),
      { numRuns: 5000 },
    );
  });

  it('asks the converter itself outside its box, and never inside it', () => {
    let asked = 0;
    const counting: Wgs84Converter = {
      toWgs84(x, y) {
        asked++;
        return [x / 1e5, y / 1e5];
      },
    };
    const converter = interpolatedConverter(counting, { west: 0, south: 100, east: 200, north: 300 });
    asked = 0;
    for (const [x, y] of [
      [0, 100],
      [200, 300],
      [17, 217],
    ] as const) {
      const [latitude, longitude] = converter.toWgs84(x, y);
      expect(latitude).toBeCloseTo(x / 1e5, 12);
      expect(longitude).toBeCloseTo(y / 1e5, 12);
    }
    expect(asked).toBe(0);
    for (const [x, y] of [
      [-0.1, 200],
      [200.1, 200],
      [100, 99.9],
      [100, 300.1],
    ] as const) {
      expect(converter.toWgs84(x, y)).toEqual([x / 1e5, y / 1e5]);
    }
    expect(asked).toBe(4);
  });
});
