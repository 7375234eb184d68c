import type { Alias, Language, Names } from '../../src/model/country.ts';
import { onFirstUse, readTable } from '../data/tables.ts';
import { isInCapitals, properCase } from '../proper-case.ts';

// Belgium's areas and their names: regions, provinces and municipalities with their official
// languages, and bpost's postal names in their parts. Names that BeST lacks are in pipelines/data/be-*.csv.

/** BeST's three parts, one for each region's own register. */
export type RegionCode = 'BE-VLG' | 'BE-WAL' | 'BE-BRU';

const REGION_CODES: readonly string[] = ['BE-VLG', 'BE-WAL', 'BE-BRU'] satisfies RegionCode[];

export function isRegionCode(text: string): text is RegionCode {
  return REGION_CODES.includes(text);
}

interface BelgianRegion {
  readonly code: RegionCode;
  /** NIS code without its leading zero. */
  readonly nis: number;
  readonly names: Names;
  readonly aliases: readonly Alias[];
}

export interface BelgianProvince {
  /** NIS code; for Brussels, which has no province, that of the region. */
  readonly nis: number;
  readonly region: RegionCode;
  readonly names: Names;
}

export interface BelgianMunicipality {
  readonly nis: number;
  readonly province: BelgianProvince;
  readonly names: Names;
  /** Names of municipalities that it was merged from, and names in languages that are not official there. */
  readonly aliases: readonly Alias[];
}

/** The municipality that a NIS code means today, whether or not it is the present code; `undefined` for unknown codes. */
export function municipalityOf(nis: number): BelgianMunicipality | undefined {
  return municipalities().get(presentNis(nis));
}

/** All 565, by NIS code. */
export function allMunicipalities(): readonly BelgianMunicipality[] {
  return [...municipalities().values()];
}

/**
 * A municipality that the table does not have, newer than this program: by the names in the file, in the province of its
 * code. `undefined` if there are none, or no such province.
 */
export function municipalityByItsNames(nis: number, region: RegionCode, names: Names): BelgianMunicipality | undefined {
  const province = provinceOf(nis);
  const applying = applyingNames(region, nis, names);
  return province === undefined || applying === undefined ? undefined : { nis, province, names: applying, aliases: [] };
}

/** The code that a municipality has today; the code itself where it has not changed, or is not known here. */
export function presentNis(nis: number): number {
  const steps = presentCodes();
  let present = nis;
  // A municipality may be merged a second time; a table that ran in circles would be a mistake of ours.
  for (let step = 0; step <= steps.size; step++) {
    const next = steps.get(present);
    if (next === undefined) return present;
    present = next;
  }
  throw new Error(`be-mergers.csv runs in circles from ${nis}.`);
}

const municipalities = onFirstUse((): ReadonlyMap<number, BelgianMunicipality> => {
  const aliases = municipalityAliases();
  const table = new Map<number, BelgianMunicipality>();
  for (const { nis: code, name_nl, name_fr, name_de } of readTable('be-municipalities')) {
    const nis = Number(code);
    const province = provinceOf(nis);
    const names = province && applyingNames(province.region, nis, writtenNames(name_nl, name_fr, name_de));
    if (province === undefined || names === undefined)
      throw new Error(`be-municipalities.csv has no name, or no province, for ${code}.`);
    const isNew = ({ name }: Alias): boolean => !Object.values(names).includes(name);
    table.set(nis, { nis, province, names, aliases: (aliases.get(nis) ?? []).filter(isNew) });
  }
  return table;
});

const presentCodes = onFirstUse(
  (): ReadonlyMap<number, number> =>
    new Map(readTable('be-mergers').map(({ nis, present_nis }) => [Number(nis), Number(present_nis)])),
);

/** Names of merged municipalities, then names in other languages, by the present NIS code. */
function municipalityAliases(): Map<number, Alias[]> {
  const aliases = new Map<number, Alias[]>();
  const add = (nis: number, alias: Alias) => aliases.set(nis, [...(aliases.get(nis) ?? []), alias]);
  for (const { nis, name } of readTable('be-mergers')) add(presentNis(Number(nis)), { name });
  for (const { nis, language, name } of readTable('be-exonyms')) add(Number(nis), aliasOf(name, language));
  return aliases;
}

/**
 * What people call the localities of a postcode in the two parts of Belgium where BeST has no postal names: Brussels (since
 * about 2023) and the German-speaking municipalities (the CSV files have no column for a German one). The place there is
 * the municipality, and these are other names for it, so that people who look for Laken or Recht find it.
 */
