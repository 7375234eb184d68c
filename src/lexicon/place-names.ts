import { type Row, readRows } from './row.ts';

/** Words in and around the names of places. */
export const PLACE_WORDS: readonly Row[] = readRows(`
quarter nl usage: centrum, stad
quarter fr usage: centre, ville
quarter de usage: zentrum
municipality nl usage: gem, gemeente
municipality fr usage: commune
municipality de usage: gemeinde
municipality en usage: city
joint nl language: en
joint fr language: et
qualifier nl language:
  nieuw, nieuwe, oud, oude, grot, grote, groot, groote, klein, kleine, hoog, hooge, hog, hoge, lag, lage, midden,
  boven, beneden, binnen, buiten, neder, over, op, aan, bij, onder, achter, voor, ter, ten, de, den, het, noord, zuid,
  oost, west, sint, st, kerk, dorp, stad
qualifier fr language:
  la, le, les, saint, sainte, haut, haute, bas, basse, petit, petite, grand, grande, vieux, vieille
unfinished nl language: en, aan, op, bij
unfinished fr language: la, le, les, l, de, du, des, sur, sous, lez
beforeRegion nl language: en, aan, op, bij
beforeRegion fr language: sur, sous, lez, a, au, aux, la, le
beforeRegion de language: an, am
`);
