import { type Row, readRows } from './row.ts';

/** Words in and around house numbers. */
export const NUMBER_WORDS: readonly Row[] = readRows(`
box mul registers: bus, bte, bt, boite, box, bfk, bk
box nl usage: busnummer, busnr, brievenbus
box fr usage: btes, boites
apartment mul usage: app, appt, apt, ap, appart, appartement, unit, flat
numberSign mul usage: nr, no, nro, num, numero, nummer, huisnr, huisnummer, hnr, hausnr, hausnummer, number, house_number, house_no
numberSign fr usage: au_numero, au_no, au_nr
signOrName mul usage: n, maison, haus
signOrName fr usage: au
addition nl-NL registers:
  huis hs h, zwart zw, rood rd, wit wt, boven bov bv, beneden ben bn, i 1 1e 1hoog ihoog eenhoog 1hg, ii 2 2e 2hoog iihoog tweehoog 2hg,
  iii 3 3e 3hoog iiihoog driehoog 3hg, iv 4 4e 4hoog ivhoog vierhoog 4hg
additionSign nl usage: toev, toevoeging, toevoegsel, letter, lett, ltr, lt, huisletter
additionSign fr usage: lettre
rangeWord mul usage: and, und, en, et, tot, tem
room mul usage: kamer, chambre, room, zimmer, suite
month mul usage: jan, feb, mrt, mar, apr, mei, may, jun, jul, aug, sep, sept, okt, oct, nov, dec, dez, janv, fevr, avr, juin, juil
suffixWord mul registers: bis, ter, quater, hoog, onder, links, rechts, rdc, bedr, wink, gar
`);
