import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { caclrImport } from '../../../pipelines/caclr/caclr-import.ts';
import type { AddressLookup, Geocoded } from '../../../src/index.ts';
import { openCountry, verifyContents } from '../../../src/store/directory.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';
import { type FormerRow, formerRowsOfCaclr } from '../../support/former-caclr-oracle.ts';

const CACLR = fileURLToPath(new URL('../../../../shared/data/caclr/caclr.zip', import.meta.url));

describe.skipIf(!existsSync(CACLR))('the former addresses of the complete CACLR of June 2025', () => {
  const built = builtRegister(caclrImport, CACLR);
  let rows: readonly FormerRow[];

  beforeAll(() => {
    rows = formerRowsOfCaclr(unzipAll(readFileSync(CACLR)));
  });

  it('are those of an independent reading of the tables', () => {
    expect(rows).toHaveLength(39_863);
    expect(rows.filter(({ today }) => today === undefined)).toHaveLength(38_402);
    expect(built.report.former).toEqual({
      total: 39_863,
      withdrawn: 38_402,
      withoutPosition: 38_402,
      cycles: 0,
      withoutStreet: 2,
      leftOut: 0,
    });
  });

  it('lead to their successor, or to their end, unless an address of today or a later one has all of the row', () => {
    // What is called `B.P.` in Rosport is read as the post-office box that it is.
    const streets = rows.filter(({ row }) => row.street !== 'B.P.');
    expect(rows.length - streets.length).toBe(3);
    const verdicts = streets.map((expected) => ({ expected, ...verdictOf(built.lookup, expected) }));
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    const right = verdicts.filter(({ verdict }) => verdict === 'right').length;
    expect(right / rows.length).toBeGreaterThan(0.93);
  });

  it('are found by their postcode without their place, too, also where only another place has a street of the name today', () => {
    const asked = rows.filter(({ row: { street, postcode } }) => postcode !== '' && street !== 'B.P.');
    const verdicts = asked.map(({ row: { place: _, ...row }, ...rest }) => {
      const expected = { row, ...rest };
      return { expected, ...verdictOf(built.lookup, expected) };
    });
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  });

  it('without a postcode are what a row with one means, in their place', () => {
    const [bare] = rows.filter(
      ({ row }) => row.street === 'Grand-Rue' && row.place === 'Clervaux' && row.postcode === '',
    );
    const answer = built.lookup.geocode({ ...bare!.row, postcode: '9710', country: 'LU' });
    expect(answer).toMatchObject({ status: 'former', former: { until: bare!.until }, faults: ['address-former'] });
    expect(
      built.lookup.geocode({ ...bare!.row, postcode: '9710', place: 'Diekirch', country: 'LU' }).former,
    ).toBeUndefined();
  });

  it('are a sound part of the index', async () => {
    const index = await openCountry(built.directory, 'lu');
    expect(() => verifyContents(index)).not.toThrow();
  });
});

function verdictOf(
  lookup: AddressLookup,
  { row, today, until }: Omit<FormerRow, 'row'> & { readonly row: Partial<FormerRow['row']> },
): { answer: Geocoded; verdict: 'right' | 'present' | 'later' | 'wrong' } {
  const answer = lookup.geocode({ ...row, country: 'LU' });
  const { status, faults, former, addresses, parts } = answer;
  const { street = '', housenumber = '', houseletter = '', postcode = '', place = '' } = parts;
  const isFound = addresses.length > 0 && !faults.some((each) => LACKING.includes(each));
  if (today !== undefined) {
    const isToday = `${street} ${housenumber}${houseletter}, ${postcode} ${place}` === today;
    return { answer, verdict: isToday ? 'right' : isFound ? 'present' : 'wrong' };
  }
  if (former === undefined) return { answer, verdict: isFound ? 'present' : 'wrong' };
  const isEnd = status === 'former' && former.became === 'withdrawn' && addresses.length === 0;
  return { answer, verdict: isEnd && former.until === until ? 'right' : former.until > until ? 'later' : 'wrong' };
}

const LACKING: readonly string[] = ['number-not-found', 'addition-ignored', 'street-not-found'];
