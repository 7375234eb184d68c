import { describe, expect, it } from 'vitest';
import type { CaclrRegister } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { type Alias, officialLanguage } from '../../../src/model/country.ts';
import type { NamedArea } from '../../../src/model/gazetteer.ts';
import { BASE, importSmall } from './small-caclr.ts';

async function gazetteer(changes: Partial<CaclrRegister> = {}) {
  return (await importSmall(changes)).input.gazetteer;
}

function find(areas: readonly NamedArea[], id: number): NamedArea {
  const area = areas.find((candidate) => candidate.id === id);
  if (area === undefined) throw new Error(`There is no area ${id}.`);
  return area;
}

const names = (area: NamedArea) => (area.aliases ?? []).map(({ name }) => name);

describe('districts and cantons', () => {
  it('are regions and provinces in proper case, with numbers from their codes', async () => {
    const { regions, provinces } = await gazetteer();
    expect(regions.map(({ id, names }) => [id, names.fr])).toEqual([
      [Number.parseInt('DIEK', 36), 'Diekirch'],
      [Number.parseInt('LUXE', 36), 'Luxembourg'],
    ]);
    expect(provinces.map(({ id, region, names }) => [id, region, names.fr])).toEqual([
      [4, 1, 'Luxembourg'],
      [7, 0, 'Diekirch'],
    ]);
  });

  it('count the city of Luxembourg in the canton of Luxembourg', async () => {
    const { provinces, municipalities } = await gazetteer();
    const city = find(municipalities, 1) as (typeof municipalities)[number];
    expect(provinces[city.province]!.names.fr).toBe('Luxembourg');
    expect(provinces.map(({ names }) => names.fr)).not.toContain('Luxembourg-Ville');
  });

  it('go by the register’s name where the project does not know them', async () => {
    const { provinces } = await gazetteer({
      cantons: [...BASE.cantons, { code: '14', nom: 'NEUCHATEL-SUR-LAC', district: 'LUXE' }],
    });
    expect(find(provinces, 14).names).toEqual({ fr: 'Neuchatel-sur-Lac' });
  });
});

describe('communes', () => {
  it('have a number that is unique in the country: canton and code', async () => {
    const { municipalities } = await gazetteer();
    expect(municipalities.map(({ id }) => id)).toEqual([1, 408, 704]);
  });

  it('are found by their Luxembourgish and German names, as is the locality that is named as its commune', async () => {
    const { municipalities, places } = await gazetteer();
    const expected: Alias[] = [
      { name: 'Lëtzebuerg', language: 'lb' },
      { name: 'Luxemburg', language: 'de' },
      { name: 'Luxembourg-Ville' },
    ];
    expect(find(municipalities, 1).aliases).toEqual(expect.arrayContaining(expected));
    expect(find(places, 1).aliases).toEqual(expect.arrayContaining(expected));
    expect(find(places, 300).aliases).toEqual([{ name: 'Dikrech', language: 'lb' }]);
  });

  it('do not lend their names to another locality of the same name', async () => {
    const { places } = await gazetteer({
      localites: [...BASE.localites, { numero: 301, nom: 'Strassen', canton: '07', commune: '04' }],
    });
    expect(names(find(places, 40))).toContain('Stroossen');
    expect(names(find(places, 301))).toEqual([]);
  });
});

