import type { Language } from '../../model/country.ts';
import type { AreaKind } from '../../store/area-table.ts';
import type { CountryIndex } from '../../store/country-index.ts';
import type { NamedThing } from '../../store/name-index.ts';
import { type Candidate, NAME_MATCH, type NameMatch, NUMBER_MATCH } from './candidate.ts';
import { collectHouses } from './collect-houses.ts';
import { collectOfPostcode } from './collect-postcode.ts';
import type { Interpretation } from './interpretations.ts';
import { type PhraseMatch, PhraseMatcher } from './phrase-matcher.ts';
import { costOf, type Faults } from './ranking.ts';
import type { WordGraph } from './word-graph.ts';

/** At most so many streets and areas for one way to read the words; what bounds the work. */
export const LARGEST_RESULT = 400;
/** Areas that one row of words can mean at the same time; best ones first. */
const LARGEST_AREA_COUNT = 24;
/** Leaves of a trie that are looked at for one row of words. */
const LARGEST_LEAF_COUNT = 4000;

/** A street that answers, before its houses are looked at. */
export interface StreetMatch {
  readonly street: number;
  readonly language: Language | undefined;
  readonly edits: number;
  readonly changes: number;
  readonly names: number;
  readonly nameMatch: NameMatch;
  readonly areaMatch: NameMatch;
  /** By the rules of ranking.ts, apart from house numbers. */
  readonly cost: number;
}

interface AreaMatch {
  readonly kind: AreaKind;
  readonly index: number;
  readonly language: Language | undefined;
  readonly edits: number;
  readonly changes: number;
  readonly names: number;
  readonly nameMatch: NameMatch;
  /** The streets under it. */
  readonly from: number;
  readonly to: number;
}

/** Everything that one interpretation of the words leads to. */
export function collectCandidates(index: CountryIndex, interpretation: Interpretation, graph: WordGraph): Candidate[] {
  if (interpretation.postcodes !== undefined) return collectOfPostcode(index, interpretation, graph);
  if (graph.words.length === 0) return [];
  const collector = new Collector(index, graph, interpretation.isLastOpen);
  if (interpretation.number === undefined) return collector.collectNamed();
  return collectHouses(index, interpretation, collector.collectStreets());
}

/** Divides the words among one street and up to two areas, in any order, and finds what lies in all of them. */
class Collector {
  readonly #index: CountryIndex;
  readonly #length: number;
  readonly #isLastOpen: boolean;
  readonly #streets: PhraseMatcher;
  readonly #areas: PhraseMatcher;
  readonly #areaMatches: Map<number, readonly AreaMatch[]> = new Map();

  constructor(index: CountryIndex, graph: WordGraph, isLastOpen: boolean) {
    this.#index = index;
    this.#length = graph.words.length;
    this.#isLastOpen = isLastOpen;
    this.#streets = new PhraseMatcher(index.names.streets, graph);
    this.#areas = new PhraseMatcher(index.names.areas, graph);
  }

