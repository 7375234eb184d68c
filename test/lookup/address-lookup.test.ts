import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Country, openAddressLookup } from '../../src/index.ts';
import { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { codeOf, codeOfPromise } from '../support/code-of.ts';
import { openRegister, toIndexInput, withTemporaryDirectory } from '../support/small-register.ts';
import { BELGIAN_TOWN, belgianTown, DUTCH_TOWN, dutchTown, LUXEMBOURG_TOWN } from '../support/towns.ts';

/** A data directory with the indexes of some towns. */
function withData(towns: readonly (typeof DUTCH_TOWN)[], use: (directory: string) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    for (const town of towns) {
      mkdirSync(join(directory, town.country));
      writeIndex(join(directory, town.country), toIndexInput(town));
    }
    await use(directory);
  });
}

describe('openAddressLookup', () => {
  it('opens every country that is there', () =>
    withData([LUXEMBOURG_TOWN, DUTCH_TOWN, BELGIAN_TOWN], async (directory) => {
      const lookup = await openAddressLookup(directory);
      expect(lookup.countries).toEqual(['nl', 'be', 'lu']);
      expect(lookup.nl.directMatch({ postcode: '1381EC', housenumber: 1 })).toHaveLength(3);
      expect(lookup.be.directMatch({ postcode: '1000', housenumber: 3, street: 'Wetstraat' })).toHaveLength(1);
      expect(lookup.lu.directMatch({ postcode: '9209', housenumber: 10 })).toHaveLength(1);
      expect(lookup.of('nl')).toBe(lookup.nl);
      const required = lookup.be.manifest.registers.flatMap(({ attribution }) => attribution ?? []);
      expect(lookup.attributions).toEqual(required);
      expect([lookup.nl.attributions, lookup.be.attributions]).toEqual([[], required]);
      expect(lookup.nl.country).toBe('nl');
      expect(lookup.nl.manifest.counts.addresses).toBe(DUTCH_TOWN.addresses.length);
    }));

  it('opens the countries that are asked for alone', () =>
    withData([DUTCH_TOWN, BELGIAN_TOWN], async (directory) => {
      const lookup = await openAddressLookup(directory, { countries: ['be'] });
      expect(lookup.countries).toEqual(['be']);
      expect(codeOf(() => lookup.nl)).toBe('country-not-loaded');
      expect(() => lookup.nl).toThrow('Got country "nl"; this lookup on');
      expect(codeOf(() => lookup.of('lu'))).toBe('country-not-loaded');
    }));

  it('is index-not-found where there is none, or none of a country asked for', () =>
    withData([DUTCH_TOWN], async (directory) => {
      expect(await codeOfPromise(openAddressLookup(join(directory, 'nowhere')))).toBe('index-not-found');
      expect(await codeOfPromise(openAddressLookup(join(directory, 'nl')))).toBe('index-not-found');
      expect(await codeOfPromise(openAddressLookup(directory, { countries: ['nl', 'lu'] }))).toBe('index-not-found');
    }));

  it('is unknown-country for a country that is none', () =>
    withData([DUTCH_TOWN], async (directory) => {
      expect(await codeOfPromise(openAddressLookup(directory, { countries: ['de' as Country] }))).toBe(
        'unknown-country',
      );
    }));

  it('is index-corrupt for the index of one country in the directory of another', () =>
    withData([DUTCH_TOWN], async (directory) => {
      cpSync(join(directory, 'nl'), join(directory, 'be'), { recursive: true });
      expect(await codeOfPromise(openAddressLookup(directory))).toBe('index-corrupt');
      expect(await codeOfPromise(openAddressLookup(directory, { countries: ['nl'] }))).toBeUndefined();
    }));
});

describe('a lookup that has been closed', () => {
  it('throws lookup-closed from every operation', () =>
    withData([DUTCH_TOWN], async (directory) => {
      const lookup = await openAddressLookup(directory);
      const { nl } = lookup;
      expect(nl.autocomplete({ search: 'weesp' })).not.toBeNull();
      lookup.close();
      expect(codeOf(() => nl.autocomplete({ search: 'weesp' }))).toBe('lookup-closed');
      expect(codeOf(() => nl.directMatch({ postcode: '1381EC', housenumber: 1 }))).toBe('lookup-closed');
      expect(codeOf(() => nl.radius({ latitude: 52, longitude: 5 }))).toBe('lookup-closed');
      expect(codeOf(() => lookup.close())).toBeUndefined();
    }));
});

describe('an AddressLookup', () => {
  it('serves another index of a country in what has been taken from it before, and a country that comes later', async () => {
    const [dutch, belgian] = [await dutchTown(), await belgianTown()];
    const smaller = await openRegister({ ...DUTCH_TOWN, addresses: DUTCH_TOWN.addresses.slice(0, 5) });
    const lookup = new AddressLookup('here', [dutch.index]);
    const { nl } = lookup;
    lookup.serve(smaller.index);
    expect(lookup.nl).toBe(nl);
    expect(nl.manifest.counts.addresses).toBe(5);
    expect(lookup.countries).toEqual(['nl']);
    expect(() => lookup.be).toThrow('Got country "be"; this lookup on here has "nl".');
    lookup.serve(belgian.index);
    expect(lookup.countries).toEqual(['nl', 'be']);
  });

  it('shares the memory of its indexes, and does not copy it', async () => {
    const { index } = await dutchTown();
    expect(new AddressLookup('here', [index]).share()).toEqual({ nl: index.buffers });
    expect(new AddressLookup('here', [index]).share().nl!.files['names.bin']).toBe(index.buffers.files['names.bin']);
  });

  it('geocodes in all of its countries', async () => {
    const lookup = new AddressLookup('here', [(await dutchTown()).index, (await belgianTown()).index]);
    expect(lookup.geocode({ text: 'Kerkstraat 16-02, 1381EB Weesp' })).toMatchObject({
      status: 'exact',
      country: 'nl',
    });
    expect(lookup.geocode({ text: 'Wetstraat 3, 1000 Brussel' })).toMatchObject({ status: 'exact', country: 'be' });
  });

  it('lets go of everything when it is closed, and says so once to each who wants to know', async () => {
    const { index } = await openRegister(DUTCH_TOWN);
    const lookup = new AddressLookup('here', [index]);
    const closed: string[] = [];
    lookup.onClose(() => closed.push('one'));
    lookup.onClose(() => closed.push('two'));
    lookup.close();
    lookup.close();
    expect(closed).toEqual(['one', 'two']);
    expect(codeOf(() => lookup.nl.autocomplete({ search: 'a' }))).toBe('lookup-closed');
    expect(codeOf(() => lookup.geocode({ text: 'a' }))).toBe('lookup-closed');
  });
});
