import { describe, expect, it } from 'vitest';
import type { DesignationRow, ImmeubleRow } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { BASE, importSmall } from './small-caclr.ts';

async function houseNumber(row: Partial<ImmeubleRow>, designations: readonly DesignationRow[] = []) {
  const { input } = await importSmall({
    rues: [...BASE.rues, { numero: 30, nom: 'Frombuergerhaff', localite: 300 }],
    immeubles: [{ numeroInterne: 190925, numero: 1, rue: 30, codePostal: 9209, ...row }],
    designations,
  });
  const { number, suffix, suffixes, id, postcode, record } = input.addresses;
  expect(suffixes[0]).toEqual({ letter: '', addition: '' });
  expect([...id]).toEqual([190925]);
  expect([...record]).toEqual([1]);
  return { number: number[0], letter: suffixes[suffix[0]!]!.letter, postcode: postcode[0] };
}

describe('a house number', () => {
  it.each<Partial<ImmeubleRow> & { numero: number; written: string; why?: string }>([
    { numero: 12, written: '12' },
    { numero: 12, codeMultiple: 'A', written: '12A' },
    { numero: 3, codeMultiple: 'BIS', written: '3BIS' },
    { numero: 3, codeMultiple: 'bis', written: '3bis' },
    { numero: 109, codeMultiple: '-115', written: '109-115', why: 'a range is one address' },
    { numero: 2, codeMultiple: '-2A', written: '2-2A' },
    { numero: 72, codeMultiple: '-..', written: '72-..', why: 'a range whose end is not known' },
    { numero: 441, codeMultiple: 'AB', written: '441AB' },
  ])('$written is number and letter, put together as the register writes it', async ({ written, ...row }) => {
    const { number, letter } = await houseNumber(row);
    expect(number).toBe(row.numero);
    expect(`${number}${letter}`).toBe(written);
  });

  it('has its postcode as a number, 0 where the register has none', async () => {
    expect((await houseNumber({})).postcode).toBe(9209);
    expect((await houseNumber({ codePostal: undefined })).postcode).toBe(0);
  });
});

describe('a house without a number', () => {
  const named: DesignationRow = { numeroInterne: 190925, numero: 0, rue: 30, designation: 'Vieux Château' };

  it('has number 0 and its designation as the letter', async () => {
    expect(await houseNumber({ numero: 0 }, [named])).toMatchObject({ number: 0, letter: 'Vieux Château' });
  });

  it('has the letter that the register gives it instead, where it has no designation', async () => {
    expect(await houseNumber({ numero: 0, codeMultiple: 'A' })).toMatchObject({ number: 0, letter: 'A' });
  });

  it('otherwise has the name of its street, which is the name of the house', async () => {
    expect(await houseNumber({ numero: 0 })).toMatchObject({ number: 0, letter: 'Frombuergerhaff' });
  });
});

describe('the name of a building with a number', () => {
  it('is no part of its address, and reported', async () => {
    const { rejects } = await importSmall({
      designations: [{ numeroInterne: 1, numero: 70, rue: 10, designation: 'Ecole "Op Acker"' }],
    });
    expect(rejects).toEqual([expect.stringMatching(/^IMMDESIG,has-a-number,.*,1,00000001,"Ecole ""Op Acker"""$/)]);
  });
});
