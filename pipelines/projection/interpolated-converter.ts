import type { Wgs84Converter } from './wgs84-converter.ts';

/** A rectangle of a national grid, in metres. */
export interface GridBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * A converter with the results of `converter` in a sixth of the time: within `box` it interpolates, elsewhere it calls
 * `converter`. Degrees are a very smooth function of grid metres, so a polynomial through a few points suffices:
 * over a few hundred kilometres it is off by less than 10⁻¹¹ degree, a thousandth of a millimetre.
 *
 * It is the tensor product of Chebyshev polynomials up to `DEGREE` through the values at their nodes (Trefethen,
 * "Approximation Theory and Approximation Practice", chapters 2 to 4), summed by Clenshaw's recurrence. What changes from
 * place to place, such as a grid of shifts, cannot be interpolated like this.
 */
export function interpolatedConverter(converter: Wgs84Converter, box: GridBox): Wgs84Converter {
  const { west, south, east, north } = box;
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const [halfX, halfY] = [(east - west) / 2, (north - south) / 2];
  const nodes = chebyshevNodes();
  const degrees = nodes.map((v) => nodes.map((u) => converter.toWgs84(middleX + u * halfX, middleY + v * halfY)));
  const latitude = coefficientsOf(degrees.map((row) => row.map(([lat]) => lat)));
  const longitude = coefficientsOf(degrees.map((row) => row.map(([, lon]) => lon)));
  return {
    toWgs84(x, y) {
      if (!(x >= west && x <= east && y >= south && y <= north)) return converter.toWgs84(x, y);
      const u = (x - middleX) / halfX;
      const v = (y - middleY) / halfY;
      return [sumAt(latitude, u, v), sumAt(longitude, u, v)];
    },
  };
}

/**
 * In each variable. Over the Netherlands each further degree reduces the error to a tenth or a hundredth; an eighth one
 * changes nothing.
 */
const DEGREE = 7;
const TERMS: number = DEGREE + 1;

/** The zeros of the polynomial after the last. */
function chebyshevNodes(): number[] {
  return Array.from({ length: TERMS }, (_, k) => Math.cos((Math.PI * (k + 0.5)) / TERMS));
}

/** From values at nodes (rows by `v`, columns by `u`) to coefficients, row after row: first along one variable, then the other. */
function coefficientsOf(values: readonly (readonly number[])[]): Float64Array {
  const alongU = values.map(transform);
  const alongV = Array.from({ length: TERMS }, (_, j) => transform(alongU.map((row) => row[j]!)));
  return Float64Array.from({ length: TERMS * TERMS }, (_, at) => alongV[at % TERMS]![Math.floor(at / TERMS)]!);
}

/** The discrete cosine transform that makes values at the nodes into coefficients. */
function transform(values: readonly number[]): number[] {
  return values.map((_, degree) => {
    const sum = values.reduce((total, value, k) => total + value * Math.cos((Math.PI * degree * (k + 0.5)) / TERMS), 0);
    return (sum * (degree === 0 ? 1 : 2)) / TERMS;
  });
}

/** Σᵢ Σⱼ cᵢⱼ Tᵢ(v) Tⱼ(u). */
function sumAt(coefficients: Float64Array, u: number, v: number): number {
  let [sum, previous] = [0, 0];
  for (let i = DEGREE; i > 0; i--) {
    const beforeThat = previous;
    previous = sum;
    sum = sumOfRow(coefficients, i * TERMS, u) + 2 * v * sum - beforeThat;
  }
  return sumOfRow(coefficients, 0, u) + v * sum - previous;
}

function sumOfRow(coefficients: Float64Array, first: number, u: number): number {
  let [sum, previous] = [0, 0];
  for (let at = first + DEGREE; at > first; at--) {
    const beforeThat = previous;
    previous = sum;
    sum = coefficients[at]! + 2 * u * sum - beforeThat;
  }
  return coefficients[first]! + u * sum - previous;
}
