import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { PROBLEMS } from '../../src/http/problems.ts';
import type { AddressBE, AddressLU, AddressNL, AlternativeOf } from '../../src/model/address.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { OBJECT_KINDS, OBJECT_STATUSES, OBJECT_USES } from '../../src/model/register-object.ts';
import type { Page, Suggestion, SuggestionIn } from '../../src/model/suggestion.ts';
import { STATUSES } from '../../src/search/match.ts';

/**
 * The resources of the service as JSON Schema. /openapi.json is generated from them, and the tests check every answer
 * against them. They are closed: a field that is not here is never sent. A schema with a title is in /openapi.json once,
 * under that name.
 */

/** An object without further fields. */
function closed<Properties extends TProperties>(properties: Properties, more: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...more });
}

/** The same as a resource with a name. */
function resource<Properties extends TProperties>(title: string, properties: Properties, description?: string) {
  return closed(properties, { title, ...(description !== undefined && { description }) });
}

/** The same as a part of one. */
function part<Properties extends TProperties>(description: string, properties: Properties) {
  return closed(properties, { description });
}

const text = (description: string) => Type.String({ description });
const anyText = Type.Optional(Type.String());
const optionalText = (description: string) => Type.Optional(text(description));
const optionalTexts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));
const NOT_THERE = 'Left out when the address has none.';

/** Two numbers. Declared as a list of fixed length, which every client generator understands. */
const pair = (description: string) =>
  Type.Unsafe<[number, number]>({
    ...{ type: 'array', items: { type: 'number', format: 'double' }, minItems: 2, maxItems: 2 },
    description,
  });

/** Positions in WGS84, and in the national grid; an object or null, as one schema with two types. */
function location<Grid extends TProperties>(grid: Grid) {
  const position = closed({ wgs84: pair('Latitude and longitude in WGS84 degrees, in this order.'), ...grid });
  type Position = Static<typeof position>;
  const description = '`null` when the register gives no position.';
  return Type.Unsafe<Position | null>({ ...position, type: ['object', 'null'], description });
}

/** What is added to an address on request. */
const added = (address: string, municipality: string) => ({
  identifiers: Type.Optional(
    part('With `identifiers`.', { address: text(address), municipality: optionalText(municipality) }),
  ),
  label: optionalTexts("With `label`: the lines on an envelope, by the rules of the country's post."),
});

const registerObject = resource('RegisterObject', {
  id: text('Verblijfsobject, ligplaats or standplaats of the BAG: `0363010000543210`.'),
  kind: Type.Enum([...OBJECT_KINDS], { type: 'string' }),
  status: Type.Enum([...OBJECT_STATUSES], { type: 'string' }),
  buildings: Type.Array(Type.String(), { description: 'The buildings (panden) that a unit is in.' }),
  uses: Type.Array(Type.Enum([...OBJECT_USES], { type: 'string' })),
  floorAreaM2: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of a unit, as registered: 1 and 999999 mean that it is not known.' }),
  ),
  mainAddress: optionalText("The identifier of the object's main address, where this is a further one."),
});

const addressNL = resource('AddressNL', {
  city: Type.String(),
  housenumber: text('Digits alone.'),
  houseletter: optionalText(NOT_THERE),
  housenumberaddition: optionalText(`Letter, BIS, a number and so on. ${NOT_THERE}`),
  municipality: Type.String(),
  postcode: text('`1012JS`; empty for the addresses to which the register gives none.'),
  province: Type.String(),
  street: Type.String(),
  location: location({ rd: pair('RD (EPSG:28992): x and y in metres, as the register gives them.') }),
  ...added('The nummeraanduiding of the BAG: `0363200000006110`.', 'The code of the CBS: `GM0363`.'),
  objects: Type.Optional(
    Type.Array(registerObject, {
      description:
        'With `identifiers`, if the index was built with objects: what it is the address of, mostly one; the one at its location first.',
    }),
  ),
});

function namesBE(description: string) {
  const languages = 'Only the languages that apply are there.';
  return closed(
    { de: anyText, fr: anyText, nl: anyText },
    { minProperties: 1, description: `${description} ${languages}` },
  );
}

const addressBE = resource('AddressBE', {
  housenumber: text('As the register writes it: `12`, `12A`, `ZN`.'),
  box_number: optionalText(NOT_THERE),
  postcode: Type.String(),
  street: namesBE('The names of the street.'),
  municipality: namesBE('The names of the municipality.'),
  province: namesBE('The names of the province; in Brussels, which belongs to none, of the region.'),
  postal_name: Type.Optional(namesBE('With `postal_name`: the names of the place that goes with the postcode.')),
  location: location({ bd72: pair('Belgian Lambert 72 (EPSG:31370): x and y in metres.') }),
  ...added('Region and number in BeST: `BE-BRU:4568`.', 'The NIS code: `21004`.'),
});

