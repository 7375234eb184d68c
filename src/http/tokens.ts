import { hash } from 'node:crypto';
import { AddressLookupError } from '../errors.ts';
import { isDay } from '../store/manifest.ts';
import { watchedFile } from './watched-file.ts';

/** Maps tokens to clients. */
export interface ClientRegister {
  /** The name of the client with this token, `undefined` for an unknown token. */
  clientOf(token: string): string | undefined;
}

/**
 * Clients and the SHA-256 of their tokens; the tokens themselves are stored nowhere. One line per token, `name:hash` or
 * `name:hash:expiry`, where the expiry is the last day on which the token is valid, in UTC. Empty lines and lines that begin with #
 * are ignored.
 *
 *     # clients
 *     shop:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 *     fair:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752:2027-03-31
 */
export class TokenList implements ClientRegister {
  readonly #byHash: Map<string, TokenEntry[]> = new Map();
  size = 0;

  constructor(entries: readonly TokenEntry[]) {
    this.replace(entries);
  }

  /** Takes these entries in place of those before. */
  replace(entries: readonly TokenEntry[]): void {
    this.size = entries.length;
    this.#byHash.clear();
    for (const entry of entries) this.#byHash.set(entry.hash, [...(this.#byHash.get(entry.hash) ?? []), entry]);
  }

  /**
   * @param origin name of the text in errors
   * @throws AddressLookupError `invalid-option`
   */
  static parse(text: string, origin: string): TokenList {
    return new TokenList(parseTokenLines(text, origin));
  }

  /**
   * O(1) in the number of clients. The time taken reveals nothing about a token: it is looked up by its hash, which nobody
   * can choose, and which takes half a microsecond. A token is unknown from the day after its expiry.
   */
  clientOf(token: string): string | undefined {
    return this.#byHash.get(hashOf(token))?.findLast(({ expiry }) => !isOver(expiry))?.name;
  }
}

/** A line of a token file. */
export interface TokenEntry {
  readonly name: string;
  /** SHA-256 of the token, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** The last day on which the token is valid, `YYYY-MM-DD` in UTC; `undefined` if it is valid until it is revoked. */
  readonly expiry: string | undefined;
}

const LINE = /^([\w.@-]{1,64})\s*:\s*([0-9a-fA-F]{64})(?:\s*:\s*(\d{4}-\d{2}-\d{2}))?$/;

/**
 * The entries of a token file, separated by newlines or commas.
 *
 * @param origin name of the text in errors
 * @throws AddressLookupError `invalid-option`
 */
export function parseTokenLines(text: string, origin: string): TokenEntry[] {
  return text.split(/[\n,]/).flatMap((line, i): TokenEntry[] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, name, hash, expiry] = LINE.exec(trimmed) ?? [];
    if (name !== undefined && hash !== undefined && (expiry === undefined || isDay(expiry))) {
      return [{ name, hash: hash.toLowerCase(), expiry }];
    }
    // The line is not shown: a token put there by mistake must not get into a log.
    throw new AddressLookupError(
      'invalid-option',
      `Line ${i + 1} of ${origin} is not a client; expected is NAME:HASH or NAME:HASH:YYYY-MM-DD, the hash as 64 hexadecimal digits. "npx benelux-address-tools token NAME" makes one.`,
      { line: i + 1, origin },
    );
  });
}

/** The line for a client with this token. @param expiry the last day on which it is valid, `YYYY-MM-DD` */
export function tokenLine(name: string, token: string, expiry?: string): string {
  return `${name}:${hashOf(token)}${expiry === undefined ? '' : `:${expiry}`}`;
}

/** Whether the last day of a token has passed. */
export function isOver(expiry: string | undefined, now?: Date): boolean {
  return expiry !== undefined && expiry < (now ?? new Date()).toISOString().slice(0, 10);
}

/** In hexadecimal digits, which Node makes faster than a buffer. */
function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The token list of a file, which is read again when the file has changed. */
export class TokenFile extends TokenList {
  /** Reads the file again if it has changed: see `watchedFile`. @throws AddressLookupError `input-not-found`, `invalid-option` */
  readonly refresh: () => Promise<boolean>;

  private constructor(path: string) {
    super([]);
    const add = `npx benelux-address-tools token NAME --tokens ${path}`;
    this.refresh = watchedFile(path, {
      name: 'token file',
      make: `Make one with "${add}".`,
      fill: `Add a client with "${add}"; to shut out all of them, leave a line that begins with #.`,
      take: (text, origin) => this.replace(parseTokenLines(text, origin)),
    });
  }

  /** @throws AddressLookupError `input-not-found`, `invalid-option` */
  static async open(path: string): Promise<TokenFile> {
    const file = new TokenFile(path);
    await file.refresh();
    return file;
  }
}
