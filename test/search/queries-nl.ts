import { type QueryRow, readQueries } from './query-row.ts';

/** Queries on the Dutch fixtures. Rows with an address of design/pains.csv are complaints about other services. */
export const QUERIES_NL: readonly QueryRow[] = readQueries(`
# the last word unfinished
kalverstr | Kalverstraat (street in Amsterdam) | a street being typed
kalverstraat 5 amst | Kalverstraat 5 (1012NX Amsterdam); Kalverstraat 5 A (1012NX Amsterdam) | a place being typed; the bare number first
kalverstraat 9 | Kalverstraat 92 (1012PH Amsterdam) | a number being typed
prinsengr | Prinsengracht (street in Amsterdam) | a street being typed
utrecht neud | Neude (street in Utrecht) | a street being typed behind its place
utrecht, neude 1 | Neude 11 (3512AE Utrecht) | a number being typed behind place and street
1012NX 5 kalv | Kalverstraat 5 (1012NX Amsterdam) | a street being typed behind postcode and number
damrak 1 1012L | Damrak 1 (1012LG Amsterdam) | a postcode being typed
1012 ka | Kalverstraat (street in Amsterdam) | its digits, and a street being typed that reads as its letters
damrak 1 101 | Damrak 1 (1012LG Amsterdam) | the first digits of a postcode
krankele 30 | Krankeledenstraat 30 (3811BN Amersfoort); Krankeledenstraat 30 A (3811BN Amersfoort) | half a street that no other name begins as, with its number
krankel amersfort | Krankeledenstraat (street in Amersfoort) | half a street before a place with a wrong letter
krankel 30 amersfort | Krankeledenstraat 30 (3811BN Amersfoort); Krankeledenstraat 30 A (3811BN Amersfoort) | the same with a number
amers krankel | Krankeledenstraat (street in Amersfoort) | half a place before half a street
amers krankel 30 | Krankeledenstraat 30 (3811BN Amersfoort); Krankeledenstraat 30 A (3811BN Amersfoort) | the same with a number
kerkstraat amst 12 | Kerkstraat 12 (1013AA Amsterdam) | half a place before the number
kerkstraat gouda nr | Kerkstraat (street in Gouda) | a word for a number
kerkstraat gouda numm | Kerkstraat (street in Gouda) | the beginning of one
kerkstraat 12amsterdam | Kerkstraat 12 (1013AA Amsterdam) | a place glued to the number
amers krankeledenstraat 30 | Krankeledenstraat 30 (3811BN Amersfoort); Krankeledenstraat 30 A (3811BN Amersfoort) | half a place before the street and its number
Bakkerij Jansen, Krankeledenstraat 30, amersf | Krankeledenstraat 30 (3811BN Amersfoort) | a place being typed behind what is read as written
amers | Amersfoort (municipality in Utrecht) | a municipality being typed
kalverstraat 5 a amst | Kalverstraat 5 A (1012NX Amsterdam) | a letter apart, before the place
krankeledenstraat 30 amersf | Krankeledenstraat 30 (3811BN Amersfoort); Krankeledenstraat 30 A (3811BN Amersfoort) | the example of the specification
# in any order
Kalverstraat 5, Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | street, number, place
Amsterdam Kalverstraat 5 | Kalverstraat 5 (1012NX Amsterdam) | place, street, number
5 Kalverstraat Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | number first
Amsterdam 5 Kalverstraat | Kalverstraat 5 (1012NX Amsterdam) | place, number, street
1012NX 5 | Kalverstraat 5 (1012NX Amsterdam) | postcode and number
1012nx5 | Kalverstraat 5 (1012NX Amsterdam) | postcode and number in one
5 1012NX | Kalverstraat 5 (1012NX Amsterdam) | number and postcode
1012 nx 5a | Kalverstraat 5 A (1012NX Amsterdam) | postcode with a space, number with a letter
1012js 1 | Dam 1 (1012JS Amsterdam); Dam 1 A (1012JS Amsterdam) | postcode in lower case
bij de dam 1 amsterdam | Dam 1 (1012JS Amsterdam) | a word that says where it lies is no initial of a name
1012 JS 1a | Dam 1 A (1012JS Amsterdam) | letter in lower case
2513AA 19 den haag | Binnenhof 19 (2513AA 's-Gravenhage) | postcode, number and the everyday name of the place
Damrak 1 1012LG Amsterdam | Damrak 1 (1012LG Amsterdam) | everything
1012LG Amsterdam, Damrak 1 | Damrak 1 (1012LG Amsterdam) | postcode and place first
Amsterdam 1012LG 1 Damrak | Damrak 1 (1012LG Amsterdam) | an unusual order
utrecht neude 11 | Neude 11 (3512AE Utrecht) | place, street, number
Jacob Stolpstraat 4 1462MV Middenbeemster | Jacob Stolpstraat 4 (1462MV Middenbeemster) | a postcode more must not lose the answer (Nominatim 650)
Heelweg 39 7091BS Dinxperlo | Heelweg 39 (7091BS Dinxperlo) | and not Hellweg, across the border (Nominatim 3990)
Ganzebloemstraat 37 Groningen | Ganzebloemstraat 37 (9714TG Groningen) | the place of the register (Pelias 300)
Gouda Kerkstraat 30 | Kerkstraat 30 (2802AA Gouda) | place, street, number
Kerkstraat 30, 2802AA | Kerkstraat 30 (2802AA Gouda) | the postcode chooses among namesakes
Kerkstraat 30 Zuid-Holland Gouda | Kerkstraat 30 (2802AA Gouda) | a province too
Kerkstraat 10 Laren Gelderland | Kerkstraat 10 (7246AA Laren) | the province chooses among namesake places
Kerkstraat 10 Laren Noord-Holland | Kerkstraat 10 (1252AA Laren) | the other one
Dorpsstraat 2 Lochem | Dorpsstraat 2 (7246AB Laren) | by the municipality instead of the place
Julianastraat 28 Bronckhorst | Julianastraat 28 (7256AB Hengelo (Gld)) | by the municipality instead of the place
# numbers
kinkerstraat 175F amsterdam | Kinkerstraat 175 F (1053DM Amsterdam) | the suffix before its siblings (Pelias 810)
kinkerstraat 175 F amsterdam | Kinkerstraat 175 F (1053DM Amsterdam) | a space before the letter
kinkerstraat 175-f amsterdam | Kinkerstraat 175 F (1053DM Amsterdam) | a hyphen before the letter
Vanadiumweg 11 Amersfoort | Vanadiumweg 11 (3812PX Amersfoort); Vanadiumweg 11 A (3812PX Amersfoort); Vanadiumweg 11 B (3812PX Amersfoort) | the bare number first
Grote Bredeplaats 17b Harlingen | Grote Bredeplaats 17 B (8861BA Harlingen) | letter case
Schoolstraat 40 | Schoolstraat 40 (7552AC Hengelo); Schoolstraat 40 (4818AA Breda); Schoolstraat 40 (9002AA Grou) | every 40 before any 40a (OsmAnd 3958)
Schoolstraat 40 breda | Schoolstraat 40 (4818AA Breda); Schoolstraat 40 a (4818AA Breda); Schoolstraat 40 b (4818AA Breda) | natural order
breda schoolstraat 4 | Schoolstraat 4 (4818AA Breda); Schoolstraat 40 (4818AA Breda); Schoolstraat 40 a (4818AA Breda) | 4 before 40
melkweg 24 | Melkweg 24 (5612AA Eindhoven) | streets without number 24 come after (Nominatim 160)
konijnenberg 148EC6 breda | Konijnenberg 148 E-C6 (4817MK Breda) | letter and addition in one
Baron Schimmelpenninck van der Oyelaan 14 D1 | Baron Schimmelpenninck van der Oyelaan 14 D-1 (2252EB Voorschoten) | letter and addition in one
Hermelenweg 2 T1 Zwolle | Hermelenweg 2 T-1 (8042AC Zwolle) | letter and addition
Oudegracht 158 bis Utrecht | Oudegracht 158-bis (3511AZ Utrecht) | bis
oudegracht 160bis utrecht | Oudegracht 160-BIS (3511AZ Utrecht) | BIS, glued
de ruijterkade 105/1 | De Ruijterkade 105-1 (1011AB Amsterdam) | a slash
de ruijterkade 105 1 amsterdam | De Ruijterkade 105-1 (1011AB Amsterdam) | an addition that is a number
Kalverstraat 94 H | Kalverstraat 94-H (1012PH Amsterdam) | an addition that is a letter
brusselsestraat 54-1 maastricht | Brusselsestraat 54-1 (6211PA Maastricht); Brusselsestraat 54-01 (6211PA Maastricht) | as spelled before with other zeros
brusselsestraat 54 II maastricht | Brusselsestraat 54-II (6211PA Maastricht) | a Roman numeral
Grote Markt 43 C Groningen | Grote Markt 43 C (9711LW Groningen) | a number that exists with suffixes only
Grote Markt 43 Groningen | Grote Markt 43 A (9711LW Groningen); Grote Markt 43 C (9711LW Groningen) | no plain 43: its suffixes
kleverparkweg 10 zwart haarlem | Kleverparkweg 10-ZW (2023CA Haarlem) | a colour for an addition, written out
kleverparkweg 10 rood | Kleverparkweg 10-RD (2023CA Haarlem) | the other one
kalverstraat 94 huis | Kalverstraat 94-H (1012PH Amsterdam) | an addition written out
Nieuwe Crailoseweg 8 GB4 bussum | Nieuwe Crailoseweg 8 G-B4 (1222AB Bussum) | one postcode in two towns (NLExtract 262)
plein 1944 nijmegen | Plein 1944 (street in Nijmegen) | a number that belongs to the name
plein 1944 19 nijmegen | Plein 1944 19 (6511JA Nijmegen) | a name that ends in a number, and a number
tjalk 11 11 lelystad | Tjalk 11 11 (8232LA Lelystad) | the same number twice
1e jan steenstraat 12 | 1e Jan Steenstraat 12 (2526RA 's-Gravenhage) | an ordinal in front
eerste jan steenstraat 12 | 1e Jan Steenstraat 12 (2526RA 's-Gravenhage) | an ordinal written out
Kalverstraat 4 Amsterdam | Kalverstraat (street in Amsterdam); Kalverstraat 3 (1012NX Amsterdam); Kalverstraat 5 (1012NX Amsterdam) | a number that does not exist: the street and its neighbours
maasvlakteweg 99999 | Maasvlakteweg 99999 (3199XA Rotterdam) | the largest number
# abbreviations
kalverstr. 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | str.
kalverstrt 5 | Kalverstraat 5 (1012NX Amsterdam) | strt
kerk straat 30 gouda | Kerkstraat 30 (2802AA Gouda) | apart
Kerkstr 30 gouda | Kerkstraat 30 (2802AA Gouda) | str
kerk str 30 gouda | Kerkstraat 30 (2802AA Gouda) | apart and abbreviated
Blekerssngl Gouda | Blekerssingel (street in Gouda) | sngl (Pelias parser 165)
blekerssngl 19 | Blekerssingel 19 (2806AA Gouda) | sngl
sportln 5 haarlem | Sportlaan 5 (2013AC Haarlem) | ln
velperwg 5 arnhem | Velperweg 5 (6824BH Arnhem) | wg
dorpspln 3 koudum | Dorpsplein 3 (8724AE Koudum) | pln
burg. v.d. feltzlaan 2 assen | Burgemeester van der Feltzlaan 2 (9401BA Assen) | burg. v.d.
burg vd feltzln 2 | Burgemeester van der Feltzlaan 2 (9401BA Assen) | everything abbreviated
burgemeester van der feltzlaan 2 | Burgemeester van der Feltzlaan 2 (9401BA Assen) | written out
burgemeester feltzlaan 2 assen | Burgemeester van der Feltzlaan 2 (9401BA Assen) | without the little words
prof cruquiusstraat 2 hilversum | Professor Cruquiusstraat 2 (1223AC Hilversum) | prof
st servaasklooster 1 | Sint Servaasklooster 1 (6211TE Maastricht) | st is sint
st. jansstr 1 middelburg | Sint Jansstraat 1 (4331KA Middelburg) | st is sint, str is straat
sint-jansstraat 1 | Sint Jansstraat 1 (4331KA Middelburg) | a hyphen
sintjansstraat 1 middelburg | Sint Jansstraat 1 (4331KA Middelburg) | in one
jip en jannekepad 3b | Jip & Jannekepad 3 B (6811XA Arnhem) | en for &
jip jannekepad 1 arnhem | Jip & Jannekepad 1 (6811XA Arnhem) | without the ampersand
Gerrit Pietheinstraat 1 Harlingen | Gerrit Piet-Heinstraat 1 (8862AE Harlingen) | without the hyphen
café chantantplein 1 | Café-chantantplein 1 (2012XA Haarlem) | hyphen and accent
cafe chantant plein 1 haarlem | Café-chantantplein 1 (2012XA Haarlem) | no accent, apart
van goghlaan 1 | Van Goghlaan 1 (6211XA Maastricht) | a no-break space in the register
v goghlaan 1 maastricht | Van Goghlaan 1 (6211XA Maastricht) | v. is van
ouderkerk a/d amstel dorpsstraat 15 | Dorpsstraat 15 (1192AA Ouderkerk aan de Amstel) | a/d
kerkstraat12 amsterdam | Kerkstraat 12 (1013AA Amsterdam) | a number glued to the street
# names that people use
Spui 70 Den Haag | Spui 70 (2511BT 's-Gravenhage) | the everyday name (BAG-API 91)
den haag | 's-Gravenhage (municipality in Zuid-Holland) | the everyday name
gravenhage | 's-Gravenhage (municipality in Zuid-Holland) | without its article
sgravenhage spui 70 | Spui 70 (2511BT 's-Gravenhage) | without apostrophe and hyphen
's Gravenhage spui 70 | Spui 70 (2511BT 's-Gravenhage) | without hyphen
den bosch | 's-Hertogenbosch (municipality in Noord-Brabant) | the everyday name (postcodes.nl)
markt 3 den bosch | Markt 3 (5211JV 's-Hertogenbosch) | the everyday name
grouw | Grou (place in Leeuwarden, Fryslân) | the Dutch name of a Frisian place (WOF 2008)
schoolstraat 40 grouw | Schoolstraat 40 (9002AA Grou) | the Dutch name of a Frisian place
zwaagwesteinde | De Westereen (place in Dantumadiel, Fryslân) | the Dutch name of a Frisian place
oostermeer | Eastermar (place in Tytsjerksteradiel, Fryslân) | the Dutch name of a Frisian place
westereen tuinstraat 5 | Tuinstraat 5 (9272AB De Westereen) | without its article
friesland | Fryslân (province) | the Dutch name of a province
em beimastrjitte 1 | E.M. Beimastrjitte 1 (9261XA Eastermar) | initials in one
het zand | 't Zand (place in Schagen, Noord-Holland) | 't is het (Mapbox 117)
t zand | 't Zand (place in Schagen, Noord-Holland) | without the apostrophe
zand | 't Zand (place in Schagen, Noord-Holland) | without the article
veerhuis 1 | ’t Veerhuis 1 (1756XA 't Zand) | without the article, and a typographic apostrophe in the register
kuilart 20 koudum | De Kuilart 20 (8723CG Koudum) | without the article
de kalverstraat 5 | Kalverstraat 5 (1012NX Amsterdam) | an article too much
de ruyterkade 106 | De Ruijterkade 106 (1011AB Amsterdam) | y for ij
ruĳterkade 106 | De Ruijterkade 106 (1011AB Amsterdam) | the ligature
crujquiusstraat 2 hilversum | Professor Cruquiusstraat 2 (1223AC Hilversum) | a letter too many
röellstraat 1 | Burgemeester Röellstraat 1 (1064BH Amsterdam) | a later word of the name
roellstraat 1 amsterdam | Burgemeester Röellstraat 1 (1064BH Amsterdam) | without diacritics
curacaostraat 1 | Curaçaostraat 1 (5626KA Eindhoven) | without the cedilla
mullerpier 3b | Müllerpier 3 B (3024EA Rotterdam) | without the umlaut
nw crailosewg 10 hilversum | Nieuwe Crailoseweg 10 (1222AB Hilversum) | nw
hengelo gld | Hengelo (Gld) (place in Bronckhorst, Gelderland) | without the brackets
hengelo | Hengelo (municipality in Overijssel); Hengelo (Gld) (place in Bronckhorst, Gelderland) | what is called so but for its brackets before what it is a part of
bergen | Bergen (municipality in Noord-Holland); Bergen (municipality in Limburg) | namesakes, both listed (Pro6PP)
breda nb | Breda (municipality in Noord-Brabant) | a city with its province, abbreviated
rijswijk | Rijswijk (municipality in Zuid-Holland) | a municipality before places of the name
laren | Laren (municipality in Noord-Holland); Laren (place in Lochem, Gelderland) | namesakes told apart
utrecht | Utrecht (municipality in Utrecht); Utrecht (province) | municipality and province before Utrechtseweg
veldsingel | Veldsingel (street in 4 places) | one street for all its postcodes (Photon 128)
veldsingel gouda | Veldsingel (street in Gouda) | one street for all its postcodes
kerkstraat laren | Kerkstraat (street in Laren, Noord-Holland); Kerkstraat (street in Laren, Gelderland) | namesakes told apart
boarnsterhim schoolstraat 40 | Schoolstraat 40 (9002AA Grou) | a former municipality
v.d. feltzlaan 2 assen | Burgemeester van der Feltzlaan 2 (9401BA Assen) | v.d., and without the first word
prof. cruquiusstr. 2 hilversum | Professor Cruquiusstraat 2 (1223AC Hilversum) | prof. and str.
# letters corrected
kalverstaat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | a letter too few
kalverrstraat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | a letter too many
kalvertsraat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | letters swapped
kelverstraat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | a wrong letter
kalverstraat 5 amstredam | Kalverstraat 5 (1012NX Amsterdam) | in the place
kalvrestraat 5 amstredam | Kalverstraat 5 (1012NX Amsterdam) | in both
klaverstraat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | swapped letters that make another word
kalvers | Kalverstraat (street in Amsterdam) | nothing to correct
kelvers | Kalverstraat (street in Amsterdam) | while being typed
prinsegnr | Prinsengracht (street in Amsterdam) | while being typed
dorpstraat 2 lochem | Dorpsstraat 2 (7246AB Laren) | the s that everybody forgets
tulpestraat gouda | Tulpenstraat (street in Gouda) | the n that everybody forgets
utrech neude 5 | Neude 5 (3512AE Utrecht) | in the place, not at the end
baron schimmelpennink van der oyelaan 14 | Baron Schimmelpenninck van der Oyelaan 14 (2252EB Voorschoten) | a long name
barn schimelpenninck vd oyelaan 14 | Baron Schimmelpenninck van der Oyelaan 14 (2252EB Voorschoten) | two words
Thomas a Kempistraat 15 Zwolle | Thomas a Kempisstraat 15 (8021BE Zwolle) | in the middle of a name
tulpenplei | Tulpenstraat (street in Gouda) | another kind of street, being typed
kerkstraat 30 goda | Kerkstraat 30 (2802AA Gouda) | a short word
1012LG Damrek 1 | Damrak 1 (1012LG Amsterdam) | beside a postcode
# noise
Kalverstraat 5, Amsterdam, Nederland | Kalverstraat 5 (1012NX Amsterdam) | the country
Kalverstraat 5, 1012NX Amsterdam, The Netherlands | Kalverstraat 5 (1012NX Amsterdam) | the country in English
Kalverstraat 5 (achter de winkel), Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | brackets
t.a.v. mevrouw de Boer, Kalverstraat 5, Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | whom it is for
Kalverstraat 5 2e verdieping Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | a floor
Kalverstraat, 5e verdieping, Amsterdam | Kalverstraat (street in Amsterdam) | a floor, whose number is not that of the house
Kalverstraat nr. 5 Amsterdam | Kalverstraat 5 (1012NX Amsterdam) | a word for number
NL-1012NX 5 | Kalverstraat 5 (1012NX Amsterdam) | letters of the country
huis kalverstraat 5 amsterdam | Kalverstraat 5 (1012NX Amsterdam) | one word that means nothing
Kalverstraat 5 Rotterdam | Rotterdam (place in Rotterdam, Zuid-Holland) | there is no such street: the place first
Damrak 1 1012JS Amsterdam | Damrak 1 (1012LG Amsterdam) | the wrong postcode
Kerkstraat 10, 2802AA | Kerkstraat (street in Gouda) | a number that the street of the postcode lacks: not that of another town
`);
