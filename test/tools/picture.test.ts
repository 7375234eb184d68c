import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openAddressLookup } from '../../src/index.ts';
import { drawTerminal } from '../../tools/picture.ts';
import { copyFixtureIndexes } from '../support/fixture-indexes.ts';

it('the picture of the README is what the commands print; "npm run picture" draws it again', async () => {
  const data = await copyFixtureIndexes();
  try {
    const drawn = drawTerminal(await openAddressLookup(data.directory));
    expect(drawn).toContain('corrected, score');
    expect(drawn).toBe(readFileSync(new URL('../../docs/picture.svg', import.meta.url), 'utf8'));
  } finally {
    data.remove();
  }
});