const addressLU = resource('AddressLU', {
  canton: Type.String(),
  city: Type.String(),
  district: Type.String(),
  housenumber: text('As the register writes it: `12`, `109-115`; the designation of a house without a number.'),
  houseletter: optionalText(NOT_THERE),
  municipality: Type.String(),
  postcode: Type.String(),
  street: Type.String(),
  location: location({}),
  ...added('The building in CACLR: `127237`.', 'Canton and commune in CACLR: `0203`.'),
});

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

const range = Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 });

const suggestion = resource('SearchResult', {
  value: text('What to put into the input field, so that a person can type on.'),
  label: text('The name or the house, for display; with `former`, also what it was called.'),
  description: text('What it is and where, for display.'),
  precision,
  context: Type.String({
    maxLength: 64,
    description: 'Opaque. Give it as `context` to go on; it stays the same in the next release.',
  }),
  former: Type.Optional(
    part('What it was called, if that was typed, and nothing of today is called so.', {
      name: text('With the place, or else the postcode, where that is what differs.'),
      until: Type.String({ format: 'date', description: 'The first day on which it was no longer called so.' }),
    }),
  ),
  explanation: optionalTexts('With `explain`: the rules of the ranking that cost it something.'),
  notUnderstood: optionalTexts(
    'With `explain`: words of the search that nothing in it accounts for; absent where there are none.',
  ),
  highlights: Type.Optional(
    Type.Array(range, {
      description:
        'With `details`: ranges of the label that match what was typed, as offsets in UTF-16 code units, end exclusive.',
    }),
  ),
  parts: Type.Optional(
    part('With `details`: the parts of the address that the suggestion says already.', {
      street: anyText,
      number: anyText,
      place: anyText,
      postcode: anyText,
    }),
  ),
});

const pagination = resource('PaginationMetadata', {
  page: Type.Integer({ minimum: 0, description: 'From 1; a request for page 0 is answered as 1.' }),
  per_page: Type.Integer({ minimum: 0 }),
  total_count: Type.Integer({ minimum: 0, format: 'int64', description: 'Of all pages together.' }),
  total_pages: Type.Integer({ minimum: 0 }),
});

const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  resource(title, { results: Type.Array(item), pagination });

const suggestionPage = pageOf(suggestion, 'SearchResultPage');
const country = Type.Enum([...COUNTRIES], { type: 'string' });
const suggestionIn = resource('SearchResultInCountry', { ...suggestion.properties, country });
const suggestionInPage = pageOf(suggestionIn, 'SearchResultInCountryPage');

