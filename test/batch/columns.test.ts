import { describe, expect, it } from 'vitest';
import { type Columns, type NamedColumns, recogniseColumns } from '../../src/batch/columns.ts';
import { FieldReader, hasLongField, joinAddition } from '../../src/batch/fields.ts';
import type { Role } from '../../src/batch/headers.ts';
import { resultColumns } from '../../src/batch/result-columns.ts';
import type { Country } from '../../src/model/country.ts';
import { codeOf } from '../support/code-of.ts';

/** Which headers are read as what, and which are left over. */
function columnsOf(headers: readonly string[], named: NamedColumns = {}, ignored: readonly string[] = []): unknown {
  const { roles, leftOver } = recogniseColumns(headers, named, false, true, ignored);
  const shown: Record<string, readonly string[]> = {};
  for (const [role, positions] of Object.entries(roles)) shown[role] = positions.map((each) => headers[each]!);
  if (leftOver.length > 0) shown['left over'] = leftOver.map((each) => headers[each]!);
  return shown;
}

/** What is read of a row. */
function fieldsOf(row: Readonly<Record<string, string>>, country?: Country): { [role in Role]?: string | undefined } {
  const headers = Object.keys(row);
  const { roles }: Columns = recogniseColumns(headers, {}, false, true);
  return new FieldReader(roles, country).read((position) => row[headers[position]!]!);
}

describe('postcode and place in one column', () => {
  it.each([
    ['once, where the street has them too', 'Spui 70, 2511BT Den Haag', '2511BT Den Haag', 'Spui 70, 2511BT Den Haag'],
    ['behind the street', 'Spui 70', '2511BT Den Haag', 'Spui 70, 2511BT Den Haag'],
    ['behind a street that is called as the place', '5, rue de Namur', 'Namur', '5, rue de Namur, Namur'],
    ['behind one that begins so', 'Laarstraat 5', 'Laar', 'Laarstraat 5, Laar'],
  ])('are read %s', (_, straat, where, text) => {
    expect(fieldsOf({ straat, 'postcode en plaats': where }).text).toBe(text);
  });

  it('are read behind a street without its number as without an addition, which is no number', () => {
    const row = { straat: 'Spui', nr: '', toev: '70', 'postcode en plaats': '2511BT Den Haag' };
    expect(fieldsOf(row).text).toBe('Spui, 2511BT Den Haag');
    expect(fieldsOf({ ...row, straat: 'Spui 5' }).text).toBe('Spui 5 70, 2511BT Den Haag');
  });
});

