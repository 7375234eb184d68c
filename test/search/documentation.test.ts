import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/search/cost.ts';
import { PASSES } from '../../src/search/free-text.ts';
import { TIE_BREAKS } from '../../src/search/ranking.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';
import { walkQuery } from './walk.ts';

const DOCUMENTATION = readFileSync(new URL('../../docs/understanding.md', import.meta.url), 'utf8');
const indexes = fixtureIndexes();

describe('docs/understanding.md', () => {
  it('has the rules of the ranking, by their names and in their order', () => {
    const listed = [...DOCUMENTATION.matchAll(/^([0-9]+)\. (.*)$/gm)].map(([, number, name]) => [Number(number), name]);
    expect(listed).toEqual([...RULES, ...TIE_BREAKS].map(({ name }, i) => [i + 1, name]));
  });

  it('has the ways to read a typed text, by their names and in their order', () => {
    const listed = [...DOCUMENTATION.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, name]) => name);
    const passes = {
      'as typed': {},
      'the beginning of a word for a box': { isBoxBegun: true },
      'the beginning of a street before its place': { streets: { openFrom: 1 } },
      'the beginning of a word for a number': { isSignBegun: true },
      'a kind of street, or an initial, before a later word': { streets: { isWithoutFirstName: true } },
      'the beginning of a place before its street, or before the number': { areas: { openFrom: 4 } },
      'one letter in each word': { streets: { edits: 1 }, areas: { edits: 1 } },
      'the beginning of a street before a place with a wrong letter': { streets: { openFrom: 1 }, areas: { edits: 1 } },
      'the beginnings of both': { streets: { openFrom: 1 }, areas: { openFrom: 4 } },
      'two letters in each word': { streets: { edits: 2 }, areas: { edits: 2 } },
    };
    expect(listed.slice(0, PASSES.length)).toEqual(Object.keys(passes));
    expect(PASSES.map(({ options }) => options)).toEqual(Object.values(passes));
  });

  it('walks through the stages with one query as they are', () => {
    const [, query, walk] = /\n`([^`]+)` on the fixtures[^\n]*\n\n```\n([\s\S]*?)\n```\n/.exec(DOCUMENTATION)!;
    expect(walkQuery(indexes.lookup.nl, query!)).toBe(walk);
  });

  it('names files that are there', () => {
    const files = [...DOCUMENTATION.matchAll(/`((?:[a-z]+\/)?[a-z-]+\.ts)`/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) {
      const path = file.includes('/') ? `../../src/${file}` : `../../src/search/${file}`;
      expect(() => readFileSync(new URL(path, import.meta.url))).not.toThrow();
    }
  });
});
