import { COUNTRIES, type Country } from '../model/country.ts';
import { fold } from './fold.ts';

/** What people call the countries, folded. */
const COUNTRY_NAMES: Readonly<Record<Country, readonly string[]>> = {
  nl: ['nederland', 'the netherlands', 'netherlands', 'holland', 'hollande', 'pays bas', 'niederlande'],
  be: ['belgie', 'belgique', 'belgium', 'belgien'],
  lu: ['grand duche de luxembourg', 'grand duche', 'grand duchy of luxembourg', 'grossherzogtum luxemburg'],
};
/** Luxembourg is also a town: at the end of an address the name does not tell the country. */
const TOWN_NAMES: readonly string[] = ['luxembourg', 'luxemburg', 'letzebuerg'];
/** Country codes at the end of an address: ISO 3166-1, and common variations. */
const COUNTRY_CODES: Readonly<Record<Country, readonly string[]>> = {
  nl: ['nl', 'nld', 'ned'],
  be: ['be', 'bel'],
  lu: ['lu', 'lux'],
};
/** Codes that mean a country only if nothing else is expected: vehicle registration letters. */
const CELL_CODES: Readonly<Record<Country, readonly string[]>> = { nl: [], be: ['b'], lu: ['l', ...TOWN_NAMES] };

/** The country, if a text is only a country's name: `NL`, `België`, `Luxembourg`; `undefined` for any other text. */
export function countryNamed(text: string): Country | undefined {
  const key = fold(text);
  return COUNTRIES.find((country) =>
    [COUNTRY_NAMES, COUNTRY_CODES, CELL_CODES].some((names) => names[country].includes(key)),
  );
}

/** The country whose name, or code of three letters, is the last part of an address; `undefined` if there is none. */
export function countryAtEnd(text: string): Country | undefined {
  const last = fold(lastPart(text));
  return COUNTRIES.find(
    (country) => COUNTRY_NAMES[country].includes(last) || (last.length > 2 && COUNTRY_CODES[country].includes(last)),
  );
}

/** What follows the last comma, line end or bracket; the whole text if it has none. */
function lastPart(text: string): string {
  return text.slice(Math.max(...SEPARATORS.map((separator) => text.lastIndexOf(separator))) + 1);
}

const SEPARATORS: readonly string[] = [',', ';', '(', '\n'];

/** The text without the name or code of any of the countries at its end. */
export function withoutCountry(text: string): string {
  return text.replace(ANY_COUNTRY, '$1');
}

/** The text without the country's name or code at its end. */
export function withoutCountryName(country: Country, text: string): string {
  return text.replace(COUNTRY_PATTERNS[country], '$1');
}

const COUNTRY_PATTERNS: Readonly<Record<Country, RegExp>> = {
  nl: countryPattern(['nl']),
  be: countryPattern(['be']),
  lu: countryPattern(['lu']),
};
const ANY_COUNTRY = countryPattern(COUNTRIES);

/** Names and codes of countries at the end, after other text; not the end of Hoek van Holland or Noord-Holland. */
function countryPattern(countries: readonly Country[]): RegExp {
  const names = countries
    .flatMap((country) => [...COUNTRY_NAMES[country], ...COUNTRY_CODES[country]])
    .map((name) => name.replaceAll('e', '[eéë]').replaceAll('u', '[uü]').replaceAll(' ', '[\\s-]'));
  return new RegExp(`(\\S)(?<!(?:^|[\\s,-])(?:van|noord|zuid))[\\s,;(-]+(?:${names.join('|')})[\\s.)]*$`, 'i');
}

/**
 * Whether an address says that it is in none of the countries: a postcode with the letters of another one (`F-59000`), or the name of
 * another one as its last part (`Lille, France`).
 */
export function isAbroad(text: string): boolean {
  if (POSTCODE_ABROAD.test(text)) return true;
  const last = lastPart(text);
  return last.length < text.length && last.length <= MAX_NAME_LETTERS && namesAbroad().has(fold(last));
}

/** Letters and postcodes of countries whose addresses are in files beside ours. No Dutch postcode or house number has five digits after letters. */
const POSTCODE_ABROAD = /(?:^|[\s,;])(?:(?:F|FR|D|DE|I|IT|E|ES)-[0-9]{5}|CH-[0-9]{4})(?![0-9])/;

/** Countries around ours, and those that most addresses of the rest are in; by ISO 3166-1. */
const CODES_ABROAD: readonly string[] = 'AT CH CZ DE DK ES FI FR GB GR HU IE IT NO PL PT RO SE TR US'.split(' ');
const LANGUAGES: readonly string[] = ['nl', 'fr', 'de', 'en'];
const MAX_NAME_LETTERS = 30;
let abroad: ReadonlySet<string> | undefined;

/** Their names as ICU has them, folded. */
function namesAbroad(): ReadonlySet<string> {
  abroad ??= new Set([
    ...LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return CODES_ABROAD.map((code) => fold(names.of(code) ?? code));
    }),
    ...'engeland england angleterre uk usa'.split(' '),
  ]);
  return abroad;
}