describe('the columns', () => {
  it.each<[string, string[], unknown]>([
    [
      'that all begin with the address',
      ['adr_straat', 'adr_nr', 'adr_pc', 'adr_plaats'],
      { street: ['adr_straat'], housenumber: ['adr_nr'], postcode: ['adr_pc'], place: ['adr_plaats'] },
    ],
    [
      'of which one is the number of an address',
      ['straat', 'adres_nr', 'postcode'],
      { street: ['straat'], postcode: ['postcode'], 'left over': ['adres_nr'] },
    ],
    [
      'of an invoice, its number behind its street',
      ['Factuurstraat', 'Factuurnr', 'Factuurpostcode', 'Factuurplaats'],
      {
        street: ['Factuurstraat'],
        housenumber: ['Factuurnr'],
        postcode: ['Factuurpostcode'],
        place: ['Factuurplaats'],
      },
    ],
    [
      'of a delivery, its number behind its street',
      ['delivery_street', 'delivery_number', 'delivery_box', 'delivery_zip'],
      {
        street: ['delivery_street'],
        housenumber: ['delivery_number'],
        box: ['delivery_box'],
        postcode: ['delivery_zip'],
      },
    ],
    [
      'of a customer, whose number stands elsewhere',
      ['Klantnr', 'Klantstraat', 'Klantpostcode'],
      { street: ['Klantstraat'], postcode: ['Klantpostcode'] },
    ],
    [
      'of SAP, whose second number is the box',
      ['CITY1', 'CITY2', 'POST_CODE1', 'STREET', 'HOUSE_NUM1', 'HOUSE_NUM2'],
      {
        place: ['CITY1'],
        postcode: ['POST_CODE1'],
        street: ['STREET'],
        housenumber: ['HOUSE_NUM1'],
        'left over': ['HOUSE_NUM2'],
      },
    ],
    [
      'of two addresses that are counted',
      ['Straat 1', 'Huisnr 1', 'Postcode 1', 'Plaats 1', 'Straat 2', 'Huisnr 2', 'Postcode 2', 'Plaats 2'],
      {
        street: ['Straat 1'],
        housenumber: ['Huisnr 1'],
        postcode: ['Postcode 1'],
        place: ['Plaats 1'],
        'left over': ['Straat 2', 'Postcode 2'],
      },
    ],
    [
      'behind the number of a row, far from the address',
      ['Nr', 'Naam', 'Locatie', 'Postcode', 'Plaats'],
      { street: ['Locatie'], postcode: ['Postcode'], place: ['Plaats'] },
    ],
    [
      'behind the number of a row, with a word of their own',
      ['Nr', 'Naam', 'Objectadres', 'Postcode', 'Plaats'],
      { street: ['Objectadres'], postcode: ['Postcode'], place: ['Plaats'] },
    ],
    [
      'behind the number of something else',
      ['Zaaknr', 'Siège social', 'CP', 'Localité'],
      { street: ['Siège social'], postcode: ['CP'], place: ['Localité'] },
    ],
    [
      'of postcode and number beside the name of an office',
      ['Vestiging', 'Postcode', 'Huisnummer'],
      { postcode: ['Postcode'], housenumber: ['Huisnummer'] },
    ],
    [
      'with the number in front of the postcode',
      ['Naam', 'Nr', 'Toev', 'Postcode'],
      { housenumber: ['Nr'], addition: ['Toev'], postcode: ['Postcode'] },
    ],
    [
      'of which one is the number with its box, behind that of the row',
      ['N°', 'Nom', 'Rue', 'N°/Bte', 'CP'],
      { street: ['Rue'], housenumber: ['N°/Bte'], postcode: ['CP'] },
    ],
    [
      'of which one is the number with its addition, with a hyphen',
      ['STRAATNAAM', 'HUISNUMMER-TOEVOEGING', 'POSTCODE'],
      { street: ['STRAATNAAM'], housenumber: ['HUISNUMMER-TOEVOEGING'], postcode: ['POSTCODE'] },
    ],
    [
      'of which one is the number with its box, that of the row beside the street',
      ['Nr', 'Straat', 'Nr/bus', 'Postcode'],
      { street: ['Straat'], housenumber: ['Nr/bus'], postcode: ['Postcode'] },
    ],
    [
      'of which one is the number directly behind the street, that of the row in front of it',
      ['Nr', 'Straat', 'Nummer', 'Postcode'],
      { street: ['Straat'], housenumber: ['Nummer'], postcode: ['Postcode'] },
    ],
    [
      'of which one is the number directly behind the street, that of a building in front of it',
      ['Pandnr', 'Straat pand', 'Nr pand', 'Postcode pand'],
      { street: ['Straat pand'], housenumber: ['Nr pand'], postcode: ['Postcode pand'] },
    ],
    [
      'behind a glued word, of which the number begins like another word',
      ['Taxatienr', 'Objectstraat', 'Objecthuisnr', 'Objecttoev', 'Objectpostcode'],
      {
        street: ['Objectstraat'],
        housenumber: ['Objecthuisnr'],
        addition: ['Objecttoev'],
        postcode: ['Objectpostcode'],
      },
    ],
    [
      'of Pipedrive, each of an address',
      [
        'Organization - Name',
        'Organization - House number of Address',
        'Organization - Street/road name of Address',
      ].concat(['Organization - City/town/village/locality of Address', 'Organization - ZIP/Postal code of Address']),
      {
        street: ['Organization - Street/road name of Address'],
        housenumber: ['Organization - House number of Address'],
        place: ['Organization - City/town/village/locality of Address'],
        postcode: ['Organization - ZIP/Postal code of Address'],
      },
    ],
    [
      'of questions that are numbered',
      ['1. Naam', '2. Straat', '3. Nummer', '4. Bus', '5. Postcode', '6. Gemeente'],
      {
        street: ['2. Straat'],
        housenumber: ['3. Nummer'],
        box: ['4. Bus'],
        postcode: ['5. Postcode'],
        place: ['6. Gemeente'],
      },
    ],
    [
      'of the register of persons, by the numbers of its elements',
      ['08.11.10 Straatnaam', '08.11.20 Huisnummer', '08.11.30 Huisletter', '08.11.40 Huisnummertoevoeging'],
      {
        street: ['08.11.10 Straatnaam'],
        housenumber: ['08.11.20 Huisnummer'],
        letter: ['08.11.30 Huisletter'],
        addition: ['08.11.40 Huisnummertoevoeging'],
      },
    ],
    [
      'of the address now, beside the one before',
      ['Oude straat', 'Vorig huisnummer', 'Oude postcode', 'Nieuwe straat', 'Nieuw huisnummer', 'Nieuwe postcode'],
      { street: ['Nieuwe straat'], housenumber: ['Nieuw huisnummer'], postcode: ['Nieuwe postcode'] },
    ],
    [
      'of a child',
      ['Naam kind', 'Adres kind', 'Postcode kind', 'Gemeente kind'],
      { street: ['Adres kind'], postcode: ['Postcode kind'], place: ['Gemeente kind'] },
    ],
    [
      'with the house directly behind the street',
      ['street', 'house', 'box', 'zip'],
      { street: ['street'], housenumber: ['house'], box: ['box'], postcode: ['zip'] },
    ],
    [
      'with the name of a house behind the street, and its number',
      ['Straat', 'Huis', 'Nr', 'Postcode'],
      { street: ['Straat'], housenumber: ['Nr'], postcode: ['Postcode'] },
    ],
    [
      'with the name of a house behind a whole address',
      ['Adresse', 'Maison', 'CP', 'Ville'],
      { street: ['Adresse'], postcode: ['CP'], place: ['Ville'] },
    ],
    [
      'with a house elsewhere, and number and box in one',
      ['House', 'Street', 'Nr/bus', 'Zip'],
      { street: ['Street'], housenumber: ['Nr/bus'], postcode: ['Zip'] },
    ],
    [
      'of the Dutch standard',
      [
        'straat',
        'straat_kort',
        'huisnummer',
        'huisletter',
        'toevoeging',
        'postcode',
        'woonplaats',
        'woonplaats_id',
        'gemeente',
      ],
      {
        street: ['straat'],
        housenumber: ['huisnummer'],
        letter: ['huisletter'],
        addition: ['toevoeging'],
        postcode: ['postcode'],
        place: ['woonplaats', 'gemeente'],
      },
    ],
    [
      'of a public register, behind a word of its own',
      ['actuele_naam_oko', 'opvanglocatie_adres', 'opvanglocatie_postcode', 'opvanglocatie_woonplaats'],
      { street: ['opvanglocatie_adres'], postcode: ['opvanglocatie_postcode'], place: ['opvanglocatie_woonplaats'] },
    ],
    [
      'behind a word that is glued to them',
      ['ObjectID', 'Objectadres', 'Objectpostcode', 'Objectplaats', 'Bouwjaar'],
      { street: ['Objectadres'], postcode: ['Objectpostcode'], place: ['Objectplaats'] },
    ],
    [
      'of two addresses behind such words',
      ['Vertrek_straat', 'Vertrek_nr', 'Vertrek_postcode', 'Aankomst_straat', 'Aankomst_nr', 'Aankomst_postcode'],
      { street: ['Vertrek_straat'], housenumber: ['Vertrek_nr'], postcode: ['Vertrek_postcode'] },
    ],
    [
      'beside those of another address behind such a word',
      ['adres', 'postcode', 'plaats', 'partner_adres', 'partner_postcode', 'partner_plaats'],
      { street: ['adres'], postcode: ['postcode'], place: ['plaats'] },
    ],
    [
      'with such a word in the only one that may be the street',
      ['verzekerde_naam', 'verzekerde_adres', 'postcode', 'plaats'],
      { street: ['verzekerde_adres'], postcode: ['postcode'], place: ['plaats'] },
    ],
    [
      'with such a word in one, beside a street',
      ['straat', 'straatmeubilair', 'nabij_straat', 'postcode'],
      { street: ['straat'], postcode: ['postcode'], 'left over': ['nabij_straat'] },
    ],
    [
      'of CRAB, the register of Flanders before BeST',
      ['STRAATNM', 'HUISNR', 'BUSNR', 'POSTCODE', 'GEMEENTE'],
      {
        street: ['STRAATNM'],
        housenumber: ['HUISNR'],
        box: ['BUSNR'],
        postcode: ['POSTCODE'],
        place: ['GEMEENTE'],
      },
    ],
    [
      'of the KBO',
      [
        'EntityNumber',
        'TypeOfAddress',
        'CountryNL',
        'CountryFR',
        'Zipcode',
        'MunicipalityNL',
        'MunicipalityFR',
        'StreetNL',
      ].concat(['StreetFR', 'HouseNumber', 'Box', 'ExtraAddressInfo', 'DateStrikingOff']),
      {
        country: ['CountryNL', 'CountryFR'],
        postcode: ['Zipcode'],
        place: ['MunicipalityNL', 'MunicipalityFR'],
        street: ['StreetNL', 'StreetFR'],
        housenumber: ['HouseNumber'],
        box: ['Box'],
        'left over': ['ExtraAddressInfo'],
      },
    ],
    [
      'of OpenStreetMap',
      [
        '@id',
        'name',
        'addr:street',
        'addr:housenumber',
        'addr:unit',
        'addr:postcode',
        'addr:city',
        'addr:country',
        'phone',
      ],
      {
        street: ['addr:street'],
        housenumber: ['addr:housenumber'],
        box: ['addr:unit'],
        postcode: ['addr:postcode'],
        place: ['addr:city'],
        country: ['addr:country'],
      },
    ],
    [
      'of Salesforce',
      [
        'Account Name',
        'Billing Street',
        'Billing City',
        'Billing State/Province',
        'Billing Zip/Postal Code',
        'Billing Country',
      ].concat(['Shipping Street', 'Shipping City', 'Shipping Zip/Postal Code', 'Phone']),
      {
        street: ['Billing Street'],
        place: ['Billing City'],
        postcode: ['Billing Zip/Postal Code'],
        country: ['Billing Country'],
      },
    ],
    [
      'of Shopify, whose street is both lines of its address',
      [
        'Name',
        'Email',
        'Shipping Street',
        'Shipping Address1',
        'Shipping Address2',
        'Shipping Company',
        'Shipping City',
        'Shipping Zip',
      ],
      { street: ['Shipping Street', 'Shipping Address1'], place: ['Shipping City'], postcode: ['Shipping Zip'] },
    ],
    [
      'of WooCommerce',
      [
        'order_id',
        'billing_first_name',
        'billing_address_1',
        'billing_address_2',
        'billing_city',
        'billing_postcode',
      ].concat(['billing_country', 'shipping_address_1', 'shipping_address_2', 'shipping_city', 'shipping_postcode']),
      {
        place: ['billing_city'],
        postcode: ['billing_postcode'],
        country: ['billing_country'],
        text: ['billing_address_1', 'billing_address_2'],
      },
    ],
    [
      'of a Belgian spreadsheet in two languages',
      ['Straat', 'Rue', 'Nr', 'Bus', 'PC', 'Gemeente', 'Commune'],
      {
        street: ['Straat', 'Rue'],
        housenumber: ['Nr'],
        box: ['Bus'],
        postcode: ['PC'],
        place: ['Gemeente', 'Commune'],
      },
    ],
    [
      'of a customer list whose rows are numbered',
      ['Nr', 'Naam', 'Straat', 'Huisnr', 'Bus/Toev.', 'Postcode', 'Plaats', 'Omzet'],
      {
        street: ['Straat'],
        housenumber: ['Huisnr'],
        addition: ['Bus/Toev.'],
        postcode: ['Postcode'],
        place: ['Plaats'],
      },
    ],
    [
      'of a company register',
      ['Bezoekadres', 'Postcode', 'Plaats', 'Postadres'],
      { street: ['Bezoekadres'], postcode: ['Postcode'], place: ['Plaats'] },
    ],
    [
      'with a number beside the street',
      ['straat', 'straat nr', 'plaats'],
      { street: ['straat'], housenumber: ['straat nr'], place: ['plaats'] },
    ],
    ['with the number in the street', ['straat nr', 'plaats'], { street: ['straat nr'], place: ['plaats'] }],
    [
      'with number and box in one',
      ['straat', 'nr/bus', 'plaats'],
      { street: ['straat'], housenumber: ['nr/bus'], place: ['plaats'] },
    ],
    [
      'with postcode and place in one',
      ['Straat + nr', 'Postcode + plaats'],
      { street: ['Straat + nr'], text: ['Postcode + plaats'] },
    ],
    ['with lines of text', ['Adresregel 1', 'Adresregel 2', 'naam'], { text: ['Adresregel 1', 'Adresregel 2'] }],
    ['with a text that says all of it', ['adres', 'id'], { text: ['adres'] }],
    ['with a text beside a postcode', ['adres', 'postcode'], { street: ['adres'], postcode: ['postcode'] }],
    ['with a text that lacks the number', ['adres', 'huisnummer'], { street: ['adres'], housenumber: ['huisnummer'] }],
    ['with a text and rows that are numbered', ['nr', 'naam', 'adres'], { text: ['adres'] }],
    [
      'with a text beside its parts',
      ['straat', 'huisnummer', 'postcode', 'volledig adres'],
      { street: ['straat', 'volledig adres'], housenumber: ['huisnummer'], postcode: ['postcode'] },
    ],
    [
      'with a text beside the street alone',
      ['straat', 'postcode', 'plaats', 'adres'],
      { street: ['straat', 'adres'], postcode: ['postcode'], place: ['plaats'] },
    ],
    [
      'with a text beside the street alone, and one column of postcode and place',
      ['straat', 'postcode en plaats', 'adres'],
      { street: ['straat', 'adres'], text: ['postcode en plaats'] },
    ],
    [
      'with a second line beside the parts of the first',
      ['straat', 'huisnummer', 'adres 2', 'postcode', 'plaats'],
      {
        street: ['straat'],
        housenumber: ['huisnummer'],
        postcode: ['postcode'],
        place: ['plaats'],
        'left over': ['adres 2'],
      },
    ],
    [
      'with a text beside its parts, the addition among them',
      ['straat', 'huisnummer', 'toevoeging', 'postcode', 'volledig adres'],
      { street: ['straat'], housenumber: ['huisnummer'], addition: ['toevoeging'], postcode: ['postcode'] },
    ],
    ['of two lines of a street', ['straat', 'straat 2', 'plaats'], { text: ['straat', 'straat 2'], place: ['plaats'] }],
    [
      'of lines beside a number of their own',
      ['adres', 'adres 2', 'huisnummer', 'postcode'],
      { street: ['adres'], housenumber: ['huisnummer'], postcode: ['postcode'], 'left over': ['adres 2'] },
    ],
    [
      'of two addresses by number',
      ['Adres 1', 'Postcode 1', 'Adres 2', 'Postcode 2'],
      { street: ['Adres 1'], postcode: ['Postcode 1'], 'left over': ['Adres 2', 'Postcode 2'] },
    ],
    [
      'behind words of a form',
      ['Adresse du patient', 'Code postal du patient', 'Localité du patient'],
      { street: ['Adresse du patient'], postcode: ['Code postal du patient'], place: ['Localité du patient'] },
    ],
    [
      'behind the number of the row',
      ['No.', 'Name', 'Address', 'Address 2', 'Post Code', 'City'],
      { text: ['Address', 'Address 2'], postcode: ['Post Code'], place: ['City'] },
    ],
    [
      'with the number before its box and its street',
      ['N°', 'Bte', 'Rue', 'C.P.', 'Ville'],
      { housenumber: ['N°'], box: ['Bte'], street: ['Rue'], postcode: ['C.P.'], place: ['Ville'] },
    ],
    [
      'below a word of one table',
      ['location/street', 'location/number', 'location/zip', 'location/city'],
      {
        street: ['location/street'],
        housenumber: ['location/number'],
        postcode: ['location/zip'],
        place: ['location/city'],
      },
    ],
    [
      'of an object in an object',
      ['address.street', 'address.number', 'address.zip', 'address.city'],
      {
        street: ['address.street'],
        housenumber: ['address.number'],
        postcode: ['address.zip'],
        place: ['address.city'],
      },
    ],
    [
      'of SAP',
      ['KUNNR', 'NAME1', 'STRAS', 'PSTLZ', 'ORT01', 'LAND1'],
      { street: ['STRAS'], postcode: ['PSTLZ'], place: ['ORT01'], country: ['LAND1'] },
    ],
    [
      'of INSPIRE',
      ['thoroughfareName', 'locatorDesignator', 'postCode', 'postName'],
      { street: ['thoroughfareName'], housenumber: ['locatorDesignator'], postcode: ['postCode'], place: ['postName'] },
    ],
    [
      'in HTML, and misread',
      ['<b>Straat</b>', '<b>Nummer</b>', '<b>LocalitÃ©</b>'],
      { street: ['<b>Straat</b>'], housenumber: ['<b>Nummer</b>'], place: ['<b>LocalitÃ©</b>'] },
    ],
    [
      'with an index beside the number',
      ['index', 'straat', 'nr', 'plaats'],
      { street: ['straat'], housenumber: ['nr'], place: ['plaats'] },
    ],
    [
      'with an index of the number',
      ['straat', 'nr', 'index', 'plaats'],
      { street: ['straat'], housenumber: ['nr'], addition: ['index'], place: ['plaats'] },
    ],
    [
      'with the number of a table that has the street, too',
      ['Siège social - Numéro', 'Siège social - Rue', 'Siège social - Localité'],
      {
        street: ['Siège social - Rue'],
        housenumber: ['Siège social - Numéro'],
        place: ['Siège social - Localité'],
      },
    ],
    [
      'whose groups are written in two ways',
      ['adres_verz_straat', 'adres_verz_nr', 'postcode_verzending', 'woonplaats_verzending'],
      {
        street: ['adres_verz_straat'],
        housenumber: ['adres_verz_nr'],
        postcode: ['postcode_verzending'],
        place: ['woonplaats_verzending'],
      },
    ],
    [
      'with the label of an address before its lines',
      ['Naam adres', 'Adresregel 1', 'Adresregel 2', 'Postcode', 'Plaats'],
      { text: ['Adresregel 1', 'Adresregel 2'], postcode: ['Postcode'], place: ['Plaats'] },
    ],
    [
      'with a location beside the street',
      ['Location', 'Street', 'Zip', 'City'],
      { street: ['Street'], postcode: ['Zip'], place: ['City'] },
    ],
    [
      'with the name and the code of a country',
      ['Street', 'Zip', 'City', 'Country', 'Country Code'],
      { street: ['Street'], postcode: ['Zip'], place: ['City'], country: ['Country', 'Country Code'] },
    ],
    [
      'of an invoice in XML',
      ['cac:PostalAddress/cbc:StreetName', 'cac:PostalAddress/cbc:CityName', 'cac:PostalAddress/cbc:PostalZone'],
      {
        street: ['cac:PostalAddress/cbc:StreetName'],
        place: ['cac:PostalAddress/cbc:CityName'],
        postcode: ['cac:PostalAddress/cbc:PostalZone'],
      },
    ],
    [
      'of Luxembourgers',
      ['Hausnummer', 'Strooss', 'Postleitzuel', 'Uertschaft'],
      { street: ['Strooss'], housenumber: ['Hausnummer'], postcode: ['Postleitzuel'], place: ['Uertschaft'] },
    ],
    [
      'of Outlook in French',
      ['Rue (bureau)', 'Rue (bureau) 2', 'Ville (bureau)', 'Code postal (bureau)'],
      { text: ['Rue (bureau)', 'Rue (bureau) 2'], postcode: ['Code postal (bureau)'], place: ['Ville (bureau)'] },
    ],
    [
      'of a customer, who has a number of his own',
      ['customer.number', 'customer.street', 'customer.city'],
      { street: ['customer.street'], place: ['customer.city'] },
    ],
    [
      'of a home in French',
      ['Rue du domicile', 'N° du domicile', 'Code postal du domicile', 'Commune du domicile'],
      {
        street: ['Rue du domicile'],
        housenumber: ['N° du domicile'],
        postcode: ['Code postal du domicile'],
        place: ['Commune du domicile'],
      },
    ],
    [
      'of an object in which the line stands, too',
      ['context.address.address_number', 'context.address.street_name', 'context.address.name', 'context.place.name'],
      {
        street: ['context.address.street_name'],
        housenumber: ['context.address.address_number'],
        place: ['context.place.name'],
      },
    ],
    [
      'that are one question',
      ['Wat is uw adres (straat, huisnummer, postcode en woonplaats)?'],
      { text: ['Wat is uw adres (straat, huisnummer, postcode en woonplaats)?'] },
    ],
  ])('%s', (_what, headers, expected) => {
    expect(columnsOf(headers)).toEqual(expected);
  });

  it.each<[string, string[], string[]]>([
    ['an addition beside a text', ['adres', 'toevoeging'], ['toevoeging']],
    ['a second street', ['straat', 'straatnaam', 'plaats'], ['straatnaam']],
    ['a second postcode', ['straat', 'postcode', 'post code'], ['post code']],
    ['a second house number', ['straat', 'huisnummer', 'huisnummer 2', 'plaats'], ['huisnummer 2']],
    ['a floor', ['straat', 'nr', 'verdieping', 'plaats'], ['verdieping']],
    ['a suffix that may be of a name', ['suffix', 'straat', 'nr'], ['suffix']],
    ['the old one of two addresses', ['straat', 'nr', 'plaats', 'oud adres'], ['oud adres']],
    ['an address word with one that is not known', ['straat', 'nr', 'toevoeging oud'], ['toevoeging oud']],
  ])('leave over %s', (_what, headers, leftOver) => {
    expect(columnsOf(headers)).toMatchObject({ 'left over': leftOver });
  });

  it('of an answer are not read again', () => {
    const ours = resultColumns('match_', false).map(({ name }) => name);
    expect(columnsOf(['straat', 'nr', 'plaats', ...ours])).toEqual(columnsOf(['straat', 'nr', 'plaats']));
  });

  it('are not left over when they are ignored, or named', () => {
    const headers = ['straat', 'nr', 'verdieping', 'plaats', 'Adres gezien'];
    expect(columnsOf(headers, {}, ['verdieping', '5'])).toEqual({
      street: ['straat'],
      housenumber: ['nr'],
      place: ['plaats'],
    });
    expect(columnsOf(headers, { addition: 'verdieping' }, ['Adres gezien'])).toMatchObject({
      addition: ['verdieping'],
    });
    expect(codeOf(() => columnsOf(headers, {}, ['etage']))).toBe('invalid-option');
  });

  it('of lines are not joined beside a text or a street that is named', () => {
    const headers = ['Waar', 'Adres 1', 'Adres 2', 'Bus', 'Postcode'];
    expect(columnsOf(headers, { text: 'Waar' })).toEqual({
      text: ['Waar'],
      postcode: ['Postcode'],
      'left over': ['Bus'],
    });
    expect(columnsOf(headers, { street: 'Waar' })).toEqual({ street: ['Waar'], box: ['Bus'], postcode: ['Postcode'] });
  });

  it('that are named go before those that are recognised, and are not left over then', () => {
    expect(columnsOf(['straat', 'X', 'plaats', 'toev', 'Y'], { street: 'X', addition: '5' })).toEqual({
      street: ['X'],
      place: ['plaats'],
      addition: ['Y'],
    });
  });

  it('of a position alone lead to --reverse', () => {
    expect(() => recogniseColumns(['id', 'Breedtegraad', 'lon'], {}, false, true)).toThrow(
      / To find the addresses of positions, add --reverse\.$/,
    );
    expect(() => recogniseColumns(['id', 'lon'], {}, false, true)).toThrow(/with housenumber=\.$/);
  });

  it('may be too few, and then the message names them', () => {
    expect(() => columnsOf(['naam', 'plaats'])).toThrow(
      /None of the columns "naam", "plaats" is recognised as an address/,
    );
    expect(() => recogniseColumns(['a', 'b'], {}, true, true)).toThrow(/a latitude and a longitude/);
    expect(codeOf(() => columnsOf(['straat'], { place: 'stad' }))).toBe('invalid-option');
  });
});

