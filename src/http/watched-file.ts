import { readFile } from 'node:fs/promises';
import { AddressLookupError } from '../errors.ts';
import { fileStateOf } from '../lookup/live-lookup.ts';

/** How messages describe a file of the operator, and who takes its text. */
interface WatchedFileOptions {
  /** `token file`. */
  readonly name: string;
  /** The sentence for a missing file. */
  readonly make: string;
  /** The sentence for an empty one. */
  readonly fill: string;
  /** @throws AddressLookupError `invalid-option` */
  readonly take: (text: string, origin: string) => void;
}

/**
 * Follows a file that operators edit while the server runs: tokens, keys.
 *
 * What is returned reads the file, or reads it again if it has changed. A file that cannot be read or parsed, or that is empty,
 * changes nothing, since editors empty a file for a moment before they write it. A file with only a comment counts as one without
 * lines. It says whether there was a new text, and throws AddressLookupError `input-not-found`, `invalid-option`: once for each change.
 */
export function watchedFile(file: string, { name, make, fill, take }: WatchedFileOptions): () => Promise<boolean> {
  let before: string | undefined;
  return async () => {
    const state = await fileStateOf(file);
    if (state === before) return false;
    before = state;
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
    take(text, file);
    return true;
  };
}
