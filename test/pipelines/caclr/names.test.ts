import { describe, expect, it } from 'vitest';
import type { CaclrRegister, ImmeubleRow } from '../../../fixtures/generate/caclr/caclr-records.ts';
import { BASE, importSmall } from './small-caclr.ts';

/** The aliases of a locality of which `shares` says how many addresses have which postal name. */
async function aliasesOf(nom: string, shares: Readonly<Record<string, number>>, changes: Partial<CaclrRegister> = {}) {
  const immeubles: ImmeubleRow[] = [];
  const codesPostaux = Object.entries(shares).map(([libelle, count], i) => {
    for (let n = 0; n < count; n++) {
      immeubles.push({ numeroInterne: immeubles.length + 100, numero: n + 1, rue: 600 + i, codePostal: 9700 + i });
    }
    return { numero: 9700 + i, libelle, type: 'N' as const };
  });
  const { input } = await importSmall({
    ...changes,
    localites: [...(changes.localites ?? BASE.localites), { numero: 600, nom, canton: '07', commune: '04' }],
    rues: codesPostaux.map((_, i) => ({ numero: 600 + i, nom: `Rue ${i}`, localite: 600 })),
    codesPostaux,
    immeubles,
  });
  const place = input.gazetteer.places.find(({ id }) => id === 600);
  return (place?.aliases ?? []).map(({ name }) => name);
}

const LOCALITES = ['Hostert', 'Ettelbruck', 'Wasserbillig', 'Merscheid', 'Heiderscheid', 'Mondorf-les-Bains'];
const NEIGHBOURS: Partial<CaclrRegister> = {
  localites: [...BASE.localites, ...LOCALITES.map((nom, i) => ({ numero: 700 + i, nom, canton: '04', commune: '08' }))],
};

describe('the name that the post gives a locality', () => {
  it('is an alias, spelled as the locality that bears it', async () => {
    expect(await aliasesOf('Oberkorn', { DIEKIRCH: 5 })).toContain('Diekirch');
  });

  it('is none when it is the locality’s own, without hyphens, accents and blanks', async () => {
    expect(await aliasesOf('Bech-sur-Sûre', { BECHSURSURE: 5 })).toEqual([]);
    expect(await aliasesOf('Windhof (Koerich)', { WINDHOF: 5 })).toEqual(['Windhof']);
  });

  it('is the umlaut written out', async () => {
    expect(await aliasesOf('Münschecker', { MUENSCHECKER: 5 })).toEqual([]);
  });

  it.each([
    ['Erpeldange', 'ERPELDANGEETTELBRUCK', 'Erpeldange (Ettelbruck)'],
    ['Moersdorf', 'MOERSDORFWASSERBILLI', 'Moersdorf (Wasserbillig)'],
    ['Elvange', 'ELVANGEMONDORF', 'Elvange (Mondorf-les-Bains)'],
    ['Tadler', 'MERSCHEIDHEIDERSCHEI', 'Merscheid (Heiderscheid)'],
  ])('in %s is put apart again: %s is %s', async (nom, libelle, expected) => {
    expect(await aliasesOf(nom, { [libelle]: 5 }, NEIGHBOURS)).toEqual([expected]);
  });

  it('is completed where CODEPT cuts it off after 20 letters', async () => {
    const changes = {
      localites: [...BASE.localites, { numero: 800, nom: 'Schlindermanderscheid', canton: '04', commune: '08' }],
    };
    expect(await aliasesOf('Friedbusch', { SCHLINDERMANDERSCHEI: 2 }, changes)).toEqual(['Schlindermanderscheid']);
  });

  it('is put in proper case where no locality is known by it', async () => {
    expect(await aliasesOf('Dudelange', { BURANGE: 1, DUDELANGE: 30 })).toContain('Burange');
    expect(await aliasesOf('Eselborn', { 'ESELBORN - LENTZWEILER': 1 })).toEqual(['Eselborn - Lentzweiler']);
  });

  it('is no alias where few of the addresses have it and another locality bears it', async () => {
    expect(await aliasesOf('Howald', { HOWALD: 90, STRASSEN: 9 })).not.toContain('Strassen');
    expect(await aliasesOf('Gilsdorf', { GILSDORF: 90, DIEKIRCH: 10 })).toContain('Diekirch');
  });
});
