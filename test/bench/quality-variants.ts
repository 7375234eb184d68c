import type { Country } from '../../src/model/country.ts';

/** A way of writing a street's name; `undefined` for names that it does not apply to. */
export interface StreetVariant {
  readonly kind: string;
  readonly countries: readonly Country[];
  readonly write: (name: string) => string | undefined;
}

/** First names that hundreds of streets in the three countries have. */
const FIRST_NAMES: ReadonlySet<string> = new Set(
  ('Adolphe Albert Alexandre Alfons Alfred Alphonse Anne Antoine Anton August Auguste Augustin Camille Charles Constant Cornelis ' +
    'Edgard Edmond Edouard Édouard Emile Émile Ernest Eugène Félix Ferdinand Florent Frans François Frédéric Gaston Georges Gérard ' +
    'Guido Guillaume Gustaaf Gustave Hector Hendrik Henri Henry Hubert Isidore Jacques Jan Jean Johan Joris Jos Joseph Jozef Jules ' +
    'Karel Lambert Léon Leon Léopold Louis Lodewijk Lucien Marcel Marie Maria Martin Maurice Michel Nicolas Oscar Paul Peter Petrus ' +
    'Philippe Pierre Pieter Raymond René Robert Roger Théodore Victor Vincent Willem Winston Xavier Zénobe').split(' '),
); // biome-ignore format: a list

const FRENCH_TYPE =
  /^(?:Rue|Avenue|Boulevard|Place|Chemin|Allée|Chaussée|Clos|Impasse|Quai|Square|Route|Ruelle|Drève|Cité|Sentier) /;

/** `Rue Emile Vandervelde` as its type, first name and the rest. */
function frenchPerson(name: string): { type: string; first: string; rest: string } | undefined {
  const type = FRENCH_TYPE.exec(name)?.[0];
  if (type === undefined) return undefined;
  const [first = '', ...rest] = name.slice(type.length).split(' ');
  return FIRST_NAMES.has(first) && rest.length > 0 ? { type, first, rest: rest.join(' ') } : undefined;
}

/** The name with another person's first name: `Rue Joseph Leclercq` for `Rue Auguste Leclercq`; `undefined` for a name that has none. */
export function withAnotherFirstName(name: string, pick: (names: readonly string[]) => string): string | undefined {
  const person = frenchPerson(name) ?? dutchPerson(name);
  if (person === undefined) return undefined;
  const other = pick([...FIRST_NAMES].filter((each) => each.charAt(0) !== person.first.charAt(0)));
  return name.replace(person.first, other);
}

/** `Jan van Eyckstraat` as first name and the rest. */
function dutchPerson(name: string): { first: string; rest: string } | undefined {
  const [first = '', ...rest] = name.split(' ');
  return FIRST_NAMES.has(first) && rest.length > 0 ? { first, rest: rest.join(' ') } : undefined;
}

const replaced =
  (pattern: RegExp, replacement: string) =>
  (name: string): string | undefined => {
    const written = name.replace(pattern, replacement);
    return written === name ? undefined : written;
  };

const NL_BE: readonly Country[] = ['nl', 'be'];
const BE_LU: readonly Country[] = ['be', 'lu'];