describe('a row', () => {
  it('has letter, addition and box joined, in this order', () => {
    const row = { straat: 'Dam', toevoeging: '1', huisletter: 'B', nr: '6', postcode: '1012JS' };
    expect(fieldsOf(row)).toEqual({ street: 'Dam', housenumber: '6', addition: 'B 1', postcode: '1012JS' });
    expect(fieldsOf({ ...row, toevoeging: '' })).toMatchObject({ addition: 'B' });
    expect(fieldsOf({ ...row, huisletter: ' - ' })).toMatchObject({ addition: '1' });
    expect(fieldsOf({ ...row, huisletter: '', toevoeging: '' })).toMatchObject({ addition: '' });
  });

  it('has its box read as one, unless it is Dutch', () => {
    const row = { straat: 'Rue Haute', nr: '12', letter: 'A', bus: '3' };
    expect(fieldsOf(row)).toMatchObject({ addition: 'A bus 3' });
    expect(fieldsOf(row, 'be')).toMatchObject({ addition: 'A bus 3' });
    expect(fieldsOf(row, 'nl')).toMatchObject({ addition: 'A 3' });
    expect(fieldsOf({ ...row, land: 'Nederland' }, 'be')).toMatchObject({ addition: 'A 3' });
    expect(fieldsOf({ ...row, land: 'België' }, 'nl')).toMatchObject({ addition: 'A bus 3' });
    expect(fieldsOf({ ...row, postcode: '1012 js' })).toMatchObject({ addition: 'A 3' });
    expect(fieldsOf({ ...row, postcode: '1000' })).toMatchObject({ addition: 'A bus 3' });
    for (const box of ['b003', 'bus 3', 'bte. 3', 'bte 3'])
      expect(fieldsOf({ ...row, bus: box })).toMatchObject({ addition: `A ${box}` });
    expect(fieldsOf({ ...row, bus: 'C' })).toMatchObject({ addition: 'A bus C' });
  });

  it('has the first language that is filled, and each value once', () => {
    expect(fieldsOf({ straat_nl: '', straat_fr: 'Rue Haute', nr: '1' })).toMatchObject({ street: 'Rue Haute' });
    expect(fieldsOf({ straat: 'x', nr: '1', bus: '3', boîte: '3' })).toMatchObject({ addition: 'bus 3' });
    expect(fieldsOf({ straat: 'x', nr: '1', woonplaats: ' ', gemeente: 'Weesp' })).toMatchObject({ place: 'Weesp' });
  });

  it('has lines of text in one, with the street before postcode and place', () => {
    expect(fieldsOf({ 'Adresregel 1': 'Dam 1', 'Adresregel 2': '', 'Adresregel 3': '1012JS Amsterdam' })).toEqual({
      text: 'Dam 1, 1012JS Amsterdam',
    });
    expect(fieldsOf({ straat: 'Dam', nr: '1', toev: 'A', 'postcode + plaats': '1012JS Amsterdam' })).toEqual({
      text: 'Dam 1 A, 1012JS Amsterdam',
    });
  });
});

it('fields of a program are joined too, and are what they were where there is nothing to join', () => {
  const plain = { street: 'Dam', housenumber: '1', addition: 'A' };
  expect(joinAddition(plain, undefined)).toBe(plain);
  expect(joinAddition({ ...plain, letter: 'B', box: '2' }, 'be')).toEqual({ ...plain, addition: 'B A bus 2' });
});

it('a part of more than a thousand letters is no address', () => {
  expect(hasLongField({ street: 'x'.repeat(1000), place: undefined })).toBe(false);
  expect(hasLongField({ street: 'x'.repeat(1001) })).toBe(true);
});

describe('a position beside the address', () => {
  it.each([
    ['lat_wgs84', 'lon_wgs84'],
    ['wgs84_lat', 'wgs84_long'],
    ['LatitudeWGS84', 'LongitudeWGS84'],
  ])('is no part of it, %s and %s', (latitude, longitude) => {
    const headers = ['rue', 'numero', 'localite', latitude, longitude];
    expect(columnsOf(headers)).toEqual({ street: ['rue'], housenumber: ['numero'], place: ['localite'] });
    expect(recogniseColumns(headers, {}, true, true).roles).toEqual({ latitude: [3], longitude: [4] });
  });
});
