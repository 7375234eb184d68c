import Type, { type Static, type TSchema } from 'typebox';
import type { AddressBE, AddressLU, AddressNL, AlternativeOf } from '../model/address.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import type { Page, Suggestion, SuggestionIn } from '../model/suggestion.ts';
import { STATUSES } from '../search/match.ts';
import { PROBLEMS } from './problems.ts';

/**
 * The resources of the service as JSON Schema. Answers are serialised by them, /openapi.json is generated from them, and
 * the tests check every answer against them. They are closed: a field that is not here is never sent. A schema with a title
 * is in /openapi.json once, under that name. The examples are what the service answers from the project's fixtures, and a
 * test compares the two.
 */

/** Two numbers. Declared as a list of fixed length, which every client generator understands. */
const pair = (description: string) =>
  Type.Unsafe<[number, number]>({
    type: 'array',
    items: { type: 'number', format: 'double' },
    minItems: 2,
    maxItems: 2,
    description,
  });
const wgs84 = pair('Latitude and longitude in WGS84 degrees, in this order.');
const optionalText = (description: string) => Type.Optional(Type.String({ description }));
const CLOSED = { additionalProperties: false } as const;

const LOCATION_NOTE = '`null` when the register gives no position.';

/** An object or null, as one schema with two types: faster to serialise than an `anyOf`. */
function orNull<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: ['object', 'null'], description });
}

const locationNL = Type.Object(
  { wgs84, rd: pair('RD (EPSG:28992): x and y in metres, as the register gives them.') },
  CLOSED,
);
const locationBE = Type.Object({ wgs84, bd72: pair('Belgian Lambert 72 (EPSG:31370): x and y in metres.') }, CLOSED);
const locationLU = Type.Object({ wgs84 }, CLOSED);

/** The identifiers of an address, for joining with other data. */
const identifiers = (address: string, municipality: string) =>
  Type.Optional(
    Type.Object(
      {
        address: Type.String({ description: address }),
        municipality: Type.Optional(Type.String({ description: municipality })),
      },
      { ...CLOSED, description: 'With `identifiers`.' },
    ),
  );

const label = Type.Optional(
  Type.Array(Type.String(), {
    description: "With `label`: the lines on an envelope, by the rules of the country's post.",
  }),
);

const addressNL = Type.Object(
  {
    city: Type.String(),
    housenumber: Type.String({ description: 'Digits alone.' }),
    houseletter: optionalText('Left out when the address has none.'),
    housenumberaddition: optionalText('Letter, BIS, a number and so on. Left out when the address has none.'),
    municipality: Type.String(),
    postcode: Type.String({ description: '`1012JS`; empty for the addresses to which the register gives none.' }),
    province: Type.String(),
    street: Type.String(),
    location: orNull(locationNL, LOCATION_NOTE),
    identifiers: identifiers('The nummeraanduiding of the BAG: `0363200000006110`.', 'The code of the CBS: `GM0363`.'),
    label,
  },
  {
    ...CLOSED,
    title: 'AddressNL',
    examples: [
      {
        city: 'Amsterdam',
        housenumber: '1',
        municipality: 'Amsterdam',
        postcode: '1012JS',
        province: 'Noord-Holland',
        street: 'Dam',
        location: { wgs84: [52.373045, 4.8936814], rd: [121391.353, 487355.473] },
        houseletter: 'A',
        housenumberaddition: '2',
      },
    ],
  },
);

const namesBE = (description: string) =>
  Type.Object(
    { de: Type.Optional(Type.String()), fr: Type.Optional(Type.String()), nl: Type.Optional(Type.String()) },
    { ...CLOSED, minProperties: 1, description: `${description} Only the languages that apply are there.` },
  );

