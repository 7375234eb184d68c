import { type Row, readRows } from './row.ts';

/** What people call countries. */
export const COUNTRY_WORDS: readonly Row[] = readRows(`
country mul usage:
  nl nld ned nederland the_netherlands netherlands netherlands_the netherlands_kingdom_of_the kingdom_of_the_netherlands koninkrijk_der_nederlanden
    royaume_des_pays_bas holland hollande pays_bas niederlande,
  be bel belgie belgique belgium belgien koninkrijk_belgie royaume_de_belgique kingdom_of_belgium,
  lu lux grand_duche_de_luxembourg grand_duche grand_duchy_of_luxembourg gd_luxembourg gd_de_luxembourg g_d_luxembourg
    g_d_de_luxembourg gdl grossherzogtum_luxemburg
countryInCell mul vehicles: be b, lu l
countryInCell mul usage: lu luxembourg luxemburg letzebuerg
# Around ours, and those that most addresses of the rest are in.
abroad mul iso-3166-1: at, ch, cz, de, dk, es, fi, fr, gb, gr, hu, ie, it, no, pl, pt, ro, se, tr, us
abroadName mul usage: engeland, england, angleterre, uk, usa
abroadInCell mul vehicles: a, d, e, f, gb, i
abroadInCell mul iso-3166-1: aut, che, cze, deu, dnk, esp, fra, gbr, ita, nor, pol, prt, swe
# Groups of countries, as ICU names them.
noCountry mul usage: eu, ez, un, zz
`);
