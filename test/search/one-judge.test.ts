import { describe, expect, it } from 'vitest';
import { suggestFeature } from '../../src/query/suggestions.ts';
import { matcherOf } from '../../src/search/country-matcher.ts';
import { openRegister, type SmallRegister } from '../support/small-register.ts';
import { addressesFrom, dutchPlaces, walloonTowns } from '../support/towns.ts';

/** What is suggested first, and what geocode says, as street, number and postcode. */
async function answersTo(register: SmallRegister, text: string): Promise<{ first: string; geocoded: string }> {
  const { index, lookup } = await openRegister(register);
  const [suggestion] = lookup.autocomplete({ search: text }).results;
  const [ordinal = -1] = matcherOf(index).match({ text }).addresses;
  const house = ordinal === -1 ? undefined : suggestFeature(index, { ...HOUSE, ordinal }, undefined);
  const shown = (each: typeof suggestion): string => `${each?.label} ${each?.description.split(' ')[0]}`;
  return { first: shown(suggestion), geocoded: shown(house) };
}

const HOUSE = { kind: 'house', language: undefined, isInner: false } as const;

describe('a suggestion and a geocoded text', () => {
  it.each<[why: string, register: SmallRegister, text: string, answer: string]>([
    ['a letter of the postcode is wrong, which has a street like it', TOWN, 'beukenlaan 29, 5741DB Beek', 'Beukenlaan 29 5741DL'],
    ['the street has the postcode, but not at that number', TOWN, 'Eikenlaan 1, 5741DA', 'Eikenlaan 1 5741DC'],
    ['a letter of the street and one of the postcode are wrong, which is that of another house', TOWN, 'Beukelaan 29, 5741EE Beek', 'Beukenlaan 29 5741DL'],
    ['a digit of the postcode is wrong', SUBURBS, 'Heideveld 1, 1664 Beersel', 'Heideveld 1 1654'],
    ['a digit of the postcode is wrong, without a place', SUBURBS, 'Heideveld 1, 1664', 'Heideveld 1 1654'],
    ['another kind of street has the number, a street like it has not', SUBURBS, 'Rue de Gand 297, 1651 Lot', 'Chaussée de Gand 297 1651'],
    ['a letter of the place is wrong, in whose name another place is', SUBURBS, 'Rue des Trieux 31, Croqx-lez-Lot', 'Rue des Trieux 31 1652'],
    ['a letter of the street and a digit of the postcode are wrong, and the rest of the street is one', SUBURBS, 'Keine Hooiweg 1, 1664 Huizingen', 'Kleine Hooiweg 1 1654'],
    ['a letter of the place is wrong, and words in front say whose address it is', SUBURBS, 'Bakkerij Jansen, Heideveld 1, Huizingne', 'Heideveld 1 1654'],
    ['a letter of the place is wrong, with no comma before it', SUBURBS, '1 Heideveld Huizngen', 'Heideveld 1 1654'],
    ['a letter of the place is wrong, with no comma before it, but one behind the number', SUBURBS, '1, Heideveld Huizngen', 'Heideveld 1 1654'],
    ['a letter of the place is wrong, before the number', SUBURBS, 'Heideveld Huizngen 1', 'Heideveld 1 1654'],
    ['a letter of the place is wrong, with no comma behind it', SUBURBS, 'Huizingne Heideveld 1', 'Heideveld 1 1654'],
    ['a letter of the place is wrong, in front of a comma', SUBURBS, 'Huizingne, Heideveld 1', 'Heideveld 1 1654'],
    ['a letter of the place and one of the street are wrong, behind the postcode', SUBURBS, '1654 Huizngen Keine Hooiweg 1', 'Kleine Hooiweg 1 1654'],
    ['a letter of the place and one of the street are wrong, behind a postcode of many', CITY, '1654 Huizngen Zwluwplein 3', 'Zwaluwplein 3 1654'],
    ['a letter of the place is wrong, between the street and a postcode of many', CITY, '1654 Huizingne Zwaluwplein 3', 'Zwaluwplein 3 1654'],
    ['a letter of the street is wrong, and another is called as the place in front', SUBURBS, 'Huizingen, Heidevelt 1', 'Heideveld 1 1654'],
    ['a digit of the postcode is wrong, and what stands for the number is in front', SUBURBS, '1, Heideveld, 1664 Huizingen', 'Heideveld 1 1654'],
    ['a digit of the postcode in front is wrong', SUBURBS, '1664 Huizingen Heideveld 1', 'Heideveld 1 1654'],
    ['the end of the place is cut off', SUBURBS, 'Heideveld 1, Huizin', 'Heideveld 1 1654'],
    ['a full stop says that the place goes on', SUBURBS, 'Heideveld 1, Huiz.', 'Heideveld 1 1654'],
    ['the end of the place in front is cut off', SUBURBS, 'Huizin Heideveld 1', 'Heideveld 1 1654'],
    ['the street is called as a place, and a digit of the postcode is wrong', SUBURBS, 'Huizingen 3, 1661', 'Huizingen 3 1651'],
    ['the end of the street is cut off', SUBURBS, 'Kleine Hooi 1, Huizingen', 'Kleine Hooiweg 1 1654'],
    ['the end of the street is cut off, and nothing but a postcode says where', SUBURBS, 'Kleine Hooi 1, 1654', 'Kleine Hooiweg 1 1654'],
    ['the end of the street is cut off behind a company, with place and postcode', SUBURBS, 'Dupont SA, Kleine Hooi 1, 1654 Huizingen', 'Kleine Hooiweg 1 1654'],
    ['the kind of street is missing, and a street elsewhere is called as the rest', BIRDS, 'Karekiet 1, 5701AA Beek', 'Karekietstraat 1 5701AA'],
    ['a full stop says that the street goes on', SUBURBS, 'Heid. 1, Huizingen', 'Heideveld 1 1654'],
    ['the number is between a company and the street', SUBURBS, 'Dupont SA, 1, Heideveld, 1654 Huizingen', 'Heideveld 1 1654'],
    ['the number is between a company and the street, with no commas', SUBURBS, 'Dupont SA 1 Kleine Hooiweg Huizingen', 'Kleine Hooiweg 1 1654'],
    ['the number is between a company and a street with a letter wrong', SUBURBS, 'Dupont SA, 1, Kleine Hoiiweg, 1654 Huizingen', 'Kleine Hooiweg 1 1654'],
    ['the number is between a company and a French street with a letter wrong', SUBURBS, 'Dupont SA, 297, Chaussée de Gamd, 1651 Lot', 'Chaussée de Gand 297 1651'],
    ['the number is between a company and a street of no kind with a letter wrong', SUBURBS, 'Dupont SA, 1, Heidevedl, 1654 Huizingen', 'Heideveld 1 1654'],
    ['the number is between a sentence and the street', SUBURBS, 'maison située 1 Heideveld à Huizingen', 'Heideveld 1 1654'],
    ['another address follows, each with its place', BIRDS, 'Karekietstraat 1, Beek / Karekiet 1, Donk', 'Karekietstraat 1 5701AA'],
    ['another address of the place follows', SUBURBS, 'Heideveld 1, Hooiweg 1, 1654 Huizingen', 'Heideveld 1 1654'],
    ['the kind of street is behind the name, in brackets', SUBURBS, 'Gand (Chaussée de) 297, Lot', 'Chaussée de Gand 297 1651'],
    ['the kind of street is behind the name and a comma', SUBURBS, 'Gand, Chaussée de 297, Lot', 'Chaussée de Gand 297 1651'],
    ['two English words say that a number follows', SUBURBS, 'Street: Heideveld; House number: 1; City: Huizingen', 'Heideveld 1 1654'],
    ['a number belongs to no address', SUBURBS, 'Heideveld 1 Huizingen sectie B nr 123', 'Heideveld 1 1654'],
    ['the street begins with the name of a place that has the rest of it', SUBURBS, 'Beersel 1654 Lot-Dorp 38', 'Lot-Dorp 38 1654'],
    ['the kind of street is abbreviated, and another place has the rest as its name', SUBURBS, 'R. de Beersel 5, Lot', 'Route de Beersel 5 1651'],
    ['another kind of street is in the province of that name', CAPITAL, 'Daltonstraat 1, Utrecht', 'Daltonlaan 1 3501AB'],
    ['words and a time follow', SUBURBS, 'Heideveld 1, 1654 Huizingen, levering voor 12:30', 'Heideveld 1 1654'],
    ['two letters of a short place are wrong', SUBURBS, 'Kleine Hooiweg 1, Beerzl', 'Kleine Hooiweg 1 1654'],
    ['a digit between letters is one misread', SUBURBS, 'Kleine H0oiweg 1, Huizingen', 'Kleine Hooiweg 1 1654'],
    ['the province is all that says where', SUBURBS, 'Kleine Hooiweg 1, Vlaams-Brabant', 'Kleine Hooiweg 1 1654'],
    ['the province is all that says where, and a letter is wrong', SUBURBS, 'Kleine Hooiwge 1, Vlaams-Brabant', 'Kleine Hooiweg 1 1654'],
    ['a short name is all that is left of it', SUBURBS, 'Gand 297, Lot', 'Chaussée de Gand 297 1651'],
    ['two letters are wrong in a short word', SUBURBS, 'Kleine Hoioeg 1, Huizingen', 'Kleine Hooiweg 1 1654'],
    ['a digit of the postcode is wrong, and a street of that name has another digit and other letters', NAMESAKES, 'Parallelweg 1, 5751AA', 'Parallelweg 1 5756AA'],
    ['the kind of street is missing, and a street elsewhere is called as the rest, but the postcode is of one street', BIRDS, 'Karekiet 1, 5701AA', 'Karekietstraat 1 5701AA'],
    ['a full stop says that the place goes on, whose beginning is another', MOORS, 'Kerkweg 1, Veen.', 'Kerkweg 1 5702AA'],
    ['a full stop only ends the text', MOORS, 'Molenweg 1, Veen.', 'Molenweg 1 5701AA'],
    ['ey stands for eij', MOORS, 'Van Steynstraat 1, Veenendaal', 'Van Steijnstraat 1 5702AA'],
    ['a letter of a town is wrong, whose province is called so, too', CAPITAL, 'Kruisstraat 1, Utr-ecth', 'Kruisstraat 1 3501AC'],
    ['the country is named behind the place', CANTONS, 'Um Bierg 1, Mertzig, Luxembourg', 'Um Bierg 1 9170'],
    ['the kind of street is missing behind a short name', SUBURBS, 'Hoog 7, 1651 Lot', 'Hoogstraat 7 1651'],
    ['the kind of street is missing behind a short name, and the house has no such box', SUBURBS, 'Hoog 7 bus 3, 1651 Lot', 'Hoogstraat 7 1651'],
    ['two numbers are between a company and the street', SUBURBS, 'Dupont SA, 1-2 Heideveld, 1651 Lot', 'Heideveld 1 1651'],
    ['a box and the letter of the country are between a misspelt street and the postcode', SUBURBS, 'Kleine Hoiiweg 1 bte 1.2, B-1654 Huizingen', 'Kleine Hooiweg 1 1654'],
    ['two letters of the street are wrong, and the place behind the number is in the name of another', SUBURBS, 'Rue de Gagn 5, Beersel, 1651', 'Rue de Gang 5 1651'],
    ['a digit of the postcode is wrong, which has a street of the name, too', SUBURBS, 'Heideveld 1, 1651 Huizingen', 'Heideveld 1 1654'],
    ['a letter of the place and a digit of the postcode are wrong, which has a street of the name without the number', MILLS, 'Molenstraat 118, 5702AA Njilen', 'Molenstraat 118 5701AA'],
    ['a company is in front of a street that has lost its kind, and is then called as a place', VILLAGES, 'Restaurant De Zon, Donk 1, 5701AA Beek', 'Donkstraat 1 5701AA'],
    ['the second of two numbers looks like a postcode', MILLS, 'Molenstraat 1058 t/m 1062, Nijlen, 5701AA', 'Molenstraat 1058 5701AA'],
    ['words follow, and the place is in front', SUBURBS, 'Huizingen, Heideveld 1, sonner chez Dupont', 'Heideveld 1 1654'],
    ['the kind of street is missing, another street of the municipality is called as the rest, and the postcode is of one street', BIRDS, 'Karekiet 1, 5701AA Kempen', 'Karekietstraat 1 5701AA'],
    ['the postcode is that of the municipality, where it has a street nearly of the name', SUBURBS, 'Beukenlaan 9, 1651 Beersel', 'Beukenlaan 9 1654'],
    ['the street of the name in the municipality is misspelt itself', SUBURBS, 'Beukelaan 9, 1651 Beersel', 'Berkenlaan 9 1651'],
    ['the postcode is that of the town, of which another part has the number', PARTS, 'Heirbaan 8, 1650 Beersel', 'Heirbaan 8 1651'],
    ['the same, behind the town', PARTS, '1650 Beersel, Heirbaan 8', 'Heirbaan 8 1651'],
    ['the same with a letter wrong', PARTS, 'Hierbaan 8, 1650 Beersel', 'Heirbaan 8 1651'],
    ['the postcode is that of the town, of which another part has the street, and this one a longer name', PARTS, 'Beekstraat 3, 1650 Beersel', 'Beekstraat 3 1651'],
    ['the postcode is that of the town, and the house of a street of two postcodes has the other one', PARTS, 'Kade 6, 1650 Beersel', 'Kade 6 1652'],
    ['the postcode is that of the capital, of whose region another municipality has the street', REGION, 'Zavel 4, 1650 Brussel', 'Zavel 4 1651'],
    ['the house has the postcode of the town, as another one in another part has not', PARTS, 'Molenweg 3, 1650 Beersel', 'Molenweg 3 1650'],
    ['only the brackets of the name say which', SUBURBS, "Grand'Rue (CH) 20, 1661 Beersel", "Grand'Rue (CH) 20 1654"],
  ])('are the same address where %s', async (_, register, text, answer) => {
    expect(await answersTo(register, text)).toEqual({ first: answer, geocoded: answer });
  }); // biome-ignore format: a table

  it.each<[why: string, register: SmallRegister, text: string, street: string]>([
    ['a company is in front', SUBURBS, 'Dupont SA, Kleine Hooiweg, 1654 Huizingen', 'Kleine Hooiweg'],
    ['a company is in front, and no postcode', SUBURBS, 'Dupont SA, Kleine Hooiweg, Huizingen', 'Kleine Hooiweg'],
    ['the country is behind', CANTONS, 'Um Bierg, 9170 Mertzig, Luxembourg', 'Um Bierg'],
    ['the postcode is not that of its first house', TOWN, 'Eikenlaan, 5741DB Beek', 'Eikenlaan'],
  ])('are the same street without a number where %s', async (_, register, text, street) => {
    const { index, lookup } = await openRegister(register);
    const { streets, differences } = matcherOf(index).match({ text });
    expect(lookup.autocomplete({ search: text }).results[0]).toMatchObject({ label: street, precision: 'Street' });
    expect(streets.map((each) => index.streets.nameOf(each))).toEqual([street]);
    expect(differences.map(([name]) => name).filter((name) => name !== 'words-ignored')).toEqual(['number-missing']);
  });

  it('are right as written where the country is named behind the place', async () => {
    const { index } = await openRegister(CANTONS);
    expect(matcherOf(index).match({ text: 'Um Bierg 1, 9170 Mertzig, Luxembourg' }).status).toBe('exact');
    // Of no place it is the town.
    expect(matcherOf(index).match({ text: 'Um Bierg 1, Luxembourg' }).status).not.toBe('exact');
  });

  it('are no house in another part of a town than that of the postcode', async () => {
    const { index, lookup } = await openRegister(PARTS);
    for (const text of ['Heirbaan 1, 1651 Lot', 'Heirbaan 1, 1651 Beersel']) {
      expect(matcherOf(index).match({ text }).status).toBe('street');
      expect(lookup.autocomplete({ search: text }).results[0]).toMatchObject({ description: 'street in Lot' });
    }
  });

  it('are no house in a place that the end of the street only begins', async () => {
    const streets = [
      ['Rue des Grandes Fosses', 'Bellaire'],
      ['Rue Grande', 'Fosses-la-Ville'],
    ] as const;
    const towns = ['Bellaire', 'Fosses-la-Ville'];
    const { index } = await openRegister(walloonTowns({ towns, postcode: 4670, streets, numbers: [9] }));
    for (const place of ['Trier', 'Jurknydexvro Gulpofquampof']) {
      const { addresses, streets } = matcherOf(index).match({ text: `${place}, Rue des Grandes Fosses 9` });
      expect([addresses, streets.map((each) => index.streets.nameOf(each))]).toEqual([[], ['Rue des Grandes Fosses']]);
    }
  });

  it('are right as written where the floor stands in the column of the number', async () => {
    const { index } = await openRegister(MILLS);
    const row = { street: 'Molenstraat', housenumber: '118, 2e verdieping', postcode: '5701AA', place: 'Nijlen' };
    expect(matcherOf(index).match(row).status).toBe('exact');
    // A box may be one of the register.
    expect(matcherOf(index).match({ ...row, housenumber: '118 app. 2' }).status).toBe('corrected');
  });

  it.each(['Dorpsstraat, 2e verdieping, 5741EG Beek', 'Dorpsstraat 2de verd., Beek', '2nd floor, Dorpsstraat, Beek'])(
    'know no house by the number of a floor: %s',
    async (text) => {
      const { index, lookup } = await openRegister(TOWN);
      expect(matcherOf(index).match({ text })).toMatchObject({ status: 'street', discrepancies: ['number-missing'] });
      expect(lookup.autocomplete({ search: text }).results[0]!.label).toBe('Dorpsstraat');
    },
  );

  it.each([
    ['a floor', 'Dorpsstraat verdieping 2, Beek'],
    ['a room', 'Dorpsstraat kamer 2, Beek'],
    ['a building', 'gebouw 2, Dorpsstraat, Beek'],
    ['a plot, with the postcode', 'Dorpsstraat kavel 2, 5741EG Beek'],
    ['a box alone', 'Dorpsstraat app. 2, Beek'],
  ])('know no house by the number of %s', async (_, text) => {
    const { index, lookup } = await openRegister(TOWN);
    const { addresses, streets } = matcherOf(index).match({ text });
    expect([addresses, streets.map((each) => index.streets.nameOf(each))]).toEqual([[], ['Dorpsstraat']]);
    expect(lookup.autocomplete({ search: text }).results[0]!.label).toBe('Dorpsstraat');
  });

  it('know a house by its number where the street is called as a part of a building is', async () => {
    const { index } = await openRegister(GATES);
    expect(matcherOf(index).match({ text: 'Oude Poort 2, Beek' }).status).toBe('exact');
    // A letter of the name is wrong, or its kind of street is left out.
    expect(matcherOf(index).match({ text: 'Oute Poort 2, Beek' }).addresses).toHaveLength(1);
    expect(matcherOf(index).match({ text: 'Restaurant De Zon, Toren 2, 5741DC Beek' }).addresses).toHaveLength(1);
    expect(matcherOf(index).match({ text: 'Dorpsstraat poort 2, Beek' }).addresses).toEqual([]);
  });

  it('know a street whose name ends as the sign of a number does, with the number in its column', async () => {
    const { index } = await openRegister({
      ...dutchPlaces({ Beek: ['Beukenhof N', 'Beukenhof'] }),
      addresses: addressesFrom(1, [
        { street: 0, postcode: '5741DA', number: 2 },
        { street: 1, postcode: '5741DB', number: 2 },
      ]),
    });
    const streetOf = (street: string): string => {
      const { addresses } = matcherOf(index).match({ street, housenumber: '2', place: 'Beek' });
      return index.streets.nameOf(index.streets.streetOf(addresses[0]!));
    };
    expect(['Beukenhof N', 'Beukenhof nr.', 'Beukenhof'].map(streetOf)).toEqual([
      'Beukenhof N',
      'Beukenhof',
      'Beukenhof',
    ]);
  });

  it('know no house by the number of a room where the kind of street is in front', async () => {
    const { index, lookup } = await openRegister(SUBURBS);
    const text = 'Rue des Trieux bureau 31, 1652 Alsemberg';
    const { addresses, streets } = matcherOf(index).match({ text });
    expect([addresses, streets.map((each) => index.streets.nameOf(each))]).toEqual([[], ['Rue des Trieux']]);
    expect(lookup.autocomplete({ search: text }).results[0]!.label).toBe('Rue des Trieux');
  });

  it('know a street by its direction, which is also the sign of a number: N.', async () => {
    const { index, lookup } = await openRegister({
      ...dutchPlaces({ Beek: ['Kanaal Noord', 'Kanaal Zuid', 'Haven Westzijde', 'Haven Oostzijde'] }),
      addresses: addressesFrom(
        1,
        ['5741DA', '5741DB', '5741DC', '5741DD'].map((postcode, street) => ({ street, postcode, number: 2 })),
      ),
    });
    const streetsOf = (street: string): readonly string[] => {
      const text = `${street} 2, Beek`;
      const [first] = lookup.autocomplete({ search: text }).results;
      const { addresses } = matcherOf(index).match({ text });
      return [first!.label, ...addresses.map((each) => index.streets.nameOf(index.streets.streetOf(each)))];
    };
    expect(streetsOf('Kanaal N.')).toEqual(['Kanaal Noord 2', 'Kanaal Noord']);
    expect(streetsOf('Kanaal Z')).toEqual(['Kanaal Zuid 2', 'Kanaal Zuid']);
    expect(streetsOf('Haven WZ')).toEqual(['Haven Westzijde 2', 'Haven Westzijde']);
    expect(streetsOf('Haven O.Z.')).toEqual(['Haven Oostzijde 2', 'Haven Oostzijde']);
    // A sign is one nevertheless.
    expect(streetsOf('Kanaal Zuid n. 2')[0]).toBe('Kanaal Zuid 2');
  });

  it('know a street whose little word is wrong, though what follows it is a place', async () => {
    const { index, lookup } = await openRegister({
      ...dutchPlaces({ Beek: ['Weg naar Donk', 'Laan van Donk'], Donk: ['Laan van Beek'] }),
      addresses: addressesFrom(
        1,
        ['5741DA', '5741DB', '5741DC'].map((postcode, street) => ({ street, postcode, number: 2 })),
      ),
    });
    const text = 'Laan vn Beek 2, Donk';
    const { addresses } = matcherOf(index).match({ text });
    expect(addresses.map((each) => index.streets.nameOf(index.streets.streetOf(each)))).toEqual(['Laan van Beek']);
    expect(lookup.autocomplete({ search: text }).results[0]!.label).toBe('Laan van Beek 2');
  });

  it('begin the name of a street with an article that stands behind its place', async () => {
    const { lookup } = await openRegister({
      ...dutchPlaces({ Beek: [...Array.from({ length: 60 }, (_, i) => `Mus${i}straat`), 'het Meer'] }),
      addresses: addressesFrom(
        1,
        Array.from({ length: 121 }, (_, i) => ({ street: i >> 1, postcode: '5741DA', number: 2 + 2 * (i & 1) })),
      ),
    });
    expect(lookup.autocomplete({ search: 'Beek het M' }).results[0]!.label).toBe('het Meer');
  });

  it('list the number with the digit that a letter looks like', async () => {
    const { lookup } = await openRegister(TOWN);
    const { results } = lookup.autocomplete({ search: 'Dorpsstraat 2O, 5741EG Beek' });
    expect(results.slice(0, 2).map(({ label }) => label)).toEqual(['Dorpsstraat 2', 'Dorpsstraat 20']);
  });

  it('list what has the number and a longer name after the street that lacks it', async () => {
    const { lookup } = await openRegister(FARMS);
    const labels = lookup.autocomplete({ search: 'Hoef 1, Kempen' }).results.map(({ label }) => label);
    expect(labels[0]).toBe('Hoef');
    expect(labels).toContain('De Hoef 1');
  });

  it('list the street of a place before those of the municipality that is called so', async () => {
    const { lookup } = await openRegister(CANTONS);
    const { results } = lookup.autocomplete({ search: 'Rue Principale 1, 9173 Mertzig' });
    expect(results.slice(0, 2).map(({ description }) => description)).toEqual(['9170 Mertzig', '9171 Colpach']);
  });

  it('take no part of the name of a place for the street', async () => {
    expect((await answersTo(HYPHENS, 'Nergens 1, Beek-Donk')).geocoded).toBe('undefined undefined');
    expect((await answersTo(HYPHENS, 'Dupont, 1, Beek, Donk')).geocoded).toBe('Oude Beek 1 5702AA');
  });

  it('list a street of the name before one that has it as another name', async () => {
    const { lookup } = await openRegister(CANTONS);
    const { results } = lookup.autocomplete({ search: 'Rue Neuve 9, 9170 Mertzig' });
    expect(results[0]?.label).toBe('Rue Neuve');
  });

  it.each([
    ['Rue de Diekirch 1, Mertzig', 'Route de Diekirch 1 9170'],
    ['Rue de Colpach 1, Mertzig', 'Route de Colpach 1 9170'],
    ['Route te Colpach 1, Mertzig', 'Route de Colpach 1 9170'],
    ['Rue de Petit Colpach 1, Mertzig', 'Rue du Petit Colpach 1 9170'],
    ['Quai Petit Colpach 1, Mertzig', 'Rue du Petit Colpach 1 9170'],
  ])('%s is a street called after a place, and not one in that place', async (text, house) => {
    const { first, geocoded } = await answersTo(ROADS, text);
    expect([first, geocoded]).toEqual([house, house]);
  });

  it('are the street of a place whose namesakes have the written name besides', async () => {
    for (const [text, house] of [
      ['Rue Principale 1, Colpach', 'Haaptstrooss 1 9171'],
      ['Rue Principale 1, Petit-Nobressart', 'Haaptstrooss 1 9173'],
    ] as const) {
      const { first, geocoded } = await answersTo(VILLAGE_STREETS, text);
      expect([first, geocoded]).toEqual([house, house]);
    }
  });

  it.each([
    ['Bruggestraat (Korte) 1, Beek', 'Korte Bruggestraat 1 5701AA'],
    ['Bruggestraat, Korte 1, Beek', 'Korte Bruggestraat 1 5701AA'],
    ['Kte Bruggestraat 1, Beek', 'Korte Bruggestraat 1 5701AA'],
    ['Bruggestraat (1e) 1, Beek', 'Eerste Bruggestraat 1 5701AA'],
    ['Bruggestraat, 1e 1, Beek', 'Eerste Bruggestraat 1 5701AA'],
    ['Janssenplein, Piet 1, Beek', 'Piet Janssenplein 1 5701AA'],
    ['Bruggestraat (achterom) 1, Beek', 'Bruggestraat 1 5701AA'],
  ])('%s has what a street has in front behind its name, or short', async (text, answer) => {
    const { first, geocoded } = await answersTo(BRIDGES, text);
    expect([first, geocoded]).toEqual([answer, answer]);
  });

  it.each([
    ['Square Hotel Colpach, Rue de Mertzig 1'],
    ['Place Verte Colpach, Rue de Mertzig 1'],
    ['Park Hotel Colpach, Rue de Mertzig 1'],
  ])('%s: whose address it is may begin as a street does', async (text) => {
    const { first, geocoded } = await answersTo(ROADS, text);
    expect([first, geocoded]).toEqual(Array(2).fill('Rue de Mertzig 1 9171'));
  });

  it('are the street of the place, though one elsewhere in the postcode has the name as written', async () => {
    const streets = [
      ['Rue du Pasteur Charensol', 'Wasmes'],
      ['Rue Pasteur Charensol', 'Warquignies'],
      // So many that the postcode does not say which street is meant.
      ...['Rue Haute', 'Rue Basse', 'Rue Neuve', 'Place Verte'].map((street) => [street, 'Wasmes'] as const),
    ] as const;
    const register: SmallRegister = {
      ...walloonTowns({ towns: ['Wasmes', 'Warquignies'], postcode: 7340, streets }),
      addresses: addressesFrom(
        1,
        streets.map((_, street) => ({ street, postcode: '7340', number: 1 })),
      ),
    };
    const { first, geocoded } = await answersTo(register, 'Rue de Pasteur Charensol 1, 7340 Wasmes');
    expect([first, geocoded]).toEqual(Array(2).fill('Rue du Pasteur Charensol 1 7340'));
    // Its number is no reason for another one.
    const { index } = await openRegister(register);
    expect(matcherOf(index).match({ text: 'Rue Pasteur Charensol 3, 7340 Wasmes' })).toMatchObject({
      status: 'street',
    });
  });

  it('are not exact with an article more where another street of the place is called so, though the postcode is of the one', async () => {
    // So many that the postcode does not say which street is meant.
    const others = ['Dam', 'Spui', 'Plein', 'Brink', 'Heide', 'Markt'];
    const { index } = await openRegister<'nl'>(
      dutchPlaces({ Beek: ['Wittestraat'], Donk: ['De Wittestraat', ...others] }),
    );
    const statusOf = (text: string): string => matcherOf(index).match({ text }).status;
    expect(statusOf('De Wittestraat 1, 5702AA Kempen')).toBe('exact');
    expect(statusOf('Wittestraat 1, 5702AA Kempen')).not.toBe('exact');
  });

  it('are not a number with an addition that is a place, unless the house has it', async () => {
    const { index, lookup } = await openRegister(SHORT);
    expect(lookup.autocomplete({ search: 'Hoogstraat 2 As' }).results[0]?.description).toBe('street in As');
    expect(matcherOf(index).match({ text: 'Hoogstraat 2 As' })).toMatchObject({ status: 'street', streets: [0] });
    expect((await answersTo(SHORT, 'Kerkstraat 2 As')).geocoded).toBe('Kerkstraat 2-As 5741DC');
  });

  it('are without their kind the street in the place, though one elsewhere is called just so, but not as surely', async () => {
    const { index } = await openRegister(BIRDS);
    expect((await answersTo(BIRDS, 'Karekiet 1, Beek')).geocoded).toMatch(/^Karekietstraat 1 /);
    const { differences } = matcherOf(index).match({ text: 'Karekiet 1, Beek' });
    expect(differences.map(([name]) => name)).toEqual(['street-form', 'street-namesake']);
  });

  it.each([
    ['lacks the number', 'Kleine Hoioeg 2, Huizingen'],
    ['is not where the text says', 'Kleine Hoioeg 1, Nergens'],
    ['is in a place with a letter wrong, too', 'Kleine Hoioeg 1, Huizngen'],
    ['is in a short place with two letters wrong, too', 'Kleine Hoioeg 1, Beerzl'],
  ])('are no street with two letters wrong in a short word that %s', async (_, text) => {
    const { index } = await openRegister(SUBURBS);
    expect(matcherOf(index).match({ text }).streets).toEqual([]);
    expect((await answersTo(SUBURBS, text)).geocoded).toBe('undefined undefined');
  });

  it('take no digits for letters of a place: in Beers 1, 1 is the number', async () => {
    expect((await answersTo(SUBURBS, 'Kleine Hooiweg, Beers 1')).geocoded).toBe('Kleine Hooiweg 1 1654');
  });

  it.each([
    ['another kind of street', 'Daltonstraat 1, Utrecht', ['Daltonlaan 1', 'Daltonstraat 1']],
    ['a longer name, of which the number is', 'Israelsstraat 1, Utrecht', ['Jozef Israelsstraat 1']],
    ['nothing like it', 'Daltonstraat 1, 3441AB Utrecht', ['Daltonstraat 1']],
  ])(
    'list the street of the province behind that of the town that is called so, which has %s',
    async (_, search, labels) => {
      const { lookup } = await openRegister<'nl'>(CAPITAL);
      const { results } = lookup.autocomplete({ search });
      expect(results.slice(0, labels.length).map(({ label }) => label)).toEqual(labels);
    },
  );

  it('list what resembles the street after the house that the postcode and number are of', async () => {
    const { lookup } = await openRegister<'nl'>(TOWN);
    const labels = lookup.autocomplete({ search: 'Eikenweg 7, 5741EE Beek' }).results.map(({ label }) => label);
    expect(labels[0]).toBe('Dorpsstraat 7');
    expect(labels).toContain('Eikenlaan');
  });
});

