import { type Language, nameIn } from '../model/country.ts';
import type { TypedHouseNumber } from '../model/house-number.ts';
import { kept } from '../model/kept.ts';
import type { CountryIndex, FormerIndex } from '../store/country-index.ts';
import { fold, nameKey } from '../text/fold.ts';
import { candidateOf, houseCandidate, placeSizeOf, streetCandidate } from './candidates.ts';
import { costOf, NUMBER_MATCH, PERFECT, penaltyIn, WEIGHT } from './cost.ts';
import { matcherOf } from './country-matcher.ts';
import { lastOf, namesOf } from './former.ts';
import { type FreeTextOptions, findTyped, merge, PASSES_AS_TYPED } from './free-text.ts';
import { boxesOf, completeHouses } from './house-match.ts';
import { judgementWith, withDiscrepancy } from './judgement.ts';
import { type Candidate, hasAnotherNumber } from './ranking.ts';
import { Scope } from './scope.ts';
import { STEPS_OF_FORMER, Steps } from './steps.ts';
import { streetsBeginning } from './streets.ts';
import { wordsOf } from './written.ts';

/**
 * What words mean that nothing of today is called: streets, places and houses of then, whose names are found as typed, without corrections,
 * in the small index of former addresses, and each as what became of it; or else a whole address of then. What was withdrawn is none of
 * them, since a suggestion opens into something: of a house its street is an answer, if that was only renamed.
 *
 * @param options `isRead`: whether the text has been read as it would be in a file
 */
export function findFormer(
  index: CountryIndex,
  former: FormerIndex,
  typed: string,
  { within, scope, isRead }: FreeTextOptions & { readonly isRead: boolean },
): Candidate[] {
  const steps = new Steps(STEPS_OF_FORMER);
  const then = findTyped(former.index, typed, steps, {}, PASSES_AS_TYPED).found;
  const asTyped = merge(new WhatBecame(index, former, steps).of(then));
  const today = asTyped.length === 0 && isRead ? addressesOfThen(index, typed) : asTyped;
  if (today.length === 0) return today;
  const area = within && new Scope(index, [index.addressesUnder(within.kind, within.ordinal)]);
  return today.filter((each) => (area?.has(each) ?? true) && (scope?.has(each) ?? true));
}

/** The addresses that a text was, read as it would be in a file, where words may belong to nothing. */
function addressesOfThen(index: CountryIndex, typed: string): Candidate[] {
  const match = matcherOf(index).former(typed);
  const { cost } = judgementWith(...match.differences);
  const unmatched = wordsOf(match, (part) => part === 'other');
  return match.addresses.map((address) => {
    const street = index.streets.streetOf(address);
    const house = { street, language: match.language, cost };
    return {
      ...houseCandidate(index, address, house, placeSizeOf(index, street)),
      ...(unmatched.length > 0 && { unmatched }),
      former: match.former!,
    };
  });
}

/** The houses of a street that had a number which begins as typed, when the street had its name of today or an earlier one. */
export function findFormerHouses(
  index: CountryIndex,
  former: FormerIndex,
  street: number,
  typed: TypedHouseNumber,
  language: Language | undefined,
): Candidate[] {
  const then = former.index;
  const houses = then.streets.streetsWithId(index.streets.idOf(street)).flatMap((of) => {
    const match = { street: of, language, cost: costOf(PERFECT) };
    return completeHouses(then, ...then.streets.addressesOf(of), typed).map((address) =>
      houseCandidate(then, address, match, 0),
    );
  });
  const today = new WhatBecame(index, former, new Steps(STEPS_OF_FORMER)).of(houses);
  return merge(today).filter(({ kind }) => kind === 'house');
}

/** A street or place of today, and how many former addresses are there, the last of them called so until a day. */
interface Became {
  readonly ordinal: number;
  readonly address: number;
  readonly until: string;
  readonly count: number;
}

/** What of a street or place of then is in one of today for that to be what became of it: a quarter; the rest are houses that were renumbered. */
const MIN_SHARE = 0.25;
/** A former address whose successor is looked up. */
const STEPS_PER_ADDRESS = 10;

/** Leads candidates of the former index to those of today. */
class WhatBecame {
  readonly #index: CountryIndex;
  readonly #former: FormerIndex;
  readonly #steps: Steps;
  readonly #streets = new Map<number, readonly Became[]>();

  constructor(index: CountryIndex, former: FormerIndex, steps: Steps) {
    this.#index = index;
    this.#former = former;
    this.#steps = steps;
  }

