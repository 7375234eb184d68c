import { AddressLookupError } from '../errors.ts';
import { DEFAULT_VISITOR_REQUESTS, type PublishableKey, PublishableKeys } from './publishable-keys.ts';
import { watchedFile } from './watched-file.ts';

/** The keys of a file, which is read again when the file has changed. */
export class KeyFile extends PublishableKeys {
  /** Reads the file again if it has changed: see `watchedFile`. @throws AddressLookupError `input-not-found`, `invalid-option` */
  readonly refresh: () => Promise<boolean>;

  private constructor(path: string) {
    super([]);
    const line = 'a line as "pk_shop https://shop.example"';
    this.refresh = watchedFile(path, {
      name: 'key file',
      make: `Make one with ${line}.`,
      fill: `Add ${line}; to refuse all keys, leave a line that begins with #.`,
      take: (text, origin) => this.replace(parseKeyLines(text, origin)),
    });
  }

  /** @throws AddressLookupError `input-not-found`, `invalid-option` */
  static async open(path: string): Promise<KeyFile> {
    const file = new KeyFile(path);
    await file.refresh();
    return file;
  }
}

/**
 * The keys of a text, one a line: the key, the origins of its pages, and, if it is not 300, how many requests a visitor may
 * make in a minute. Empty lines and lines that begin with # are ignored.
 *
 *     # publishable keys
 *     pk_shop https://shop.example https://www.shop.example
 *     pk_fair https://fair.example limit=60
 *
 * @param origin name of the text in errors
 * @throws AddressLookupError `invalid-option`
 */
export function parseKeyLines(text: string, origin: string): PublishableKey[] {
  const seen = new Set<string>();
  return text.split('\n').flatMap((line, i): PublishableKey[] => {
    const refuse = (what: string): never => {
      throw new AddressLookupError(
        'invalid-option',
        `Line ${i + 1} of ${origin} ${what}; expected is KEY ORIGIN…, as "pk_shop https://shop.example", and limit=NUMBER for another limit than ${DEFAULT_VISITOR_REQUESTS} requests a minute.`,
        { line: i + 1, origin },
      );
    };
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [key = '', ...rest] = trimmed.split(/\s+/);
    const limits = rest.filter((word) => word.startsWith('limit='));
    const origins = rest.filter((word) => !word.startsWith('limit='));
    if (!KEY.test(key))
      refuse(`begins with "${key}", which is no key: allowed are 4 to 64 letters, digits and the characters . _ -`);
    if (seen.has(key)) refuse(`has the key ${key}, which a line before it has`);
    seen.add(key);
    if (origins.length === 0) refuse(`has no origin for the key ${key}`);
    const wrong = origins.find((each) => !isOrigin(each));
    if (wrong !== undefined)
      refuse(`has "${wrong}", which no browser sends as an origin: it has no path and no slash at its end`);
    const [limit] = limits;
    if (limit === undefined) return [{ key, origins }];
    if (limits.length > 1 || !/^limit=[1-9][0-9]{0,5}$/.test(limit)) refuse(`has "${limits.join(' ')}" as its limit`);
    return [{ key, origins, requestsPerMinute: Number(limit.slice('limit='.length)) }];
  });
}

const KEY = /^[\w.-]{4,64}$/;

/** Whether a text is an origin as browsers send it: `https://shop.example`, `http://localhost:3000`. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}