const TOWN: SmallRegister = {
  country: 'nl',
  gazetteer: {
    regions: [],
    provinces: [{ id: 30, names: { nl: 'Noord-Brabant' } }],
    municipalities: [{ id: 1659, names: { nl: 'Laarbeek' }, province: 0 }],
    places: [{ id: 1, names: { nl: 'Beek' }, municipality: 0 }],
    streets: [
      { id: 1, names: { nl: 'Beukenlaan' }, place: 0 },
      { id: 2, names: { nl: 'Eikenlaan' }, place: 0 },
      { id: 3, names: { nl: 'Dorpsstraat' }, place: 0 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5741DL', number: 29 },
    { street: 1, postcode: '5741DB', number: 28 },
    { street: 1, postcode: '5741DA', number: 30 },
    { street: 1, postcode: '5741DC', number: 1 },
    { street: 2, postcode: '5741EE', number: 7 },
    { street: 2, postcode: '5741EE', number: 29 },
    { street: 2, postcode: '5741EF', number: 2 },
    { street: 2, postcode: '5741EG', number: 20 },
  ]),
};

const FARMS: SmallRegister = {
  ...dutchPlaces({ Beek: ['Hoef'], Donk: ['De Hoef'] }),
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5741DA', number: 2 },
    { street: 1, postcode: '5741DB', number: 1 },
  ]),
};

