/// <reference lib="dom" />
import { openWorkbook } from '../../batch/workbook.ts';
import { ServiceProblem } from '../../client/service-client.ts';
import type { Status } from '../../search/match.ts';

/** The largest file that the page sends: as much as a browser may send before it reads an answer. */
export const MAX_FILE_BYTES: number = 8 * 1024 * 1024;

/** What the service recognises of a file. */
export interface RecognisedFile {
  readonly format: 'csv' | 'ndjson';
  readonly columns: readonly {
    readonly name: string;
    readonly role: string | null;
    readonly looks_like_address: boolean;
    readonly by_content: { readonly cells: number; readonly registered: number } | null;
    readonly examples: readonly string[];
  }[];
  readonly problem: string | null;
}

/** A row of the answer: a GeoJSON feature, with the cells of the row and what was found. */
export interface AnsweredRow {
  /** As it arrived. */
  readonly line: string;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] } | null;
  readonly properties: Readonly<Record<string, unknown>> & { readonly match_status: Status };
}

/** The beginning of a text is enough to recognise its columns. */
const SAMPLE_BYTES = 64 * 1024;

/** Sends a request: `fetch` with a token. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** A workbook as the CSV file that its first visible sheet would be saved as: the service reads no workbooks. @throws AddressLookupError */
export async function workbookAsCsv(file: File): Promise<File> {
  const { csv } = await openWorkbook(new Uint8Array(await file.arrayBuffer()));
  const parts: string[] = [];
  for await (const part of csv) parts.push(part);
  return new File(parts, file.name.replace(/\.\w+$/, '.csv'));
}

/** What the columns of a file are. @throws ServiceProblem */
export async function recogniseColumns(send: Send, file: File, signal: AbortSignal): Promise<RecognisedFile> {
  const response = await post(send, 'v1/geocode/batch/columns', file, file.slice(0, SAMPLE_BYTES), signal);
  return (await response.json()) as RecognisedFile;
}

/** The answer to a file, in the form that the query says. @throws ServiceProblem */
export function sendFile(send: Send, file: File, query: URLSearchParams, signal: AbortSignal): Promise<Response> {
  return post(send, `v1/geocode/batch?${query}`, file, file, signal);
}

/** The rows of an answer as GeoJSON lines, as they arrive. @throws TypeError if it is cut off, ServiceProblem if its last line says why */
export async function* rowsIn({ body }: Response, signal: AbortSignal): AsyncGenerator<AnsweredRow[], void> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    signal.throwIfAborted();
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : lines.pop()!;
    yield lines.filter((line) => line !== '').map(rowOf);
    if (done) return;
  }
}

function rowOf(line: string): AnsweredRow {
  const { problem, ...row } = JSON.parse(line) as AnsweredRow & { problem?: { code: string; detail: string } };
  if (problem !== undefined) throw new ServiceProblem(200, problem.code, problem.detail);
  return { ...row, line };
}

async function post(send: Send, path: string, file: File, body: Blob, signal: AbortSignal): Promise<Response> {
  // By the name alone, since browsers use the machine's type of a CSV file, which is often that of Excel.
  const type = /\.(?:nd|geo)?jsonl?$/i.test(file.name) ? 'application/x-ndjson' : 'application/octet-stream';
  const response = await send(path, { method: 'POST', headers: { 'Content-Type': type }, body, signal }).catch(
    (error) => {
      throw signal.aborted ? error : new ServiceProblem(0, 'unreachable', 'The service cannot be reached.');
    },
  );
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  throw new ServiceProblem(response.status, problem.code ?? '', problem.detail ?? String(response.status));
}
