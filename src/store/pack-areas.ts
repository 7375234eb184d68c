import { pack } from 'msgpackr/pack';
import type { NamedArea } from '../model/gazetteer.ts';
import type { Area } from './area-table.ts';
import type { OrderedInput } from './order.ts';

/** The file `areas.msgpack` that an `AreaTable` reads; apart from it, so that reading loads no writer. */
export function packAreas(input: OrderedInput): Uint8Array {
  const { regions, provinces, municipalities, places, streets } = input;
  const municipalityParents = municipalities.map((area) => area.province);
  const placeParents = places.map((area) => area.municipality);
  return pack({
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
  });
}

/** `childParents` ascend: position i holds the area that child i belongs to. */
function packLevel(areas: readonly NamedArea[], parents: readonly number[], childParents: readonly number[]): Area[] {
  let child = 0;
  return areas.map(({ id, names, aliases }, index) => {
    while (child < childParents.length && childParents[child]! < index) child++;
    return { id, names, ...(aliases?.length ? { aliases } : {}), parent: parents[index]!, firstChild: child };
  });
}
