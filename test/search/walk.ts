import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Page, Suggestion } from '../../src/model/suggestion.ts';
import { Corrections } from '../../src/search/corrections.ts';
import { type Interpretation, interpret, type Parts } from '../../src/search/interpretations.ts';
import { NameMatcher } from '../../src/search/name-matcher.ts';
import { findNumbers, findPostcodes, type Span } from '../../src/search/spans.ts';
import { buildTokenGraph } from '../../src/search/token-graph.ts';
import { tokenize } from '../../src/text/tokens.ts';
import { ampleSteps } from '../support/ample-steps.ts';

/** What every stage of the search makes of a text, a line each, and the first answers with their explanations. */
export function walkQuery(lookup: CountryLookup<'nl'>, search: string): string {
  const { index } = lookup;
  const source = tokenize(search, 16);
  const graph = buildTokenGraph(
    'nl',
    source.tokens.map(({ key }) => key),
  );
  const { words } = graph;
  const readings = graph.edges.map((edges, i) => `${words[i]} as ${edges.map(({ text }) => text || '-').join(', ')}`);
  const numbers = findNumbers('nl', source);
  const postcodes = findPostcodes(index, source);
  const write = ({ from, to }: Span): string => words.slice(from, to).join(' ');
  const interpretationsWith = (corrections?: Corrections): string[] => {
    const streets = new NameMatcher(index.names.streets, graph, corrections);
    const areas = new NameMatcher(index.names.areas, graph, corrections);
    const parts: Parts = { words, streets, areas, numbers, postcodes };
    return interpret(parts, ampleSteps()).map((each) => writeInterpretation(each, write));
  };
  const { results } = lookup.autocomplete({ search, perPage: 3, explain: true }) as Page<Suggestion>;
  const lines: readonly (readonly [stage: string, outcomes: readonly string[]])[] = [
    ['words', [words.join(' | ')]],
    ['postcodes', postcodes.map(write)],
    ['numbers', numbers.map(write)],
    ['readings', readings],
    ['parts', interpretationsWith()],
    ['corrected', interpretationsWith(new Corrections(index, words, 1, ampleSteps()))],
    ['answers', results.map(writeAnswer)],
  ];
  return lines
    .flatMap(([stage, outcomes]) =>
      (outcomes.length > 0 ? outcomes : ['none']).map((each, i) => `${(i === 0 ? stage : '').padEnd(11)}${each}`),
    )
    .join('\n');
}

function writeInterpretation(
  { street, areas, number, postcode, edits }: Interpretation,
  write: (span: Span) => string,
): string {
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
