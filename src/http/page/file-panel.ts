/// <reference lib="dom" />

import { ServiceProblem } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import { STATUS_COLOURS } from '../../map/status-colours.ts';
import { ADDRESS_FIELDS, STATUSES, type Status } from '../../search/match.ts';
import { BatchClient, MAX_FILE_BYTES, type RecognisedFile } from './batch-client.ts';
import { fieldTexts, language, say, texts } from './page-texts.ts';
import { type MapRow, RowsMap } from './rows-map.ts';
import { isWorkbook, workbookAsCsv } from './workbook.ts';

/** A role that a column can be given by hand, and the empty one for a column that is not used. */
const ROLES = ['', ...ADDRESS_FIELDS] as const;
/** Maximum rows in the list of those to look at first. */
const MAX_LISTED = 50;
/** Worst first. */
const WORST: readonly Status[] = [...STATUSES].reverse();

const DOWNLOADS = [
  ['CSV', '', 'csv'],
  ['CSV (Excel)', 'excel', 'csv'],
  ['GeoJSON', 'geojsonl', 'geojson'],
] as const;

interface Feature {
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] } | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface ListedRow {
  readonly row: number;
  readonly status: Status;
  readonly given: string;
  readonly found: string;
  readonly score: number;
}

/**
 * A dropped or chosen file: its columns, which the user can correct, then its rows on a map as they are answered, and the
 * whole result in other formats. The file stays in the page; the service stores nothing of it. Requests end with the page,
 * the next file, or "Cancel".
 */
export class FilePanel {
  readonly #client: BatchClient;
  readonly #onProblem: (problem: unknown, retry: () => void) => void;
  readonly #input: HTMLInputElement = elementById<HTMLInputElement>('file');
  readonly #drop: HTMLElement = elementById('drop');
  readonly #name: HTMLElement = elementById('file-name');
  readonly #problem: HTMLElement = elementById('file-problem');
  readonly #plan: HTMLFormElement = elementById<HTMLFormElement>('file-plan');
  readonly #columns: HTMLElement = elementById('file-columns');
  readonly #country: HTMLSelectElement = elementById<HTMLSelectElement>('file-country');
  readonly #cancel: HTMLElement = elementById('file-cancel');
  readonly #progress: HTMLProgressElement = elementById<HTMLProgressElement>('file-progress');
  readonly #status: HTMLElement = elementById('file-status');
  readonly #results: HTMLElement = elementById('file-results');
  readonly #counts: HTMLElement = elementById('file-counts');
  readonly #caption: HTMLElement = elementById('file-caption');
  readonly #list: HTMLElement = elementById('file-list');
  readonly #downloads: HTMLElement = elementById('file-downloads');
  readonly #map: RowsMap;
  #file: File | undefined;
  #recognised: RecognisedFile | undefined;
  #running: AbortController = new AbortController();
  #onMap = '';

