import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hash52 } from '../format/hash.ts';

/** The texts of answers, and their compression. */

export type Encoding = 'br' | 'gzip';

/** A text that is compressed at most once for each encoding, on first use. */
export class AnswerText {
  readonly text: string;
  #br: Promise<Buffer> | undefined;
  #gzip: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether it has been compressed, or is being. */
  isEncoded(encoding: Encoding): boolean {
    return (encoding === 'br' ? this.#br : this.#gzip) !== undefined;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') {
      this.#br ??= ENCODERS.br(this.text);
      return this.#br;
    }
    this.#gzip ??= ENCODERS.gzip(this.text);
    return this.#gzip;
  }
}

/** A text that is constant while the server runs. */
export class StaticFile extends AnswerText {
  readonly contentType: string;
  readonly etag: string;

  constructor(mediaType: string, text: string) {
    super(text);
    this.contentType = `${mediaType}; charset=utf-8`;
    this.etag = `W/"${hash52(text).toString(36)}"`;
  }
}

/** Shorter texts fit into one packet uncompressed. */
const MIN_COMPRESSED_LENGTH = 1400;

/** The encoding of a text for a client that sends this `Accept-Encoding`; `undefined` for the text as it is. */
export function encodingFor(accepted: string | undefined, text: string): Encoding | undefined {
  if (accepted === undefined || text.length < MIN_COMPRESSED_LENGTH) return undefined;
  const weights = weightsOf(accepted);
  const weight = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weight('gzip') > weight('br') ? 'gzip' : 'br';
  return weight(best) > 0 ? best : undefined;
}

/** What a header such as `Accept-Encoding` or `Accept` lists, each with its weight. */
export function weightsOf(header: string): Map<string, number> {
  return new Map(header.toLowerCase().split(',').map(weightOf));
}

/** A choice and its weight (RFC 9110, 12.4.2): `gzip;q=0.5`. */
function weightOf(item: string): readonly [choice: string, weight: number] {
  const [choice = '', ...parameters] = item.split(';').map((part) => part.trim());
  const weight = parameters.map((each) => /^q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
  return [choice, weight === undefined ? 1 : Number(weight)];
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const ENCODERS: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text) => deflate(text, { level: 5 }),
};
