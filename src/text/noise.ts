import type { Country } from '../model/country.ts';

/** Words that stand in addresses without saying where they are. */
const COUNTRY_NAMES: Readonly<Record<Country, readonly string[]>> = {
  nl: ['nederland', 'the netherlands', 'netherlands', 'holland', 'pays bas', 'niederlande', 'nl'],
  be: ['belgie', 'belgique', 'belgium', 'belgien', 'be'],
  // Luxembourg itself is a town too.
  lu: ['grand duche de luxembourg', 'grand duche', 'grand duchy of luxembourg', 'grossherzogtum luxemburg', 'lu'],
};

/** Until the next comma or the end: `t.a.v. mevrouw De Wit`, `c/o …`. */
const ATTENTION =
  /(?:^|[\s,;])(?:t\.?\s?a\.?\s?v\.?|ter attentie van|c\/o|attn\.?|p\/a|[aà] l['’]att(?:ention|\.)? d(?:e|u|es)|z\.?\s?hd\.?)\s[^,;]*/gi;

const FLOORS =
  /(?:^|[\s,;])(?:[0-9]{1,2}\s?(?:e|de|ste|eme|ème|er|ère|\.)?\s?(?:verdieping|verd\.?|etage|étage|et\.?|floor|stock|og)|(?:etage|étage|verdieping|floor)\s?[0-9]{1,2}|begane grond|rez[\s-]de[\s-]chauss[eé]e|gelijkvloers|erdgeschoss|app(?:artement|\.)?\s?[0-9]{1,4}[a-z]?)(?=$|[\s,;])/gi;

const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** More is no address but an attack. It bounds the time of the patterns. */
const LONGEST_TEXT = 1000;

/**
 * The text without what is in brackets, without whom it is for, which floor it is on, and the country's name.
 * If nothing would be left it stays as it is. Of a text of more than 1,000 characters the rest is left out.
 *
 * @example withoutNoise('be', 'Av. Fonsny 20 (en face de la gare), Belgique')    // 'Av. Fonsny 20  '
 */
export function withoutNoise(country: Country, text: string): string {
  const cleaned = text
    .slice(0, LONGEST_TEXT)
    .replace(BRACKETS, ' ')
    .replace(ATTENTION, ' ')
    .replace(FLOORS, ' ')
    .replace(COUNTRY_PATTERNS[country], '$1');
  return /[\p{L}\p{N}]/u.test(cleaned) ? cleaned : text;
}

const COUNTRY_PATTERNS: Readonly<Record<Country, RegExp>> = {
  nl: countryPattern('nl'),
  be: countryPattern('be'),
  lu: countryPattern('lu'),
};

/** Only behind something else, at the end. */
function countryPattern(country: Country): RegExp {
  const names = COUNTRY_NAMES[country].map((name) =>
    name.replaceAll('e', '[eéë]').replaceAll('u', '[uü]').replaceAll(' ', '[\\s-]'),
  );
  return new RegExp(`(\\S)[\\s,;-]+(?:${names.join('|')})[\\s.]*$`, 'i');
}
