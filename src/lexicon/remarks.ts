import { type Kind, patternOf, type Row, readRows, wordsOf } from './row.ts';

/** Words that say that what follows, or precedes, is not the address itself. */
export const REMARK_WORDS: readonly Row[] = readRows(`
attention nl usage: t.a.v., ter_attentie_van
attention en usage: attn.
attention fr usage: a_l_attention_de, a_l_attention_du, a_l_attention_des, a_l_att._de, a_l_att._du, a_l_att._des
attention de usage: z.hd.
careOf mul usage: c/o, p/a
occupant mul registers: bv, nv, vof, cv, bvba, vzw, sprl, srl, sa, sarl, asbl, gmbh
occupant mul language: dr, drs, prof, ir
occupant nl language: mevrouw mevr mw, meneer mijnheer dhr heer, familie fam
occupant fr language: madame mme, mademoiselle mlle, monsieur m, famille
occupant de language: frau, herr
occupant en language: mr, mrs, ms, family
occupant mul language: cafe, camping, garage, hotel, restaurant, salon
occupant nl language: advocaat, apotheek, bakkerij, bedrijf, firma fa, huisarts, kantoor, notaris, praktijk, school
occupant nl language: slagerij, stichting, tandarts, vereniging, winkel
occupant fr language: avocat, boucherie, boulangerie, cabinet, dentiste, ecole
occupant fr language: etablissements ets, magasin, pharmacie, societe ste
occupant de language: apotheke, backerei, praxis, schule
occupant en language: bakery, company, office, pharmacy
corner nl usage: hoek hk.
corner fr usage: coin, a_l_angle, l_angle, angle
corner de usage: ecke
opposite nl usage: t..o., t/o.
beside nl usage: naast, tegenover, achter, voor, hoek
beside fr usage: en_face, vis_a_vis, derriere, devant, coin
beside de usage: neben, gegenueber, gegenuber, hinter, ecke
beside en usage: next_to, opposite, behind
near nl usage: nabij, bij, vlak_bij, vlakbij
near fr usage: pres, a_cote
near de usage: bei, nahe
near en usage: near
around nl language: provincie, arrondissement, kanton, district, regio, streek, omgeving, randgemeente
around fr language: province, canton, arrondissement, district, region, environs, banlieue
around de language: provinz, kanton, bezirk, distrikt, region, umgebung
around en language: region, county, outskirts
about nl usage: circa, ca, ongeveer, ong
about fr usage: environ, env
about de usage: etwa
floor nl usage: verdieping verd.
floor fr usage: etage et.
floor en usage: floor
floorBehind de usage: stock, og
ordinalEnd mul language: e, de, ste, eme, ieme, er, ere
ordinalEnd en language: st, nd, rd, th
groundFloor nl usage: begane_grond, gelijkvloers
groundFloor fr usage: rez_de_chaussee, rez
groundFloor de usage: erdgeschoss
numbered mul usage: dossier, flat, garage, km, niveau, parking, platform, ref, studio, zone
numbered nl usage: afrit, barak, blok, deur, gebouw, hal, ingang, kantoor, kavel, loods, lokaal, perceel, poort, toren, vleugel, winkel, zaal
numbered fr usage: batiment, bat, bloc, bureau, bur, entree, hall, local, lot, parcelle, porte, salle
numbered de usage: eingang, gebaude, gebaeude
numbered en usage: building, gate, level, wing
noNumber mul usage: s/n, z/n, s.n., z.n., sn, zn, xx, tbd
noNumber nl usage: zonder_nummer, zonder_nr., ongenummerd, onbekend, n.v.t.
noNumber fr usage: sans_numero, sans_n, sans_no, non_numerote, inconnu, a_definir, a_preciser
noNumber de usage: ohne_nummer, ohne_nr.
nothing mul usage: null, nan, none, n/a, undefined, unknown
nothing nl usage: n.v.t., onbekend, geen
nothing fr usage: inconnu, inconnue, neant, vide, aucun, aucune
nothing de usage: unbekannt, keine, leer
postOfficeBox nl usage: postbus, antwoordnummer., antwoordnr., p..b..
postOfficeBox fr usage: b.p., boite_postale, case_postale
postOfficeBox de usage: postfach
postOfficeBox en usage: p.o.box
contact mul usage: tel, telf, telefoon, telfoon, telefax, telephone, phone, fax, gsm, mobiel, mobile
contact mul registers: btw, tva, vat, kvk, kbo, bce, rcs
`);

/** The words of some kinds, as alternatives of a pattern. */
export function anyRemark(...kinds: Kind[]): string {
  return `(?:${patternOf(wordsOf(REMARK_WORDS, kinds))})`;
}
