import type { Alias, Language, Names } from '../../src/model/country.ts';
import { FORMER_MUNICIPALITIES, presentNis } from './mergers.ts';
import { MUNICIPALITY_TABLE } from './municipality-table.ts';
import { applyingNames } from './official-languages.ts';
import { type BelgianProvince, provinceOf, type RegionCode } from './provinces.ts';

export interface BelgianMunicipality {
  readonly nis: number;
  readonly province: BelgianProvince;
  readonly names: Names;
  /** Names of municipalities that it was merged from, and names that it has in a language without standing there. */
  readonly aliases: readonly Alias[];
}

/**
 * Names that people of another language use and that no register has, by present NIS code. Source: the Dutch and German
 * names in general use in Belgium's own administration (Belgian Official Gazette), and the English ones of its largest
 * cities, November 2026.
 */
const EXONYM_TABLE = `
11002,en:Antwerp
21004,de:Brüssel,en:Brussels
25005,nl:Bevekom
25014,nl:Eigenbrakel
25015,nl:Kasteelbrakel
25031,nl:Genepiën
25037,nl:Graven
25044,nl:Itter
25048,nl:Geldenaken
25050,nl:Terhulpen
25072,nl:Nijvel
25084,nl:Perwijs
25105,nl:Tubeke
25112,nl:Waver
25118,nl:Lijsem
44021,de:Gent,en:Ghent
51004,nl:Aat
51017,nl:Elzele
51068,nl:Opzullik
51069,nl:Lessen
53053,nl:Bergen
55004,nl:'s-Gravenbrakel
55040,nl:Zinnik
57081,nl:Doornik
61031,nl:Hoei
62011,nl:Bitsingen
62063,nl:Luik,de:Lüttich
62108,nl:Wezet
63080,de:Weismes
63088,nl:Blieberg,de:Bleyberg
64034,nl:Hannuit
64056,nl:Oerle
64074,nl:Borgworm
81001,nl:Aarlen,de:Arel
92094,nl:Namen
92142,nl:Gembloers
`;

const TABLE: ReadonlyMap<number, BelgianMunicipality> = readTable();

/** The municipality that a code stands for today, whether or not it is the present code; `undefined` for unknown codes. */
export function municipalityOf(nis: number): BelgianMunicipality | undefined {
  return TABLE.get(presentNis(nis));
}

/** All 565, by NIS code. */
export function allMunicipalities(): readonly BelgianMunicipality[] {
  return [...TABLE.values()];
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

function readTable(): Map<number, BelgianMunicipality> {
  const exonyms = readExonyms();
  const table = new Map<number, BelgianMunicipality>();
  for (const line of MUNICIPALITY_TABLE.trim().split('\n')) {
    const [code, nl = '', fr = '', de = ''] = line.split(',') as [string, ...string[]];
    const nis = Number(code);
    const province = provinceOf(nis);
    const names = province && applyingNames(province.region, nis, { nl, fr, de });
    if (province === undefined || names === undefined)
      throw new Error(`The table of municipalities is wrong: "${line}".`);
    const former: Alias[] = FORMER_MUNICIPALITIES.filter((old) => presentNis(old.nis) === nis).map(({ name }) => ({
      name,
    }));
    const isNew = ({ name }: Alias): boolean => !Object.values(names).includes(name);
    table.set(nis, { nis, province, names, aliases: [...former, ...(exonyms.get(nis) ?? [])].filter(isNew) });
  }
  return table;
}

function readExonyms(): Map<number, Alias[]> {
  const lines = EXONYM_TABLE.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [nis, ...exonyms] = line.split(',');
      return [Number(nis), exonyms.map(toAlias)];
    }),
  );
}

function toAlias(exonym: string): Alias {
  const [language, name] = exonym.split(':') as [string, string];
  return language === 'en' ? { name } : { name, language: language as Language };
}
