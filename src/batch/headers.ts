import { kept } from '../model/kept.ts';
import { ADDRESS_FIELDS, type AddressField } from '../search/match.ts';
import { fold } from '../text/fold.ts';
import { asBefore } from '../text/misread-text.ts';
import {
  ABBREVIATIONS,
  DICTIONARY,
  HINTS,
  LANGUAGES,
  type Meaning,
  NAMES,
  SHORT_IN_COMPOUNDS,
  STEM,
  TEXT_HEADERS,
  VAGUE,
  type Word,
} from './header-words.ts';

/** What a column of the input can hold. */
export type Role = AddressField | 'latitude' | 'longitude';

export const ROLES: readonly Role[] = [...ADDRESS_FIELDS, 'latitude', 'longitude'];

/** What may stand behind a house number, in the order in which it does. */
export const SUFFIXES: readonly ('letter' | 'addition' | 'box')[] = ['letter', 'addition', 'box'];

/** What a header means for its column. */
export type HeaderMeaning =
  | RoleMeaning
  /** Part of an address, but not clearly one role; with the roles that it mentions if it has no unknown words. */
  | ({ readonly kind: 'part'; readonly mentions: readonly Role[] | undefined } & OfUnknown)
  /** None; `isKnown` if its words say what it is, and so that it is no part. */
  | ({ readonly kind: 'other'; readonly isKnown: boolean } & OfUnknown);

export interface RoleMeaning {
  readonly kind: 'role';
  readonly role: Role | 'postcode-and-place';
  /** The role if no other column is the street, for `straat nr`, or the house number, for `nr/bus`. */
  readonly roleAlone: Role | undefined;
  /** Which of several addresses: `billing`, `bezoek`; `''` if the header does not say. */
  readonly group: string;
  readonly language: string | undefined;
  /** Of several lines of an address, from 0; 1 if the header does not say. */
  readonly line: number;
  /** 0 for the best column of a role; higher for columns that are less precise or repeat it: the municipality, a short name. */
  readonly rank: number;
  /** Whether its words mean many other things, so that they count only after other parts of an address. */
  readonly isVague: boolean;
}

interface OfUnknown {
  /** What it means if its unknown words say which of several addresses, as where others have them, too. */
  readonly inGroup?: RoleMeaning | undefined;
}

const OTHER: HeaderMeaning = { kind: 'other', isKnown: true };
/** Of these headers only the cells can say what the column is. */
const UNKNOWN: HeaderMeaning = { kind: 'other', isKnown: false };

/**
 * Recognises a header by the parts of its words, in Dutch, French, German and English: `HUISNR_TOEV`, `huisnummerToevoeging` and `Huisnr. toev.`
 * are all house, number and addition, and so the addition. A header with an unknown word has no role by itself; if its other words are of an
 * address, it is a part of one.
 *
 * @example meaningOfHeader('Huisnr. toev.')   // role 'addition'
 * @example meaningOfHeader('addr:street')     // role 'street'
 * @example meaningOfHeader('Straat extra')    // a part
 * @example meaningOfHeader('Straatverlichting')   // other
 */
export function meaningOfHeader(header: string): HeaderMeaning {
  if (header.length > MAX_HEADER_LETTERS) return UNKNOWN;
  return kept(READ, header, readHeader, MAX_READ);
}

/** A longer header is a sentence, or none at all. */
const MAX_HEADER_LETTERS = 100;

/** The headers read last: those of a file are asked for again and again, and every object names its keys. */
const READ: Map<string, HeaderMeaning> = new Map();
const MAX_READ = 10_000;

function readHeader(header: string): HeaderMeaning {
  const text = withoutTable(
    asBefore(header).replace(IN_BRACKETS, withoutHint).replace(NO_WORD, '').replace(OF_ADDRESS, '$2:$1'),
  )
    .replace(/[°º]/g, 'o')
    .replaceAll('#', ' number ')
    .replace(AND, ' and ');
  const cut = text.replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ');
  const parts = partsOf(cut);
  // `PCode` has no word P.
  const uncut = parts.unknown.length === 0 || cut === text ? parts : partsOf(text);
  const meaning = meaningOf(uncut.unknown.length === 0 ? uncut : parts);
  const isOpen = meaning.kind === 'part' || (meaning.kind === 'other' && !meaning.isKnown);
  return isOpen && parts.unknown.length > 0 ? { ...meaning, inGroup: withoutWords(cut, parts.unknown) } : meaning;
}

/** Brackets for who fills in the form say nothing of the column: `Straat (zonder nr)`, `Nr (bv. 12)`. */
const IN_BRACKETS = /[([][^)\]]*[)\]]/g;
const withoutHint = (brackets: string): string =>
  fold(brackets)
    .split(' ')
    .some((word) => HINTS.has(word))
    ? ' '
    : brackets;

