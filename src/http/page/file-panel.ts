/// <reference lib="dom" />
import { ServiceProblem } from '../../client/service-client.ts';
import { element, elementById } from '../../element/dom.ts';
import { sentenceOf } from '../../element/problem-line.ts';
import { AddressLookupError } from '../../errors.ts';
import { COUNTRIES } from '../../model/country.ts';
import { ADDRESS_FIELDS } from '../../search/match.ts';
import {
  MAX_FILE_BYTES,
  type RecognisedFile,
  recogniseColumns,
  rowsIn,
  type Send,
  sendFile,
  workbookAsCsv,
} from './batch-client.ts';
import { FileResults } from './file-results.ts';
import { say, type TextName, texts } from './page-texts.ts';

/** What a column can be said to be, as the service names it; `''` for one that is not used. */
const ROLES = ['', ...ADDRESS_FIELDS] as const;

/** What the page calls a role where that is another word. */
const ROLE_NAMES: Readonly<Record<string, TextName>> = { '': 'notUsed', text: 'wholeAddress', housenumber: 'number' };

/** The formats to download: label, name in a request, ending of the file. */
const DOWNLOADS = [
  ['CSV', '', 'csv'],
  ['CSV (Excel)', 'excel', 'csv'],
  ['GeoJSON', 'geojson', 'geojson'],
] as const;

type Column = RecognisedFile['columns'][number];

/**
 * A dropped or chosen file: its columns, which the user can correct, then its rows as they are answered, and the whole result in other
 * formats. The file stays in the page; the service stores nothing of it. Requests end with the page, the next file, or "Cancel".
 */
export class FilePanel {
  readonly #send: Send;
  readonly #onProblem: (problem: unknown, retry: () => void) => void;
  readonly #drop: HTMLElement = elementById('drop');
  readonly #problem: HTMLElement = elementById('file-problem');
  readonly #plan: HTMLElement = elementById('file-plan');
  readonly #columns: HTMLElement = elementById('file-columns');
  readonly #country: HTMLSelectElement = elementById<HTMLSelectElement>('file-country');
  readonly #cancel: HTMLElement = elementById('file-cancel');
  readonly #progress: HTMLProgressElement = elementById<HTMLProgressElement>('file-progress');
  readonly #status: HTMLElement = elementById('file-status');
  readonly #downloads: HTMLElement = elementById('file-downloads');
  readonly #results = new FileResults();
  #file: File | undefined;
  #recognised: RecognisedFile | undefined;
  #running: AbortController = new AbortController();

