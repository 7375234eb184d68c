import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { isHouse, isStreet, leastShareOf, ORDERS, type TypedAddress } from './search-sample.ts';
import { timeTexts } from './search-timing.ts';

/** How well addresses were found that were typed letter by letter in one order. */
export interface Replay {
  readonly order: string;
  readonly hasTypo: boolean;
  readonly texts: readonly ReplayedText[];
  /** Of each keystroke how much was typed, and how long its answer took. */
  readonly keystrokes: readonly Keystroke[];
}

/** What became of one text. */
export interface ReplayedText {
  readonly text: string;
  /** The house is the first answer, one of the first five, when everything is typed. */
  readonly isFirst: boolean;
  readonly isInFive: boolean;
  /** Share of the text typed until the street, and until the house, is among the first five; 1 where it never is. */
  readonly untilStreet: number;
  readonly untilHouse: number;
  /** The least that `untilHouse` can be. */
  readonly leastUntilHouse: number;
  /** The answers to the whole text, best first. */
  readonly answers: readonly Suggestion[];
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
  const ask = (search: string): Page<Suggestion> => lookup.autocomplete({ search, perPage: SHOWN }) as Page<Suggestion>;
  return Object.entries(ORDERS).flatMap(([order, write]) =>
    [false, true].map((hasTypo) => {
      const texts = sample.map((address) => {
        const clean = write(address);
        return replayText(address, clean, hasTypo ? mistype(clean, random) : clean, ask);
      });
      const typed = texts.flatMap(({ text }) => Array.from(text, (_, i) => text.slice(0, i + 1)));
      const microseconds = timeTexts(typed, ask);
      const keystrokes = typed.map(({ length }, i) => ({ length, microseconds: microseconds[i]! }));
      return { order, hasTypo, texts, keystrokes };
    }),
  );
}

function replayText(
  address: TypedAddress,
  clean: string,
  text: string,
  ask: (text: string) => Page<Suggestion>,
): ReplayedText {
  const answers = ask(text).results;
  const isHouseIn = (results: readonly Suggestion[]): boolean => results.some((each) => isHouse(address, each, clean));
  let untilStreet: number | undefined;
  let untilHouse: number | undefined;
  for (let length = 1; length <= text.length && untilHouse === undefined; length++) {
    const first = ask(text.slice(0, length)).results.slice(0, FIRST);
    if (first.some((each) => isStreet(address, each))) untilStreet ??= length / text.length;
    if (isHouseIn(first)) untilHouse = length / text.length;
  }
  return {
    text,
    isFirst: isHouseIn(answers.slice(0, 1)),
    isInFive: isHouseIn(answers.slice(0, FIRST)),
    untilStreet: untilStreet ?? 1,
    untilHouse: untilHouse ?? 1,
    leastUntilHouse: leastShareOf(address, clean),
    answers,
  };
}
