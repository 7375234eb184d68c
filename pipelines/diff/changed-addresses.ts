import { type Country, nameIn } from '../../src/model/country.ts';
import { formatIdentifier } from '../../src/model/identifiers.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import {
  CHANGE,
  CHANGE_KINDS,
  type ChangeKind,
  type LostContexts,
  metresApart,
  type ReleaseComparison,
} from './compare-releases.ts';

/** Totals, municipalities and contexts of a comparison, as `report.json` and `diff --json` have them. */
export interface ComparisonSummary {
  readonly country: Country;
  readonly before: { readonly addresses: number; readonly referenceDates: readonly (string | null)[] };
  readonly after: { readonly addresses: number; readonly referenceDates: readonly (string | null)[] };
  readonly totals: ReleaseComparison['totals'];
  readonly contexts: ReleaseComparison['contexts'];
  readonly municipalities: ReleaseComparison['municipalities'];
}

export function summariseComparison(comparison: ReleaseComparison): ComparisonSummary & Record<string, unknown> {
  const { before, after, totals, contexts, municipalities } = comparison;
  const describe = ({ manifest, addresses }: CountryIndex): ComparisonSummary['before'] => ({
    addresses: addresses.length,
    referenceDates: manifest.registers.map(({ referenceDate }) => referenceDate),
  });
  return { country: after.country, before: describe(before), after: describe(after), totals, contexts, municipalities };
}

const CONTEXTS_IN_WORDS: Readonly<Record<keyof LostContexts, string>> = {
  region: 'regions',
  province: 'provinces',
  municipality: 'municipalities',
  place: 'places',
  street: 'streets',
  streetName: 'street names',
  house: 'houses',
};

/** How many contexts have expired in the new release: `none of 12 provinces, 2 of 564 places, 10 of 192,646 houses`. */
export function describeLostContexts(contexts: LostContexts): string {
  return Object.entries(contexts)
    .filter(([, { before }]) => before > 0)
    .map(([kind, { before, lost }]) => {
      const count = lost === 0 ? 'none' : lost.toLocaleString('en');
      return `${count} of ${before.toLocaleString('en')} ${CONTEXTS_IN_WORDS[kind as keyof LostContexts]}`;
    })
    .join(', ');
}

/** One changed address, old and new, as the file of changes has it. */
export interface ChangedAddress {
  readonly country: Country;
  readonly change: readonly ChangeKind[];
  /** Metres from the old position to the new one; absent if either has none. */
  readonly metres?: number;
  readonly old?: WrittenAddress;
  readonly new?: WrittenAddress;
}

interface WrittenAddress {
  /** As the register writes it, and every other answer: `0344200000523058`, `BE-WAL:1313381`. */
  readonly id: string;
  readonly street: string;
  readonly number: string;
  readonly postcode: string;
  readonly place: string;
  readonly municipality: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** The changed addresses: those of the new release in its order, then the removed ones in the order of the old one. */
export function* changedAddresses({
  before,
  after,
  oldOf,
  changes,
  removed,
}: ReleaseComparison): Generator<ChangedAddress> {
  const { country } = after;
  for (let address = 0; address < changes.length; address++) {
    const flags = changes[address]!;
    if (flags === 0) continue;
    const change = CHANGE_KINDS.filter((kind) => (flags & CHANGE[kind]) !== 0);
    const old = oldOf[address]!;
    if (old === -1) yield { country, change, new: writeOut(after, address) };
    else {
      const [a, b] = [before.addresses, after.addresses];
      const metres =
        a.hasPosition(old) && b.hasPosition(address)
          ? metresApart(a.latE7Of(old), a.lonE7Of(old), b.latE7Of(address), b.lonE7Of(address))
          : undefined;
      yield {
        country,
        change,
        ...(metres === undefined ? {} : { metres: Math.round(metres * 10) / 10 }),
        old: writeOut(before, old),
        new: writeOut(after, address),
      };
    }
  }
  for (const old of removed) yield { country, change: ['removed'], old: writeOut(before, old) };
}

/** An address in its official language. */
export function writeOut(index: CountryIndex, address: number): WrittenAddress {
  const { addresses, streets } = index;
  const street = streets.streetOf(address);
  const { place, municipality } = index.areasAbove(street);
  const { letter, addition } = addresses.suffixOf(address);
  const number = [`${addresses.numberOf(address) || ''}${letter}`, addition].filter(Boolean).join(' ');
  return {
    id: formatIdentifier(index.country, addresses.idOf(address)),
    street: streets.nameOf(street),
    number,
    postcode: formatPostcode(index.country, index.postcodes.codeAt(addresses.postcodeOf(address))),
    place: nameIn(place.names),
    municipality: nameIn(municipality.names),
    ...(addresses.hasPosition(address)
      ? { latitude: addresses.latE7Of(address) / 1e7, longitude: addresses.lonE7Of(address) / 1e7 }
      : {}),
  };
}