const GATES: SmallRegister = {
  ...dutchPlaces({ Beek: ['Dorpsstraat', 'Oude Poort', 'Torenstraat'] }),
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5741DA', number: 2 },
    { street: 1, postcode: '5741DB', number: 2 },
    { street: 2, postcode: '5741DC', number: 2 },
  ]),
};

const HYPHENS = dutchPlaces({ 'Beek-Donk': ['Dorpsstraat'], Donk: ['Oude Beek'] });

const SHORT: SmallRegister = {
  ...dutchPlaces({ As: ['Hoogstraat'], Donk: ['Hoogstraat', 'Kerkstraat'] }),
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5741DA', number: 1 },
    { street: 1, postcode: '5741DB', number: 2 },
    { street: 2, postcode: '5741DC', number: 2, addition: 'As' },
  ]),
};

/** Streets that share the last words of their names. */
const BRIDGES = dutchPlaces({
  Beek: ['Bruggestraat', 'Korte Bruggestraat', 'Eerste Bruggestraat', 'Piet Janssenplein', 'Janssenplein'],
});

/** Roads that lead to a place, and the main street and the road back of that place. */
const ROADS: SmallRegister = {
  country: 'lu',
  gazetteer: {
    regions: [{ id: 1, names: { fr: 'Diekirch' } }],
    provinces: [{ id: 1, names: { fr: 'Redange' }, region: 0 }],
    municipalities: [{ id: 1, names: { fr: 'Ell' }, province: 0 }],
    places: ['Mertzig', 'Colpach'].map((fr, i) => ({ id: i + 1, names: { fr }, municipality: 0 })),
    streets: [
      ...['Route de Diekirch', 'Route de Colpach', 'Rue du Petit Colpach', 'Grand-Rue'].map((fr) => ({ fr, place: 0 })),
      ...['Route de Mertzig', 'Rue de Mertzig', 'Grand-Rue'].map((fr) => ({ fr, place: 1 })),
    ].map(({ fr, place }, i) => ({ id: i + 1, names: { fr }, place })),
  },
  addresses: addressesFrom(
    1,
    [0, 1, 2, 3, 4, 5, 6].map((street) => ({ street, postcode: street < 4 ? '9170' : '9171', number: 1 })),
  ),
};

