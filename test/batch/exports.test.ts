import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { geocodeChunk } from '../../src/batch/chunk.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import type { Role } from '../../src/batch/headers.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
let geocoder: Geocoder;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
  geocoder = new Geocoder(Object.values(fixtures.indexes), {});
});

/** What shops and customer systems write: their columns and one row each, with an address of the fixtures. Written by hand. */
interface Export {
  readonly from: string;
  readonly text: string;
  readonly roles: { readonly [role in Role]?: readonly string[] };
  /** Headers that look like a part of the address and are not read. */
  readonly leftOver?: readonly string[];
}

const EXPORTS: readonly Export[] = [
  {
    from: 'Salesforce, a report of accounts',
    text: `"Account ID","Account Name","Billing Street","Billing City","Billing State/Province","Billing Zip/Postal Code","Billing Country","Phone","Shipping Street","Shipping City","Shipping Zip/Postal Code","Shipping Country"
"0015800000AbCdE","Een & Co","Spui 70","Den Haag","Zuid-Holland","2511 BT","Netherlands","+31 70 1234567","","","",""`,
    roles: {
      street: ['Billing Street'],
      place: ['Billing City'],
      postcode: ['Billing Zip/Postal Code'],
      country: ['Billing Country'],
    },
  },
  {
    from: 'Shopify, customers',
    text: `First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Total Spent,Total Orders,Note,Tags
An,Bos,an@example.org,yes,,Spui 70,,Den Haag,ZH,NL,2511BT,'+31701234567,,12.50,1,,`,
    roles: {
      text: ['Default Address Address1', 'Default Address Address2'],
      place: ['Default Address City'],
      postcode: ['Default Address Zip'],
      country: ['Default Address Country Code'],
    },
  },
  {
    from: 'Shopify, orders',
    text: `Name,Email,Financial Status,Currency,Subtotal,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Notes,Id
#1001,an@example.org,paid,EUR,12.50,An Bos,Spui 70,Spui 70,,,Den Haag,'2511BT,ZH,NL,,,450789469`,
    roles: {
      street: ['Billing Street', 'Billing Address1'],
      place: ['Billing City'],
      postcode: ['Billing Zip'],
      country: ['Billing Country'],
    },
  },
  {
    from: 'WooCommerce, customers',
    text: `ID,customer_id,user_email,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_address_1,shipping_postcode,shipping_city,shipping_country
7,7,an@example.org,An,Bos,,an@example.org,,Spui 70,,2511 BT,Den Haag,ZH,NL,,,,,`,
    roles: {
      text: ['billing_address_1', 'billing_address_2'],
      postcode: ['billing_postcode'],
      place: ['billing_city'],
      country: ['billing_country'],
    },
  },
  {
    from: 'Magento, addresses of customers',
    text: `_website,_email,_entity_id,city,company,country_id,fax,firstname,lastname,postcode,region,region_id,street,telephone,vat_id,_address_default_billing_
base,an@example.org,12,Den Haag,,NL,,An,Bos,2511BT,Zuid-Holland,,Spui 70,0701234567,,1`,
    roles: { place: ['city'], postcode: ['postcode'], street: ['street'] },
  },
  {
    from: 'Magento, the list of customers',
    text: `ID,Name,Email,Group,Phone,ZIP,Country,State/Province,"Customer Since","Street Address",City
12,An Bos,an@example.org,General,0701234567,2511BT,Netherlands,Zuid-Holland,"Jan 12, 2026","Spui 70","Den Haag"`,
    roles: { postcode: ['ZIP'], country: ['Country'], street: ['Street Address'], place: ['City'] },
  },
  {
    from: 'a Dutch Excel',
    text: `sep=;
Klantnr;Naam;Straat + nr;Postcode + plaats;Omzet
1;An Bos;Spui 70;2511 BT Den Haag;1.234,50`,
    roles: { text: ['Postcode + plaats'], street: ['Straat + nr'] },
  },
  {
    from: 'a public register, behind a word of its own',
    text: `type_oko;actuele_naam_oko;opvanglocatie_adres;opvanglocatie_postcode;opvanglocatie_woonplaats
KDV;De Linde;Spui 70;2511BT;Den Haag`,
    roles: {
      street: ['opvanglocatie_adres'],
      postcode: ['opvanglocatie_postcode'],
      place: ['opvanglocatie_woonplaats'],
    },
  },
  {
    from: 'Business Central, vendors',
    text: `No.,Name,Address,Address 2,Post Code,City,Country/Region Code
3,De Linde,Spui 70,,2511BT,Den Haag,NL`,
    roles: {
      text: ['Address', 'Address 2'],
      postcode: ['Post Code'],
      place: ['City'],
      country: ['Country/Region Code'],
    },
  },
  {
    from: 'a Belgian Excel, in French',
    text: `N° client;Nom;Rue;N°;Boîte;Code postal;Localité;Pays;Chiffre d'affaires
1;An Bos;Spui;70;;2511 BT;Den Haag;Pays-Bas;1234,50`,
    roles: {
      street: ['Rue'],
      housenumber: ['N°'],
      box: ['Boîte'],
      postcode: ['Code postal'],
      place: ['Localité'],
      country: ['Pays'],
    },
  },
];

describe.each(EXPORTS)('an export of $from', ({ text, roles, leftOver = [] }) => {
  it('is understood by its headers, and its address found', async () => {
    const { plan, headers, headerBytes } = planFile(await peekInput(Readable.from([Buffer.from(`${text}\n`)])), {
      output: 'ndjson',
    });
    const named = Object.fromEntries(
      Object.entries(plan.roles).map(([role, positions]) => [role, positions.map((each) => headers[each])]),
    );
    expect(named).toEqual(roles);
    expect(plan.leftOver.map((each) => headers[each])).toEqual(leftOver);
    const { bytes } = geocodeChunk(geocoder, plan, Buffer.from(`${text}\n`).subarray(headerBytes));
    expect(JSON.parse(bytes.toString())).toMatchObject({
      match_status: 'exact',
      match_street: 'Spui',
      match_housenumber: '70',
      match_postcode: '2511BT',
    });
  });
});
