import type { Alias, Names } from '../../src/model/country.ts';

/** BeST's three parts, one for each region's own register. */
export type RegionCode = 'BE-VLG' | 'BE-WAL' | 'BE-BRU';

export interface BelgianRegion {
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
  readonly aliases?: readonly Alias[];
}

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
  {
    code: 'BE-BRU',
    nis: 4000,
    names: {
      fr: 'Région de Bruxelles-Capitale',
      nl: 'Brussels Hoofdstedelijk Gewest',
      de: 'Region Brüssel-Hauptstadt',
    },
    aliases: [],
  },
];

/** The ten provinces and, for addresses in Brussels, its region. Codes: REFNIS 2025; German names: Constitution, article 5. */
export const PROVINCES: readonly BelgianProvince[] = [
  { nis: 4000, region: 'BE-BRU', names: regionNames('BE-BRU') },
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

/** Which arrondissements, the first two digits of a municipality's code, lie in which province. Source: REFNIS 2025. */
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

/** The province that a municipality's NIS code (five digits) lies in; `undefined` for a code that no province has. */
export function provinceOf(municipalityNis: number): BelgianProvince | undefined {
  const arrondissement = Math.floor(municipalityNis / 1000);
  const range = ARRONDISSEMENTS.find(([first, last]) => arrondissement >= first && arrondissement <= last);
  return range && PROVINCES.find(({ nis }) => nis === range[2]);
}

const REGION_DIGITS: { readonly [code in RegionCode]: number } = { 'BE-VLG': 2, 'BE-WAL': 3, 'BE-BRU': 4 };

/** 2 Flanders, 3 Wallonia, 4 Brussels, as their NIS codes begin: identifiers of BeST are unique only together with it. */
export function regionDigit(code: RegionCode): number {
  return REGION_DIGITS[code];
}

function regionNames(code: RegionCode): Names {
  return region(code).names;
}

function region(code: RegionCode): BelgianRegion {
  return REGIONS.find((candidate) => candidate.code === code) as BelgianRegion;
}
