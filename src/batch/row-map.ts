import { encodePng } from '../format/png.ts';
import { densityOf, shadesOf } from '../map/density.ts';
import { extendBounds, MapGrid, noBounds, withMargin } from '../map/grid.ts';
import { placeNamesOn } from '../map/place-names.ts';
import { STATUS_COLOURS } from '../map/status-colours.ts';
import { NO_POSITION } from '../model/address-columns.ts';
import { COUNTRY_BOXES } from '../model/country.ts';
import { scaleBarMetres } from '../model/local-metric.ts';
import { STATUSES, type Status } from '../search/match.ts';
import { SCORE_DIGITS } from '../search/score.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { escapeHtml } from '../text/escape.ts';
import { type BatchCounts, discrepanciesByCount, shareOfRows } from './chunk.ts';
import { compareNotable, type NotableRow, precisionOfKind, type RowMarks, statusOfKind } from './row-marks.ts';

const MEANINGS: Readonly<Record<Status, string>> = {
  exact: 'everything agrees',
  corrected: 'one address, something differed',
  several: 'several addresses match equally well',
  street: 'the street, not the number',
  place: 'the place, not the street',
  former: 'withdrawn, and nothing took its place',
  none: 'not found, not on the map',
};

const WIDTH = 1200;
const MAX_HEIGHT = 1400;
/** Maximum dots that respond to the pointer; the others, which agree best, are drawn in the picture beneath. */
const MAX_DOTS = 4000;
const MAX_LISTED = 100;
/** How many times the map can be enlarged, without a script: the width of the picture in its frame. */
const ZOOMS = [1, 3, 9] as const;

/** On screens a high picture is made smaller: so much larger is what is drawn on it. */
function enlargementOn({ height }: MapGrid): number {
  return Math.max(1, height / 800);
}

function textHeightOn(grid: MapGrid): number {
  return Math.round(13 * enlargementOn(grid));
}

/** The input of a map. */
export interface DrawnRows {
  /** The name of the file. */
  readonly title: string;
  readonly counts: BatchCounts;
  readonly indexes: readonly CountryIndex[];
}

/**
 * The rows of a run on a map: dots by status and precision, over the addresses of the indexes in shades of grey. It is drawn as one HTML
 * file without scripts, with a list of the rows to look at first, or as PNG.
 */
export class RowMap {
  readonly #positions: Int32Array[] = [];
  readonly #kinds: Uint8Array[] = [];
  #notable: NotableRow[] = [];
  #rows = 0;

  /** Adds the rows of a chunk, in their order. */
  add({ positions, kinds, notable }: RowMarks): void {
    this.#positions.push(positions);
    this.#kinds.push(kinds);
    const before = this.#rows;
    this.#notable.push(...notable.map((each) => ({ ...each, row: each.row + before })));
    this.#notable = this.#notable.sort(compareNotable).slice(0, MAX_LISTED);
    this.#rows += kinds.length;
  }

  toPng({ indexes }: DrawnRows): Buffer {
    const grid = this.#grid(indexes);
    return pictureOf(indexes, grid, this.#dots(grid));
  }

  toHtml({ title, counts, indexes }: DrawnRows): string {
    const grid = this.#grid(indexes);
    // The rows that need attention most are drawn last, on top, and respond to the pointer.
    const dots = this.#dots(grid);
    const painted = dots.slice(0, Math.max(0, dots.length - MAX_DOTS));
    const png = pictureOf(indexes, grid, painted).toString('base64');
    const listed = new Map(this.#notable.map((each) => [each.row, each]));
    const circles = dots
      .slice(painted.length)
      .map((dot) => circleOf(dot, radiusOf(dot.kind) * enlargementOn(grid), listed.get(dot.row)));
    const drawn = new Set(dots.slice(painted.length).map(({ row }) => row));
    const unplaced = this.#rows - dots.length;
    return page({ title, counts, indexes, grid, png, circles, drawn, notable: this.#notable, unplaced });
  }

  /** Rows with a position, those that agree best first. */
  #dots(grid: MapGrid): Dot[] {
    const dots: Dot[] = [];
    let row = 0;
    this.#positions.forEach((positions, chunk) => {
      const kinds = this.#kinds[chunk]!;
      for (let i = 0; i < kinds.length; i++, row++) {
        const latE7 = positions[i * 2]!;
        if (latE7 === NO_POSITION) continue;
        dots.push({ row, x: grid.xOf(positions[i * 2 + 1]!), y: grid.yOf(latE7), kind: kinds[i]! });
      }
    });
    return dots.sort((a, b) => (a.kind >> 3) - (b.kind >> 3) || a.row - b.row);
  }

  /** Around all rows; around the countries of the indexes where none has a position. */
  #grid(indexes: readonly CountryIndex[]): MapGrid {
    const box = noBounds();
    for (const positions of this.#positions) {
      for (let i = 0; i < positions.length; i += 2) {
        if (positions[i] !== NO_POSITION) extendBounds(box, positions[i]!, positions[i + 1]!);
      }
    }
    if (box.west === Infinity) {
      for (const { country } of indexes) {
        const [south, west, north, east] = COUNTRY_BOXES[country];
        extendBounds(box, south * 1e7, west * 1e7);
        extendBounds(box, north * 1e7, east * 1e7);
      }
    }
    return new MapGrid(withMargin(box), WIDTH, MAX_HEIGHT);
  }
}

