import type { Raster } from '../../src/format/png.ts';
import { densityOf, shadesOf } from '../../src/map/density.ts';
import { type MapBounds, MapGrid } from '../../src/map/grid.ts';
import { COUNTRY_BOXES } from '../../src/model/country.ts';
import { visitPositions } from '../../src/store/address-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { CHANGE, type ReleaseComparison } from '../diff/compare-releases.ts';
import type { PositionFaults } from '../gates/positions.ts';
import { Canvas, type Colour } from './canvas.ts';

const WIDTH = 900;
const MAX_HEIGHT = 1100;
const INK: Colour = [40, 44, 48];
const FAULT: Colour = [214, 0, 28];

type DrawnChange = 'renamed' | 'renumbered' | 'moved' | 'added' | 'removed';

/** What a dot of the map of changes means; the last ones are drawn on top. */
export const CHANGE_COLOURS: Readonly<Record<DrawnChange, Colour>> = {
  renamed: [150, 110, 200],
  renumbered: [230, 150, 0],
  moved: [20, 90, 220],
  added: [0, 150, 70],
  removed: [214, 0, 28],
};

/**
 * All addresses of an index on a map of the country: darker where there are more, and each province in its own colour,
 * so that a town in the wrong place has the wrong colour. Addresses that are misplaced by the measure of the gates are
 * red, with a ring around them; those outside the country are red marks at the edge, where they would leave the map.
 */
export function drawDensity(index: CountryIndex, { misplaced, outside }: PositionFaults): Raster {
  const grid = new MapGrid(boundsOf(index), WIDTH, MAX_HEIGHT);
  const canvas = new Canvas(grid.width, grid.height);
  const shades = shadesOf(densityOf([index], grid));
  const provinces = provinceOfPixel(index, grid);
  for (let pixel = 0; pixel < shades.length; pixel++) {
    if (shades[pixel]! > 0) canvas.setPixel(pixel, shaded(provinceColour(provinces[pixel]!), shades[pixel]!));
  }
  const faults = [...misplaced, ...outside].map((address) => {
    const x = clamp(grid.xOf(index.addresses.lonE7Of(address)), grid.width);
    return { x, y: clamp(grid.yOf(index.addresses.latE7Of(address)), grid.height) };
  });
  for (const { x, y } of faults) canvas.dot(x, y, 1.5, FAULT);
  // One ring for a town, not for each of its houses.
  const cells = new Map(
    faults.map(({ x, y }) => [`${Math.floor(x / RING_RADIUS)} ${Math.floor(y / RING_RADIUS)}`, { x, y }]),
  );
  for (const { x, y } of cells.values()) canvas.ring(x, y, RING_RADIUS, FAULT);
  return canvas;
}

const RING_RADIUS = 16;

/**
 * What has changed between two releases, over the addresses of the new one in grey. A line connects the old and new
 * position of a moved address.
 */
export function drawChanges({ before, after, changes, oldOf, removed }: ReleaseComparison): Raster {
  const grid = new MapGrid(boundsOf(after), WIDTH, MAX_HEIGHT);
  const canvas = new Canvas(grid.width, grid.height);
  shadesOf(densityOf([after], grid)).forEach((shade, pixel) => {
    if (shade > 0) canvas.setPixel(pixel, shaded(GREY, shade * 0.6));
  });
  const place = ({ addresses }: CountryIndex, address: number): [x: number, y: number] | undefined =>
    addresses.hasPosition(address)
      ? [
          clamp(grid.xOf(addresses.lonE7Of(address)), grid.width),
          clamp(grid.yOf(addresses.latE7Of(address)), grid.height),
        ]
      : undefined;
  for (const [kind, colour] of Object.entries(CHANGE_COLOURS)) {
    if (kind === 'removed') continue;
    const flag = CHANGE[kind as DrawnChange];
    for (let address = 0; address < changes.length; address++) {
      if ((changes[address]! & flag) === 0) continue;
      const at = place(after, address);
      if (at === undefined) continue;
      const from = kind === 'moved' ? place(before, oldOf[address]!) : undefined;
      if (from !== undefined) canvas.line(from, at, colour);
      canvas.dot(at[0], at[1], 1.5, colour);
    }
  }
  for (const old of removed) {
    const at = place(before, old);
    if (at !== undefined) canvas.dot(at[0], at[1], 1.5, CHANGE_COLOURS.removed);
  }
  return canvas;
}

