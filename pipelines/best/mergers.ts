/**
 * Municipalities that were merged or given another code since 2019: former NIS code, present NIS code, year, former name.
 * Data that still carry the former code resolve to the present one, and the former name keeps finding the municipality.
 *
 * Zwijndrecht changed province with its merger (Antwerpen to Oost-Vlaanderen); Antwerpen kept its code when Borsbeek joined.
 *
 * Source: REFNIS 2019 and 2025 (Statbel). The decree on Bastogne and Bertogne took effect on 2 December 2024.
 */
const MERGER_TABLE = `
12030,12041,2019,Puurs
12034,12041,2019,Sint-Amands
44001,44084,2019,Aalter
44011,44083,2019,Deinze
44029,44084,2019,Knesselare
44036,44085,2019,Lovendegem
44049,44083,2019,Nevele
44072,44085,2019,Waarschoot
44080,44085,2019,Zomergem
45017,45068,2019,Kruishoutem
45057,45068,2019,Zingem
52043,55086,2019,Manage
52063,55085,2019,Seneffe
54007,57096,2019,Mouscron
54010,57097,2019,Comines-Warneton
55010,51067,2019,Enghien
55022,58001,2019,La Louvière
55023,51069,2019,Lessines
55039,51068,2019,Silly
56011,58002,2019,Binche
56085,58003,2019,Estinnes
56087,58004,2019,Morlanwelz
71047,72042,2019,Opglabbeek
72025,72043,2019,Neerpelt
72029,72043,2019,Overpelt
72040,72042,2019,Meeuwen-Gruitrode
11007,11002,2025,Borsbeek
11056,46030,2025,Zwijndrecht
23023,23106,2025,Galmaarden
23024,23106,2025,Gooik
23032,23106,2025,Herne
37007,37022,2025,Meulebeke
37012,37021,2025,Ruiselede
37015,37022,2025,Tielt
37018,37021,2025,Wingene
44012,44086,2025,De Pinte
44034,44087,2025,Lochristi
44040,44088,2025,Melle
44043,44088,2025,Merelbeke
44045,46029,2025,Moerbeke
44048,44086,2025,Nazareth
44073,44087,2025,Wachtebeke
46003,46030,2025,Beveren
46013,46030,2025,Kruibeke
46014,46029,2025,Lokeren
71022,71072,2025,Hasselt
71057,71071,2025,Tessenderlo
71069,71071,2025,Ham
73006,73110,2025,Bilzen
73009,73111,2025,Borgloon
73032,73110,2025,Hoeselt
73040,71072,2025,Kortessem
73083,73111,2025,Tongeren
82003,82039,2024,Bastogne
82005,82039,2024,Bertogne
`;

/** A municipality that is no more, or that had another code. */
export interface FormerMunicipality {
  readonly nis: number;
  readonly name: string;
  /** The code of the municipality that it is (part of) now. */
  readonly presentNis: number;
  readonly year: number;
}

export const FORMER_MUNICIPALITIES: readonly FormerMunicipality[] = MERGER_TABLE.trim()
  .split('\n')
  .map((line) => {
    const [nis, presentNis, year, name] = line.split(',') as [string, string, string, string];
    return { nis: Number(nis), presentNis: Number(presentNis), year: Number(year), name };
  });

const PRESENT_NIS: ReadonlyMap<number, number> = new Map(
  FORMER_MUNICIPALITIES.map(({ nis, presentNis }) => [nis, presentNis]),
);

/** The code that a municipality has today; the code itself where it has not changed, or is not known here. */
export function presentNis(nis: number): number {
  let present = nis;
  // A municipality may be merged a second time; a table that ran in circles would be a mistake of ours.
  for (let step = 0; step < FORMER_MUNICIPALITIES.length; step++) {
    const next = PRESENT_NIS.get(present);
    if (next === undefined) return present;
    present = next;
  }
  throw new Error(`The table of mergers runs in circles from ${nis}.`);
}