/** A name that some of its streets have another one besides, and one that has it not. */
const VILLAGE_STREETS: SmallRegister = {
  ...ROADS,
  gazetteer: {
    ...ROADS.gazetteer,
    places: ['Mertzig', 'Colpach', 'Roodt', 'Petit-Nobressart'].map((fr, i) => ({
      id: i + 1,
      names: { fr },
      municipality: 0,
    })),
    streets: [0, 1, 2, 3].map((place) => ({
      id: place + 1,
      names: { fr: 'Haaptstrooss' },
      ...(place < 3 ? { aliases: [{ name: 'Rue Principale' }] } : {}),
      place,
    })),
  },
  addresses: addressesFrom(
    1,
    [0, 1, 2, 3].map((street) => ({ street, postcode: `917${street}`, number: 1 })),
  ),
};

const CANTONS: SmallRegister = {
  country: 'lu',
  gazetteer: {
    regions: [{ id: 1, names: { fr: 'Diekirch' } }],
    provinces: ['Diekirch', 'Luxembourg'].map((fr, i) => ({ id: i + 1, names: { fr }, region: 0 })),
    municipalities: ['Mertzig', 'Luxembourg'].map((fr, i) => ({ id: i + 1, names: { fr }, province: i })),
    places: [
      { id: 1, names: { fr: 'Mertzig' }, municipality: 0 },
      { id: 2, names: { fr: 'Colpach' }, municipality: 0 },
      { id: 3, names: { fr: 'Luxembourg' }, municipality: 1 },
    ],
    streets: [
      { id: 1, names: { fr: 'Um Bierg' }, place: 0 },
      { id: 2, names: { fr: 'Rue Principale' }, place: 0 },
      { id: 3, names: { fr: 'Rue Principale' }, place: 1 },
      { id: 4, names: { fr: 'Rue Haute' }, place: 2 },
      { id: 5, names: { fr: 'Rue Neuve' }, place: 0 },
      { id: 6, names: { fr: 'Al Strooss' }, aliases: [{ name: 'Rue Neuve' }], place: 0 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '9170', number: 1 },
    { street: 1, postcode: '9170', number: 1 },
    { street: 2, postcode: '9171', number: 1 },
    // The larger place.
    ...[3, 5, 7, 9, 11].map((number) => ({ street: 2, postcode: '9171', number })),
    { street: 3, postcode: '1718', number: 1 },
    { street: 4, postcode: '9170', number: 1 },
    // The larger street.
    { street: 5, postcode: '9170', number: 1 },
    { street: 5, postcode: '9170', number: 3 },
  ]),
};

