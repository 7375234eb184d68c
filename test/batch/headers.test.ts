import { describe, expect, it } from 'vitest';
import { meaningOfHeader } from '../../src/batch/headers.ts';

/** What a header says when it is the only one: its role, `part` for one of an address without a clear role, or `other`. */
function roleOf(header: string): string {
  const meaning = meaningOfHeader(header);
  return meaning.kind === 'role' ? (meaning.roleAlone ?? meaning.role) : meaning.kind;
}

/** Headers as files have them: spreadsheets, BAG viewers, KvK, KBO, OpenStreetMap, Salesforce, Shopify, WooCommerce, Magento, SAP. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  text: [
    ...['adres', 'Adres', 'ADRES', 'Volledig adres', 'volledigAdres', 'bezoekadres', 'vestigingsadres', 'postadres'],
    ...['Woonadres', 'Factuuradres', 'Afleveradres', 'Adresregel 1', 'adresregel1', 'Adresse', 'adresse complète'],
    ...['Adresse postale', 'Adresse de facturation', 'Adresse de livraison', 'Anschrift', 'Lieferadresse'],
    ...[
      'Rechnungsadresse',
      'vollständige Adresse',
      'address',
      'Address1',
      'address_1',
      'Address Line 1',
      'full address',
    ],
    ...[
      'Street Address',
      'street_address',
      'streetAddress',
      'Mailing Address',
      'billing_address_1',
      'Shipping Address1',
    ],
    ...['Adres postcode woonplaats', 'Adres en nummer'],
    ...['addr:full', 'straat en plaats', 'Adres + woonplaats', 'location', 'free text'],
  ],
  street: [
    ...[
      'Rue (sans le numéro)',
      'Straatnaam (zonder huisnummer) *',
      'Straat (bv. Kerkstraat)',
      'Straat, nr, bus',
      'Werkadres, straat',
      'Adresse (rue, numéro, boîte)',
    ],
    ...[
      'straat',
      'Straat',
      'STRAAT',
      'Straatnaam',
      'straat_naam',
      'naam straat',
      'Openbare ruimte',
      'openbareruimtenaam',
    ],
    ...[
      'OPENBARE_RUIMTE_NAAM',
      'straat_nl',
      'StreetNL',
      'StreetFR',
      'street_name_de',
      'streetname_fr',
      'rue',
      'Rue',
      'nom de la rue',
    ],
    ...[
      'nomRue',
      'nom_voie',
      'libellé voie',
      'Straße',
      'Strasse',
      'Straßenname',
      'STRASSE',
      'street',
      'Street Name',
      'addr:street',
    ],
    ...[
      'Billing Street',
      'ShippingStreet',
      'Mailing Street',
      'billing street',
      'road',
      'Factuurstraat',
      'Bezoekadres straat',
    ],
    ...[
      'straat en huisnummer',
      'Straat + nr',
      'straat_en_huisnummer',
      'Straatnaam Huisnummer',
      'Straat/nr',
      'Rue et numéro',
    ],
    ...[
      'Straße und Hausnummer',
      'Street and number',
      'Straat & huisnr',
      'Straat (incl. nr)',
      'Adres (straat + nr)',
      'straat_kort',
    ],
  ],
  housenumber: [
    ...['Nr (bv. 12)', 'Hs.-Nr.', 'Hs.nr', 'H.nr.', 'Huisn.', 'addressNumber'],
    ...[
      'huisnummer',
      'Huisnummer',
      'HUISNUMMER',
      'huisnr',
      'Huisnr.',
      'huis_nr',
      'HuisNr',
      'hnr',
      'nr',
      'Nr.',
      'nummer',
      'Politienummer',
    ],
    ...[
      'house number',
      'housenumber',
      'HouseNumber',
      'house_number',
      'House No.',
      'houseno',
      'street number',
      'streetNumber',
      'No.',
    ],
    ...[
      'number',
      'numéro',
      'Numéro',
      'num',
      'n°',
      'N°',
      'N° de rue',
      'numéro de maison',
      'numéro de police',
      'policenr',
      'numero_rue',
    ],
    ...[
      'numeroVoie',
      'Hausnummer',
      'Hausnr',
      'Haus-Nr.',
      'HAUSNUMMER',
      'addr:housenumber',
      'Huisnummer bezoekadres',
      'nr/bus',
      'nr/letter',
      'Nr + toev.',
    ],
  ],
  letter: [
    'huisletter',
    'Huisletter',
    'HUISLETTER',
    'huis_letter',
    'Huisnummer letter',
    'huisnrletter',
    'house letter',
    'letter',
  ],
  addition: [
    ...['Toevoeging / bus (optioneel)'],
    ...[
      'toevoeging',
      'Toevoeging',
      'toev',
      'Toev.',
      'toevoegsel',
      'huisnummertoevoeging',
      'HuisnummerToevoeging',
      'huisnummer_toevoeging',
    ],
    ...[
      'Huisnummer toevoeging',
      'Huisnr. toev.',
      'huisnr toevoeging',
      'HUISNR_TOEV',
      'huistoevoeging',
      'hnr_toev',
      'nr toevoeging',
    ],
    ...[
      'bisnummer',
      'toevoegingAdres',
      'Bus/Toev.',
      'house number addition',
      'house number suffix',
      'number addition',
      'addition',
      'suffix',
    ],
    ...[
      "complément d'adresse",
      'Adreszusatz',
      'Adresszusatz',
      'Hausnummernzusatz',
      'Zusatz',
      'huisnummer index',
      'letter/toevoeging',
    ],
  ],
  box: [
    ...['N° de boîte (si applicable)'],
    ...[
      'bus',
      'Bus',
      'busnummer',
      'busnr',
      'bus nr',
      'Bus nr.',
      'boîte',
      'Boite',
      'boite n°',
      'num_boite',
      'numéro de boîte',
      'bte',
      'Bte.',
    ],
    ...[
      'box',
      'Box',
      'box nr',
      'boxNumber',
      'box_number',
      'app',
      'appartement',
      'apartment',
      'apt',
      'flat',
      'unit',
      'addr:unit',
      'Briefkasten',
    ],
  ],
  postcode: [
    ...['Address 1: ZIP/Postal Code', 'Huispostcode', 'Primaire postcode'],
    ...[
      'postcode',
      'Postcode',
      'POSTCODE',
      'post code',
      'PC',
      'pc6',
      'PC6',
      'PCode',
      'Adresse - code postal',
      'PC4',
      'Postcode (numeriek)',
      'factuurpostcode',
      'postal code',
    ],
    ...[
      'PostalCode',
      'postal_code',
      'zip',
      'ZIP',
      'Zipcode',
      'zip code',
      'ZIP/Postal Code',
      'Billing Zip/Postal Code',
      'shipping_postcode',
    ],
    ...['code postal', 'Code Postal', 'codePostal', 'CP', 'NPA', 'PLZ', 'Postleitzahl', 'addr:postcode'],
  ],
  place: [
    ...['Huisplaats', 'Address 2: City'],
    ...[
      'plaats',
      'Plaats',
      'plaatsnaam',
      'woonplaats',
      'Woonplaatsnaam',
      'WOONPLAATS_NAAM',
      'Vestigingsplaats',
      'standplaats',
      'stad',
    ],
    ...[
      'gemeente',
      'Gemeentenaam',
      'deelgemeente',
      'city',
      'City',
      'Billing City',
      'shipping_city',
      'town',
      'locality',
      'municipality',
    ],
    ...[
      'MunicipalityNL',
      'municipality_name_fr',
      'postname_nl',
      'city_fr',
      'ville',
      'Ville',
      'commune',
      'nom commune',
      'localité',
      'Ort',
    ],
    ...['Wohnort', 'Stadt', 'Gemeinde', 'Ortschaft', 'addr:city', 'Post town name'],
  ],
  country: [
    'land',
    'Land',
    'landcode',
    'country',
    'Country Code',
    'CountryNL',
    'billing_country',
    'pays',
    'code pays',
    'addr:country',
    'iso',
  ],
  latitude: ['latitude', 'lat', 'Breedtegraad', 'geo_lat', 'wgs84_lat', 'Breitengrad'],
  longitude: ['longitude', 'lon', 'lng', 'Lengtegraad', 'long', 'gps_lon', 'Längengrad'],
  'postcode-and-place': [
    'Postcode + plaats',
    'postcode_plaats',
    'Postcode en woonplaats',
    'PLZ Ort',
    'PLZ/Ort',
    'Code postal et ville',
  ],
  part: [
    ...[
      'étage',
      'verdieping',
      'floor',
      'Adres extra',
      'ExtraAddressInfo',
      'Straat gecontroleerd',
      'Huisnummer tot',
      'boîte bis quelconque',
    ],
    ...['postcode_huisnummer', 'postcode oud', 'adresnummer', 'huisnr bijzonder'],
  ],
  other: [
    ...[
      'id',
      'ID',
      'naam',
      'Naam',
      'name',
      'nom',
      'notitie',
      'opmerking',
      'datum',
      'date',
      'Straatverlichting',
      'Straatmeubilair',
      'bushalte',
    ],
    ...[
      'place_id',
      'straat_id',
      'adres_id',
      'postcode id',
      'phone number',
      'telefoonnummer',
      'Telephone',
      'order number',
      'ordernummer',
      'klantnr',
    ],
    ...[
      'Klantnummer',
      'customer number',
      'invoice number',
      'number of employees',
      'aantal',
      'country of birth',
      'geboorteplaats',
      'geboorteland',
    ],
    ...[
      'email',
      'e-mail',
      'E-mail address',
      'emailadres',
      'mailadres',
      'ip address',
      'IP-adres',
      'web address',
      'website',
      'MAC address',
    ],
    ...[
      'provincie',
      'province',
      'Province',
      'state',
      'Billing State/Province',
      'region',
      'region_id',
      'kanton',
      'wijk',
      'buurt',
      'kantoor',
    ],
    ...[
      'TypeOfAddress',
      'straattype',
      'place of interest',
      'marketplace',
      'replacement',
      'export',
      'sport',
      'statement',
      'company',
      'Bedrijfsnaam',
      'lat lon',
    ],
    ...[
      'billing_company',
      'First Name',
      'Postbus',
      'PO Box',
      'postbusnummer',
      'boîte postale',
      'landline',
      'landgoed',
      'gemeentecode',
      'city tax',
    ],
    ...[
      'unit price',
      'bus line',
      'box size',
      'rijnummer',
      'volgnummer',
      'serial number',
      'bouwjaar',
      'oppervlakte',
      'status',
      '',
      '  ',
      '?',
      '2024',
    ],
  ],
};

describe.each(Object.entries(HEADERS))('a header of %s', (role, headers) => {
  it.each(headers)('is %j', (header) => {
    expect(roleOf(header)).toBe(role);
  });
});

it('there are headers enough in the table, and none twice', () => {
  const all = Object.values(HEADERS).flat();
  expect(all.length).toBeGreaterThan(300);
  expect(new Set(all).size).toBe(all.length);
});

it('a header is read in the same way in capitals, in small letters, with signs and as one word', () => {
  for (const [role, headers] of Object.entries(HEADERS)) {
    if (role === 'part' || role === 'other') continue;
    for (const header of headers) {
      // A sign between words means "and" in some; what has capitals within a word is cut there.
      if (!/^[\p{L} ]+$/u.test(header) || /\p{Ll}\p{Lu}/u.test(header)) continue;
      for (const other of [header.toUpperCase(), header.toLowerCase(), header.replaceAll(' ', '_'), ` ${header}. `]) {
        expect([other, roleOf(other)]).toEqual([other, role]);
      }
    }
  }
});

it('says which of several addresses, which language and which line', () => {
  expect(meaningOfHeader('Billing Street')).toMatchObject({ group: 'bill', language: 'en', line: 1 });
  expect(meaningOfHeader('bezoekadres')).toMatchObject({ group: 'bezo' });
  expect(meaningOfHeader('postadres')).toMatchObject({ group: 'post' });
  expect(meaningOfHeader('Fysiek adres')).toMatchObject({ group: 'fysi' });
  expect(meaningOfHeader('Huispostcode')).toMatchObject({ group: 'thui' });
  expect(meaningOfHeader('Address 2: City')).toMatchObject({ group: '2' });
  // Brackets that say which are no hint.
  expect(meaningOfHeader('Straat (factuur)')).toMatchObject({ group: 'fact' });
  expect(meaningOfHeader('Adresse - code postal')).toMatchObject({ group: '' });
  expect(meaningOfHeader('straat_fr')).toMatchObject({ group: '', language: 'fr' });
  // `verz` and `verzending` are one.
  expect(meaningOfHeader('adres_verz_straat')).toMatchObject({ group: 'verz' });
  expect(meaningOfHeader('postcode_verzending')).toMatchObject({ group: 'verz' });
  expect(meaningOfHeader('rue')).toMatchObject({ language: 'fr' });
  expect(meaningOfHeader('streetnl')).toMatchObject({ role: 'street', language: 'nl' });
  expect(meaningOfHeader('Address Line 2')).toMatchObject({ line: 2 });
});

it('is not cut into words where it is no word', () => {
  for (const part of ['huisnummer', 'a', 'straatnaam']) {
    expect(meaningOfHeader(part.repeat(30_000 / part.length))).toEqual({ kind: 'other', isKnown: false });
  }
});

it('is no header where it is as long as a sentence', () => {
  const words = 'straat '.repeat(20).trim();
  expect(meaningOfHeader(words.slice(0, 97))).toMatchObject({ kind: 'role', role: 'street' });
  expect(meaningOfHeader(words)).toEqual({ kind: 'other', isKnown: false });
});
