import type { Status } from '../search/match.ts';

/** The colours of rows on a map, as red, green and blue: legible on white, and distinct for most people with red-green blindness. */
export const STATUS_COLOURS: Readonly<Record<Status, readonly [red: number, green: number, blue: number]>> = {
  exact: [0, 128, 108],
  corrected: [38, 98, 206],
  several: [158, 60, 178],
  street: [230, 126, 0],
  place: [200, 36, 52],
  former: [128, 84, 48],
  none: [90, 90, 90],
};
