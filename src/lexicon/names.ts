import { type Row, readRows } from './row.ts';

const NUMERALS = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv'.split(' ');

/** From first to twelfth; a single letter is no numeral. */
const DUTCH_ORDINALS = 'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde'
  .split(' ')
  .map((ordinal, i) =>
    [ordinal, `${i + 1}e`, `${i + 1}de`, `${i + 1}ste`, NUMERALS[i]!].filter(({ length }) => length > 1).join(' '),
  );

/** From second to twelfth; what comes first has several forms of its own. */
const FRENCH_ORDINALS =
  'deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme'
    .split(' ')
    .map((ordinal, i) =>
      [ordinal, ...[NUMERALS[i + 1], i + 2].flatMap((each) => [`${each}e`, `${each}eme`, `${each}ieme`])].join(' '),
    );

/**
 * Words of the names of streets and places. Forms are added to a word and never replace it: `st` is sint, saint, sankt or straat, and a register
 * may use either form.
 */
export const NAME_WORDS: readonly Row[] = readRows(`
saint mul usage: sint st saint sankt, sinte sainte ste
title mul usage:
  dokter doctor docteur dr, professor professeur prof,
  monseigneur mgr, generaal general gen gal, commandant cdt, sergeant sgt, president pres pdt,
  kapitein capitaine kap cap, kolonel colonel kol col, luitenant lieutenant lt lieut, majoor major maj,
  kardinaal cardinal kard card, gouverneur gouv
numeral mul language: ${NUMERALS.map((numeral, i) => `${numeral} ${i + 1}`).join(', ')}
street nl usage:
  straat str strt st, plantsoen plnts plants, laan ln, weg wg, plein pln pl, singel sngl sgl, boulevard blvd bld, gracht gr, dreef dr,
  kade kd, steenweg stwg stw
title nl usage:
  burgemeester burg burgem burgm bgm, meester mr, ingenieur ir, doctorandus drs, dominee ds, pastoor past pst,
  koning kon, koningin kon kgn, prins pr, prinses pr, minister min, admiraal adm, commissaris comm,
  wethouder weth, jonkheer jhr, gebroeders gebr gebrs, secretaris secr, abt, baron, deken, graaf, gravin, hertog,
  kanunnik, maarschalk, pater
adjective nl language: oud oude nieuw nieuwe, groot grote klein kleine, lang lange kort korte, hoog hoge laag lage
adjective fr language: ancien ancienne vieux vieille nouveau nouvelle, grand grande petit petite, haut haute bas basse
form nl usage:
  van v, van_der v_d vd vander, van_den v_d vd vanden, van_de v_d vd vande, aan_den a_d ad, aan_de a_d ad,
  op_den o_d od, op_de o_d od,
  het t, des s, nieuwe nwe nw, nieuw nw, verlengde verl, verlengd verl, grote gr gte, groot gr gt, kleine kl,
  klein kl, noord n, zuid z, oost o, west w, noordzijde nz n_z, zuidzijde zz z_z, oostzijde oz o_z, westzijde wz w_z
typedForm nl usage: bij b, oude o, nieuwe n, lange l lg lge, korte k kt krt kte, kleine kln, hoge hg
ordinal nl language: ${DUTCH_ORDINALS.join(', ')}
form nl language: twee 2, drie 3, vier 4, vijf 5, zes 6, zeven 7, acht 8, negen 9, tien 10, elf 11, twaalf 12
form fr language:
  deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11, douze 12, quinze 15, vingt 20
joined nl usage: onze_lieve_vrouw o_l_v olv
province nl-NL registers:
  groningen gn, fryslan friesland frl, gelderland gld, noord_holland nh n_h, zuid_holland zh z_h,
  zeeland zld, noord_brabant nb n_b nbr
# Anywhere else dr is a doctor.
provinceAfterPlace nl-NL usage:
  groningen gr, fryslan fr, drenthe dr, overijssel ov, flevoland fl, gelderland gl ge, utrecht ut u,
  zeeland zl ze, limburg lb l li
street fr usage:
  rue r, avenue av ave, boulevard bd bld blvd bvd boul, chaussee ch chee chss chaus chauss, route rte, chemin ch chem,
  place pl, impasse imp, allee all, square sq, faubourg fbg fg, clos cl, sentier sent,
  passage pass, residence res, montee mtee, esplanade espl, grand_rue grande_rue, rond_point rpt,
  promenade prom, quartier quart, dreve dr, ruelle rlle rle
ordinal fr language: premier 1er ier i 1 1ier 1e, premiere 1ere 1re, ${FRENCH_ORDINALS.join(', ')}
numeral fr language: ier 1
typedForm fr usage: quai q, sur s, sous s
form fr usage: petit pt, petite pte, grand gd grd gr, grande gde grde gr, vieux vx, vieille vlle, haut ht,
  haute hte, basse bse, nouvelle nlle nvelle, ancien anc, ancienne anc, notre_dame nd n_d, freres frs, reine rne,
  zoning zone
title fr usage:
  bourgmestre bourgm bourg bgm, chevalier chev, marechal mal, abbe, baron, baronne, chanoine, comte, comtesse, cure,
  duc, duchesse, eveque, prince, princesse, reine, roi, vicomte
street de usage: strasse str, platz pl, weg wee
street lb usage: strooss str
form lb usage: zone_artisanale z_a za, zone_industrielle z_i zi, zone_d_activites_economiques z_a_e zae
shortEnding nl usage:
  straat str strt st, strjitte str, laan ln, weg wg, plein pln, singel sngl sgl, boulevard blvd bld,
  steenweg stwg stw, kade kd, dwarsstraat dwstr, plantsoen plnts plants
shortEnding de usage: strasse str, weg wee, strooss str
# The longer of two endings first: a steenweg is no weg.
streetEnding nl usage cost=2: laan, plein, plaats, steenweg, weg, dreef, hof, pad, kade, singel, park
streetEnding nl-NL language cost=2: strjitte
streetEnding lb language cost=2: strooss
streetEnding mul usage cost=2: straat, strasse
compoundEnding nl usage cost=2: steeg, baan, dijk, gracht, lei
streetType fr usage cost=2:
  rue, route, avenue, boulevard, chaussee, chemin, place, allee, clos, impasse, ruelle, sentier, square, quai,
  dreve, voie, venelle
sameType nl usage cost=1: plein plaats, straat strjitte
sameType lb usage cost=1: strooss strasse straat
# One sound, written in two ways: Dijkstraat, Deikstraat.
sound nl language cost=1: ij ei, cht gt, sch s, gh g, oe u
sound de language cost=1: ue u
sound fr language cost=1: eau o, au o, ai e
sound mul language cost=1: ph f, x ks, qu k, joseph jozef
gluedFiller fr language: des, du, de, les, la, le, aux, au
`);
