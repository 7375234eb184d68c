import type { Alias, Language } from '../../src/model/country.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { fold } from '../../src/text/fold.ts';
import { onFirstUse, readTable } from '../data/tables.ts';
import { isInCapitals, properCase } from '../proper-case.ts';
import type { Commune, CurrentCaclr, Localite } from './records.ts';
import type { CaclrTables } from './tables.ts';

// Names of Luxembourg's areas in addition to CACLR's: in the country's other languages (pipelines/data/
// lu-exonyms.csv; districts and cantons here), and in postal addresses.

/**
 * The Luxembourgish and German names of a commune, and English or other French ones without a language, by its name in CACLR.
 * CACLR has hardly any: of its 564 localities some 75 have a Luxembourgish alias, and the biggest towns none.
 */
export function exonymsOfCommune({ nom }: Commune): readonly Alias[] {
  return exonyms().get(`commune ${nom}`) ?? [];
}

/** As `exonymsOfCommune`, for a locality; one with the name of its commune shares the commune's. */
export function exonymsOfLocalite({ nom, commune }: Localite): readonly Alias[] {
  return nom === commune.nom ? exonymsOfCommune(commune) : (exonyms().get(`localite ${nom}`) ?? []);
}

/** By level and name, in the order of the table. */
const exonyms = onFirstUse((): ReadonlyMap<string, readonly Alias[]> => {
  const aliases = new Map<string, Alias[]>();
  for (const { level, name, language, exonym } of readTable('lu-exonyms')) {
    const key = `${level} ${name}`;
    const known = aliases.get(key) ?? [];
    aliases.set(key, known);
    known.push(language === '' ? { name: exonym } : { name: exonym, language: language as Language });
  }
  return aliases;
});

/** The French name of a district or canton and its aliases. */
interface AreaName {
  readonly fr: string;
  readonly aliases: readonly Alias[];
}

/**
 * Districts and cantons by their codes in CACLR, which has them in capitals without accents. As of 2025.
 */
export const DISTRICT_NAMES: Readonly<Record<string, AreaName>> = {
  DIEK: areaName('Diekirch', ['Dikrech']),
  GREV: areaName('Grevenmacher', ['Gréiwemaacher']),
  LUXE: areaName('Luxembourg', ['Lëtzebuerg'], ['Luxemburg']),
};

export const CANTON_NAMES: Readonly<Record<string, AreaName>> = {
  '02': areaName('Capellen', ['Kapellen']),
  '03': areaName('Esch-sur-Alzette', ['Esch-Uelzecht'], ['Esch an der Alzette']),
  '04': areaName('Luxembourg', ['Lëtzebuerg'], ['Luxemburg']),
  '05': areaName('Mersch', ['Miersch']),
  '06': areaName('Clervaux', ['Klierf'], ['Clerf']),
  '07': areaName('Diekirch', ['Dikrech']),
  '08': areaName('Redange', ['Réiden'], ['Redingen']),
  '09': areaName('Wiltz', ['Wolz', 'Wooltz']),
  '10': areaName('Vianden', ['Veianen']),
  '11': areaName('Echternach', ['Iechternach']),
  '12': areaName('Grevenmacher', ['Gréiwemaacher']),
  '13': areaName('Remich', ['Réimech']),
};

/** CACLR counts the city of Luxembourg among the cantons; by law it is in the canton of Luxembourg. */
const CITY_OF_LUXEMBOURG = '00';
const CANTON_OF_LUXEMBOURG = '04';

/** The code of the legal canton that a canton of CACLR is, or belongs to. */
export function legalCanton(code: string): string {
  return code === CITY_OF_LUXEMBOURG ? CANTON_OF_LUXEMBOURG : code;
}

function areaName(fr: string, luxembourgish: readonly string[], german: readonly string[] = []): AreaName {
  const aliases: Alias[] = luxembourgish.map((name) => ({ name, language: 'lb' }));
  return { fr, aliases: [...aliases, ...german.map((name): Alias => ({ name, language: 'de' }))] };
}

/** A name that the register writes in capitals, as people write it; other names as they are. */
export function spelled(name: string): string {
  return isInCapitals(name) ? properCase(name) : name;
}

/** Minimum share of a locality's addresses for another locality's name, used as postal name, to become an alias. */
const MIN_SHARE = 0.1;

/** Minimum letters of a name; a shorter one begins unrelated names, as `Bur` begins `BURANGE`. */
const MIN_NAME_LENGTH = 4;

/** CODEPT cuts its names off after this many letters. */
const POSTAL_NAME_LENGTH = 20;

