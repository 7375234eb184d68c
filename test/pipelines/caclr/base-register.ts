import type { CaclrRegister } from '../../../fixtures/generate/caclr/caclr-records.ts';

const LUXE = { district: 'LUXEMBOURG' };

/** A register of three towns with a street and an address each. */
export const BASE: CaclrRegister = {
  districts: [
    { code: 'DIEK', nom: 'DIEKIRCH' },
    { code: 'LUXE', nom: 'LUXEMBOURG' },
  ],
  cantons: [
    { code: '00', nom: 'LUXEMBOURG-VILLE', district: 'LUXE' },
    { code: '04', nom: 'LUXEMBOURG', district: 'LUXE' },
    { code: '07', nom: 'DIEKIRCH', district: 'DIEK' },
  ],
  communes: [
    { canton: '00', code: '01', nom: 'Luxembourg', active: true },
    { canton: '04', code: '08', nom: 'Strassen', active: true },
    { canton: '07', code: '01', nom: 'Bastendorf', active: false },
    { canton: '07', code: '04', nom: 'Diekirch', active: true },
  ],
  localites: [
    { numero: 1, nom: 'Luxembourg', canton: '00', commune: '01', ville: true },
    { numero: 40, nom: 'Strassen', canton: '04', commune: '08' },
    { numero: 300, nom: 'Diekirch', canton: '07', commune: '04', ville: true },
  ],
  quartiers: [],
  rues: [
    { numero: 10, nom: "Route d'Esch", localite: 1 },
    { numero: 20, nom: "Route d'Arlon", localite: 40 },
    { numero: 5000, nom: "D'Baach aus", localite: 300 },
  ],
  aliasRues: [],
  aliasLocalites: [],
  codesPostaux: [
    { numero: 1470, libelle: 'LUXEMBOURG', type: 'N' },
    { numero: 8011, libelle: 'STRASSEN', type: 'N' },
    { numero: 9209, libelle: 'DIEKIRCH', type: 'N' },
  ],
  routes: [{ type: 'N', numero: '4' }],
  designations: [],
  denormalise: [
    { ...LUXE, canton: 'LUXEMBOURG-VILLE', commune: 'Luxembourg', localite: 'Luxembourg', rue: "Route d'Esch" },
    { ...LUXE, canton: 'LUXEMBOURG', commune: 'Strassen', localite: 'Strassen', rue: "Route d'Arlon" },
    { district: 'DIEKIRCH', canton: 'DIEKIRCH', commune: 'Diekirch', localite: 'Diekirch', rue: "D'Baach aus" },
  ],
  immeubles: [
    { numeroInterne: 1, numero: 70, codePostal: 1470, rue: 10 },
    { numeroInterne: 2, numero: 1, codePostal: 8011, rue: 20 },
    { numeroInterne: 3, numero: 10, codePostal: 9209, rue: 5000 },
  ],
};