/** What a header means without the words in it that are not known, `opvanglocatie_adres`; one may be glued to the others: `objectadres`. */
function withoutWords(header: string, unknown: readonly string[]): RoleMeaning | undefined {
  const words = fold(header).split(' ');
  const inGroup = (group: string, rest: readonly string[]): RoleMeaning | undefined => {
    const meaning = meaningOf(partsOf(rest.join(' ')));
    return meaning.kind === 'role' ? { ...meaning, group: `${group} ${meaning.group}`.trim() } : undefined;
  };
  const others = words.filter((word) => !unknown.includes(word));
  const known = inGroup(unknown.join(' '), others);
  const [first = ''] = words;
  if (known !== undefined || unknown.length !== 1 || unknown[0] !== first) return known;
  for (let at = MIN_GROUP_LETTERS; at < first.length; at++) {
    const glued = inGroup(first.slice(0, at), words.with(0, first.slice(at)));
    if (glued !== undefined) return glued;
  }
  return undefined;
}

/** `address.number`, or `Number of address`, is a number as `number` is: the rest only says that it is of an address; of a second one, in `Address 2: City`. */
function withoutTable(header: string): string {
  for (const { index, 0: sign } of [...header.matchAll(/(?<=.)[.:/]\s*(?=\p{L})/gu)].reverse()) {
    const column = header.slice(index + sign.length);
    const { words, unknown, digits = 1 } = partsOf(header.slice(0, index));
    const isTable = unknown.length === 0 && words.length > 0 && words.every(({ word }) => ADDRESS.has(word));
    if (isTable && meaningOf(partsOf(column)).kind === 'role') return digits > 1 ? `${column} ${digits}` : column;
  }
  return header;
}

const ADDRESS: ReadonlySet<string> = new Set(['address', 'postal']);