export function localitiesOf(postcode: number): readonly Alias[] {
  return localities().get(postcode) ?? [];
}

const localities = onFirstUse((): ReadonlyMap<number, readonly Alias[]> => {
  const byPostcode = new Map<number, Alias[]>();
  for (const { postcode, language, name } of readTable('be-localities')) {
    const aliases = byPostcode.get(Number(postcode)) ?? [];
    byPostcode.set(Number(postcode), aliases);
    aliases.push(aliasOf(name, language));
  }
  return byPostcode;
});

function aliasOf(name: string, language: string): Alias {
  return language === '' ? { name } : { name, language: language as Language };
}

const BRUSSELS: BelgianRegion = {
  code: 'BE-BRU',
  nis: 4000,
  names: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest', de: 'Region Brüssel-Hauptstadt' },
  aliases: [],
};

/** In order of their NIS codes. */
export const REGIONS: readonly BelgianRegion[] = [
  {
    code: 'BE-VLG',
    nis: 2000,
    names: { nl: 'Vlaams Gewest', fr: 'Région flamande', de: 'Flämische Region' },
    aliases: [
      { name: 'Vlaanderen', language: 'nl' },
      { name: 'Flandre', language: 'fr' },
      { name: 'Flandern', language: 'de' },
    ],
  },
  {
    code: 'BE-WAL',
    nis: 3000,
    names: { fr: 'Région wallonne', de: 'Wallonische Region', nl: 'Waals Gewest' },
    aliases: [
      { name: 'Wallonie', language: 'fr' },
      { name: 'Wallonien', language: 'de' },
      { name: 'Wallonië', language: 'nl' },
    ],
  },
  BRUSSELS,
];

/** The ten provinces and, for addresses in Brussels, its region. Codes: REFNIS 2025; German names: Constitution, article 5. */
export const PROVINCES: readonly BelgianProvince[] = [
  { nis: 4000, region: 'BE-BRU', names: BRUSSELS.names },
  { nis: 10000, region: 'BE-VLG', names: { nl: 'Antwerpen', fr: 'Anvers', de: 'Antwerpen' } },
  { nis: 20001, region: 'BE-VLG', names: { nl: 'Vlaams-Brabant', fr: 'Brabant flamand', de: 'Flämisch-Brabant' } },
  { nis: 20002, region: 'BE-WAL', names: { fr: 'Brabant wallon', de: 'Wallonisch-Brabant', nl: 'Waals-Brabant' } },
  { nis: 30000, region: 'BE-VLG', names: { nl: 'West-Vlaanderen', fr: 'Flandre occidentale', de: 'Westflandern' } },
  { nis: 40000, region: 'BE-VLG', names: { nl: 'Oost-Vlaanderen', fr: 'Flandre orientale', de: 'Ostflandern' } },
  { nis: 50000, region: 'BE-WAL', names: { fr: 'Hainaut', de: 'Hennegau', nl: 'Henegouwen' } },
  { nis: 60000, region: 'BE-WAL', names: { fr: 'Liège', de: 'Lüttich', nl: 'Luik' } },
  { nis: 70000, region: 'BE-VLG', names: { nl: 'Limburg', fr: 'Limbourg', de: 'Limburg' } },
  { nis: 80000, region: 'BE-WAL', names: { fr: 'Luxembourg', de: 'Luxemburg', nl: 'Luxemburg' } },
  { nis: 90000, region: 'BE-WAL', names: { fr: 'Namur', de: 'Namur', nl: 'Namen' } },
];

/** Which arrondissements, the first two digits of a municipality's code, belong to which province. Source: REFNIS 2025. */
const ARRONDISSEMENTS: readonly (readonly [first: number, last: number, provinceNis: number])[] = [
  [11, 13, 10000],
  [21, 21, 4000],
  [23, 24, 20001],
  [25, 25, 20002],
  [31, 38, 30000],
  [41, 46, 40000],
  [51, 58, 50000],
  [61, 64, 60000],
  [71, 73, 70000],
  [81, 85, 80000],
  [91, 93, 90000],
];

/** The province of a municipality's NIS code (five digits); `undefined` for a code outside all provinces. */
export function provinceOf(municipalityNis: number): BelgianProvince | undefined {
  const arrondissement = Math.floor(municipalityNis / 1000);
  const range = ARRONDISSEMENTS.find(([first, last]) => arrondissement >= first && arrondissement <= last);
  return range && PROVINCES.find(({ nis }) => nis === range[2]);
}

