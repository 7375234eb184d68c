import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/format/prefix-trie.ts';
import { Corrections } from '../../src/search/corrections.ts';
import { ampleSteps } from '../support/ample-steps.ts';
import { openRegister } from '../support/small-register.ts';
import { dutchPlaces, dutchTown } from '../support/towns.ts';

async function corrections(
  words: readonly string[],
  most: number,
): Promise<{ found: Corrections; similar: (word: number) => number[] }> {
  const { index } = await dutchTown();
  const found = new Corrections(index, words, most, ampleSteps());
  const similar = (word: number): number[] => found.similar(index.names.streets, ROOT, word).map(({ edits }) => edits);
  return { found, similar };
}

describe('Corrections', () => {
  it('suspect words of which nothing is known, and only where there are none all that are long enough', async () => {
    const { found: one } = await corrections(['kerkstraat', 'utregt'], 1);
    expect([one.isSuspect(0), one.isSuspect(1)]).toEqual([false, true]);
    const { found: all } = await corrections(['kerkstraat', 'de', 'utrecht'], 1);
    expect([all.isSuspect(0), all.isSuspect(1), all.isSuspect(2)]).toEqual([true, false, true]);
    const { found: none } = await corrections(['de', '12'], 1);
    expect(none.hasSuspects).toBe(false);
  });

  it('find words with a letter wrong, with one edit or two', async () => {
    expect((await corrections(['kerkstrat'], 1)).similar(0)).toContain(1);
    expect((await corrections(['kerkstrt'], 1)).similar(0)).not.toContain(2);
    expect((await corrections(['kerkxtrat'], 2)).similar(0)).toContain(2);
  });

  it('find names with one letter wrong for a word that names have, and with two for others', async () => {
    const { index } = await openRegister(dutchPlaces({ Helmond: ['Lindelaan', 'Londenlaan'] }));
    const editsOf = (word: string): number[] =>
      new Corrections(index, [word, 'helmond'], 2, ampleSteps())
        .similar(index.names.streets, ROOT, 0)
        .map(({ edits }) => edits);
    expect(editsOf('lindelaan')).toEqual([]);
    expect(editsOf('londelan')).toEqual([2, 2]);
  });

  it('take one kind of street for another as two letters, and not where only one may be wrong', async () => {
    const { index } = await dutchTown();
    const { found } = await corrections(['kerksingel', 'utrecht'], 2);
    const street = index.names.streets.locate('kerkstraat');
    const others = (corrections: Corrections): number[] =>
      corrections.otherTypes(index.names.streets, ROOT, 0).map(({ locus }) => locus.node);
    expect(others(found)).toContain(street!.node);
    expect(others((await corrections(['kerksingel', 'utrecht'], 1)).found)).toEqual([]);
    // Letters that are wrong are another matter.
    expect(found.similar(index.names.streets, ROOT, 0)).toEqual([]);
  });

  it('divide a word in two at every letter', async () => {
    const { index } = await dutchTown();
    const { found } = await corrections(['kerkweg'], 1);
    expect(found.splits(index.names.streets, ROOT, 0).map(({ text }) => text)).toEqual([
      'k erkweg',
      'ke rkweg',
      'ker kweg',
      'kerk weg',
      'kerkw eg',
      'kerkwe g',
    ]);
  });

  it('divide a word in three, with two edits, where its beginning is a word of a name', async () => {
    const { index } = await dutchTown();
    const first = 'weg';
    const word = 'wegnaarde';
    const texts = async (most: number): Promise<string[]> =>
      (await corrections([word], most)).found.splits(index.names.streets, ROOT, 0).map(({ text }) => text);
    expect(await texts(2)).toEqual(expect.arrayContaining([`${first} naar de`]));
    expect((await texts(2)).filter((text) => text.split(' ').length > 2)).toHaveLength(1);
    expect((await texts(1)).filter((text) => text.split(' ').length > 2)).toEqual([]);
  });
});
