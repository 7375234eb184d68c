import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawTerminal } from '../../tools/picture.ts';
import { openFixtureIndexes } from '../support/opened-indexes.ts';

it('the picture of the README is what the commands print; "npm run picture" draws it again', async () => {
  const { lookup } = await openFixtureIndexes();
  const drawn = drawTerminal(lookup);
  expect(drawn).toContain('corrected, score');
  expect(drawn).toBe(readFileSync(new URL('../../docs/picture.svg', import.meta.url), 'utf8'));
});