const addressBE = Type.Object(
  {
    housenumber: Type.String({ description: 'As the register writes it: `12`, `12A`, `ZN`.' }),
    box_number: optionalText('Left out when the address has none.'),
    postcode: Type.String(),
    street: namesBE('The names of the street.'),
    municipality: namesBE('The names of the municipality.'),
    province: namesBE('The names of the province; in Brussels, which belongs to none, of the region.'),
    postal_name: Type.Optional(namesBE('With `postal_name`: the names of the place that goes with the postcode.')),
    location: orNull(locationBE, LOCATION_NOTE),
    identifiers: identifiers('Region and number in BeST: `BE-BRU:4568`.', 'The NIS code: `21004`.'),
    label,
  },
  {
    ...CLOSED,
    title: 'AddressBE',
    examples: [
      {
        housenumber: '16',
        postcode: '1000',
        street: { fr: 'Rue de la Loi', nl: 'Wetstraat' },
        municipality: { fr: 'Bruxelles', nl: 'Brussel' },
        province: {
          de: 'Region Brüssel-Hauptstadt',
          fr: 'Région de Bruxelles-Capitale',
          nl: 'Brussels Hoofdstedelijk Gewest',
        },
        location: { wgs84: [50.84663, 4.36654], bd72: [149844.201, 170691.775] },
      },
    ],
  },
);

const addressLU = Type.Object(
  {
    canton: Type.String(),
    city: Type.String(),
    district: Type.String(),
    housenumber: Type.String({
      description: 'As the register writes it: `12`, `109-115`; the designation of a house without a number.',
    }),
    houseletter: optionalText('Left out when the address has none.'),
    municipality: Type.String(),
    postcode: Type.String(),
    street: Type.String(),
    location: orNull(locationLU, LOCATION_NOTE),
    identifiers: identifiers('The building in CACLR: `127237`.', 'Canton and commune in CACLR: `0203`.'),
    label,
  },
  {
    ...CLOSED,
    title: 'AddressLU',
    examples: [
      {
        canton: 'Diekirch',
        city: 'Diekirch',
        district: 'Diekirch',
        housenumber: '10',
        municipality: 'Diekirch',
        postcode: '9209',
        street: "D'Baach aus",
        location: { wgs84: [49.87174, 6.15931] },
      },
    ],
  },
);

const precision = Type.Enum(['Province', 'GroupedCities', 'City', 'GroupedStreets', 'Street', 'House', 'Unknown'], {
  title: 'Precision',
  type: 'string',
  description: [
    'What a suggestion is, and so what its context opens into.',
    '`Province`: a province or region, a canton or district; its municipalities.',
    '`GroupedCities`: a municipality; its places.',
    '`City`: a place; its streets.',
    '`GroupedStreets`: a street name that occurs in several places; that street in each place.',
    '`Street`: a street in one place, or in Belgium a number with boxes; its houses.',
    '`House`: a house; its address.',
    '`Unknown` is never sent.',
  ].join(' '),
});

const suggestion = Type.Object(
  {
    value: Type.String({ description: 'What to put into the input field, so that a person can type on.' }),
    label: Type.String({ description: 'The name or the house, for display.' }),
    description: Type.String({ description: 'What it is and where, for display.' }),
    precision,
    context: Type.String({
      maxLength: 64,
      description: 'Opaque. Give it as `context` to go on; it stays the same in the next release.',
    }),
    explanation: Type.Optional(
      Type.Array(Type.String(), { description: 'With `explain`: the rules of the ranking that cost it something.' }),
    ),
    notUnderstood: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'With `explain`: words of the search that nothing in it accounts for; absent where there are none.',
      }),
    ),
    highlights: Type.Optional(
      Type.Array(
        Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }),
        {
          description:
            'With `details`: ranges of the label that match what was typed, as offsets in UTF-16 code units, end exclusive.',
        },
      ),
    ),
    parts: Type.Optional(
      Type.Object(
        {
          street: Type.Optional(Type.String()),
          number: Type.Optional(Type.String()),
          place: Type.Optional(Type.String()),
          postcode: Type.Optional(Type.String()),
        },
        { ...CLOSED, description: 'With `details`: the parts of the address that the suggestion says already.' },
      ),
    ),
  },
  {
    ...CLOSED,
    title: 'SearchResult',
    examples: [
      {
        value: 'Amsterdam, Dam 1 A',
        label: 'Dam 1 A',
        description: '1012JS Amsterdam',
        precision: 'House',
        context: 'hx3kqrrykmlb.3ks1prve2w-5wa3',
      },
    ],
  },
);

const pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 0, description: 'From 1; a request for page 0 is answered as 1.' }),
    per_page: Type.Integer({ minimum: 0 }),
    total_count: Type.Integer({ minimum: 0, format: 'int64', description: 'Of all pages together.' }),
    total_pages: Type.Integer({ minimum: 0 }),
  },
  { ...CLOSED, title: 'PaginationMetadata' },
);