const BIRDS = dutchPlaces({ Beek: ['Karekietstraat'], Donk: ['Karekiet'] });

const VILLAGES = dutchPlaces({ Beek: ['Donkstraat'], Donk: ['Dorpsstraat'] });

const MILLS: SmallRegister = {
  ...dutchPlaces({ Nijlen: ['Molenstraat'], Duffel: ['Molenstraat'] }),
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5701AA', number: 118 },
    { street: 0, postcode: '5701AA', number: 1058 },
    { street: 1, postcode: '5702AA', number: 53 },
  ]),
};

const MOORS = dutchPlaces({
  Veen: ['Molenweg', 'Steynstraat'],
  Veenendaal: ['Kerkweg', 'Molenweg', 'Van Steijnstraat', 'Sternstraat'],
});

const NAMESAKES: SmallRegister = {
  ...dutchPlaces({ Donk: ['Parallelweg'], Heide: ['Parallelweg'] }),
  addresses: addressesFrom(1, [
    { street: 0, postcode: '5731BC', number: 1 },
    { street: 1, postcode: '5756AA', number: 1 },
  ]),
};

const CAPITAL: SmallRegister = {
  country: 'nl',
  gazetteer: {
    regions: [],
    provinces: [{ id: 26, names: { nl: 'Utrecht' } }],
    municipalities: ['Utrecht', 'Woerden'].map((nl, i) => ({ id: i + 1, names: { nl }, province: 0 })),
    places: ['Utrecht', 'Woerden'].map((nl, i) => ({ id: i + 1, names: { nl }, municipality: i })),
    streets: [
      { id: 1, names: { nl: 'Jozef Israelsstraat' }, place: 0 },
      { id: 2, names: { nl: 'Daltonlaan' }, place: 0 },
      { id: 3, names: { nl: 'Israelsstraat' }, place: 1 },
      { id: 4, names: { nl: 'Daltonstraat' }, place: 1 },
      { id: 5, names: { nl: 'Kruisstraat' }, place: 0 },
      { id: 6, names: { nl: 'Kruisstraat' }, place: 1 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '3501AA', number: 1 },
    { street: 1, postcode: '3501AB', number: 1 },
    { street: 2, postcode: '3441AA', number: 2 },
    { street: 3, postcode: '3441AB', number: 1 },
    { street: 4, postcode: '3501AC', number: 1 },
    { street: 5, postcode: '3441AC', number: 1 },
    // The larger place.
    { street: 5, postcode: '3441AC', number: 3 },
    { street: 5, postcode: '3441AC', number: 5 },
  ]),
};

