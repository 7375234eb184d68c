import type { Country } from '../model/country.ts';
import { fold } from '../text/fold.ts';
import { isArticle, LONGEST_FORM, variantsOf } from '../text/variants.ts';

const LARGEST_COUNT = 200;

/** A street's name as somebody wrote it. */
export interface TypedStreet {
  readonly written: string;
  /** As folded. */
  readonly key: string;
  readonly digits: string;
  /** The same without spaces, which is compared letter by letter. */
  readonly compact: string;
  /** All usual ways to write it, `key` first: abbreviations and their long forms, with and without a leading article. */
  readonly forms: ReadonlySet<string>;
}

/** Lazy: most rows are found by `key` alone. */
export function readStreet(country: Country, written: string): TypedStreet | undefined {
  const key = fold(written);
  if (key === '') return undefined;
  let forms: ReadonlySet<string> | undefined;
  return {
    written,
    key,
    digits: digitsOf(key),
    compact: key.replaceAll(' ', ''),
    get forms() {
      forms ??= formsOf(country, key);
      return forms;
    },
  };
}

/** Digits are never misspelt: `Plein 1944` is not `Plein 1945`. */
export function digitsOf(key: string): string {
  return key.replace(/[^0-9]+/g, ' ').trim();
}

function formsOf(country: Country, key: string): Set<string> {
  const words = key.split(' ').slice(0, 12);
  const forms: string[][] = [];
  // forms[i]: the ways to write the first i words.
  forms[0] = [''];
  for (let to = 1; to <= words.length; to++) {
    const here = new Set<string>();
    for (let from = to - 1; from >= Math.max(0, to - LONGEST_FORM); from--) {
      const written = words.slice(from, to).join(' ');
      const ways = from === to - 1 ? [written, ...variantsOf(country, written)] : variantsOf(country, written);
      for (const way of ways) {
        for (const before of forms[from]!) {
          if (here.size < LARGEST_COUNT) here.add(before === '' ? way : `${before} ${way}`);
        }
      }
    }
    forms[to] = [...here];
  }
  const found = new Set<string>([key, ...forms[words.length]!]);
  if (words.length > 1 && isArticle(words[0]!)) found.add(words.slice(1).join(' '));
  return found;
}
