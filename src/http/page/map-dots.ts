import { doorOf, houseOf, type Language, nameIn } from '../../client/address-text.ts';
import type { Address } from '../../client/service-client.ts';
import type { Offset } from '../../map/labels.ts';
import { groupsOf, offsetFrom, type Position } from './map-layout.ts';
import { say } from './page-texts.ts';

/** The addresses at one point, in metres from the middle of the picture. */
export interface Dot extends Offset {
  readonly metres: number;
  /** In their natural order. */
  readonly group: readonly Address[];
  /** The one that the dot shows. */
  readonly shown: Address;
  readonly street: string;
  readonly isOwn: boolean;
  readonly isOnStreet: boolean;
}

/** The points of the picture: that of the address itself first, then those of its street, then the others, nearest first. */
export function dotsOf(
  address: Address,
  middle: Position,
  neighbours: readonly Address[],
  language: Language | undefined,
): Dot[] {
  const ownStreet = nameIn(address.street, language);
  // Where many addresses are at one point, it is not always among the nearest.
  const all = neighbours.some((each) => isSameAddress(each, address)) ? neighbours : [address, ...neighbours];
  const located = all.filter(({ location }) => location !== null);
  const groups = groupsOf(located, ({ location }) => location!.wgs84.join(' '));
  const dots = groups.map((group): Dot => {
    const own = group.find((each) => isSameAddress(each, address));
    const isOnOwnStreet = (each: Address): boolean => nameIn(each.street, language) === ownStreet;
    const shown = own ?? group.find(isOnOwnStreet) ?? group[0]!;
    const offset = offsetFrom(middle, shown.location!.wgs84);
    return {
      ...offset,
      metres: Math.hypot(offset.x, offset.y),
      group,
      shown,
      street: nameIn(shown.street, language),
      isOwn: own !== undefined,
      isOnStreet: isOnOwnStreet(shown),
    };
  });
  return dots.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(b.isOnStreet) - Number(a.isOnStreet));
}

export function isSameAddress(a: Address, b: Address): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The label of a dot: the number on the door, or the first and the last one of its street that are there. */
export function labelOf({ group, shown, isOwn, street }: Dot, language: Language | undefined): string {
  if (isOwn || group.length === 1) return 'box_number' in shown ? shown.housenumber : houseOf(shown);
  const numbers = group.filter((each) => nameIn(each.street, language) === street).map((each) => each.housenumber);
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  return first === last ? first : `${first}–${last}`;
}

const MAX_NAMED = 3;

/** Describes a dot: its addresses, and their distance. */
export function describe({ group, shown, metres }: Dot, language: Language | undefined): string {
  const named = [shown, ...group.filter((each) => each !== shown)].slice(0, MAX_NAMED);
  const rest = group.length - named.length;
  const names = named.map((each) => doorOf(each, language)).join(', ');
  return `${names}${rest > 0 ? say('andMore', rest) : ''}: ${metres.toFixed(0)} m`;
}
