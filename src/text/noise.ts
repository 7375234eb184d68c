import type { Country } from '../model/country.ts';

/** Words that stand in addresses without saying where they are. */
const COUNTRY_NAMES: Readonly<Record<Country, readonly string[]>> = {
  nl: ['nederland', 'netherlands', 'the netherlands', 'holland', 'pays bas', 'niederlande'],
  be: ['belgie', 'belgique', 'belgium', 'belgien'],
  lu: ['grand duche de luxembourg', 'grand duchy of luxembourg', 'grossherzogtum luxemburg'],
};

/** Until the next comma or the end: `t.a.v. mevrouw De Wit`, `c/o …`. */
const ATTENTION =
  /(?:^|[\s,;])(?:t\.?\s?a\.?\s?v\.?|ter attentie van|c\/o|attn\.?|p\/a|[aà] l['’]attention d[eu]|z\.?\s?hd\.?)\s[^,;]*/gi;

const FLOORS =
  /(?:^|[\s,;])(?:[0-9]{1,2}\s?(?:e|de|ste|eme|ème|er|ère|\.)?\s?(?:verdieping|verd\.?|etage|étage|et\.?|floor|stock|og)|(?:etage|étage|verdieping|floor)\s?[0-9]{1,2}|begane grond|rez[\s-]de[\s-]chauss[eé]e|gelijkvloers|erdgeschoss|app(?:artement|\.)?\s?[0-9]{1,4}[a-z]?)(?=$|[\s,;])/gi;

/**
 * The text without what is in brackets, without whom it is for, which floor it is on, and the country's name.
 * If nothing would be left it stays as it is.
 *
 * @example withoutNoise('be', 'Av. Fonsny 20 (en face de la gare), Belgique')    // 'Av. Fonsny 20 , '
 */
export function withoutNoise(country: Country, text: string): string {
  if (!NOISY.test(text)) return text;
  const cleaned = text
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(ATTENTION, ' ')
    .replace(FLOORS, ' ')
    .replace(COUNTRY_PATTERNS[country], '$1');
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : text;
}

/** Most texts have none of it, and one quick look says so. */
const NOISY =
  /[([.,/]|\s(?:nederland|netherlands|belgi|grand|verd|etage|étage|floor|begane|rez|app|stock|holland|pays)|^ter /i;

const COUNTRY_PATTERNS: Readonly<Record<Country, RegExp>> = {
  nl: countryPattern('nl'),
  be: countryPattern('be'),
  lu: countryPattern('lu'),
};

/** Only behind something else, at the end. */
function countryPattern(country: Country): RegExp {
  const names = COUNTRY_NAMES[country].map((name) => name.replaceAll('e', '[eë]').replaceAll(' ', '[\\s-]'));
  return new RegExp(`(\\S)[\\s,;-]+(?:${names.join('|')})[\\s.]*$`, 'i');
}
