// Unlike the package's main entry, these two never load a native module.
import { unpack } from 'msgpackr/unpack';
import { nameIn } from '../model/country.ts';
import type { NamedArea } from '../model/gazetteer.ts';
import { fold } from '../text/fold.ts';

/** The levels of a country from large to small; a street or address is not an area. */
export type AreaKind = 'region' | 'province' | 'municipality' | 'place';

export const AREA_KINDS: readonly AreaKind[] = ['region', 'province', 'municipality', 'place'];

/** An area in the index: its names, its parent, and the range of areas or streets below it. */
export interface Area extends NamedArea {
  /** Position of the area above in its level; 0 in the Netherlands for a province, which has none above. */
  readonly parent: number;
  /** The first area of the next level (for a place: the first street) that belongs to it; the next area's value is the end. */
  readonly firstChild: number;
}

/** A place and the areas above it; no region in the Netherlands. */
export interface OfficialNames {
  readonly place: string;
  readonly municipality: string;
  readonly province: string;
  readonly region: string;
}

/** All areas of a country, level by level in index order: a few thousand objects, decoded when the index is opened. */
export class AreaTable {
  readonly #levels: Readonly<Record<AreaKind, readonly Area[]>>;
  readonly #childCounts: Readonly<Record<AreaKind, number>>;
  readonly #positions: Readonly<Record<AreaKind, ReadonlyMap<number, number>>>;

  /** By place; each computed on first use. */
  readonly #officialNames: (OfficialNames | undefined)[] = [];
  readonly #searchTexts: (string | undefined)[] = [];
  /** By official name; computed on first use. */
  readonly #placesByName: Map<string, readonly Area[]> = new Map();

  constructor(bytes: Uint8Array) {
    const { streets, ...levels } = unpack(bytes) as Record<AreaKind, Area[]> & { streets: number };
    const positions = (kind: AreaKind): Map<number, number> => new Map(levels[kind].map(({ id }, i) => [id, i]));
    this.#levels = levels;
    this.#positions = {
      region: positions('region'),
      province: positions('province'),
      municipality: positions('municipality'),
      place: positions('place'),
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

  at(kind: AreaKind, index: number): Area {
    return this.#levels[kind][index]!;
  }

  /** The position of the area with this identifier, or -1. */
  withId(kind: AreaKind, id: number): number {
    return this.#positions[kind].get(id) ?? -1;
  }

  /** The official names of a place and of the areas above it. */
  officialNamesOf(place: number): OfficialNames {
    const known = this.#officialNames[place];
    if (known !== undefined) return known;
    const { names, parent } = this.at('place', place);
    const municipality = this.at('municipality', parent);
    const province = this.at('province', municipality.parent);
    const officialNames = {
      place: nameIn(names),
      municipality: nameIn(municipality.names),
      province: nameIn(province.names),
      region: nameIn(this.#levels.region[province.parent]?.names ?? {}),
    };
    this.#officialNames[place] = officialNames;
    return officialNames;
  }

  /** The folded names and aliases of a place, its municipality and its province, each between two spaces. */
  searchTextOf(place: number): string {
    const known = this.#searchTexts[place];
    if (known !== undefined) return known;
    const municipality = this.at('place', place).parent;
    const areas = [
      this.at('place', place),
      this.at('municipality', municipality),
      this.at('province', this.at('municipality', municipality).parent),
    ];
    const text = areas
      .flatMap(({ names, aliases = [] }) => [...Object.values(names), ...aliases.map(({ name }) => name)])
      .map((name) => ` ${fold(name)} `)
      .join('|');
    this.#searchTexts[place] = text;
    return text;
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

  /** The descendants of an area on any lower level, as a range. */
  descendantsOf(kind: AreaKind, index: number, level: AreaKind | 'street'): readonly [from: number, to: number] {
    let range: readonly [number, number] = [index, index + 1];
    let current: AreaKind | 'street' = kind;
    while (current !== level && current !== 'street') {
      range = this.childrenOf(current, range[0], range[1]);
      current = AREA_KINDS[AREA_KINDS.indexOf(current) + 1] ?? 'street';
    }
    return range;
  }
}
