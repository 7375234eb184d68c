import { type Country, type Language, type Names, nameIn } from '../../src/model/country.ts';
import type { NamedArea } from '../../src/model/gazetteer.ts';
import type { Suggestion } from '../../src/model/suggestion.ts';
import type { IndexInput } from '../../src/store/manifest.ts';
import { officialName } from './oracle.ts';
import { nameKey } from './oracle-folding.ts';
import { withoutEmpty } from './without-empty.ts';

/** A suggestion but for its context, which is opaque. */
export type SuggestionText = Omit<Suggestion, 'context'>;

/** Something that a term finds. */
export interface NameHit {
  /** Smaller is better, first numbers first: see `rankOf`. */
  readonly rank: readonly number[];
  /** How it may be shown: in each language in which a name of it matches. */
  readonly texts: readonly SuggestionText[];
}

interface Thing {
  readonly kind: Kind;
  readonly size: number;
  readonly names: readonly { readonly key: string; readonly language?: Language }[];
  readonly textIn: (language: Language | undefined) => SuggestionText;
}

/** In the order in which they rank. */
const KINDS = ['municipality', 'place', 'province', 'region', 'streetGroup', 'street'] as const;
type Kind = (typeof KINDS)[number];

const LEVEL_WORDS: Readonly<Record<Country, { region: string; province: string }>> = {
  nl: { region: 'region', province: 'province' },
  be: { region: 'region', province: 'province' },
  lu: { region: 'district', province: 'canton' },
};

/** Answers of the search by name, by comparing the term with every name of the input. */
export class NameOracle {
  readonly #things: readonly Thing[];

  constructor(given: IndexInput) {
    const input = withoutEmpty(given);
    const sizes = sizesOf(input);
    this.#things = [...areaThings(input, sizes), ...streetThings(input, sizes.streets)];
  }

  /** Everything of which a name or a later word of it begins with the term, best first. */
  search(term: string): NameHit[] {
    const key = nameKey(term);
    if (key === '') return [];
    return this.#things
      .flatMap((feature) => {
        const matches = feature.names.filter((name) => quality(name.key, key) < 3);
        if (matches.length === 0) return [];
        const ranks = matches.map((name) => rankOf(feature, name, key)).sort(compareRanks);
        const languages = new Set(matches.map(({ language }) => language));
        return [{ rank: ranks[0]!, texts: Array.from(languages, feature.textIn) }];
      })
      .sort((a, b) => compareRanks(a.rank, b.rank));
  }

  /** All names, folded: a source of terms. */
  keys(): string[] {
    return this.#things.flatMap(({ names }) => names.map(({ key }) => key));
  }
}

/**
 * The name itself first: areas before streets, as typed before with an article before aliases. Then whole names before later words,
 * by kind, own names before aliases, by size.
 */
function rankOf({ kind, size }: Thing, { key, language }: Thing['names'][number], term: string): number[] {
  const isAlias = Number(language === undefined);
  const byKind = [KINDS.indexOf(kind), isAlias, -size];
  const isStreet = Number(kind === 'street' || kind === 'streetGroup');
  const asTyped = isAlias * 2 || Number(key !== term);
  return quality(key, term) === 0 ? [0, isStreet, asTyped, ...byKind] : [1, quality(key, term), 0, ...byKind];
}

export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return differing === -1 ? 0 : a[differing]! - b[differing]!;
}

/** 0 for the name itself, 1 for its beginning, 2 for the beginning of a later word, 3 for none of these; articles in front are optional. */
function quality(name: string, term: string): 0 | 1 | 2 | 3 {
  const bare = name.replace(/^(?:de|den|het|t|s|le|la|les|l|d|der|die|das) /, '');
  if (name === term || bare === term) return 0;
  if (name.startsWith(term) || bare.startsWith(term)) return 1;
  return name.includes(` ${term}`) ? 2 : 3;
}

