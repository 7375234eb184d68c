/// <reference lib="dom" />
import type { Language } from '../../client/address-text.ts';
import type { Address } from '../../client/service-client.ts';
import { svgElement } from '../../element/dom.ts';
import { boxAround, placeLabels } from '../../map/labels.ts';
import { scaleBarMetres } from '../../model/local-metric.ts';
import { type Dot, describe, dotsOf, labelOf } from './map-dots.ts';
import { nearestWithin, type Position, streetLines } from './map-layout.ts';
import { say } from './page-texts.ts';

/** Text height in CSS pixels, whatever the size of the picture, so that it is legible on a phone. */
const TEXT_HEIGHT = 12;
const DOT = 4.5;
const OWN_DOT = 6;
/** Radius of the ring around the chosen address. */
const RING = 12;
const MARGIN = 14;
/** Distance from the middle of a dot to its label. */
const LABEL_GAP = 8.5;
const OWN_LABEL_GAP = 17;
/** Maximum distance of a pointer from the dot it points at. */
const REACH = 16;
/** Maximum gap in a street, as a share of the picture's width; beyond it the line is interrupted. */
const MAX_GAP = 0.35;

interface Neighbourhood {
  readonly address: Address;
  readonly middle: Position;
  readonly radiusMetres: number;
  /** Nearest first. */
  readonly neighbours: readonly Address[];
  readonly language: Language | undefined;
}

interface NeighbourMapHandlers {
  readonly onChoose: (address: Address) => void;
  /** Called with what the dot under the pointer shows; `undefined` when the pointer leaves it. */
  readonly onPoint: (description: string | undefined) => void;
}

/** A dot in the pixels of the picture, from its middle. */
interface PlacedDot extends Dot {
  readonly label: string;
  readonly style: string;
}

/** A picture of where an address is: itself in the middle, and the addresses around it as dots with their house numbers. */
export class NeighbourMap {
  readonly #frame: HTMLElement;
  readonly #handlers: NeighbourMapHandlers;
  #shown: Neighbourhood | undefined;
  #drawnWidth = 0;

  constructor(frame: HTMLElement, handlers: NeighbourMapHandlers) {
    this.#frame = frame;
    this.#handlers = handlers;
    // Drawn in pixels, so redrawn when the width changes.
    new ResizeObserver(() => {
      if (frame.clientWidth !== this.#drawnWidth) this.#draw();
    }).observe(frame);
  }

  /** Shows a neighbourhood, or none. */
  show(neighbourhood: Neighbourhood | undefined): void {
    this.#shown = neighbourhood;
    this.#frame.hidden = neighbourhood === undefined;
    this.#draw();
  }

  #draw(): void {
    const width = this.#frame.clientWidth;
    this.#drawnWidth = width;
    this.#frame.replaceChildren();
    if (this.#shown === undefined || width === 0) return;
    const { address, middle, radiusMetres, neighbours, language } = this.#shown;
    const half = width / 2;
    const unitsPerMetre = (half - MARGIN) / radiusMetres;
    const dots = dotsOf(address, middle, neighbours, language).map((dot) => ({
      ...dot,
      x: dot.x * unitsPerMetre,
      y: dot.y * unitsPerMetre,
      label: labelOf(dot, language),
      style: `${dot.isOwn ? 'own ' : ''}${dot.isOnStreet ? 'same-street' : 'other-street'}`,
    }));
    const circles = dots.map(({ x, y, isOwn, style }) =>
      svgElement('circle', { cx: x, cy: y, r: isOwn ? OWN_DOT : DOT, class: `dot ${style}` }),
    );
    const picture = svgElement(
      'svg',
      { viewBox: `${-half} ${-half} ${width} ${width}`, role: 'img', 'aria-label': say('around', neighbours.length) },
      ...drawGround(half, radiusMetres),
      ...drawStreets(dots, half),
      // The address itself is last, on top of the others.
      ...[...circles].reverse(),
      svgElement('circle', { r: RING, class: 'ring' }),
      ...drawLabels(dots, half),
    );
    this.#listen(picture, dots, circles);
    this.#frame.append(picture);
  }

  /** Listens to the pointer. Dots are small, so the nearest one within reach counts. */
  #listen(picture: SVGElement, dots: readonly PlacedDot[], circles: readonly SVGElement[]): void {
    let pointed = -1;
    const point = (position: number): void => {
      if (position === pointed) return;
      circles[pointed]?.classList.remove('pointed');
      circles[position]?.classList.add('pointed');
      picture.classList.toggle('can-choose', dots[position]?.isOwn === false);
      pointed = position;
      this.#handlers.onPoint(dots[position] && describe(dots[position], this.#shown?.language));
    };
    const positionOf = ({ clientX, clientY }: MouseEvent): number => {
      const { left, top, width } = picture.getBoundingClientRect();
      const [x, y] = [clientX - left - width / 2, clientY - top - width / 2];
      return nearestWithin(dots, (dot) => Math.hypot(dot.x - x, dot.y - y), REACH);
    };
    picture.addEventListener('pointermove', (event) => point(positionOf(event)));
    picture.addEventListener('pointerleave', () => point(-1));
    picture.addEventListener('click', (event) => {
      const dot = dots[positionOf(event)];
      if (dot?.isOwn === false) this.#handlers.onChoose(dot.shown);
    });
  }
}

/** The streets beneath their addresses. */
function drawStreets(dots: readonly PlacedDot[], half: number): SVGElement[] {
  const own = dots.find(({ isOwn }) => isOwn)?.street;
  return streetLines(dots, MAX_GAP * half).map(({ street, from, to }) =>
    svgElement('path', {
      d: `M${from.x} ${from.y}L${to.x} ${to.y}`,
      class: street === own ? 'street own-street' : 'street',
    }),
  );
}

/** House numbers, and the name of each other street once; those that would cover something are left out. */
function drawLabels(dots: readonly PlacedDot[], half: number): SVGElement[] {
  const [own, ...others] = dots.map(({ x, y, isOwn, label, style }) => ({
    ...{ x, y, text: label, style: `number ${style}` },
    dotRadius: isOwn ? OWN_LABEL_GAP : LABEL_GAP,
  }));
  const names = dots
    .slice(1)
    .map(({ x, y, street }) => ({ x, y, text: street, once: street, style: 'street-name', dotRadius: LABEL_GAP }));
  const labels = [own!, ...names, ...others];
  return placeLabels(labels, TEXT_HEIGHT, boxAround(0, 0, half, half)).map(({ index, x, y }) =>
    svgElement('text', { x, y, class: labels[index]!.style }, labels[index]!.text),
  );
}

/** The circle, the scale bar, and where north is. */
function drawGround(half: number, radiusMetres: number): SVGElement[] {
  const radius = half - MARGIN;
  // At most a third of the picture's width.
  const bar = scaleBarMetres((2 * radiusMetres) / 3);
  const barLength = (bar * radius) / radiusMetres;
  const right = radius - 6;
  return [
    svgElement('circle', { r: radius, class: 'radius' }),
    svgElement('path', { d: `M${-radius} ${radius - 5}v5h${barLength}v-5`, class: 'scale' }),
    svgElement('text', { x: barLength / 2 - radius, y: radius - 10, class: 'caption' }, `${bar} m`),
    svgElement('path', { d: `M${right} ${37 - half}v-22m-5 6l5 -7l5 7`, class: 'scale' }),
    svgElement('text', { x: right, y: 47 - half, class: 'caption' }, 'N'),
  ];
}