  of(candidates: readonly Candidate[]): Candidate[] {
    const found: Candidate[] = [];
    const houses = new Map<string, { candidate: Candidate; addresses: number[] }>();
    for (const candidate of candidates) {
      const { kind, ordinal, cost } = candidate;
      if (penaltyIn(cost, 'contradiction') > 0) continue;
      if (kind === 'street') found.push(...this.#ofStreet(ordinal, candidate));
      else if (kind === 'place') found.push(...this.#ofPlace(candidate));
      else if (kind === 'streetGroup')
        for (const { street, language } of this.#former.index.names.streetsOf(ordinal))
          found.push(...this.#ofStreet(street, { ...candidate, language }));
      else if (kind === 'house' && !hasAnotherNumber(candidate))
        for (const address of candidate.isGroup ? boxesOf(this.#former.index, ordinal) : [ordinal]) {
          kept(houses, this.#doorOf(address), () => ({ candidate, addresses: [] })).addresses.push(address);
        }
    }
    for (const { candidate, addresses } of houses.values()) found.push(...this.#ofHouse(addresses, candidate));
    return found;
  }

  /** A house of then, which may have been several addresses, one after the other. */
  #ofHouse(addresses: readonly number[], candidate: Candidate): readonly Candidate[] {
    const { table, index: then } = this.#former;
    const { until, last } = lastOf(table, addresses);
    const address = last[0]!;
    const successor = table.successorOf(address);
    if (successor === -1) {
      const further = NUMBER_MATCH.nearest - penaltyIn(candidate.cost, 'numberMatch');
      const cost = candidate.cost + further * WEIGHT.numberMatch;
      return this.#ofStreet(then.streets.streetOf(address), { ...candidate, cost });
    }
    const { language, cost, size } = candidate;
    const street = this.#index.streets.streetOf(successor);
    const match = { street, language, cost: cost + COST };
    const house = houseCandidate(this.#index, successor, match, placeSizeOf(this.#index, street), size);
    return [{ ...house, former: { address, until } }];
  }

  #doorOf(address: number): string {
    const { addresses, streets } = this.#former.index;
    return `${streets.streetOf(address)} ${addresses.numberOf(address)} ${addresses.suffixOf(address).key}`;
  }

  /** The streets of today that a street of then is, unless one there is still called so. */
  #ofStreet(street: number, { language, cost }: Candidate): readonly Candidate[] {
    const { streets } = this.#index;
    const became = kept(this.#streets, street, () => {
      if (this.#isStillCalledSo(street)) return [];
      return this.#became(this.#former.index.streets.addressesOf(street), (address) => {
        const ordinal = streets.streetOf(address);
        return [ordinal, streets.addressesOf(ordinal)];
      });
    });
    return became.map(({ ordinal, count, address, until }) => ({
      ...streetCandidate(this.#index, { street: ordinal, language, cost: cost + COST }),
      size: count,
      former: { address, until },
    }));
  }

  /** Whether the place of a street of then has that name today, and a street that has its name. */
  #isStillCalledSo(street: number): boolean {
    const { streets } = this.#former.index;
    const place = this.#stillThere(streets.placeOf(street));
    if (place === undefined) return false;
    const { street: name } = namesOf(this.#former.index, street);
    const begun = streetsBeginning(this.#index, nameKey(streets.nameOf(street)), place, place + 1);
    return begun.some((each) => namesOf(this.#index, each.street).street === name);
  }

  /** A place of then today, if it has the same name. */
  #stillThere(place: number): number | undefined {
    const { id, names } = this.#former.index.areas.at('place', place);
    const today = this.#index.areas.withId('place', id);
    const isNamedSo = (): boolean => fold(nameIn(this.#index.areas.at('place', today).names)) === fold(nameIn(names));
    return today !== -1 && isNamedSo() ? today : undefined;
  }

  #ofPlace({ ordinal, language, cost }: Candidate): readonly Candidate[] {
    if (this.#stillThere(ordinal) !== undefined) return [];
    const { streets } = this.#index;
    const became = this.#became(this.#former.index.addressesUnder('place', ordinal), (address) => {
      const place = streets.placeOf(streets.streetOf(address));
      return [place, this.#index.addressesUnder('place', place)];
    });
    return became.map(({ ordinal, address, until }) => ({
      ...candidateOf(this.#index, { kind: 'place', ordinal, language, isInner: false }, cost + COST),
      former: { address, until },
    }));
  }

  /**
   * What the addresses of then, a range, are in today, as far as the steps last.
   *
   * @param around the street or place of an address, and its addresses
   */
  #became(
    [from, to]: readonly [number, number],
    around: (address: number) => readonly [ordinal: number, addresses: readonly [number, number]],
  ): Became[] {
    const { table } = this.#former;
    const found = new Map<number, Became>();
    let [ordinal, [first, end]] = [-1, [0, 0] as readonly [number, number]];
    let address = from;
    for (; address < to && this.#steps.take(STEPS_PER_ADDRESS); address++) {
      const successor = table.successorOf(address);
      if (successor === -1) continue;
      if (successor < first || successor >= end) [ordinal, [first, end]] = around(successor);
      const until = table.untilOf(address);
      const known = found.get(ordinal) ?? { ordinal, address, until, count: 0 };
      const last = until > known.until ? { address, until } : known;
      found.set(ordinal, { ordinal, address: last.address, until: last.until, count: known.count + 1 });
    }
    return [...found.values()].filter(({ count }) => count >= (address - from) * MIN_SHARE);
  }
}

/** What it costs an answer to be called otherwise today. */
const COST = withDiscrepancy(0, 'address-former');
