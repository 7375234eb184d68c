import { expect, it } from 'vitest';
import { meaningOfHeader } from '../../src/batch/headers.ts';

/** Headers of exports: programs join words in their own ways, and forms ask whole questions. */
it.each([
  ['Bezoekadres nr', 'housenumber'],
  ['Address Shipping Number', 'housenumber'],
  ['Adres verz: Huisnummer', 'housenumber'],
  ['Adres verz: Straat', 'street'],
  ['ReceiverStreet', 'street'],
  ['ReceiverHouseNumber', 'housenumber'],
  ['ReceiverCity', 'place'],
  ['ReceiverZip', 'postcode'],
  ['Wat is je adres?', 'text'],
  ['In welke straat woon je?', 'street'],
  ['In welke gemeente woon je?', 'place'],
  ['Wat is uw postcode?', 'postcode'],
  ['Wat is je huisnummer?', 'housenumber'],
  ['What is your address?', 'text'],
  ['In which city do you live?', 'place'],
  ['Quelle est votre adresse ?', 'text'],
  ['Wie lautet Ihre Anschrift?', 'text'],
  ["What's your address?", 'text'],
  ['Vraag 2: Wat is uw adres?', 'text'],
  ['Op welk huisnummer?', 'housenumber'],
  ['Dans quelle commune habitez-vous ?', 'place'],
  ['Q3_Postcode', 'postcode'],
  ['Q3. Postcode', 'postcode'],
  ['2.1 Rue', 'street'],
  ['03 Huisnummer', 'housenumber'],
  ['Adreslijn 1', 'text'],
  ['Domicilieadres', 'text'],
  ['Domicilie', 'text'],
  ['Ligging', 'text'],
  ['hn', 'housenumber'],
  ['Ltr', 'letter'],
  ["Numéro de l'adresse", 'housenumber'],
  ['Postcode van het adres', 'postcode'],
  ['Full/combined address of Address', 'text'],
  ['cac:PostalAddress.cbc:PostalZone', 'postcode'],
  ['cac:PostalAddress.cac:Country.cbc:IdentificationCode', 'country'],
])('%s is the %s', (header, role) => {
  expect(meaningOfHeader(header)).toMatchObject({ kind: 'role', role });
});

it.each([
  'Adresnummer',
  'Wat is je mening?',
  'What is your email address?',
  'Waar is het?',
  'Order shipping number',
  'Buslijn',
  'Type of address',
  'Ancien code postal',
])('%s is none', (header) => {
  expect(meaningOfHeader(header).kind).not.toBe('role');
});
