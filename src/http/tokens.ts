import { hash, timingSafeEqual } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AddressLookupError } from '../errors.ts';

/** Maps tokens to clients. */
export interface ClientRegister {
  /** The name of the client with this token, `undefined` for an unknown token. */
  clientOf(token: string): string | undefined;
}

/**
 * Clients and the SHA-256 of their tokens; the tokens themselves are stored nowhere. One line per client, `name:hash`;
 * empty lines and lines that begin with # are ignored.
 *
 *     # clients
 *     shop:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 */
export class TokenList implements ClientRegister {
  /** By the first four bytes of the hash. */
  readonly #clients: Map<number, Client[]> = new Map();
  readonly size: number;

  constructor(clients: readonly Client[]) {
    this.size = clients.length;
    for (const client of clients) {
      const bucket = bucketOf(client.hash);
      this.#clients.set(bucket, [...(this.#clients.get(bucket) ?? []), client]);
    }
  }

  /**
   * @param origin name of the text in errors
   * @throws AddressLookupError `invalid-option`
   */
  static parse(text: string, origin: string): TokenList {
    const clients: Client[] = [];
    text.split(/[\n,]/).forEach((line, i) => {
      const trimmed = line.trim();
      if (trimmed === '' || trimmed.startsWith('#')) return;
      const [, name, hash] = LINE.exec(trimmed) ?? [];
      if (name === undefined || hash === undefined) {
        // The line is not shown: a token put there by mistake must not get into a log.
        throw new AddressLookupError(
          'invalid-option',
          `Line ${i + 1} of ${origin} is not a client; expected is NAME:HASH, the hash as 64 hexadecimal digits. "benelux-address-lookup token NAME" makes one.`,
          { line: i + 1, origin },
        );
      }
      clients.push({ name, hash: Buffer.from(hash, 'hex') });
    });
    return new TokenList(clients);
  }

  /**
   * O(1) in the number of clients. The time taken reveals nothing about a token: it is looked up by its hash, which is
   * compared in constant time.
   */
  clientOf(token: string): string | undefined {
    const sought = hashOf(token);
    let found: string | undefined;
    for (const { name, hash } of this.#clients.get(bucketOf(sought)) ?? []) {
      if (timingSafeEqual(hash, sought)) found = name;
    }
    return found;
  }
}

interface Client {
  readonly name: string;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
}

const LINE = /^([\w.@-]{1,64})\s*:\s*([0-9a-fA-F]{64})$/;

/** The line for a client with this token. */
export function tokenLine(name: string, token: string): string {
  return `${name}:${hashOf(token).toString('hex')}`;
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function bucketOf(hash: Buffer): number {
  return hash.readUInt32LE(0);
}

/** The token list of a file, which is read again when the file has changed. */
export class TokenFile implements ClientRegister {
  #list: TokenList;
  #seen: string;
  readonly #path: string;

  private constructor(path: string, list: TokenList, seen: string) {
    this.#path = path;
    this.#list = list;
    this.#seen = seen;
  }

  /** @throws AddressLookupError `input-not-found`, `invalid-option` */
  static async open(path: string): Promise<TokenFile> {
    const seen = await stampOf(path);
    return new TokenFile(path, await readList(path), seen);
  }

  get size(): number {
    return this.#list.size;
  }

  clientOf(token: string): string | undefined {
    return this.#list.clientOf(token);
  }

  /**
   * Reads the file again if it has changed. A file that cannot be read or parsed changes nothing.
   *
   * @returns whether there is a new list
   * @throws AddressLookupError `input-not-found`, `invalid-option`: once for each change
   */
  async refresh(): Promise<boolean> {
    const seen = await stampOf(this.#path);
    if (seen === this.#seen) return false;
    this.#seen = seen;
    this.#list = await readList(this.#path);
    return true;
  }
}

async function readList(path: string): Promise<TokenList> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new AddressLookupError(
      'input-not-found',
      `The token file ${path} cannot be read. Make one with "benelux-address-lookup token NAME --tokens ${path}".`,
      { file: path },
      { cause },
    );
  }
  return TokenList.parse(text, path);
}

async function stampOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => 'absent',
  );
}