const SUBURBS: SmallRegister = {
  country: 'be',
  gazetteer: {
    regions: [{ id: 2000, names: { nl: 'Vlaams Gewest' } }],
    provinces: [{ id: 20_001, names: { nl: 'Vlaams-Brabant' }, region: 0 }],
    municipalities: [{ id: 23_003, names: { nl: 'Beersel' }, province: 0 }],
    places: [
      { id: 1, names: { nl: 'Huizingen' }, municipality: 0 },
      { id: 2, names: { nl: 'Lot' }, municipality: 0 },
      { id: 3, names: { fr: 'Croix-lez-Lot' }, municipality: 0 },
    ],
    streets: [
      { id: 1, names: { nl: 'Heideveld' }, place: 0 },
      { id: 2, names: { nl: 'Heideveld' }, place: 1 },
      { id: 3, names: { fr: 'Rue de Gang' }, place: 1 },
      { id: 4, names: { fr: 'Chaussée de Gand' }, place: 1 },
      { id: 5, names: { fr: "Grand'Rue (CH)" }, place: 0 },
      { id: 6, names: { fr: "Grand'Rue (MT)" }, place: 1 },
      { id: 7, names: { fr: 'Rue des Trieux' }, place: 2 },
      { id: 8, names: { nl: 'Kleine Hooiweg' }, place: 0 },
      { id: 9, names: { nl: 'Hooiweg' }, place: 0 },
      { id: 10, names: { nl: 'Huizingen' }, place: 1 },
      { id: 11, names: { nl: 'Lot-Dorp' }, place: 0 },
      { id: 12, names: { nl: 'Dorp' }, place: 1 },
      { id: 13, names: { fr: 'Route de Beersel' }, place: 1 },
      { id: 14, names: { fr: 'Grand-Rue' }, place: 1 },
      { id: 15, names: { nl: 'Hoogstraat' }, place: 1 },
      { id: 16, names: { nl: 'Beukenlaan' }, place: 0 },
      { id: 17, names: { nl: 'Berkenlaan' }, place: 1 },
    ],
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '1654', number: 1 },
    { street: 1, postcode: '1651', number: 1 },
    // The larger place.
    { street: 1, postcode: '1651', number: 2 },
    { street: 2, postcode: '1651', number: 5 },
    { street: 3, postcode: '1651', number: 297 },
    { street: 4, postcode: '1654', number: 20 },
    { street: 5, postcode: '1651', number: 20 },
    { street: 6, postcode: '1652', number: 31 },
    { street: 7, postcode: '1654', number: 1 },
    { street: 8, postcode: '1654', number: 1 },
    { street: 9, postcode: '1651', number: 3 },
    { street: 10, postcode: '1654', number: 38 },
    { street: 11, postcode: '1654', number: 38 },
    { street: 12, postcode: '1651', number: 5 },
    { street: 13, postcode: '1651', number: 5 },
    { street: 14, postcode: '1651', number: 7 },
    { street: 15, postcode: '1654', number: 9 },
    { street: 16, postcode: '1651', number: 9 },
  ]),
};

