import type { Page, Suggestion } from '../../src/index.ts';
import type { Country } from '../../src/model/country.ts';
import { type Miss, type QualityPart, share } from './quality.ts';
import { describe } from './quality-answers.ts';

/** What somebody types first, and what stands first then on the real names of a country. */
export interface ShortQuery {
  readonly text: string;
  /** The label and the beginning of the description of the first answer. */
  readonly first: string | readonly string[];
  readonly why: string;
}

const row = (text: string, first: string | readonly string[], why: string): ShortQuery => ({ text, first, why });

export const SHORT_QUERIES: Readonly<Record<Country, readonly ShortQuery[]>> = {
  nl: [
    row('a', 'Amsterdam | municipality', 'the largest city before the street A'),
    row('am', 'Amsterdam | municipality', 'the same'),
    row('d', 'Dordrecht | municipality', 'a city before the street D'),
    row('alm', 'Almere | municipality', 'most who type alm are on their way to Almere'),
    row('den haag', "'s-Gravenhage | municipality", 'a city by the name that everybody uses'),
    row('den bosch', "'s-Hertogenbosch | municipality", 'the same'),
    row('den ha', "'s-Gravenhage | municipality", 'the city, before the villages called Den Ham'),
    row('den bo', "'s-Hertogenbosch | municipality", 'the same, before Den Bommel'),
    row("'s-g", "'s-Gravenhage | municipality", 'the official name as it is typed'),
    row('den haag spui', "Spui | street in 's-Gravenhage", 'the street of that very name before Spuistraat'),
    row('bergen op', 'Bergen op Zoom | municipality', 'the last word is being typed, and no noise'),
    row('utrecht', 'Utrecht | municipality', 'the city before the province'),
    row('utrecht neude', 'Neude | street in Utrecht', 'a place and a street'),
    row('kalver amsterdam', 'Kalverstraat | street in Amsterdam', 'the beginning of a street before its place'),
    row('kerkstraat 1', 'Kerkstraat 1 | 1017GA Amsterdam', 'of many the one in the largest place'),
    row('kerkstraat 1 ams', 'Kerkstraat 1 | 1017GA Amsterdam', 'the place that is being typed'),
    row('dorpsstraat 12', 'Dorpsstraat 12 | 2712AK Zoetermeer', 'of many the one in the largest place'),
    row('dam 1', 'Dam 1 | 1012JS Amsterdam', 'a whole short name'),
    row('damrak', 'Damrak | street in Amsterdam', 'the whole name before Damraklaan'),
    row('b', 'Breda | municipality', 'a city before the street B'),
    row('e', 'Eindhoven | municipality', 'a city before the street E'),
    row('den', 'Den Helder | municipality', 'a city before the street Den'),
    row('maas', 'Maastricht | municipality', 'a city before the streets called Maas'),
    row('hil', 'Hilversum | municipality', 'a city before the streets called Hil'),
    row('de lier', 'De Lier | place', 'the place of that name before the streets'),
    row('den burg', 'Den Burg | place', 'the same'),
    row('hengelo', 'Hengelo | municipality in Overijssel', 'the larger one, by its own name'),
    row('das boxtel', 'Das | street in Boxtel', 'a street that is called like an article'),
    row('kooiweg hoorn', 'Kooiweg | street in Hoorn', 'the place as typed before Den Hoorn'),
    row('Koningsplei n5, Zwolle', 'Koningsplein 5 | 8011', 'a letter and a blank in the wrong order'),
    row('kerkstraat 5 katwijk aan zee', 'Kerkstraat 5 | 2223AE Katwijk', 'aan Zee is not the end of another place'),
    row('1012', 'Amsterdam | place', 'four digits are their place'),
    row('1012js', 'Dam | 1012JS Amsterdam', 'a whole postcode is its street'),
  ],
  be: [
    row('ant', 'Antwerpen | municipality', 'the largest city, in its own language'),
    row('g', 'Gent | municipality', 'Gent, not Gand'),
    row('bru', 'Bruxelles | municipality', 'before Brugge, which is smaller, and the street Bru'),
    row('luik', ['Luik | municipality', 'Liège | municipality'], 'the city before the province'),
    row('liège', 'Liège | municipality', 'the city before the province'),
    row('bergen', ['Bergen | municipality', 'Mons | municipality'], 'Mons in Dutch, before streets of the name'),
    row('la lou', 'La Louvière | municipality', 'the article is the first word of the name'),
    row('borgerhout', 'Borgerhout (Antwerpen) | place', 'the district before a street of the name'),
    row('ekeren', 'Ekeren (Antwerpen) | place', 'by its own name, whatever the register puts round it'),
    row('wilrijk', 'Wilrijk (Antwerpen) | place', 'and nothing else is Wilrijk'),
    row('rue de la gare', 'Rue de la Gare | street in', 'the name that a hundred places have'),
    row('kerkstraat 1', 'Kerkstraat 1 | 2060 Antwerpen', 'of many the one in the largest place'),
    row('kerkst gent', 'Kerkstraat | street in', 'a part of Gent, which itself has none'),
    row('s', 'Seraing | municipality', 'the largest city, not Saint-Nicolas for Sint-Niklaas'),
    row('br', 'Bruxelles | municipality', 'the largest city before Brugge'),
    row('h', 'Hasselt | municipality', 'not Hal for Halle'),
    row('laken', 'Brussel | place', 'who types the Dutch name reads the Dutch one'),
    row('laeken', 'Bruxelles | place', 'and the French one'),
    row('de panne', 'De Panne | municipality', 'the article is the first word of the name'),
    row('sint-t', 'Sint-Truiden | municipality', 'a city before the streets of the saint'),
    row('roe', 'Roeselare | municipality', 'a city before the street Roe'),
    row('tour', 'Tournai | municipality', 'a city before the street Tour'),
    row('4000 liege', 'Liège | municipality', 'the place that the postcode is in'),
    row('rue dr la fontaine 1, 1000 bruxelles', 'Rue de la Fontaine 1 | 1000 Bruxelles', 'a little word mistyped'),
    row('1000', 'Bruxelles | place', 'a postcode of hundreds of streets is its place'),
    row('1130 bruxelles-13', 'Bruxelles | municipality', 'the number of a postal district is no house'),
    row('8000 bru', 'Brugge | municipality', 'the place that the postcode is in, in its own language'),
    row('9000 gent', 'Gent | municipality', 'the same, whole'),
  ],
  lu: [
    row('l', 'Luxembourg | municipality', 'the capital'),
    row('lux', 'Luxembourg | municipality', 'the city before the canton'),
    row('esch', 'Esch-sur-Alzette | municipality', 'the larger of the two'),
    row('ettel', 'Ettelbruck | municipality', 'a town before the streets that lead to it'),
    row('rue de la gare', 'Rue de la Gare | street in', 'the name that fifty places have'),
    row('rue principale', 'Rue Principale | street in', 'as typed before the same in Luxembourgish'),
    row('grand-rue 1', 'Grand-Rue 1 | 1661 Luxembourg', 'of many the one in the largest place'),
    row('letzebuerg', 'Luxembourg | municipality', 'the city by its name in Luxembourgish, before the streets'),
    row('differ', 'Differdange | municipality', 'a town that most who type so are on their way to'),
    row('dudel', 'Dudelange | municipality', 'the same'),
    row('diek', 'Diekirch | municipality', 'the town before the canton'),
    row('mersch', 'Mersch | municipality', 'the same, whole'),
    row('grevenmacher', 'Grevenmacher | municipality', 'the town before canton and district'),
    row('vianden', 'Vianden | municipality', 'a small town before the streets that lead to it'),
    row('rem', 'Remich | municipality', 'a town before places of the name in full'),
    row('strassen', 'Strassen | municipality', 'a town, and not the German for streets'),
    row('esch sur alz', 'Esch-sur-Alzette | municipality', 'the last word is being typed'),
    row('kirchberg', 'Luxembourg | place', 'a quarter of the city'),
    row('bonnevoie', 'Luxembourg | place', 'another, before Rue de Bonnevoie'),
    row('bd royal', 'Boulevard Royal | street in Luxembourg', 'an abbreviated kind of street'),
    row('avenue kennedy', 'Avenue John F. Kennedy | street in Luxembourg', 'without the first name'),
    row("place d'armes", "Place d'Armes | street in Luxembourg", 'an article with an apostrophe'),
    row("route d'arlon", "Route d'Arlon | street in 13 places", 'the name that many places have'),
    row('haaptstrooss', 'Haaptstrooss | street in', 'as typed before the same in French'),
    row('1611', 'Avenue de la Gare | 1611 Luxembourg', 'a postcode of one street is its street'),
    row('l-4010', "Rue de l'Alzette | 4010 Esch-sur-Alzette", "with the country's letter"),
  ],
};

/** A few letters, common names, postcodes: what the first answer is, beside what a person of the country expects. */
export function measureShortQueries({ lookup, register, add, miss }: QualityPart): void {
  const queries = SHORT_QUERIES[register.country];
  const misses: Miss[] = [];
  for (const { text, first, why } of queries) {
    const { results } = lookup.autocomplete({ search: text, perPage: 3 }) as Page<Suggestion>;
    const [found] = results;
    const shown = found === undefined ? '' : `${found.label} | ${found.description}`;
    if (![first].flat().some((each) => shown.startsWith(each)))
      misses.push({ typed: text, wanted: `${first}: ${why}`, got: describe(results) });
  }
  add('a few letters, common names, postcodes', [
    { asked: queries.length, 'first as expected (100 %)': share(queries.length - misses.length, queries.length) },
  ]);
  miss('a few letters, common names, postcodes', misses);
}