/** One bar of the histogram of rejections. */
export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Share of the records read of the type, 0 to 1. */
  readonly share: number;
}

const BAR_HEIGHT = 22;
const LABEL_WIDTH = 450;
const HISTOGRAM_WIDTH = 1100;

/**
 * Rejections by record type and reason, with the length of their share of the records read: the same chart as on the page,
 * as a picture.
 */
export function drawHistogram(bars: readonly Bar[]): Raster {
  const canvas = new Canvas(HISTOGRAM_WIDTH, Math.max(1, bars.length) * BAR_HEIGHT + 20);
  if (bars.length === 0) canvas.text(10, 12, 'nothing was rejected', INK);
  const most = Math.max(...bars.map(({ share }) => share));
  bars.forEach(({ label, count, share }, i) => {
    const y = 10 + i * BAR_HEIGHT;
    canvas.text(10, y + 4, label, INK);
    const width = Math.max(1, Math.round((share / most) * (HISTOGRAM_WIDTH - LABEL_WIDTH - 230)));
    canvas.rectangle(LABEL_WIDTH, y, width, BAR_HEIGHT - 6, [196, 90, 40]);
    canvas.text(LABEL_WIDTH + width + 8, y + 4, `${count.toLocaleString('en')}  ${(share * 100).toFixed(2)} %`, INK);
  });
  return canvas;
}

const GREY: Colour = [110, 116, 122];

/** The box of the country, or of its addresses if they cover only a part. */
function boundsOf({ country, addresses }: CountryIndex): MapBounds {
  const [south, west, north, east] = COUNTRY_BOXES[country].map((degrees) => degrees * 1e7) as [
    number,
    number,
    number,
    number,
  ];
  const box = { south: north, west: east, north: south, east: west };
  visitPositions(addresses, 0, addresses.length, (_, lat, lon) => {
    if (lat < south || lat > north || lon < west || lon > east) return;
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
  });
  if (box.south > box.north) return { south, west, north, east };
  const margin = Math.max((box.north - box.south) * 0.03, MIN_MARGIN_E7);
  return { south: box.south - margin, west: box.west - margin, north: box.north + margin, east: box.east + margin };
}

/** About 500 m. */
const MIN_MARGIN_E7 = 50_000;

/** For each pixel the province of one of its addresses, by position. */
function provinceOfPixel(index: CountryIndex, grid: MapGrid): Uint8Array {
  const provinces = new Uint8Array(grid.width * grid.height);
  index.areas.all('province').forEach((_, province) => {
    const [from, to] = index.addressesUnder('province', province);
    visitPositions(index.addresses, from, to, (_address, latE7, lonE7) => {
      const x = Math.floor(grid.xOf(lonE7));
      const y = Math.floor(grid.yOf(latE7));
      if (x >= 0 && x < grid.width && y >= 0 && y < grid.height) provinces[y * grid.width + x] = province;
    });
  });
  return provinces;
}

/**
 * Hues a golden section of the circle without red apart, so that neighbours in the list, and mostly on the map, differ. Red
 * is left to faults.
 */
export function provinceColour(province: number): Colour {
  const hue = 40 + ((province * 0.618034) % 1) * 290;
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (0.36 - 0.34 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Between a light tint at 0 and the colour itself at 1. */
function shaded(colour: Colour, shade: number): Colour {
  const weight = 0.35 + 0.65 * shade;
  return colour.map((channel) => Math.round(255 - (255 - channel) * weight)) as unknown as Colour;
}

/** The nearest pixel on the map, some pixels from its edge. */
function clamp(value: number, size: number): number {
  return Math.max(4, Math.min(size - 5, value));
}
