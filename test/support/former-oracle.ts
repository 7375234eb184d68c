/**
 * What addresses of a BAG extract were called, and what became of them, by another way than the import's: regular expressions over the whole
 * text, every version of everything in maps, and each chain followed by itself.
 */

/** A former address as a row has it, and what a geocoder must make of it. */
export interface FormerRow {
  readonly row: {
    readonly street: string;
    readonly housenumber: string;
    readonly letter: string;
    readonly addition: string;
    readonly postcode: string;
    readonly place: string;
  };
  /** The address of today as one line; `undefined` if there is none. */
  readonly today: string | undefined;
  /** First day on which the address was no longer called so. */
  readonly until: string;
  /** Of a withdrawn address: a point of its last object, the first corner of an outline, in metres of the national grid. */
  readonly point: readonly [x: number, y: number] | undefined;
  /** Of a withdrawn address: whether the register has its number today with letters or additions only. */
  readonly isDivided: boolean;
}

interface Version {
  readonly id: string;
  readonly occurrence: number;
  readonly begin: string;
  readonly end: string;
  readonly status: string;
}
interface Place extends Version {
  readonly name: string;
}
interface Street extends Place {
  readonly place: string;
}
interface HouseNumber extends Version {
  readonly number: string;
  readonly letter: string;
  readonly addition: string;
  readonly postcode: string;
  readonly street: string;
  readonly place: string;
}
interface Thing extends Version {
  readonly numbers: readonly string[];
  readonly point: readonly [number, number] | undefined;
}

type Versions<V> = ReadonlyMap<string, readonly V[]>;

const NEVER_ENDS = '9999-12-31';

/**
 * @param files the XML of the extract, by path
 * @param date what is in force on it is today
 * @param isAddress whether a number, by its identifier, is an address today
 */
