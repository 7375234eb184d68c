import { describe, expect, it } from 'vitest';
import { allMunicipalities } from '../../pipelines/best/names.ts';
import { spelled } from '../../pipelines/caclr/names.ts';
import { isInCapitals, properCase } from '../../pipelines/proper-case.ts';

describe('proper case', () => {
  it.each([
    ['HEIST-OP-DEN-BERG', 'Heist-op-den-Berg'],
    ["'S GRAVENWEZEL", "'s Gravenwezel"],
    ["'S Gravenwezel", "'s Gravenwezel"],
    ["SINT-JOB-IN-'T-GOOR", "Sint-Job-in-'t-Goor"],
    ["Sint-Job-In-'T-Goor", "Sint-Job-in-'t-Goor"],
    ['DE PANNE', 'De Panne'],
    ['ÉÉN-ÎLE', 'Één-Île'],
    ['IJZER', 'IJzer'],
    ['Ruddervoorde', 'Ruddervoorde'],
    ["PLACE JEANNE D'ARC", "Place Jeanne d'Arc"],
    ['REDANGE-SUR-ATTERT', 'Redange-sur-Attert'],
    ['PONT-À-CELLES', 'Pont-à-Celles'],
    ['LA ROCHETTE', 'La Rochette'],
    ['Z.A.E. WOLSER F', 'Z.A.E. Wolser F'],
    ["COLLETTE'S PASCH", "Collette's Pasch"],
    ["CITE OP EI'EN", "Cite op Ei'en"],
    ['', ''],
  ])('of %j is %j', (written, expected) => {
    expect(properCase(written)).toBe(expected);
  });

  it('gives back every Flemish municipality from its capitals', () => {
    const flemishNames = allMunicipalities().flatMap(({ province, names }) =>
      province.region === 'BE-VLG' && names.nl !== 'Nazareth-De Pinte' ? [names.nl!] : [],
    );
    expect(flemishNames).toHaveLength(284);
    for (const name of flemishNames) expect(properCase(name.toUpperCase())).toBe(name);
  });

  it('leaves Luxembourg names that are not in capitals as they are', () => {
    expect(spelled("D'Baach aus")).toBe("D'Baach aus");
    expect(spelled('Op Der Heed')).toBe('Op Der Heed');
    expect(spelled('OP DER HEED')).toBe('Op der Heed');
  });
});

it('capitals are letters of which none is small', () => {
  expect(['ÉÉN', 'A 1', "'T"].every(isInCapitals)).toBe(true);
  expect(['Een', 'a', '12', '', '-'].some(isInCapitals)).toBe(false);
});
