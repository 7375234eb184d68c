import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { compareNames } from '../../src/search/name-comparison.ts';
import { makeNameKey, readStreet } from '../../src/search/name-key.ts';
import { ANOTHER_PERSON, NAME_COSTS, type WordWeights } from '../../src/search/name-words.ts';
import { fold } from '../../src/text/fold.ts';

const OTHER = Number.POSITIVE_INFINITY;

/** The words of many names; any other one is rare. */
const BITS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['rue', 'de', 'la', 'du', 'avenue'].map((word) => [word, 1])),
  ...Object.fromEntries(['square', 'place', 'laan', 'd', 'b', 'j', 'e', 'p', 'van', 'grand'].map((word) => [word, 4])),
  ...Object.fromEntries(
    ['emile', 'jozef', 'helene', 'marie', 'louise', 'jan', 'prinses', 'berlin', 'campus'].map((word) => [word, 7]),
  ),
};
/** Words that no name has. */
const UNKNOWN = new Set(['mdleire', 'fgalestraat', 'shclouw', 'gravn']);
const WEIGHTS: WordWeights = {
  of: (word) => BITS[word] ?? 12,
  unknownIn: (words) => words.filter((word) => UNKNOWN.has(word)),
};

describe('compareNames', () => {
  it.each<readonly [country: Country, written: string, name: string, edits: number, why: string]>([
    ['nl', 'Kerkstraat', 'Kerkstraat', 0, 'the same'],
    ['nl', 'kerkstr.', 'Kerkstraat', 0, 'an abbreviation'],
    ['nl', 'Kerk straat', 'Kerkstraat', NAME_COSTS.rejoined, 'written apart'],
    ['nl', 'Kerkstraal', 'Kerkstraat', 1, 'a letter wrong'],
    ['nl', 'Plein 1944', 'Plein 1945', OTHER, 'digits are never misspelt'],
    ['nl', 'Overtoom 338', 'Overtoom', OTHER, 'a number is never left out'],
    ['nl', 'Dorpsstraat', 'Kerkstraat', OTHER, 'another name'],
    ['be', 'Rue E. Muraille', 'Rue Emile Muraille', 0.3, 'an initial'],
    ['be', 'J. De Blockstraat', 'Jozef De Blockstraat', 0.3, 'an initial before a compound'],
    ['be', 'Rue Em. Muraille', 'Rue Emile Muraille', 0.3, 'a beginning with a full stop'],
    ['be', 'Rue Em Muraille', 'Rue Emile Muraille', OTHER, 'without it, another first name'],
    ['be', 'Rue Em. Muraille', 'Rue Jules Muraille', ANOTHER_PERSON, 'another first name'],
    ['be', 'Koningin Fabiolalaan', 'Prinses Fabiolalaan', NAME_COSTS.title, 'one title for another'],
    ['lu', 'Rue du Docteur Weber', 'Rue du Professeur Weber', NAME_COSTS.title, 'the same in French'],
    ['be', 'Rue du Prince', 'Rue du Roi', OTHER, 'but not where the title is the name'],
    ['be', 'Sint Annalaan', 'Prinses Annalaan', ANOTHER_PERSON, 'nor for a saint'],
    ['nl', 'Nieuwe Poststraat', 'Oude Poststraat', NAME_COSTS.adjective, 'an adjective for its opposite'],
    ['nl', 'Grote Poststraat', 'Oude Poststraat', ANOTHER_PERSON, 'but not for another one'],
    ['nl', 'Nieuwe Poststraat', 'Poststraat', NAME_COSTS.adjective, 'one added'],
    ['nl', 'Poststraat', 'Oude Poststraat', NAME_COSTS.word, 'one omitted'],
    ['nl', 'Molenweg', 'Molendijk', 2, 'another kind of street'],
    ['nl', 'Schoolstraat', 'Schoolsteeg', 2, 'and a smaller one'],
    ['nl', 'Skoallestraat', 'Skoallestrjitte', 1, 'the same in Frisian'],
    ['lu', 'Schoulstraat', 'Schoulstrooss', 1, 'the same in Luxembourgish'],
    ['be', 'Rle des Prés', 'Ruelle des Prés', 0, 'a kind in short'],
    ['be', 'Chauss. de Namur', 'Chaussée de Namur', 0, 'a longer one'],
    ['be', 'Zone Industrielle', 'Zoning Industrielle', 0, 'what a zoning is called, too'],
    ['be', 'Waversesteenweg', 'Steenweg op Waver', 0, 'a road by the town that it leads to'],
    ['be', 'Steenweg naar Mechelen', 'Mechelsesteenweg', 0, 'the other way round, without the end of the town'],
    ['be', 'Steenweg op Mechelen', 'Leuvensesteenweg', OTHER, 'to another town'],
    ['be', 'Place Albert', 'Place Albert Ier', 1, 'which ruler is left out'],
    ['be', 'Place Albert', 'Place Albert 1er', 1, 'the same in digits'],
    ['be', 'Place Albert II', 'Place Albert Ier', OTHER, 'but not another one'],
    ['be', 'Rue Gustave Albert', 'Rue Albert Ier', ANOTHER_PERSON, 'nor a first name in its place'],
    ['nl', 'Karel Vermeulenstraat', 'Karel V-laan', OTHER, 'nor is a numeral the initial of a last name'],
    ['nl', 'Isaac Newtonlaan', 'I. Newtonlaan', NAME_COSTS.initial, 'but in front of one'],
    ['lu', 'Rue du 9 Mai', 'Rue du 9 Mai 1944', 1, 'the year of a date left out'],
    ['lu', 'Rue du 10 Mai', 'Rue du 9 Mai 1944', OTHER, 'but not another day'],
    ['lu', 'Allée des Années', 'Allée des Années 1940-1945', OTHER, 'nor two years'],
    ['nl', 'Jan Steenstraat', 'Albert Steenstraat', ANOTHER_PERSON, 'another first name before a compound'],
    ['nl', 'Gr v L v Sandenburgwg', 'Graaf van Lynden van Sandenburgweg', OTHER, 'shortened words are no other ones'],
    ['be', 'Boulevard du 12ème de Ligne', 'Boulevard du Douzième de Ligne', 0, 'an ordinal'],
    ['be', 'Boulevard du XIIe de Ligne', 'Boulevard du Douzième de Ligne', 0, 'an ordinal in Roman numerals'],
    ['nl', 'Verl. Molenpad', 'Verlengde Molenpad', 0, 'what tells it from the Molenpad'],
    ['lu', 'avenue JF Kennedy', 'Avenue John F. Kennedy', 0.3, 'initials written together'],
    ['nl', 'PJ Troelstraweg', 'Mr. P.J. Troelstraweg', 1, 'the same in the register'],
    ['lu', 'rue JB Esch', "Rue d'Eich", OTHER, 'a wrong letter of a short name besides other initials'],
    ['nl', 'Geert Grooteplein', 'Geert Grooteplein Zuid', 1, 'which end of a street is left out'],
    ['nl', 'Geert Grooteplein Noord', 'Geert Grooteplein Zuid', OTHER, 'but not another one'],
    ['nl', 'Geert Grooteplein O.Z.', 'Geert Grooteplein West', OTHER, 'nor one in letters'],
    ['be', 'Avenue Buyl', 'Avenue Adolphe Buyl', 1, 'a first name left out'],
    ['be', 'Avenue Buyl Adolphe', 'Avenue Adolphe Buyl', 1, 'the last name first'],
    ['be', 'Benoitstraat', 'Peter Benoitstraat', 1, 'a first name left out before a compound'],
    ['be', 'La.', 'Langensveld', 0.3, 'the beginning of a name with a full stop, however short'],
    ['be', 'La', 'Langensveld', OTHER, 'but not without it'],
    ['be', 'Laan', 'Prinses Laan', OTHER, 'a short word is no name by itself'],
    ['be', 'Rue Croix', 'Rue de la Croix', 0.6, 'a name that many longer ones begin with is one'],
    ['be', 'Rue la Gare', 'Rue de la Gare', 0.3, 'an article left out'],
    ['be', 'Rue de la Gare', 'Rue de la Poste', OTHER, 'the name proper must be there'],
    ['be', 'Rue Emile Vandervelde', 'Rue Emile Hermant', OTHER, 'a first name alone says nothing'],
    ['be', 'Rue Laid Burniat', 'Grand-Rue', OTHER, 'a kind of street is no name'],
    ['be', 'Rue Vieille', 'Vieille Rue', OTHER, 'nor at the end, where it is all that tells the names apart'],
    [
      'be',
      'Rue de Gosseldange',
      'Rue de Wormeldange',
      OTHER,
      'three letters of the name itself, whatever stands before it',
    ],
    ['be', 'Rue Emile Vandervelde', 'Rue Emile Vendervelda', 2, 'two letters of a long name'],
    ['be', 'Rue du Maquisard', 'Route du Maquisard', 1, 'another kind of street'],
    ['be', 'Koning Albert plaats', 'Koning Albert plein', 1, 'another kind of street as a word by itself'],
    ['be', 'Leopold II-laan', 'Leopold II-plein', 1, 'the same behind a numeral'],
    [
      'be',
      'VI-straat',
      'Bist',
      OTHER,
      'a numeral is no part of another word, however the kind of street is abbreviated',
    ],
    ['be', 'VI-straat', 'Karel VI-straat', 1, 'a numeral without its sovereign'],
    ['be', 'A. I-laan', 'Albert I-laan', 0.3, 'a sovereign as an initial'],
    ['be', 'Jan II-laan', 'Leopold II-laan', OTHER, 'another sovereign with the numeral'],
    ['be', 'Leopold III-laan', 'Leopold II-laan', OTHER, 'another numeral of the sovereign'],
    ['be', 'Place Albert Ier', 'Place Albert II', OTHER, 'the first is another than the second'],
    ['be', 'Koning Albert-laan', 'Koning Albert I-laan', 1, 'the numeral left out'],
    ['be', 'Leopolld II-laan', 'Leopold II-laan', 1, 'a letter beside a numeral'],
    ['be', "Rue de la Toison d'Or", "Avenue de la Toison d'Or", 1, 'a short word at the end of the name proper'],
    ['be', 'Rue de la Toison', "Avenue de la Toison d'Or", OTHER, 'which belongs to it'],
    ['be', 'Rue Ruelle Jules', 'Rue Jules Ruelle', 1, 'a last name that is a kind of street'],
    ['be', 'Kerkplein', 'Kerkplaats', 1, 'another kind of street at the end'],
    ['be', 'Jan Kerkstraat', 'Jan Kerklaan', 2, 'the same behind a first name'],
    ['be', 'Kerkplein', 'Marktplaats', OTHER, 'another name'],
    ['be', 'Berglaan', 'Bergsteenweg', 2, 'the longer of two endings'],
    ['nl', 'Zilvermeeuwstraat', 'Kanaal W.Z.', OTHER, 'a letter by itself is no name'],
    ['be', 'Dexterstraat', 'Allée D', OTHER, 'nor is it the whole of one'],
    ['be', 'Place Albert 1er', 'Place Albert Ier', 0, 'the first'],
    ['be', 'Place Albert I', 'Place Albert Ier', 0, 'the first, in Roman numerals'],
    ['be', 'O.L.V.-straat', 'Onze-Lieve-Vrouwestraat', 0, 'Our Lady'],
    ['be', 'OLV-straat', 'Onze-Lieve-Vrouwstraat', 0, 'Our Lady, in one word'],
    ['be', 'Rue Hélène Ryckmans', 'Rue Hélène', OTHER, 'a name left out that says more than the rest'],
    ['be', 'Avenue Louise', 'Square Marie-Louise', OTHER, 'the same with another kind of street'],
    ['be', 'Berlin Bismarckallee', 'Rue de Berlin', OTHER, 'a name added that says more than the rest'],
    ['nl', 'Zuiderpark campus', 'Rue du Campus', OTHER, 'a word of many names says little'],
    ['nl', 'Kerkpl.', 'Kerkplein', 0.3, 'the end of a compound with a full stop'],
    ['nl', 'Bloemgr.', 'Bloemgracht', 0.3, 'a beginning with a full stop at the end of the name'],
    ['nl', 'Oude Bloemgr.', 'Oude Bloemgracht', 0.3, 'the same behind another word'],
    ['nl', 'Bloemgr', 'Bloemgracht', OTHER, 'without it, another name'],
    ['be', '1ère Avenue', 'Première Avenue', 0, 'an ordinal of a woman'],
    ['be', 'Rue Gui1laume', 'Rue Guillaume', 1, 'a digit between letters is one misread'],
    ['be', 'Mur', 'Chemin du Mur', 0.8, 'a short name without its kind of street'],
    ['be', 'Mar', 'Chemin du Mur', OTHER, 'but not with a letter wrong'],
    ['be', 'Rue des Saules', 'Drève des Saules', 1, 'an avenue of trees is a kind of street, too'],
    ['lu', "Route d'", 'Chemin Rouge', OTHER, 'a kind of street is no name misspelt'],
    ['lu', 'Clos Hélène', 'Rue Hélène', 1, 'another kind of street, of which the country has few'],
    ['be', 'Rue Mdlèire', 'Rue Molière', 3, 'two letters wrong in a word that no name has'],
    ['be', 'Rue Malhère', 'Rue Molière', OTHER, 'as many in one that another name has'],
    ['nl', 'Fgalestraat', 'Fagelstraat', 3, 'two letters of five before a kind of street'],
    ['nl', 'Shclouw', 'Schouw', 3, 'two letters of a name of one word'],
    ['nl', 'Gravn', 'Grebn', 3, 'two of five letters'],
    ['be', 'Rue J. Mdlèire', 'Rue Jean Molière', OTHER, 'nor beside an initial'],
    ['lu', 'Rue Wurth Paquet', 'Rue Nicolas Wurth-Paquet', 1, 'a first name left out'],
  ])('%s: %s is %s but for %d: %s', (country, written, name, edits) => {
    expect(compareNames(country, WEIGHTS, readStreet(country, written)!, makeNameKey(country, fold(name)))).toBeCloseTo(
      edits,
      6,
    );
  });

  it('reads no name from signs alone', () => {
    expect(readStreet('nl', ' - ')).toBeUndefined();
  });
});
