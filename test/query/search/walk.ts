import type { Page, Suggestion } from '../../../src/model/suggestion.ts';
import type { CountryLookup } from '../../../src/query/country-lookup.ts';
import { Corrections } from '../../../src/query/search/corrections.ts';
import { type Division, divide, type Parts, type Span } from '../../../src/query/search/divisions.ts';
import { findNumbers } from '../../../src/query/search/number-spans.ts';
import { PhraseMatcher } from '../../../src/query/search/phrase-matcher.ts';
import { findPostcodes } from '../../../src/query/search/postcode-spans.ts';
import { wordsOf } from '../../../src/query/search/typed-words.ts';
import { buildWordGraph } from '../../../src/query/search/word-graph.ts';

/** What every stage of the search makes of a text, a line each, and the first answers with their explanations. */
export function walkQuery(lookup: CountryLookup<'nl'>, search: string): string {
  const { index } = lookup;
  const words = wordsOf('nl', search);
  const graph = buildWordGraph('nl', words);
  const readings = graph.edges.map((edges, i) => `${words[i]} as ${edges.map(({ text }) => text || '-').join(', ')}`);
  const numbers = findNumbers('nl', words);
  const postcodes = findPostcodes(index, words);
  const write = ({ from, to }: Span): string => words.slice(from, to).join(' ');
  const divisionsWith = (corrections?: Corrections): string[] => {
    const streets = new PhraseMatcher(index.names.streets, graph, corrections);
    const areas = new PhraseMatcher(index.names.areas, graph, corrections);
    const parts: Parts = { words, streets, areas, numbers, postcodes };
    return divide(parts, 0).map((division) => writeDivision(division, write));
  };
  const { results } = lookup.autocomplete({ search, perPage: 3, explain: true }) as Page<Suggestion>;
  const lines: readonly (readonly [stage: string, outcomes: readonly string[]])[] = [
    ['words', [words.join(' | ')]],
    ['postcodes', postcodes.map(write)],
    ['numbers', numbers.map(write)],
    ['readings', readings],
    ['divisions', divisionsWith()],
    ['corrected', divisionsWith(new Corrections(index, words, 1))],
    ['answers', results.map(writeAnswer)],
  ];
  return lines
    .flatMap(([stage, outcomes]) =>
      (outcomes.length > 0 ? outcomes : ['none']).map((each, i) => `${(i === 0 ? stage : '').padEnd(11)}${each}`),
    )
    .join('\n');
}

function writeDivision({ street, areas, number, postcode, edits }: Division, write: (span: Span) => string): string {
  const parts = [
    ...(street ? [`street ${write(street)}`] : []),
    ...(number ? [`number ${write(number)}`] : []),
    ...(postcode ? [`postcode ${write(postcode)}`] : []),
    ...areas.map((area) => `area ${write(area)}`),
  ];
  return parts.join(' + ') + (edits > 0 ? `, letters corrected: ${edits}` : '');
}

function writeAnswer({ label, description, explanation = [] }: Suggestion): string {
  return [`${label} (${description})`, ...explanation.map((each) => `${' '.repeat(13)}${each}`)].join('\n');
}
