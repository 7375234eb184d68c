import { ADDRESS_STATE } from '../../src/model/address-columns.ts';
import { type OpenedRegister, openRegister, type SmallAddress, type SmallRegister } from './small-register.ts';

/**
 * Three towns of a few streets, written by hand, for the tests that say what an answer looks like.
 * Each is built once for a test file.
 */
export function dutchTown(): Promise<OpenedRegister<'nl'>> {
  opened.nl ??= openRegister<'nl'>(DUTCH_TOWN);
  return opened.nl;
}

export function belgianTown(): Promise<OpenedRegister<'be'>> {
  opened.be ??= openRegister<'be'>(BELGIAN_TOWN);
  return opened.be;
}

export function luxembourgTown(): Promise<OpenedRegister<'lu'>> {
  opened.lu ??= openRegister<'lu'>(LUXEMBOURG_TOWN);
  return opened.lu;
}

const opened: { [C in 'nl' | 'be' | 'lu']?: Promise<OpenedRegister<C>> } = {};

type Part = Partial<SmallAddress> & Pick<SmallAddress, 'street' | 'postcode'>;

/** Addresses with identifiers from `firstId` on; what is left out is a bare number 1 without a position. */
export function addressesFrom(firstId: number, parts: readonly Part[]): SmallAddress[] {
  return parts.map((part, i) => ({
    id: firstId + i,
    number: 1,
    letter: '',
    addition: '',
    position: null,
    state: ADDRESS_STATE.current,
    ...part,
  }));
}

/** Dutch places of one municipality, each with its streets, of one house each: number 1, in the postcode of the place, 5701AA and so on. */
export function dutchPlaces(streetsOf: Readonly<Record<string, readonly string[]>>): SmallRegister {
  const streets = Object.values(streetsOf).flatMap((names, place) => names.map((nl) => ({ nl, place })));
  return {
    country: 'nl',
    gazetteer: {
      regions: [],
      provinces: [{ id: 30, names: { nl: 'Noord-Brabant' } }],
      municipalities: [{ id: 1, names: { nl: 'Kempen' }, province: 0 }],
      places: Object.keys(streetsOf).map((nl, i) => ({ id: i + 1, names: { nl }, municipality: 0 })),
      streets: streets.map(({ nl, place }, i) => ({ id: i + 1, names: { nl }, place })),
    },
    addresses: addressesFrom(
      1,
      streets.map(({ place }, street) => ({ street, postcode: `57${String(place + 1).padStart(2, '0')}AA` })),
    ),
  };
}

interface WalloonTowns {
  /** Each its own municipality. */
  readonly towns: readonly string[];
  /** The postcode of the first one; the others follow. */
  readonly postcode: number;
  readonly streets: readonly (readonly [name: string, town: string])[];
  /** Of every street. */
  readonly numbers?: readonly number[];
}

/** Towns of Wallonia with streets of the same numbers. */
export function walloonTowns({ towns, postcode, streets, numbers = [1] }: WalloonTowns): SmallRegister {
  return {
    country: 'be',
    gazetteer: {
      regions: [{ id: 3000, names: { fr: 'Région wallonne' } }],
      provinces: [{ id: 60000, names: { fr: 'Liège' }, region: 0 }],
      municipalities: towns.map((fr, i) => ({ id: 61043 + i, names: { fr }, province: 0 })),
      places: towns.map((fr, i) => ({ id: postcode + i, names: { fr }, municipality: i })),
      streets: streets.map(([fr, town], i) => ({ id: i + 1, names: { fr }, place: towns.indexOf(town) })),
    },
    addresses: addressesFrom(
      1,
      streets.flatMap(([, town], street) =>
        numbers.map((number) => ({ street, number, postcode: String(postcode + towns.indexOf(town)) })),
      ),
    ),
  };
}

const WEESP = { latE7: 52_3071234, lonE7: 5_0412345, gridXmm: 132_000_001, gridYmm: 480_000_999 };