  /** Areas, street names and streets. */
  collectNamed(): Candidate[] {
    const areas = [...this.#areasOf(0, this.#length), ...this.#areasWithinAreas()];
    const candidates = areas.map((area) => this.#areaCandidate(area));
    for (const { thing, isExact, match } of this.#streetThings(0, this.#length)) {
      candidates.push(this.#thingCandidate(thing, isExact, match));
      if (candidates.length >= LARGEST_RESULT) break;
    }
    for (const match of this.#streetsWithinAreas(new BestStreets()))
      candidates.push(streetCandidate(this.#index, match));
    return candidates;
  }

  /** Streets alone, each street of a name by itself; best ones first as far as the rules say. */
  collectStreets(): StreetMatch[] {
    const found = new BestStreets();
    for (const { thing, isExact, match } of this.#streetThings(0, this.#length)) {
      const faults = makeFaults(match.edits, match.changes, 1, nameMatchOf(thing, isExact), NAME_MATCH.exact);
      for (const { street, language } of this.#streetsOf(thing)) found.offer(street, language, faults);
      if (found.size >= LARGEST_RESULT) break;
    }
    return this.#streetsWithinAreas(found);
  }

  /** Where the words are a street and one area, or a street and two areas, in any order. */
  #streetsWithinAreas(found: BestStreets): StreetMatch[] {
    const n = this.#length;
    for (let cut = 1; cut < n; cut++) {
      this.#addStreetsWithin(found, 0, cut, this.#areasOf(cut, n));
      this.#addStreetsWithin(found, cut, n, this.#areasOf(0, cut));
    }
    for (let first = 1; first < n - 1; first++) {
      for (let second = first + 1; second < n; second++) {
        const [left, middle, right] = [
          [0, first],
          [first, second],
          [second, n],
        ] as const;
        this.#addStreetsWithin(found, ...left, this.#bothAreas(middle, right));
        this.#addStreetsWithin(found, ...middle, this.#bothAreas(left, right));
        this.#addStreetsWithin(found, ...right, this.#bothAreas(left, middle));
      }
    }
    return found.sorted();
  }

  /** Where the words are two areas, one within the other: the inner one. */
  #areasWithinAreas(): AreaMatch[] {
    const found: AreaMatch[] = [];
    for (let cut = 1; cut < this.#length; cut++) found.push(...this.#bothAreas([0, cut], [cut, this.#length]));
    return found;
  }

  #bothAreas(a: readonly [number, number], b: readonly [number, number]): AreaMatch[] {
    const left = this.#areasOf(...a);
    if (left.length === 0) return [];
    const found: AreaMatch[] = [];
    for (const x of left) {
      for (const y of this.#areasOf(...b)) {
        const [inner, outer] = y.to - y.from < x.to - x.from ? [y, x] : [x, y];
        if (inner.from < outer.from || inner.to > outer.to || (x.kind === y.kind && x.index === y.index)) continue;
        found.push({
          ...inner,
          edits: x.edits + y.edits,
          changes: x.changes + y.changes,
          names: 2,
          nameMatch: Math.max(x.nameMatch, y.nameMatch) as NameMatch,
        });
      }
    }
    return found;
  }

  /** Adds the streets that words [from, to) name and that lie in one of the areas. */
  #addStreetsWithin(found: BestStreets, from: number, to: number, areas: readonly AreaMatch[]): void {
    if (areas.length === 0) return;
    const isOpen = this.#isOpenAt(to);
    for (const match of this.#streets.match(from, to)) {
      const runs = this.#streets.leafRuns(match, isOpen);
      const leaves = runs.reduce((sum, [first, end]) => sum + end - first, 0);
      for (const area of areas) {
        const edits = match.edits + area.edits;
        // Enough without so many corrections.
        if (found.isFullBelow(edits)) continue;
        const streets =
          leaves <= Math.min(LARGEST_LEAF_COUNT, (area.to - area.from) * 2)
            ? this.#byLeaves(match, isOpen, area)
            : this.#byStreets(runs, match, area);
        for (const { street, language, nameMatch } of streets) {
          found.offer(
            street,
            language,
            makeFaults(edits, match.changes + area.changes, 1 + area.names, nameMatch, area.nameMatch),
          );
        }
      }
    }
  }

  *#byLeaves(match: PhraseMatch, isOpen: boolean, { from, to }: AreaMatch): Generator<NamedStreet, void> {
    const { streets: trie } = this.#index.names;
    for (const { leaf, isExact } of this.#streets.leaves(match, isOpen)) {
      const thing = trie.thingAt(leaf);
      const nameMatch = nameMatchOf(thing, isExact);
      for (const { street, language } of this.#streetsOf(thing, from, to)) yield { street, language, nameMatch };
    }
  }

  *#byStreets(
    runs: readonly (readonly [number, number])[],
    match: PhraseMatch,
    { from, to }: AreaMatch,
  ): Generator<NamedStreet, void> {
    const { names } = this.#index;
    const exact = this.#index.names.streets.exactLeaves(match.locus);
    for (let street = from; street < to; street++) {
      for (const leaf of names.leavesOfStreet(street)) {
        if (!runs.some(([first, end]) => leaf >= first && leaf < end)) continue;
        const thing = names.streets.thingAt(leaf);
        yield { street, language: thing.language, nameMatch: nameMatchOf(thing, exact.includes(leaf)) };
      }
    }
  }

  /** What words [from, to) name in the trie of streets, best first for each reading. */
  *#streetThings(
    from: number,
    to: number,
  ): Generator<{ thing: NamedThing; isExact: boolean; match: PhraseMatch }, void> {
    const { streets: trie } = this.#index.names;
    for (const match of this.#streets.match(from, to)) {
      let count = 0;
      for (const { leaf, isExact } of this.#streets.leaves(match, this.#isOpenAt(to))) {
        if (count++ >= LARGEST_RESULT) break;
        yield { thing: trie.thingAt(leaf), isExact, match };
      }
    }
  }

  /** The areas that words [from, to) name, best first. */
  #areasOf(from: number, to: number): readonly AreaMatch[] {
    const key = from * 64 + to;
    let found = this.#areaMatches.get(key);
    if (found === undefined) {
      found = this.#findAreas(from, to);
      this.#areaMatches.set(key, found);
    }
    return found;
  }

  #findAreas(from: number, to: number): AreaMatch[] {
    const { names, areas } = this.#index;
    const found = new Map<number, AreaMatch>();
    for (const match of this.#areas.match(from, to)) {
      for (const { leaf, isExact } of this.#areas.leaves(match, this.#isOpenAt(to))) {
        if (found.size >= LARGEST_AREA_COUNT) break;
        const identity = names.areas.identityAt(leaf);
        if (found.has(identity)) continue;
        const thing = names.areas.thingAt(leaf);
        const kind = thing.kind as AreaKind;
        const [first, end] = areas.descendantsOf(kind, thing.index, 'street');
        found.set(identity, {
          kind,
          index: thing.index,
          language: thing.language,
          edits: match.edits,
          changes: match.changes,
          names: 1,
          nameMatch: nameMatchOf(thing, isExact),
          from: first,
          to: end,
        });
      }
    }
    return [...found.values()];
  }