  constructor(token: () => string, onProblem: (problem: unknown, retry: () => void) => void) {
    this.#client = new BatchClient(token);
    this.#onProblem = onProblem;
    this.#map = new RowsMap((row) => {
      this.#caption.textContent =
        row === undefined ? this.#onMap : `${texts.said.row} ${row.row}: ${texts.statuses[row.status]}, ${row.place}`;
    });
    elementById('file-map').append(this.#map.canvas);
    this.#country.replaceChildren(
      element('option', { value: '' }, texts.fixed.anyCountry),
      ...(['nl', 'be', 'lu'] as const).map((each) => element('option', { value: each }, fieldTexts[each])),
    );
    this.#input.addEventListener('change', () => {
      const [file] = this.#input.files ?? [];
      // So that the same file can be chosen again after it has been corrected.
      if (file !== undefined) this.#open(file);
      this.#input.value = '';
    });
    this.#plan.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#answer();
    });
    this.#cancel.addEventListener('click', () => this.#running.abort());
    this.#listenForDrops();
  }

  /** Anywhere on the page: a file that misses the frame would otherwise be opened instead of the page. */
  #listenForDrops(): void {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    document.addEventListener('dragover', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      this.#drop.toggleAttribute('data-over', true);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) this.#drop.toggleAttribute('data-over', false);
    });
    document.addEventListener('drop', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      this.#drop.toggleAttribute('data-over', false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) this.#open(file);
    });
  }

  #open(file: File): void {
    this.#running.abort();
    this.#file = file;
    this.#recognised = undefined;
    this.#name.textContent = file.name;
    this.#problem.textContent = file.size > MAX_FILE_BYTES ? texts.said.tooLarge : '';
    for (const each of [this.#plan, this.#results, this.#progress]) each.hidden = true;
    this.#status.textContent = '';
    if (file.size <= MAX_FILE_BYTES) void this.#recognise();
  }

  async #recognise(): Promise<void> {
    await this.#run(async (chosen, signal) => {
      this.#status.textContent = texts.said.reading;
      const file = isWorkbook(chosen) ? await workbookAsCsv(chosen) : chosen;
      if (signal.aborted) return;
      this.#file = file;
      const found = await this.#client.columns(file, new URLSearchParams(), signal);
      this.#recognised = found;
      this.#status.textContent = '';
      this.#problem.textContent = found.columns.some(({ role }) => role !== null) ? '' : (found.problem ?? '');
      this.#columns.replaceChildren(...found.columns.map((column, position) => this.#columnRow(column, position)));
      this.#plan.hidden = false;
    });
  }

  #columnRow(
    { name, role, looks_like_address, by_content, examples }: RecognisedFile['columns'][number],
    position: number,
  ): HTMLElement {
    const id = `column-${position}`;
    const select = element(
      'select',
      { id },
      ...ROLES.map((each) => element('option', { value: each }, each === '' ? texts.said.notUsed : texts.roles[each]!)),
    ) as HTMLSelectElement;
    select.value = role ?? '';
    select.addEventListener('change', () => {
      // A role chosen by hand belongs to one column; other columns lose it.
      for (const other of this.#columns.querySelectorAll('select')) {
        if (other !== select && other.value === select.value) other.value = '';
      }
    });
    const note = looks_like_address ? [element('span', { class: 'looks-like' }, texts.said.looksLike)] : [];
    if (by_content !== null)
      note.push(element('div', { class: 'examples' }, say('byContent', by_content.registered, by_content.cells)));
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('label', { for: id }, name === '' ? String(position + 1) : name)),
      element('td', {}, select, ...note),
      element('td', { class: 'examples' }, examples.join(' · ')),
    );
  }

  /** The corrections as parameters: everything else is recognised again. */
  #query(): URLSearchParams {
    const query = new URLSearchParams();
    if (this.#country.value !== '') query.set('country', this.#country.value);
    // The keys of NDJSON are named, the columns of a table numbered: names may be empty or occur twice.
    const isTable = this.#recognised?.format !== 'ndjson';
    const corrected = (this.#recognised?.columns ?? []).flatMap(({ role, name, looks_like_address }, position) => {
      const wanted = elementById<HTMLSelectElement>(`column-${position}`).value;
      if (wanted === (role ?? '') && !(looks_like_address && wanted === '')) return [];
      return [`${wanted || 'ignore'}:${isTable ? position + 1 : name}`];
    });
    if (corrected.length > 0) query.set('columns', corrected.join(','));
    return query;
  }

  async #answer(): Promise<void> {
    await this.#run(async (file, signal) => {
      const query = this.#query();
      query.set('format', 'geojsonl');
      const response = await this.#client.rows(file, query, signal);
      const total = (await linesOf(file)) - (this.#recognised?.format === 'csv' ? 1 : 0);
      const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
      const listed: ListedRow[] = [];
      const lines: string[] = [];
      let placed = 0;
      this.#map.clear();
      this.#results.hidden = false;
      this.#downloads.hidden = true;
      this.#progress.hidden = false;
      const show = (): void => {
        const rows = lines.length;
        [this.#progress.max, this.#progress.value] = [Math.max(total, rows), rows];
        this.#status.textContent = say('rowsOf', rows, Math.max(total, rows));
        this.#showCounts(counts);
        this.#onMap = `${say('onMap', placed)}${rows > placed ? `, ${say('unplaced', rows - placed)}` : ''}`;
        this.#caption.textContent = this.#onMap;
        this.#map.canvas.setAttribute('aria-label', this.#onMap);
      };
      try {
        for await (const answered of linesIn(response, signal)) {
          const rows: MapRow[] = [];
          for (const line of answered) {
            const { geometry, properties } = featureOf(line);
            lines.push(line);
            const status = properties['match_status'] as Status;
            counts[status]++;
            if (geometry !== null) {
              const [longitude, latitude] = geometry.coordinates;
              const place = String(properties['match_place'] ?? properties['match_municipality'] ?? '');
              rows.push({ row: lines.length, latitude, longitude, status, place });
            }
            if (status !== 'exact') listed.push(this.#listedRow(lines.length, status, properties));
          }
          placed += rows.length;
          this.#map.add(rows);
          show();
        }
        this.#status.textContent = say('rowsDone', lines.length);
        this.#showDownloads(file, query, lines);
      } catch (error) {
        if (signal.aborted) {
          this.#status.textContent = say('stopped', lines.length);
          return;
        }
        this.#status.textContent = '';
        const reason = error instanceof ServiceProblem ? ` ${error.message}` : '';
        this.#problem.textContent = say('cutOff', lines.length) + reason;
      } finally {
        this.#progress.hidden = true;
        this.#showList(listed);
      }
    });
  }

  #listedRow(row: number, status: Status, properties: Feature['properties']): ListedRow {
    const given = (this.#recognised?.columns ?? [])
      .filter(
        ({ role }, position) => role !== null || elementById<HTMLSelectElement>(`column-${position}`).value !== '',
      )
      .map(({ name }) => String(properties[name] ?? '').trim())
      .filter((text) => text !== '');
    const found = [properties['match_label'], properties['match_candidates'], properties['match_faults']].find(Boolean);
    return {
      row,
      status,
      given: given.join(', '),
      found: String(found ?? ''),
      score: Number(properties['match_score']),
    };
  }

  #showCounts(counts: Readonly<Record<Status, number>>): void {
    this.#counts.replaceChildren(
      ...STATUSES.map((status) =>
        ofStatus(
          status,
          element(
            'li',
            {},
            element('strong', {}, counts[status].toLocaleString(language)),
            ` ${texts.statuses[status]}`,
          ),
        ),
      ),
    );
  }

  #showList(listed: ListedRow[]): void {
    listed.sort((a, b) => WORST.indexOf(a.status) - WORST.indexOf(b.status) || a.score - b.score || a.row - b.row);
    const heads = [texts.said.row, texts.said.given, texts.said.status, texts.said.found];
    this.#list.replaceChildren(
      element('caption', {}, texts.said.first),
      element('thead', {}, element('tr', {}, ...heads.map((each) => element('th', { scope: 'col' }, each)))),
      element(
        'tbody',
        {},
        ...listed
          .slice(0, MAX_LISTED)
          .map(({ row, status, given, found }) =>
            element(
              'tr',
              {},
              element('td', {}, row.toLocaleString(language)),
              element('td', {}, given),
              ofStatus(status, element('td', {}, texts.statuses[status])),
              element('td', {}, found),
            ),
          ),
      ),
    );
    this.#list.hidden = listed.length === 0;
  }

  /**
   * Offers downloads. GeoJSON consists of the shown lines; other formats are requested, so that they equal those of the
   * command line.
   */
  #showDownloads(file: File, query: URLSearchParams, lines: readonly string[]): void {
    this.#downloads.hidden = false;
    this.#downloads.replaceChildren(
      `${texts.said.download}: `,
      ...DOWNLOADS.map(([label, format, ending]) => {
        const button = element('button', { type: 'button' }, label);
        button.addEventListener('click', () => {
          const name = `${file.name.replace(/\.\w+$/, '')}-addresses.${ending}`;
          if (format === 'geojsonl') {
            save(new Blob([`{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`]), name);
            return;
          }
          void this.#run(async (_file, signal) => {
            const wanted = new URLSearchParams(query);
            if (format === '') wanted.delete('format');
            else wanted.set('format', format);
            this.#status.textContent = `${name} …`;
            const response = await this.#client.rows(file, wanted, signal);
            save(await response.blob(), name);
            this.#status.textContent = name;
          });
        });
        return button;
      }),
    );
  }

  /** Runs one task at a time on the file; the next one aborts it. */
  async #run(task: (file: File, signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#problem.textContent = '';
    this.#cancel.hidden = false;
    try {
      await task(this.#file!, signal);
    } catch (problem) {
      if (signal.aborted) return;
      this.#status.textContent = '';
      this.#tell(problem, () => void this.#run(task));
    } finally {
      if (this.#running.signal === signal) this.#cancel.hidden = true;
    }
  }

  #tell(problem: unknown, retry: () => void): void {
    const { status, message } = problem as { readonly status?: number; readonly message: string };
    if (status === 401 || status === undefined) this.#onProblem(problem, retry);
    else this.#problem.textContent = status === 0 ? fieldTexts.unreachable : message;
  }
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Counts the lines of a file: about its number of rows. */
async function linesOf(file: File): Promise<number> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let lines = bytes.at(-1) === 0x0a ? 0 : 1;
  for (const byte of bytes) if (byte === 0x0a) lines++;
  return lines;
}

/** Yields the lines of an answer as they arrive. @throws TypeError if the answer is cut off */
async function* linesIn(response: Response, signal: AbortSignal): AsyncGenerator<string[], void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (signal.aborted) throw signal.reason;
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : lines.pop()!;
    const whole = lines.filter((line) => line !== '');
    if (whole.length > 0) yield whole;
    if (done) return;
  }
}

/** A row of the answer. @throws ServiceProblem if the line states why the answer breaks off */
function featureOf(line: string): Feature {
  const { problem, ...feature } = JSON.parse(line) as Feature & { problem?: { code: string; detail: string } };
  if (problem !== undefined) throw new ServiceProblem(200, problem.code, problem.detail);
  return feature;
}

/** Adds a dot in the colour of the status on the map. */
function ofStatus(status: Status, shown: HTMLElement): HTMLElement {
  shown.classList.add('row-status');
  shown.style.setProperty('--status', `rgb(${STATUS_COLOURS[status].join(' ')})`);
  return shown;
}