interface Sizes {
  readonly streets: readonly number[];
  readonly places: readonly number[];
  readonly municipalities: readonly number[];
  readonly provinces: readonly number[];
  readonly regions: readonly number[];
}

/** How many addresses each street and area has. */
function sizesOf({ gazetteer, addresses }: IndexInput): Sizes {
  const { regions, provinces, municipalities, places, streets } = gazetteer;
  const streetSizes = streets.map((_, street) => addresses.street.filter((each) => each === street).length);
  const sum = (below: readonly number[], parents: readonly (number | undefined)[], count: number): number[] =>
    Array.from({ length: count }, (_, area) =>
      below.reduce((total, size, i) => total + (parents[i] === area ? size : 0), 0),
    );
  const placeSizes = sum(
    streetSizes,
    streets.map((street) => street.place),
    places.length,
  );
  const municipalitySizes = sum(
    placeSizes,
    places.map((place) => place.municipality),
    municipalities.length,
  );
  const provinceSizes = sum(
    municipalitySizes,
    municipalities.map((area) => area.province),
    provinces.length,
  );
  const regionSizes = sum(
    provinceSizes,
    provinces.map((area) => area.region),
    regions.length,
  );
  return {
    streets: streetSizes,
    places: placeSizes,
    municipalities: municipalitySizes,
    provinces: provinceSizes,
    regions: regionSizes,
  };
}

function areaThings({ country, gazetteer }: IndexInput, sizes: Sizes): Thing[] {
  const { regions, provinces, municipalities, places } = gazetteer;
  const words = LEVEL_WORDS[country];
  const feature = (
    kind: Exclude<Kind, 'street' | 'streetGroup'>,
    precision: Suggestion['precision'],
    { names, aliases = [] }: NamedArea,
    size: number,
    describe: (language: Language | undefined) => string,
  ): Thing => ({
    kind,
    size,
    names: [
      ...(Object.entries(names) as [Language, string][]).map(([language, name]) => ({ key: nameKey(name), language })),
      ...aliases
        .map(({ name }) => ({ key: nameKey(name) }))
        .filter(({ key }) => !Object.values(names).some((name) => nameKey(name) === key)),
    ],
    textIn: (language) => {
      const label = nameIn(names, language);
      return { value: `${label}, `, label, description: describe(language), precision };
    },
  });
  const municipalityThings = municipalities.map((area, i) =>
    feature('municipality', 'GroupedCities', area, sizes.municipalities[i]!, (language) => {
      return `municipality in ${nameIn(provinces[area.province]!.names, language)}`;
    }),
  );
  const placeThings = places.map((place, i) => {
    const municipality = municipalities[place.municipality]!;
    const above = provinces[municipality.province]!;
    const all = feature('place', 'City', place, sizes.places[i]!, (language) => {
      return `place in ${nameIn(municipality.names, language)}, ${nameIn(above.names, language)}`;
    });
    // Where the municipality has the same name it stands for the place (ruling 12), also by an alias that both have.
    const names = Object.values(municipality.names).map(nameKey);
    const isNamesake = Object.values(place.names).some((name) => names.includes(nameKey(name)));
    const aliases = (municipality.aliases ?? []).map(({ name }) => nameKey(name));
    const taken = isNamesake ? [...names, ...aliases] : names;
    return { ...all, names: all.names.filter(({ key }) => !taken.includes(key)) };
  });
  const regionThings = regions.map((area, i) =>
    feature('region', 'Province', area, sizes.regions[i]!, () => words.region),
  );
  const provinceThings = provinces.map((area, i) => {
    const all = feature('province', 'Province', area, sizes.provinces[i]!, () => words.province);
    const isAlone = provinces.filter(({ region }) => region === area.region).length === 1;
    // A region that is its own only province, as Brussels is, stands for both.
    const taken = area.region !== undefined && isAlone ? regionThings[area.region]!.names.map(({ key }) => key) : [];
    return { ...all, names: all.names.filter(({ key }) => !taken.includes(key)) };
  });
  return [...regionThings, ...provinceThings, ...municipalityThings, ...placeThings];
}

