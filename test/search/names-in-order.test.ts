import { expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { withNamesInOrder } from '../../src/search/name-words.ts';

const STREETS = ['Korte Bruggestraat', '1e Helmersstraat'];

it.each<[country: Country, text: string, inOrder: string, why: string]>([
  ['be', 'Loi (Rue de la) 16, Bruxelles', 'Rue de la Loi 16, Bruxelles', 'the kind of street in brackets'],
  ['be', 'Loi, Rue de la 16, 1000 Bruxelles', 'Rue de la Loi 16, 1000 Bruxelles', 'behind a comma'],
  ['be', 'Loi (Rue de la)', 'Rue de la Loi', 'no number'],
  ['nl', 'Schutsboom, De 1, Helvoirt', 'De Schutsboom 1, Helvoirt', 'an article'],
  ['lu', 'Gronn (Am) 5', 'Am Gronn 5', 'an article in brackets'],
  ['be', 'Rue de la Loi 16 (Bruxelles)', 'Rue de la Loi 16 (Bruxelles)', 'a name in brackets'],
  ['be', 'Bruxelles, Rue de la Loi 16', 'Bruxelles, Rue de la Loi 16', 'a name behind a comma'],
  ['be', 'Bergen (B)', 'Bergen (B)', 'brackets without a word'],
  ['nl', 'Bruggestraat (Korte) 7', 'Korte Bruggestraat 7', 'what a street has in front'],
  ['nl', 'Bruggestraat (Lange) 7', 'Bruggestraat (Lange) 7', 'what no street has'],
  ['nl', 'Helmersstraat, 1e 12', '1e Helmersstraat 12', 'an ordinal in digits'],
  ['lu', 'Bëscheck, L-9711 Clervaux', 'Bëscheck, L-9711 Clervaux', 'the letter of a country'],
  ['be', 'Rue Haute 5, Liège', 'Rue Haute 5, Liège', 'nothing stands behind'],
  ['be', `${'a'.repeat(1000)} Loi (Rue de la) 16`, `${'a'.repeat(1000)} Loi (Rue de la) 16`, 'more than is read'],
])('%s: %s is %s (%s)', (country, text, inOrder) => {
  expect(withNamesInOrder(country, text, (name) => STREETS.includes(name))).toBe(inOrder);
});
