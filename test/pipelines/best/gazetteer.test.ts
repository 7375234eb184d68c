import { describe, expect, it } from 'vitest';
import {
  allMunicipalities,
  municipalityOf,
  PROVINCES,
  presentNis,
  provinceOf,
  splitPostalName,
} from '../../../pipelines/best/names.ts';
import { readTable } from '../../../pipelines/data/tables.ts';
import type { NamedArea } from '../../../src/model/gazetteer.ts';
import { brussels, csvFile, flemish, walloon } from './best-rows.ts';
import { importFiles } from './run-best.ts';

const aliasNames = (area: NamedArea | undefined): string[] => (area?.aliases ?? []).map(({ name }) => name);

describe('municipalities', () => {
  it('are 565: 285 Flemish, 261 Walloon, 19 of Brussels, each with a name in an official language', () => {
    const counts: Record<string, number> = {};
    for (const { province } of allMunicipalities()) counts[province.region] = (counts[province.region] ?? 0) + 1;
    expect(counts).toEqual({ 'BE-VLG': 285, 'BE-WAL': 261, 'BE-BRU': 19 });
    for (const { names, province } of allMunicipalities()) {
      const first = Object.keys(names)[0];
      expect(province.region === 'BE-VLG' ? ['nl'] : ['fr', 'de']).toContain(first);
    }
  });

  it('have names only in languages that apply', () => {
    expect(municipalityOf(92094)!.names).toEqual({ fr: 'Namur' });
    expect(municipalityOf(11002)!.names).toEqual({ nl: 'Antwerpen', fr: 'Anvers' });
    expect(municipalityOf(24062)!.names).toEqual({ nl: 'Leuven', fr: 'Louvain', de: 'Löwen' });
    expect(municipalityOf(23098)!.names).toEqual({ nl: 'Drogenbos', fr: 'Drogenbos' });
    expect(Object.entries(municipalityOf(63040)!.names)).toEqual([
      ['de', 'Kelmis'],
      ['fr', 'La Calamine'],
    ]);
    expect(Object.entries(municipalityOf(21001)!.names)).toEqual([
      ['fr', 'Anderlecht'],
      ['nl', 'Anderlecht'],
    ]);
  });

  it('are found by the names that other languages use, which are not shown', () => {
    expect(municipalityOf(62063)!.aliases.map(({ name }) => name)).toEqual(['Luik', 'Lüttich']);
    expect(municipalityOf(53053)!.aliases.map(({ name }) => name)).toEqual(['Bergen']);
  });

  it('that were merged resolve to the present one, which keeps their names', () => {
    for (const { nis } of readTable('be-mergers')) expect(municipalityOf(Number(nis)), nis).toBeDefined();
    expect(municipalityOf(presentNis(82005))!.aliases.map(({ name }) => name)).toContain('Bertogne');
    expect(municipalityOf(presentNis(73083))).toMatchObject({ nis: 73111, names: { nl: 'Tongeren-Borgloon' } });
    expect(presentNis(11007)).toBe(11002);
    expect(municipalityOf(presentNis(11007))!.aliases.map(({ name }) => name)).toEqual(['Borsbeek', 'Antwerp']);
    // a mere recode gives no alias
    expect(municipalityOf(54007)!.aliases).toEqual([]);
  });

  it('lie in the province of their code; Brussels in its region', () => {
    expect(PROVINCES).toHaveLength(11);
    expect(provinceOf(25112)!.names.fr).toBe('Brabant wallon');
    expect(provinceOf(23027)!.names.nl).toBe('Vlaams-Brabant');
    expect(provinceOf(21004)!.names.nl).toBe('Brussels Hoofdstedelijk Gewest');
    for (const nis of [1000, 14000, 22000, 26000, 47000, 99999]) expect(provinceOf(nis)).toBeUndefined();
  });
});

describe('old municipality codes in the data', () => {
  it('resolve to the present municipality, which may lie in another province, and the postcode stays', async () => {
    const zwijndrecht = flemish({
      municipality_id: '11056',
      municipality_name_nl: 'Zwijndrecht',
      municipality_name_fr: '',
      municipality_name_de: '',
      postcode: '2070',
      postname_nl: 'ZWIJNDRECHT/Burcht',
    });
    const { addresses, input } = await importFiles({ 'vlg.csv': csvFile([zwijndrecht]) });
    expect(addresses[0]).toMatchObject({
      nis: 46030,
      municipality: { nl: 'Beveren-Kruibeke-Zwijndrecht' },
      province: { nl: 'Oost-Vlaanderen' },
      place: { nl: 'Zwijndrecht' },
      postcode: 2070,
    });
    expect(aliasNames(input.gazetteer.municipalities[0])).toEqual(['Zwijndrecht', 'Beveren', 'Kruibeke']);
    expect(aliasNames(input.gazetteer.places[0])).toEqual(['Burcht']);
  });

  it('and new ones side by side are one municipality', async () => {
    const { input } = await importFiles({
      'vlg.csv': csvFile([
        flemish({ municipality_id: '37015', postname_nl: 'TIELT' }),
        flemish({ municipality_id: '37022', postname_nl: 'TIELT', address_id: '2' }),
      ]),
    });
    expect(input.gazetteer.municipalities.map(({ id }) => id)).toEqual([37022]);
    expect(input.gazetteer.places).toHaveLength(1);
    expect(input.gazetteer.streets).toHaveLength(1);
  });

  it('that are newer than this program are taken by the names in the file', async () => {
    const { addresses } = await importFiles({
      'vlg.csv': csvFile([
        flemish({ municipality_id: '44999', municipality_name_nl: 'Nieuwstad', municipality_name_fr: 'Nieuwstad' }),
      ]),
    });
    expect(addresses[0]).toMatchObject({
      nis: 44999,
      municipality: { nl: 'Nieuwstad' },
      province: { nl: 'Oost-Vlaanderen' },
    });
  });
});