/**
 * The names that the post gives localities, where they differ from the register's: `Oberkorn` is `DIFFERDANGE` to the
 * post, Capellen `CAP`. By LOCALITE.NUMERO, spelled as people write them.
 *
 * Another locality's name becomes an alias only if at least a tenth of the addresses have it: the
 * 65 houses in Luxembourg with a postcode of Strassen must not make `Strassen` find Luxembourg.
 */
export function postalNames({ IMMEUBLE }: CaclrTables, caclr: CurrentCaclr): Map<number, string[]> {
  // How many of each locality's addresses have which postal name.
  const counts = new Map<Localite, Map<string, number>>();
  const { rows, rue } = caclr.immeubles;
  for (let i = 0; i < rows.length; i++) {
    const name = caclr.postalNameOf.get(IMMEUBLE.wholeNumber(rows[i]!, 'FK_CODPT_NUMERO') ?? NO_POSTCODE);
    if (name === undefined) continue;
    const { localite } = caclr.rues[rue[i]!]!;
    let names = counts.get(localite);
    if (names === undefined) {
      names = new Map();
      counts.set(localite, names);
    }
    names.set(name, (names.get(name) ?? 0) + 1);
  }

  // Of these, the names that are not the locality's own, spelled out.
  const spellings = new Spellings(caclr);
  const result = new Map<number, string[]>();
  for (const [localite, names] of counts) {
    let total = 0;
    for (const count of names.values()) total += count;
    const aliases: string[] = [];
    for (const [postalName, count] of names) {
      const { name, bearers } = spellings.of(postalName);
      if (bearers.has(localite)) continue;
      if (bearers.size === 0 || count >= total * MIN_SHARE) aliases.push(name);
    }
    if (aliases.length > 0) result.set(localite.numero, aliases);
  }
  return result;
}

/**
 * Postal names are in capitals without accents, blanks or hyphens, and cut off: `ESCHSURALZETTE`, `HOSTERTNIEDERANVEN`,
 * `MERSCHEIDHEIDERSCHEI`. The names that the register spells out give them back.
 */
class Spellings {
  /** By `squeeze`d name: the spelling, and the localities that have it as name or alias. */
  readonly #known: Map<string, { readonly name: string; readonly bearers: Set<Localite> }> = new Map();

  constructor({ localites, communes, aliasesOfLocalite }: CurrentCaclr) {
    for (const localite of localites) this.#add(localite.nom, localite);
    for (const localite of localites) {
      for (const { nom } of aliasesOfLocalite.get(localite.numero)?.noms ?? []) this.#add(nom, localite);
    }
    for (const { nom } of communes) this.#add(nom);
  }

  of(postalName: string): { readonly name: string; readonly bearers: ReadonlySet<Localite> } {
    const key = squeeze(postalName);
    const isCutOff = key.length >= POSTAL_NAME_LENGTH;
    const known = this.#known.get(key) ?? (isCutOff ? this.#beginningWith(key) : undefined);
    if (known !== undefined) return known;
    // `ESELBORN - LENTZWEILER` is written out already.
    const name = /^[A-Z]+$/.test(postalName) ? this.#qualified(key) : undefined;
    return { name: name ?? spelled(postalName), bearers: new Set() };
  }

  #add(name: string, bearer?: Localite): void {
    const plain = name.replace(/ \(.*\)$/, '');
    for (const key of new Set([name, withoutUmlauts(name), plain].map(squeeze))) {
      let known = this.#known.get(key);
      if (known === undefined) {
        known = { name: spelled(key === squeeze(plain) ? plain : name), bearers: new Set() };
        this.#known.set(key, known);
      }
      if (bearer !== undefined) known.bearers.add(bearer);
    }
  }

  #beginningWith(beginning: string): { readonly name: string; readonly bearers: ReadonlySet<Localite> } | undefined {
    for (const [key, known] of this.#known) if (key.startsWith(beginning)) return known;
    return undefined;
  }

  /**
   * `ERPELDANGEETTELBRUCK` is `Erpeldange (Ettelbruck)`, `ELVANGEMONDORF` is `Elvange (Mondorf-les-Bains)`: the longest
   * known name that it begins with, and another, or the beginning of one.
   */
  #qualified(key: string): string | undefined {
    for (let length = key.length - MIN_NAME_LENGTH; length >= MIN_NAME_LENGTH; length--) {
      const name = this.#known.get(key.slice(0, length));
      if (name === undefined) continue;
      const rest = key.slice(length);
      const qualifier = this.#known.get(rest) ?? this.#beginningWith(rest);
      if (qualifier !== undefined) return `${name.name} (${qualifier.name})`;
    }
    return undefined;
  }
}

function squeeze(name: string): string {
  return fold(name).replaceAll(' ', '');
}

/** `Münschecker` as the post writes it, `MUENSCHECKER`. */
function withoutUmlauts(name: string): string {
  return name.replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`);
}
