import { AddressLookupError } from '../errors.ts';
import { nameIn } from '../model/country.ts';
import type { NamedArea } from '../model/gazetteer.ts';
import type { OrderedInput } from './ordered-input.ts';

/**
 * Whether every context will lead to one thing: they are made of the registers' identifiers, so areas of one level must have
 * different ones, streets of one place, and addresses of one street. Street names have hashes, which `packNames` compares.
 *
 * @throws AddressLookupError `input-corrupt` that names two things with one identifier
 */
export function assertDistinctIdentifiers(input: OrderedInput): void {
  const { regions, provinces, municipalities, places, streets, addresses, rows, firstAddress } = input;
  assertDistinct('regions', regions, ({ id }) => id);
  assertDistinct('provinces', provinces, ({ id }) => id);
  assertDistinct('municipalities', municipalities, ({ id }) => id);
  assertDistinct('places', places, ({ id }) => id);
  assertDistinct('streets of one place', streets, ({ id, place }) => `${id} ${place}`);
  streets.forEach((street, position) => {
    const ids = Float64Array.from(rows.subarray(firstAddress[position], firstAddress[position + 1]), (row) => {
      return addresses.id[row]!;
    }).sort();
    for (let i = 1; i < ids.length; i++) {
      if (ids[i] === ids[i - 1]) throw notDistinct('addresses', ids[i]!, [street, street]);
    }
  });
}

function assertDistinct<Area extends NamedArea>(
  what: string,
  areas: readonly Area[],
  identityOf: (area: Area) => number | string,
): void {
  const known = new Map<number | string, Area>();
  for (const area of areas) {
    const other = known.get(identityOf(area));
    if (other !== undefined) throw notDistinct(what, area.id, [other, area]);
    known.set(identityOf(area), area);
  }
}

function notDistinct(what: string, id: number, things: readonly [NamedArea, NamedArea]): AddressLookupError {
  const names = things.map((thing) => nameIn(thing.names));
  return new AddressLookupError(
    'input-corrupt',
    `Got two ${what} with the identifier ${id}, in or called "${names[0]}" and "${names[1]}"; a register gives every one its own. Download its files again.`,
    { what, id, names },
  );
}
