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
  content: Content;
  #seen: string;
  readonly #path: string;
  readonly #options: WatchedFileOptions<Content>;

  private constructor(path: string, options: WatchedFileOptions<Content>, content: Content, seen: string) {
    this.#path = path;
    this.#options = options;
    this.content = content;
    this.#seen = seen;
  }

  /** @throws AddressLookupError `input-not-found`, `invalid-option` */
  static async open<Content>(path: string, options: WatchedFileOptions<Content>): Promise<WatchedFile<Content>> {
    const seen = await stampOf(path);
    return new WatchedFile(path, options, await readContent(path, options), seen);
  }

  /**
   * Reads the file again if it has changed. A file that cannot be read or parsed, or that is empty, changes nothing, since
   * editors empty a file for a moment before they write it. A file with only a comment counts as one without lines.
   *
   * @returns whether there is new content
   * @throws AddressLookupError `input-not-found`, `invalid-option`: once for each change
   */
  async refresh(): Promise<boolean> {
    const seen = await stampOf(this.#path);
    if (seen === this.#seen) return false;
    this.#seen = seen;
    this.content = await readContent(this.#path, this.#options);
    return true;
  }
}

async function readContent<Content>(
  path: string,
  { name, make, fill, parse }: WatchedFileOptions<Content>,
): Promise<Content> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new AddressLookupError(
      'input-not-found',
      `The ${name} ${path} cannot be read. ${make}`,
      { file: path },
      { cause },
    );
  }
  if (text.trim() === '') {
    throw new AddressLookupError('invalid-option', `The ${name} ${path} is empty. ${fill}`, { file: path });
  }
  return parse(text, path);
}

async function stampOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => 'absent',
  );
}