/** A town of two parts, in one of which a street has two postcodes. */
const PARTS: SmallRegister = {
  country: 'be',
  gazetteer: {
    ...SUBURBS.gazetteer,
    places: ['Beersel', 'Lot'].map((nl, i) => ({ id: i + 1, names: { nl }, municipality: 0 })),
    streets: [
      ...['Heirbaan', 'Jan van Beekstraat', 'Kade', 'Kade-Noord', 'Molenweg', 'Dorpsplein'].map((nl) => ({
        nl,
        place: 0,
      })),
      ...['Heirbaan', 'Beekstraat', 'Molenweg', 'Zavel'].map((nl) => ({ nl, place: 1 })),
    ].map(({ nl, place }, i) => ({ id: i + 1, names: { nl }, place })),
  },
  addresses: addressesFrom(1, [
    { street: 0, postcode: '1650', number: 1 },
    { street: 1, postcode: '1650', number: 3 },
    { street: 2, postcode: '1650', number: 1 },
    { street: 2, postcode: '1652', number: 6 },
    { street: 3, postcode: '1650', number: 6 },
    { street: 4, postcode: '1650', number: 3 },
    { street: 5, postcode: '1650', number: 1 },
    { street: 6, postcode: '1651', number: 8 },
    { street: 7, postcode: '1651', number: 3 },
    { street: 8, postcode: '1651', number: 3 },
    { street: 9, postcode: '1651', number: 4 },
  ]),
};