/** Between two parts: `Nr/bus`, `HUISNUMMER-TOEVOEGING`, `Straat, nr`; the comma of `Werkadres, straat` stands behind which address it is. */
const AND = /[+&/]|(?<=nr|nummer)-(?=\p{L})|(?<=straat|stra(?:ß|ss)e|rue|street|nr|nummer|num[eé]ro|no),/giu;
/** What is no word of a header. */
const NO_WORD = new RegExp(
  [
    // A namespace of XML: `cac:PostalAddress/cbc:CityName`.
    '(?<=^|[./])\\p{Ll}{2,5}:(?=\\p{Lu})',
    // The number of a question or a column: `3. Postcode`, `Q3_Postcode`, `08.11.60 Postcode`.
    '^(?:(?:Q|Vraag\\s|Question\\s)?(?:[0-9]+[.):_]\\s?)+(?:[0-9]+\\s)?|0[0-9]\\s)(?=\\p{L})',
    // The stops of `C.P.`.
    '(?<=(?<!\\p{L})\\p{L})\\.(?=\\p{L}(?!\\p{L}))',
  ].join('|'),
  'gu',
);
/** `Number of address`, `Numéro de l'adresse`. */
const OF_ADDRESS = /^(.*\S)\s(?:of|van het|de l')\s?((?:postal )?adres(?:se?)?|(?:postal )?address)$/i;
const MIN_GROUP_LETTERS = 3;

/** A header in its parts. */
interface Parts {
  readonly words: readonly Meaning[];
  readonly unknown: readonly string[];
  readonly language: string | undefined;
  readonly digits: number | undefined;
}

function partsOf(text: string): Parts {
  const words: Meaning[] = [];
  const unknown: string[] = [];
  let language: string | undefined;
  let digits: number | undefined;
  const folded = fold(text.replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$1$2 '));
  const split = folded.replace(TOGETHER, (words) => words.replaceAll(' ', '')).split(' ');
  const whole = split.join('');
  if (TEXT_HEADERS.has(whole))
    return { words: [{ word: 'address', language, text: whole }], unknown, language, digits };
  split.forEach((word, i) => {
    if (word === '') return;
    const isLast = i === split.length - 1;
    const named = LANGUAGES.get(word);
    // `de` and `en` are words too.
    if (named !== undefined && words.length > 0 && (isLast || (word !== 'de' && word !== 'en'))) language = named;
    else if (/^[0-9]+$/.test(word)) digits = Number(word);
    else {
      const known = wordsOf(word);
      if (known === undefined) unknown.push(word);
      for (const each of known ?? []) {
        if (each.word === 'language') language = each.language;
        else words.push(each);
      }
    }
  });
  return { words, unknown, language, digits };
}

/** Words that mean something else together; the number of an address is that of its house only in English, and not its key. */
const TOGETHER = /\b(?:openbare ruimte|address number|hs? nr)\b/g;

/** A known word, or the fewest known words that a compound consists of. */
function wordsOf(word: string): readonly Meaning[] | undefined {
  const known = DICTIONARY.get(word);
  if (known !== undefined) return [known];
  const abbreviated = ABBREVIATIONS.get(word);
  if (abbreviated !== undefined) return abbreviated.split(' ').map((each) => DICTIONARY.get(each)!);
  if (word.length > MAX_WORD_LETTERS) return undefined;
  // fewest[at]: the words before this letter, the fewest that there can be.
  const fewest: (readonly Meaning[] | undefined)[] = [[]];
  for (let to = 1; to <= word.length; to++) {
    for (let from = 0; from < to; from++) {
      const before = fewest[from];
      const part = word.slice(from, to);
      if (before === undefined || !canBePart(part, from > 0, to === word.length)) continue;
      const found = [...before, DICTIONARY.get(part) ?? { word: 'language', language: part, text: part }];
      if (found.length < (fewest[to]?.length ?? Number.POSITIVE_INFINITY)) fewest[to] = found;
    }
  }
  return fewest[word.length];
}

function canBePart(part: string, isAfterOther: boolean, isLast: boolean): boolean {
  if (isAfterOther && (part === 'nr' || (isLast && /^(?:no|nm|nl|fr|de)$/.test(part)))) return true;
  return DICTIONARY.has(part) && (part.length > 3 || SHORT_IN_COMPOUNDS.has(part));
}

const MAX_WORD_LETTERS = 40;

/** Words that do not change the meaning of a header. */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(['filler', 'conjunction', 'line', 'variant', 'group', 'code']);

const PART: HeaderMeaning = { kind: 'part', mentions: undefined };

/** The rank of what may be an address, or only say which: `Naam adres`, `Location`. */
export const LABEL = 3;

/**
 * The grammar: what the kinds of words in a header mean together. The first row applies whose conditions all hold: the header has `a`, has `a` or
 * `b` for `a|b`, lacks `a` for `!a`; a trait of the whole header is in capitals. After the role come the role that it is if no other column has
 * that one, and the rank.
 */
const GRAMMAR: readonly (readonly [
  words: string,
  role: Role | 'postcode-and-place' | 'number of group' | HeaderMeaning,
  roleAlone?: Role | undefined,
  rank?: number,
])[] = [
  ['NOTHING', UNKNOWN],
  ['attribute', OTHER],
  ['code !POSTCODE|country', OTHER],
  ['line !address|street', OTHER],
  ['floor', PART],
  ['STRANGE house number|letter|addition|box', PART],
  ['STRANGE street|postcode|address|CLEAR', PART],
  ['STRANGE', UNKNOWN],
  // `Country/Region`
  ['country region conjunction', 'country'],
  ['region', OTHER],
  ['latitude SINGLE', 'latitude'],
  ['longitude SINGLE', 'longitude'],
  ['latitude|longitude', OTHER],
  ['country !NO-COUNTRY', 'country'],
  ['country', OTHER],
  // A post office box is where letters go, not where the house is.
  ['postal box', OTHER],
  ['POSTCODE|PLACE street', 'text'],
  ['POSTCODE house|letter|addition|box', { kind: 'part', mentions: ['postcode', 'housenumber'] }],
  ['PLACE house|letter|addition|box', { kind: 'part', mentions: ['housenumber'] }],
  ['POSTCODE|PLACE address conjunction', 'text'],
  ['POSTCODE PLACE address', 'text'],
  ['POSTCODE PLACE', 'postcode-and-place'],
  ['POSTCODE', 'postcode'],
  ['PLACE number', OTHER],
  ['municipality !place', 'place', undefined, 1],
  ['PLACE', 'place'],
  ['postal !address', OTHER],
  ['letter|addition|box conjunction street house|number', 'street'],
  // `nr/bus` is the number with its box where nothing else is the number.
  ['addition conjunction house|number', 'addition', 'housenumber'],
  ['addition', 'addition'],
  ['letter conjunction house|number', 'letter', 'housenumber'],
  ['letter', 'letter'],
  ['box conjunction house|number', 'box', 'housenumber'],
  ['box', 'box'],
  ['number street conjunction', 'street'],
  // `straat nr` is street and number if nothing else is the street; `street number` and `numéro rue` are the number.
  ['number street STREET-BEFORE-NUMBER', 'housenumber', 'street'],
  ['number street', 'housenumber'],
  ['number address conjunction', 'text'],
  ['number house', 'housenumber'],
  // `Bezoekadres nr` is the number of that address; `adresnummer` may be its key.
  ['number address GROUP', 'housenumber', undefined, 1],
  ['number address', { kind: 'part', mentions: ['housenumber'] }],
  // Of what its group says, `Klantnr`, unless it stands directly behind the street of that group (headers-together.ts).
  ['number GROUP', 'number of group', undefined, 1],
  ['number', 'housenumber', undefined, 1],
  ['street address STREET-BEFORE-ADDRESS', 'text'],
  ['street', 'street'],
  ['address NAMED', 'text', undefined, LABEL],
  ['address', 'text'],
  ['house VAGUE', 'housenumber', undefined, 2],
  ['house', UNKNOWN],
];

const ROWS = GRAMMAR.map(([words, ...says]) => ({
  conditions: words.split(' ').map((each) => each.replace('!', '').split('|')),
  isWanted: words.split(' ').map((each) => !each.startsWith('!')),
  says,
}));

function meaningOf({ words, unknown, language, digits }: Parts): HeaderMeaning {
  const has = new Set<string>(words.map(({ word }) => word));
  const note = (trait: string, isSo: boolean): void => void (isSo && has.add(trait));
  const at = (word: Word): number => words.findIndex((each) => each.word === word);
  const main = words.filter(({ word }) => !WITHOUT_ROLE.has(word));
  // Two of letter, addition and box are both in the addition.
  note('addition', SUFFIXES.filter((word) => has.has(word)).length > 1);
  note('NOTHING', main.length === 0);
  note('SINGLE', main.length === 1);
  note('VAGUE', main.length === 1 && VAGUE.has(main[0]!.text));
  note('STRANGE', unknown.length > 0);
  note('CLEAR', words.some(isClear));
  note('NO-COUNTRY', !main.every(({ word }) => ['country', 'address'].includes(word)));
  note('POSTCODE', has.has('postcode') || (has.has('postal') && (has.has('code') || has.has('number'))));
  // `postname`, `post town`: the place in postal addresses.
  const isNameOfPost = has.has('postal') && words.some(({ text }) => /^(?:name|naam|nom)$/.test(text));
  note('PLACE', has.has('place') || has.has('municipality') || isNameOfPost);
  // In `postadres`, `post` says which address; in `postal code` it does not.
  const saysWhich = has.has('address') && !has.has('POSTCODE');
  const groups = words.flatMap(({ word, text }) =>
    word === 'group' || (word === 'postal' && saysWhich) ? [text.slice(0, STEM)] : [],
  );
  note('GROUP', groups.length > 0);
  note(
    'NAMED',
    words.some(({ text }) => NAMES.has(text) || TEXT_HEADERS.has(text)),
  );
  const number = Math.min(...[at('house'), at('number')].filter((each) => each >= 0));
  const isEnglish = words[at('street')]?.language === 'en' && !has.has('house');
  note('STREET-BEFORE-NUMBER', at('street') < number && !isEnglish);
  note('STREET-BEFORE-ADDRESS', at('street') < at('address'));

  const isMet = (words: readonly string[], isWanted: boolean): boolean =>
    words.some((word) => has.has(word)) === isWanted;
  const row = ROWS.find(({ conditions, isWanted }) => conditions.every((each, i) => isMet(each, isWanted[i]!)));
  const [says, roleAlone, rank = 0] = row?.says ?? [OTHER];
  const isOfGroup = says === 'number of group';
  const role = isOfGroup ? 'housenumber' : says;
  if (typeof role !== 'string') return role;
  const isLines = role === 'text' || role === 'street';
  // A greater number counts nothing: `lat_wgs84`.
  const isSecond = !isLines && role !== 'postcode' && digits !== undefined && digits > 1 && digits < 10;
  const meaning: RoleMeaning = {
    kind: 'role',
    role,
    roleAlone,
    group: [...groups, ...(isSecond ? [digits] : [])].join(' '),
    language: language ?? main.find((each) => each.language !== undefined)?.language,
    line: isLines ? (digits ?? 1) : 1,
    rank: Math.max(rank, has.has('variant') || (role === 'postcode' && digits === 4) ? 2 : 0),
    isVague: has.has('VAGUE'),
  };
  return isOfGroup ? { kind: 'other', isKnown: true, inGroup: meaning } : meaning;
}

/** Whether a word is clearly of an address, beside words that are not known. */
function isClear({ word, text }: Meaning): boolean {
  return (word === 'addition' || word === 'box') && !VAGUE.has(text) && !AMBIGUOUS.has(text);
}

/** Words that mostly mean something else next to an unknown word: `bus line`, `box size`, `flat rate`. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['bus', 'box', 'flat', 'bis', 'addition']);