describe('places', () => {
  it('of a Flemish postcode are its main locality in proper case, found by the others too', async () => {
    const { input, addresses } = await importFiles({
      'vlg.csv': csvFile([
        flemish({ municipality_id: '23105', postcode: '1790', postname_nl: 'AFFLIGEM/Essene/Hekelgem/Teralfene' }),
        flemish({ address_id: '2', municipality_id: '23105', postcode: '1791', postname_nl: 'AFFLIGEM/Elders' }),
      ]),
    });
    expect(input.gazetteer.places).toHaveLength(1);
    expect(addresses.map(({ place, postcode }) => [place.nl, postcode])).toEqual([
      ['Affligem', 1790],
      ['Affligem', 1791],
    ]);
    expect(aliasNames(input.gazetteer.places[0])).toEqual(['Essene', 'Hekelgem', 'Teralfene', 'Elders']);
  });

  it('bear the names of the municipality where they are called like it', async () => {
    const { addresses } = await importFiles({
      'all.csv': csvFile([flemish({ postname_nl: 'HALLE' }), walloon({ postname_fr: 'Malmedy' })]),
    });
    expect(addresses.map(({ place }) => place)).toEqual([
      { nl: 'Halle', fr: 'Hal' },
      { fr: 'Malmedy', de: 'Malmedy' },
    ]);
  });

  it('and municipalities keep all the names of the file, but those of another one and those that only repeat a name', async () => {
    const mons = {
      municipality_id: '53053',
      municipality_name_nl: 'Bergen',
      municipality_name_fr: 'Mons',
      municipality_name_de: 'Mons',
    };
    const named = await importFiles({ 'wal.csv': csvFile([walloon({ ...mons, postname_fr: 'Mons' })]) });
    expect(named.input.gazetteer.municipalities[0]).toEqual({
      id: 53053,
      names: { fr: 'Mons', nl: 'Bergen' },
      province: 0,
    });
    expect(named.addresses[0]).toMatchObject({
      municipality: { fr: 'Mons', nl: 'Bergen' },
      place: { fr: 'Mons', nl: 'Bergen' },
    });
    const other = { ...mons, municipality_name_fr: 'Hyon', municipality_name_nl: 'Elders' };
    const merged = await importFiles({ 'wal.csv': csvFile([walloon({ ...other, postname_fr: 'Hyon' })]) });
    expect(merged.input.gazetteer.municipalities[0]!.names).toEqual({ fr: 'Mons' });
    expect(aliasNames(merged.input.gazetteer.municipalities[0])).toEqual(
      expect.arrayContaining(['Hyon', 'Elders', 'Bergen']),
    );
  });

  it('of Wallonia lose a postcode in brackets, and are found with it', async () => {
    const { input } = await importFiles({ 'wal.csv': csvFile([walloon({ postname_fr: 'Cuesmes(7033)' })]) });
    expect(input.gazetteer.places[0]!.names).toEqual({ fr: 'Cuesmes' });
    expect(aliasNames(input.gazetteer.places[0])).toEqual(['Cuesmes(7033)']);
  });

  it('of Wallonia are the parts of municipalities, address by address', async () => {
    const parts = ['Malmedy', 'Bevercé', 'Bellevaux-Ligneuville', 'Hédomont', 'Bevercé'];
    const rows = parts.map((postname_fr, index) => walloon({ postname_fr, address_id: String(index) }));
    const { addresses, input } = await importFiles({ 'wal.csv': csvFile(rows) });
    expect(addresses.map(({ place }) => place.fr)).toEqual(parts);
    expect(new Set(addresses.map(({ placeId }) => placeId)).size).toBe(4);
    expect(input.gazetteer.places).toHaveLength(4);
  });

  it('without a postal name are the municipality, found by the localities of the postcode', async () => {
    const { addresses, input } = await importFiles({
      'all.csv': csvFile([
        brussels({ municipality_id: '21004', postcode: '1000' }),
        brussels({ municipality_id: '21004', postcode: '1020', address_id: '2' }),
        walloon({
          municipality_id: '63067',
          postcode: '4782',
          postname_fr: '',
          streetname_de: 'Am Markt',
          streetname_fr: '',
        }),
        flemish({ postname_nl: '' }),
      ]),
    });
    expect(addresses.map(({ place }) => Object.values(place)[0])).toEqual([
      'Bruxelles',
      'Bruxelles',
      'Sankt Vith',
      'Halle',
    ]);
    const byName = new Map(input.gazetteer.places.map((place) => [Object.values(place.names)[0], aliasNames(place)]));
    expect(byName.get('Bruxelles')).toEqual(['Laken', 'Laeken']);
    expect(byName.get('Sankt Vith')).toContain('Schönberg');
  });

  it('of Brussels in older files have their part in brackets, by which they are found', async () => {
    const { addresses, input } = await importFiles({
      'bru.csv': csvFile([
        brussels({ municipality_id: '21004', postname_fr: 'Bruxelles (Laeken)', postname_nl: 'Brussel (Laken)' }),
      ]),
    });
    expect(addresses[0]!.place).toEqual({ fr: 'Bruxelles (Laeken)', nl: 'Brussel (Laken)' });
    expect(aliasNames(input.gazetteer.places[0])).toEqual(['Laeken', 'Laken']);
  });

  it('of one postcode in two municipalities are two', async () => {
    const { addresses } = await importFiles({
      'bru.csv': csvFile([
        brussels({ municipality_id: '21009', postcode: '1050' }),
        brussels({ municipality_id: '21004', postcode: '1050', address_id: '2' }),
      ]),
    });
    expect(addresses.map(({ place, postcode, nis }) => [place.nl, postcode, nis])).toEqual([
      ['Elsene', 1050, 21009],
      ['Brussel', 1050, 21004],
    ]);
  });

  it('have identifiers that do not depend on what else is in the files', async () => {
    const alone = await importFiles({ 'wal.csv': csvFile([walloon()]) });
    const others = ['Arimont', 'Zinnen', 'Malmedy'].map((postname_fr, index) =>
      walloon({ postname_fr, address_id: String(index) }),
    );
    const together = await importFiles({ 'wal.csv': csvFile([...others, walloon()]) });
    expect(together.addresses[3]!.placeId).toBe(alone.addresses[0]!.placeId);
    const ids = together.input.gazetteer.places.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(Number.isSafeInteger(id)).toBe(true);
  });
});

