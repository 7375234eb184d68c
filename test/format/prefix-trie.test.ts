import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Container, packContainer } from '../../src/format/container.ts';
import { LAST_SIBLING, LEAF, PrefixTrie } from '../../src/format/prefix-trie.ts';
import { buildPrefixTrie, type TrieEntry } from '../../src/format/prefix-trie-builder.ts';

/** An entry of a trie; its rank is its place in the list. */
type Entry = Omit<TrieEntry, 'rank'>;

function pack(entries: readonly Entry[], identityOf?: (value: number) => number): Map<string, Uint8Array> {
  const ranked = entries.map((entry, rank) => ({ ...entry, rank }));
  return buildPrefixTrie(ranked, { name: 'trie', ...(identityOf && { identityOf }) });
}

function build(entries: readonly Entry[], identityOf?: (value: number) => number): PrefixTrie {
  const file = new Uint8Array(packContainer(pack(entries, identityOf)));
  return new PrefixTrie(new Container(file.buffer, 'names.bin'), 'trie');
}

/** What a trie must answer, by reading all entries. */
const naive = {
  completions: (entries: readonly Entry[], prefix: string): number[] =>
    entries.filter(({ key }) => startsWithBytes(key, prefix)).map(({ value }) => value),
  exact: (entries: readonly Entry[], key: string): number[] =>
    entries.filter((entry) => entry.key === key).map(({ value }) => value),
};

function startsWithBytes(text: string, prefix: string): boolean {
  return Buffer.from(text).subarray(0, Buffer.byteLength(prefix)).equals(Buffer.from(prefix));
}

const answers = {
  completions: (trie: PrefixTrie, prefix: string): number[] => {
    const locus = trie.locate(prefix);
    return locus === undefined ? [] : [...trie.completions(locus.node)].map(({ leaf }) => trie.valueOf(leaf));
  },
  exact: (trie: PrefixTrie, key: string): number[] => {
    const locus = trie.locate(key);
    return locus === undefined ? [] : trie.exactLeaves(locus).map((leaf) => trie.valueOf(leaf));
  },
  count: (trie: PrefixTrie, prefix: string): number => {
    const locus = trie.locate(prefix);
    return locus === undefined ? 0 : trie.countValues(...trie.leavesUnder(locus.node));
  },
};

function expectAnswersOf(entries: readonly Entry[], prefixes: Iterable<string>): void {
  const trie = build(entries);
  for (const prefix of prefixes) {
    const completions = naive.completions(entries, prefix);
    expect(answers.completions(trie, prefix), `completions of ${prefix}`).toEqual(completions);
    expect(answers.count(trie, prefix), `count of ${prefix}`).toBe(new Set(completions).size);
    if (prefix !== '') expect(answers.exact(trie, prefix), `exact ${prefix}`).toEqual(naive.exact(entries, prefix));
  }
}

/** Every beginning of every key, the keys with something more, and some misses. */
function* probes(entries: readonly Entry[]): Generator<string> {
  yield* ['', 'zzz', '\u{10ffff}'];
  for (const { key } of entries) {
    const characters = [...key];
    const step = Math.ceil(characters.length / 20);
    for (let length = 1; length <= characters.length; length += step) yield characters.slice(0, length).join('');
    yield key;
    yield `${key}a`;
    yield `${key} `;
  }
}

const MONTHS = 'january february march april may june july august september october november december'
  .split(' ')
  .map((key, value) => ({ key, value }));

