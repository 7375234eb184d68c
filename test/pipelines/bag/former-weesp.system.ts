import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { CountryLookup } from '../../../src/lookup/country-lookup.ts';
import type { AddressNL } from '../../../src/model/address.ts';
import { formatIdentifier } from '../../../src/model/identifiers.ts';
import type { Suggestion } from '../../../src/model/suggestion.ts';
import { CountryIndex } from '../../../src/store/country-index.ts';
import { openCountry, verifyContents } from '../../../src/store/directory.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';
import { answersTo } from '../../support/former-answers.ts';
import { type FormerRow, formerRows, written } from '../../support/former-oracle.ts';

const EXTRACT = fileURLToPath(new URL('../../../../shared/data/bag/BAGGEM0457L-15092021.zip', import.meta.url));

describe.skipIf(!existsSync(EXTRACT))('the former addresses of a real municipality', () => {
  const built = builtRegister(bagImport, EXTRACT);
  let rows: readonly FormerRow[];

  const firstOf = (search: string): Suggestion | undefined =>
    built.lookup.nl.autocomplete({ search, details: true, perPage: 1 }).results[0];
  /** The address that a suggestion opens into, as the rows have it. */
  const todayOf = ({ context }: Suggestion): string => {
    const {
      street,
      housenumber,
      houseletter = '',
      housenumberaddition = '',
      postcode,
      city,
    } = built.lookup.nl.autocomplete({ context }) as AddressNL;
    const line = { street, number: housenumber, letter: houseletter, addition: housenumberaddition, place: city };
    return `${written(line)} ${postcode}`;
  };

  beforeAll(async () => {
    const { addresses } = await openCountry(built.directory, 'nl');
    const ids = new Set(Array.from({ length: addresses.length }, (_, i) => formatIdentifier('nl', addresses.idOf(i))));
    rows = formerRows(unzipAll(readFileSync(EXTRACT)), '2021-09-15', (id) => ids.has(id));
  });

  it('are those of an independent reading of the register', () => {
    expect(rows).toHaveLength(553);
    expect(rows.filter(({ today }) => today === undefined)).toHaveLength(343);
    expect(built.report.former).toEqual({
      total: 553,
      withdrawn: 343,
      withoutPosition: 0,
      cycles: 0,
      withoutStreet: 10,
      leftOut: 0,
    });
  });

  it('lead to their successor, or to their end, each of them asked as a row; but to the house where only its parts are left', () => {
    const answers = answersTo(built.lookup, rows);
    expect(answers.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    expect(answers.filter(({ verdict }) => verdict === 'divided')).toHaveLength(13);
  });

  it('typed in full lead to their successor, unless an address of today is written so', () => {
    const kept = rows.filter(({ today }) => today !== undefined);
    const typed = kept.map((expected) => ({ expected, first: firstOf(lineOf(expected)) }));
    const isOther = ({ expected, first }: (typeof typed)[number]): boolean =>
      first?.former?.until !== expected.until || todayOf(first) !== expected.today;
    // 112-bis is another one today.
    expect(typed.filter(isOther).map(({ expected, first }) => [lineOf(expected), first?.label])).toEqual([
      ['Utrechtseweg 112 b, 1381GT Weesp', 'Utrechtseweg 112-bis'],
    ]);
  });

  it('that were withdrawn are no suggestions', () => {
    const withdrawn = rows.filter(({ today }) => today === undefined);
    expect(withdrawn.filter((row) => firstOf(lineOf(row))?.former !== undefined)).toEqual([]);
  });

  it('had streets whose names lead to those of today, alone, before and after their place', () => {
    const present = new Set(Array.from(built.lookup.nl.addresses(), ({ street }) => street));
    const renamed = [...new Set(rows.map(({ row }) => row.street))].filter((street) => !present.has(street));
    expect(renamed).toHaveLength(4);
    for (const street of renamed) {
      const streets = rows.filter(({ row }) => row.street === street).map(({ today }) => today!.split('|')[0]);
      for (const text of [street, `${street}, Weesp`, `Weesp ${street}`]) {
        const first = firstOf(text)!;
        expect(first, text).toMatchObject({ precision: 'Street', former: { name: street } });
        expect(new Set(streets), text).toEqual(new Set([first.parts!.street!.toLowerCase()]));
      }
    }
  });

  it('change nothing for what is typed of today', () => {
    const index = built.lookup.nl.index;
    const without = Object.assign(new CountryIndex(index.buffers), { former: undefined });
    const plain = new CountryLookup<'nl'>('nl', without);
    let count = 0;
    for (const {
      street,
      housenumber,
      houseletter = '',
      housenumberaddition = '',
      postcode,
      city,
    } of plain.addresses()) {
      if (count++ % 7 !== 0) continue;
      const door = `${street} ${housenumber}${houseletter} ${housenumberaddition}`.trim();
      for (const search of [
        street.slice(0, 1 + (count % street.length)),
        `${street}, ${city}`,
        `${door}, ${postcode} ${city}`,
      ])
        expect(built.lookup.nl.autocomplete({ search }), search).toEqual(plain.autocomplete({ search }));
    }
    expect(count).toBe(11_945);
  });

  it('are a sound part of the index', async () => {
    const index = await openCountry(built.directory, 'nl');
    expect(() => verifyContents(index)).not.toThrow();
  });
});

/** As somebody types it who has it from before. */
function lineOf({ row: { street, housenumber, letter, addition, postcode, place } }: FormerRow): string {
  const suffix = `${letter && ` ${letter}`}${addition && `-${addition}`}`;
  return `${street} ${housenumber}${suffix}, ${postcode} ${place}`;
}
