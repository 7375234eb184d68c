import { describe, expect, it } from 'vitest';
import type { CaclrRegister } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { formerLines } from '../../support/former-lines.ts';
import { BASE, importSmall } from './small-caclr.ts';

type House = CaclrRegister['immeubles'][number];

/** A house of Route d'Esch that ended. */
const ended = (numeroInterne: number, numero: number, more: Partial<House> = {}): House => ({
  numeroInterne,
  numero,
  rue: 10,
  codePostal: 1470,
  fin: '28.09.2013',
  ...more,
});

const formerOf = async (immeubles: readonly House[], more: Partial<CaclrRegister> = {}): Promise<string[]> => {
  const { input } = await importSmall({ ...more, immeubles: [...BASE.immeubles, ...immeubles] });
  return formerLines(input);
};

describe('a number of CACLR that has ended', () => {
  it('is an address that was, until that day', async () => {
    expect(await formerOf([ended(9, 71), ended(10, 71, { codeMultiple: 'A', fin: '01.02.2020' })])).toEqual([
      "Route d'Esch 71, Luxembourg: 20130928 withdrawn",
      "Route d'Esch 71A, Luxembourg: 20200201 withdrawn",
    ]);
  });

  it('is none if it is there again, was provisional or no number, or its street is unknown', async () => {
    const others = [{ codePostal: 1471 }, { provisoire: true }, { indefini: true }, { rue: 99 }];
    const houses = others.map((more, i) => ended(9 + i, i === 0 ? 70 : 72 + i, more));
    expect(await formerOf([...houses, ended(20, 0)])).toEqual([]);
  });

  it('counts once, as it was last', async () => {
    expect(await formerOf([ended(9, 71), ended(10, 71, { fin: '01.01.2020' }), ended(11, 71)])).toEqual([
      "Route d'Esch 71, Luxembourg: 20200101 withdrawn",
    ]);
  });

  it('may be in a street, a locality and a commune that have ended', async () => {
    const localites = [
      ...BASE.localites,
      { numero: 301, nom: 'Gilsdorf', canton: '07', commune: '01', fin: '01.01.2000' },
    ];
    const rues = [
      ...BASE.rues,
      { numero: 6000, nom: 'Rue Ancienne', localite: 301, fin: '01.01.2000' },
      { numero: 6001, nom: 'Rue Jamais', localite: 301, fin: '01.01.2000', provisoire: true },
    ];
    const houses = [ended(9, 4, { rue: 6000, codePostal: undefined }), ended(10, 4, { rue: 6001 })];
    const { input } = await importSmall({ localites, rues, immeubles: [...BASE.immeubles, ...houses] });
    expect(formerLines(input)).toEqual(['Rue Ancienne 4, Gilsdorf: 20130928 withdrawn']);
    const [place] = input.former!.gazetteer.places;
    expect(input.former!.gazetteer.municipalities[place!.municipality]!.names).toEqual({ fr: 'Bastendorf' });
  });

  it('leads to the address of the same street, number and postcode in another place, if it is the only one', async () => {
    const rues = [...BASE.rues, { numero: 21, nom: "Route d'Arlon", localite: 1 }];
    const houses = [
      ended(9, 1, { rue: 21, codePostal: 8011 }),
      ended(10, 3, { rue: 21, codePostal: 8011 }),
      ended(11, 1, { rue: 21, codePostal: 1470 }),
    ];
    expect(await formerOf(houses, { rues })).toEqual([
      "Route d'Arlon 1, Luxembourg: 20130928 withdrawn",
      "Route d'Arlon 1, Luxembourg: 20130928 → 2",
      "Route d'Arlon 3, Luxembourg: 20130928 withdrawn",
    ]);
  });
});
