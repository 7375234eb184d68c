import { describe, expect, it } from 'vitest';
import type { Address, AddressBE } from '../../src/index.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { postalLines } from '../../src/model/postal-lines.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

describe('the lines of an envelope', () => {
  const door = { street: 'Dam', housenumber: '1', houseletter: '', addition: '', postcode: '1012JS', place: 'Dorp' };

  it.each([
    [{ country: 'nl', ...door, houseletter: 'A', addition: '2' }, 'Dam 1A-2', '1012 JS  DORP'],
    [{ country: 'nl', ...door, postcode: '' }, 'Dam 1', 'DORP'],
    [{ country: 'nl', ...door, housenumber: '' }, 'Dam', '1012 JS  DORP'],
    [{ country: 'nl', ...door, street: '', housenumber: '' }, '1012 JS  DORP'],
    [{ country: 'be', ...door, postcode: '1000', addition: '3' }, 'Dam 1 bus 3', '1000 Dorp'],
    [{ country: 'be', ...door, postcode: '1000', addition: '3', language: 'fr' }, 'Dam 1 bte 3', '1000 Dorp'],
    [{ country: 'be', ...door, postcode: '4700', addition: '3', language: 'de' }, 'Dam 1 Bfk. 3', '4700 Dorp'],
    [{ country: 'be', ...door, postcode: '1000', addition: 'bus 28' }, 'Dam 1 bus 28', '1000 Dorp'],
    [{ country: 'lu', ...door, postcode: '1660', houseletter: 'A' }, '1A, Dam', 'L-1660 Dorp'],
    [{ country: 'lu', ...door, postcode: '', housenumber: '' }, 'Dam', 'Dorp'],
  ] as const)('of %j are as its post wants them', (parts, ...lines) => {
    expect(postalLines(parts)).toEqual(lines);
  });
});

describe('a label', () => {
  const LOI = { postcode: '1000', housenumber: '16', street: 'Wetstraat' } as const;

  it('is there where it is asked for, in every operation, and leaves the rest of a document as it is', () => {
    for (const country of COUNTRIES) {
      const one = fixtures.lookup.of(country);
      const plain = one.addresses().next().value as Address;
      const labelled = one.addresses({ label: true }).next().value as Address;
      const { label, ...rest } = labelled;
      expect([plain.label, rest]).toEqual([undefined, plain]);
      expect(label).toHaveLength(2);
      const [latitude, longitude] = plain.location!.wgs84;
      const byId = one.byId((one.addresses({ identifiers: true }).next().value as Address).identifiers!.address, {
        label: true,
      });
      const found = [
        byId,
        one.radius({ latitude, longitude, radius: 1, label: true }).results[0],
        one.nearest({ latitude, longitude, label: true })!.addresses[0],
        fixtures.lookup.geocode({ latitude, longitude }, { label: true }).addresses[0],
      ];
      for (const each of found) expect(each!.label).toHaveLength(2);
      expect(byId!.label).toEqual(label);
    }
  });

  it('has the place of the postcode, whether or not the document has it', () => {
    const [priest] = fixtures.lookup.be.directMatch({
      postcode: '1301',
      housenumber: 1,
      street: 'Place Père Damien',
      label: true,
    });
    expect(priest).toMatchObject({ municipality: { fr: 'Wavre' }, label: ['Place Père Damien 1', '1301 Bierges'] });
    expect(priest!.postal_name).toBeUndefined();
  });

  it('is in the language that is asked for, else in that of the question, else in the official one', () => {
    const { be } = fixtures.lookup;
    const [dutch, french] = [
      ['Wetstraat 16', '1000 Brussel'],
      ['Rue de la Loi 16', '1000 Bruxelles'],
    ];
    const labelOf = (label: boolean | 'nl' | 'fr' | 'de'): AddressBE['label'] =>
      be.directMatch({ ...LOI, label })[0]!.label;
    expect([labelOf('nl'), labelOf('fr'), labelOf(false)]).toEqual([dutch, french, undefined]);
    expect([dutch, french]).toContainEqual(labelOf(true));
    expect(labelOf('de')).toEqual(labelOf(true));
    const ask = (text: string): AddressBE['label'] =>
      (fixtures.lookup.geocode({ text }, { label: true }).addresses[0] as AddressBE).label;
    expect([ask('Wetstraat 16, 1000 Brussel'), ask('Rue de la Loi 16, 1000 Bruxelles')]).toEqual([dutch, french]);
    for (const [search, label] of [
      ['rue de la loi 16', french],
      ['wetstraat 16', dutch],
    ] as const) {
      const { context } = be.autocomplete({ search }).results[0]!;
      expect(be.autocomplete({ context, label: true })).toMatchObject({ label });
      expect(be.autocomplete({ context, label: true, language: 'fr' })).toMatchObject({ label: french });
    }
  });

  it('is refused in another language than those of the registers', () => {
    expect(codeOf(() => fixtures.lookup.be.directMatch({ ...LOI, label: 'en' as 'fr' }))).toBe('invalid-argument');
  });
});
