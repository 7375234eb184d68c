import type { Language } from '../model/country.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { nameKey } from '../text/fold.ts';
import { withoutBrackets } from '../text/noise.ts';
import { makeNameKey, type NameKey } from './name-key.ts';

/** A name of a street, prepared for comparison; an alias has no language. */
export type StreetKey = NameKey & { readonly language: Language | undefined };

/** Maximum number of streets with cached names; bounds the memory. */
const MAX_KEPT_STREETS = 400_000;

/** The names of the streets of a country, prepared for comparison. */
export class StreetKeys {
  readonly #index: CountryIndex;
  readonly #kept: Map<number, readonly StreetKey[]> = new Map();

  constructor(index: CountryIndex) {
    this.#index = index;
  }

  /** The different names of a street, its own ones first; kept. */
  of(street: number): readonly StreetKey[] {
    let keys = this.#kept.get(street);
    if (keys === undefined) {
      if (this.#kept.size >= MAX_KEPT_STREETS) this.#kept.clear();
      keys = this.foldedOf(street)
        .filter(([text], i, all) => i === all.findIndex(([other]) => other === text))
        .map(([text, language]) => ({ ...makeNameKey(this.#index.country, text), language }));
      this.#kept.set(street, keys);
    }
    return keys;
  }

  /** The folded names of a street, its own ones first, also without the text in brackets. */
  foldedOf(street: number): readonly (readonly [name: string, language: Language | undefined])[] {
    const { streets } = this.#index;
    const names: [name: string, language: Language | undefined][] = [];
    const add = (name: string, language: Language | undefined): void => {
      const key = nameKey(name);
      if (key !== '') names.push([key, language]);
      const short = name.includes('(') ? nameKey(withoutBrackets(name)) : '';
      if (short !== '') names.push([short, language]);
    };
    for (const [language, name] of Object.entries(streets.namesOf(street))) add(name, language as Language);
    for (const alias of streets.aliasesOf(street)) add(alias, undefined);
    return names;
  }
}
