/// <reference lib="dom" />
import { houseOf, textOf } from './address-text.ts';
import { svgElement } from './dom.ts';
import { groupByPoint, offsetFrom, type Position, placeLabels, scaleBarMetres } from './map-layout.ts';
import type { Address } from './service-client.ts';

/** Half of the picture's width, in its own units; the circle of the radius just fits in. */
const HALF = 200;
const CIRCLE = 188;
const DOT = 4;
const OWN_DOT = 7;
const TEXT_HEIGHT = 10;
/** From the middle of a dot to where its label may begin. */
const LABEL_GAP = 6;
const OWN_LABEL_GAP = 11;

export interface NeighbourMapOptions {
  readonly address: Address;
  readonly middle: Position;
  readonly radiusMetres: number;
  /** Nearest first. */
  readonly neighbours: readonly Address[];
  readonly onChoose: (address: Address) => void;
}

/** The addresses at one point; x and y in the units of the picture. */
interface Dot {
  readonly group: readonly Address[];
  /** The one that the dot stands for. */
  readonly shown: Address;
  readonly x: number;
  readonly y: number;
  readonly isOwn: boolean;
  readonly isOnStreet: boolean;
}

/** A picture of where an address is: itself in the middle, and the addresses around it as dots with their house numbers. */
export function drawNeighbourMap(options: NeighbourMapOptions): SVGElement {
  const { address, middle, radiusMetres, neighbours, onChoose } = options;
  const unitsPerMetre = CIRCLE / radiusMetres;
  const groups = groupByPoint(
    neighbours.filter(({ location }) => location !== null),
    ({ location }) => location!.wgs84,
  );
  const street = textOf(address.street);
  const dots = groups.map((group): Dot => {
    const own = group.find((each) => isSame(each, address));
    const shown = own ?? group.find((each) => textOf(each.street) === street) ?? group[0]!;
    const { x, y } = offsetFrom(middle, shown.location!.wgs84);
    return {
      group,
      shown,
      x: x * unitsPerMetre,
      y: y * unitsPerMetre,
      isOwn: own !== undefined,
      isOnStreet: textOf(shown.street) === street,
    };
  });
  // The address itself first, then its street, then the others, so that their numbers are the ones that are shown.
  dots.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(b.isOnStreet) - Number(a.isOnStreet));

  const picture = svgElement('svg', {
    viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
    role: 'group',
    'aria-label': `${neighbours.length} addresses within ${radiusMetres} metres`,
  });
  picture.append(...drawGround(radiusMetres));
  for (const each of [...dots].reverse()) {
    const { group, shown, x, y, isOwn } = each;
    const dot = svgElement(
      'circle',
      { cx: x, cy: y, r: isOwn ? OWN_DOT : DOT, class: `dot ${kindOf(each)}` },
      svgElement('title', {}, titleOf(group, shown)),
    );
    if (!isOwn) dot.addEventListener('click', () => onChoose(shown));
    picture.append(dot);
  }
  picture.append(...drawLabels(dots, street));
  return picture;
}

/** House numbers, and the name of each other street once; those that would cover something are left out. */
function drawLabels(dots: readonly Dot[], ownStreet: string): SVGElement[] {
  const named = new Set([ownStreet]);
  const names = dots.flatMap((dot) => {
    const name = textOf(dot.shown.street);
    if (named.has(name)) return [];
    named.add(name);
    return [{ x: dot.x, y: dot.y, dotRadius: LABEL_GAP, text: name, style: 'street-name' }];
  });
  const numbers = dots.map((dot) => ({
    x: dot.x,
    y: dot.y,
    dotRadius: dot.isOwn ? OWN_LABEL_GAP : LABEL_GAP,
    text: labelOf(dot.group, dot.shown),
    style: `number ${kindOf(dot)}`,
  }));
  const [own, ...others] = numbers;
  const labels = own === undefined ? [] : [own, ...names, ...others];
  return placeLabels(labels, TEXT_HEIGHT, HALF).map(({ index, x, y }) =>
    svgElement('text', { x, y, class: labels[index]!.style }, labels[index]!.text),
  );
}

function kindOf({ isOwn, isOnStreet }: Dot): string {
  return isOwn ? 'own' : isOnStreet ? 'same-street' : 'other-street';
}

/** The circle, half of it, the scale bar, and where north is. */
function drawGround(radiusMetres: number): SVGElement[] {
  const bar = scaleBarMetres(radiusMetres);
  const barUnits = (bar * CIRCLE) / radiusMetres;
  const left = -HALF + 12;
  const bottom = HALF - 14;
  return [
    svgElement('circle', { r: CIRCLE, class: 'radius' }),
    svgElement('circle', { r: CIRCLE / 2, class: 'half-radius' }),
    svgElement('path', { d: `M${left} ${bottom - 4}v4h${barUnits}v-4`, class: 'scale' }),
    svgElement('text', { x: left + barUnits / 2, y: bottom - 8, class: 'caption' }, `${bar} m`),
    svgElement('path', { d: `M${HALF - 18} ${-HALF + 34}v-20m-4 5l4 -6l4 6`, class: 'scale' }),
    svgElement('text', { x: HALF - 18, y: -HALF + 43, class: 'caption' }, 'N'),
  ];
}

function isSame(a: Address, b: Address): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The number on the door; where several addresses are at one point, the first and how many more. */
function labelOf(group: readonly Address[], shown: Address): string {
  return group.length === 1 ? houseOf(shown) : `${houseOf(shown)} +${group.length - 1}`;
}

const LONGEST_TITLE = 8;

function titleOf(group: readonly Address[], shown: Address): string {
  const others = group.filter((each) => each !== shown);
  const lines = [shown, ...others].slice(0, LONGEST_TITLE).map((each) => `${textOf(each.street)} ${houseOf(each)}`);
  const rest = group.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`].join('\n') : lines.join('\n');
}
