import type { Sections } from '../format/container.ts';
import { PrefixTrie } from '../format/prefix-trie.ts';
import type { Language } from '../model/country.ts';
import type { AreaKind } from './area-table.ts';
import { LANGUAGES } from './street-table.ts';

/**
 * What a name can refer to: an area, a street, or a street group: the streets of several places that have one name. A name in
 * one place only is a street; in two or more it is a group.
 */
export type NamedKind = AreaKind | 'street' | 'streetGroup';

/** A result found by name, with the language of the name; none for an alias, which is found but never shown. */
export interface NamedFeature {
  readonly kind: NamedKind;
  /** Ordinal within its kind. */
  readonly ordinal: number;
  readonly language: Language | undefined;
  /** The key is not the whole name: it begins at a later word. */
  readonly isInner: boolean;
}

/** Which of the two tries. */
export type NameTrieName = 'area' | 'street';

export function trieNameOf({ kind }: NamedFeature): NameTrieName {
  return kind === 'street' || kind === 'streetGroup' ? 'street' : 'area';
}

/**
 * A prefix trie whose values refer to areas, streets and street groups. A value is
 *
 *     index | kind | inner | language
 *      25 b |  3 b |   1 b |      3 b    inner: the key begins at a later word; language: position in LANGUAGES, 7 for an alias
 */
export class NameTrie extends PrefixTrie {
  constructor(container: Sections, name: NameTrieName) {
    super(container, name);
  }

  /** What the key of a leaf refers to. */
  featureAt(leaf: number): NamedFeature {
    return unpackFeature(this.valueOf(leaf));
  }

  /** A number shared by all leaves, of either trie, that refer to the same object. */
  identityAt(leaf: number): number {
    return identityOf(this.valueOf(leaf));
  }

  /** Whether the key of a leaf is a whole name, not a later part of one. */
  isWhole(leaf: number): boolean {
    return (this.valueOf(leaf) & 8) === 0;
  }
}

const KINDS: readonly NamedKind[] = ['region', 'province', 'municipality', 'place', 'street', 'streetGroup'];
const NO_LANGUAGE = 7;

/** The value of a leaf. */
export function packFeature({ kind, ordinal, language, isInner }: NamedFeature): number {
  const languageBits = language === undefined ? NO_LANGUAGE : LANGUAGES.indexOf(language);
  return ((ordinal * 8 + KINDS.indexOf(kind)) * 2 + Number(isInner)) * 8 + languageBits;
}

export function unpackFeature(value: number): NamedFeature {
  return {
    kind: KINDS[(value >>> 4) & 7]!,
    ordinal: value >>> 7,
    language: LANGUAGES[value & 7],
    isInner: (value & 8) !== 0,
  };
}

/** The same for all values of one object, whatever the name or language. */
export function identityOf(value: number): number {
  return value >>> 4;
}
