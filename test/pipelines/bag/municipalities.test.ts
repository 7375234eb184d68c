import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { municipalityAt, provinceNames } from '../../../pipelines/bag/municipalities.ts';

describe('municipalities by code', () => {
  it('are named as people write them', () => {
    expect(municipalityAt('0373', '2026-01-08')).toMatchObject({ name: 'Bergen', province: 27 });
    expect(municipalityAt('0893', '2026-01-08')).toMatchObject({ name: 'Bergen', province: 31 });
    expect(municipalityAt('0820', '2026-01-08')).toMatchObject({ name: 'Nuenen, Gerwen en Nederwetten' });
  });

  it('include those that have gone since', () => {
    expect(municipalityAt('0457', '2021-09-15')).toMatchObject({ name: 'Weesp', province: 27 });
    expect(municipalityAt('1987', '2016-01-01')).toMatchObject({ name: 'Menterwolde', province: 20 });
  });

  it('lie in the province of the day', () => {
    expect(municipalityAt('0620', '2001-12-31')).toMatchObject({ name: 'Vianen', province: 28 });
    expect(municipalityAt('0620', '2002-01-01')).toMatchObject({ name: 'Vianen', province: 26 });
  });

  it('are as they were last where they had gone by then, and as they were first where they had not come', () => {
    expect(municipalityAt('0457', '2026-01-08')).toMatchObject({ name: 'Weesp' });
    expect(municipalityAt('1992', '2020-01-01')).toMatchObject({ name: 'Voorne aan Zee' });
  });

  it('are unknown where there never was one', () => {
    expect(municipalityAt('9999', '2026-01-08')).toBeUndefined();
    expect(municipalityAt('', '2026-01-08')).toBeUndefined();
    expect(municipalityAt('457', '2026-01-08')).toBeUndefined();
  });

  it('of a province may be in two languages', () => {
    expect(provinceNames(21)).toEqual({ names: { nl: 'Fryslân' }, aliases: [{ name: 'Friesland', language: 'nl' }] });
  });
});

const REFERENCE = new URL('../../../../shared/data/reference/nl-municipalities.csv', import.meta.url);
const hasReference = existsSync(REFERENCE);

describe.skipIf(!hasReference)('the 342 municipalities of today', () => {
  it('are all there, with their provinces', () => {
    const rows = readFileSync(REFERENCE, 'utf8').trim().split('\n').slice(1);
    expect(rows).toHaveLength(342);
    for (const row of rows) {
      const [, code, quoted, plain, province] = /^(\d{4}),(?:"([^"]*)"|([^,]*)),(.*)$/.exec(row)!;
      const name = (quoted ?? plain)!.replace(/ \([A-Z]+\.\)$/, '');
      const found = municipalityAt(code!, '2026-01-08');
      expect([found?.name, provinceNames(found?.province ?? -1).names.nl]).toEqual([name, province]);
    }
  });
});
