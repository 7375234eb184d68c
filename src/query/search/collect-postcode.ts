import type { Language } from '../../model/country.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import { fold } from '../../text/fold.ts';
import { type Candidate, NAME_MATCH, type NameMatch } from './candidate.ts';
import { makeFaults, type StreetMatch, streetCandidate } from './collect.ts';
import { collectHouses } from './collect-houses.ts';
import type { Interpretation } from './interpretations.ts';
import { costOf, withFaults } from './ranking.ts';
import type { WordGraph } from './word-graph.ts';

/** Streets of a postcode that are compared with the words. */
const LARGEST_STREET_COUNT = 1500;

/**
 * A postcode decides: what lies in it is an answer even if the place is called otherwise than typed. The words choose among
 * its streets: as many as possible must be in the street's name or in those of the areas around it; the others are ignored.
 */
export function collectOfPostcode(index: CountryIndex, interpretation: Interpretation, graph: WordGraph): Candidate[] {
  const [from, to] = interpretation.postcodes!;
  const streets = new Set(index.postcodes.streetsOf(from, to).map(({ street }) => street));
  let scored: { match: StreetMatch; ignored: number }[] = [];
  for (const street of [...streets].slice(0, LARGEST_STREET_COUNT)) scored.push(score(index, street, graph));
  const fewest = Math.min(...scored.map(({ ignored }) => ignored));
  scored = scored.filter(({ ignored }) => ignored === fewest);
  // Words of which not one is in any name say nothing about which street is meant.
  if (graph.words.length > 0 && fewest >= graph.words.length) return [];

  const matches = scored.map(({ match }) => match);
  const isInPostcode = (address: number): boolean => {
    const postcode = index.addresses.postcodeOf(address);
    return postcode >= from && postcode < to;
  };
  const candidates =
    interpretation.number === undefined
      ? matches.map((match) => streetCandidate(index, match))
      : collectHouses(index, interpretation, matches).filter(
          ({ kind, index: address }) => kind !== 'house' || isInPostcode(address),
        );
  return fewest === 0
    ? candidates
    : candidates.map((candidate) => withFaults(candidate, { ignored: candidate.ignored + fewest }));
}

/** How well one street answers to all words together: the path through the graph that leaves out the fewest words. */
function score(index: CountryIndex, street: number, graph: WordGraph): { match: StreetMatch; ignored: number } {
  const names = index.streets.namesOf(street);
  const areaText = index.areas.searchTextOf(index.streets.placeOf(street));

  let best: { path: Path; name: string; language: Language } | undefined;
  for (const language of Object.keys(names) as Language[]) {
    const name = fold(names[language]!);
    const path = bestPath(graph, ` ${name} `, areaText);
    if (best === undefined || isBetter(path, best.path)) best = { path, name, language };
  }
  const { path, name, language } = best!;
  const faults = makeFaults(path.edits, path.changes, 1, nameMatchOf(name, path.inName), NAME_MATCH.exact);
  return { ignored: path.ignored, match: { street, language, ...faults, cost: costOf(faults) } };
}

function nameMatchOf(name: string, inName: string): NameMatch {
  // Without a word for the street, the postcode stands for it.
  if (inName === '' || name === inName) return NAME_MATCH.exact;
  return name.startsWith(inName) ? NAME_MATCH.beginning : NAME_MATCH.innerBeginning;
}

function isBetter(a: Path, b: Path): boolean {
  return a.ignored < b.ignored || (a.ignored === b.ignored && a.cost < b.cost);
}

interface Path {
  readonly ignored: number;
  readonly edits: number;
  readonly changes: number;
  readonly cost: number;
  /** The words that are in the street's name. */
  readonly inName: string;
}

function bestPath({ words, edges }: WordGraph, name: string, areaText: string): Path {
  const paths: (Path | undefined)[] = [{ ignored: 0, edits: 0, changes: 0, cost: 0, inName: '' }];
  const offer = (to: number, path: Path): void => {
    const known = paths[to];
    if (known === undefined || isBetter(path, known)) paths[to] = path;
  };
  for (let position = 0; position < words.length; position++) {
    const here = paths[position];
    if (here === undefined) continue;
    offer(position + 1, { ...here, ignored: here.ignored + 1, cost: here.cost + 4 });
    for (const { to, text, edits, changes } of edges[position]!) {
      const isLast = to === words.length;
      const pattern = isLast ? ` ${text}` : ` ${text} `;
      const isInName = text !== '' && name.includes(pattern);
      if (!isInName && text !== '' && !areaText.includes(pattern)) continue;
      offer(to, {
        ignored: here.ignored,
        edits: here.edits + edits,
        changes: here.changes + changes,
        cost: here.cost + edits * 8 + changes + (isInName ? 0 : 1),
        inName: isInName ? `${here.inName} ${text}`.trim() : here.inName,
      });
    }
  }
  return paths[words.length]!;
}
