import { ADDRESS_STATE } from '../../src/model/address-columns.ts';
import type { Country, Names } from '../../src/model/country.ts';
import type { Gazetteer, Municipality, Place, Province, Region, Street } from '../../src/model/gazetteer.ts';
import type { IndexInput } from '../../src/store/manifest.ts';
import { Random } from './random.ts';
import { type SmallAddress, type SmallPosition, type SmallRegister, toIndexInput } from './small-register.ts';

export interface RandomSize {
  /** How many addresses about; far fewer streets. */
  readonly addresses: number;
  readonly streets: number;
}

const SMALL: RandomSize = { addresses: 90, streets: 18 };

/**
 * A random register of a country, the same for the same seed, in which everything awkward happens often: places of one name,
 * street names in several places and languages, one street in two places, names that are hard to fold, missing positions
 * and postcodes, suffixes that fold to one key, boxes, ranges, houses without number, many addresses on one point.
 */
export function randomRegister(country: Country, seed: number, size: RandomSize = SMALL): SmallRegister {
  const random = new Random(seed * 3 + { nl: 0, be: 1, lu: 2 }[country]);
  const gazetteer = randomGazetteer(country, random, size.streets);
  return { country, gazetteer, addresses: randomAddresses(country, gazetteer, random, size.addresses) };
}

const inputs = new Map<string, IndexInput>();

/**
 * The same as `IndexInput`, as an import would hand it over. Many tests ask for the same small ones, so these are kept: who changes one copies
 * it before.
 */
export function randomInput(country: Country, seed: number, size: RandomSize = SMALL): IndexInput {
  if (size !== SMALL) return toIndexInput(randomRegister(country, seed, size));
  const key = `${country} ${seed}`;
  const input = inputs.get(key) ?? toIndexInput(randomRegister(country, seed, size));
  inputs.set(key, input);
  return input;
}

const AREA_NAMES: Readonly<Record<Country, readonly Names[]>> = {
  nl: [
    { nl: "'s-Gravenhage" },
    { nl: 'Hengelo' },
    { nl: 'Hengelo' },
    { nl: 'Bergen' },
    { nl: 'Bergen op Zoom' },
    { nl: "'t Zand" },
    { nl: 'Súdwest-Fryslân' },
    { nl: 'Utrecht' },
    { nl: 'Ĳsselstein' },
    { nl: 'Ee' },
  ],
  be: [
    { fr: 'Bruxelles', nl: 'Brussel' },
    { nl: 'Brussel', fr: 'Bruxelles' },
    { fr: 'Saint-Gilles', nl: 'Sint-Gillis' },
    { nl: 'Sint-Gillis-Waas' },
    { nl: 'Antwerpen' },
    { fr: 'Liège' },
    { de: 'Malmedy', fr: 'Malmedy' },
    { de: 'Sankt Vith', fr: 'Saint-Vith' },
    { fr: 'Bergen', nl: 'Bergen' },
    { fr: 'Bruxelles-Nord' },
  ],
  lu: [
    { fr: 'Luxembourg' },
    { fr: 'Esch-sur-Alzette' },
    { fr: 'Esch-sur-Sûre' },
    { fr: 'Diekirch' },
    { lb: 'Déifferdeng', fr: 'Differdange' },
    { fr: 'Diekirch' },
    { de: 'Grevenmacher' },
  ],
};

/** A name of 300 bytes and more, longer than a label of the trie can be; its last word is its own. */
const LONG_NAME = `Laan van ${'de Lange Naam en '.repeat(20)}`;

