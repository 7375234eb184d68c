import { createRequire } from 'node:module';
import type Proj4 from 'proj4';

const require = createRequire(import.meta.url);

/** Turns coordinates of one national grid into WGS84. Built once per import: building costs far more than converting. */
export interface Wgs84Converter {
  /** `x` (east) and `y` (north) in metres of the national grid; degrees, latitude first. */
  toWgs84(x: number, y: number): readonly [latitude: number, longitude: number];
}

/** The converter of a grid by its definition in the words of proj4. */
export function proj4Converter(definition: string): Wgs84Converter {
  const converter = loadProj4()(definition, 'WGS84');
  return {
    toWgs84(x, y) {
      const [longitude, latitude] = converter.forward([x, y]) as [number, number];
      return [latitude, longitude];
    },
  };
}

/** Degrees as whole units of 10⁻⁷ degree, the way the index stores them: at most 6 mm off. */
export function toE7(degrees: number): number {
  return Math.round(degrees * 1e7);
}

/**
 * proj4, when the first converter is made: CACLR alone has no positions. By `require`, because `import` would search its 317 kB of
 * CommonJS for the names that it exports, in 70 ms of processor time, a fortieth of what the import of Luxembourg takes.
 */
export function loadProj4(): typeof Proj4 {
  return require('proj4');
}
