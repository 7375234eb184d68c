import { type DatumGrid, loadOfficialGrid } from './datum-grid.ts';
import { type GridBox, interpolatedConverter } from './interpolated-converter.ts';
import { proj4Converter, type Wgs84Converter } from './wgs84-converter.ts';

/** The Dutch grid, Rijksdriehoeksmeting (EPSG:28992), without its datum shift; the ellipsoid is Bessel 1841. */
const RD =
  '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ' +
  '+ellps=bessel +units=m +no_defs';

/** Seven parameters to ETRS89 (EPSG:4830). Against RDNAPTRANS2018 0.08 m off in the mean, 0.225 m at most on land. */
const SEVEN_PARAMETERS = '+towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725';

/**
 * The Netherlands with a good margin, in metres of the grid: all points to convert; others (0 0, swapped numbers) are no
 * positions.
 */
export const RD_BOX: GridBox = { west: -10_000, south: 280_000, east: 310_000, north: 650_000 };

/** The tower of Our Lady in Amersfoort, where RD has its origin (RDNAPTRANS). */
const AMERSFOORT = { x: 155000, y: 463000, latitude: 52.155172897, longitude: 5.387203657 };

/**
 * Turns RD coordinates into WGS84, which is taken to be ETRS89 as everywhere in this package; about 0.2 µs a point, 2 µs
 * with a grid. Less than 0.25 m off with the seven parameters, a centimetre with the official grid; outside the
 * grid, the seven parameters apply.
 */
export function rdConverter(grid?: DatumGrid): Wgs84Converter {
  const sevenParameters = proj4Converter(`${RD} ${SEVEN_PARAMETERS}`);
  if (grid === undefined) return interpolatedConverter(sevenParameters, RD_BOX);
  const shifted = proj4Converter(`${RD} +nadgrids=${grid.key}`);
  return {
    toWgs84(x, y) {
      const degrees = sevenParameters.toWgs84(x, y);
      return grid.covers(...degrees) ? shifted.toWgs84(x, y) : degrees;
    },
  };
}

/**
 * Loads the grid `nl_nsgi_rdtrans2018` (GeoTIFF, or `rdtrans2018.gsb`), and tries it on a known point.
 *
 * @throws AddressLookupError `input-not-found`; `invalid-option` for a file that is no grid, or one of another country.
 */
export function loadRdGrid(file: string): Promise<DatumGrid> {
  return loadOfficialGrid(file, {
    country: 'the Netherlands',
    names: 'nl_nsgi_rdtrans2018.tif or rdtrans2018.gsb',
    knownPoint: AMERSFOORT,
    // A centimetre: the seven parameters alone leave seven here, the grid of another country far more.
    toleranceDegrees: 1e-7,
    converterWith: rdConverter,
  });
}
