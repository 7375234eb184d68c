import { nameIn } from '../model/country.ts';
import type { CountryIndex, FormerIndex } from '../store/country-index.ts';
import type { FormerTable } from '../store/former-table.ts';
import { fold } from '../text/fold.ts';
import { MatchCascade, type SearchedCountry } from './cascade.ts';
import { compareJudgements, DISCREPANCIES } from './judgement.ts';
import { type Became, type Match, NO_MATCH, withFurther } from './match.ts';
import { type NamedCountry, type NamedPlace, PlaceNames } from './place-names.ts';
import { type Reading, readPostcode } from './reading.ts';
import { StreetNames } from './street-names.ts';

/**
 * Finds rows among the addresses that were: the same readings, judged by the same table, in the small index of former addresses, whose
 * streets and places are those of then. Only what contradicts nothing counts, and it stands for what became of it. A few microseconds for a
 * row whose street was never called so.
 */
export class FormerAddresses {
  readonly #present: NamedCountry;
  readonly #then: NamedCountry & SearchedCountry;
  readonly #table: FormerTable;

  constructor(present: NamedCountry, { index, table }: FormerIndex) {
    this.#present = present;
    this.#then = { index, places: new PlaceNames(index), streets: new StreetNames(index) };
    this.#table = table;
  }

  /** The best answer to these readings of a row, which are those in the present register. */
  find(readings: readonly Reading[]): Match {
    let best = NO_MATCH;
    for (const reading of readings) {
      for (const asked of this.#asked(reading)) {
        const cascade = new MatchCascade(this.#then, asked);
        cascade.runExact();
        const match = cascade.result();
        if (match.contradiction > 0 || !isComplete(match) || compareJudgements(match, best) <= 0) continue;
        // Where another address had none, this one may have had a postcode of its own.
        const isAskedWithout = reading.postcode !== undefined && asked.postcode === undefined;
        if (isAskedWithout && match.addresses.some((each) => this.#then.index.addresses.postcodeOf(each) !== 0))
          continue;
        best = match;
        if (match.status === 'exact') return this.#today(best);
      }
    }
    return best === NO_MATCH ? best : this.#today(best);
  }

  /** A reading by what its parts were then: with its postcode, and in its place without it, which addresses without one do not contradict; none if no street was called so. */
  #asked(reading: Reading): readonly Reading[] {
    const { number, place, postcode, street } = reading;
    const { index, streets } = this.#then;
    if (number === undefined || (street !== undefined && streets.named(street).size === 0)) return [];
    const then = { ...reading, place: place && { ...place, places: this.#placesThen(place) } };
    const asked = { ...then, postcode: postcode && readPostcode(index, postcode.text) };
    return (postcode?.code ?? -1) !== -1 && place !== undefined ? [asked, { ...then, postcode: undefined }] : [asked];
  }

  /** The places of today that a reading means, among those of then, and what only then was called so. */
  #placesThen({ key, places }: NonNullable<Reading['place']>): readonly NamedPlace[] {
    const then = this.#then;
    const stillThere = places.flatMap(({ kind, ordinal, isAlias, edits }) => {
      const { id, names } = this.#present.index.areas.at(kind, ordinal);
      return then.places
        .named(fold(nameIn(names)))
        .filter((each) => each.kind === kind && then.index.areas.at(kind, each.ordinal).id === id)
        .map((each) => ({ ...each, isAlias, edits }));
    });
    return [...stillThere, ...then.places.named(key)];
  }

  /** What became of the addresses of a match: of those called the same one after the other, of the last. */
  #today(match: Match): Match {
    const table = this.#table;
    const { until, last } = lastOf(table, match.addresses);
    const [first] = last;
    const addresses = [...new Set(last.map((each) => table.successorOf(each)))].filter((each) => each !== -1);
    const isOne = addresses.length < 2;
    const { discrepancies, ...judged } = withFurther(match, 'address-former');
    return {
      ...judged,
      status: addresses.length === 0 ? 'former' : isOne ? 'corrected' : 'several',
      precision:
        addresses.length === 0 && !this.#then.index.addresses.hasPosition(first!) ? '' : isOne ? 'address' : 'house',
      addresses: addresses.sort((a, b) => a - b),
      discrepancies: isOne ? discrepancies.filter((each) => each !== 'several') : discrepancies,
      former: { address: first!, until, became: becameOf(this.#present.index, first!) },
    };
  }
}

/** Of former addresses that are called the same one after the other, the last: those that something took the place of first. */
export function lastOf(
  table: FormerTable,
  addresses: readonly number[],
): { readonly until: string; readonly last: readonly number[] } {
  const until = addresses.map((each) => table.untilOf(each)).reduce((a, b) => (a > b ? a : b));
  const last = addresses.filter((each) => table.untilOf(each) === until);
  const withdrawn = (each: number): number => Number(table.successorOf(each) === -1);
  return { until, last: last.sort((a, b) => withdrawn(a) - withdrawn(b)) };
}

/** What became of an address that was, a former one of this index. */
export function becameOf(present: CountryIndex, former: number): Became {
  const { index, table } = present.former!;
  const successor = table.successorOf(former);
  if (successor === -1) return 'withdrawn';
  const [then, now] = [
    namesOf(index, index.streets.streetOf(former)),
    namesOf(present, present.streets.streetOf(successor)),
  ];
  if (then.place !== now.place) return 'merged';
  return then.street === now.street ? 'renumbered' : 'renamed';
}

/** Whether an answer has an address with everything that was asked for. */
function isComplete({ addresses, differences }: Match): boolean {
  return addresses.length > 0 && !differences.some(([name]) => DISCREPANCIES[name].isLacking);
}

/** Whether an answer leaves nothing to look for among the addresses that were: it has an address that agrees with the row. */
export function agrees(match: Match): boolean {
  return match.status === 'exact' || (isComplete(match) && match.contradiction < 1);
}

/** Whether the place of an answer has another name than the one that was written, too. */
function isAlsoCalledSo({ differences }: Match): boolean {
  return differences.some(([name]) => name === 'place-alias');
}

/**
 * The best answer of today, or else an address that was withdrawn: any address of today that has everything in the row, however it is spelled,
 * comes before it. Where the register has no last position, it is at that of today's answer, the house or the street.
 */
export function unlessWithdrawn(best: Match, was: Match | undefined): Match {
  if (was?.status !== 'former' || isComplete(best) || compareJudgements(was, best) <= 0) return best;
  // A street of the place that is named, without the number, precedes a house of a place that is called so, too.
  if (best.streets.length > 0 && isAlsoCalledSo(was) && !isAlsoCalledSo(best)) return best;
  const { precision, addresses, streets, nearest, place } = best;
  if (was.precision !== '') return was;
  const last = addresses[0] ?? nearest;
  return { ...was, precision: precision === 'address' ? 'house' : precision, streets, nearest: last, place };
}

/** The name of a street and of its place, folded. */
export function namesOf(
  { streets, areas }: CountryIndex,
  street: number,
): { readonly street: string; readonly place: string } {
  const { place } = areas.officialNamesOf(streets.placeOf(street));
  return { street: fold(streets.nameOf(street)), place: fold(place) };
}
