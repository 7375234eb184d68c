import { HttpProblem } from './problems.ts';

/** The incoming body of a batch: its media type, its length, and how much of it waits. */

/** A client that reads no answer before it has sent everything, as browsers do, may send this much. */
export const MAX_WAITING_BYTES: number = 8 << 20;

/** Maximum columns of a table; the keys of an object have the same bound. */
export const MAX_COLUMNS = 1000;

/** What a body may be: `json` is an array, `any` is recognised by the content. */
export type BodyForm = 'csv' | 'ndjson' | 'json' | 'any';

/** The media types of a body, and the form that each stands for. */
export const MEDIA_TYPES: Readonly<Record<string, BodyForm>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
  'application/gzip': 'any',
  'application/octet-stream': 'any',
};

/** The bytes of a body as long as there are no more than allowed. @throws HttpProblem `body-too-large` */
export async function* bounded(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    if (length > maxBytes) throw tooLarge('Unpacked, the body has more bytes', maxBytes);
    yield bytes;
  }
}

export function tooLarge(got: string, allowed: number): HttpProblem {
  return new HttpProblem(
    'body-too-large',
    `${got}; allowed are ${allowed.toLocaleString('en')}. Send the rows in several files.`,
  );
}

/** @throws HttpProblem `unsupported-media-type` */
export function mediaTypeOf(header: string | undefined): {
  readonly form: BodyForm;
  readonly encoding: string | undefined;
} {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const form = MEDIA_TYPES[type.toLowerCase()];
  if (form === undefined) {
    throw new HttpProblem(
      'unsupported-media-type',
      `Got ${type === '' ? 'no Content-Type' : `Content-Type ${JSON.stringify(type.slice(0, 64))}`}; allowed are ${Object.keys(MEDIA_TYPES).join(', ')}.`,
    );
  }
  const charset = parameters.map((each) => /^charset="?([\w.:-]+)"?$/i.exec(each)?.[1]).find((each) => each);
  return { form, encoding: charset };
}
