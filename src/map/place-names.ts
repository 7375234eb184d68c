import { visitPositions } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import type { MapGrid } from './grid.ts';
import { type Box, boxOfText, contains, type Offset, overlaps } from './labels.ts';

/** The name of a place on a map: the middle of the text. */
export interface PlaceName extends Offset {
  readonly text: string;
  /** The least zoom at which there is room for it. */
  readonly zoom: number;
}

/**
 * The names of the places of the indexes in the middle of their addresses, the largest place first, as many as have room: first as
 * the map is, then at each zoom, where text is as large as before and the map is not. Reads the position of every address.
 *
 * @param zooms increasing, such as 1, 3, 9
 */
export function placeNamesOn(
  indexes: readonly CountryIndex[],
  grid: MapGrid,
  textHeight: number,
  zooms: readonly number[],
): PlaceName[] {
  const places = indexes.flatMap((index) => placesOf(index, grid)).sort((a, b) => b.size - a.size);
  const names = new Map<Place, PlaceName>();
  for (const zoom of zooms) {
    const boxOf = ({ text, x, y }: Place): Box => boxOfText(text, { x: x * zoom, y: y * zoom }, textHeight);
    const frame = { left: 0, top: 0, right: grid.width * zoom, bottom: grid.height * zoom };
    const taken = [...names.keys()].map(boxOf);
    for (const place of places) {
      const box = boxOf(place);
      if (names.has(place) || !contains(frame, box) || taken.some((other) => overlaps(other, box))) continue;
      taken.push(box);
      names.set(place, { text: place.text, x: place.x, y: place.y, zoom });
    }
  }
  return [...names.values()];
}

interface Place extends Offset {
  readonly text: string;
  readonly size: number;
}

/** The places whose middle is on the map. */
function placesOf(index: CountryIndex, grid: MapGrid): Place[] {
  return index.areas.all('place').flatMap((_, ordinal) => {
    const [from, to] = index.addressesUnder('place', ordinal);
    let [size, x, y] = [0, 0, 0];
    visitPositions(index.addresses, from, to, (__, latE7, lonE7) => {
      size++;
      x += grid.xOf(lonE7);
      y += grid.yOf(latE7);
    });
    [x, y] = [x / size, y / size];
    const isOnMap = x > 0 && x < grid.width && y > 0 && y < grid.height;
    return isOnMap ? [{ text: index.areas.officialNamesOf(ordinal).place, size, x, y }] : [];
  });
}
