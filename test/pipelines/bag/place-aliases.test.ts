import { describe, expect, it } from 'vitest';
import { formerMunicipalities } from '../../../pipelines/bag/former-municipalities.ts';
import { municipalityAt } from '../../../pipelines/bag/municipalities.ts';
import { otherNames } from '../../../pipelines/bag/place-aliases.ts';

const TODAY = '2026-01-08';

describe('other names of Dutch places', () => {
  it('are the ones that everybody uses', () => {
    expect(otherNames("'s-Gravenhage").map(({ name }) => name)).toContain('Den Haag');
    expect(otherNames("'s-Hertogenbosch")).toEqual([{ name: 'Den Bosch', language: 'nl' }]);
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
