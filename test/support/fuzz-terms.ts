import { nameIn } from '../../src/model/country.ts';
import { AREA_KINDS } from '../../src/store/area-table.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { mistype } from './mistype.ts';
import type { Random } from './random.ts';

/** Words that mean much, or several things. */
const COMMON =
  'de van rue la du st l d a b t s straat laan weg kerk nieuwe pl str v bus bte 1 12 12a 1000 1012 js'.split(' ');
const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzéßĳ0123456789 -,.\'/()&"\t\u0000\u2019\u{1f600}עأ京', '\ud800'];
const SEPARATORS = [' ', ' ', ' ', ', ', '-', '/', '', '\n', ' \u0000'];

/** Words of the names of an index, of a sample of its streets and of its areas. */
export function wordsOfIndex(index: CountryIndex, random: Random, streetCount: number): string[] {
  const names = AREA_KINDS.flatMap((kind) => index.areas.all(kind).map((area) => nameIn(area.names)));
  for (let i = 0; i < streetCount; i++) {
    names.push(...Object.values(index.streets.namesOf(random.between(0, index.streets.length - 1))));
  }
  return names.flatMap((name) => name.split(/[\s-]+/));
}

/** A text that somebody, or a machine, may search for: names, numbers, postcodes, beginnings, mistakes, and anything at all. */
export function fuzzTerm(words: readonly string[], random: Random): string {
  const parts = Array.from({ length: random.between(1, random.chance(0.2) ? 20 : 6) }, () => part(words, random));
  let text = parts.join(random.pick(SEPARATORS));
  if (random.chance(0.3)) text = mistype(text, random);
  if (random.chance(0.2)) text = text.toUpperCase();
  return random.chance(0.4) ? text.slice(0, random.between(0, text.length)) : text;
}

function part(words: readonly string[], random: Random): string {
  const kind = random.next();
  if (kind < 0.45) return random.pick(words);
  if (kind < 0.65) return random.pick(COMMON);
  if (kind < 0.75) return String(random.between(0, 2000));
  if (kind < 0.8) return `${random.between(1000, 9999)}${random.pick(['', ' ', 'AB', ' JS'])}`;
  if (kind < 0.9) return random.pick(words).slice(0, random.between(1, 5));
  return Array.from({ length: random.between(1, 12) }, () => random.pick(CHARACTERS)).join('');
}

/** Characters without letters: blanks, control characters, punctuation, invisible ones, lone surrogates. */
const BARE = [
  ...' \t\n\u00a0\u3000\u0000\u0007\u001b\u007f\u0085.,;:!?-_/\\()[]{}\'"«»…\u200b\u200e\u200f\u202e\u2066\ufeff',
];
const SURROGATES = ['\ud800', '\udbff', '\udc00', '\udfff'];
const RIGHT_TO_LEFT = [...'אבגדהשלום עربيةمرحبا\u202b\u202c'];
const MAX_TEXT = 10_000;

/** Characters alone: of any block of Unicode, of one block, without a letter, from right to left, up to 10,000 of them. */
export function wildText(random: Random): string {
  const isLong = random.chance(0.02);
  const length = isLong ? random.between(1000, MAX_TEXT) : random.between(0, 30);
  const block = random.between(0, 0x10ff) * 256;
  const kinds: (() => string)[] = [
    () => String.fromCodePoint(random.between(0, 0x10ffff)),
    () => String.fromCodePoint(block + random.between(0, 255)),
    () => String.fromCharCode(random.between(0, 0x2ff)),
    () => random.pick(BARE),
    () => random.pick(SURROGATES),
    () => random.pick(RIGHT_TO_LEFT),
    () => random.pick([...'aeiou n1']),
  ];
  const characters = random.chance(0.5) ? [random.pick(kinds)] : kinds;
  return Array.from({ length }, () => random.pick(characters)()).join('');
}