/**
 * Which languages are official in which municipality: the laws on the use of languages in administrative matters
 * (coordinated on 18 July 1966, articles 2 to 8). Municipalities with facilities serve a second language besides their own.
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

/** The official languages of names there; the first is the one to show. */
export function officialLanguages(region: RegionCode, municipalityNis: number): readonly Language[] {
  const nis = presentNis(municipalityNis);
  if (region === 'BE-BRU') return ['fr', 'nl'];
  if (region === 'BE-VLG') return FRENCH_FACILITIES.has(nis) ? ['nl', 'fr'] : ['nl'];
  if (GERMAN_SPEAKING.has(nis)) return ['de', 'fr'];
  if (GERMAN_FACILITIES.has(nis)) return ['fr', 'de'];
  return DUTCH_FACILITIES.has(nis) ? ['fr', 'nl'] : ['fr'];
}

/** Names by language, without the languages whose field is empty. */
export function writtenNames(nl: string, fr: string, de: string): Names {
  return { ...(nl !== '' && { nl }), ...(fr !== '' && { fr }), ...(de !== '' && { de }) };
}

/**
 * The names that apply, official language first; `undefined` if there is none. A field that merely repeats the official
 * name in a language that is not official there is a filled-in blank, not a translation: a Walloon street with a "German"
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

/** The names of the localities that one postal name holds: the main one, which the place is called by, and the others. */
export interface PlaceNames {
  readonly main: string;
  readonly others: readonly string[];
}

/**
 * Splits a Flemish postal name into its parts. bpost gives a postcode all its localities, the main one in capitals, and
 * puts in » « what is not one of them: the municipality that they are in, or a part of another municipality with the same
 * postcode.
 *
 * @example splitPostalName('AFFLIGEM/Essene/Hekelgem/Teralfene', 'Affligem')
 * // { main: 'Affligem', others: ['Essene', 'Hekelgem', 'Teralfene'] }
 * @example splitPostalName('» Antwerpen «/Ekeren (Antwerpen)', 'Antwerpen')
 * // { main: 'Ekeren (Antwerpen)', others: ['Ekeren'] }
 *
 * Without capitals the main one is the one named as its municipality, then the one with its municipality in brackets, or else the
 * first. A name with brackets is also found without them.
 */
export function splitPostalName(postalName: string, municipalityName: string): PlaceNames {
  const parts = postalName
    .split('/')
    .map((written) => ({ name: written.replace(/[»«]/g, '').trim(), isMarked: /[»«]/.test(written) }))
    .filter(({ name }) => name !== '');
  // bpost adds the municipality to some names, in small letters: WILRIJK (Antwerpen).
  const municipalityOf = (name: string): string => /\(([^()]*)\)$/.exec(name)?.[1] ?? '';
  const mainPart = [
    parts.find(({ name, isMarked }) => !isMarked && isInCapitals(withoutBrackets(name))),
    parts.find(({ name, isMarked }) => !isMarked && sameName(name, municipalityName)),
    parts.find(({ name }) => sameName(municipalityOf(name), municipalityName)),
    parts.find(({ name }) => sameName(name, municipalityName)),
    parts.find(({ isMarked }) => !isMarked),
    parts[0],
  ].find((part) => part !== undefined);
  const properName = ({ name }: { name: string }): string =>
    sameName(name, municipalityName) ? municipalityName : properCase(name);
  const main = mainPart === undefined ? municipalityName : properName(mainPart);
  // Marked names are other areas, which people do not look for here.
  const names = parts.filter((part) => !part.isMarked || part === mainPart).map(properName);
  const others = [...names, ...names.map(withoutBrackets)].filter((name) => !sameName(name, main));
  return { main, others: [...new Set(others)] };
}

/**
 * A postal name without the postcode that some have in brackets, and the name as it is written where that is another.
 *
 * @example withoutPostcode('Cuesmes(7033)')    // { name: 'Cuesmes', written: 'Cuesmes(7033)' }
 */
export function withoutPostcode(written: string): { name: string; written?: string } {
  const name = written.replace(/\s*\([0-9]{4}\)$/, '').trim();
  return name === written || name === '' ? { name: written } : { name, written };
}

/** `Wilrijk` of `Wilrijk (Antwerpen)`; a name without brackets as it is. */
export function withoutBrackets(name: string): string {
  return name.replace(/ *\([^()]*\)$/, '');
}

/** Whether two names differ in nothing but the case of their letters. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