const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object({ results: Type.Array(item), pagination }, { ...CLOSED, title });

const suggestionPage = pageOf(suggestion, 'SearchResultPage');

const country = Type.Enum([...COUNTRIES], { type: 'string' });
const suggestionIn = Type.Object({ ...suggestion.properties, country }, { ...CLOSED, title: 'SearchResultInCountry' });
const suggestionInPage = pageOf(suggestionIn, 'SearchResultInCountryPage');
const addressPageNL = pageOf(addressNL, 'AddressNLPage');

const problem = Type.Object(
  {
    type: Type.String({ format: 'uri-reference', description: 'Where the problem is described.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What was got, what is allowed and what to do.' }),
    code: Type.Enum(Object.keys(PROBLEMS), { type: 'string', description: 'Stable, for programs.' }),
  },
  { ...CLOSED, title: 'Problem', description: 'A problem as of RFC 9457.' },
);

/** The fields of a document that distinguish addresses with one postcode and number. */
const alternativeNL = Type.Pick(addressNL, ['street', 'housenumber', 'houseletter', 'housenumberaddition'], {
  ...CLOSED,
  title: 'AlternativeNL',
});
const alternativeBE = Type.Pick(addressBE, ['street', 'housenumber', 'box_number'], {
  ...CLOSED,
  title: 'AlternativeBE',
});
const alternativeLU = Type.Pick(addressLU, ['street', 'housenumber', 'houseletter'], {
  ...CLOSED,
  title: 'AlternativeLU',
});

const noMatchProblem = (alternative: TSchema, title: string) =>
  Type.Object(
    {
      ...problem.properties,
      alternatives: Type.Array(alternative, {
        description:
          'What there is with the postcode and number, the bare number first; empty when the number is not there.',
      }),
    },
    { ...CLOSED, title, description: 'With `alternatives`: a problem as of RFC 9457, and what there is instead.' },
  );

export const SUGGESTION_PAGE: TSchema = suggestionPage;
/** The same, of several countries. */
export const SUGGESTION_IN_PAGE: TSchema = suggestionInPage;
export const PROBLEM: TSchema = problem;

/** The document of an address, by country. */
export const ADDRESS: Readonly<Record<Country, TSchema>> = { nl: addressNL, be: addressBE, lu: addressLU };

/** A page of such documents. */
export const ADDRESS_PAGE: Readonly<Record<Country, TSchema>> = {
  nl: addressPageNL,
  be: pageOf(addressBE, 'AddressBEPage'),
  lu: pageOf(addressLU, 'AddressLUPage'),
};

/** A list of such documents. */
export const ADDRESS_LIST: Readonly<Record<Country, TSchema>> = {
  nl: Type.Array(addressNL, { minItems: 1 }),
  be: Type.Array(addressBE, { minItems: 1 }),
  lu: Type.Array(addressLU, { minItems: 1 }),
};

/** A list of documents of several countries. */
export const ADDRESS_IN_LIST: TSchema = Type.Array(
  Type.Union(COUNTRIES.map((each) => Type.Object({ country: Type.Literal(each), address: ADDRESS[each] }, CLOSED))),
  { minItems: 1 },
);

function partsSchema(description: string): TSchema {
  const names = ['street', 'housenumber', 'houseletter', 'addition', 'postcode', 'place', 'municipality', 'province'];
  const optional = [...names, 'municipalityCode'].map((part) => [part, Type.Optional(Type.String())]);
  return Type.Object(Object.fromEntries(optional), { ...CLOSED, description });
}

