import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CaclrTables } from '../../../pipelines/caclr/tables.ts';
import { readTables, TABLES, type TableName } from '../../../pipelines/caclr/tables.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { listInput } from '../../../pipelines/readers/input-tree.ts';
import { NO_POSITION } from '../../../src/model/address-columns.ts';
import { nameIn } from '../../../src/model/country.ts';
import { addressLines, type Imported, importPaths, temporaryFolder } from './small-caclr.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url);
const CACLR = fileURLToPath(new URL('caclr/caclr.zip', DATA));
const BD_SAMPLE = fileURLToPath(new URL('caclr/addresses_sample_2025-06.csv', DATA));
const ADMIN = fileURLToPath(new URL('reference/lu-admin.csv', DATA));

const isHere = [CACLR, BD_SAMPLE, ADMIN].every((path) => existsSync(path));

describe.skipIf(!isHere)('the complete CACLR of June 2025 with 100 rows of BD-Adresses', () => {
  let imported: Imported;
  beforeAll(async () => {
    imported = await importPaths([CACLR, BD_SAMPLE]);
  });

  it('has 192,646 addresses in 8,701 of 9,329 streets, 564 localities and 100 communes', () => {
    const { gazetteer, addresses } = imported.input;
    expect(addresses.length).toBe(192_646);
    expect(gazetteer.streets).toHaveLength(9_329);
    expect(new Set(addresses.street).size).toBe(8_701);
    expect(gazetteer.places).toHaveLength(564);
    expect(gazetteer.municipalities).toHaveLength(100);
    expect(gazetteer.provinces).toHaveLength(12);
    expect(gazetteer.regions).toHaveLength(3);
  });

  it('accounts for every row', () => {
    const { counts } = imported;
    expect(counts.get('IMMEUBLE')).toEqual({
      read: 246_787,
      kept: 192_646,
      historical: 44_737,
      rejected: { 'number-undefined': 9_377, provisional: 27 },
    });
    expect(counts.get('RUE')).toEqual({ read: 9_884, kept: 9_329, historical: 503, rejected: { provisional: 52 } });
    expect(counts.get('LOCALITE')).toEqual({ read: 589, kept: 564, historical: 25, rejected: {} });
    expect(counts.get('COMMUALL')).toEqual({ read: 132, kept: 100, historical: 32, rejected: {} });
  });

  it('agrees with the publisher’s own list of streets, one by one', () => {
    expect(imported.counts.get('TR.DICACOLO.RUCP')).toEqual({ read: 9_445, kept: 9_445, historical: 0, rejected: {} });
    expect(imported.warnings).toEqual([expect.stringMatching(/^192,546 of 192,646 addresses have no position/)]);
  });

  it('has no address, street, locality or commune twice', () => {
    const { gazetteer, addresses } = imported.input;
    for (const level of [
      gazetteer.regions,
      gazetteer.provinces,
      gazetteer.municipalities,
      gazetteer.places,
      gazetteer.streets,
    ]) {
      expect(new Set(level.map(({ id }) => id)).size).toBe(level.length);
    }
    expect(new Set(addresses.id).size).toBe(addresses.length);
    const houses = new Set<string>();
    for (let i = 0; i < addresses.length; i++) {
      houses.add(`${addresses.street[i]} ${addresses.number[i]} ${addresses.suffix[i]}`);
    }
    expect(houses.size).toBe(addresses.length);
  });

  it('has the streets and addresses of each commune that the reference counts', () => {
    const { gazetteer, addresses } = imported.input;
    const addressesOf = new Map<number, number>();
    const streetsOf = new Map<number, Set<number>>();
    for (let i = 0; i < addresses.length; i++) {
      const street = addresses.street[i]!;
      const municipality = gazetteer.municipalities[gazetteer.places[gazetteer.streets[street]!.place]!.municipality]!;
      addressesOf.set(municipality.id, (addressesOf.get(municipality.id) ?? 0) + 1);
      const streets = streetsOf.get(municipality.id) ?? new Set();
      streetsOf.set(municipality.id, streets.add(street));
    }
    const [, ...lines] = readFileSync(ADMIN, 'utf8').trimEnd().split('\n');
    const communes = lines
      .map((line) => line.split(','))
      .filter(([level, , , , , , active]) => level === 'commune' && active === 'O');
    expect(communes).toHaveLength(100);
    for (const [, code, name, , , , , , , streets, count] of communes) {
      const municipality = gazetteer.municipalities.find(({ id }) => id === Number(code));
      expect(municipality?.names).toEqual({ fr: name });
      expect(addressesOf.get(Number(code))).toBe(Number(count));
      expect(streetsOf.get(Number(code))?.size).toBe(Number(streets));
    }
  });

  it('has 246 ranges with an end, 6 without, and 13 houses without a number', () => {
    const { number, suffix, suffixes, length } = imported.input.addresses;
    const letters = Array.from({ length }, (_, i) => suffixes[suffix[i]!]!.letter);
    expect(letters.filter((letter) => letter === '-..')).toHaveLength(6);
    expect(letters.filter((letter) => /^-\d+[A-Z]?$/.test(letter))).toHaveLength(246);
    expect(number.filter((value) => value === 0)).toHaveLength(13);
    const named = addressLines(imported.input).filter((_, i) => number[i] === 0);
    expect(named).toContain('190925 Frombuergerhaff Frombuergerhaff, 6572 Osweiler');
    expect(named).toContain('191431 Rue de Larochette A, 7635 Ernzen');
  });

  it('places all 100 rows of BD-Adresses, each in its own street', () => {
    expect(imported.counts.get('BD-Adresses')).toEqual({ read: 100, kept: 100, historical: 0, rejected: {} });
    expect(imported.input.addresses.latE7.filter((latE7) => latE7 !== NO_POSITION)).toHaveLength(100);
  });

  it('finds the big towns by the names that CACLR lacks', () => {
    const { places } = imported.input.gazetteer;
    const placeWith = (alias: string) =>
      places.filter(({ aliases = [] }) => aliases.some(({ name }) => name === alias)).map(({ names }) => nameIn(names));
    expect(placeWith('Lëtzebuerg')).toEqual(['Luxembourg']);
    expect(placeWith('Esch-Uelzecht')).toEqual(['Esch-sur-Alzette']);
    expect(placeWith('Diddeleng')).toEqual(['Dudelange']);
    expect(placeWith('Déifferdeng')).toEqual(['Differdange']);
    expect(placeWith('Stroossen')).toEqual(['Strassen']);
    expect(placeWith('Kirchberg')).toEqual(['Luxembourg']);
    expect(placeWith('Differdange')).toEqual(['Niederkorn', 'Oberkorn']);
  });

  it('leaves no postal name in the form in which the post runs words together', () => {
    const { places } = imported.input.gazetteer;
    const long = places.flatMap(({ aliases = [] }) => aliases).filter(({ name }) => /^\p{L}{16,}$/u.test(name));
    expect(new Set(long.map(({ name }) => name))).toEqual(new Set(['Heiderscheidergrund', 'Schlindermanderscheid']));
  });
});

describe.skipIf(!isHere)('the tables of June 2025', () => {
  let tables: CaclrTables;
  beforeAll(async () => {
    const entries = await listInput(CACLR, { temporaryDirectory: temporaryFolder(), descend: () => false });
    tables = await readTables(new Map(entries.map((entry) => [entry.name as TableName, entry])), silentProgress);
  });

  it('are thirteen, all of them known', async () => {
    const entries = await listInput(CACLR, { temporaryDirectory: temporaryFolder(), descend: () => false });
    expect(entries.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
  });

  it('are decoded right: NOM_MAJUSCULE is NOM without accents, in every street', () => {
    const { RUE } = tables;
    for (let row = 0; row < RUE.rowCount; row++) {
      const expected = RUE.text(row, 'NOM').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
      expect(RUE.text(row, 'NOM_MAJUSCULE')).toBe(expected);
    }
  });
});
