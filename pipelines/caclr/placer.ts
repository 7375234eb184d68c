import type { AddressColumns } from '../../src/model/address-columns.ts';
import { isInBox } from '../../src/model/country.ts';
import { LocalMetric } from '../../src/model/local-metric.ts';
import { lurefConverter } from '../projection/luref.ts';
import { toE7, type Wgs84Converter } from '../projection/wgs84-converter.ts';
import type { ImportReport } from '../report.ts';
import type { BdAdresse } from './bd-adresses.ts';

/** A row's own degrees and its LUREF are the same point written twice; further apart, one of them is wrong. */
const TOLERANCE_METRES = 1;

/** What `id_geoportail` has in the place of a land parcel for a point on public ground. */
const PUBLIC_GROUND = 'domaine_public';

/**
 * Gives addresses the points of BD-Adresses, joined by building: `id_caclr_bat` is the address's id.
 *
 * The row's own latitude and longitude are taken if they are in the country, otherwise its LUREF is converted. If a
 * building has several points (a parcel was split and both halves kept the address), the first on a parcel stays.
 * Rows that join nothing, repeat a building or have no point are rejected; tolerated differences are a warning.
 */
export class AddressPlacer {
  readonly #addresses: AddressColumns;
  readonly #streetIds: readonly number[];
  readonly #file: string;
  readonly #report: ImportReport;
  readonly #luref: Wgs84Converter = lurefConverter();
  /** Row of `addresses` by its id. */
  readonly #addressOf: Map<number, number> = new Map();
  /** By row of `addresses`: the position of the BD row that placed it; 0 while none has. */
  readonly #placedBy: Uint32Array;
  readonly #onPublicGround: Uint8Array;
  #disagreeing: number = 0;
  #firstDisagreeing: number = 0;
  #maxDisagreementMetres: number = 0;
  #converted: number = 0;
  #inOtherStreets: number = 0;

  /** `streetIds`: the register's number of each street of the gazetteer. `file`: where the rows come from, for people. */
  constructor(addresses: AddressColumns, streetIds: readonly number[], file: string, report: ImportReport) {
    this.#addresses = addresses;
    this.#streetIds = streetIds;
    this.#file = file;
    this.#report = report;
    this.#placedBy = new Uint32Array(addresses.length);
    this.#onPublicGround = new Uint8Array(addresses.length);
    for (let i = 0; i < addresses.length; i++) this.#addressOf.set(addresses.id[i]!, i);
  }

  place(row: BdAdresse): void {
    const addresses = this.#addresses;
    const i = this.#addressOf.get(wholeNumber(row.id_caclr_bat));
    if (i === undefined) {
      this.#reject(row, row.id_caclr_bat === '' ? 'building-missing' : 'building-not-current');
      return;
    }
    const point = pointOf(row, this.#luref);
    if (point === undefined) {
      this.#reject(row, 'no-position', `${row.lat_wgs84} ${row.lon_wgs84}`);
      return;
    }
    const latE7 = toE7(point.latitude);
    const lonE7 = toE7(point.longitude);
    // A building that has been placed already moves only from public ground to a parcel.
    const isPublicGround = row.id_geoportail.startsWith(PUBLIC_GROUND);
    const placedBy = this.#placedBy[i]!;
    if (placedBy === 0) {
      this.#report.kept('BD-Adresses');
    } else {
      const isSamePoint = addresses.latE7[i] === latE7 && addresses.lonE7[i] === lonE7;
      const isBetter = this.#onPublicGround[i] === 1 && !isPublicGround;
      const loser = isBetter ? { ...row, position: placedBy } : row;
      this.#reject(loser, isSamePoint ? 'building-repeated' : 'building-at-another-point');
      if (!isBetter) return;
    }
    addresses.latE7[i] = latE7;
    addresses.lonE7[i] = lonE7;
    this.#placedBy[i] = row.position;
    this.#onPublicGround[i] = isPublicGround ? 1 : 0;
    this.#noteDoubts(row, point, i);
  }

  /** To be called after the last row: adds the warnings on tolerated differences. */
  finish(): void {
    const warn = (sentence: string) => this.#report.warn(`${this.#file}: ${sentence}`);
    if (this.#disagreeing > 0) {
      warn(
        `Rows whose latitude and longitude lie more than ${TOLERANCE_METRES} m from their LUREF coordinates: ` +
          `${this.#disagreeing.toLocaleString('en')} (up to ${this.#maxDisagreementMetres.toFixed(1)} m; the first is row ` +
          `${this.#firstDisagreeing.toLocaleString('en')}). Latitude and longitude were used.`,
      );
    }
    if (this.#converted > 0) {
      warn(
        `Rows without a latitude and longitude in Luxembourg: ${this.#converted.toLocaleString('en')}. Their LUREF was converted.`,
      );
    }
    if (this.#inOtherStreets > 0) {
      warn(
        `Rows that name another street than CACLR does for their building: ${this.#inOtherStreets.toLocaleString('en')}. CACLR's was used.`,
      );
    }
  }

  #noteDoubts(row: BdAdresse, point: Point, i: number): void {
    if (point.isConverted) this.#converted++;
    if (point.disagreementMetres > TOLERANCE_METRES) {
      if (this.#disagreeing++ === 0) this.#firstDisagreeing = row.position;
      this.#maxDisagreementMetres = Math.max(this.#maxDisagreementMetres, point.disagreementMetres);
    }
    if (this.#streetIds[this.#addresses.street[i]!] !== wholeNumber(row.id_caclr_rue)) this.#inOtherStreets++;
  }

  #reject(row: BdAdresse, reason: string, got: string = ''): void {
    const address = `${row.rue} ${row.numero}, ${row.localite}`;
    this.#report.reject({
      recordType: 'BD-Adresses',
      reason,
      file: this.#file,
      position: row.position,
      id: row.id_caclr_bat,
      detail: got === '' ? address : `${address}: ${got}`,
    });
  }
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
  readonly isConverted: boolean;
  /** Distance between the row's own degrees and its converted LUREF; 0 if it has only one of them. */
  readonly disagreementMetres: number;
}

function pointOf(row: BdAdresse, luref: Wgs84Converter): Point | undefined {
  const latitude = decimal(row.lat_wgs84);
  const longitude = decimal(row.lon_wgs84);
  const east = decimal(row.coord_est_luref);
  const north = decimal(row.coord_nord_luref);
  const hasLuref = Number.isFinite(east) && Number.isFinite(north);
  const [lurefLatitude, lurefLongitude] = hasLuref ? luref.toWgs84(east, north) : [Number.NaN, Number.NaN];
  const isOwn = isInBox('lu', latitude, longitude);
  if (!isOwn) {
    if (!isInBox('lu', lurefLatitude, lurefLongitude)) return undefined;
    return { latitude: lurefLatitude, longitude: lurefLongitude, isConverted: true, disagreementMetres: 0 };
  }
  const disagreementMetres = hasLuref
    ? Math.sqrt(new LocalMetric(latitude, longitude).squaredMetresTo(lurefLatitude * 1e7, lurefLongitude * 1e7))
    : 0;
  return { latitude, longitude, isConverted: false, disagreementMetres };
}

function decimal(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
