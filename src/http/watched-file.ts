import { readFile, stat } from 'node:fs/promises';
import { AddressLookupError } from '../errors.ts';

/** How messages describe a file of the operator, and how to parse it. */
interface WatchedFileOptions<Content> {
  /** `token file`. */
  readonly name: string;
  /** The sentence for a missing file. */
  readonly make: string;
  /** The sentence for an empty one. */
  readonly fill: string;
  /** @throws AddressLookupError `invalid-option` */
  readonly parse: (text: string, origin: string) => Content;
}

/** The content of a file that operators edit while the server runs: tokens, keys. */
export class WatchedFile<Content> {
  /** The content of the last valid text. */
  content!: Content;
  #seen: string | undefined;
  readonly #path: string;
  readonly #options: WatchedFileOptions<Content>;

  /** A file that has no content before it has been read: see `opened`. */
  constructor(path: string, options: WatchedFileOptions<Content>) {
    this.#path = path;
    this.#options = options;
  }

  /** @throws AddressLookupError `input-not-found`, `invalid-option` */
  async opened(): Promise<this> {
    await this.refresh();
    return this;
  }

  /**
   * Reads the file again if it has changed. A file that cannot be read or parsed, or that is empty, changes nothing, since
   * editors empty a file for a moment before they write it. A file with only a comment counts as one without lines.
   *
   * @returns whether there is new content
   * @throws AddressLookupError `input-not-found`, `invalid-option`: once for each change
   */
  async refresh(): Promise<boolean> {
    const file = this.#path;
    const { name, make, fill, parse } = this.#options;
    const seen = await stat(file).then(
      ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
      () => 'absent',
    );
    if (seen === this.#seen) return false;
    this.#seen = seen;
    const text = await readFile(file, 'utf8').catch((cause) => {
      throw new AddressLookupError(
        'input-not-found',
        `The ${name} ${file} cannot be read. ${make}`,
        { file },
        { cause },
      );
    });
    if (text.trim() === '')
      throw new AddressLookupError('invalid-option', `The ${name} ${file} is empty. ${fill}`, { file });
    this.content = parse(text, file);
    return true;
  }
}
