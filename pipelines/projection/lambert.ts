import { type DatumGrid, loadOfficialGrid } from './datum-grid.ts';
import { loadProj4, proj4Converter, type Wgs84Converter } from './wgs84-converter.ts';

/** The two national grids of Belgium. BeST is published in the second since 11 October 2026. */
export type BelgianCrs = 'EPSG:31370' | 'EPSG:3812';

/** Turns metres of a Belgian grid into WGS84 degrees, and into Lambert 72, which is what addresses are shown with. */
export interface BelgianConverter extends Wgs84Converter {
  /** Metres of Lambert 72 (EPSG:31370) of a point whose degrees are known; the same metres where that is the grid itself. */
  toLambert72(
    x: number,
    y: number,
    degrees: readonly [latitude: number, longitude: number],
  ): readonly [x: number, y: number];
}

/**
 * Belgian Lambert 72 without its datum shift; the ellipsoid is International 1924.
 *
 * WGS84 here is ETRS89, as everywhere in this package. BOSA's own degrees are, since June 2025, those of WGS84 at epoch
 * 2025.0, which Europe's plate has carried 0.89 m to the north-east of ETRS89.
 */
const LAMBERT_72 =
  '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 ' +
  '+x_0=150000.013 +y_0=5400088.438 +ellps=intl +units=m +no_defs';

/**
 * The seven parameters of EPSG:15929, with the signs that `towgs84` wants (position vector). The same numbers with the
 * signs of the coordinate frame, as epsg.io once had them, put every address 65 m off; without them it is 107 m.
 * Against the official grid: 0.11 m off in the median, 0.33 m at most.
 */
const SEVEN_PARAMETERS = '+towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747';

/** Belgian Lambert 2008, on ETRS89: no datum shift. */
const LAMBERT_2008 =
  '+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 ' +
  '+x_0=649328 +y_0=665262 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs';

const WGS84 = 'WGS84';

type Point = [number, number];

/** A conversion by proj4, in either direction. */
interface Conversion {
  forward(point: Point): Point;
  inverse(point: Point): Point;
}

/**
 * Builds the converter of one grid, which costs far more than converting.
 *
 * Lambert 2008 to WGS84 is exact (0.1 mm). A conversion across the datum, Lambert 72 to WGS84 and Lambert 2008 to Lambert 72, is
 * 0.11 m off in the median and 0.33 m at most with the seven parameters, and better than 5 mm with the official grid.
 * Outside the area of the grid, the seven parameters hold.
 */
export function belgianConverter(crs: BelgianCrs, grid?: DatumGrid): BelgianConverter {
  return crs === 'EPSG:31370' ? lambert72Converter(grid) : lambert2008Converter(grid);
}

function lambert72Converter(grid: DatumGrid | undefined): BelgianConverter {
  const { sevenParameters, shifted } = datumConversions(grid);
  return {
    toLambert72: (x, y) => [x, y],
    toWgs84(x, y) {
      let [longitude, latitude] = sevenParameters.forward([x, y]);
      if (grid?.covers(latitude, longitude)) [longitude, latitude] = shifted.forward([x, y]);
      return [latitude, longitude];
    },
  };
}

function lambert2008Converter(grid: DatumGrid | undefined): BelgianConverter {
  const { sevenParameters, shifted } = datumConversions(grid);
  return {
    toLambert72(_x, _y, [latitude, longitude]) {
      return (grid?.covers(latitude, longitude) ? shifted : sevenParameters).inverse([longitude, latitude]);
    },
    ...proj4Converter(LAMBERT_2008),
  };
}

/** Both ways across the datum; without a grid the second is the first. */
function datumConversions(grid: DatumGrid | undefined): { sevenParameters: Conversion; shifted: Conversion } {
  const sevenParameters: Conversion = loadProj4()(`${LAMBERT_72} ${SEVEN_PARAMETERS}`, WGS84);
  return {
    sevenParameters,
    shifted: grid === undefined ? sevenParameters : loadProj4()(`${LAMBERT_72} +nadgrids=${grid.key}`, WGS84),
  };
}

/** A triangulation point in Lambert 72; the National Geographic Institute publishes both its coordinates. */
const KNOWN_POINT = { x: 157022.87, y: 171745.084, latitude: 50.856057, longitude: 4.468493 };

/**
 * Loads the grid of shifts that the National Geographic Institute publishes (`be_ign_bd72lb72_etrs89lb08`), as GeoTIFF or
 * NTv2, and tries it on a known point.
 *
 * @throws AddressLookupError `input-not-found`; `invalid-option` for a file that is no grid, or one of another country.
 */
export function loadBelgianDatumGrid(file: string): Promise<DatumGrid> {
  return loadOfficialGrid(file, {
    country: 'Belgium',
    names: 'be_ign_bd72lb72_etrs89lb08 as GeoTIFF or NTv2',
    knownPoint: KNOWN_POINT,
    // About a metre; the wrong datum or the wrong direction is off by a hundred.
    toleranceDegrees: 1e-5,
    converterWith: (grid) => belgianConverter('EPSG:31370', grid),
  });
}