const STREET_NAMES: Readonly<Record<Country, readonly Names[]>> = {
  nl: [
    { nl: 'Kerkstraat' },
    { nl: 'Kerkstraat' },
    { nl: 'KERKSTRAAT' },
    { nl: 'Kerk-straat' },
    { nl: 'Kerkstraatje' },
    { nl: 'Kerk' },
    { nl: "'t Zand" },
    { nl: "'s-Gravelandseweg" },
    { nl: '2e Kerkstraat' },
    { nl: 'Laan 1940 - 1945' },
    { nl: 'Ĳsselkade' },
    { nl: 'Bergen' },
    { nl: '…' },
    { nl: '12' },
    { nl: `${LONG_NAME}Zuid` },
    { nl: `${LONG_NAME}Noord` },
    { nl: 'Burgemeester Van de Burgemeester' },
  ],
  be: [
    { nl: 'Hoogstraat', fr: 'Rue Haute' },
    { nl: 'Kleine Hoogstraat', fr: 'Rue Haute' },
    { fr: 'Rue Haute', nl: 'Hoogstraat' },
    { fr: 'Rue Haute' },
    { nl: 'Hoogstraat' },
    { nl: 'Kerkstraat', fr: 'Rue de l’Église' },
    { fr: "Rue de l'Eglise" },
    { nl: 'Marie-Louisasquare', fr: 'Square Marie-Louise' },
    { nl: 'Square Marie-Louise', fr: 'Square Marie-Louise' },
    { de: 'Weiherstraße', fr: 'Rue de l’Étang' },
    { de: 'Am Weiher' },
    { nl: '??', fr: '…' },
    { nl: 'Bergen', fr: 'Liège' },
    { nl: `${LONG_NAME}Zuid`, fr: `${LONG_NAME}Sud` },
  ],
  lu: [
    { fr: 'Rue de la Gare' },
    { fr: 'Rue de la Gare' },
    { lb: 'Garerstrooss', fr: 'Rue de la Gare' },
    { fr: "Route d'Esch" },
    { lb: "D'Baach aus" },
    { fr: 'Um Bierg' },
    { fr: 'Cité Op de Leemen' },
    { fr: 'Maison' },
    { fr: '-' },
    { fr: 'Diekirch' },
    { de: 'Groestrooß' },
  ],
};

const AREA_ALIASES = ['Den Haag', 'Bergen', 'Esch', 'Bruxelles', 'Stad', "'t Zand op Zee"];
const STREET_ALIASES = ['Kerkstr', 'Oude Weg', 'Haaptstrooss', 'Hoogstraat', 'Rue Haute', 'Zand'];

function randomGazetteer(country: Country, random: Random, streetCount: number): Gazetteer {
  const nextId = identifiers(random);
  const area = (): { id: number; names: Names; aliases?: { name: string }[] } => ({
    id: nextId(),
    names: random.pick(AREA_NAMES[country]),
    ...(random.chance(0.3) && { aliases: [{ name: random.pick(AREA_ALIASES) }] }),
  });
  const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

  const regions: Region[] = country === 'nl' ? [] : many(random.between(1, 3), area);
  const provinces: Province[] = many(random.between(1, 3), () => ({
    ...area(),
    ...(country !== 'nl' && { region: random.between(0, regions.length - 1) }),
  }));
  const municipalities: Municipality[] = many(random.between(2, 4), () => ({
    ...area(),
    province: random.between(0, provinces.length - 1),
  }));
  const places: Place[] = many(random.between(3, 7), () => {
    const municipality = random.between(0, municipalities.length - 1);
    const isNamesake = random.chance(0.4);
    return { ...area(), ...(isNamesake && { names: municipalities[municipality]!.names }), municipality };
  });

  const streets: Street[] = [];
  const taken = new Set<string>();
  const add = (street: Street): void => {
    // Streets of one place with the same names are one street when they come to the index.
    const key = `${street.place} ${JSON.stringify(street.names)}`;
    if (!taken.has(key)) streets.push(street);
    taken.add(key);
  };
  for (let i = 0; i < streetCount; i++) {
    const common = random.pick(STREET_NAMES[country]);
    const street: Street = {
      id: nextId(),
      names: random.chance(0.6) ? common : numbered(common, random.between(1, streetCount)),
      place: random.between(0, places.length - 1),
      ...(random.chance(0.2) && { aliases: [{ name: random.pick(STREET_ALIASES) }] }),
      ...(random.chance(0.15) && { otherIds: [nextId(), nextId()] }),
    };
    add(street);
    // A street that runs through two places stands twice, with one identifier.
    if (random.chance(0.2) && places.length > 1) add({ ...street, place: (street.place + 1) % places.length });
  }
  return { regions, provinces, municipalities, places, streets };
}

/** The names with a number behind each, so that there are many different ones. */
function numbered(names: Names, number: number): Names {
  return Object.fromEntries(Object.entries(names).map(([language, name]) => [language, `${name} ${number}`]));
}

/** Different whole numbers up to 2^53, of all lengths. */
function identifiers(random: Random): () => number {
  const taken = new Set<number>();
  return () => {
    for (;;) {
      const id = Math.floor(random.next() * 2 ** random.between(8, 53));
      if (id > 0 && !taken.has(id)) {
        taken.add(id);
        return id;
      }
    }
  };
}

/** South-west corner of the addresses, in 10⁻⁷ degree, and the national grid's metres there. */
const CORNERS = {
  nl: { latE7: 52_300_0000, lonE7: 5_000_0000, x: 128_588_000, y: 479_184_000 },
  be: { latE7: 50_850_0000, lonE7: 4_350_0000, x: 148_679_000, y: 171_067_000 },
  lu: { latE7: 49_610_0000, lonE7: 6_130_0000, x: 0, y: 0 },
} as const;

