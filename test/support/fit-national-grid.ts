import proj4 from 'proj4';
import { EXPONENTS, type GridApproximation } from '../../src/store/national-grid.ts';

/**
 * Fits the polynomials of src/store/national-grid.ts to proj4 by least squares on a lattice over the country.
 * `npx tsx test/support/fit-national-grid.ts` prints them; a test compares them with those in the source.
 */
export function fitGridApproximation(definition: string, box: GridApproximation['box']): GridApproximation {
  const [south, west, north, east] = box;
  const projection = proj4(definition);
  const rows: number[][] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  const steps = 60;
  for (let i = 0; i <= steps; i++) {
    for (let j = 0; j <= steps; j++) {
      const u = (2 * i) / steps - 1;
      const v = (2 * j) / steps - 1;
      const latitude = (south + north) / 2 + (u * (north - south)) / 2;
      const longitude = (west + east) / 2 + (v * (east - west)) / 2;
      const [x, y] = projection.forward([longitude, latitude]) as [number, number];
      rows.push(EXPONENTS.map(([p, q]) => u ** p * v ** q));
      xs.push(x);
      ys.push(y);
    }
  }
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;
  return {
    box,
    x: Float64Array.from(leastSquares(rows, xs), round),
    y: Float64Array.from(leastSquares(rows, ys), round),
  };
}

/** Solves the normal equations by Gaussian elimination with pivoting; u and v lie in -1…1, so they are well conditioned. */
function leastSquares(rows: readonly number[][], target: readonly number[]): number[] {
  const n = rows[0]!.length;
  const matrix = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n + 1 }, (_, j) =>
      rows.reduce((sum, row, k) => sum + row[i]! * (j < n ? row[j]! : target[k]!), 0),
    ),
  );
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column + 1; i < n; i++) {
      if (Math.abs(matrix[i]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = i;
    }
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = matrix[i]![column]! / matrix[column]![column]!;
      for (let j = column; j <= n; j++) matrix[i]![j]! -= factor * matrix[column]![j]!;
    }
  }
  return matrix.map((row, i) => row[n]! / row[i]!);
}

/** The definitions of registers/bag.md §5 (EPSG:28992) and registers/best.md §4 (EPSG:31370). */
export const NATIONAL_GRIDS: Readonly<Record<'nl' | 'be', { definition: string; box: GridApproximation['box'] }>> = {
  nl: {
    definition:
      '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel ' +
      '+towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs',
    box: [50.7, 3.2, 53.7, 7.3],
  },
  be: {
    definition:
      '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 ' +
      '+ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747 +units=m +no_defs',
    box: [49.4, 2.5, 51.6, 6.5],
  },
};

if (process.argv[1] === import.meta.filename) {
  for (const [country, { definition, box }] of Object.entries(NATIONAL_GRIDS)) {
    const { x, y } = fitGridApproximation(definition, box);
    console.log(country, JSON.stringify({ x: [...x], y: [...y] }));
  }
}
