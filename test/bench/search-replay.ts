import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import type { CountryLookup } from '../../src/query/country-lookup.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { isHouse, isStreet, ORDERS, type TypedAddress } from './search-sample.ts';

/** How well addresses were found that were typed letter by letter in one order. */
export interface Replay {
  readonly order: string;
  readonly hasTypo: boolean;
  /** Share of the fully typed ones that are the first answer, one of the first five. */
  readonly hit1: number;
  readonly hit5: number;
  /** Median share of the text typed until the street, and until the house, is among the first five; 1 where it never is. */
  readonly typedUntilStreet: number;
  readonly typedUntilHouse: number;
  /** The same of every text, of which the medians are. */
  readonly untilStreet: readonly number[];
  readonly untilHouse: readonly number[];
  /** Of each keystroke how much was typed, and how long its answer took. */
  readonly keystrokes: readonly Keystroke[];
  /** Texts whose house was not the first answer. */
  readonly misses: readonly string[];
}

export interface Keystroke {
  readonly length: number;
  readonly microseconds: number;
}

const SHOWN = 10;
const FIRST = 5;

/** Types every address letter by letter, in every order, without and with one random mistake. */
export function replayKeystrokes<C extends Country>(
  lookup: CountryLookup<C>,
  sample: readonly TypedAddress[],
  random: Random,
): Replay[] {
  return Object.entries(ORDERS).flatMap(([order, write]) =>
    [false, true].map((hasTypo) => {
      const texts = sample.map((address) => {
        const text = write(address);
        return { address, clean: text, text: hasTypo ? mistype(text, random) : text };
      });
      return { order, hasTypo, ...replay(lookup, texts) };
    }),
  );
}

interface TypedText {
  readonly address: TypedAddress;
  readonly clean: string;
  readonly text: string;
}

function replay<C extends Country>(
  lookup: CountryLookup<C>,
  texts: readonly TypedText[],
): Omit<Replay, 'order' | 'hasTypo'> {
  const keystrokes: Keystroke[] = [];
  const untilStreet: number[] = [];
  const untilHouse: number[] = [];
  const misses: string[] = [];
  let hits1 = 0;
  let hits5 = 0;
  for (const { address, clean, text } of texts) {
    let street = 1;
    let house = 1;
    for (let length = text.length; length >= 1; length--) {
      const start = performance.now();
      const { results } = lookup.autocomplete({ search: text.slice(0, length), perPage: SHOWN }) as Page<Suggestion>;
      keystrokes.push({ length, microseconds: (performance.now() - start) * 1000 });
      const first = results.slice(0, FIRST);
      if (first.some((each) => isStreet(address, each))) street = length / text.length;
      const isFound = first.some((each) => isHouse(address, each, clean));
      if (isFound) house = length / text.length;
      if (length < text.length) continue;
      if (isFound) hits5++;
      if (first[0] !== undefined && isHouse(address, first[0], clean)) hits1++;
      else
        misses.push(
          `${text} → ${first
            .slice(0, 2)
            .map(({ label, description }) => `${label} (${description})`)
            .join('; ')}`,
        );
    }
    untilStreet.push(street);
    untilHouse.push(house);
  }
  return {
    hit1: hits1 / texts.length,
    hit5: hits5 / texts.length,
    typedUntilStreet: median(untilStreet),
    typedUntilHouse: median(untilHouse),
    untilStreet,
    untilHouse,
    keystrokes,
    misses,
  };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 1;
}
