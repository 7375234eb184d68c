import { decode } from '@msgpack/msgpack';
import { assertSound } from '../format/blocks.ts';
import { nameIn } from '../model/country.ts';
import type { NamedArea } from '../model/gazetteer.ts';
import { isCount, isObject } from './manifest.ts';
import { LANGUAGES } from './street-table.ts';

/** The levels of a country from large to small; a street or address is not an area. */
export type AreaKind = 'region' | 'province' | 'municipality' | 'place';

export const AREA_KINDS: readonly AreaKind[] = ['region', 'province', 'municipality', 'place'];

/** What an area is called beside its names and aliases. */
export interface AreaForm {
  /** Folded. */
  readonly key: string;
  readonly kind: AreaKind;
  readonly ordinal: number;
  readonly form: FormKind;
}

/**
 * How good a form is: as the name itself, `Bergen NH`, `Wilrijk` for Wilrijk (Antwerpen); as an alias, `Bruxelles` for all of its region; a part
 * of a double name that no other name has, `Son` for Son en Breugel; the beginning of one, of however many, `Esch` for Esch-sur-Alzette.
 */
export type FormKind = 'own' | 'alias' | 'part' | 'beginning';
export const FORM_KINDS: readonly FormKind[] = ['own', 'alias', 'part', 'beginning'];

/** An area in the index: its names, its parent, and the range of areas or streets below it. */
export interface Area extends NamedArea {
  /** Ordinal of the area above in its level; 0 in the Netherlands for a province, which has none above. */
  readonly parent: number;
  /** The first area of the next level (for a place: the first street) that belongs to it; the next area's value is the end. */
  readonly firstChild: number;
}

/** A place and the areas above it; no region in the Netherlands. */
interface OfficialNames {
  readonly place: string;
  readonly municipality: string;
  readonly province: string;
  readonly region: string;
}

/** What the file `areas.msgpack` has: the areas level by level in index order, and how many streets there are. */
export type Areas = Readonly<Record<AreaKind, readonly Area[]>> & { readonly streets: number };

/** All areas of a country, level by level in index order: a few thousand objects. */
export class AreaTable {
  readonly #levels: Readonly<Record<AreaKind, readonly Area[]>>;
  readonly #childCounts: Readonly<Record<AreaKind, number>>;
  /** Identifier → ordinal. */
  readonly #ordinals: Readonly<Record<AreaKind, ReadonlyMap<number, number>>>;

  /** By place; each computed on first use. */
  readonly #officialNames: (OfficialNames | undefined)[] = [];
  /** By official name; computed on first use. */
  readonly #placesByName: Map<string, readonly Area[]> = new Map();

  constructor({ streets, ...levels }: Areas) {
    const ordinals = (kind: AreaKind): Map<number, number> => new Map(levels[kind].map(({ id }, i) => [id, i]));
    this.#levels = levels;
    this.#ordinals = {
      region: ordinals('region'),
      province: ordinals('province'),
      municipality: ordinals('municipality'),
      place: ordinals('place'),
    };
    this.#childCounts = {
      region: levels.province.length,
      province: levels.municipality.length,
      municipality: levels.place.length,
      place: streets,
    };
  }

  /** All areas of one level. */
  all(kind: AreaKind): readonly Area[] {
    return this.#levels[kind];
  }

  at(kind: AreaKind, ordinal: number): Area {
    return this.#levels[kind][ordinal]!;
  }

  /** The ordinal of the area with this identifier, or -1. */
  withId(kind: AreaKind, id: number): number {
    return this.#ordinals[kind].get(id) ?? -1;
  }

  /** A place, its municipality and its province. */
  upFrom(place: number): { readonly place: Area; readonly municipality: Area; readonly province: Area } {
    const own = this.at('place', place);
    const municipality = this.at('municipality', own.parent);
    return { place: own, municipality, province: this.at('province', municipality.parent) };
  }

  /** The official names of a place and of the areas above it. */
  officialNamesOf(ordinal: number): OfficialNames {
    const known = this.#officialNames[ordinal];
    if (known !== undefined) return known;
    const { place, municipality, province } = this.upFrom(ordinal);
    const officialNames = {
      place: nameIn(place.names),
      municipality: nameIn(municipality.names),
      province: nameIn(province.names),
      region: nameIn(this.#levels.region[province.parent]?.names ?? {}),
    };
    this.#officialNames[ordinal] = officialNames;
    return officialNames;
  }

  /** Whether another place of the country has this place's official name. */
  isHomonym(place: Area): boolean {
    return this.#placesNamed(place).length > 1;
  }

  /** Whether another place of the same province has it. */
  isHomonymInProvince(place: Area): boolean {
    const provinceOf = (each: Area): number => this.at('municipality', each.parent).parent;
    return this.#placesNamed(place).filter((other) => provinceOf(other) === provinceOf(place)).length > 1;
  }

  #placesNamed(place: Area): readonly Area[] {
    if (this.#placesByName.size === 0) {
      for (const each of this.#levels.place) {
        const name = nameIn(each.names);
        this.#placesByName.set(name, [...(this.#placesByName.get(name) ?? []), each]);
      }
    }
    return this.#placesByName.get(nameIn(place.names)) ?? [];
  }

  /** The children of areas [from, to) of a level, as a range of the next level (for places: of streets). */
  childrenOf(kind: AreaKind, from: number, to: number = from + 1): readonly [from: number, to: number] {
    const areas = this.#levels[kind];
    const end = to < areas.length ? areas[to]!.firstChild : this.#childCounts[kind];
    return [from < areas.length ? areas[from]!.firstChild : this.#childCounts[kind], end];
  }

  /** An area and those above it, the smallest first. */
  lineOf(kind: AreaKind, ordinal: number): { kind: AreaKind; ordinal: number }[] {
    const line: { kind: AreaKind; ordinal: number }[] = [];
    let area: Area | undefined = this.#levels[kind][ordinal];
    let current = ordinal;
    for (let level = AREA_KINDS.indexOf(kind); level >= 0 && area !== undefined; level--) {
      line.push({ kind: AREA_KINDS[level]!, ordinal: current });
      current = area.parent;
      area = level > 0 ? this.#levels[AREA_KINDS[level - 1]!][current] : undefined;
    }
    return line;
  }

  /** The descendants of an area on any lower level, as a range; on its own, itself. */
  descendantsOf(kind: AreaKind, ordinal: number, level: AreaKind | 'street'): readonly [from: number, to: number] {
    let range: readonly [number, number] = [ordinal, ordinal + 1];
    let current: AreaKind | 'street' = kind;
    while (current !== level && current !== 'street') {
      range = this.childrenOf(current, range[0], range[1]);
      current = AREA_KINDS[AREA_KINDS.indexOf(current) + 1] ?? 'street';
    }
    return range;
  }
}

