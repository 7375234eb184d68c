import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LAST_UPDATE_FILE, readLastUpdate } from '../../src/store/last-update.ts';

describe('the file that says how the last update ended', () => {
  const whole = { status: 'refused', at: '2026-11-23T03:17:12.000Z', code: 'gates-failed', gates: ['renamed'] };
  let place = '';
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'last-update-'));
  });
  afterEach(() => rmSync(place, { recursive: true }));

  const readBack = (text: string): ReturnType<typeof readLastUpdate> => {
    writeFileSync(join(place, LAST_UPDATE_FILE), text);
    return readLastUpdate(place);
  };

  it('is read as it was written', async () => {
    expect(await readBack(JSON.stringify(whole))).toEqual(whole);
  });

  it.each([
    ['empty', ''],
    ['cut short', JSON.stringify(whole).slice(0, -9)],
    ['no object', 'null'],
    ...Object.entries({
      status: 'lost',
      at: 'yesterday',
      succeededAt: 7,
      releaseDate: 20261108,
      code: {},
      gates: 'renamed',
    }).map(([name, value]) => [`without a valid ${name}`, JSON.stringify({ ...whole, [name]: value })]),
  ])('tells nothing if it is %s', async (_, text) => {
    expect(await readBack(text!)).toBeUndefined();
  });

  it('tells nothing if it is not there', async () => {
    expect(await readLastUpdate(place)).toBeUndefined();
    expect(await readLastUpdate(join(place, 'nl'))).toBeUndefined();
  });
});