  /** The streets that a name of a street stands for, within [from, to). */
  #streetsOf(
    thing: NamedThing,
    from: number = 0,
    to: number = this.#index.streets.length,
  ): readonly Pick<NamedStreet, 'street' | 'language'>[] {
    if (thing.kind !== 'street') return this.#index.names.streetsOf(thing.index, from, to);
    return thing.index >= from && thing.index < to ? [{ street: thing.index, language: thing.language }] : [];
  }

  #isOpenAt(position: number): boolean {
    return position === this.#length && this.#isLastOpen;
  }

  #areaCandidate({
    kind,
    index: position,
    language,
    edits,
    changes,
    names,
    nameMatch,
    from,
    to,
  }: AreaMatch): Candidate {
    const faults = makeFaults(edits, changes, names, nameMatch, NAME_MATCH.exact);
    return makeCandidate(kind, position, language, faults, sizeOfRange(this.#index, from, to));
  }

  #thingCandidate(thing: NamedThing, isExact: boolean, { edits, changes }: PhraseMatch): Candidate {
    return namedCandidate(
      this.#index,
      thing,
      makeFaults(edits, changes, 1, nameMatchOf(thing, isExact), NAME_MATCH.exact),
    );
  }
}

/** A thing found by its name alone. */
export function namedCandidate(
  index: CountryIndex,
  { kind, index: position, language }: NamedThing,
  faults: Faults,
): Candidate {
  if (kind === 'street') return streetCandidate(index, { street: position, language, ...faults, cost: costOf(faults) });
  if (kind === 'streetName') {
    const streets = index.names.streetsOf(position);
    const size = streets.reduce((sum, { street }) => sum + sizeOfRange(index, street, street + 1), 0);
    return makeCandidate('streetName', position, language, faults, size);
  }
  const [from, to] = index.areas.descendantsOf(kind, position, 'street');
  return makeCandidate(kind, position, language, faults, sizeOfRange(index, from, to));
}

/** Every street once, by the way in which it ranks best. */
class BestStreets {
  readonly #best: Map<number, StreetMatch> = new Map();

  get size(): number {
    return this.#best.size;
  }

  /** Whether there are enough, and what has this many edits would not come before them. */
  isFullBelow(edits: number): boolean {
    return this.#best.size >= LARGEST_RESULT || (edits > 0 && this.#best.size >= ENOUGH_WITH_FEWER_EDITS);
  }

  offer(street: number, language: Language | undefined, faults: Faults): void {
    const cost = costOf(faults);
    const known = this.#best.get(street);
    if (known !== undefined && known.cost <= cost) return;
    const { edits, changes, names, nameMatch, areaMatch } = faults;
    this.#best.set(street, { street, language, edits, changes, names, nameMatch, areaMatch, cost });
  }

  sorted(): StreetMatch[] {
    return [...this.#best.values()].sort((a, b) => a.cost - b.cost || a.street - b.street);
  }
}

const ENOUGH_WITH_FEWER_EDITS = 60;

type NamedStreet = Pick<StreetMatch, 'street' | 'language' | 'nameMatch'>;

export function makeFaults(
  edits: number,
  changes: number,
  names: number,
  nameMatch: NameMatch,
  areaMatch: NameMatch,
): Faults {
  return { ignored: 0, edits, changes, names, nameMatch, areaMatch, numberMatch: NUMBER_MATCH.exact };
}

function makeCandidate(
  kind: Candidate['kind'],
  index: number,
  language: Language | undefined,
  { ignored, edits, changes, names, nameMatch, areaMatch, numberMatch }: Faults,
  size: number,
): Candidate {
  const cost = costOf({ ignored, edits, changes, names, nameMatch, areaMatch, numberMatch });
  return {
    kind,
    index,
    language,
    cost,
    ignored,
    edits,
    changes,
    names,
    nameMatch,
    areaMatch,
    numberMatch,
    isProposed: false,
    isGroup: false,
    placeSize: size,
    size,
  };
}

export function streetCandidate(
  index: CountryIndex,
  { street, language, cost, edits, changes, names, nameMatch, areaMatch }: StreetMatch,
): Candidate {
  return {
    kind: 'street',
    index: street,
    language,
    cost,
    ignored: 0,
    edits,
    changes,
    names,
    nameMatch,
    areaMatch,
    numberMatch: NUMBER_MATCH.exact,
    isProposed: false,
    isGroup: false,
    placeSize: placeSizeOf(index, street),
    size: sizeOfRange(index, street, street + 1),
  };
}

/** Addresses of the place that a street is in. */
export function placeSizeOf(index: CountryIndex, street: number): number {
  return sizeOfRange(index, ...index.areas.childrenOf('place', index.streets.placeOf(street)));
}

function sizeOfRange(index: CountryIndex, from: number, to: number): number {
  const [first, end] = index.streets.addressesOf(from, to);
  return end - first;
}

function nameMatchOf({ isInner }: NamedThing, isExact: boolean): NameMatch {
  if (isInner) return isExact ? NAME_MATCH.innerExact : NAME_MATCH.innerBeginning;
  return isExact ? NAME_MATCH.exact : NAME_MATCH.beginning;
}
