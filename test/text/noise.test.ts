import { describe, expect, it } from 'vitest';
import type { Country } from '../../src/model/country.ts';
import { fold } from '../../src/text/fold.ts';
import { withoutBeside, withoutContacts, withoutNoise, withoutPostalDistrict } from '../../src/text/noise.ts';
import { expectLinear } from '../support/expect-linear.ts';

const CASES: readonly (readonly [country: Country, text: string, rest: string, why: string])[] = [
  ['nl', 'Dam 1, Amsterdam, Nederland', 'dam 1 amsterdam', 'the country'],
  ['nl', 'Dam 1 Amsterdam the Netherlands', 'dam 1 amsterdam', 'the country with its article'],
  ['be', 'Wetstraat 16, 1000 Brussel - België', 'wetstraat 16 1000 brussel', 'the country behind a hyphen'],
  ['be', 'Rue de la Loi 16 Bruxelles BELGIQUE', 'rue de la loi 16 bruxelles', 'the country in capitals'],
  ['lu', 'L-1466 Luxembourg, Grand-Duché de Luxembourg', 'l 1466 luxembourg', 'the country, but not the town'],
  ['lu', '5 rue X, Luxembourg', '5 rue x luxembourg', 'a town that is named as its country stays'],
  ['be', 'Rue de Belgique 5, Liège', 'rue de belgique 5 liege', 'a street that is named after the country stays'],
  ['nl', 'Dam 1 (achter de Nieuwe Kerk), Amsterdam', 'dam 1 amsterdam', 'brackets'],
  ['nl', 'Dam 1 [2 hoog] Amsterdam', 'dam 1 amsterdam', 'square brackets'],
  ['nl', 't.a.v. mevrouw De Wit, Dam 1', 'dam 1', 'whom it is for'],
  ['nl', 'Dam t.a.v. mevrouw De Wit 1, 1012JS Amsterdam', 'dam 1 1012js amsterdam', 'the number behind whom it is for'],
  ['nl', 't.a.v. afdeling 3, Dam 1', 'dam 1', 'a number of whom it is for'],
  ['nl', 'p/a Dam 1, Amsterdam', 'dam 1 amsterdam', 'what has a number is the address'],
  ['nl', 'p/a De Wit\nDam 1\nAmsterdam', 'dam 1 amsterdam', 'whom it is for, up to the end of the line'],
  ['nl', 'Dam 1, c/o De Wit', 'dam 1', 'whom it is for, at the end'],
  ['nl', 'TAV De Wit, Dam 1', 'dam 1', 'whom it is for, without full stops'],
  ['be', 'à l’attention de M. Dupont, Rue Haute 1', 'rue haute 1', 'whom it is for, with a typographic apostrophe'],
  ['nl', 'Dam 1 2e verdieping Amsterdam', 'dam 1 amsterdam', 'a floor'],
  ['nl', 'Dam 1, begane grond', 'dam 1', 'the ground floor'],
  ['be', 'Rue Haute 1, 3ème étage, Bruxelles', 'rue haute 1 bruxelles', 'a floor in French'],
  ['be', 'Rue Haute 1, 3ième étage, Bruxelles', 'rue haute 1 bruxelles', 'a floor in French, as many write it'],
  ['nl', 'Dam 1, 2nd floor, Amsterdam', 'dam 1 amsterdam', 'a floor in English'],
  ['be', 'Rue Haute 1 rez-de-chaussée', 'rue haute 1', 'the ground floor in French'],
  ['lu', 'Rue Haute 1, 2. Stock', 'rue haute 1', 'a floor in German'],
  ['be', 'Rue Haute 9 bus 4eET, Bruxelles', 'rue haute 9 bus 4eet bruxelles', 'a box that is called like a floor'],
  ['nl', 'Verdieping', 'verdieping', 'nothing is left out where nothing would be left'],
  ['nl', '(Dam 1)', 'dam 1', 'nothing is left out where nothing would be left'],
  ['nl', 'Tavernestraat 3', 'tavernestraat 3', 'the beginning of a name is no noise'],
  ['be', 'Etageplein 3', 'etageplein 3', 'the beginning of a name is no noise'],
];

