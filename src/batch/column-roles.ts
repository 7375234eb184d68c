import { AddressLookupError } from '../errors.ts';
import { fold } from '../text/fold.ts';

/** What a column of the input can hold. */
export type Role =
  | 'text'
  | 'street'
  | 'housenumber'
  | 'addition'
  | 'postcode'
  | 'place'
  | 'country'
  | 'latitude'
  | 'longitude';

export const ROLES: readonly Role[] = [
  'text',
  'street',
  'housenumber',
  'addition',
  'postcode',
  'place',
  'country',
  'latitude',
  'longitude',
];

/** The columns of each role, counted from 0. Several of one role are tried from left to right, the first that is not empty counts. */
export type ColumnRoles = { readonly [role in Role]?: readonly number[] };

/** Headers by which a column is recognised, without spaces and signs: English, Dutch, French, German. */
const HEADERS: Readonly<Record<Role, string>> = {
  text:
    'address fulladdress freetext freeform addressline addressline1 query location adres volledigadres adresregel adresregel1 ' +
    'adresse adressecomplete adressecomplète localisation anschrift vollständigeadresse volladresse adressat',
  street:
    'street streetname road straat straatnaam naamstraat openbareruimte openbareruimtenaam rue nomrue nomdelarue voie nomvoie libellevoie ' +
    'strasse strassenname streetnl streetfr streetde straatnl straatfr ruefr ruenl streetnamenl streetnamefr streetnamede',
  housenumber:
    'housenumber number houseno houseno streetnumber nr no num huisnummer huisnr huisno nummer numero numerodepolice numeropolice numeromaison ' +
    'numerovoie numrue numerorue hausnummer hausnr hnr policenumber politienummer',
  addition:
    'addition housenumberaddition houseaddition suffix box boxnumber boxno unit apartment apt flat houseletter toevoeging huisnummertoevoeging ' +
    'toev huisletter bus busnummer busnr boite numeroboite numerodeboite bte complement zusatz hausnummerzusatz adresszusatz briefkasten extension',
  postcode:
    'postcode postalcode zip zipcode postcodes pc pcode codepostal cp npa plz postleitzahl codepost postalnumber',
  place:
    'place city town locality municipality woonplaats plaats plaatsnaam woonplaatsnaam stad gemeente gemeentenaam deelgemeente ville commune ' +
    'localite nomcommune lieu ort ortschaft stadt gemeinde wohnort postname citynl cityfr municipalitynl municipalityfr municipalityname',
  country: 'country countrycode land landcode landescode pays codepays iso isocountry',
  latitude: 'latitude lat breedtegraad breedte geobreite breitengrad ycoord wgs84lat latitudewgs84 geolat',
  longitude:
    'longitude lon lng long lengtegraad lengte geolange laengengrad langengrad xcoord wgs84lon longitudewgs84 geolon geolng',
};

const ROLE_OF: ReadonlyMap<string, Role> = new Map(
  ROLES.flatMap((role) => HEADERS[role].split(' ').map((header) => [fold(header), role] as const)),
);

/** The role that a header says, if any. */
export function roleOfHeader(header: string): Role | undefined {
  return ROLE_OF.get(fold(header).replaceAll(' ', ''));
}

/**
 * Recognises columns by their headers. What `named` says comes first, by header or by number from 1.
 *
 * @throws AddressLookupError `invalid-option` for a named column that is not there; `input-not-recognised` where nothing is
 */
export function recogniseColumns(
  headers: readonly string[],
  named: { readonly [role in Role]?: string },
  isReverse: boolean,
  hasHeader: boolean,
): ColumnRoles {
  const roles: { [role in Role]?: number[] } = {};
  for (const role of ROLES) {
    const name = named[role];
    if (name !== undefined) roles[role] = [positionOf(headers, name, role)];
  }
  const taken = new Set(Object.values(roles).flat());
  if (hasHeader) {
    headers.forEach((header, position) => {
      const role = roleOfHeader(header);
      if (role === undefined || taken.has(position) || named[role] !== undefined) return;
      roles[role] = [...(roles[role] ?? []), position];
    });
  }
  if (isReverse) {
    if (roles.latitude !== undefined && roles.longitude !== undefined) return pick(roles, ['latitude', 'longitude']);
    throw notRecognised(headers, 'a latitude and a longitude', '--column latitude=NAME --column longitude=NAME');
  }
  delete roles.latitude;
  delete roles.longitude;
  // `adres` beside a postcode or a place is the street with its number.
  if (roles.text !== undefined && named.text === undefined && (roles.postcode ?? roles.place) !== undefined) {
    if (roles.street === undefined) roles.street = roles.text;
    delete roles.text;
  }
  if (headers.length === 1 && Object.keys(roles).length === 0) return { text: [0] };
  const isEnough = roles.text ?? roles.street ?? (roles.postcode !== undefined ? roles.housenumber : undefined);
  if (isEnough !== undefined) return roles;
  throw notRecognised(headers, 'an address', '--column street=NAME, or text=, postcode= with housenumber=');
}

function pick(roles: ColumnRoles, wanted: readonly Role[]): ColumnRoles {
  return Object.fromEntries(wanted.map((role) => [role, roles[role]!]));
}

function positionOf(headers: readonly string[], name: string, role: Role): number {
  const byName = headers.findIndex((header) => header.trim() === name.trim());
  if (byName !== -1) return byName;
  if (/^[1-9][0-9]{0,3}$/.test(name) && Number(name) <= headers.length) return Number(name) - 1;
  throw new AddressLookupError(
    'invalid-option',
    `Got "${name}" as the column of ${role}; the file has ${headers.map((header) => `"${header}"`).join(', ')}. Give one of these, or its number from 1.`,
    { got: name, allowed: headers },
  );
}

function notRecognised(headers: readonly string[], what: string, remedy: string): AddressLookupError {
  return new AddressLookupError(
    'input-not-recognised',
    `None of the columns ${headers
      .slice(0, 20)
      .map((header) => `"${header}"`)
      .join(', ')} is recognised as ${what}. Name them with ${remedy}.`,
    { got: headers },
  );
}
