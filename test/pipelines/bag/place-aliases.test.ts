import { describe, expect, it } from 'vitest';
import { formerMunicipalities, municipalityAt, otherNames } from '../../../pipelines/bag/municipalities.ts';
import { readTable } from '../../../pipelines/data/tables.ts';
import { fold } from '../../../src/text/fold.ts';

const TODAY = '2026-01-08';

describe('other names of Dutch places', () => {
  it('are the ones that everybody uses', () => {
    expect(otherNames("'s-Gravenhage").map(({ name }) => name)).toContain('Den Haag');
    expect(otherNames("'s-Hertogenbosch")).toContainEqual({ name: 'Den Bosch', language: 'nl' });
    expect(otherNames("'s-Hertogenbosch").map(({ name }) => name)).toContain('Bois-le-Duc');
  });

  it('are Frisian for Dutch ones and Dutch for Frisian ones', () => {
    expect(otherNames('Grou')).toEqual([{ name: 'Grouw', language: 'nl' }]);
    expect(otherNames('Grouw')).toEqual([{ name: 'Grou', language: 'nl' }]);
    expect(otherNames('De Westereen')).toEqual([{ name: 'Zwaagwesteinde', language: 'nl' }]);
    expect(otherNames('Leeuwarden')).toEqual([{ name: 'Ljouwert', language: 'nl' }]);
  });

  it('are none for a place that has one name', () => {
    expect(otherNames('Amersfoort')).toEqual([]);
  });
});

describe('former municipalities', () => {
  it('belong to the one that they have become part of, through several mergers', () => {
    expect(formerMunicipalities(1966)).toContain('Bedum');
    expect(formerMunicipalities(363)).toContain('Weesp');
    expect(formerMunicipalities(80)).toContain('Boarnsterhim');
  });

  it('are none of a municipality that has always been', () => {
    expect(formerMunicipalities(307)).toEqual([]);
  });

  it('are spelled as they were: no code page, no cut, no abbreviation of the table that they are from', () => {
    const folded = (code: number) => formerMunicipalities(code).map(fold);
    expect(folded(1641)).toContain(fold('Ohé en Laak'));
    expect(folded(484)).toContain(fold('Koudekerk aan den Rijn'));
    // one municipality with a comma in its name
    expect(formerMunicipalities(770)).toEqual(['Vessem, Wintelre en Knegsel']);
    expect(formerMunicipalities(344)).toContain('Vleuten-De Meern');
    expect(municipalityAt('0953', '1990-06-01')).toMatchObject({ name: 'Ohé en Laak' });
    expect(municipalityAt('0862', '1990-06-01')).toMatchObject({ name: 'Vessem, Wintelre en Knegsel' });
    expect(municipalityAt('0540', '1990-06-01')).toMatchObject({ name: 'Koudekerk aan den Rijn' });
    expect(municipalityAt('0347', '1990-06-01')).toMatchObject({ name: 'Vleuten-De Meern' });
  });

  it('have the spelling that they had as municipalities', () => {
    const spellings = new Set(readTable('nl-municipalities').map(({ name }) => name));
    for (const { former_name } of readTable('nl-former')) expect(spellings).toContain(former_name);
  });

  it('belong to municipalities of today, and are named otherwise', () => {
    let count = 0;
    for (let code = 0; code < 10_000; code++) {
      const names = formerMunicipalities(code);
      if (names.length === 0) continue;
      count += names.length;
      const today = municipalityAt(String(code).padStart(4, '0'), TODAY);
      expect(today, `municipality ${code}`).toBeDefined();
      expect(names).not.toContain(today?.name);
    }
    expect(count).toBeGreaterThan(400);
  });
});
