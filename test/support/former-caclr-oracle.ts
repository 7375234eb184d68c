/**
 * What addresses of CACLR were, by another way than the import's: the tables cut by byte positions of the published layout, every line in maps.
 */

/** A number that has ended, as a row has it, and what a geocoder must make of it. */
export interface FormerRow {
  readonly row: {
    readonly street: string;
    readonly housenumber: string;
    readonly postcode: string;
    readonly place: string;
  };
  /** The one address of today of the same street, number and postcode, as one line; `undefined` if there is none. */
  readonly today: string | undefined;
  /** First day on which the address was no longer called so. */
  readonly until: string;
}

/** @param files the tables, by path */
export function formerRowsOfCaclr(files: ReadonlyMap<string, Buffer>): FormerRow[] {
  const lines = (table: string): string[] => {
    const [, bytes] = [...files].find(([path]) => path.split('/').at(-1) === table)!;
    return bytes.toString('latin1').split('\r\n').filter(Boolean);
  };
  const cut = (line: string, start: number, length: number): string => line.slice(start - 1, start - 1 + length).trim();

  const places = new Map(lines('LOCALITE').map((line) => [cut(line, 1, 5), cut(line, 6, 40)]));
  const streets = new Map(
    lines('RUE').map((line) => [
      cut(line, 1, 5),
      { name: cut(line, 6, 40), place: places.get(cut(line, 132, 5))!, isProvisional: cut(line, 138, 1) === 'O' },
    ]),
  );
  const houses = lines('IMMEUBLE').flatMap((line) => {
    const street = streets.get(cut(line, 50, 5));
    const number = Number(cut(line, 9, 3));
    if (street === undefined || street.isProvisional || cut(line, 56, 1) === 'O' || cut(line, 57, 1) === 'O') return [];
    const [day, month, year] = cut(line, 18, 10).split('.');
    return {
      id: Number(cut(line, 1, 8)),
      street: street.name,
      place: street.place,
      number: `${number || ''}${cut(line, 12, 6)}`,
      hasNumber: number > 0,
      postcode: cut(line, 39, 4),
      until: year === undefined ? undefined : `${year}-${month}-${day}`,
    };
  });
  type House = (typeof houses)[number];

  const same = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase();
  const written = ({ street, place, number }: House): string => [street, place, number].map(same).join('|');
  const inPostcode = ({ street, postcode, number }: House): string => [street, postcode, number].map(same).join('|');

  const live = houses.filter(({ until }) => until === undefined);
  const today = new Map<string, Set<string>>();
  for (const house of live) today.set(written(house), (today.get(written(house)) ?? new Set()).add(house.postcode));
  const ofPostcode = groupBy(live, inPostcode);
  const successorOf = (house: House): House | undefined => {
    const found = house.postcode === '' ? [] : (ofPostcode.get(inPostcode(house)) ?? []);
    return found.length === 1 ? found[0] : undefined;
  };

  const ended = houses.filter(({ until, hasNumber }) => until !== undefined && hasNumber);
  const gone = ended.filter((house) => {
    const postcodes = today.get(written(house));
    const isThere = postcodes !== undefined && (house.postcode === '' || postcodes.has(house.postcode));
    return !isThere && (postcodes === undefined || successorOf(house) !== undefined);
  });
  return [...groupBy(gone, written).values()].flatMap((alike) => {
    const byPostcode = [...groupBy(alike, ({ postcode }) => postcode)];
    return byPostcode
      .filter(([postcode]) => postcode !== '' || byPostcode.length === 1)
      .map(([postcode, of]) => {
        const last = of.sort((a, b) => (a.until! < b.until! || (a.until === b.until && a.id < b.id) ? 1 : -1))[0]!;
        const { street, number: housenumber, place, until } = last;
        const to = successorOf(last);
        return {
          row: { street, housenumber, postcode, place },
          today: to && `${to.street} ${to.number}, ${to.postcode} ${to.place}`,
          until: until!,
        };
      });
  });
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