const kerkstraat6 = (letter: string, addition: string): Part => ({
  street: 0,
  postcode: '1381EA',
  number: 6,
  letter,
  addition,
  position: WEESP,
});

export const DUTCH_TOWN: SmallRegister = {
  country: 'nl',
  gazetteer: {
    regions: [],
    provinces: [
      { id: 27, names: { nl: 'Noord-Holland' } },
      { id: 26, names: { nl: 'Utrecht' } },
    ],
    municipalities: [
      { id: 457, names: { nl: 'Weesp' }, province: 0 },
      { id: 344, names: { nl: 'Utrecht' }, province: 1 },
    ],
    places: [
      { id: 1012, names: { nl: 'Weesp' }, municipality: 0 },
      { id: 3295, names: { nl: 'Utrecht' }, aliases: [{ name: 'Domstad' }], municipality: 1 },
      { id: 3296, names: { nl: 'Vleuten' }, municipality: 1 },
    ],
    streets: [
      { id: 457300000000001, names: { nl: 'Kerkstraat' }, place: 0 },
      { id: 457300000000002, names: { nl: 'Achterweg' }, place: 0 },
      { id: 457300000000003, names: { nl: 'Voorweg' }, place: 0 },
      { id: 344300000000001, names: { nl: 'Kerkstraat' }, aliases: [{ name: 'Oude Weg' }], place: 1 },
      { id: 344300000000002, names: { nl: 'Kerkstraat' }, place: 2 },
      { id: 344300000000003, names: { nl: 'Weg naar de Kerk' }, place: 1 },
    ],
  },
  addresses: addressesFrom(457200000000001, [
    kerkstraat6('B', ''),
    kerkstraat6('', '10'),
    kerkstraat6('', ''),
    kerkstraat6('A', '2'),
    kerkstraat6('', '2'),
    kerkstraat6('A', ''),
    kerkstraat6('bis', ''),
    kerkstraat6('', '1'),
    kerkstraat6('A', '1'),
    { street: 0, postcode: '1381EB', number: 14, letter: '', addition: 'A2' },
    { street: 0, postcode: '1381EB', number: 14, letter: 'A', addition: '2' },
    { street: 0, postcode: '1381EB', number: 14, letter: '', addition: 'a2' },
    { street: 0, postcode: '1381EB', number: 15, addition: '2' },
    { street: 0, postcode: '1381EB', number: 15, addition: '02' },
    { street: 0, postcode: '1381EB', number: 16, addition: '02' },
    { street: 0, postcode: '', number: 100, position: { ...WEESP, latE7: WEESP.latE7 + 3000 } },
    { street: 1, postcode: '1381EC', addition: '1' },
    { street: 1, postcode: '1381EC' },
    { street: 2, postcode: '1381EC' },
    { street: 3, postcode: '3511AB', number: 1 },
    { street: 3, postcode: '3511AB', number: 2 },
    { street: 3, postcode: '3511AC', number: 20 },
    { street: 3, postcode: '3511AC', number: 21, letter: 'A' },
    { street: 4, postcode: '3451AB', number: 1 },
    { street: 5, postcode: '3511AC', number: 1 },
  ]),
};

const WETSTRAAT = { latE7: 50_8466000, lonE7: 4_3622000, gridXmm: 149_800_123, gridYmm: 170_500_456 };

