import type { IndexInput } from '../../src/store/manifest.ts';

/** The input without streets and areas that no address lies in, which an index does not have either. */
export function withoutEmpty(input: IndexInput): IndexInput {
  const { gazetteer, addresses } = input;
  const streets = keepUsed(gazetteer.streets, addresses.street);
  const places = keepUsed(
    gazetteer.places,
    streets.kept.map(({ place }) => place),
  );
  const municipalities = keepUsed(
    gazetteer.municipalities,
    places.kept.map(({ municipality }) => municipality),
  );
  const provinces = keepUsed(
    gazetteer.provinces,
    municipalities.kept.map(({ province }) => province),
  );
  const regions = keepUsed(
    gazetteer.regions,
    provinces.kept.flatMap(({ region }) => region ?? []),
  );
  return {
    ...input,
    gazetteer: {
      regions: regions.kept,
      provinces: provinces.kept.map((province) =>
        province.region === undefined ? province : { ...province, region: regions.movedTo(province.region) },
      ),
      municipalities: municipalities.kept.map((area) => ({ ...area, province: provinces.movedTo(area.province) })),
      places: places.kept.map((place) => ({ ...place, municipality: municipalities.movedTo(place.municipality) })),
      streets: streets.kept.map((street) => ({ ...street, place: places.movedTo(street.place) })),
    },
    addresses: { ...addresses, street: addresses.street.map((street) => streets.movedTo(street)) },
  };
}

function keepUsed<T>(
  items: readonly T[],
  used: ArrayLike<number>,
): { readonly kept: readonly T[]; readonly movedTo: (position: number) => number } {
  const positions = [...new Set(Array.from(used))].sort((a, b) => a - b);
  return {
    kept: positions.map((position) => items[position]!),
    movedTo: (position) => positions.indexOf(position),
  };
}
