import { type QueryRow, readQueries } from './query-row.ts';

/** Queries on the fixtures of Luxembourg. */
export const QUERIES_LU: readonly QueryRow[] = readQueries(`
# in any order
54 avenue gaston diderich 1420 luxembourg | Avenue Gaston Diderich 54 (1420 Luxembourg) | number first (geoportail 2147)
12, avenue Gaston Diderich, L-1420 Luxembourg | Avenue Gaston Diderich (street in Luxembourg); Avenue Gaston Diderich 54 (1420 Luxembourg) | a number that does not exist
54, avenue Gaston Diderich, L-1420 Luxembourg | Avenue Gaston Diderich 54 (1420 Luxembourg) | as letters are addressed
Avenue Gaston Diderich 54 L-1420 | Avenue Gaston Diderich 54 (1420 Luxembourg) | without the town
L-1420 54 | Avenue Gaston Diderich 54 (1420 Luxembourg) | postcode and number
9209 10 | D'Baach aus 10 (9209 Diekirch) | postcode and number (apicheck)
Luxembourg, route d'Esch 70 | Route d'Esch 70 (1470 Luxembourg) | town first
200 route d'arlon strassen | Route d'Arlon 200 (8010 Strassen) | one road through two towns
route d'arlon 200 luxembourg | Route d'Arlon 200 (1110 Luxembourg) | one road through two towns
rue de l'eglise 5 mersch | Rue de l'Eglise 5 (7510 Mersch) | one street name in many towns
5 rue de l'eglise L-9410 Vianden | Rue de l'Eglise 5 (9410 Vianden) | one street name in many towns
5, Rue de l'Eglise, Echternach | Rue de l'Eglise 5 (6410 Echternach) | one street name in many towns
# the last word unfinished
70 route d'E | Route d'Esch 70 (1470 Luxembourg) | an apostrophe before a beginning (geoportail 728)
route d'es | Route d'Esch (street in Luxembourg) | an apostrophe before a beginning
esch sur | Esch-sur-Alzette (municipality in Esch-sur-Alzette); Esch-sur-Sûre (municipality in Wiltz) | the larger first (geoportail 1388)
esch sur alz | Esch-sur-Alzette (municipality in Esch-sur-Alzette) | a town being typed
esch-sur-s | Esch-sur-Sûre (municipality in Wiltz) | a town being typed
rue de la libération 11 | Rue de la Libération 111 (3410 Dudelange) | a number being typed
avenue de la lib | Avenue de la Liberté (street in Luxembourg) | a street being typed
rue de l'eglise 5 wil | Rue de l'Eglise 5 (9510 Wiltz) | a town being typed
diek | Diekirch (municipality in Diekirch) | a town being typed
# abbreviations
29 Rue Sainte Catherine Grevenmacher | Rue Ste Catherine 29 (6710 Grevenmacher) | the register abbreviates (geoportail 1734)
rue ste catherine 29 | Rue Ste Catherine 29 (6710 Grevenmacher) | as it is
rue sainte-barbe 1 mondorf | Rue Ste-Barbe 1 (5610 Mondorf-les-Bains) | written out, and the first word of a town
av gaston diderich 54 | Avenue Gaston Diderich 54 (1420 Luxembourg) | av
ave. de la liberté 31 | Avenue de la Liberté 31 (1931 Luxembourg) | ave.
rte d'esch 70 | Route d'Esch 70 (1470 Luxembourg) | rte
boulevard f.w. raiffeisen 1 | Bd F.W. Raiffeisen 1 (1113 Luxembourg) | bd written out
boulevard fw raiffeisen 1 | Bd F.W. Raiffeisen 1 (1113 Luxembourg) | initials in one
bld raiffeisen 1 luxembourg | Bd F.W. Raiffeisen 1 (1113 Luxembourg) | without the initials
r de keispelt 1 mersch | Rue de Keispelt 1 (7512 Mersch) | r
pl de la gare 38 | Place de la Gare 38 (1010 Luxembourg) | pl.
imp des aubépines 1 | Impasse des Aubépines 1 (6412 Echternach) | imp.
zae wolser 1 | Z.A.E. Wolser 1 (3411 Dudelange) | initials in one
z.a.e. wolser 1 dudelange | Z.A.E. Wolser 1 (3411 Dudelange) | as it is
rue président kennedy 1 | Rue du Président John Fitzgerald Kennedy 1 (1112 Luxembourg) | some words of the name
grand rue 1 ettelbruck | Grand-Rue 1 (9010 Ettelbruck) | without the hyphen
grandrue 1 ettelbruck | Grand-Rue 1 (9010 Ettelbruck) | in one
grande rue 1 ettelbruck | Grand-Rue 1 (9010 Ettelbruck) | the other form
# names that people use
luxemburg | Luxembourg (municipality in Luxembourg) | in German
lëtzebuerg | Luxembourg (municipality in Luxembourg) | in Luxembourgish
letzebuerg route d'esch 70 | Route d'Esch 70 (1470 Luxembourg) | in Luxembourgish, without diacritics
esch-uelzecht | Esch-sur-Alzette (municipality in Esch-sur-Alzette) | in Luxembourgish
diddeleng am weier 4 | Am Weier 4 (3413 Dudelange) | in Luxembourgish
dikrech | Diekirch (municipality in Diekirch) | in Luxembourgish
düdelingen | Dudelange (municipality in Esch-sur-Alzette) | in German
redange | Redange (canton); Redange/Attert (municipality in Redange) | a canton, and the first word of a town
baach aus 10 diekirch | D'Baach aus 10 (9209 Diekirch) | without its article
d baach aus 10 | D'Baach aus 10 (9209 Diekirch) | without the apostrophe
dbaach aus 10 diekirch | D'Baach aus 10 (9209 Diekirch) | in one
cité penscherbierg 1 | Cité "Pënscherbierg" 1 (9710 Clervaux) | without quotes and diacritics
chemin des surettes 1 | Chemin des Sûrettes - Äppelwee 1 (6411 Echternach) | the first half of a name
appelwee 1 echternach | Chemin des Sûrettes - Äppelwee 1 (6411 Echternach) | the second half of a name
appelweg 1 echternach | Chemin des Sûrettes - Äppelwee 1 (6411 Echternach) | weg is wee
ennert dem bierg 1 | Ënnert dem Bierg 1 (5511 Remich) | without diacritics
rue du mais 1 vianden | Rue du Maïs 1 (9411 Vianden) | without diacritics
cite francois nemers 1 | Cité François Nemers 1 (9511 Wiltz) | without diacritics
windhof a wiss 10 | A Wiss 10 (8399 Windhof (Koerich)) | without the brackets
rue église mersch 5 | Rue de l'Eglise 5 (7510 Mersch) | without the little words
hostert | Hostert (place in Niederanven, Luxembourg); Hostert (place in Rambrouch, Redange) | namesakes told apart
hostert rambrouch | Hostert (place in Rambrouch, Redange) | a place and its municipality
# numbers
rue de la libération 2-4 dudelange | Rue de la Libération 2-4 (3410 Dudelange) | a range (geoportail 1992)
rue de la libération 3 dudelange | Rue de la Libération 2-4 (3410 Dudelange) | a number inside a range
rue de la liberation 113 dudelange | Rue de la Libération 109-115 (3410 Dudelange) | a number inside a range
rue de la libération 111 dudelange | Rue de la Libération 111 (3410 Dudelange) | a number inside a range that has an address of its own
rue de la libération 109 dudelange | Rue de la Libération 109-115 (3410 Dudelange) | the first number of a range
Rue de la Libération 5 bis | Rue de la Libération 5bis (3410 Dudelange) | bis
rue neimillen 1 imbringen | Rue Neimillen 1 (6195 Imbringen); Rue Neimillen 1B (6195 Imbringen) | the bare number first (apicheck)
rue neimillen 1 b | Rue Neimillen 1B (6195 Imbringen) | a letter apart
Neimillen 1 D, 6195 | Rue Neimillen 1D (6195 Imbringen) | a letter apart, and the postcode
vieux château tour du guet | Vieux Château Tour du Guet (9650 Esch-sur-Sûre) | a house without a number
# letters corrected
avenue de la libertee 31 luxemburg | Avenue de la Liberté 31 (1931 Luxembourg) | a letter too many
rue de la liberatoin 111 | Rue de la Libération 111 (3410 Dudelange) | letters swapped
avenu gaston diderich 54 | Avenue Gaston Diderich 54 (1420 Luxembourg) | a letter too few, at the beginning
avenue gaston didrich 54 | Avenue Gaston Diderich 54 (1420 Luxembourg) | a letter too few, at the end
route d'ech 70 luxembourg | Route d'Esch 70 (1470 Luxembourg) | a short word
route desch 70 | Route d'Esch 70 (1470 Luxembourg) | without the apostrophe
rue de l'eglise 5 dikirch | Rue de l'Eglise 5 (9210 Diekirch) | in the town
eternach rue de l'eglise 5 | Rue de l'Eglise 5 (6410 Echternach) | two letters too few in the town
luxmbourg | Luxembourg (municipality in Luxembourg) | the town alone
# noise
54, avenue Gaston Diderich, L-1420 Luxembourg, Grand-Duché de Luxembourg | Avenue Gaston Diderich 54 (1420 Luxembourg) | the country
54 avenue Gaston Diderich (2e étage) Luxembourg | Avenue Gaston Diderich 54 (1420 Luxembourg) | brackets
54 avenue Gaston Diderich 2e étage Luxembourg | Avenue Gaston Diderich 54 (1420 Luxembourg) | a floor
p/a Muller, 5 rue de l'Eglise, Mersch | Rue de l'Eglise 5 (7510 Mersch) | whom it is for
`);