describe('brackets', () => {
  const isName = (name: string): boolean => ['Bergen (NH)', 'Bergen op Zoom (Stad)'].includes(name);

  it.each([
    ['Dam 1, Bergen (NH)', 'Dam 1, Bergen (NH)'],
    ['Dam 1 Bergen op Zoom (Stad)', 'Dam 1 Bergen op Zoom (Stad)'],
    ['Dam 1 (achterom), Bergen (NH)', 'Dam 1  , Bergen (NH)'],
    ['Dam 1, Bergen (achterom)', 'Dam 1, Bergen  '],
    ['Bergen, Dam 1 (NH)', 'Bergen, Dam 1  '],
  ])('of "%s" leave "%s": those that end a name stay', (text, rest) =>
    expect(withoutNoise('nl', text, isName)).toBe(rest),
  );
});

describe('withoutNoise', () => {
  it.each(CASES)('%s: "%s" is "%s" (%s)', (country, text, rest) => {
    expect(fold(withoutNoise(country, text))).toBe(rest);
  });

  it.each(['(', '[', '-', ' ', 'c/o ', 't.a.v. ', '2e ', 'étage '])('takes no time for many times "%s"', (part) => {
    for (const country of ['nl', 'be', 'lu'] as const)
      expectLinear((times) => withoutNoise(country, part.repeat(times)));
  });
});

it('leaves an apartment behind a house number, whose addition it may be, and puts one there that stands elsewhere', () => {
  for (const text of ['Kerkstraat 2 app1, Gent', 'Kerkstraat 2, app. 1 Gent', 'Kerkstraat 2a appartement 12']) {
    expect(withoutNoise('be', text)).toBe(text);
  }
  expect(withoutNoise('be', 'App. 3, Kerkstraat 2 Gent')).toBe(' , Kerkstraat 2 App. 3 Gent');
  expect(withoutNoise('be', 'Kerkstraat 2 - 9000 Gent - app 3')).toBe('Kerkstraat 2 app 3 - 9000 Gent ');
  expect(withoutNoise('be', '2, Rue Haute bte 3, 1000 Bruxelles')).toBe('2 bte 3, Rue Haute , 1000 Bruxelles');
  expect(fold(withoutNoise('be', 'T.a.v. Jansen / Kerkstraat 2, Gent'))).toBe('kerkstraat 2 gent');
  expect(withoutNoise('be', '2 Rue Haute #3')).toBe('2 bus 3 Rue Haute ');
  expect(withoutNoise('be', 'App. 3, Kerkstraat, Gent')).toBe('App. 3, Kerkstraat, Gent');
});

it.each([
  ['Kerkstraat 2 (bus 3), Gent', 'Kerkstraat 2  bus 3 , Gent'],
  ['Kerkstraat 2 (bus: 0103), Gent', 'Kerkstraat 2  bus: 0103 , Gent'],
  ['Kerkstraat 2 (bte n° 3), Gent', 'Kerkstraat 2  bte n° 3 , Gent'],
  ['Kerkstraat 2 (app. 1.1), Gent', 'Kerkstraat 2  app. 1.1 , Gent'],
  ['Kerkstraat 2 (B. b003), Gent', 'Kerkstraat 2  B. b003 , Gent'],
  ['Kerkstraat 2 (boîte 5eET), Gent', 'Kerkstraat 2  boîte 5eET , Gent'],
  ['2 (bus: 3), Kerkstraat, Gent', '2  bus: 3 , Kerkstraat, Gent'],
  ['Kerkstraat 2 (busje), Gent', 'Kerkstraat 2  , Gent'],
  ['Kerkstraat 2 (B), Gent', 'Kerkstraat 2  B , Gent'],
  ['Kerkstraat 2 (nr. 53)', 'Kerkstraat 2  53 '],
  ['Kerkstraat 2 (GLVH), Gent', 'Kerkstraat 2  bus GLVH , Gent'],
  ['Kerkstraat 2 (BEL), Gent', 'Kerkstraat 2  , Gent'],
  ['Kerkstraat 2 (hoek), Gent', 'Kerkstraat 2  , Gent'],
  ['Kerkstraat (B) 2, Gent', 'Kerkstraat   2, Gent'],
])('"%s" has the addition that stands in brackets: "%s"', (text, rest) => {
  expect(withoutNoise('be', text)).toBe(rest);
});

