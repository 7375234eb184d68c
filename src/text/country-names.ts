import { COUNTRY_WORDS } from '../lexicon/countries.ts';
import { type Kind, patternOf, rowsOf, wordsOf } from '../lexicon/row.ts';
import { byCountry, COUNTRIES, type Country } from '../model/country.ts';
import { kept } from '../model/kept.ts';
import { countryOfPostcodeIn } from '../model/postcode.ts';
import { editDistance } from './edit-distance.ts';
import { fold } from './fold.ts';

/** What people call each of the countries, its codes too; folded. */
const COUNTRY_NAMES = namesOf('country');
/** With what means it only if nothing else is expected. */
const NAMES_OF_CELL = namesOf('country', 'countryInCell');

function namesOf(...kinds: Kind[]): Readonly<Record<Country, readonly string[]>> {
  const rows = rowsOf(COUNTRY_WORDS, kinds);
  return byCountry((country) => rows.filter(({ words }) => words[0] === country).flatMap(({ words }) => words));
}

/** The country, if a text is only names of one: `NL`, `België / Belgique`, `Luxembourg (LU)`; `undefined` for any other text. */
export function countryNamed(text: string): Country | undefined {
  const [first = '', ...others] = text.split(BETWEEN_NAMES).filter((part) => fold(part) !== '');
  const country = countryCalled(first);
  return others.every((other) => countryCalled(other) === country) ? country : countryCalled(text);
}

function countryCalled(text: string): Country | undefined {
  const key = fold(text);
  return COUNTRIES.find((country) => NAMES_OF_CELL[country].includes(key));
}

/**
 * What a cell for the country says: one of the countries, or `abroad` for any other; `undefined` if it is neither, as where its column was cut or misread.
 * Of five letters or more one may be wrong.
 */
export function countryOfCell(cell: string): Country | 'abroad' | undefined {
  // A file has the same few in all its rows, and what is none is held against all countries there are.
  const said = kept(SAID, cell, (text) => readCell(text) ?? 'nothing', MAX_KEPT_CELLS);
  return said === 'nothing' ? undefined : said;
}

const SAID: Map<string, Country | 'abroad' | 'nothing'> = new Map();
const MAX_KEPT_CELLS = 1_000;

function readCell(cell: string): Country | 'abroad' | undefined {
  const named = countryNamed(cell);
  if (named !== undefined) return named;
  const key = fold(cell);
  if (key === '') return undefined;
  const isNearly = (name: string): boolean => name.length > 4 && editDistance(name, key, 1) <= 1;
  const other = namesInCell();
  if (other.has(key)) return 'abroad';
  const ours = COUNTRIES.find((country) => NAMES_OF_CELL[country].some(isNearly));
  return ours ?? ([...other].some(isNearly) ? 'abroad' : undefined);
}

const BETWEEN_NAMES = /[(),;/|]|\s[-–—]\s/;

/** The country whose name or code `withoutCountry` takes from the end of an address; `undefined` if there is none. */
export function countryAtEnd(text: string): Country | undefined {
  const end = text.slice(-MAX_END);
  return ANY_COUNTRY.test(end) ? COUNTRIES.find((country) => COUNTRY_PATTERNS[country].test(end)) : undefined;
}

/** The countries that a text says it is in: by a name at its end, or by a postcode whose form is that of one country; `undefined` if it does not say. */
export function countriesOfText(text: string): readonly Country[] | undefined {
  const country = countryAtEnd(text) ?? countryOfPostcodeIn(text);
  // `Turnhout, 2300 BE` has a Dutch postcode, or a Belgian one before the code of its country.
  return country && COUNTRIES.filter((each) => each === country || COUNTRY_PATTERNS[each].test(text.slice(-MAX_END)));
}

/** The longest name with what stands around it. */
const MAX_END = 60;

/** The text without the name or code of the country at its end, or of any of the three. */
export function withoutCountry(text: string, country?: Country): string {
  return text.replace(country === undefined ? ANY_COUNTRY : COUNTRY_PATTERNS[country], '$1');
}

const COUNTRY_PATTERNS = byCountry((country) => countryPattern([country]));
const ANY_COUNTRY = countryPattern(COUNTRIES);

/** Names and codes of countries at the end, after other text; not the end of Hoek van Holland, Hook of Holland, Noord-Holland, Rue de Hollande or `1012 BE`. */
function countryPattern(countries: readonly Country[]): RegExp {
  const codes = countries.flatMap((country) => COUNTRY_NAMES[country]);
  const names = [patternOf(codes.filter(({ length }) => length > 2))];
  // `1012 BE` is a Dutch postcode, unless the address is Belgian.
  const isNotPostcode = countries.includes('nl') ? '(?<![0-9]{4}\\s)' : '';
  for (const code of codes) if (code.length === 2) names.push(`${isNotPostcode}${patternOf([code])}`);
  return new RegExp(
    `(\\S)(?<!(?:^|[\\s,-])(?:van|of|noord|zuid|de|du|des|la))[\\s,;(-]+(?:${names.join('|')})[\\s.)]*$`,
    'i',
  );
}

/**
 * Whether an address says that it is in none of the countries: a postcode with the letters of another one (`F-59000`), or the name of
 * another one as its last part (`Lille, France`).
 */
export function isAbroad(text: string): boolean {
  if (POSTCODE_ABROAD.test(text)) return true;
  const last = text.split(/[,;(\n]/).at(-1)!;
  return last.length < text.length && last.length <= MAX_NAME_LETTERS && namesAbroad().has(fold(last));
}

/** Letters and postcodes of countries whose addresses are in files beside ours. No Dutch postcode or house number has five digits after letters. */
const POSTCODE_ABROAD = /(?:^|[\s,;])(?:(?:F|FR|D|DE|I|IT|E|ES)-[0-9]{5}|CH-[0-9]{4})(?![0-9])/;

const MAX_NAME_LETTERS = 30;
let abroad: ReadonlySet<string> | undefined;
let inCell: ReadonlySet<string> | undefined;
let regions: readonly Intl.DisplayNames[] | undefined;

/** The names of other countries as ICU has them, and a few more; folded. */
function namesAbroad(): ReadonlySet<string> {
  abroad ??= new Set([
    ...namesOfRegions(wordsOf(COUNTRY_WORDS, ['abroad'])),
    ...wordsOf(COUNTRY_WORDS, ['abroadName']),
  ]);
  return abroad;
}

/** The names and codes of all other countries, which mean them where nothing else is expected. */
function namesInCell(): ReadonlySet<string> {
  if (inCell === undefined) {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const ours: readonly string[] = COUNTRIES;
    const codes = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => !ours.includes(code));
    const noCountry = wordsOf(COUNTRY_WORDS, ['noCountry']);
    const countries = codes.filter((code) => !code.startsWith('x') && !noCountry.includes(code));
    const named = countries.filter((code) => namesOfRegions([code]).length > 0);
    inCell = new Set([
      ...namesOfRegions(named),
      ...named,
      ...namesAbroad(),
      ...wordsOf(COUNTRY_WORDS, ['abroadInCell']),
    ]);
  }
  return inCell;
}

/** What ICU calls the regions of these codes (ISO 3166-1, alpha-2) in our languages; folded. */
function namesOfRegions(codes: readonly string[]): string[] {
  regions ??= ['nl', 'fr', 'de', 'en'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  return regions.flatMap((names) => codes.flatMap((code) => fold(names.of(code.toUpperCase()) ?? '') || []));
}