  constructor(send: Send, onProblem: (problem: unknown, retry: () => void) => void) {
    this.#send = send;
    this.#onProblem = onProblem;
    this.#country.replaceChildren(
      element('option', { value: '' }, texts.anyCountry),
      ...COUNTRIES.map((each) => element('option', { value: each }, texts[each])),
    );
    const input = elementById<HTMLInputElement>('file');
    input.addEventListener('change', () => {
      this.#open(input.files);
      // So that the same file can be chosen again after it has been corrected.
      input.value = '';
    });
    this.#plan.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run((file, signal) => this.#answer(file, signal));
    });
    this.#cancel.addEventListener('click', () => this.#running.abort());
    this.#listenForDrops();
  }

  /** Anywhere on the page: a file that misses the frame would otherwise be opened instead of the page. */
  #listenForDrops(): void {
    const listen = (type: 'dragover' | 'drop', isOver: boolean, then: (transfer: DataTransfer) => void): void =>
      document.addEventListener(type, (event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        this.#drop.toggleAttribute('data-over', isOver);
        then(event.dataTransfer);
      });
    listen('dragover', true, () => {});
    listen('drop', false, ({ files }) => this.#open(files));
    document.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) this.#drop.toggleAttribute('data-over', false);
    });
  }

  #open(files: FileList | null): void {
    const file = files?.[0];
    if (file === undefined) return;
    this.#running.abort();
    this.#file = file;
    this.#recognised = undefined;
    elementById('file-name').textContent = file.name;
    for (const each of [this.#plan, this.#downloads, this.#progress]) each.hidden = true;
    this.#results.clear();
    this.#status.textContent = '';
    this.#problem.textContent = file.size > MAX_FILE_BYTES ? texts.tooLarge : '';
    if (file.size <= MAX_FILE_BYTES) void this.#run((chosen, signal) => this.#recognise(chosen, signal));
  }

  async #recognise(chosen: File, signal: AbortSignal): Promise<void> {
    this.#status.textContent = texts.reading;
    const file = /\.(?:xlsx|ods)$/i.test(chosen.name) ? await workbookAsCsv(chosen) : chosen;
    signal.throwIfAborted();
    this.#file = file;
    const found = await recogniseColumns(this.#send, file, signal);
    this.#recognised = found;
    this.#status.textContent = '';
    this.#problem.textContent = found.columns.some(({ role }) => role !== null) ? '' : (found.problem ?? '');
    this.#columns.replaceChildren(...found.columns.map((column, position) => this.#columnRow(column, position)));
    this.#plan.hidden = false;
  }

  #columnRow({ name, role, looks_like_address, by_content, examples }: Column, position: number): HTMLElement {
    const id = `column-${position}`;
    const options = ROLES.map((value) => element('option', { value }, texts[ROLE_NAMES[value] ?? (value as TextName)]));
    const select = element('select', { id }, ...options) as HTMLSelectElement;
    select.value = role ?? '';
    select.addEventListener('change', () => {
      // A role chosen by hand belongs to one column; other columns lose it.
      for (const other of this.#columns.querySelectorAll('select'))
        if (other !== select && other.value === select.value) other.value = '';
    });
    const cell = element('td', {}, select);
    if (looks_like_address) cell.append(element('div', { class: 'problem' }, texts.looksLike));
    if (by_content !== null)
      cell.append(element('div', { class: 'dim' }, say('byContent', by_content.registered, by_content.cells)));
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('label', { for: id }, name === '' ? String(position + 1) : name)),
      cell,
      element('td', { class: 'dim' }, examples.join(' · ')),
    );
  }

  #roleOf(position: number): string {
    return elementById<HTMLSelectElement>(`column-${position}`).value;
  }

  /** The corrections as parameters: everything else is recognised again. */
  #query(): URLSearchParams {
    const query = new URLSearchParams();
    if (this.#country.value !== '') query.set('country', this.#country.value);
    // The keys of NDJSON are named, the columns of a table numbered: names may be empty or occur twice.
    const isTable = this.#recognised?.format !== 'ndjson';
    const corrected = (this.#recognised?.columns ?? []).flatMap(({ role, name, looks_like_address }, position) => {
      const wanted = this.#roleOf(position);
      if (wanted === (role ?? '') && !(looks_like_address && wanted === '')) return [];
      return [`${wanted || 'ignore'}:${isTable ? position + 1 : name}`];
    });
    if (corrected.length > 0) query.set('columns', corrected.join(','));
    return query;
  }

  async #answer(file: File, signal: AbortSignal): Promise<void> {
    const query = this.#query();
    query.set('format', 'geojsonl');
    const response = await sendFile(this.#send, file, query, signal);
    const total = (await linesOf(file)) - (this.#recognised?.format === 'csv' ? 1 : 0);
    const columns = this.#recognised?.columns ?? [];
    const given = columns.flatMap(({ role, name }, i) => (role !== null || this.#roleOf(i) !== '' ? [name] : []));
    const results = this.#results;
    results.start(given);
    this.#downloads.hidden = true;
    this.#progress.removeAttribute('value');
    this.#progress.hidden = false;
    try {
      for await (const rows of rowsIn(response, signal)) {
        results.add(rows);
        const { count } = results;
        [this.#progress.max, this.#progress.value] = [Math.max(total, count), count];
        this.#status.textContent = say('rowsOf', count, Math.max(total, count));
      }
      this.#status.textContent = say('rowsDone', results.count);
      this.#offerDownloads(file, query);
    } catch (error) {
      this.#status.textContent = signal.aborted ? say('stopped', results.count) : '';
      if (signal.aborted) return;
      const reason = error instanceof ServiceProblem ? ` ${error.message}` : '';
      this.#problem.textContent = say('cutOff', results.count) + reason;
    } finally {
      this.#progress.hidden = true;
      results.finish();
    }
  }

  /** GeoJSON consists of the rows shown; other formats are requested, so that they equal those of the command line. */
  #offerDownloads(file: File, query: URLSearchParams): void {
    this.#downloads.hidden = false;
    const buttons = DOWNLOADS.map(([label, format, ending]) => {
      const button = element('button', { type: 'button' }, label);
      const name = `${file.name.replace(/\.\w+$/, '')}-addresses.${ending}`;
      button.addEventListener('click', () => {
        if (format === 'geojson') save(this.#results.asGeoJson(), name);
        else
          void this.#run(async (_, signal) => {
            const wanted = new URLSearchParams(query);
            wanted.delete('format');
            if (format !== '') wanted.set('format', format);
            this.#status.textContent = `${name} …`;
            save(await (await sendFile(this.#send, file, wanted, signal)).blob(), name);
            this.#status.textContent = name;
          });
      });
      return button;
    });
    this.#downloads.replaceChildren(`${texts.download}: `, ...buttons);
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
      // The line below the field asks for a token, or says that the page has failed.
      if (problem instanceof AddressLookupError) this.#problem.textContent = problem.message;
      else if (problem instanceof ServiceProblem && problem.status !== 401)
        this.#problem.textContent = sentenceOf(problem, texts);
      else this.#onProblem(problem, () => void this.#run(task));
    } finally {
      if (this.#running.signal === signal) this.#cancel.hidden = true;
    }
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
