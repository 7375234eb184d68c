import type { Exonyms } from './exonyms.ts';

// Districts and cantons as French writes them, with their Luxembourgish and German names: CACLR has them in capitals
// without accents. Facts, by the codes of CACLR (which has no 01), as of 2025.

export interface AreaName extends Exonyms {
  readonly fr: string;
}

export const DISTRICT_NAMES: Readonly<Record<string, AreaName>> = {
  DIEK: { fr: 'Diekirch', lb: ['Dikrech'] },
  GREV: { fr: 'Grevenmacher', lb: ['Gréiwemaacher'] },
  LUXE: { fr: 'Luxembourg', lb: ['Lëtzebuerg'], de: ['Luxemburg'] },
};

export const CANTON_NAMES: Readonly<Record<string, AreaName>> = {
  '02': { fr: 'Capellen', lb: ['Kapellen'] },
  '03': { fr: 'Esch-sur-Alzette', lb: ['Esch-Uelzecht'], de: ['Esch an der Alzette'] },
  '04': { fr: 'Luxembourg', lb: ['Lëtzebuerg'], de: ['Luxemburg'] },
  '05': { fr: 'Mersch', lb: ['Miersch'] },
  '06': { fr: 'Clervaux', lb: ['Klierf'], de: ['Clerf'] },
  '07': { fr: 'Diekirch', lb: ['Dikrech'] },
  '08': { fr: 'Redange', lb: ['Réiden'], de: ['Redingen'] },
  '09': { fr: 'Wiltz', lb: ['Wolz', 'Wooltz'] },
  '10': { fr: 'Vianden', lb: ['Veianen'] },
  '11': { fr: 'Echternach', lb: ['Iechternach'] },
  '12': { fr: 'Grevenmacher', lb: ['Gréiwemaacher'] },
  '13': { fr: 'Remich', lb: ['Réimech'] },
};

/** The city of Luxembourg stands among the cantons of CACLR; by law it lies in the canton of Luxembourg. */
const CITY_OF_LUXEMBOURG = '00';
const CANTON_OF_LUXEMBOURG = '04';

/** The code of the legal canton that a canton of CACLR is, or lies in. */
export function legalCanton(code: string): string {
  return code === CITY_OF_LUXEMBOURG ? CANTON_OF_LUXEMBOURG : code;
}
