import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hash52 } from '../format/hash.ts';

/** The texts of answers, and their compression: by gzip, which every client knows. */

const compress = promisify(gzip);

/**
 * Maximum compressions at the same time; further answers are sent uncompressed. Node has four threads for them, and each
 * takes up to 1 MB of memory.
 */
export const MAX_COMPRESSIONS = 16;

let compressions = 0;

/** A text that is compressed at most once, on first use. */
export class AnswerText {
  readonly text: string;
  #packed: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** `undefined` if it has not been compressed before, and as many others are being as may be. */
  packed(): Promise<Buffer> | undefined {
    if (this.#packed === undefined && compressions < MAX_COMPRESSIONS) {
      compressions++;
      this.#packed = compress(this.text, { level: 5 }).finally(() => compressions--);
    }
    return this.#packed;
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
const MIN_PACKED_LENGTH = 1400;

/** Whether a text is compressed for a client that sends this `Accept-Encoding`. */
export function isPackedFor(accepted: string | undefined, text: string): boolean {
  if (accepted === undefined || text.length < MIN_PACKED_LENGTH) return false;
  const weights = weightsOf(accepted);
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
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