function streetThings({ gazetteer }: IndexInput, sizes: readonly number[]): Thing[] {
  const { streets } = gazetteer;
  const ownKeys = streets.map(({ names }) => Object.values(names).map(nameKey));
  const named = (key: string): number[] => [...streets.keys()].filter((street) => ownKeys[street]!.includes(key));
  const isInSeveralPlaces = (key: string): boolean => new Set(named(key).map((i) => streets[i]!.place)).size > 1;

  const keysOfStreet: { key: string; language?: Language }[][] = streets.map(({ names }) =>
    (Object.entries(names) as [Language, string][])
      .map(([language, name]) => ({ key: nameKey(name), language }))
      .filter(({ key }) => !isInSeveralPlaces(key)),
  );
  const groups = [...new Set(ownKeys.flat())].filter(isInSeveralPlaces);
  const keysOfGroup = new Map<string, { key: string; language?: Language }[]>();
  for (const group of groups) {
    const languages = named(group).flatMap((street) => languagesOf(streets[street]!.names, group));
    keysOfGroup.set(
      group,
      languages.map((language) => ({ key: group, language })),
    );
  }
  // An alias stands for the official name when several streets of it have the alias, else for the street.
  streets.forEach(({ names, aliases = [] }, street) => {
    const official = nameKey(officialName(names));
    for (const key of aliases.map(({ name }) => nameKey(name)).filter((alias) => !ownKeys[street]!.includes(alias))) {
      const carriers = streets.filter(
        (other, i) =>
          nameKey(officialName(other.names)) === official &&
          !ownKeys[i]!.includes(key) &&
          other.aliases?.some(({ name }) => nameKey(name) === key),
      );
      if (isInSeveralPlaces(official) && carriers.length > 1) keysOfGroup.get(official)!.push({ key });
      else keysOfStreet[street]!.push({ key });
    }
  });

  return [
    ...streets.map(
      (_, street): Thing => ({
        kind: 'street',
        size: sizes[street]!,
        names: keysOfStreet[street]!,
        textIn: (language) => streetText(gazetteer, street, language),
      }),
    ),
    ...groups.map((group): Thing => {
      const members = named(group);
      const label = mostFrequent(members.flatMap((street) => spellings(streets[street]!.names, group)));
      const places = new Set(members.map((street) => streets[street]!.place)).size;
      const text: SuggestionText = {
        value: `${label}, `,
        label,
        description: `street in ${places} places`,
        precision: 'GroupedStreets',
      };
      return {
        kind: 'streetGroup',
        size: members.reduce((sum, street) => sum + sizes[street]!, 0),
        names: keysOfGroup.get(group)!,
        textIn: () => text,
      };
    }),
  ];
}

function streetText(
  { provinces, municipalities, places, streets }: IndexInput['gazetteer'],
  street: number,
  language: Language | undefined,
): SuggestionText {
  const { names, place: position } = streets[street]!;
  const place = places[position]!;
  const municipality = municipalities[place.municipality]!;
  const namesakes = places.filter((other) => officialName(other.names) === officialName(place.names));
  const inProvince = namesakes.filter((each) => municipalities[each.municipality]!.province === municipality.province);
  const telling = inProvince.length > 1 ? municipality : provinces[municipality.province]!;
  const [label, placeName] = [nameIn(names, language), nameIn(place.names, language)];
  return {
    value: `${placeName}, ${label} `,
    label,
    description: `street in ${placeName}${namesakes.length > 1 ? `, ${nameIn(telling.names, language)}` : ''}`,
    precision: 'Street',
  };
}

function languagesOf(names: Names, key: string): Language[] {
  return (Object.entries(names) as [Language, string][])
    .filter(([, name]) => nameKey(name) === key)
    .map(([language]) => language);
}

function spellings(names: Names, key: string): string[] {
  return Object.values(names).filter((name) => nameKey(name) === key);
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
}
