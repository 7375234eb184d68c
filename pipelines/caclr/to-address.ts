import { type AddressColumns, createAddressColumns } from '../../src/model/address-columns.ts';
import type { Alias, Language, Names } from '../../src/model/country.ts';
import type { Gazetteer } from '../../src/model/gazetteer.ts';
import { NO_POSTCODE } from '../../src/model/postcode.ts';
import { fold } from '../../src/text/fold.ts';
import { SuffixTable } from '../readers/columns.ts';
import { CANTON_NAMES, DISTRICT_NAMES, exonymsOfCommune, exonymsOfLocalite, legalCanton, spelled } from './names.ts';
import type { Aliases, Commune, CurrentCaclr, Langue } from './records.ts';
import type { CaclrTables } from './tables.ts';

const LANGUAGES: Readonly<Record<Exclude<Langue, ''>, Language>> = { L: 'lb', F: 'fr', A: 'de' };

/**
 * The areas in the words of the model: districts are regions, the twelve legal cantons provinces, communes
 * municipalities, localities places. Every level is in the order of its table.
 *
 *     level         id
 *     region        the four letters of the district read in base 36
 *     province      code of the canton: 4; the city of Luxembourg (00) is part of 4
 *     municipality  canton · 100 + code, both as in the register: 203; the city of Luxembourg is 1
 *     place         LOCALITE.NUMERO
 *     street        RUE.NUMERO
 */
export function toGazetteer(caclr: CurrentCaclr, postalNames: ReadonlyMap<number, readonly string[]>): Gazetteer {
  const regionOf = positions(caclr.districts);
  const cantons = new Map(caclr.cantons.map((canton) => [legalCanton(canton.code), canton]));
  const provinceOf = positions([...cantons.keys()]);
  const municipalityOf = positions(caclr.communes);
  const placeOf = positions(caclr.localites);
  return {
    regions: caclr.districts.map(({ code, nom }) => ({
      id: Number.parseInt(code, 36),
      ...named({ fr: DISTRICT_NAMES[code]?.fr ?? spelled(nom) }, DISTRICT_NAMES[code]?.aliases ?? []),
    })),
    provinces: [...cantons].map(([code, { nom, district }]) => ({
      id: Number(code),
      region: regionOf.get(district)!,
      ...named({ fr: CANTON_NAMES[code]?.fr ?? spelled(nom) }, CANTON_NAMES[code]?.aliases ?? []),
    })),
    municipalities: caclr.communes.map((commune) => ({
      id: municipalityId(commune),
      province: provinceOf.get(legalCanton(commune.canton.code))!,
      ...named({ fr: commune.nom }, [...writtenOut(commune.nom), ...exonymsOfCommune(commune)]),
    })),
    places: caclr.localites.map((localite) => {
      const aliases = caclr.aliasesOfLocalite.get(localite.numero);
      return {
        id: localite.numero,
        municipality: municipalityOf.get(localite.commune)!,
        ...named(officialName(localite.nom, aliases), [
          ...registerAliases(aliases),
          ...writtenOut(localite.nom),
          ...(postalNames.get(localite.numero) ?? []).map((name) => ({ name })),
          ...exonymsOfLocalite(localite),
        ]),
      };
    }),
    streets: caclr.rues.map(({ numero, nom, localite }) => {
      const aliases = caclr.aliasesOfRue.get(numero);
      return {
        id: numero,
        place: placeOf.get(localite)!,
        ...named(officialName(nom, aliases), registerAliases(aliases)),
      };
    }),
  };
}

function municipalityId({ canton, code }: Commune): number {
  return Number(canton.code) * 100 + Number(code);
}

/**
 * The register does not say in which language an official name is (`Um Bierg`, `Rue de la Gare`): it counts
 * as French, unless the same name is among the aliases with a language.
 */
function officialName(name: string, aliases: Aliases | undefined): Names {
  const langue = aliases?.langueOfficielle ?? '';
  return { [langue === '' ? 'fr' : LANGUAGES[langue]]: name };
}

function registerAliases(aliases: Aliases | undefined): Alias[] {
  return (aliases?.noms ?? []).map(({ nom, langue }) => {
    const name = spelled(nom);
    return langue === '' ? { name } : { name, language: LANGUAGES[langue] };
  });
}

/** `Redange/Attert` is written Redange-sur-Attert by people; `Windhof (Koerich)` plainly Windhof. */
function writtenOut(name: string): Alias[] {
  const forms = [name.replace('/', '-sur-'), name.replace(/ \(.*\)$/, '')];
  return forms.filter((form) => form !== name).map((form) => ({ name: form }));
}

/** Names with those aliases that are not already a name: nothing is found twice under one key. */
function named(names: Names, candidates: readonly Alias[]): { names: Names; aliases?: readonly Alias[] } {
  const known = new Set(Object.values(names).map(fold));
  const aliases: Alias[] = [];
  for (const alias of candidates) {
    const key = fold(alias.name);
    if (known.has(key)) continue;
    known.add(key);
    aliases.push(alias);
  }
  return aliases.length === 0 ? { names } : { names, aliases };
}

function positions<T>(items: readonly T[]): Map<T, number> {
  return new Map(items.map((item, position) => [item, position]));
}

/**
 * The current buildings as addresses, without positions. This is where the register's words end:
 *
 *     NUMERO  CODE_MULTIPLE    number  letter
 *     012     A                12      "A"
 *     109     -115             109     "-115"    a range is one address
 *     007     -..              7       "-.."     a range whose end is not known
 *     000                      0       "Vieux Château"   a house without a number: its designation
 *
 * Of the thirteen houses without a number none has a designation in IMMDESIG today. Two have a letter instead. The name
 * of the others is that of the street, which is mostly their own: `Frombuergerhaff`.
 */
export function toAddresses({ IMMEUBLE }: CaclrTables, caclr: CurrentCaclr): AddressColumns {
  const { rows, rue, designations } = caclr.immeubles;
  const suffixes = new SuffixTable();
  const addresses = createAddressColumns(rows.length, suffixes.suffixes);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const street = rue[i]!;
    const id = IMMEUBLE.wholeNumber(row, 'NUMERO_INTERNE')!;
    const number = IMMEUBLE.wholeNumber(row, 'NUMERO')!;
    let letter = IMMEUBLE.text(row, 'CODE_MULTIPLE');
    if (number === 0) letter = designations.get(id) || letter || caclr.rues[street]!.nom;
    addresses.id[i] = id;
    addresses.street[i] = street;
    addresses.number[i] = number;
    addresses.suffix[i] = suffixes.position(letter, '');
    addresses.postcode[i] = IMMEUBLE.wholeNumber(row, 'FK_CODPT_NUMERO') ?? NO_POSTCODE;
    addresses.record[i] = IMMEUBLE.line(row);
  }
  return addresses;
}
