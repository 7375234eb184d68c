/** The three countries, by their ISO 3166-1 code in lower case, as the specification's paths write them. */
export type Country = 'nl' | 'be' | 'lu';

export const COUNTRIES: readonly Country[] = ['nl', 'be', 'lu'];

/** What `make` makes of each country. */
export function byCountry<T>(make: (country: Country) => T): Readonly<Record<Country, T>> {
  return { nl: make('nl'), be: make('be'), lu: make('lu') };
}

export function isCountry(text: string): text is Country {
  return (COUNTRIES as readonly string[]).includes(text);
}

/** Bounding box of each country in degrees: south, west, north, east. Tells likely positions from impossible ones. */
export const COUNTRY_BOXES: Readonly<
  Record<Country, readonly [south: number, west: number, north: number, east: number]>
> = {
  nl: [50.7, 3.2, 53.7, 7.3],
  be: [49.4, 2.5, 51.6, 6.5],
  lu: [49.4, 5.7, 50.2, 6.6],
};

/** Whether a WGS84 position is in the bounding box of a country. */
export function isInBox(country: Country, latitude: number, longitude: number): boolean {
  const [south, west, north, east] = COUNTRY_BOXES[country];
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** The languages in which registers name things (ISO 639-1); `lb` is Luxembourgish. */
export type Language = 'nl' | 'fr' | 'de' | 'lb';

/**
 * The names of one area or street, by language. The first key is the official language of the place, which is shown by
 * default; a bilingual area or street has several. At least one language is present.
 */
export type Names = { readonly [language in Language]?: string };

/** Another name that people search for (a former name, an exonym, an abbreviation): found, never shown. */
export interface Alias {
  readonly name: string;
  readonly language?: Language;
}

/** The name in `preferred` if there is one, else the official name. */
export function nameIn(names: Names, preferred?: Language): string {
  if (preferred !== undefined) {
    const name = names[preferred];
    if (name !== undefined) return name;
  }
  for (const language in names) return names[language as Language]!;
  return '';
}

/** The official language: that of the first name. */
export function officialLanguage(names: Names): Language | undefined {
  for (const language in names) return language as Language;
  return undefined;
}