export function formerRows(
  files: ReadonlyMap<string, Buffer>,
  date: string,
  isAddress: (id: string) => boolean,
): FormerRow[] {
  const read = <V extends Version>(types: string, parse: (text: string, common: Version) => V): Versions<V> => {
    const versions = new Map<string, V[]>();
    const seen = new Set<string>();
    for (const [path, bytes] of files) {
      if (!new RegExp(`/\\d{4}(?:${types})\\d{8}-\\d+\\.xml$`).test(`/${path}`)) continue;
      for (const [text] of bytes.toString().matchAll(/<(?:\w+:)?stand>[\s\S]*?<\/(?:\w+:)?stand>/g)) {
        const common = commonOf(text);
        const key = `${common.id} ${common.occurrence}`;
        if (/tijdstipInactief|tijdstipNietBag/.test(text) || seen.has(key)) continue;
        seen.add(key);
        versions.set(common.id, [...(versions.get(common.id) ?? []), parse(text, common)]);
      }
    }
    return versions;
  };
  const places = read<Place>('WPL', (text, common) => ({ ...common, name: one(text, 'naam') }));
  const streets = read<Street>('OPR', (text, common) => ({
    ...common,
    name: one(text, 'naam'),
    place: one(text, 'WoonplaatsRef'),
  }));
  const numbers = read<HouseNumber>('NUM', (text, common) => ({
    ...common,
    number: one(text, 'huisnummer'),
    letter: one(text, 'huisletter'),
    addition: one(text, 'huisnummertoevoeging'),
    postcode: one(text, 'postcode'),
    street: one(text, 'OpenbareRuimteRef'),
    place: one(text, 'WoonplaatsRef'),
  }));
  const things = read<Thing>('VBO|LIG|STA', (text, common) => {
    const [x, y] = (one(text, 'pos') || one(text, 'posList')).split(' ').map(Number);
    return {
      ...common,
      numbers: [...text.matchAll(/NummeraanduidingRef[^>]*>(\d+)</g)].map(([, id]) => id!),
      point: x === undefined || y === undefined || x === 0 ? undefined : [x, y],
    };
  });

  const now = <V extends Version>(versions: readonly V[] = []): V | undefined =>
    versions.filter(({ begin, end }) => begin <= date && date < end).sort((a, b) => b.occurrence - a.occurrence)[0];
  const were = <V extends Version>(versions: readonly V[] = []): V[] =>
    versions.filter(({ begin, end, status }) => begin < end && begin <= date && !status.endsWith('ingetrokken'));

  const standing = <V extends Version>(version: V | undefined): V | undefined =>
    version?.status.endsWith('ingetrokken') ? undefined : version;
  /** Until the one that counts began, if it is another one in force. */
  const endedBy = (version: HouseNumber, of: readonly HouseNumber[]): HouseNumber => {
    const counts = now(of);
    const isOther = counts !== undefined && counts !== version && version.end > date;
    return isOther ? { ...version, end: counts.begin } : version;
  };

  /** What a version of a number was called, period by period. */
  const namesOf = (version: HouseNumber): { line: Line; until: string }[] =>
    were(streets.get(version.street)).flatMap((street) =>
      were(places.get(version.place || street.place)).flatMap((place) => {
        const from = [version.begin, street.begin, place.begin].sort().at(-1)!;
        const until = [version.end, street.end, place.end].sort()[0]!;
        return from < until ? [{ line: { ...version, street: street.name, place: place.name }, until }] : [];
      }),
    );
  const lineOfToday = (id: string): Line | undefined => {
    const version = now(numbers.get(id));
    const street = version && standing(now(streets.get(version.street)));
    const place = street && standing(now(places.get(version.place || street.place)));
    return place && { ...version, street: street.name, place: place.name };
  };

  const today = new Map<string, Set<string>>();
  const divided = new Set<string>();
  for (const id of numbers.keys()) {
    const line = isAddress(id) ? lineOfToday(id) : undefined;
    if (line === undefined) continue;
    today.set(written(line), (today.get(written(line)) ?? new Set()).add(line.postcode));
    if (line.letter + line.addition !== '') divided.add(written({ ...line, letter: '', addition: '' }));
  }
  // In force, but without an address: lacking something today, and no address that was.
  const isInForce = (id: string, line: Line): boolean => {
    const own = standing(now(numbers.get(id))) && lineOfToday(id);
    return own !== undefined && written(own) === written(line) && own.postcode === line.postcode;
  };
  const thingsOf = new Map<string, Set<string>>();
  for (const versions of things.values()) {
    for (const { id, numbers: its, begin, end } of versions) {
      if (begin < end) for (const number of its) thingsOf.set(number, (thingsOf.get(number) ?? new Set()).add(id));
    }
  }
  const successorOf = (id: string, before: readonly string[] = []): string | undefined => {
    if (isAddress(id)) return id;
    if (before.includes(id)) return undefined;
    for (const thing of thingsOf.get(id) ?? []) {
      for (const next of now(things.get(thing))?.numbers ?? []) {
        const found = next === id ? undefined : successorOf(next, [...before, id]);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const lastPointOf = (id: string): FormerRow['point'] =>
    [...(thingsOf.get(id) ?? [])].map((thing) => now(things.get(thing))?.point).find((point) => point !== undefined);

  // Of everything that was written so, what was there last says what became of it.
  const rows = new Map<string, { line: Line; until: string; id: string }[]>();
  for (const [id, versions] of numbers) {
    for (const { line, until } of were(versions).flatMap((version) => namesOf(endedBy(version, versions)))) {
      const postcodes = today.get(written(line));
      const isToday = postcodes !== undefined && (line.postcode === '' || postcodes.has(line.postcode));
      // One that nothing took the place of gives way to the address that is written so now.
      if (
        isToday ||
        until === NEVER_ENDS ||
        isInForce(id, line) ||
        (postcodes !== undefined && successorOf(id) === undefined)
      )
        continue;
      const key = written(line);
      rows.set(key, [...(rows.get(key) ?? []), { line, until, id }]);
    }
  }
  return [...rows.values()].flatMap((same) =>
    [...new Set(same.map(({ line }) => line.postcode))]
      // What had a postcode later is asked for with it.
      .filter((postcode, _, all) => postcode !== '' || all.length === 1)
      .map((postcode) => {
        const of = same.filter(({ line }) => line.postcode === postcode);
        const { line, until, id } = of.sort((a, b) =>
          a.until < b.until || (a.until === b.until && a.id < b.id) ? 1 : -1,
        )[0]!;
        const successor = successorOf(id);
        const { number: housenumber, letter, addition, street, place } = line;
        const end = successor === undefined ? undefined : lineOfToday(successor)!;
        return {
          row: { street, housenumber, letter, addition, postcode, place },
          today: end && `${written(end)} ${end.postcode}`,
          until,
          point: end === undefined ? lastPointOf(id) : undefined,
          isDivided: end === undefined && divided.has(written(line)),
        };
      }),
  );
}

type Line = Pick<HouseNumber, 'street' | 'number' | 'letter' | 'addition' | 'postcode' | 'place'>;

/** An address without its postcode, as addresses are compared. */
export function written({ street, number, letter, addition, place }: Omit<Line, 'postcode'>): string {
  return [street, number, `${letter} ${addition}`.trim(), place].join('|').toLowerCase();
}

function commonOf(text: string): Version {
  return {
    id: one(text, 'identificatie'),
    occurrence: Number(one(text, 'voorkomenidentificatie')),
    begin: one(text, 'beginGeldigheid'),
    end: one(text, 'eindGeldigheid') || NEVER_ENDS,
    status: one(text, 'status'),
  };
}

/** The text of the first element of this name; `''` without one. */
function one(text: string, name: string): string {
  const [, value = ''] = new RegExp(`<(?:[\\w-]+:)?${name}(?: [^>]*)?>([^<]*)<`).exec(text) ?? [];
  return value
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}