it.each([
  ['1) 12, Rue Haute, Liège', '12, Rue Haute, Liège'],
  ['2. 20, Rotbach, Platen', '20, Rotbach, Platen'],
  ['n°2: 98 Molenweg', '98 Molenweg'],
  ['7: 181 Rue Haute', '181 Rue Haute'],
  ['14h30 12, Rue Haute', '12, Rue Haute'],
  ['14h-16h30, 12, Rue Haute', '12, Rue Haute'],
  ['12 t/m 14 Rue Haute', '12-14 Rue Haute'],
  ['Rue Haute 12 et 14', 'Rue Haute 12 et 14'],
  ['2. Molenweg 3', '2. Molenweg 3'],
])('"%s" is "%s" without the number of an entry or a time', (text, rest) => {
  expect(withoutContacts(text)).toBe(rest);
});

it.each([
  ['Rue Haute 322, 1000 BRUXELLES--1', 'Rue Haute 322, 1000 BRUXELLES', 'the first district'],
  ['Meir 2, 2018 Antwerpen 1', 'Meir 2, 2018 Antwerpen', 'the first, with its own postcode'],
  ['Rue de Verdun 21, 1130 Bruxelles 13, Belgique', 'Rue de Verdun 21, 1130 Bruxelles, Belgique', 'before the country'],
  ['1130 Bruxelles-13', '1130 Bruxelles', 'joined to the city'],
  ['1130 Bruxelles 13', '1130 Bruxelles 13', 'the only number may be the house'],
  ['Rue de Verdun 21, 1130 Bruxelles 14', 'Rue de Verdun 21, 1130 Bruxelles 14', 'the postcode says another district'],
  ['1130 Bruxelles, Rue de Verdun 13', '1130 Bruxelles, Rue de Verdun 13', 'another part of the address follows'],
])('"%s" is "%s" without a postal district (%s)', (text, rest) => {
  expect(withoutPostalDistrict(text)).toBe(rest);
});

it('reads a hostile text for postal districts in no time', () => {
  for (const part of ['1000 a', '1000 ', '1000 a-', '-'])
    expectLinear((times) => withoutPostalDistrict(part.repeat(times)));
});

