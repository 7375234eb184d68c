import { fileURLToPath } from 'node:url';
import type { Inputs } from '../../pipelines/build-index.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** The project's own small registers of all three countries. */
export const FIXTURE_INPUTS: Inputs = {
  nl: [`${FIXTURES}nl/lvbag-extract-nl.zip`],
  be: ['bebru', 'bevlg', 'bewal'].map((region) => `${FIXTURES}be/openaddress-${region}.zip`),
  lu: [`${FIXTURES}lu/caclr.zip`, `${FIXTURES}lu/addresses.csv`],
};
