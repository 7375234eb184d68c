import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { formatIdentifier } from '../../../src/model/identifiers.ts';
import { openCountry, verifyContents } from '../../../src/store/directory.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';
import { answersTo } from '../../support/former-answers.ts';
import { type FormerRow, formerRows } from '../../support/former-oracle.ts';

const EXTRACT = fileURLToPath(new URL('../../../../shared/data/bag/BAGGEM0457L-15092021.zip', import.meta.url));

describe.skipIf(!existsSync(EXTRACT))('the former addresses of a real municipality', () => {
  const built = builtRegister(bagImport, EXTRACT);
  let rows: readonly FormerRow[];

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

  it('are a sound part of the index', async () => {
    const index = await openCountry(built.directory, 'nl');
    expect(() => verifyContents(index)).not.toThrow();
  });
});