describe('withoutContacts', () => {
  it.each([
    ['Dam 12, 1012JS Amsterdam, tel. 020-1234567', 'dam 12 1012js amsterdam'],
    ['Dam 12, 1012JS Amsterdam - € 350.000', 'dam 12 1012js amsterdam'],
    ['Dam 12, Amsterdam, 1.250,00 €', 'dam 12 amsterdam'],
    ['Dam 12 1012JS Amsterdam T: 020 - 123 45 67', 'dam 12 1012js amsterdam'],
    ['Tél. : +32 (0)4 223 45 67, Rue Haute 1', 'rue haute 1'],
    ['Rue Haute 1 Téléphone 04/223.45.67 4000 Liège', 'rue haute 1 4000 liege'],
    ['Rue Haute 1, 4000 Liège 0032 4 223 45 67', 'rue haute 1 4000 liege'],
    ['Rue Haute 1, L-1466 Luxembourg +352 26 12 34 56', 'rue haute 1 l 1466 luxembourg'],
    ['Rue Haute 1, 4000 Liège, TVA BE 0404.484.654', 'rue haute 1 4000 liege'],
    ['Dam 12 e-mail: info@example.org https://example.org/1?a=2', 'dam 12'],
    ['Dam 12, 52.37312, 4.89319', 'dam 12'],
    ['Dam 12, Amsterdam, P.O. Box 3', 'dam 12 amsterdam'],
    ['Dam 12 (Amsterdam, P.O. Box 3)', 'dam 12 amsterdam'],
    ['Dam 12, 1012JS Amsterdam 12/03/2019', 'dam 12 1012js amsterdam'],
    ['Dam 12, 1012JS Amsterdam (2019-03-12)', 'dam 12 1012js amsterdam'],
    ['Rue Haute 1, 4000 Liège, 8h30 - 12:00', 'rue haute 1 4000 liege'],
    ['26 55 12 34 Rue Haute 1, 4423 Soleuvre', 'rue haute 1 4423 soleuvre'],
    ['+352 26 12 34 Rue Haute 1, 2222 Luxembourg', 'rue haute 1 2222 luxembourg'],
    ['Els Vermeulen 06 12 34 56 78 Dam 1, Amsterdam', 'els vermeulen dam 1 amsterdam'],
    ['Rue Haute 1 • 4000 Liège • 04 222 33 44 • www.example.org', 'rue haute 1 4000 liege'],
    ['Rue Haute 1 • 4423 Soleuvre • 26 12 34 56 • example', 'rue haute 1 4423 soleuvre example'],
    ['Weber J., Rue Haute 1, Clervaux 26 12 34 56', 'weber j rue haute 1 clervaux'],
    ['Weber J. 26.12.34.56 Rue Haute 1, Clervaux', 'weber j rue haute 1 clervaux'],
  ])('"%s" is "%s"', (text, rest) => expect(fold(withoutContacts(text))).toBe(rest));

  it.each([
    'Rue Haute 1 bus 0201 1000 Bruxelles 2',
    'Rue Haute 12 F 1, 4000 Liège',
    'Rue du 8 mai 1945 12, 4000 Liège',
    'Rue du 22 mai 2008 4, 9099 Ingeldorf',
    '12 14 Rue Haute, 4000 Liège',
    'Rue Haute 1234 bte 5678, 4000 Liège',
    'Dam 12-14, 1012 JS Amsterdam 1234567',
    'Telstraat 12, 1012JS Amsterdam',
    'Faxweg 1234, 1012JS 1234 Amsterdam',
    'Parkweg 2H32, 1012JS Amsterdam',
    'Boven Westerdiep 84-30 84-30',
  ])('leaves "%s" as it is', (text) => expect(withoutContacts(text)).toBe(text));

  it.each(['0', '0 ', 'a@', '@', '+31', 'tel ', 'www.', '1.234 ', 'a'])('takes no time for many times "%s"', (part) => {
    expectLinear((times) => withoutContacts(`${part.repeat(times)}@0123456789`));
    expectLinear((times) => withoutContacts(`0123456789 ${part.repeat(times)}`), 400);
  });
});

describe('withoutBeside', () => {
  it.each([
    ['naast Damrak 12, Amsterdam', 'Damrak 12, Amsterdam'],
    ['De Beurs, tegenover Damrak 12', 'De Beurs, Damrak 12'],
    ['t.o. Damrak 12', 'Damrak 12'],
    ['En face de la gare', 'de la gare'],
    ['À côté de la Rue Neuve 1', 'de la Rue Neuve 1'],
    ['Neben Hauptstraße 1', 'Hauptstraße 1'],
  ])('"%s" is "%s"', (text, rest) => expect(withoutBeside(text)).toBe(rest));

  it.each(['Damrak 12', 'Bijlmerdreef 12', 'Hoekstraat 1', 'Damrak 12 naast', 'Bij 12', 'Kerk bij Damrak 12'])(
    'leaves "%s" as it is',
    (text) => expect(withoutBeside(text)).toBe(text),
  );

  it.each([' ', ',', 'bij ', 't.o.', '\n'])('takes no time for many times "%s"', (part) => {
    expectLinear((times) => withoutBeside(part.repeat(times)));
  });
});
