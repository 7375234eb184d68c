/// <reference lib="dom" />
import { element, elementById } from '../../element/dom.ts';
import { STATUS_COLOURS } from '../../map/status-colours.ts';
import { STATUSES, type Status } from '../../search/match.ts';
import type { AnsweredRow } from './batch-client.ts';
import { language, say, texts } from './page-texts.ts';
import { type MapRow, RowsMap } from './rows-map.ts';

/** Maximum rows in the list of those to look at first. */
const MAX_LISTED = 50;

type ListedRow = AnsweredRow & { readonly row: number };

/** The rows of a file as they are answered: how many of each status, on a map, and a list of those to look at first. */
export class FileResults {
  readonly #panel: HTMLElement = elementById('file-results');
  readonly #counts: HTMLElement = elementById('file-counts');
  readonly #caption: HTMLElement = elementById('file-caption');
  readonly #list: HTMLElement = elementById('file-list');
  readonly #map: RowsMap;
  /** The columns to show of a row as it was given. */
  #columns: readonly string[] = [];
  #lines: string[] = [];
  #listed: ListedRow[] = [];
  #counted: Partial<Record<Status, number>> = {};
  #placed = 0;

  constructor() {
    this.#map = new RowsMap(elementById<HTMLCanvasElement>('file-map'), (row) => {
      this.#caption.textContent =
        row === undefined ? this.#onMap : `${texts.row} ${row.row}: ${texts[`${row.status}Status`]}, ${row.place}`;
    });
  }

  /** Rows so far. */
  get count(): number {
    return this.#lines.length;
  }

  get #onMap(): string {
    const unplaced = this.count - this.#placed;
    return say('onMap', this.#placed) + (unplaced > 0 ? `, ${say('unplaced', unplaced)}` : '');
  }

  clear(): void {
    this.#panel.hidden = true;
  }

  start(columns: readonly string[]): void {
    this.#columns = columns;
    this.#lines = [];
    this.#listed = [];
    this.#counted = {};
    this.#placed = 0;
    this.#map.clear();
    this.#list.hidden = true;
    this.#panel.hidden = false;
    this.add([]);
  }

  add(rows: readonly AnsweredRow[]): void {
    const placed: MapRow[] = [];
    for (const each of rows) {
      const { geometry, properties } = each;
      const { match_status: status } = properties;
      const row = this.#lines.push(each.line);
      this.#counted[status] = (this.#counted[status] ?? 0) + 1;
      if (status !== 'exact') this.#listed.push({ ...each, row });
      if (geometry === null) continue;
      const [longitude, latitude] = geometry.coordinates;
      const place = String(properties['match_place'] ?? properties['match_municipality'] ?? '');
      placed.push({ row, latitude, longitude, status, place });
    }
    this.#placed += placed.length;
    this.#map.add(placed);
    this.#caption.textContent = this.#onMap;
    this.#map.canvas.ariaLabel = this.#onMap;
    this.#counts.replaceChildren(
      ...STATUSES.map((status) => {
        const count = element('strong', {}, (this.#counted[status] ?? 0).toLocaleString(language));
        return ofStatus(status, element('li', {}, count, ` ${texts[`${status}Status`]}`));
      }),
    );
  }

  /** Lists the rows to look at first: the worst, and those that are least likely right. */
  finish(): void {
    const badness = ({ properties }: ListedRow): number =>
      STATUSES.indexOf(properties.match_status) - Number(properties['match_score']);
    const listed = this.#listed.sort((a, b) => badness(b) - badness(a) || a.row - b.row).slice(0, MAX_LISTED);
    const heads = [texts.row, texts.given, texts.status, texts.match];
    this.#list.replaceChildren(
      element('caption', {}, texts.first),
      element('thead', {}, element('tr', {}, ...heads.map((each) => element('th', { scope: 'col' }, each)))),
      element('tbody', {}, ...listed.map((each) => this.#listedRow(each))),
    );
    this.#list.hidden = listed.length === 0;
  }

  #listedRow({ row, properties }: ListedRow): HTMLElement {
    const { match_status: status } = properties;
    const given = this.#columns.map((name) => String(properties[name] ?? '').trim()).filter((text) => text !== '');
    const found = [properties['match_label'], properties['match_candidates'], properties['match_faults']].find(Boolean);
    return element(
      'tr',
      {},
      element('td', {}, row.toLocaleString(language)),
      element('td', {}, given.join(', ')),
      ofStatus(status, element('td', {}, texts[`${status}Status`])),
      element('td', {}, String(found ?? '')),
    );
  }

  asGeoJson(): Blob {
    return new Blob([`{"type":"FeatureCollection","features":[\n${this.#lines.join(',\n')}\n]}\n`]);
  }
}

/** Adds a dot in the colour of the status on the map. */
function ofStatus(status: Status, shown: HTMLElement): HTMLElement {
  shown.classList.add('row-status');
  shown.style.setProperty('--status', `rgb(${STATUS_COLOURS[status].join(' ')})`);
  return shown;
}