describe('a prefix trie', () => {
  it('of no entries finds nothing', () => {
    const trie = build([]);
    expect(trie.locate('a')).toBeUndefined();
    const root = trie.locate('')!;
    expect([...trie.completions(root.node)]).toEqual([]);
    expect(trie.leavesUnder(root.node)).toEqual([0, 0]);
    expect(trie.exactLeaves(root)).toEqual([]);
  });

  it('of one entry finds it by every beginning and by nothing else', () => {
    expectAnswersOf([{ key: 'dam', value: 7 }], ['', 'd', 'da', 'dam', 'dams', 'a', 'am', 'e']);
  });

  it('of the twelve months gives those that begin so, in the order of the year', () => {
    const trie = build(MONTHS);
    const named = (prefix: string): string[] => answers.completions(trie, prefix).map((value) => MONTHS[value]!.key);
    expect(named('ju')).toEqual(['june', 'july']);
    expect(named('ma')).toEqual(['march', 'may']);
    expect(named('')).toEqual(MONTHS.map(({ key }) => key));
    expect(named('x')).toEqual([]);
    expectAnswersOf(MONTHS, probes(MONTHS));
  });

  it('tells a key from the longer keys that begin with it', () => {
    const entries = ['kerkstraat', 'kerk', 'kerkstraatje', 'k', 'kerkst'].map((key, value) => ({ key, value }));
    expectAnswersOf(entries, probes(entries));
  });

  it('keeps equal keys apart, in the order of their rank', () => {
    const entries = ['dam', 'dam', 'damrak', 'dam', 'da', 'dam'].map((key, value) => ({ key, value }));
    expectAnswersOf(entries, probes(entries));
  });

  it('counts a value once, however many keys lead to it', () => {
    const entries = [
      { key: 'brussel', value: 4 },
      { key: 'bruxelles', value: 4 },
      { key: 'bruxelles', value: 4 },
      { key: 'brugge', value: 9 },
      { key: 'bruges', value: 9 },
      { key: 'ax', value: 4 },
    ];
    const trie = build(entries);
    expect(['', 'br', 'brux', 'brug', 'a', 'c'].map((prefix) => answers.count(trie, prefix))).toEqual([
      2, 2, 1, 1, 1, 0,
    ]);
  });

  it('counts values once that stand for the same thing', () => {
    const entries = [10, 11, 20, 21, 12].map((value, i) => ({ key: `a${i}`, value }));
    const trie = build(entries, (value) => Math.floor(value / 10));
    expect(answers.count(trie, 'a')).toBe(2);
  });

  it('holds keys whose labels take more than 255 bytes', () => {
    const long = 'langstraat'.repeat(60);
    const entries = [
      long,
      `${long}b`,
      long.slice(0, 255),
      long.slice(0, 256),
      long.slice(0, 510),
      `${long}a`,
      long,
    ].map((key, value) => ({ key, value }));
    expectAnswersOf(entries, probes(entries));
    expectAnswersOf(
      [{ key: 'x'.repeat(1000), value: 1 }],
      ['x'.repeat(255), 'x'.repeat(256), 'x'.repeat(1000), 'x'.repeat(1001)],
    );
  });

  it('holds keys that are not ASCII, whose characters share their first bytes', () => {
    const entries = ['ā', 'ă', 'ąb', 'ελ', 'ες', '京都', '京', '\u{1F600}', '\u{1F601}'].map((key, value) => ({
      key,
      value,
    }));
    expectAnswersOf(entries, probes(entries));
  });

  it('holds as many nodes as it takes', () => {
    const entries = Array.from({ length: 6000 }, (_, i) => ({
      key: `${(i * 7919) % 6007} straat ${i % 13}`,
      value: i,
    }));
    const trie = build(entries);
    for (let i = 0; i < entries.length; i += 7) expect(answers.exact(trie, entries[i]!.key)).toContain(i);
    for (const prefix of ['', '1', '42', '599', '6006 ']) {
      expect(answers.completions(trie, prefix)).toEqual(naive.completions(entries, prefix));
    }
  });

  it('says the rank of each completion, which need not be without gaps, and the best rank under a node', () => {
    const sections = buildPrefixTrie(
      [
        { key: 'ab', value: 1, rank: 40 },
        { key: 'ac', value: 2, rank: 7 },
        { key: 'b', value: 3, rank: 100 },
      ],
      { name: 'x' },
    );
    const trie = new PrefixTrie(new Container(new Uint8Array(packContainer(sections)).buffer, 'names.bin'), 'x');
    const root = trie.locate('')!.node;
    expect([...trie.completions(root)].map(({ leaf, rank }) => [trie.valueOf(leaf), rank])).toEqual([
      [2, 7],
      [1, 40],
      [3, 100],
    ]);
    expect([trie.rank[trie.locate('a')!.node], trie.rank[trie.locate('b')!.node]]).toEqual([7, 100]);
  });

  it('is the same bytes for the same entries', () => {
    expect(pack(MONTHS)).toEqual(pack([...MONTHS]));
  });

  it('answers as a scan does, for any entries', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' '), minLength: 1, maxLength: 7 });
    const key = fc.oneof(
      word,
      word,
      fc.tuple(word, fc.nat(400)).map(([text, n]) => text + 'ab'.repeat(n)),
    );
    const entries = fc.array(fc.record({ key, value: fc.nat(12) }), { maxLength: 60 });
    fc.assert(
      fc.property(entries, (each) => expectAnswersOf(each, new Set(probes(each)))),
      { seed: 20260104, numRuns: 60 },
    );
  });
});

