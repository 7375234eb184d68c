import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { openAddressLookup } from '../../../src/index.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';
import { FIXTURE_INPUTS } from '../../support/fixture-inputs.ts';
import { objectsByNumber } from '../../support/object-oracle.ts';
import { runBagOn } from './run-bag.ts';
import { nationalZip, number, place, residence, street } from './small-extract.ts';

const EXTRACT = FIXTURE_INPUTS.nl[0]!;

describe('the objects of addresses', () => {
  const built = builtRegister(bagImport, EXTRACT, { withObjects: true });
  const of = (postcode: string, housenumber: number, housenumberaddition?: string) =>
    built.lookup.nl.directMatch({ postcode, housenumber, housenumberaddition, identifiers: true })[0]!.objects!;

  it('are those of an independent reading of the register', () => {
    const expected = objectsByNumber(unzipAll(readFileSync(EXTRACT)), '2026-01-08');
    const given = [...built.lookup.nl.addresses({ identifiers: true })];
    expect(given.length).toBeGreaterThan(2_000);
    for (const { identifiers, objects } of given) {
      const inOrder = [...objects!].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(inOrder, identifiers!.address).toEqual(expected.get(identifiers!.address));
    }
    const kinds = new Set(given.flatMap(({ objects }) => objects!.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['mooring', 'pitch', 'unit']);
  });

  it('have all uses and buildings, and of a further address the main one', () => {
    const [main] = of('1012NL', 21);
    expect(main).toEqual({
      id: '0363010000614575',
      kind: 'unit',
      status: 'in-use',
      buildings: ['0363100000614575', '0363100012185501', '0363100012185502'],
      uses: ['office', 'retail'],
      floorAreaM2: expect.any(Number),
    });
    const { identifiers } = built.lookup.nl.directMatch({ postcode: '1012NL', housenumber: 21, identifiers: true })[0]!;
    expect(of('1012NP', 12)).toEqual([{ ...main, mainAddress: identifiers!.address }]);
  });

  it('are several of a number with several, the one at its position first', () => {
    expect(of('8723CG', 1).map(({ status }) => status)).toEqual(['in-use', 'out-of-use']);
  });

  it('have neither use nor floor area nor building where they are moorings and pitches', () => {
    const [mooring] = of('9406XM', 5);
    expect(mooring).toEqual({ id: mooring!.id, kind: 'mooring', status: 'designated', buildings: [], uses: [] });
    expect(of('8723CG', 22)[0]).toMatchObject({ kind: 'pitch', buildings: [] });
  });

  it('are in answers with identifiers alone, and only if they were read', async () => {
    const request = { postcode: '1012NL', housenumber: 21 };
    expect(built.lookup.nl.directMatch(request)[0]).not.toHaveProperty('objects');
    const without = await openAddressLookup(built.directory, { operations: ['directMatch'] });
    expect(without.nl.directMatch({ ...request, identifiers: true })[0]).not.toHaveProperty('objects');
    const withThem = await openAddressLookup(built.directory, { operations: ['directMatch', 'objects'] });
    expect(withThem.nl.directMatch({ ...request, identifiers: true })[0]).toHaveProperty('objects');
  });
});

it('a use that is not known counts as "other", and is warned of', async () => {
  const id = (type: string): string => `0363${type}0000000001`;
  const zip = await nationalZip({
    places: [place({ id: '3594', name: 'Amsterdam' })],
    streets: [street({ id: id('30'), name: 'Damrak', place: '3594' })],
    numbers: [number({ id: id('20'), number: 1, postcode: '1012JS', street: id('30') })],
    residences: [residence({ id: id('01'), main: id('20'), uses: ['woonfunctie', 'ruimtefunctie'] })],
    relations: [{ place: '3594', municipality: '0363' }],
  });
  const { input, warnings } = await runBagOn({ 'lvbag-extract-nl.zip': zip }, { withObjects: true });
  expect(warnings.join()).toContain(`which counts as "other": 1; the first is ${id('01')}.`);
  expect(input.objects!.objects.uses[0]!.toString(2)).toBe('10000000001');
});