export const BELGIAN_TOWN: SmallRegister = {
  country: 'be',
  gazetteer: {
    regions: [
      { id: 4000, names: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' } },
      { id: 2000, names: { nl: 'Vlaams Gewest' } },
    ],
    provinces: [
      { id: 4001, names: { fr: 'Région de Bruxelles-Capitale', nl: 'Brussels Hoofdstedelijk Gewest' }, region: 0 },
      { id: 10000, names: { nl: 'Antwerpen', fr: 'Anvers' }, region: 1 },
    ],
    municipalities: [
      { id: 21004, names: { fr: 'Bruxelles', nl: 'Brussel' }, province: 0 },
      { id: 11002, names: { nl: 'Antwerpen', fr: 'Anvers' }, province: 1 },
    ],
    places: [
      { id: 1000, names: { fr: 'Bruxelles', nl: 'Brussel' }, municipality: 0 },
      { id: 1130, names: { fr: 'Haren', nl: 'Haren' }, municipality: 0 },
      { id: 2000, names: { nl: 'Antwerpen' }, municipality: 1 },
    ],
    streets: [
      { id: 11, names: { fr: 'Rue de la Loi', nl: 'Wetstraat' }, place: 0 },
      { id: 12, names: { fr: 'Rue de l’Église', nl: 'Kerkstraat' }, place: 0 },
      { id: 13, names: { nl: 'Kerkstraat' }, place: 2 },
      { id: 14, names: { fr: 'Rue de l’Église', nl: 'Kerkeland' }, place: 1 },
    ],
  },
  addresses: addressesFrom(700_001, [
    { street: 0, postcode: '1000', number: 3, position: WETSTRAAT },
    { street: 0, postcode: '1000', number: 16 },
    { street: 0, postcode: '1000', number: 16, addition: '1' },
    { street: 0, postcode: '1000', number: 16, addition: '0002' },
    { street: 0, postcode: '1000', number: 16, addition: 'b2.1' },
    { street: 0, postcode: '1000', number: 16, addition: 'bus 28' },
    { street: 0, postcode: '1000', number: 0, letter: 'ZN' },
    { street: 0, postcode: '1000', number: 0, letter: '0012' },
    { street: 0, postcode: '1000', number: 0, letter: '1234567' },
    { street: 0, postcode: '1000', number: 20 },
    { street: 1, postcode: '1000', number: 3, letter: 'A' },
    { street: 1, postcode: '1000', number: 16 },
    { street: 1, postcode: '1000', number: 20, state: ADDRESS_STATE.proposed },
    { street: 1, postcode: '1040', number: 16 },
    { street: 1, postcode: '1000', number: 16, addition: 'A' },
    { street: 1, postcode: '1040', number: 16, addition: 'A' },
    { street: 2, postcode: '2000', number: 1 },
    { street: 3, postcode: '1130', number: 1 },
  ]),
};

export const LUXEMBOURG_TOWN: SmallRegister = {
  country: 'lu',
  gazetteer: {
    regions: [{ id: 1, names: { fr: 'Diekirch' } }],
    provinces: [
      { id: 3, names: { fr: 'Diekirch' }, region: 0 },
      { id: 5, names: { fr: 'Clervaux' }, region: 0 },
    ],
    municipalities: [
      { id: 303, names: { fr: 'Diekirch' }, province: 0 },
      { id: 501, names: { fr: 'Clervaux' }, province: 1 },
    ],
    places: [
      { id: 31, names: { fr: 'Diekirch' }, municipality: 0 },
      { id: 51, names: { fr: 'Clervaux' }, municipality: 1 },
    ],
    streets: [
      { id: 501, names: { lb: "D'Baach aus" }, place: 0 },
      { id: 502, names: { fr: 'Rue Neimillen' }, place: 0 },
      { id: 503, names: { fr: 'Grand-Rue' }, place: 1 },
    ],
  },
  addresses: addressesFrom(9001, [
    {
      street: 0,
      postcode: '9209',
      number: 10,
      position: { latE7: 49_8717400, lonE7: 6_1593100, gridXmm: 0, gridYmm: 0 },
    },
    { street: 0, postcode: '9209', number: 109, letter: '-115' },
    { street: 0, postcode: '9209', number: 111 },
    { street: 0, postcode: '9209', number: 111, letter: 'A' },
    { street: 1, postcode: '9209', number: 113 },
    { street: 1, postcode: '9209', number: 0, letter: 'Villa Rose' },
    { street: 2, postcode: '9710', number: 1 },
  ]),
};