/**
 * Checks that the areas of each level are those of the areas above, in their order, none left out and none without a child, down to
 * the streets, and that no two of a level have the same identifier. Opening has checked their shape. O(areas + streets).
 *
 * @param placeOfStreet the place of each street
 * @throws RangeError
 */
export function checkAreas(areas: AreaTable, placeOfStreet: ArrayLike<number>): void {
  const [region, province, municipality, place] = AREA_KINDS.map((kind) => areas.all(kind)) as [
    readonly Area[],
    readonly Area[],
    readonly Area[],
    readonly Area[],
  ];
  // Dutch provinces have no region.
  const hasRegions = region.length > 0;
  assertSound(
    region.every(({ parent }) => parent === 0),
    'a region has no area above it',
  );
  assertSound(hasRegions || province.every(({ parent }) => parent === 0), 'provinces without regions have no parent');
  if (hasRegions)
    assertOrder(
      region,
      province.map(({ parent }) => parent),
    );
  assertOrder(
    province,
    municipality.map(({ parent }) => parent),
  );
  assertOrder(
    municipality,
    place.map(({ parent }) => parent),
  );
  assertSound(
    placeOfStreet.length === areas.childrenOf('place', 0, place.length)[1],
    'the areas and the streets are as many as each other say',
  );
  assertOrder(place, placeOfStreet);
  for (const kind of AREA_KINDS)
    assertSound(
      new Set(areas.all(kind).map(({ id }) => id)).size === areas.all(kind).length,
      `no two areas of a level have one identifier`,
    );
}

/** Each area's children begin where its `firstChild` says, and there is at least one. */
function assertOrder(areas: readonly Area[], parents: ArrayLike<number>): void {
  let child = 0;
  for (let area = 0; area < areas.length; area++) {
    assertSound(areas[area]!.firstChild === child, 'the children of an area are where it says');
    const first = child;
    while (child < parents.length && parents[child] === area) child++;
    assertSound(child > first, 'an area has children, in its order');
  }
  assertSound(child === parents.length, 'every area and street is in one above it');
}

/**
 * Reads the file `areas.msgpack`. What it holds must have the shape of areas, or reading them would fail somewhere else.
 *
 * @throws RangeError
 */
export function readAreas(bytes: Uint8Array): Areas {
  const content = decode(bytes);
  assertSound(
    isObject<Record<AreaKind | 'streets', unknown>>(content) && isCount(content.streets),
    'the areas say how many streets there are',
  );
  AREA_KINDS.forEach((kind, level) => {
    const areas = content[kind];
    assertSound(Array.isArray(areas) && areas.every(isArea), 'an area has an identifier, names, a parent and children');
    const above = level > 0 ? (content[AREA_KINDS[level - 1]!] as unknown[]).length : 0;
    let firstChild = 0;
    for (const { parent, firstChild: first } of areas as Area[]) {
      // Regions have none above, and the provinces of a country without regions neither.
      assertSound(
        parent < Math.max(above, kind === 'region' || kind === 'province' ? 1 : 0),
        'an area is in one above it',
      );
      assertSound(first >= firstChild, 'the children of areas ascend');
      firstChild = first;
    }
    const below = kind === 'place' ? content.streets : content[AREA_KINDS[level + 1]!];
    const end = Array.isArray(below) ? below.length : below;
    assertSound(firstChild <= (end as number), 'the children of an area are there');
  });
  return content as Areas;
}

function isArea(value: unknown): boolean {
  if (!isObject<Area>(value) || !isCount(value.id) || !isCount(value.parent) || !isCount(value.firstChild))
    return false;
  const { names, aliases = [] } = value;
  if (!isObject(names) || !Array.isArray(aliases)) return false;
  const spelled = Object.entries(names);
  return (
    spelled.length > 0 &&
    spelled.every(([language, name]) => (LANGUAGES as readonly string[]).includes(language) && isName(name)) &&
    aliases.every((alias) => isObject<{ name: string }>(alias) && isName(alias.name))
  );
}

const isName = (value: unknown): boolean => typeof value === 'string' && value.length > 0;
