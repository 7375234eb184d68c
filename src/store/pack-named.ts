import { encode } from '@msgpack/msgpack';
import { packContainer } from '../format/container.ts';
import type { NamedArea } from '../model/gazetteer.ts';
import { type Area, type Areas, AreaTable } from './area-table.ts';
import { packNames } from './names.ts';
import type { OrderedNames } from './order.ts';
import { numberSpellings, packStreets } from './street-table.ts';

/** The files of an index that have names in them: areas, streets, and how they are found. */
export interface NamedFiles {
  readonly areas: Uint8Array;
  readonly streets: Uint8Array;
  readonly names: Uint8Array;
  /** Distinct names of streets. */
  readonly streetNames: number;
}

/** Packs areas, streets and names, some 20 µs per street. */
export function packNamed(input: OrderedNames): NamedFiles {
  const areas = areasOf(input);
  const names = packNames(input, new AreaTable(areas));
  return {
    areas: encode(areas),
    streets: packContainer(packStreets(input, numberSpellings(input.streets))),
    names: packContainer(names),
    streetNames: names.get('sn.hash')!.byteLength / 8,
  };
}

/** The same of streets that were, as sections of one file: without the spellings that streets of today have, and with labels by their numbers. */
export function packFormerNames(
  input: OrderedNames,
  present: Pick<OrderedNames, 'streets'>,
): {
  readonly areas: Uint8Array;
  readonly streets: ReadonlyMap<string, Uint8Array>;
  readonly names: ReadonlyMap<string, Uint8Array>;
} {
  const areas = areasOf(input);
  const today = numberSpellings(present.streets);
  const spellings = numberSpellings(input.streets, today.keys());
  return {
    areas: encode(areas),
    streets: packStreets(input, spellings, today.size),
    names: packNames(input, new AreaTable(areas), spellings),
  };
}

/** What is in the file `areas.msgpack`. It is packed here, so that bundles for browsers do not have the encoder. */
function areasOf(input: OrderedNames): Areas {
  const { regions, provinces, municipalities, places, streets } = input;
  const municipalityParents = municipalities.map((area) => area.province);
  const placeParents = places.map((area) => area.municipality);
  return {
    region: packLevel(
      regions,
      regions.map(() => 0),
      provinces.map((province) => province.region ?? 0),
    ),
    province: packLevel(
      provinces,
      provinces.map((province) => province.region ?? 0),
      municipalityParents,
    ),
    municipality: packLevel(municipalities, municipalityParents, placeParents),
    place: packLevel(
      places,
      placeParents,
      streets.map((street) => street.place),
    ),
    streets: streets.length,
  };
}

/** `childParents` ascend: position i holds the area that child i belongs to. */
function packLevel(areas: readonly NamedArea[], parents: readonly number[], childParents: readonly number[]): Area[] {
  let child = 0;
  return areas.map(({ id, names, aliases }, index) => {
    while (child < childParents.length && childParents[child]! < index) child++;
    return { id, names, ...(aliases?.length ? { aliases } : {}), parent: parents[index]!, firstChild: child };
  });
}
