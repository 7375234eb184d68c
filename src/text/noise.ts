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
  const last = fold(text.split(/[,\n]/).at(-1)!);
  return COUNTRIES.find(
    (country) => COUNTRY_NAMES[country].includes(last) || (last.length > 2 && COUNTRY_CODES[country].includes(last)),
  );
}

/** The text without the name or code of any of the countries at its end. */
export function withoutCountry(text: string): string {
  return text.replace(ANY_COUNTRY, '$1');
}

/** Until the next comma or the end of the line: `t.a.v. mevrouw De Wit`, `c/o …`. */
const ATTENTION =
  /(?:^|[\s,;])(?:t\.?\s?a\.?\s?v\.?|ter attentie van|c\/o|attn\.?|p\/a|[aà] l['’]att(?:ention|\.)? d(?:e|u|es)|z\.?\s?hd\.?)\s[^,;\n]*/gi;

const FLOOR_WORD = '(?:verdieping|verd\\.?|etage|étage|et\\.?|floor|stock|og)';

/**
 * After a house number, an apartment is its addition or box and not a floor: a typed number is never dropped silently. Nor is the
 * house number read as the floor: a number without an ordinal ending is a floor only after another number, and never if the floor's
 * number follows its word (`17 étage 2`, `17 et 19`).
 */
const FLOORS: RegExp = new RegExp(
  `(?:^|[\\s,;])(?:${[
    `[0-9]{1,2}\\s?(?:e|de|ste|eme|ème|er|ère|\\.)\\s?${FLOOR_WORD}`,
    `(?<=[0-9][a-z]?[\\s,;]{1,3})[0-9]{1,2}\\s?${FLOOR_WORD}(?!\\s?[0-9]{1,3}(?![0-9]))`,
    '(?:etage|étage|verdieping|floor)\\s?[0-9]{1,2}',
    'begane grond|rez[\\s-]de[\\s-]chauss[eé]e|gelijkvloers|erdgeschoss',
    '(?<![0-9][a-z]?[\\s,;]{1,3})app(?:artement|\\.)?\\s?[0-9]{1,4}[a-z]?',
  ].join('|')})(?=$|[\\s,;])`,
  'gi',
);

/** A box at a post office, with its number, which is never a house number. */
const POST_OFFICE_BOX =
  /(?:^|(?<=[\s,;]))(?:post(?:bus|fach)|antwoordn(?:umme)?r\.?|p\.\s?b\.|b\.?\s?p\.?|bo[iî]te postale|case postale|p\.?\s?o\.?\s?box)[\s:]*(?:n[or°]\.?\s?)?[0-9]{1,6}(?=$|[\s,;])/gi;

/**
 * The text without the boxes at a post office that it names; unchanged if it names none.
 *
 * @example withoutPostOfficeBox('Postbus 12, 1000AA Amsterdam')    // ', 1000AA Amsterdam'
 */
export function withoutPostOfficeBox(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(POST_OFFICE_BOX, '') + text.slice(MAX_LENGTH);
}

/** The other street of a corner, up to the next part of the address. */
const CORNERS = /(?<=[0-9][a-z]?)[\s,]+(?:hoek|hk\.?|coin|(?:à |a )?l['’]angle|angle|ecke)\s[^,;\n]*(?=[,;\n])/gi;

/** "Opposite" the address that follows. */
const OPPOSITE = /(?:^|(?<=[\s,;]))t(?:\.\s?o\.?|\/o\.?)(?=\s)/gi;

/**
 * The text without boxes at a post office, and without `t.o.` ("opposite") before an address; unchanged if it has neither.
 *
 * @example withoutRemarks('t.o. Damrak 12, Postbus 3')    // ' Damrak 12, '
 */
export function withoutRemarks(text: string): string {
  return withoutPostOfficeBox(text).replace(OPPOSITE, '');
}

/** The postcode and place of a Belgian address, and the number of a postal district after them. */
const POSTAL_DISTRICT = /([1-9][0-9]{3})([\s,]+\p{L}[^0-9,;\n]{0,40}?)([\s-]+)([0-9]{1,2})(?=\s*(?:$|[,;\n]))/u;

/**
 * The text without the number that Belgians used to write after a city, and that its postcode repeats; unchanged if there is none. It is a
 * house number if no other number precedes the postcode, unless a hyphen joins it to the city.
 *
 * @param hasNumber whether the house number is known to be elsewhere
 * @example withoutPostalDistrict('Wetstraat 16, 1040 Brussel 4')    // 'Wetstraat 16, 1040 Brussel'
 */
export function withoutPostalDistrict(text: string, hasNumber: boolean = false): string {
  const match = POSTAL_DISTRICT.exec(text.slice(0, MAX_LENGTH));
  if (match === null) return text;
  const [all, postcode = '', place = '', hyphen = '', district = ''] = match;
  if (!isPostalDistrict(postcode, district)) return text;
  const before = text.slice(0, match.index);
  if (!hasNumber && !hyphen.includes('-') && !/[0-9]/.test(before)) return text;
  return before + postcode + place + text.slice(match.index + all.length);
}

/** Whether a postcode stands for the district of a city: 1130 for Bruxelles 13, 2060 for Antwerpen 6, 1000 and 2018 for the first. */
function isPostalDistrict(postcode: string, district: string): boolean {
  const isFirst = Number(district) === 1 && /^[0-9]00|^[0-9]018/.test(postcode);
  return isFirst || [postcode.slice(1, 3), postcode.slice(2, 3)].some((digits) => Number(digits) === Number(district));
}

/** A name without what is in brackets: `Wilrijk` for `Wilrijk (Antwerpen)`. */
export function withoutBrackets(name: string): string {
  return name.replace(/\s*\([^()]*\)\s*/g, ' ');
}

const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** Maximum characters read: a longer text is an attack, not an address. This bounds the time of the patterns. */
const MAX_LENGTH = 1000;

/**
 * The text without brackets and their content, addressees, corners, floors and the country's name. Unchanged
 * if nothing would be left. Only its first 1,000 characters are read.
 *
 * @example withoutNoise('be', 'Av. Fonsny 20 (en face de la gare), Belgique')    // 'Av. Fonsny 20  '
 */
export function withoutNoise(country: Country, text: string): string {
  const cleaned = text
    .slice(0, MAX_LENGTH)
    .replace(BRACKETS, ' ')
    .replace(ATTENTION, ' ')
    .replace(CORNERS, ' ')
    .replace(FLOORS, ' ')
    .replace(COUNTRY_PATTERNS[country], '$1');
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : text;
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
