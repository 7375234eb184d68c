import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Container, packContainer } from '../../src/format/container.ts';
import { PrefixTrie } from '../../src/format/prefix-trie.ts';
import { buildPrefixTrie } from '../../src/format/prefix-trie-builder.ts';
import { MAX_SIMILAR_LENGTH, type SimilarOptions, similarWords } from '../../src/format/similar-words.ts';
import { Steps } from '../../src/search/steps.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { editDistance } from '../support/edit-distance.ts';

const ROOT = { node: 0, openBytes: 0 };

function build(keys: readonly string[]): PrefixTrie {
  const sections = buildPrefixTrie(
    keys.map((key, rank) => ({ key, rank, value: rank })),
    { name: 'trie' },
  );
  return new PrefixTrie(new Container(new Uint8Array(packContainer(sections)).buffer, 'names.bin'), 'trie');
}

/** For each key the edits with which the search leads to it; keys out of reach are left out. */
function editsByKey(
  keys: readonly string[],
  word: string,
  options: Pick<SimilarOptions, 'edits' | 'isOpen'>,
): Map<string, number> {
  const trie = build(keys);
  const edits = new Map<string, number>();
  for (const found of similarWords(trie, ROOT, word, { ...options, limit: 1_000_000, steps: ampleSteps() })) {
    const leaves = options.isOpen ? range(trie.leavesUnder(found.locus.node)) : trie.exactLeaves(found.locus);
    const behind = options.isOpen ? undefined : trie.descend(found.locus, ' ');
    if (behind !== undefined) leaves.push(...range(trie.leavesUnder(behind.node)));
    for (const leaf of leaves) {
      const key = keys[trie.valueOf(leaf)]!;
      edits.set(key, Math.min(edits.get(key) ?? found.edits, found.edits));
    }
  }
  return edits;
}

/** The same by comparing every key's first word. */
function naiveEditsByKey(
  keys: readonly string[],
  word: string,
  { edits, isOpen }: Pick<SimilarOptions, 'edits' | 'isOpen'>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of keys) {
    const first = key.split(' ')[0]!;
    const candidates = isOpen ? Array.from({ length: first.length + 1 }, (_, i) => first.slice(0, i)) : [first];
    const least = Math.min(...candidates.map((text) => editDistance(text, word)));
    if (least <= edits) found.set(key, least);
  }
  return found;
}

function range([from, to]: readonly [number, number]): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

describe('similarWords', () => {
  it('finds the words within the given edits: inserted, deleted, replaced and swapped letters', () => {
    const keys = [
      'kerkstraat',
      'kerkplein',
      'kerk',
      'werk',
      'kerken',
      'kekr',
      'kerk noord',
      'ker',
      'krek',
      'boomgaard',
    ];
    const edits = editsByKey(keys, 'kerk', { edits: 1, isOpen: false });
    expect(Object.fromEntries(edits)).toEqual({ kerk: 0, 'kerk noord': 0, werk: 1, ker: 1, kekr: 1, krek: 1 });
    expect(editsByKey(keys, 'kerk', { edits: 2, isOpen: false }).get('kerken')).toBe(2);
  });

  it('finds what goes on behind a similar beginning while the word is being typed', () => {
    const keys = ['kalverstraat', 'klaverweg', 'kanaal', 'boom'];
    const edits = editsByKey(keys, 'klave', { edits: 1, isOpen: true });
    expect(Object.fromEntries(edits)).toEqual({ klaverweg: 0, kalverstraat: 1 });
  });

  it('gives those with the fewest edits first, then by rank, and no more than asked for', () => {
    const keys = ['laan', 'baan', 'maan', 'raam', 'haan'];
    const trie = build(keys);
    const found = similarWords(trie, ROOT, 'maan', { edits: 1, isOpen: false, limit: 3, steps: ampleSteps() });
    expect(found.map(({ edits, rank }) => [edits, keys[rank]])).toEqual([
      [0, 'maan'],
      [1, 'laan'],
      [1, 'baan'],
    ]);
  });

  it('begins anywhere in the trie', () => {
    const keys = ['rue de la gare', 'rue de la loi', 'gare'];
    const trie = build(keys);
    const found = similarWords(trie, trie.locate('rue de la ')!, 'gaer', {
      edits: 1,
      isOpen: false,
      limit: 10,
      steps: ampleSteps(),
    });
    expect(found).toHaveLength(1);
    expect(trie.exactLeaves(found[0]!.locus).map((leaf) => keys[trie.valueOf(leaf)])).toEqual(['rue de la gare']);
  });

  it('finds nothing in an empty trie, and nothing for a word that is too long', () => {
    expect(similarWords(build([]), ROOT, 'kerk', { edits: 1, isOpen: true, limit: 10, steps: ampleSteps() })).toEqual(
      [],
    );
    const long = 'a'.repeat(MAX_SIMILAR_LENGTH + 1);
    expect(
      similarWords(build([long]), ROOT, long, { edits: 1, isOpen: false, limit: 10, steps: ampleSteps() }),
    ).toEqual([]);
  });

  it('reads no more than its steps allow, and says what it has read', () => {
    const trie = build(['laan', 'baan', 'maan', 'raam', 'haan']);
    const steps = new Steps(6);
    const options = { edits: 1, isOpen: false, limit: 10, steps };
    expect(similarWords(trie, ROOT, 'maan', options).length).toBeLessThan(4);
    expect(steps.areSpent).toBe(true);
    expect(similarWords(trie, ROOT, 'maan', options)).toEqual([]);
  });

  it('agrees with comparing all words one by one', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 });
    const key = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 40 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 3, maxLength: 8 }),
        fc.constantFrom(1, 2),
        fc.boolean(),
        (keys, typed, edits, isOpen) => {
          expect(editsByKey(keys, typed, { edits, isOpen })).toEqual(naiveEditsByKey(keys, typed, { edits, isOpen }));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
