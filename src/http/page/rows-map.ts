/// <reference lib="dom" />

import { extendBounds, MapGrid, noBounds, withMargin } from '../../map/grid.ts';
import { type Box, placeLabels } from '../../map/labels.ts';
import { STATUS_COLOURS } from '../../map/status-colours.ts';
import { STATUSES, type Status } from '../../search/match.ts';
import { nearestWithin } from './map-layout.ts';

/** A row with a position. */
export interface MapRow {
  readonly row: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly status: Status;
  readonly place: string;
}

const REACH = 14;
const TEXT_HEIGHT = 13;
const MAX_NAMES = 40;

/** The rows of a file as dots by status, with the names of the places that they are in. Redrawn as rows arrive, once per frame. */
export class RowsMap {
  readonly canvas: HTMLCanvasElement;
  readonly #onPoint: (row: MapRow | undefined) => void;
  #rows: MapRow[] = [];
  #dots: { readonly x: number; readonly y: number; readonly row: MapRow }[] = [];
  #isWaiting = false;

  constructor(canvas: HTMLCanvasElement, onPoint: (row: MapRow | undefined) => void) {
    this.canvas = canvas;
    this.#onPoint = onPoint;
    new ResizeObserver(() => this.#drawSoon()).observe(this.canvas);
    this.canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => this.#onPoint(this.#rowAt(offsetX, offsetY)));
    this.canvas.addEventListener('pointerleave', () => this.#onPoint(undefined));
  }

  clear(): void {
    this.#rows = [];
    this.#drawSoon();
  }

  add(rows: readonly MapRow[]): void {
    this.#rows.push(...rows);
    if (rows.length > 0) this.#drawSoon();
  }

  #drawSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { canvas } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const context = canvas.getContext('2d');
    if (context === null || width === 0) return;
    const scale = devicePixelRatio;
    [canvas.width, canvas.height] = [width * scale, height * scale];
    context.scale(scale, scale);
    context.clearRect(0, 0, width, height);
    const place = this.#projection(width, height);
    // The rows that need attention most are drawn last.
    this.#dots = this.#rows
      .map((row) => ({ row, ...place(row) }))
      .sort((a, b) => STATUSES.indexOf(a.row.status) - STATUSES.indexOf(b.row.status));
    // Pixels: the fewer rows, the larger their dots.
    const radius = this.#rows.length <= 300 ? 5 : this.#rows.length <= 3000 ? 4 : 3;
    for (const { x, y, row } of this.#dots) {
      context.fillStyle = `rgb(${STATUS_COLOURS[row.status].join(' ')} / 80%)`;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
    this.#drawNames(context, { left: 0, top: 0, right: width, bottom: height }, radius + 2);
  }

  /** The places of most rows, in the middle of them. */
  #drawNames(context: CanvasRenderingContext2D, frame: Box, dotRadius: number): void {
    const places = new Map<string, { x: number; y: number; rows: number }>();
    for (const { x, y, row } of this.#dots) {
      const sum = places.get(row.place) ?? { x: 0, y: 0, rows: 0 };
      places.set(row.place, { x: sum.x + x, y: sum.y + y, rows: sum.rows + 1 });
    }
    places.delete('');
    const most = [...places].sort((a, b) => b[1].rows - a[1].rows).slice(0, MAX_NAMES);
    const labels = most.map(([text, { x, y, rows }]) => ({ x: x / rows, y: y / rows, dotRadius, text }));
    context.font = `${TEXT_HEIGHT}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 4;
    context.lineJoin = 'round';
    const style = getComputedStyle(this.canvas);
    context.strokeStyle = style.backgroundColor;
    context.fillStyle = style.color;
    for (const { index, x, y } of placeLabels(labels, TEXT_HEIGHT, frame)) {
      context.strokeText(labels[index]!.text, x, y);
      context.fillText(labels[index]!.text, x, y);
    }
  }

  /** Where the rows are on a picture that fits all of them. */
  #projection(width: number, height: number): (row: MapRow) => { x: number; y: number } {
    const bounds = noBounds();
    for (const { latitude, longitude } of this.#rows) extendBounds(bounds, latitude * 1e7, longitude * 1e7);
    const grid = new MapGrid(withMargin(bounds), width, height);
    const [left, top] = [(width - grid.width) / 2, (height - grid.height) / 2];
    return ({ latitude, longitude }) => ({ x: left + grid.xOf(longitude * 1e7), y: top + grid.yOf(latitude * 1e7) });
  }

  #rowAt(x: number, y: number): MapRow | undefined {
    return this.#dots[nearestWithin(this.#dots, (dot) => Math.hypot(dot.x - x, dot.y - y), REACH)]?.row;
  }
}
