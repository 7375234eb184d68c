import type { Language, Names } from '../../src/model/country.ts';
import { presentNis } from './mergers.ts';
import type { RegionCode } from './provinces.ts';

/**
 * Which languages names are official in, by municipality: the laws on the use of languages in administrative matters
 * (coordinated on 18 July 1966, articles 2 to 8). Municipalities with facilities serve a second language beside their own.
 */
const GERMAN_SPEAKING: ReadonlySet<number> = new Set([63001, 63012, 63013, 63023, 63040, 63048, 63061, 63067, 63087]);
const FRENCH_FACILITIES: ReadonlySet<number> = new Set([
  // round Brussels
  23098, 23099, 23100, 23101, 23102, 23103,
  // along the language border
  23009, 33016, 34043, 45041, 73028, 73109,
]); // biome-ignore format: two groups
const DUTCH_FACILITIES: ReadonlySet<number> = new Set([51019, 51067, 57096, 57097]);
const GERMAN_FACILITIES: ReadonlySet<number> = new Set([63049, 63080]);

/** The order in which names are kept where a municipality does not say otherwise; the first is the official language. */
const ORDER: { readonly [code in RegionCode]: readonly Language[] } = {
  'BE-VLG': ['nl', 'fr', 'de'],
  'BE-WAL': ['fr', 'de', 'nl'],
  'BE-BRU': ['fr', 'nl', 'de'],
};
const GERMAN_ORDER: readonly Language[] = ['de', 'fr', 'nl'];

/** The languages that names have legal force in there; the first is the one to show. */
export function officialLanguages(region: RegionCode, municipalityNis: number): readonly Language[] {
  const nis = presentNis(municipalityNis);
  if (region === 'BE-BRU') return ['fr', 'nl'];
  if (region === 'BE-VLG') return FRENCH_FACILITIES.has(nis) ? ['nl', 'fr'] : ['nl'];
  if (GERMAN_SPEAKING.has(nis)) return ['de', 'fr'];
  if (GERMAN_FACILITIES.has(nis)) return ['fr', 'de'];
  return DUTCH_FACILITIES.has(nis) ? ['fr', 'nl'] : ['fr'];
}

/**
 * The names that apply, official language first; `undefined` if there is none. A field that merely repeats the official
 * name in a language that has no standing there is a filled-in blank, not a translation: a Walloon street with a "German"
 * name equal to its French one has no German name.
 *
 * @example applyingNames('BE-WAL', 92094, { fr: 'Namur', de: 'Namur' })        // { fr: 'Namur' }
 * @example applyingNames('BE-BRU', 21004, { fr: 'Middelweg', nl: 'Middelweg' }) // both: both are official
 */
export function applyingNames(region: RegionCode, municipalityNis: number, written: Names): Names | undefined {
  const official = officialLanguages(region, municipalityNis);
  const order = GERMAN_SPEAKING.has(municipalityNis) ? GERMAN_ORDER : ORDER[region];
  const names: { [language in Language]?: string } = {};
  let first: string | undefined;
  for (const language of order) {
    const name = written[language];
    if (name === undefined || name === '') continue;
    if (first !== undefined && name === first && !official.includes(language)) continue;
    first ??= name;
    names[language] = name;
  }
  return first === undefined ? undefined : names;
}