export const STREET_VARIANTS: readonly StreetVariant[] = [
  {
    kind: 'Dutch: first name → initial with dot',
    countries: NL_BE,
    write: (name) => {
      const person = dutchPerson(name);
      return person && `${person.first.charAt(0)}. ${person.rest}`;
    },
  },
  { kind: 'Dutch: first name left out', countries: NL_BE, write: (name) => dutchPerson(name)?.rest },
  {
    kind: 'French: first name → initial with dot',
    countries: BE_LU,
    write: (name) => {
      const person = frenchPerson(name);
      return person && `${person.type}${person.first.charAt(0)}. ${person.rest}`;
    },
  },
  {
    kind: 'French: first name left out',
    countries: BE_LU,
    write: (name) => {
      const person = frenchPerson(name);
      return person && person.type + person.rest;
    },
  },
  {
    kind: 'French: last name first',
    countries: BE_LU,
    write: (name) => {
      const person = frenchPerson(name);
      return person && `${person.type}${person.rest} ${person.first}`;
    },
  },
  { kind: 'Ier → 1er', countries: BE_LU, write: replaced(/\bIer\b/, '1er') },
  { kind: '1er → Ier', countries: BE_LU, write: replaced(/\b1er\b/, 'Ier') },
  { kind: 'Ier → I', countries: BE_LU, write: replaced(/\b(?:Ier|1er)\b/, 'I') },
  { kind: 'Onze-Lieve-Vrouw → O.L.V.', countries: NL_BE, write: replaced(/^Onze[- ]Lieve[- ]Vrouwe?/, 'O.L.V.') },
  { kind: 'de la, du, des left out', countries: BE_LU, write: replaced(/ (?:de la|du|des) /, ' ') },
  { kind: 'Rue → R.', countries: BE_LU, write: replaced(/^Rue /, 'R. ') },
  { kind: 'Avenue → Av.', countries: BE_LU, write: replaced(/^Avenue /, 'Av. ') },
  { kind: 'Boulevard → Bd.', countries: BE_LU, write: replaced(/^Boulevard /, 'Bd. ') },
  { kind: 'Chaussée → Chée', countries: ['be'], write: replaced(/^Chaussée /, 'Chée ') },
  { kind: 'Rue ↔ Route, Avenue', countries: BE_LU, write: replaced(/^(?:Route|Avenue) /, 'Rue ') },
  { kind: 'Dutch: plein → plaats', countries: NL_BE, write: replaced(/plein$/, 'plaats') },
  { kind: 'in brackets left out', countries: BE_LU, write: replaced(/ ?\([^()]+\)$/, '') },
  { kind: 'title left out', countries: ['nl'], write: replaced(/^(?:Burgemeester|Dokter|Professor|Pastoor|Generaal|Koning|Koningin|Prins|Minister|Dominee) /, '') },
  { kind: 'van de, van der → v.d.', countries: NL_BE, write: replaced(/\b[Vv]an (?:de|der|den) /, 'v.d. ') },
  { kind: 'vd joined to the name', countries: ['nl'], write: replaced(/\b[Vv]an (?:de|der|den) /, 'vd') },
  { kind: 'straat → str.', countries: NL_BE, write: replaced(/straat$/, 'str.') },
  { kind: 'Burgemeester → Burg.', countries: NL_BE, write: replaced(/^Burgemeester /, 'Burg. ') },
  { kind: 'Sint → St.', countries: NL_BE, write: replaced(/^Sint[- ]/, 'St. ') },
  { kind: 'ij → y', countries: NL_BE, write: replaced(/ij/, 'y') },
  { kind: 'ij → ei', countries: NL_BE, write: replaced(/ij/, 'ei') },
  { kind: 'ei → ij', countries: NL_BE, write: replaced(/ei/, 'ij') },
  { kind: 'cht → gt', countries: NL_BE, write: replaced(/cht/, 'gt') },
  { kind: 'sch → s', countries: NL_BE, write: replaced(/sch(?![aeiou])/, 's') },
  { kind: 'ph → f', countries: ['nl', 'be', 'lu'], write: replaced(/ph/, 'f') },
  { kind: 'eau → o', countries: BE_LU, write: replaced(/eau/, 'o') },
  { kind: 'ai → e', countries: BE_LU, write: replaced(/ai/, 'e') },
]; // biome-ignore format: a table

/** A way of writing a place, from its name and that of its municipality. */
export interface PlaceForm {
  readonly kind: string;
  readonly write: (name: string, municipality: string) => string | undefined;
}

export const PLACE_FORMS: readonly PlaceForm[] = [
  { kind: 'aan den → a/d', write: replaced(/ aan (?:den|de) /, ' a/d ') },
  { kind: 'aan den → ad', write: replaced(/ aan (?:den|de) /, ' ad ') },
  { kind: 'Sint, Saint → St.', write: replaced(/^(?:Sint|Saint)[- ]/, 'St. ') },
  { kind: 'Sint, Saint → St', write: replaced(/^(?:Sint|Saint)[- ]/, 'St ') },
  { kind: 'IJ, ij → Y, y', write: (name) => (/ij/i.test(name) ? name.replace('IJ', 'Y').replace('ij', 'y') : undefined) },
  {
    kind: 'X (municipality)',
    write: (name, municipality) => (municipality === name || name.includes('(') ? undefined : `${name} (${municipality})`),
  },
  { kind: 'capitals', write: (name) => name.toUpperCase() },
  { kind: '-sur-, -lez-, -les- → /', write: replaced(/-(?:sur|lez|les)-/, '/') },
  { kind: 'cht → gt', write: replaced(/cht/, 'gt') },
  { kind: 'eau → o', write: replaced(/eau/, 'o') },
]; // biome-ignore format: a table