export const PROBLEM: TObject = resource(
  'Problem',
  {
    type: Type.String({ format: 'uri-reference', description: 'Where the problem is described.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: text('What was got, what is allowed and what to do.'),
    code: Type.Enum(Object.keys(PROBLEMS), { type: 'string', description: 'Stable, for programs.' }),
  },
  'A problem as of RFC 9457.',
);

type ByCountry = Readonly<Record<Country, TSchema>>;

/** The fields of a document that distinguish addresses with one postcode and number. */
const { street, housenumber, houseletter, housenumberaddition } = addressNL.properties;
const { street: streetBE, housenumber: numberBE, box_number } = addressBE.properties;
const alternativeNL = resource('AlternativeNL', { street, housenumber, houseletter, housenumberaddition });
const alternativeBE = resource('AlternativeBE', { street: streetBE, housenumber: numberBE, box_number });
const alternativeLU = resource('AlternativeLU', { street, housenumber, houseletter });

/** The problem that lists what exists instead. */
function noMatchProblem(alternative: TSchema, title: string): TSchema {
  const description = 'With `alternatives`: a problem as of RFC 9457, and what there is instead.';
  const alternatives = Type.Array(alternative, {
    description:
      'What there is with the postcode and number, the bare number first; empty when the number is not there.',
  });
  return resource(title, { ...PROBLEM.properties, alternatives }, description);
}

export const NO_MATCH_PROBLEM: ByCountry = {
  nl: noMatchProblem(alternativeNL, 'NoMatchNL'),
  be: noMatchProblem(alternativeBE, 'NoMatchBE'),
  lu: noMatchProblem(alternativeLU, 'NoMatchLU'),
};

export const SUGGESTION_PAGE: TSchema = suggestionPage;
/** The same, of several countries. */
export const SUGGESTION_IN_PAGE: TSchema = suggestionInPage;

/** The document of an address, by country. */
export const ADDRESS: ByCountry = { nl: addressNL, be: addressBE, lu: addressLU };

function byCountry(make: (address: TSchema, name: string) => TSchema): ByCountry {
  return { nl: make(addressNL, 'NL'), be: make(addressBE, 'BE'), lu: make(addressLU, 'LU') };
}

/** A page of such documents. */
export const ADDRESS_PAGE: ByCountry = byCountry((address, name) => pageOf(address, `Address${name}Page`));

/** A list of such documents. */
export const ADDRESS_LIST: ByCountry = byCountry((address) => Type.Array(address, { minItems: 1 }));

/** A list of documents of several countries. */
export const ADDRESS_IN_LIST: TSchema = Type.Array(
  Type.Union(COUNTRIES.map((each) => closed({ country: Type.Literal(each), address: ADDRESS[each] }))),
  { minItems: 1 },
);

function partsSchema(description: string): TSchema {
  const names = ['street', 'housenumber', 'houseletter', 'addition', 'postcode', 'place', 'municipality', 'province'];
  return part(description, Object.fromEntries([...names, 'municipalityCode'].map((name) => [name, anyText])));
}

const degrees = Type.Number({ format: 'double' });

/** The answer to a geocoded address. */
export const GEOCODED: TSchema = resource('Geocoded', {
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
    part('WGS84 degrees. Left out where the addresses are far apart.', { latitude: degrees, longitude: degrees }),
  ),
  alternatives: Type.Array(Type.String(), {
    description: 'What the register has instead of a letter, addition, box or number that it does not have.',
  }),
  faults: Type.Array(Type.String(), { description: 'What differs between the address as written and the answer.' }),
  distance: Type.Optional(Type.Number({ format: 'double', description: 'Of a position: metres to the address.' })),
  former: Type.Optional(
    part('With the fault `address-former`: an address that was, and what became of it.', {
      until: Type.String({ format: 'date', description: 'The first day on which it was no longer called so.' }),
      became: Type.Enum(['renumbered', 'renamed', 'merged', 'withdrawn'], { type: 'string' }),
      parts: partsSchema('As it was called.'),
    }),
  ),
  words: Type.Optional(
    Type.Array(
      closed({
        part: Type.Enum(['street', 'housenumber', 'postcode', 'place', 'other'], { type: 'string' }),
        written: Type.String(),
        register: optionalText('What the register has for them.'),
      }),
      { description: 'With `explain`: the words of a text, in their order, by what they were read as.' },
    ),
  ),
});

const point = closed({
  type: Type.Literal('Point'),
  coordinates: Type.Array(degrees, { minItems: 2, maxItems: 2 }),
});

/** Addresses as GeoJSON: what the answer says beside them stands beside the features. */
export const FEATURE_COLLECTION: TSchema = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      closed({
        type: Type.Literal('Feature'),
        geometry: Type.Union([point, Type.Null()]),
        properties: Type.Object(
          {},
          { description: 'The address without its location; or the parts of a street or place.' },
        ),
      }),
    ),
  },
  { title: 'FeatureCollection', description: 'With `Accept: application/geo+json` (RFC 7946).' },
);

/** What is recognised at the beginning of a file. */
export const BATCH_COLUMNS: TObject = resource(
  'BatchColumns',
  {
    format: Type.Enum(['csv', 'ndjson'], { type: 'string' }),
    encoding: Type.String(),
    delimiter: Type.Unsafe({ type: ['string', 'null'], description: 'Of CSV.' }),
    columns: Type.Array(
      closed({
        name: Type.String(),
        role: Type.Unsafe({ type: ['string', 'null'], description: 'What it is read as; null if it is not read.' }),
        looks_like_address: Type.Boolean({ description: 'It is not read, but looks like a part of the address.' }),
        by_content: Type.Unsafe({
          ...closed({
            cells: Type.Integer({ description: 'Rows with a house found and something in this column.' }),
            registered: Type.Integer({
              description: 'Those in which it is a letter, addition or box of the house.',
            }),
          }),
          type: ['object', 'null'],
          description:
            'Why it has its role, or looks like a part of the address, if not its name but its cells said so: counts of rows at the beginning of the file.',
        }),
        examples: Type.Array(Type.String(), { description: 'From the first rows.' }),
      }),
    ),
    problem: Type.Unsafe({ type: ['string', 'null'], description: 'Why no row could be answered as it is.' }),
  },
  'Which columns of a file are read as what.',
);

const sentences = Type.Optional(Type.Array(Type.String()));
export const ATTRIBUTIONS: TSchema = closed({ nl: sentences, be: sentences, lu: sentences });

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
  Is<typeof alternativeNL, AlternativeOf['nl']>,
  Is<typeof alternativeBE, AlternativeOf['be']>,
  Is<typeof alternativeLU, AlternativeOf['lu']>,
] = [true, true, true, true, true, true, true, true];
void _sameAsTheModel;