describe('splitPostalName', () => {
  it('takes the part in capitals, else the one named as the municipality, else the first', () => {
    expect(splitPostalName('Essene/AFFLIGEM/Hekelgem', 'X')).toEqual({
      main: 'Affligem',
      others: ['Essene', 'Hekelgem'],
    });
    expect(splitPostalName('Essene/Affligem', 'Affligem')).toEqual({ main: 'Affligem', others: ['Essene'] });
    expect(splitPostalName('Lembeek', 'Halle')).toEqual({ main: 'Lembeek', others: [] });
    expect(splitPostalName('Essene/Hekelgem', 'Affligem')).toEqual({ main: 'Essene', others: ['Hekelgem'] });
    for (const written of ['WILRIJK (Antwerpen)', 'WILRIJK (ANTWERPEN)', 'Wilrijk (Antwerpen)']) {
      expect(splitPostalName(written, 'Antwerpen')).toEqual({ main: 'Wilrijk (Antwerpen)', others: ['Wilrijk'] });
    }
    expect(splitPostalName('HEUSDEN-ZOLDER/Heusden (Limb.)/Zolder', 'Heusden-Zolder')).toEqual({
      main: 'Heusden-Zolder',
      others: ['Heusden (Limb.)', 'Zolder', 'Heusden'],
    });
    // What is in » « is the municipality, or a part of another one.
    for (const [written, municipality, main, others] of [
      ['» Antwerpen «/Ekeren (Antwerpen)', 'Antwerpen', 'Ekeren (Antwerpen)', ['Ekeren']],
      ['» ANTWERPEN «/EKEREN (Antwerpen)', 'Antwerpen', 'Ekeren (Antwerpen)', ['Ekeren']],
      ['Hemiksem/» Wilrijk (Antwerpen) «', 'Hemiksem', 'Hemiksem', []],
      ['Hemiksem/» Wilrijk (Antwerpen) «', 'Antwerpen', 'Wilrijk (Antwerpen)', ['Hemiksem', 'Wilrijk']],
      ['Wuustwezel/» Brecht «/Loenhout', 'Wuustwezel', 'Wuustwezel', ['Loenhout']],
      ['Wuustwezel/» Brecht «/Loenhout', 'Brecht', 'Brecht', ['Wuustwezel', 'Loenhout']],
      ['Opglabbeek/» Meeuwen-Gruitrode «', 'Oudsbergen', 'Opglabbeek', []],
      ['» Antwerpen «', 'Antwerpen', 'Antwerpen', []],
    ] as const) {
      expect(splitPostalName(written, municipality), written).toEqual({ main, others });
    }
    expect(splitPostalName(' / ', 'Affligem')).toEqual({ main: 'Affligem', others: [] });
    expect(splitPostalName('NAZARETH-DE PINTE/Eke', 'Nazareth-De Pinte').main).toBe('Nazareth-De Pinte');
  });
});
