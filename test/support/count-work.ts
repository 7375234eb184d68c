import { PrefixTrie } from '../../src/format/prefix-trie.ts';
import { AddressTable } from '../../src/store/address-table.ts';
import { AreaTable } from '../../src/store/area-table.ts';
import { NameTrie } from '../../src/store/name-trie.ts';
import { NameIndex } from '../../src/store/names.ts';
import { PlaceLeaves } from '../../src/store/place-leaves.ts';
import { PostcodeTable } from '../../src/store/postcode-table.ts';
import { StreetTable } from '../../src/store/street-table.ts';

/** All that a search reads of an index. */
const TABLES = [PrefixTrie, NameTrie, NameIndex, PlaceLeaves, PostcodeTable, StreetTable, AreaTable, AddressTable];

type Methods = Record<string, (...values: unknown[]) => unknown>;

/**
 * Runs work that asks `readsOf` how often an answer asks the tables of an index for something: what it costs, the same on every machine. The
 * walk that looks for mistyped words reads the tries itself; a budget of bytes bounds it (src/search/corrections.ts).
 */
export function countReads(work: (readsOf: (answer: () => unknown) => number) => void): void {
  let reads = 0;
  const restore: (() => void)[] = [];
  for (const { prototype } of TABLES) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (name === 'constructor' || typeof value !== 'function') continue;
      const methods = prototype as unknown as Methods;
      const method = value as Methods[string];
      methods[name] = function (this: unknown, ...values) {
        reads++;
        return method.apply(this, values);
      };
      restore.push(() => {
        methods[name] = method;
      });
    }
  }
  try {
    work((answer) => {
      const before = reads;
      answer();
      return reads - before;
    });
  } finally {
    for (const each of restore) each();
  }
}
