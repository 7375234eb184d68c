import type { Alias } from '../../src/model/country.ts';

/**
 * Localities by postcode, for the two parts of Belgium where BeST gives no postal name: Brussels (since about 2023) and the
 * German-speaking municipalities (the CSV files have no column for a German one). The place is then the municipality, and
 * these are other names for it, so that people who look for Laken or Recht find where to go on.
 *
 * Source: names of bpost and of the parts of municipalities in BeST of 2020 and 2022; compared in November 2026.
 */
const GERMAN_LOCALITIES = `
4701,Kettenis
4711,Walhorn
4721,Neu-Moresnet
4728,Hergenrath
4730,Hauset
4731,Eynatten
4750,Berg,Elsenborn,Küchelscheid,Leykaul,Nidrum,Weywertz
4760,Manderfeld,Mürringen
4761,Krinkelt,Rocherath,Wirtzfeld
4770,Born,Deidenberg,Eibertingen,Halenfeld,Hepscheid,Herresbach,Iveldingen,Medell,Meyerode,Mirfeld,Montenau,Möderscheid,Schoppen,Valender,Wallerode,Wereth
4771,Heppenbach
4780,Alfersteg,Emmels,Galhausen,Hinderhausen,Hünningen,Lommersweiler,Neubrück,Neundorf,Recht,Rodt,Wallerode
4782,Amelscheid,Andler,Rödgen,Schönberg
4783,Atzerath,Breitfeld,Heuem,Neidingen,Schlierbach,Setz,Steinebrück,Weppeler,Wiesenbach,Lommersweiler
4784,Crombach
4790,Aldringen,Alster,Auel,Bracht,Braunlauf,Diepert,Dürler,Espeler,Grüfflingen,Koller,Lascheid,Lengeler,Maldingen,Malscheid,Maspelt,Oberhausen,Oudler,Ouren,Reuland,Richtenberg,Steffeshausen,Stoubach,Thommen,Weidig,Weisten,Weweler
4791,Thommen
`;

const BRUSSELS_LOCALITIES: readonly (readonly [postcode: number, aliases: readonly Alias[]])[] = [
  [1020, [alias('Laken', 'nl'), alias('Laeken', 'fr')]],
  [1120, [alias('Neder-Over-Heembeek', 'nl'), alias('Neder-Over-Heembeek', 'fr')]],
  [1130, [alias('Haren', 'nl'), alias('Haren', 'fr')]],
];

const LOCALITIES: ReadonlyMap<number, readonly Alias[]> = new Map([...BRUSSELS_LOCALITIES, ...germanLocalities()]);

/** What people call the localities of a postcode, where the register does not. */
export function localitiesOf(postcode: number): readonly Alias[] {
  return LOCALITIES.get(postcode) ?? [];
}

function germanLocalities(): [number, Alias[]][] {
  return GERMAN_LOCALITIES.trim()
    .split('\n')
    .map((line) => {
      const [postcode, ...names] = line.split(',');
      return [Number(postcode), names.map((name) => alias(name, 'de'))];
    });
}

function alias(name: string, language: 'nl' | 'fr' | 'de'): Alias {
  return { name, language };
}
