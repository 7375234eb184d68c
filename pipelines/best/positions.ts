import { NO_POSITION } from '../../src/model/address-columns.ts';
import type { DatumGrid } from '../projection/datum-grid.ts';
import { type BelgianConverter, type BelgianCrs, belgianConverter } from '../projection/lambert.ts';
import { toE7 } from '../projection/wgs84-converter.ts';

/** What became of the position of an address; everything but `placed` leaves it without one. */
export const POSITION_STATES = [
  'placed',
  'no-position',
  'outside-belgium',
  'position-unreadable',
  'crs-unknown',
] as const;
export const PLACED = 0;
const NONE = 1;
const OUTSIDE = 2;
const UNREADABLE = 3;
const CRS_UNKNOWN = 4;

/** Belgium with some room, in degrees: whatever lies outside is a mistake of the register, not a place to go to. */
const BELGIUM = { south: 49.4, north: 51.6, west: 2.5, east: 6.5 };

/**
 * Reads positions in either grid. The result is in the fields until the next call, so that millions of calls leave no
 * objects behind; the boxes of a house share its point, which is converted once.
 */
export class PositionReader {
  /** Position in `POSITION_STATES`. */
  state: number = NONE;
  latE7: number = NO_POSITION;
  lonE7: number = NO_POSITION;
  /** Lambert 72 in millimetres; 0 without a position. */
  xMm: number = 0;
  yMm: number = 0;
  readonly #converters: { readonly [crs in BelgianCrs]: BelgianConverter };
  #lastX: string = '';
  #lastY: string = '';
  #lastCrs: string = '';

  constructor(grid: DatumGrid | undefined) {
    this.#converters = {
      'EPSG:31370': belgianConverter('EPSG:31370', grid),
      'EPSG:3812': belgianConverter('EPSG:3812', grid),
    };
  }

  /** Metres as written. `0` and `0`, or nothing at all, is how BeST says that it does not know. */
  read(crs: string, x: string, y: string): void {
    if (x === this.#lastX && y === this.#lastY && crs === this.#lastCrs) return;
    this.#lastX = x;
    this.#lastY = y;
    this.#lastCrs = crs;
    this.#convert(crs, x, y);
  }

  #convert(crs: string, writtenX: string, writtenY: string): void {
    const x = Number(writtenX);
    const y = Number(writtenY);
    // In metres, before any conversion: in degrees (0, 0) is a field in northern France or a wood in Spain.
    if (x === 0 && y === 0) this.#without(NONE);
    else if (!Number.isFinite(x) || !Number.isFinite(y)) this.#without(UNREADABLE);
    else if (crs !== 'EPSG:31370' && crs !== 'EPSG:3812') this.#without(CRS_UNKNOWN);
    else this.#place(this.#converters[crs], x, y);
  }

  #place(converter: BelgianConverter, x: number, y: number): void {
    const degrees = converter.toWgs84(x, y);
    const [latitude, longitude] = degrees;
    const inBelgium =
      latitude >= BELGIUM.south && latitude <= BELGIUM.north && longitude >= BELGIUM.west && longitude <= BELGIUM.east;
    if (!inBelgium) {
      this.#without(OUTSIDE);
      return;
    }
    const [x72, y72] = converter.toLambert72(x, y, degrees);
    this.state = PLACED;
    this.latE7 = toE7(latitude);
    this.lonE7 = toE7(longitude);
    this.xMm = Math.round(x72 * 1000);
    this.yMm = Math.round(y72 * 1000);
  }

  #without(state: number): void {
    this.state = state;
    this.latE7 = NO_POSITION;
    this.lonE7 = NO_POSITION;
    this.xMm = 0;
    this.yMm = 0;
  }
}
