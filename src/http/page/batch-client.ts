/// <reference lib="dom" />
import { ServiceProblem } from '../../client/service-client.ts';

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

/** The beginning of a text is enough to recognise its columns. */
const SAMPLE_BYTES = 64 * 1024;

/** Sends files to the service. @throws ServiceProblem */
export class BatchClient {
  readonly #token: () => string;

  constructor(token: () => string) {
    this.#token = token;
  }

  async columns(file: File, query: URLSearchParams, signal: AbortSignal): Promise<RecognisedFile> {
    const part = file.slice(0, SAMPLE_BYTES);
    const response = await this.#post(`v1/geocode/batch/columns?${query}`, file, part, signal);
    return (await response.json()) as RecognisedFile;
  }

  /** The answer, which arrives row by row. */
  rows(file: File, query: URLSearchParams, signal: AbortSignal): Promise<Response> {
    return this.#post(`v1/geocode/batch?${query}`, file, file, signal);
  }

  async #post(path: string, file: File, body: Blob, signal: AbortSignal): Promise<Response> {
    const token = this.#token();
    const headers = {
      'Content-Type': mediaTypeOf(file.name),
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(path, { method: 'POST', headers, body, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new ServiceProblem(0, 'unreachable', 'The service cannot be reached.');
    });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
    throw new ServiceProblem(response.status, problem.code ?? '', problem.detail ?? String(response.status));
  }
}

/** By the name alone, since browsers use the machine's type of a CSV file, which is often that of Excel. */
function mediaTypeOf(name: string): string {
  return /\.(?:nd|geo)?jsonl?$|\.ndjson$/i.test(name) ? 'application/x-ndjson' : 'application/octet-stream';
}
