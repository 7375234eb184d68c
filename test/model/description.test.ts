import { describe, expect, it } from 'vitest';
import { DESCRIPTION_LANGUAGES, describeIn } from '../../src/model/description.ts';

describe('a description in another language', () => {
  it.each([
    ['street in Amsterdam', 'straat in Amsterdam', 'rue à Amsterdam', 'Straße in Amsterdam'],
    ['street in 12 places', 'straat in 12 plaatsen', 'rue dans 12 localités', 'Straße in 12 Orten'],
    ['municipality in Utrecht', 'gemeente in Utrecht', 'commune à Utrecht', 'Gemeinde in Utrecht'],
    ['place in Street, Utrecht', 'plaats in Street, Utrecht', 'localité à Street, Utrecht', 'Ort in Street, Utrecht'],
    ['canton', 'kanton', 'canton', 'Kanton'],
    ['region', 'gewest', 'région', 'Region'],
    [
      'place in Spa, Liège: 1 address with postcode 4900',
      'plaats in Spa, Liège: 1 adres met postcode 4900',
      'localité à Spa, Liège: 1 adresse avec le code postal 4900',
      'Ort in Spa, Liège: 1 Adresse mit der Postleitzahl 4900',
    ],
    ['1012NX Amsterdam', '1012NX Amsterdam', '1012NX Amsterdam', '1012NX Amsterdam'],
    ['', '', '', ''],
  ])('%s', (description, nl, fr, de) => {
    expect(DESCRIPTION_LANGUAGES.map((language) => describeIn(language, description))).toEqual([
      nl,
      fr,
      de,
      description,
    ]);
  });
});
