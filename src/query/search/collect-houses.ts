import type { CountryIndex } from '../../store/country-index.ts';
import { type Candidate, NUMBER_MATCH, type NumberMatch } from './candidate.ts';
import { placeSizeOf, type StreetMatch, streetCandidate } from './collect.ts';
import type { Interpretation } from './interpretations.ts';
import { costOf, withFaults } from './ranking.ts';

/** Streets in which a house number is looked for; the best ones. */
const LARGEST_STREET_COUNT = 1500;
const LARGEST_HOUSE_COUNT = 1000;
/** Numbers that are only longer than the one typed are shown for so few streets. */
const FEW_STREETS = 12;
/** For a number that does not exist: how many of its neighbours. */
const NEAREST_COUNT = 5;

/**
 * The houses with the typed number in the streets that the words name. Where none has it, the streets themselves with the
 * nearest numbers that the best of them has.
 */
export function collectHouses(
  index: CountryIndex,
  { number: typed, isNumberOpen }: Interpretation,
  matches: readonly StreetMatch[],
): Candidate[] {
  if (typed === undefined || matches.length === 0) return [];
  const streets = rankStreets(index, matches).slice(0, LARGEST_STREET_COUNT);
  const { addresses } = index;
  const houses: Candidate[] = [];
  for (const { match, placeSize } of streets) {
    const [from, to] = index.streets.addressesOf(match.street);
    const add = (low: number, high: number, qualityOf: (address: number) => NumberMatch | undefined): void => {
      const end = addresses.firstWithNumber(high, from, to);
      for (let address = addresses.firstWithNumber(low, from, to); address < end; address++) {
        const numberMatch = qualityOf(address);
        if (numberMatch !== undefined) houses.push(houseCandidate(index, address, match, numberMatch, placeSize));
      }
    };
    const before = houses.length;
    add(typed.number, typed.number + 1, (address) => {
      const { key, letterKey } = addresses.suffixOf(address);
      // A box does not make another house of it.
      if (key === typed.key || (index.country === 'be' && letterKey === typed.key)) return NUMBER_MATCH.exact;
      return key.startsWith(typed.key) ? NUMBER_MATCH.furtherSuffix : undefined;
    });
    if (addresses.hasRanges && typed.key === '') {
      add(0, typed.number, (address) =>
        addresses.suffixOf(address).rangeEnd >= typed.number ? NUMBER_MATCH.range : undefined,
      );
    }
    if (
      isNumberOpen &&
      typed.key === '' &&
      streets.length <= FEW_STREETS &&
      houses.length - before < LARGEST_HOUSE_COUNT
    ) {
      for (let scale = 10; typed.number * scale < 100_000; scale *= 10) {
        add(typed.number * scale, (typed.number + 1) * scale, () => NUMBER_MATCH.longerNumber);
      }
    }
    if (houses.length >= LARGEST_HOUSE_COUNT) break;
  }
  const grouped = groupBoxes(index, houses, typed.key);
  return grouped.length > 0 ? grouped : nearestHouses(index, typed.number, streets);
}

interface RankedStreet {
  readonly match: StreetMatch;
  readonly placeSize: number;
}

/** Equally good streets by the size of their place. */
function rankStreets(index: CountryIndex, matches: readonly StreetMatch[]): RankedStreet[] {
  return matches
    .map((match) => ({ match, placeSize: placeSizeOf(index, match.street) }))
    .sort((a, b) => a.match.cost - b.match.cost || b.placeSize - a.placeSize || a.match.street - b.match.street);
}

function houseCandidate(
  index: CountryIndex,
  address: number,
  { language, edits, changes, names, nameMatch, areaMatch }: StreetMatch,
  numberMatch: NumberMatch,
  placeSize: number,
): Candidate {
  return {
    kind: 'house',
    index: address,
    language,
    cost: costOf({ ignored: 0, edits, changes, names, nameMatch, areaMatch, numberMatch }),
    edits,
    ignored: 0,
    changes,
    names,
    nameMatch,
    areaMatch,
    numberMatch,
    isProposed: index.addresses.isProposed(address),
    isGroup: false,
    placeSize,
    size: 0,
  };
}

/** In Belgium the boxes of a house are one answer, unless a box was typed (ruling 35). */
export function groupBoxes(index: CountryIndex, houses: readonly Candidate[], typedKey: string): Candidate[] {
  if (index.country !== 'be') return [...houses];
  const { addresses } = index;
  const grouped: Candidate[] = [];
  for (const house of houses) {
    const last = grouped.at(-1);
    const isSameHouse =
      last !== undefined &&
      last.index < house.index &&
      addresses.numberOf(last.index) === addresses.numberOf(house.index) &&
      addresses.suffixOf(last.index).letter === addresses.suffixOf(house.index).letter &&
      addresses.postcodeOf(last.index) === addresses.postcodeOf(house.index) &&
      index.streets.streetOf(last.index) === index.streets.streetOf(house.index);
    const { key, letterKey } = addresses.suffixOf(house.index);
    const isTypedBox = typedKey !== '' && key === typedKey && letterKey !== typedKey;
    if (isSameHouse && !isTypedBox) {
      const numberMatch = Math.min(last.numberMatch, house.numberMatch) as NumberMatch;
      grouped[grouped.length - 1] = { ...withFaults(last, { numberMatch }), isGroup: true };
    } else grouped.push(house);
  }
  return grouped;
}

/** The best streets, and of the very best one the numbers next to the one typed. */
function nearestHouses(index: CountryIndex, number: number, streets: readonly RankedStreet[]): Candidate[] {
  const { addresses } = index;
  const found = streets
    .slice(0, NEAREST_COUNT)
    .map(({ match }) => withFaults(streetCandidate(index, match), { numberMatch: NUMBER_MATCH.nearest }));
  const best = streets[0];
  if (best === undefined || number === 0) return found;
  const [from, to] = index.streets.addressesOf(best.match.street);
  const at = addresses.firstWithNumber(number, from, to);
  const neighbours: number[] = [];
  for (
    let address = Math.max(from, at - 2 * NEAREST_COUNT);
    address < Math.min(to, at + 2 * NEAREST_COUNT);
    address++
  ) {
    neighbours.push(address);
  }
  const distance = (address: number): number => Math.abs(addresses.numberOf(address) - number);
  neighbours.sort((a, b) => distance(a) - distance(b) || a - b);
  const placeSize = placeSizeOf(index, best.match.street);
  for (const address of neighbours.slice(0, NEAREST_COUNT)) {
    found.push({
      ...houseCandidate(index, address, best.match, NUMBER_MATCH.nearest, placeSize),
      size: -distance(address),
    });
  }
  return found;
}