interface Dot {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly kind: number;
}

/** The addresses of the indexes in grey, and dots over them, as PNG. */
function pictureOf(indexes: readonly CountryIndex[], grid: MapGrid, dots: readonly Dot[]): Buffer {
  const shades = shadesOf(densityOf(indexes, grid));
  const rgb = new Uint8Array(grid.width * grid.height * 3);
  shades.forEach((shade, i) => {
    // From nearly white to a middle grey, so that dots stand out on both; areas without addresses are slightly warmer.
    const grey = shade === 0 ? 250 : Math.round(232 - shade * 92);
    rgb[i * 3] = grey;
    rgb[i * 3 + 1] = grey;
    rgb[i * 3 + 2] = shade === 0 ? 246 : grey + 4;
  });
  for (const dot of dots) paint(rgb, grid, dot);
  return encodePng({ width: grid.width, height: grid.height, rgb });
}

/** Pixels: an address is a filled dot, a house or one of several a larger one, a street a ring, a place a large ring. */
function radiusOf(kind: number): number {
  const precision = precisionOfKind(kind);
  return precision === 'address' ? 4 : precision === 'house' ? 5 : precision === 'street' ? 7 : 11;
}

function isRing(kind: number): boolean {
  const precision = precisionOfKind(kind);
  return precision === 'street' || precision === 'place';
}

function paint(rgb: Uint8Array, { width, height }: MapGrid, { x, y, kind }: Dot): void {
  const radius = radiusOf(kind);
  const colour = STATUS_COLOURS[statusOfKind(kind)];
  const hole = isRing(kind) ? radius - 2.5 : -1;
  for (let py = Math.max(0, Math.floor(y - radius - 1)); py <= Math.min(height - 1, y + radius + 1); py++) {
    for (let px = Math.max(0, Math.floor(x - radius - 1)); px <= Math.min(width - 1, x + radius + 1); px++) {
      const distance = Math.hypot(px + 0.5 - x, py + 0.5 - y);
      // The share of the pixel that is covered, at both edges; around a filled dot a thin white rim tells dots apart.
      const outer = Math.min(1, Math.max(0, radius - distance + 0.5));
      const inner = Math.min(1, Math.max(0, hole - distance + 0.5));
      const cover = outer - inner;
      const rim = hole < 0 ? Math.min(1, Math.max(0, radius + 1 - distance + 0.5)) - outer : 0;
      const at = (py * width + px) * 3;
      for (let i = 0; i < 3; i++) {
        const under = rgb[at + i]! * (1 - rim) + 255 * rim;
        rgb[at + i] = Math.round(under * (1 - cover) + colour[i]! * cover);
      }
    }
  }
}

function circleOf({ x, y, kind, row }: Dot, radius: number, notable: NotableRow | undefined): string {
  const status = statusOfKind(kind);
  const ring = isRing(kind) ? ' ring' : '';
  const told =
    notable === undefined
      ? `row ${row + 1}: ${status}`
      : `row ${row + 1}: ${status}. ${notable.given} → ${notable.found}`;
  const id = notable === undefined ? '' : ` id="dot-${row + 1}"`;
  const circle = `<circle${id} class="${status}${ring}${notable === undefined ? '' : ` to-${ZOOMS.at(-1)}`}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"><title>${escapeHtml(told)}</title></circle>`;
  return notable === undefined ? circle : `<a href="#row-${row + 1}">${circle}</a>`;
}