/** The answer to a geocoded address. */
export const GEOCODED: TSchema = Type.Object(
  {
    status: Type.Enum([...STATUSES], {
      type: 'string',
      description: [
        '`exact`: everything agrees with one address.',
        '`corrected`: one address, and `faults` says what differs.',
        '`several`: several addresses match equally well.',
        '`street`: the street, but not the number.',
        '`place`: the place, but not the street.',
        '`former`: an address that was withdrawn, and nothing took its place.',
        '`none`: nothing.',
      ].join(' '),
    }),
    score: Type.Number({ format: 'double', minimum: 0, maximum: 1 }),
    precision: Type.Enum(['address', 'house', 'street', 'place', ''], {
      type: 'string',
      description: 'What the position refers to.',
    }),
    country: Type.Optional(country),
    addresses: Type.Array(Type.Union([addressNL, addressBE, addressLU]), {
      maxItems: 100,
      description:
        'The addresses that match equally well: one, unless `status` is `several`. Empty for a street or a place.',
    }),
    parts: partsSchema('The official parts that all of them share; of a street or a place too.'),
    position: Type.Optional(
      Type.Object(
        { latitude: Type.Number({ format: 'double' }), longitude: Type.Number({ format: 'double' }) },
        { ...CLOSED, description: 'WGS84 degrees. Left out where the addresses are far apart.' },
      ),
    ),
    alternatives: Type.Array(Type.String(), {
      description: 'What the register has instead of a letter, addition, box or number that it does not have.',
    }),
    faults: Type.Array(Type.String(), { description: 'What differs between the address as written and the answer.' }),
    distance: Type.Optional(Type.Number({ format: 'double', description: 'Of a position: metres to the address.' })),
    former: Type.Optional(
      Type.Object(
        {
          until: Type.String({ format: 'date', description: 'The first day on which it was no longer called so.' }),
          became: Type.Enum(['renumbered', 'renamed', 'merged', 'withdrawn'], { type: 'string' }),
          parts: partsSchema('As it was called.'),
        },
        { ...CLOSED, description: 'With the fault `address-former`: an address that was, and what became of it.' },
      ),
    ),
    words: Type.Optional(
      Type.Array(
        Type.Object(
          {
            part: Type.Enum(['street', 'housenumber', 'postcode', 'place', 'other'], { type: 'string' }),
            written: Type.String(),
            register: optionalText('What the register has for them.'),
          },
          CLOSED,
        ),
        { description: 'With `explain`: the words of a text, in their order, by what they were read as.' },
      ),
    ),
  },
  { ...CLOSED, title: 'Geocoded' },
);

/** Addresses as GeoJSON: what the answer says beside them stands beside the features. */
export const FEATURE_COLLECTION: TSchema = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Type.Object(
        {
          type: Type.Literal('Feature'),
          geometry: Type.Union([
            Type.Object(
              {
                type: Type.Literal('Point'),
                coordinates: Type.Array(Type.Number({ format: 'double' }), { minItems: 2, maxItems: 2 }),
              },
              CLOSED,
            ),
            Type.Null(),
          ]),
          properties: Type.Object(
            {},
            { description: 'The address without its location; or the parts of a street or place.' },
          ),
        },
        CLOSED,
      ),
    ),
  },
  { title: 'FeatureCollection', description: 'With `Accept: application/geo+json` (RFC 7946).' },
);

/** The problem that lists what exists instead. */
export const NO_MATCH_PROBLEM: Readonly<Record<Country, TSchema>> = {
  nl: noMatchProblem(alternativeNL, 'NoMatchNL'),
  be: noMatchProblem(alternativeBE, 'NoMatchBE'),
  lu: noMatchProblem(alternativeLU, 'NoMatchLU'),
};

// The compiler checks the schemas against the library's types, in both directions.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
type Is<Schema extends TSchema, Model> = Same<DeepReadonly<Static<Schema>>, DeepReadonly<Model>>;
const _sameAsTheModel: [
  Is<typeof addressNL, AddressNL>,
  Is<typeof addressBE, AddressBE>,
  Is<typeof addressLU, AddressLU>,
  Is<typeof suggestionPage, Page<Suggestion>>,
  Is<typeof suggestionInPage, Page<SuggestionIn>>,
  Is<typeof addressPageNL, Page<AddressNL>>,
  Is<typeof alternativeNL, AlternativeOf['nl']>,
  Is<typeof alternativeBE, AlternativeOf['be']>,
  Is<typeof alternativeLU, AlternativeOf['lu']>,
] = [true, true, true, true, true, true, true, true, true];
void _sameAsTheModel;

const sentences = Type.Optional(Type.Array(Type.String()));

export const ATTRIBUTIONS: TSchema = Type.Object(
  { nl: sentences, be: sentences, lu: sentences },
  {
    ...CLOSED,
    examples: [{ be: ['Addresses of Belgium: BeST address, © BOSA and the regions of Belgium (CC BY 4.0).'] }],
  },
);
