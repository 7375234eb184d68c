import type { CountryIndex } from '../../store/country-index.ts';
import { fold } from '../../text/fold.ts';
import { withoutNoise } from '../../text/noise.ts';
import { type Candidate, NUMBER_MATCH } from './candidate.ts';
import { collectCandidates } from './collect.ts';
import { interpret } from './interpretations.ts';
import { compareCandidates, withFaults } from './ranking.ts';
import { buildWordGraph, Corrector } from './word-graph.ts';

/** Below so many answers corrections are tried too, unless one of them answers to every word and number exactly. */
const FEW = 3;
/** Words beyond these are not read: no address has more. What bounds the work. */
const LARGEST_WORD_COUNT = 12;
const LONGEST_WORD = 40;

/**
 * Understands words in any usual order as street, number, postcode and areas, and answers at the deepest level that they
 * determine, best first by the rules of ranking.ts.
 *
 *     words → interpretations (which are postcode and number) → graph of readings → phrases in the tries → candidates → ranking
 *
 * First as typed, with abbreviations; with corrected letters only when that gives fewer than three answers; without noise and
 * then with single words left out only when there are none. Totals are exact up to a thousand answers, which is the most that are given.
 */
export function searchFreeText(index: CountryIndex, text: string): Candidate[] {
  const words = wordsOf(text);
  let found = search(index, words, 'as typed');
  if (found.length === 0) {
    const cleaned = wordsOf(withoutNoise(index.country, text));
    if (cleaned.length !== words.length) found = search(index, cleaned, 'as typed');
    if (found.length === 0 && cleaned.length !== words.length) found = search(index, cleaned, 'corrected');
  }
  if (found.length < FEW && !found.some(isExact)) found = merge(found, search(index, words, 'corrected'));
  if (found.length === 0) found = searchWithoutOneWord(index, words);
  return onlyTheBestKind(found.sort(compareCandidates));
}

function isExact({ ignored, edits, nameMatch, areaMatch, numberMatch }: Candidate): boolean {
  return ignored + edits + nameMatch + areaMatch === 0 && numberMatch <= NUMBER_MATCH.range;
}

/** Where some answers account for every word, those that do not are none; where a house has the number, its neighbours are none. */
function onlyTheBestKind(ranked: readonly Candidate[]): Candidate[] {
  const [best] = ranked;
  return ranked.filter(
    ({ ignored, numberMatch }) =>
      ignored === best!.ignored && (numberMatch < NUMBER_MATCH.nearest || best!.numberMatch === NUMBER_MATCH.nearest),
  );
}

function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded === '' ? [] : folded.split(' ', LARGEST_WORD_COUNT).map((word) => word.slice(0, LONGEST_WORD));
}

function search(index: CountryIndex, words: readonly string[], mode: 'as typed' | 'corrected'): Candidate[] {
  const found: Candidate[] = [];
  const corrector = new Corrector(index);
  for (const interpretation of interpret(index, words)) {
    const plain = buildWordGraph(index.country, interpretation.words);
    const graph = mode === 'corrected' ? corrector.addTo(plain) : plain;
    for (const candidate of collectCandidates(index, interpretation, graph)) found.push(candidate);
  }
  return merge([], found);
}

/** The last resort: one word is a mistake that is none of the above. */
function searchWithoutOneWord(index: CountryIndex, words: readonly string[]): Candidate[] {
  if (words.length < 2) return [];
  const found: Candidate[] = [];
  for (let left = words.length - 1; left >= 0; left--) {
    const rest = words.filter((_, i) => i !== left);
    for (const candidate of search(index, rest, 'as typed')) {
      found.push(withFaults(candidate, { ignored: candidate.ignored + 1 }));
    }
  }
  return merge([], found);
}

const KINDS: readonly Candidate['kind'][] = [
  'house',
  'street',
  'streetName',
  'place',
  'municipality',
  'province',
  'region',
];

/** Every thing once, by the way in which it ranks best. */
function merge(first: readonly Candidate[], second: readonly Candidate[]): Candidate[] {
  const best = new Map<number, Candidate>();
  for (const candidate of [...first, ...second]) {
    const key = KINDS.indexOf(candidate.kind) + candidate.index * KINDS.length;
    const known = best.get(key);
    if (known === undefined || compareCandidates(candidate, known) < 0) best.set(key, candidate);
  }
  return [...best.values()];
}