function attributionsOf(indexes: readonly CountryIndex[]): string[] {
  const lines = indexes.flatMap(({ manifest }) =>
    manifest.registers.map(({ name, publisher, attribution }) => attribution ?? `${name}, ${publisher}`),
  );
  return [...new Set(lines)];
}

interface Page extends DrawnRows {
  readonly grid: MapGrid;
  readonly png: string;
  readonly circles: readonly string[];
  /** The rows that have a dot of their own. */
  readonly drawn: ReadonlySet<number>;
  readonly notable: readonly NotableRow[];
  readonly unplaced: number;
}

function page({ title, counts, indexes, grid, png, circles, drawn, notable, unplaced }: Page): string {
  const number = (count: number): string => count.toLocaleString('en');
  const legend = STATUSES.map(
    (status) =>
      `<label><input type="checkbox" id="show-${status}" checked><span class="swatch ${status}"></span><b>${status}</b> <span>${number(counts.statuses[status])} · ${shareOfRows(counts.statuses[status], counts)}</span><small>${MEANINGS[status]}</small></label>`,
  ).join('\n');
  const hiding = STATUSES.map((status) => `body:has(#show-${status}:not(:checked)) svg .${status}{display:none}`).join(
    '',
  );
  const colours = STATUSES.map((status) => {
    const rgb = `rgb(${STATUS_COLOURS[status].join(',')})`;
    return `.${status}{fill:${rgb};--colour:${rgb}}.${status}.ring{fill:none;stroke:${rgb}}`;
  }).join('');
  // What is drawn stays as large as it is while the map grows around the place or row that the page's address leads to.
  const zooming = ZOOMS.slice(1)
    .map((zoom) => {
      const isZoomed = `body:has(.to-${zoom}:target)`;
      const named = ZOOMS.filter((each) => each <= zoom).map((each) => `${isZoomed} .name-${each}{display:inline}`);
      return `${isZoomed} svg{width:${zoom * 100}%;max-height:none}${isZoomed} :is(circle,svg text){scale:${(1 / zoom / enlargementOn(grid)).toFixed(4)}}${named.join('')}`;
    })
    .join('');
  const places = placeNamesOn(indexes, grid, textHeightOn(grid), ZOOMS)
    .map(({ text, x, y, zoom }, i) => {
      const next = ZOOMS.find((each) => each > zoom) ?? zoom;
      return `<a href="#place-${i}"><text id="place-${i}" class="name name-${zoom} to-${next}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" dy="-.6em">${escapeHtml(text)}</text></a>`;
    })
    .join('\n');
  const rows = notable
    .map(
      ({ row, status, score, given, found, discrepancies }) =>
        `<tr id="row-${row + 1}"><td>${drawn.has(row) ? `<a href="#dot-${row + 1}">${number(row + 1)}</a>` : number(row + 1)}</td><td><span class="swatch ${status}"></span>${status}</td><td>${score.toFixed(SCORE_DIGITS)}</td><td>${escapeHtml(given)}</td><td>${escapeHtml(found)}</td><td>${escapeHtml(discrepancies.replaceAll(' ', ', '))}</td></tr>`,
    )
    .join('\n');
  const discrepancies = discrepanciesByCount(counts);
  const bar = scaleBar(grid);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: rows on a map</title>
<style>
:root{color-scheme:light dark;--ink:#1d2125;--dim:#5d656c;--line:#d9dde0;--ground:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9ecee;--dim:#a5adb4;--line:#3a4147;--ground:#15181b}}
body{margin:0 auto;max-width:90rem;padding:1.5rem;font:1rem/1.45 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
h1{font-size:1.35rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem 0;color:var(--dim)}
.legend{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;margin:1rem 0}
.legend label{display:grid;grid-template-columns:auto auto auto auto;column-gap:.45rem;align-items:center}
.legend small{grid-column:3/-1;color:var(--dim)}
.swatch{display:inline-block;width:.8rem;height:.8rem;border-radius:50%;background:var(--colour);margin-right:.35rem}
.map{overflow:auto;max-height:85vh;border:1px solid var(--line)}svg{display:block;width:100%;height:auto;max-height:85vh;background:#fafaf6}
circle,svg text{transform-box:fill-box;transform-origin:center;scroll-margin:35vh 40vw}.name{display:none;transform-origin:50% 120%;paint-order:stroke;stroke:#fafaf6;stroke-width:3;stroke-linejoin:round}.name-1{display:inline}a:hover .name,a:focus .name{text-decoration:underline}
circle:target{stroke:#000;stroke-width:4}
circle{stroke:#fff;stroke-width:1}circle.ring{stroke-width:2.5;pointer-events:all}
a:hover circle,a:focus circle,circle:hover{stroke:#000;stroke-width:2.5}
svg text{font:${textHeightOn(grid)}px system-ui,sans-serif;fill:#333;text-anchor:middle}svg path{fill:none;stroke:#333;stroke-width:1.5}
.table{overflow-x:auto}table{border-collapse:collapse;min-width:100%}th,td{text-align:left;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child,td:nth-child(3){text-align:right;font-variant-numeric:tabular-nums}td:nth-child(2){white-space:nowrap}
tr:target{background:#ffe9a8;color:#1d2125}
/* The picture as a negative, and then every hue as it was: dots and swatches alike. */
@media (prefers-color-scheme:dark){svg,.swatch{filter:invert(.93) hue-rotate(180deg)}}
/* On a phone a row is three lines: what it is, what the file has, and what was found and differs. */
@media (max-width:40rem){body{padding:1rem}svg{min-width:40rem;max-height:none}thead{position:absolute;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:auto 1fr auto;column-gap:.7rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
td{border:0;padding:0;overflow-wrap:anywhere}td:nth-child(n+4){grid-column:1/-1}td:nth-child(4){font-weight:600}td:nth-child(6){color:var(--dim)}tr:target td{color:inherit}
td:nth-child(5):not(:empty)::before{content:"→ "}}
${colours}${hiding}${zooming}
</style>
<h1>${escapeHtml(title)}</h1>
<p>${number(counts.rows)} rows. ${unplaced === 0 ? 'All have a position.' : `${number(unplaced)} have no position and are not on the map.`} Filled: an address. Ring: a street. Large ring: a place. Grey: all addresses of the register.</p>
<form class="legend" aria-label="What is shown">
${legend}
</form>
<p>A name enlarges the map around a place, the number of a row below around its dot; a dot leads to its row. <a href="#map">The whole map</a></p>
<div class="map" id="map" tabindex="0" role="region" aria-label="Map">
<svg viewBox="0 0 ${grid.width} ${grid.height}" role="img" aria-label="The rows on a map, north above">
<image width="${grid.width}" height="${grid.height}" href="data:image/png;base64,${png}"/>
${places}
${circles.join('\n')}
<g transform="translate(20 ${grid.height - 20})"><path d="M0 -6v6h${bar.pixels.toFixed(1)}v-6"/><text x="${(bar.pixels / 2).toFixed(1)}" y="-10">${bar.label}</text></g>
</svg>
</div>
<h2>What to look at first</h2>
${
  notable.length === 0
    ? '<p>Nothing: every row is exact.</p>'
    : `<p>The ${number(notable.length)} rows that differ most, of ${number(counts.rows - counts.statuses.exact)} that are not exact. Rows are counted from 1 below the header.</p>
<div class="table" tabindex="0" role="region" aria-label="Rows to look at first"><table><thead><tr><th>Row</th><th>Status</th><th>Score</th><th>In the file</th><th>Found</th><th>Discrepancies</th></tr></thead><tbody>
${rows}
</tbody></table></div>`
}
${discrepancies.length === 0 ? '' : `<h2>Discrepancies</h2>\n<p>${discrepancies.map(([discrepancy, count]) => `${escapeHtml(discrepancy)} ${number(count)}`).join(' · ')}</p>`}
<p>${attributionsOf(indexes).map(escapeHtml).join(' · ')}</p>
</html>
`;
}

function scaleBar(grid: MapGrid): { readonly pixels: number; readonly label: string } {
  const metres = scaleBarMetres(grid.metresPerPixel * grid.width * 0.25);
  return { pixels: metres / grid.metresPerPixel, label: metres >= 1000 ? `${metres / 1000} km` : `${metres} m` };
}
