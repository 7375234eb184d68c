import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { describeContract } from './support/register-contract.ts';

const SHARED = fileURLToPath(new URL('../../shared/data/', import.meta.url));

describe.skipIf(!existsSync(SHARED))('with the real registers', () => {
  describeContract('the real registers', {
    nl: [`${SHARED}bag/BAGGEM0457L-15092021.zip`],
    be: ['bebru', 'bevlg', 'bewal'].map((region) => `${SHARED}best/openaddress-${region}.csv`),
    // The complete register of Luxembourg has its own tests; walking it here would take a minute.
    lu: [],
  });
});