describe('a trie whose nodes do not lead where they should', () => {
  const KEYS = ['a', 'ab', 'abc', 'b', 'ba', 'c'];

  /** The trie of the keys with one word of one section changed; its checksums are made anew. */
  function changed(section: string, word: number, value: number): () => PrefixTrie {
    const sections = buildPrefixTrie(
      KEYS.map((key, rank) => ({ key, rank, value: rank })),
      { name: 'trie' },
    );
    const { buffer, byteOffset, byteLength } = sections.get(section)!;
    const words = new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    words[word] = value;
    sections.set(section, new Uint8Array(words.buffer));
    const file = new Uint8Array(packContainer(sections));
    return () => new PrefixTrie(new Container(file.buffer, 'names.bin'), 'trie');
  }

  it('is refused where a child is its own parent, or comes before it', () => {
    const trie = changed('trie.link', 0, LAST_SIBLING | 1)();
    for (let node = 1; node < trie.link.length; node++) {
      if ((trie.link[node]! & LEAF) !== 0) continue;
      for (const child of [node, node - 1, 0]) {
        const flags = trie.link[node]! & LAST_SIBLING;
        expect(changed('trie.link', node, (flags | child) >>> 0), `${node} → ${child}`).toThrow(/circle/);
      }
    }
  });

  it('is refused where a link or a label leads out of the arrays, and where siblings have no last', () => {
    const { link, leafCount, labels } = changed('trie.link', 0, LAST_SIBLING | 1)();
    const last = link.length - 1;
    expect(changed('trie.link', 0, (LAST_SIBLING | (last + 1)) >>> 0)).toThrow(/lead out/);
    expect(changed('trie.link', last, (LEAF | LAST_SIBLING | leafCount) >>> 0)).toThrow(/lead out/);
    expect(changed('trie.link', last, (link[last]! & ~LAST_SIBLING) >>> 0)).toThrow(/lead out/);
    expect(changed('trie.label', 1, labels.length * 256 + 1)).toThrow(/lead out/);
  });
});

it('knows for each prefix whether a key ends there', () => {
  const keys = ['ma', 'maan', 'maart', 'mei', 'é'];
  const sections = buildPrefixTrie(
    keys.map((key, rank) => ({ key, rank, value: rank })),
    { name: 'trie' },
  );
  const file = new Uint8Array(packContainer(sections));
  const trie = new PrefixTrie(new Container(file.buffer, 'names.bin'), 'trie');
  for (const prefix of ['', 'm', 'ma', 'maa', 'maan', 'maar', 'maart', 'me', 'mei', 'é']) {
    const locus = trie.locate(prefix)!;
    expect(trie.keyEndsAt(locus), prefix).toBe(keys.includes(prefix));
    expect(trie.exactLeaves(locus).length > 0, prefix).toBe(keys.includes(prefix));
  }
});
