import type { Country } from '../model/country.ts';

/**
 * Other ways to write a word of a name. They are added to the word and never replace it: `st` is sint, saint, sankt or straat, and a register
 * may use either form. All words are folded. The tables are the project's own, compiled from the abbreviations used in the three
 * registers and by their users.
 */

/** Interchangeable forms, one set per row. One form may consist of several words. */
const COMMON: readonly (readonly string[])[] = [
  ['sint', 'st', 'saint', 'sankt'],
  ['sinte', 'sainte', 'ste'],
  ['dokter', 'doctor', 'docteur', 'dr'],
  ['professor', 'professeur', 'prof'],
  ['monseigneur', 'mgr'],
  ['generaal', 'general', 'gen'],
  ['commandant', 'cdt'],
  ['sergeant', 'sgt'],
  ['president', 'pres'],
  ['kapitein', 'capitaine', 'kap', 'cap'],
  ['kolonel', 'colonel', 'kol', 'col'],
  ['luitenant', 'lieutenant', 'lt'],
  ['majoor', 'major', 'maj'],
  ['kardinaal', 'cardinal', 'kard', 'card'],
  ['gouverneur', 'gouv'],
];

/** The numerals of sovereigns, popes and forts. */
const ROMAN_NUMERALS: readonly (readonly [roman: string, digits: string])[] = [
  ['i', '1'],
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['v', '5'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['x', '10'],
  ['xi', '11'],
  ['xii', '12'],
  ['xiii', '13'],
  ['xiv', '14'],
];

/** Joined with the word that follows: Onze-Lieve-Vrouwestraat, O.L.V.-straat. */
const OUR_LADY = 'onze lieve vrouw';

/** From first to twelfth. */
const DUTCH_ORDINALS: readonly string[] =
  'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde'.split(' ');
/** From second to twelfth; what comes first has several forms of its own. */
const FRENCH_ORDINALS: readonly string[] =
  'deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme'.split(' ');

const DUTCH: readonly (readonly string[])[] = [
  ['straat', 'str', 'strt', 'st'],
  ['laan', 'ln'],
  ['weg', 'wg'],
  ['plein', 'pln', 'pl'],
  ['singel', 'sngl'],
  ['boulevard', 'blvd', 'bld'],
  ['gracht', 'gr'],
  ['dreef', 'dr'],
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
  ['aan den', 'a d', 'ad'],
  ['aan de', 'a d', 'ad'],
  ['bij', 'b'],
  ['het', 't'],
  ['des', 's'],
  ['nieuwe', 'nwe', 'nw'],
  ['verlengde', 'verl'],
  ['verlengd', 'verl'],
  ['grote', 'gr', 'gte'],
  ['groot', 'gr', 'gt'],
  ['kleine', 'kl'],
  ['klein', 'kl'],
  ['gebroeders', 'gebr'],
  ['secretaris', 'secr'],
  ['noord', 'n'],
  ['zuid', 'z'],
  ['oost', 'o'],
  ['west', 'w'],
  ...DUTCH_ORDINALS.map((ordinal, i) => [ordinal, `${i + 1}e`, `${i + 1}de`, `${i + 1}ste`]),
  [OUR_LADY, 'o l v', 'olv'],
];

/** Dutch provinces, which follow a place that has namesakes: Bergen NH. */
const DUTCH_PROVINCES: readonly (readonly string[])[] = [
  ['groningen', 'gn'],
  ['fryslan', 'friesland', 'frl'],
  ['gelderland', 'gld'],
  ['noord holland', 'nh', 'n h'],
  ['zuid holland', 'zh', 'z h'],
  ['zeeland', 'zld'],
  ['noord brabant', 'nb', 'n b', 'nbr'],
];

/** Short forms that mean the province only after a place: anywhere else `dr` is a doctor. */
const AFTER_A_PLACE: ReadonlyMap<string, readonly string[]> = new Map([
  ['groningen', ['gr']],
  ['fryslan', ['fr']],
  ['drenthe', ['dr']],
  ['overijssel', ['ov']],
  ['flevoland', ['fl']],
  ['gelderland', ['gl', 'ge']],
  ['utrecht', ['ut', 'u']],
  ['zeeland', ['zl', 'ze']],
  ['limburg', ['lb', 'l', 'li']],
]);

/** All forms of a folded Dutch province, itself first, as they are written after a place: `gelderland`, `gld`, `gl`, `ge`. */
export function provinceForms(province: string): readonly string[] {
  return [province, ...(FORMS.nl.get(province) ?? NONE), ...(AFTER_A_PLACE.get(province) ?? NONE)];
}

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
  ['sentier', 'sent'],
  ['passage', 'pass'],
  ['residence', 'res'],
  ['montee', 'mtee'],
  ['esplanade', 'espl'],
  ['grand rue', 'grande rue'],
  ['rond point', 'rpt'],
  ['premier', '1er', 'ier', 'i', '1'],
  ...FRENCH_ORDINALS.map((ordinal, i) => [
    ordinal,
    ...ROMAN_NUMERALS[i + 1]!.flatMap((each) => [`${each}e`, `${each}eme`, `${each}ieme`]),
  ]),
  ['sur', 's'],
  ['petit', 'pt'],
  ['petite', 'pte'],
  ['grand', 'gd'],
  ['grande', 'gde'],
  ['vieux', 'vx'],
  ['bourgmestre', 'bourgm', 'bourg', 'bgm'],
  ['chevalier', 'chev'],
  ['promenade', 'prom'],
  ['quartier', 'quart'],
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

/** Endings of compounds, long and short: `kerkstr` is `kerkstraat`. */
const DUTCH_ENDINGS: readonly (readonly [long: string, short: string])[] = [
  ['straat', 'str'],
  ['straat', 'strt'],
  ['straat', 'st'],
  ['strjitte', 'str'],
  ['laan', 'ln'],
  ['weg', 'wg'],
  ['plein', 'pln'],
  ['singel', 'sngl'],
  ['steenweg', 'stwg'],
  ['steenweg', 'stw'],
  ['kade', 'kd'],
];
const GERMAN_ENDINGS: readonly (readonly [long: string, short: string])[] = [
  ['strasse', 'str'],
  ['weg', 'wee'],
  ['strooss', 'str'],
];

const ROWS: Readonly<Record<Country, readonly (readonly string[])[]>> = {
  nl: [...COMMON, ...ROMAN_NUMERALS, ...DUTCH, ...DUTCH_PROVINCES],
  be: [...COMMON, ...ROMAN_NUMERALS, ...DUTCH, ...FRENCH, ...GERMAN],
  lu: [...COMMON, ...ROMAN_NUMERALS, ...FRENCH, ...GERMAN, ...LUXEMBOURGISH],
};

const ENDINGS: Readonly<Record<Country, readonly (readonly [long: string, short: string])[]>> = {
  nl: DUTCH_ENDINGS,
  be: [...DUTCH_ENDINGS, ...GERMAN_ENDINGS],
  lu: GERMAN_ENDINGS,
};

/** An ending of compounds, and another one that may stand in its place. */
interface OtherEnding {
  readonly ending: string;
  readonly other: string;
}

/** The endings that have another form, by their last letter: most words end in none of them. */
const OTHER_ENDINGS: Readonly<Record<Country, ReadonlyMap<string, readonly OtherEnding[]>>> = {
  nl: endingsByLetter(ENDINGS.nl),
  be: endingsByLetter(ENDINGS.be),
  lu: endingsByLetter(ENDINGS.lu),
};

const FORMS: Readonly<Record<Country, ReadonlyMap<string, readonly string[]>>> = {
  nl: formsByWord(ROWS.nl),
  be: formsByWord(ROWS.be),
  lu: formsByWord(ROWS.lu),
};

/** Kinds of street that people confuse, at the end of a compound and as words. The rest of the name is what they remember. */
const TYPE_ENDINGS: readonly string[] =
  'straat laan plein plaats steenweg weg dreef hof pad kade singel park strasse'.split(' ');
const TYPE_WORDS: readonly string[] =
  'rue route avenue boulevard chaussee chemin place allee clos impasse ruelle sentier square quai'.split(' ');
/** These two mean the same. */
const SQUARES: readonly string[] = ['plein', 'plaats'];

/** The kind of street that a folded word ends in, as a compound does: `plein` of kerkplein. */
export function streetTypeOf(country: Country, word: string): string | undefined {
  return country === 'lu' ? undefined : TYPE_ENDINGS.find((type) => word.length > type.length && word.endsWith(type));
}

/** Whether a folded word is a kind of street by itself: `rue`, and `plein` of Koning Albert plein. */
export function isStreetType(country: Country, word: string): boolean {
  return (country !== 'nl' && TYPE_WORDS.includes(word)) || (country !== 'lu' && isTypeEnding(word));
}

/** Whether a folded word is short for a kind of street before a name: `av`, `bd`. */
export function isShortStreetType(country: Country, word: string): boolean {
  return country !== 'nl' && (FORMS[country].get(word) ?? NONE).some((form) => TYPE_WORDS.includes(form));
}

/** Whether a folded word is a kind of street that compounds end in: `plein`. */
export function isTypeEnding(word: string): boolean {
  return TYPE_ENDINGS.includes(word);
}

/** How many wrong letters one kind of street instead of another counts as. */
export function lettersBetweenTypes(a: string, b: string): number {
  return SQUARES.includes(a) && SQUARES.includes(b) ? 1 : 2;
}

/**
 * The word with each other kind of street, and how many wrong letters that counts as: kerkplein and others for `kerkplaats`, route and
 * others for `rue`; nothing for a word without a kind of street.
 */
export function withOtherType(
  country: Country,
  word: string,
): readonly { readonly text: string; readonly edits: number }[] {
  if (country !== 'nl' && TYPE_WORDS.includes(word))
    return TYPE_WORDS.filter((other) => other !== word).map((text) => ({ text, edits: 2 }));
  const type = streetTypeOf(country, word);
  if (type === undefined || word.length - type.length < MIN_STEM_LETTERS) return [];
  const stem = word.slice(0, -type.length);
  return TYPE_ENDINGS.filter((other) => other !== type).map((other) => ({
    text: stem + other,
    edits: lettersBetweenTypes(type, other),
  }));
}

/** Minimum letters before a kind of street for the compound to be a name. */
export const MIN_STEM_LETTERS = 3;

const NUMERALS: ReadonlyMap<string, string> = new Map([...ROMAN_NUMERALS, ['ier', '1']]);

/** The Roman numerals among folded words, in digits: `2` for `leopold ii laan`; `''` where there are none. */
export function romanNumeralsIn(words: readonly string[]): string {
  let found = '';
  for (const word of words) {
    const digits = word.length <= MAX_NUMERAL_LETTERS ? NUMERALS.get(word) : undefined;
    if (digits !== undefined) found += found === '' ? digits : ` ${digits}`;
  }
  return found;
}

const MAX_NUMERAL_LETTERS = 4;

/** The first words of forms of several words; there are few. */
const FIRST_WORDS: Readonly<Record<Country, ReadonlySet<string>>> = {
  nl: firstWords(FORMS.nl),
  be: firstWords(FORMS.be),
  lu: firstWords(FORMS.lu),
};

/** All other ways to write one folded word, or several that belong together: `formsOf` and `spellingsOf`. */
export function variantsOf(country: Country, text: string): readonly string[] {
  const spellings = spellingsOf(country, text);
  return spellings.length === 0 ? formsOf(country, text) : [...formsOf(country, text), ...spellings];
}

/**
 * Other forms of one folded word, or of several that belong together (`v d`), without itself: abbreviations written out,
 * and whole words abbreviated.
 *
 * @example formsOf('nl', 'st')         // ['sint', 'saint', 'sankt', 'straat', 'str', 'strt']
 * @example formsOf('nl', 'kerkstr')    // ['kerkstraat', 'kerkstrjitte']
 * @example formsOf('nl', 'v d')        // ['van der', 'vd', 'vander', 'van den', …]
 */
export function formsOf(country: Country, text: string): readonly string[] {
  const known = FORMS[country].get(text) ?? NONE;
  const compounds: string[] = [];
  for (const { ending, other } of OTHER_ENDINGS[country].get(text.at(-1)!) ?? []) {
    if (text.length > ending.length + 1 && text.endsWith(ending)) compounds.push(text.slice(0, -ending.length) + other);
  }
  const ofOurLady = country === 'lu' || !text.startsWith('o') ? null : JOINED_OUR_LADY.exec(text);
  if (ofOurLady !== null) compounds.push(`${OUR_LADY}${ofOurLady[1]}`, `${OUR_LADY}e${ofOurLady[1]}`);
  return compounds.length === 0 ? known : [...known, ...compounds];
}

const JOINED_OUR_LADY = /^(?:o l v |olv ?|o ?l vrouwe?)(\p{L}+)$/u;
const NONE: readonly string[] = [];

/**
 * Other spellings of one folded word, which may be a beginning: ij, ĳ and y sound and look alike in Dutch names, and `van der` is
 * often abbreviated, or joined to the name.
 *
 * @example spellingsOf('nl', 'ysselst')    // ['ijsselst']
 * @example spellingsOf('nl', 'vdberg')     // ['van der berg', 'van den berg', 'van de berg']
 * @example spellingsOf('nl', 'vandenberg') // ['van den berg']
 */
export function spellingsOf(country: Country, word: string): readonly string[] {
  if (country === 'lu') return NONE;
  const joined = word.startsWith('v') ? JOINED_VAN.exec(word) : null;
  if (joined !== null) {
    const [, article, name] = joined;
    const articles = article === 'd' ? VAN_ARTICLES : [article!.slice(2)];
    return articles.map((each) => `van ${each} ${name}`);
  }
  if (word.includes('ij')) return [word.replaceAll('ij', 'y')];
  return word.length > 2 && /(?:^|[^aeo])y/.test(word) ? [word.replaceAll('y', 'ij')] : NONE;
}

/** `ande` is last, so that `vanden` is not read as `vande` and an n. */
const JOINED_VAN = /^v(d|ander|anden|ande)(\p{L}{3,})$/u;
const VAN_ARTICLES: readonly string[] = ['der', 'den', 'de'];

/** Whether a word can begin a form of several words. */
export function beginsLongForm(country: Country, word: string): boolean {
  return FIRST_WORDS[country].has(word);
}

/** Whether a folded word is an ordinal in digits: `2e`, `1ste`, `12eme`. */
export function isOrdinal(word: string): boolean {
  return ORDINAL.test(word);
}

const ORDINAL = /^[0-9]{1,2}(?:e|de|ste|er|eme)$/;

/** Maximum number of words in one form of a name. */
export const MAX_FORM_WORDS = 4;

function formsByWord(rows: readonly (readonly string[])[]): Map<string, readonly string[]> {
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

/** The long ending in place of each short one; and in place of a long one `str`, which registers write too. */
function endingsByLetter(
  endings: readonly (readonly [long: string, short: string])[],
): ReadonlyMap<string, readonly OtherEnding[]> {
  const byLetter = new Map<string, OtherEnding[]>();
  const add = (ending: string, other: string): void => {
    const letter = ending.at(-1)!;
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), { ending, other }]);
  };
  for (const [long, short] of endings) {
    add(short, long);
    if (short === 'str') add(long, short);
  }
  return byLetter;
}

function firstWords(forms: ReadonlyMap<string, readonly string[]>): Set<string> {
  const words = new Set<string>();
  for (const form of forms.keys()) if (form.includes(' ')) words.add(form.slice(0, form.indexOf(' ')));
  if (forms.has('olv')) words.add('olv').add('ol');
  return words;
}
