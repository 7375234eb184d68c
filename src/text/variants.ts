import type { Country } from '../model/country.ts';

/**
 * Other ways to write a word of a name. They branch, they never replace: `st` is sint, saint, sankt or straat, and a register
 * may write either form itself. All words are folded.
 */

/** Forms that are used for one another; each stands for all others of its row. One form may consist of several words. */
const COMMON: readonly (readonly string[])[] = [
  ['sint', 'st', 'saint', 'sankt'],
  ['sinte', 'sainte', 'ste'],
  ['dokter', 'doctor', 'docteur', 'dr'],
  ['professor', 'professeur', 'prof'],
  ['monseigneur', 'mgr'],
  ['generaal', 'general', 'gen'],
  ['president', 'pres'],
  ['kapitein', 'capitaine', 'kap', 'cap'],
  ['kolonel', 'colonel', 'kol', 'col'],
  ['luitenant', 'lieutenant', 'lt'],
  ['majoor', 'major', 'maj'],
];

const DUTCH: readonly (readonly string[])[] = [
  ['straat', 'str', 'strt', 'st'],
  ['laan', 'ln'],
  ['weg', 'wg'],
  ['plein', 'pln', 'pl'],
  ['singel', 'sngl'],
  ['gracht', 'gr'],
  ['kade', 'kd'],
  ['steenweg', 'stwg', 'stw'],
  ['burgemeester', 'burg', 'burgem', 'bgm'],
  ['meester', 'mr'],
  ['ingenieur', 'ir'],
  ['doctorandus', 'drs'],
  ['dominee', 'ds'],
  ['pastoor', 'past'],
  ['koning', 'kon'],
  ['koningin', 'kon'],
  ['prins', 'pr'],
  ['prinses', 'pr'],
  ['minister', 'min'],
  ['admiraal', 'adm'],
  ['commissaris', 'comm'],
  ['wethouder', 'weth'],
  ['jonkheer', 'jhr'],
  ['van', 'v'],
  ['van der', 'v d', 'vd', 'vander'],
  ['van den', 'v d', 'vd', 'vanden'],
  ['van de', 'v d', 'vd', 'vande'],
  ['het', 't'],
  ['des', 's'],
  ['noord', 'n'],
  ['zuid', 'z'],
  ['oost', 'o'],
  ['west', 'w'],
  ['eerste', '1e', '1ste'],
  ['tweede', '2e', '2de'],
  ['derde', '3e', '3de'],
  ['vierde', '4e', '4de'],
  ['vijfde', '5e', '5de'],
];

const FRENCH: readonly (readonly string[])[] = [
  ['rue', 'r'],
  ['avenue', 'av', 'ave'],
  ['boulevard', 'bd', 'bld', 'blvd', 'boul'],
  ['chaussee', 'ch', 'chee', 'chss'],
  ['route', 'rte'],
  ['chemin', 'ch', 'chem'],
  ['place', 'pl'],
  ['impasse', 'imp'],
  ['allee', 'all'],
  ['square', 'sq'],
  ['quai', 'q'],
  ['faubourg', 'fbg', 'fg'],
  ['clos', 'cl'],
  ['dreve', 'dr'],
  ['marechal', 'mal'],
  ['notre dame', 'nd', 'n d'],
];

const GERMAN: readonly (readonly string[])[] = [
  ['strasse', 'str'],
  ['platz', 'pl'],
  ['weg', 'wee'],
];

const LUXEMBOURGISH: readonly (readonly string[])[] = [
  ['strooss', 'str'],
  ['zone artisanale', 'z a', 'za'],
  ['zone industrielle', 'z i', 'zi'],
  ['zone d activites economiques', 'z a e', 'zae'],
];

/** Endings of compounds, short → long: `kerkstr` is `kerkstraat`. */
const DUTCH_ENDINGS: Readonly<Record<string, string>> = {
  str: 'straat',
  strt: 'straat',
  ln: 'laan',
  wg: 'weg',
  pln: 'plein',
  sngl: 'singel',
  stwg: 'steenweg',
  kd: 'kade',
};
const GERMAN_ENDINGS: Readonly<Record<string, string>> = { str: 'strasse' };

const ROWS: Readonly<Record<Country, readonly (readonly string[])[]>> = {
  nl: [...COMMON, ...DUTCH],
  be: [...COMMON, ...DUTCH, ...FRENCH, ...GERMAN],
  lu: [...COMMON, ...FRENCH, ...GERMAN, ...LUXEMBOURGISH],
};

const ENDINGS: Readonly<Record<Country, readonly (readonly [string, string])[]>> = {
  nl: Object.entries(DUTCH_ENDINGS),
  be: [...Object.entries(DUTCH_ENDINGS), ...Object.entries(GERMAN_ENDINGS)],
  lu: Object.entries(GERMAN_ENDINGS),
};

const FORMS: Readonly<Record<Country, ReadonlyMap<string, readonly string[]>>> = {
  nl: formsOf(ROWS.nl),
  be: formsOf(ROWS.be),
  lu: formsOf(ROWS.lu),
};

/** Words that stand before a name, which people add and leave out. */
const ARTICLES: ReadonlySet<string> = new Set([
  ...['de', 'den', 'der', 'het', 't', 's'],
  ...['le', 'la', 'les', 'l', 'd', 'du', 'des'],
  ...['die', 'das', 'den', 'am', 'an', 'op', 'um', 'im', 'in'],
]);

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/**
 * Other ways to write one folded word, or several that belong together (`v d`); without the word itself.
 *
 * @example variantsOf('nl', 'st')        // ['sint', 'saint', 'sankt', 'straat', 'str', 'strt']
 * @example variantsOf('nl', 'kerkstr')   // ['kerkstraat']
 */
export function variantsOf(country: Country, word: string): readonly string[] {
  const known = FORMS[country].get(word) ?? [];
  const compounds: string[] = [];
  for (const [short, long] of ENDINGS[country]) {
    if (word.length > short.length + 1 && word.endsWith(short)) compounds.push(word.slice(0, -short.length) + long);
  }
  // ij, ĳ and y sound and look alike in Dutch names.
  if (country !== 'lu' && word.includes('ij')) compounds.push(word.replaceAll('ij', 'y'));
  else if (country !== 'lu' && word.length > 2 && /[^aeo]y/.test(word)) compounds.push(word.replaceAll('y', 'ij'));
  return compounds.length === 0 ? known : [...known, ...compounds];
}

/** The most words that one form of a name consists of: how many neighbouring words can be one form together. */
export const LONGEST_FORM = 3;

function formsOf(rows: readonly (readonly string[])[]): Map<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const row of rows) {
    for (const form of row) {
      const others = forms.get(form) ?? [];
      for (const other of row) if (other !== form && !others.includes(other)) others.push(other);
      forms.set(form, others);
    }
  }
  return forms;
}
