import { type Row, readRows } from './row.ts';

/** What people call countries. */
export const COUNTRY_WORDS: readonly Row[] = readRows(`
country mul usage:
  nl nld ned nederland the_netherlands netherlands netherlands_the netherlands_kingdom_of_the holland hollande pays_bas niederlande,
  be bel belgie belgique belgium belgien,
  lu lux grand_duche_de_luxembourg grand_duche grand_duchy_of_luxembourg grossherzogtum_luxemburg
countryInCell mul vehicles: be b, lu l
countryInCell mul usage: lu luxembourg luxemburg letzebuerg
# Around ours, and those that most addresses of the rest are in.
abroad mul iso-3166-1: at, ch, cz, de, dk, es, fi, fr, gb, gr, hu, ie, it, no, pl, pt, ro, se, tr, us
abroadName mul usage: engeland, england, angleterre, uk, usa
`);