function randomAddresses(country: Country, gazetteer: Gazetteer, random: Random, count: number): SmallAddress[] {
  const nextId = identifiers(random);
  const postcodes = randomPostcodes(country, gazetteer, random);
  const corner = CORNERS[country];
  const streetCorners = gazetteer.streets.map(() => ({
    latE7: corner.latE7 + random.between(0, 90_000),
    lonE7: corner.lonE7 + random.between(0, 120_000),
  }));
  const positionNear = (street: number): SmallPosition => {
    const { latE7, lonE7 } = streetCorners[street]!;
    const position = { latE7: latE7 + random.between(0, 12) * 250, lonE7: lonE7 + random.between(0, 12) * 350 };
    if (country === 'lu') return { ...position, gridXmm: 0, gridYmm: 0 };
    return {
      ...position,
      gridXmm: corner.x + Math.round((position.lonE7 - corner.lonE7) * 6.9) + random.between(-30, 30),
      gridYmm: corner.y + Math.round((position.latE7 - corner.latE7) * 11.1) + random.between(-30, 30),
    };
  };

  const addresses: SmallAddress[] = [];
  const taken = new Set<string>();
  let last: SmallPosition | null = null;
  for (let attempt = 0; attempt < 10 * count && addresses.length < count; attempt++) {
    const street = Math.floor(random.next() ** 1.7 * gazetteer.streets.length);
    const postcode = random.pick(postcodes[street]!);
    const position: SmallPosition | null = random.chance(0.15)
      ? last
      : random.chance(0.08)
        ? null
        : positionNear(street);
    last = position;
    for (const house of randomHouse(country, random)) {
      const key = `${street} ${postcode} ${house.number} ${house.letter}\t${house.addition}`;
      if (taken.has(key)) continue;
      taken.add(key);
      const state = country === 'be' && random.chance(0.2) ? ADDRESS_STATE.proposed : ADDRESS_STATE.current;
      addresses.push({ id: nextId(), street, postcode, position, state, ...house });
    }
  }
  return addresses;
}

/** For each street the postcodes of its addresses; postcodes run over streets, places and municipalities. */
function randomPostcodes(country: Country, { streets, places }: Gazetteer, random: Random): string[][] {
  const ofPlace = places.map(() =>
    Array.from({ length: random.between(1, 3) }, () => {
      const area = String(random.pick([1000, 1001, 1010, 1020, 1381, 9999]) + (random.chance(0.3) ? 1 : 0)).slice(0, 4);
      return country === 'nl' ? area.padStart(4, '1') + random.pick(['AA', 'AB', 'BA', 'ZZ', 'JS']) : area;
    }),
  );
  return streets.map(({ place }) => {
    const own = ofPlace[place]!.slice(0, random.between(1, 3));
    return country === 'nl' && random.chance(0.15) ? [...own, ''] : own;
  });
}

type House = Pick<SmallAddress, 'number' | 'letter' | 'addition'>;

/** The addresses of one house: one, or in Belgium several boxes. */
function randomHouse(country: Country, random: Random): House[] {
  const number = random.chance(0.06) ? random.pick([100, 999, 1000, 12345, 99999]) : random.between(1, 24);
  const house = (letter = '', addition = ''): House => ({ number, letter, addition });
  const designated = (letter: string): House => ({ number: 0, letter, addition: '' });
  switch (country) {
    case 'nl': {
      const letter = random.pick(['', '', '', 'A', 'B', 'a', 'H']);
      return [house(letter, random.pick(['', '', '', '1', '2', '02', '10', 'bis', 'BIS', 'A', 'A-2', '2A', '-']))];
    }
    case 'be': {
      if (random.chance(0.1)) return [designated(random.pick(['ZN', 'zn', 'ZN.1', '0012', '012A', '1234567']))];
      const letter = random.pick(['', '', '', '', 'A', 'B', 'bis', `-${number + 6}`, `/${number + 2}`]);
      if (random.chance(0.6)) return [house(letter)];
      const boxes = random.shuffle(['', '1', '2', '10', '0002', 'b2.1', 'B2', 'GLV', 'A', 'bus 3']);
      return boxes.slice(0, random.between(1, 5)).map((box) => house(letter, box));
    }
    case 'lu': {
      if (random.chance(0.1)) return [designated(random.pick(['Villa Rose', 'Château', '0', '?', '2000000']))];
      return [house(random.pick(['', '', '', 'A', 'B', 'a', `-${number + 6}`, `-${number + 2}A`, 'bis']))];
    }
  }
}
