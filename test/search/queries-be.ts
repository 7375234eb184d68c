import { type QueryRow, readQueries } from './query-row.ts';

/** Queries on the Belgian fixtures. */
export const QUERIES_BE: readonly QueryRow[] = readQueries(`
# either language, answered in the one typed
12 rue de la loi bruxelles | Rue de la Loi (street in Bruxelles); Rue de la Loi 16 (1000 Bruxelles) | number first, in French; the number does not exist
16 rue de la loi bruxelles | Rue de la Loi 16 (1000 Bruxelles) | number first, in French
16 wetstraat brussel | Wetstraat 16 (1000 Brussel) | number first, in Dutch
Wetstraat 16, 1000 Brussel | Wetstraat 16 (1000 Brussel) | the usual order, in Dutch
Rue de la Loi 16, 1000 Bruxelles | Rue de la Loi 16 (1000 Bruxelles) | the usual order, in French
Wetstraat 16, B-1000 Brussel | Wetstraat 16 (1000 Brussel) | the letter of the country
Wetstraat 16 Bruxelles | Wetstraat 16 (1000 Brussel) | languages mixed: that of the street
rue de la loi 16 brussel | Rue de la Loi 16 (1000 Bruxelles) | languages mixed: that of the street
Rue de Laeken 65 Bruxelles | Rue de Laeken 65 (1000 Bruxelles) | either language (Nominatim 158)
Lakensestraat 65 Brussel | Lakensestraat 65 (1000 Brussel) | either language (Nominatim 158)
Arenbergstraat 3 1000 Brussel | Arenbergstraat 3 (1000 Brussel) | bilingual equality (osm-wikidata 603)
Rue d'Arenberg 3 1000 Bruxelles | Rue d'Arenberg 3 (1000 Bruxelles) | bilingual equality (osm-wikidata 603)
rue darenberg 3 bruxelles | Rue d'Arenberg 3 (1000 Bruxelles) | without the apostrophe
rue d arenberg 3 | Rue d'Arenberg 3 (1000 Bruxelles) | a space for the apostrophe
middelweg 111 brussel | Middelweg 111 (1130 Brussel) | one name for both languages: that of the place
middelweg 111 bruxelles | Middelweg 111 (1130 Bruxelles) | one name for both languages: that of the place
louizalaan 331 | Louizalaan 331 (1050 Brussel) | a street of two postcodes
avenue louise 1 | Avenue Louise 1 (1000 Bruxelles) | a street of two postcodes
av louise 331 bruxelles | Avenue Louise 331 (1050 Bruxelles) | av
bd du regent 47 | Boulevard du Régent 47 (1000 Bruxelles) | bd, without the accent
bld du régent 47 | Boulevard du Régent 47 (1000 Bruxelles) | bld
regentln 47 brussel | Regentlaan 47 (1000 Brussel) | ln
am brunnen 13 | Am Brunnen 13 (4960 Bevercé) | in German
a la fontaine 13 beverce | A la Fontaine 13 (4960 Bevercé) | in French
lütticher strasse 2 kelmis | Lütticher Straße 2 (4721 Kelmis) | ß
lütticher str. 2 | Lütticher Straße 2 (4721 Kelmis) | str. is Straße
rue de liege 2 kelmis | Rue de Liège 2 (4721 La Calamine) | in French
gospertstr 42 eupen | Gospertstraße 42 (4700 Eupen) | str. glued
gospertstrasse 42 | Gospertstraße 42 (4700 Eupen) | ss for ß
hollebeekstraat 11 linkebeek | Hollebeekstraat 11 (1630 Linkebeek) | a municipality with facilities, in Dutch
rue hollebeek 11 linkebeek | Rue Hollebeek 11 (1630 Linkebeek) | a municipality with facilities, in French
gentsestraat 4 komen | Gentsestraat 4 (7780 Comines) | a Walloon municipality with facilities
rue de gand 4 comines | Rue de Gand 4 (7780 Comines) | a Walloon municipality with facilities
chaussee de haecht 100 schaarbeek | Chaussée de Haecht 100 (1030 Schaerbeek) | languages mixed
haachtsesteenweg 100 schaerbeek | Haachtsesteenweg 100 (1030 Schaarbeek) | languages mixed
haachtsestwg 100 | Haachtsesteenweg 100 (1030 Schaarbeek) | stwg
ch de haecht 100 | Chaussée de Haecht 100 (1030 Schaerbeek) | ch. is chaussée
pl albert ier 5 ixelles | Place Albert Ier 5 (1050 Ixelles) | pl. is place
imp des acacias 1 anderlecht | Impasse des Acacias 1 (1070 Anderlecht) | imp.
place des jardins 1 | Place des Jardins 1 (1160 Anderlecht) | the square
# the last word unfinished
verdunstr | Verdunstraat (street in Brussel) | a street being typed
rue de verd | Rue de Verdun (street in Bruxelles) | a street being typed
ru ede verdun brux | Rue de Verdun (street in Bruxelles) | a blank a letter too early, before half a place
rued e verdun brux | Rue de Verdun (street in Bruxelles) | a letter too late
fonsn | Fonsnylaan (street in Sint-Gillis) | a street being typed
kerkstraat 10 leuv | Kerkstraat 10 (3000 Leuven) | a place being typed
kerkstraat 10 850 | Kerkstraat 10 (8500 Kortrijk) | a postcode being typed
liè | Liège (municipality in Liège) | a municipality being typed
namu | Namur (municipality in Namur) | a municipality being typed
# postcodes and places
Kerkstraat 10 9000 | Kerkstraat 10 (9000 Gent) | the postcode chooses among namesakes
9000 Gent Kerkstraat 10 | Kerkstraat 10 (9000 Gent) | postcode and place first
Kerkstraat 10 Gent | Kerkstraat 10 (9000 Gent) | the place chooses among namesakes
Kerkstraat 10, 3000 Leuven, België | Kerkstraat 10 (3000 Leuven) | the country
Fonsnyln 20 1060 Brussel | Fonsnylaan 20 (1060 Sint-Gillis) | ln, and the city for its part: the postcode decides (Smals)
Av. Fonsny 20 bte 5 (en face de la gare) 1060 Bruxelles | Avenue Fonsny 20 bte 5 (1060 Saint-Gilles) | av., box, brackets (Smals)
avenue fonsny 20 saint gilles | Avenue Fonsny 20 (1060 Saint-Gilles) | without the hyphen
avenue fonsny 20 st gilles | Avenue Fonsny 20 (1060 Saint-Gilles) | st is saint
fonsnylaan 20 sint gillis | Fonsnylaan 20 (1060 Sint-Gillis) | in Dutch
harenheidestraat 89a haren | Harenheidestraat 89A (1130 Brussel) | by the part of the municipality
emile bockstaellaan 1 laken | Emile Bockstaellaan 1 (1020 Brussel) | by the part of the municipality
boulevard bockstael 1 laeken | Boulevard Emile Bockstael 1 (1020 Bruxelles) | without the first name
boulevard e. bockstael 1 laeken | Boulevard Emile Bockstael 1 (1020 Bruxelles) | with the initial of the first name
e. bockstaellaan 1 laken | Emile Bockstaellaan 1 (1020 Brussel) | with the initial, in Dutch
boulevard emile bockstael 1 laeken | Boulevard Emile Bockstael 1 (1020 Bruxelles) | by the part of the municipality, in French
polderstraat 3 zwijndrecht | Polderstraat 3 (2070 Zwijndrecht) | a municipality before its merger
europalaan 4 wilrijk | Europalaan 4 (2610 Wilrijk (Antwerpen)) | without the brackets
2610 europalaan 4 | Europalaan 4 (2610 Wilrijk (Antwerpen)) | postcode first
rue du sablon 188 bastogne | Rue du Sablon 188 (6600 Bastogne) | a municipality after its merger
luik | Luik (province); Liège (municipality in Liège) | in Dutch, which is no language of the town but one of the province
lüttich | Lüttich (province); Liège (municipality in Liège) | in German
hector denis 1 luik | Rue Hector Denis 1 (4000 Liège) | languages mixed
namen | Namen (province); Namur (municipality in Namur) | in Dutch
brussels | Bruxelles (municipality in Région de Bruxelles-Capitale) | in English
wetstraat 16 brussels | Wetstraat 16 (1000 Brussel) | in English
rue de la loi 16 brüssel | Rue de la Loi 16 (1000 Bruxelles) | in German
rue de la station 2 wavre | Rue de la Station 2 (1300 Wavre) | one street name in three parts
rue de la station 2 limal | Rue de la Station 2 (1300 Limal) | one street name in three parts
rue de la station 2 1301 | Rue de la Station 2 (1301 Bierges) | one street name in three parts
route de waimes 41 malmedy | Route de Waimes 41 (4960 Bevercé) | by the municipality instead of the part
weiherstrasse recht 1 | Weiherstraße,Recht 1 (4780 Sankt Vith) | the part behind a comma
weiherstrasse 1 st vith | Weiherstraße 1 (4782 Sankt Vith) | st is sankt
# numbers and boxes
verdunstraat 22 bus 24b8 | Verdunstraat 22 bus 24b8 (1130 Brussel) | bus
rue de verdun 22 bte 24b8 | Rue de Verdun 22 bte 24b8 (1130 Bruxelles) | bte
rue de verdun 22 boite RDC | Rue de Verdun 22 bte RDC (1130 Bruxelles) | boîte
verdunstraat 22 bu | Verdunstraat 22 (1130 Brussel) | the beginning of bus
1130 22 bu | Rue de Verdun 22 (1130 Bruxelles) | the same behind a postcode
1070 316 boi | Rue de Neerpede 316 (1070 Anderlecht) | the beginning of boîte
verdunstraat 22 b001 | Verdunstraat 22 bus b001 (1130 Brussel) | without a word for it
verdunstraat 22/b001 | Verdunstraat 22 bus b001 (1130 Brussel) | a slash
verdunstraat 22 | Verdunstraat 22 (1130 Brussel) | all boxes of a house are one answer
verdunstraat 104 bis | Verdunstraat 104BIS (1130 Brussel) | bis
verdunstraat 240/1 | Verdunstraat 240/1 (1130 Brussel) | a number with a slash
verdunstraat 98B1 | Verdunstraat 98B1 (1130 Brussel) | letter and digit
Neerpedestraat 316 bus 2 | Neerpedestraat 316 bus 0002 (1070 Anderlecht) | zeros before the box (alltheplaces 14261)
1070 316 Rue de Neerpede | Rue de Neerpede 316 (1070 Anderlecht) | postcode, number, street
bergensesteenweg 595 bus 12 lembeek | Bergensesteenweg 595 bus 12 (1502 Lembeek) | a box of digits
rue des arsilliers 34 bte A7 malmedy | Rue des Arsilliers 34 bte A7 (4960 Malmedy) | a box with a letter
groeningenweg 12-14 | Groeningenweg 12-14 (3590 Diepenbeek) | a range
groeningenweg 13 diepenbeek | Groeningenweg 12-14 (3590 Diepenbeek) | a number inside a range
groeningenweg 78 bis | Groeningenweg 78bis (3590 Diepenbeek) | bis
harenheidestr 89a | Harenheidestraat 89A (1130 Brussel) | str, letter
Harenheidestraat 89 A | Harenheidestraat 89A (1130 Brussel) | letter apart
rue harenheyde 89 | Rue Harenheyde 89A (1130 Bruxelles) | no plain 89: its suffix
kerkstraat 11 gent | Kerkstraat (street in Gent); Kerkstraat 10 (9000 Gent) | a number that does not exist
# abbreviations and names
St-Jansstraat 8 | St.-Jansstraat 8 (2380 Ravels) | the register abbreviates
sint-jansstraat 8 ravels | St.-Jansstraat 8 (2380 Ravels) | written out
sint jansstraat 8 2380 | St.-Jansstraat 8 (2380 Ravels) | written out, without the hyphen
Avenue Docteur Destrée 1 Liège | Av. Dr Destrée 1 (4000 Liège) | both words written out
boulevard saint-michel 1 liège | Bd St-Michel 1 (4000 Liège) | both words written out
av. dr. destree 1 liege | Av. Dr Destrée 1 (4000 Liège) | av. and dr.
bd st michel 1 4000 | Bd St-Michel 1 (4000 Liège) | as it is
Drij Dreven 2 Heusden-Zolder | De Drij Dreven 2 (3550 Heusden-Zolder) | leading article optional (Nominatim 312)
drij dreven 2 heusden zolder | De Drij Dreven 2 (3550 Heusden-Zolder) | without the hyphen
dorpsstraat t goor 1 brecht | Dorpsstraat 't Goor 1 (2960 Brecht) | an apostrophe inside
rue ange 1 | Rue de l'Ange 1 (5000 Beez) | without the little words
rue l'ange 1 | Rue de l'Ange 1 (5000 Beez) | without de
rue de ange 1 beez | Rue de l'Ange 1 (5000 Beez) | without l'
gorges bleues 13 | Avenue des Gorges Bleues 13 (1160 Auderghem) | later words of the name
rue emile vandervelde 69 lodelinsart | Rue Emile Vandervelde (LT) 69 (6042 Lodelinsart) | without the brackets
marie therese 12 1040 | Rue Marie-Thérèse 12 (1040 Bruxelles) | later words, without hyphen and accents
maria theresiastr 12 brussel | Maria-Theresiastraat 12 (1040 Brussel) | str, without the hyphen
# letters corrected
wetstraaat 16 brussel | Wetstraat 16 (1000 Brussel) | a letter too many
rue de la liu 16 bruxelles | Bruxelles (place in Bruxelles, Région de Bruxelles-Capitale) | not enough letters to correct: the place
lakenstraat 65 brussel | Lakensestraat 65 (1000 Brussel) | two letters too few
avneue louise 331 | Avenue Louise 331 (1050 Bruxelles) | letters swapped
avenue luise 331 brussel | Avenue Louise 331 (1050 Bruxelles) | a letter too few
2610 eurapalaan 4 | Europalaan 4 (2610 Wilrijk (Antwerpen)) | behind a postcode (api.postcode.nl)
eurapa 2610 | Wilrijk (Antwerpen) (place in Antwerpen, Antwerpen) | an unfinished word with a mistake, before a postcode: its place
fonsylaan 20 sint-gilis | Fonsnylaan 20 (1060 Sint-Gillis) | in street and place
chausee de haecht 100 | Chaussée de Haecht 100 (1030 Schaerbeek) | the s that everybody forgets
rue de la lx | Rue de la Ferme (street in 4 places) | too few letters to correct: what is before them
# noise
Wetstraat 16, 1000 Brussel, Belgium | Wetstraat 16 (1000 Brussel) | the country
à l'attention de Jean Dupont, Rue de la Loi 16, 1000 Bruxelles | Rue de la Loi 16 (1000 Bruxelles) | whom it is for
Rue de la Loi 16, rez-de-chaussée, 1000 Bruxelles | Rue de la Loi 16 (1000 Bruxelles) | a floor
Wetstraat nr 16 Brussel | Wetstraat 16 (1000 Brussel) | a word for number
Rue de la Loi n° 16 Bruxelles | Rue de la Loi 16 (1000 Bruxelles) | a sign for number
`);
