import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndexes, type Inputs } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import type { RecordCounts } from '../../pipelines/report.ts';
import type { AddressLookup } from '../../src/lookup/address-lookup.ts';
import { openAddressLookup } from '../../src/lookup/open.ts';
import type { AddressBE } from '../../src/model/address.ts';
import { COUNTRIES, type Country, isInBox } from '../../src/model/country.ts';
import { makeDocument } from '../../src/query/documents.ts';
import { openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { metresApart } from './oracle.ts';

/** What holds of every register, whatever it is like. */
export function describeContract(what: string, inputs: Inputs): void {
  describe(what, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'contract-'));
    let lookup: AddressLookup;
    beforeAll(async () => {
      await build(inputs, join(scratch, 'once'), 1);
      lookup = await openAddressLookup(join(scratch, 'once'));
    });
    afterAll(() => rmSync(scratch, { recursive: true, force: true }));

    for (const country of COUNTRIES.filter((each) => inputs[each].length > 0)) {
      it(`${country}: every record is accounted for`, () => {
        const report = JSON.parse(
          readFileSync(join(currentDirectory(join(scratch, 'once', country))!, 'report.json'), 'utf8'),
        ) as {
          records: Record<string, RecordCounts>;
        };
        expect(Object.keys(report.records).length).toBeGreaterThan(0);
        for (const [recordType, { read, kept, historical, rejected }] of Object.entries(report.records)) {
          const sum = kept + historical + Object.values(rejected).reduce((total, count) => total + count, 0);
          expect(sum, recordType).toBe(read);
        }
      });

      it(`${country}: no address is there twice, and each lies in the country`, async () => {
        const index = await openIndex(join(scratch, 'once', country));
        const seen = new Map<string, number>();
        for (let address = 0; address < index.addresses.length; address++) {
          const { location, ...written } = makeDocument<Country>(index, address);
          const key = JSON.stringify([index.streets.streetOf(address), written]);
          // Namesake streets of one place are one; the same number in both lies a kilometre apart.
          const other = seen.get(key);
          if (other !== undefined) expect(distanceMetres(index, address, other), key).toBeGreaterThan(1000);
          seen.set(key, address);
          if (location !== null) expect(isInBox(country, location.wgs84[0], location.wgs84[1]), key).toBe(true);
        }
        expect(seen.size).toBeGreaterThan(0);
      });
    }

    it('give the same bytes again, with other threads', async () => {
      await build(inputs, join(scratch, 'again'), 2);
      for (const country of readdirSync(join(scratch, 'once'))) {
        const [first, second] = ['once', 'again'].map((run) => currentDirectory(join(scratch, run, country))!);
        const names = readdirSync(first!);
        expect(readdirSync(second!)).toEqual(names);
        for (const name of names) {
          const [once, again] = [first!, second!].map((directory) => readFileSync(join(directory, name)));
          expect(again!.equals(once!), `${country}/${name}`).toBe(true);
        }
      }
    });

    it('be: a bilingual street is found in either language, and is the same addresses', async () => {
      const index = await openIndex(join(scratch, 'once', 'be'));
      let bilingual = 0;
      for (let street = 0; street < index.streets.length; street++) {
        const { nl, fr } = index.streets.namesOf(street);
        const [from, to] = index.streets.addressesOf(street);
        if (nl === undefined || fr === undefined || from === to) continue;
        bilingual++;
        const { postcode, housenumber } = makeDocument<'be'>(index, from);
        const [inDutch, inFrench] = [nl, fr].map((name) =>
          lookup.be.directMatch({ postcode, housenumber, street: name }),
        );
        expect(
          inDutch!.some((address: AddressBE) => address.street.fr === fr),
          nl,
        ).toBe(true);
        expect(
          inFrench!.some((address: AddressBE) => address.street.nl === nl),
          fr,
        ).toBe(true);
        for (const name of [nl, fr]) expect(labelsFor(lookup, name), name).toContain(name);
      }
      expect(bilingual).toBeGreaterThan(10);
    });
  });
}

function labelsFor(lookup: AddressLookup, search: string): string[] {
  const answer = lookup.be.autocomplete({ search, perPage: 50 });
  return answer !== null && 'results' in answer ? answer.results.map(({ label }) => label) : [];
}

async function build(inputs: Inputs, out: string, threads: number): Promise<void> {
  await buildIndexes({ inputs, out, threads, progress: () => silentProgress, tell: () => {} });
}

function distanceMetres({ addresses }: Awaited<ReturnType<typeof openIndex>>, a: number, b: number): number {
  const at = (address: number): readonly [number, number] => [
    addresses.latE7Of(address) / 1e7,
    addresses.lonE7Of(address) / 1e7,
  ];
  return metresApart(at(a), at(b));
}