/** The same of two municipalities in the region of the capital. */
const OF_REGION = { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' };
const OF_MUNICIPALITIES = [{ fr: 'Bruxelles', nl: 'Brussel' }, { nl: 'Schaarbeek' }];
const REGION: SmallRegister = {
  ...PARTS,
  gazetteer: {
    ...PARTS.gazetteer,
    regions: [{ id: 4000, names: OF_REGION }],
    provinces: [{ id: 4001, names: OF_REGION, region: 0 }],
    municipalities: OF_MUNICIPALITIES.map((names, i) => ({ id: 21004 + i, names, province: 0 })),
    places: OF_MUNICIPALITIES.map((names, i) => ({ id: 1 + i, names, municipality: i })),
  },
};

/** With more streets in one postcode than are compared one by one. */
const SYLLABLES = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no'];
const NAMES = ['Zwaluwplein', ...SYLLABLES.flatMap((one) => SYLLABLES.map((other) => `Zo${one}${other}straat`))];
const CITY: SmallRegister = {
  country: 'be',
  gazetteer: { ...SUBURBS.gazetteer, streets: NAMES.map((nl, id) => ({ id: id + 1, names: { nl }, place: 0 })) },
  addresses: addressesFrom(
    1,
    NAMES.map((_, street) => ({ street, postcode: '1654', number: 3 })),
  ),
};