describe('aliases', () => {
  it('have the language that the register says: L, F, A or none', async () => {
    const { streets } = await gazetteer({
      aliasRues: [
        { sequence: 1, nom: 'Escher Strooss', langue: 'L', de: 10, description: 'numéros 1-13' },
        { sequence: 2, nom: 'Ancienne Route', langue: 'F', de: 10 },
        { sequence: 3, nom: 'Escher Landstraße', langue: 'A', de: 10 },
        { sequence: 4, nom: "R. d'Esch", de: 10 },
      ],
    });
    expect(find(streets, 10).aliases).toEqual([
      { name: 'Escher Strooss', language: 'lb' },
      { name: 'Ancienne Route', language: 'fr' },
      { name: 'Escher Landstraße', language: 'de' },
      { name: "R. d'Esch" },
    ]);
    expect(find(streets, 10).names).toEqual({ fr: "Route d'Esch" });
  });

  it('in capitals come in proper case', async () => {
    const { places } = await gazetteer({
      aliasLocalites: [{ sequence: 1, nom: 'DIKRECH-SUR-SAUER', langue: 'L', de: 300 }],
    });
    expect(find(places, 300).aliases).toContainEqual({ name: 'Dikrech-sur-Sauer', language: 'lb' });
  });

  it('that repeat another alias or the official name are reported and add nothing', async () => {
    const { input, counts } = await importSmall({
      aliasRues: [
        { sequence: 1, nom: 'ROUTE D’ESCH'.replace('’', "'"), de: 10 },
        { sequence: 2, nom: 'Rue des Champs', de: 10 },
        { sequence: 3, nom: 'RUE DES CHAMPS', de: 10 },
      ],
    });
    expect(names(find(input.gazetteer.streets, 10))).toEqual(['Rue des Champs']);
    expect(counts.get('ALIAS.RUE')).toEqual({
      read: 3,
      kept: 1,
      historical: 0,
      rejected: { 'same-as-official-name': 1, duplicate: 1 },
    });
  });

  it('with a faulty name are reported, and those behind them are read', async () => {
    const { input, counts } = await importSmall({
      aliasRues: [
        { sequence: 1, nom: 'Rue\tdes Champs', de: 10 },
        { sequence: 2, nom: 'Rue des Prés', de: 10 },
        { sequence: 1, nom: 'Rue des Bois', de: 20 },
      ],
    });
    expect(names(find(input.gazetteer.streets, 10))).toEqual(['Rue des Prés']);
    expect(names(find(input.gazetteer.streets, 20))).toEqual(['Rue des Bois']);
    expect(counts.get('ALIAS.RUE')).toMatchObject({ read: 3, kept: 2, rejected: { 'name-with-control-character': 1 } });
  });

  it('that are the official name with a language say in which language the official name is', async () => {
    const { streets } = await gazetteer({ aliasRues: [{ sequence: 1, nom: "D'BAACH AUS", langue: 'L', de: 5000 }] });
    const street = find(streets, 5000);
    expect(street.names).toEqual({ lb: "D'Baach aus" });
    expect(officialLanguage(street.names)).toBe('lb');
    expect(street.aliases).toBe(undefined);
  });

  it('of what has ended are history; of what is unknown, a rejection', async () => {
    const { counts } = await importSmall({
      rues: [...BASE.rues, { numero: 12, nom: 'Rue Ancienne', localite: 1, fin: '01.02.2003' }],
      aliasRues: [
        { sequence: 1, nom: 'Al Strooss', de: 12 },
        { sequence: 1, nom: 'Keng Strooss', de: 99 },
      ],
    });
    expect(counts.get('ALIAS.RUE')).toEqual({
      read: 2,
      kept: 0,
      historical: 1,
      rejected: { 'street-unknown': 1 },
    });
  });

  it('of the city are its quarters, each part of a double name for itself', async () => {
    const { places } = await gazetteer({
      quartiers: [
        { numero: 13, nom: 'Kirchberg', localite: 1 },
        { numero: 23, nom: 'Bonnevoie-Nord / Verlorenkost', localite: 1 },
        { numero: 3, nom: 'Bonnevoie-Sud', localite: 1 },
      ],
    });
    expect(names(find(places, 1)).slice(0, 5)).toEqual([
      'Kirchberg',
      'Bonnevoie-Nord',
      'Bonnevoie',
      'Verlorenkost',
      'Bonnevoie-Sud',
    ]);
  });
});

describe('names of localities that people write otherwise', () => {
  it.each([
    { nom: 'Redange/Attert', written: 'Redange-sur-Attert' },
    { nom: 'Windhof (Koerich)', written: 'Windhof' },
    { nom: 'Fond de Heiderscheid (E.)', written: 'Fond de Heiderscheid' },
  ])('$nom is found as $written', async ({ nom, written }) => {
    const { places } = await gazetteer({
      localites: [...BASE.localites, { numero: 500, nom, canton: '07', commune: '04' }],
    });
    expect(find(places, 500).names).toEqual({ fr: nom });
    expect(names(find(places, 500))).toEqual([written]);
  });

  it('Maison stays the name of the street of a village without street names', async () => {
    const { streets } = await gazetteer({
      rues: [{ numero: 5000, nom: 'Maison', localite: 300 }],
    });
    expect(streets.map(({ names }) => names)).toEqual([{ fr: 'Maison' }]);
  });
});
