/** An address of the full download; the defaults are a Flemish one. */
export interface XmlAddress {
  id: string;
  namespace: string;
  x: string;
  y: string;
  srsName: string;
  status: string;
  validTo: string;
  endLifeSpan: string;
  house: string;
  box: string;
  street: string;
  municipality: string;
  postcode: string;
  part: string;
}

const FLEMISH: XmlAddress = {
  id: '206000',
  namespace: 'https://data.vlaanderen.be/id/adres/',
  x: '139343.92',
  y: '155833.76',
  srsName: 'http://www.opengis.net/def/crs/EPSG/0/31370',
  status: 'current',
  validTo: '',
  endLifeSpan: '',
  house: '706',
  box: '',
  street: '26028',
  municipality: '23027',
  postcode: '1502',
  part: '',
};

const ROOT =
  'xmlns:com="http://fsb.belgium.be/data/common" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:tns="http://fsb.belgium.be/mappingservices/FullDownload/v1_00"';

/** A file of the full download around `records`. */
export function xmlFile(kind: string, records: readonly string[], source: string = 'flanders'): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<tns:${kind}ResponseBySource ${ROOT}>\n  <tns:source>${source}</tns:source>\n` +
    `  <tns:timestamp>2026-01-10T00:00:00+01:00</tns:timestamp>\n${records.join('')}</tns:${kind}ResponseBySource>\n`
  );
}

export function xmlAddress(change: Partial<XmlAddress> = {}): string {
  const address = { ...FLEMISH, ...change };
  const base = address.namespace.replace(/[^/]+\/?$/, '');
  const reference = (element: string, kind: string, id: string) =>
    id === '' ? '' : `    <com:${element}>${code(`${base}${kind}`, id)}</com:${element}>\n`;
  return (
    `  <tns:address${address.endLifeSpan === '' ? '' : ` endLifeSpanVersion="${address.endLifeSpan}"`}>\n` +
    `    <com:code>${code(address.namespace, address.id)}</com:code>\n` +
    (address.x === ''
      ? ''
      : `    <com:position><com:pointGeometry><com:point><com:pos axisLabels="x y" srsDimension="2" srsName="${address.srsName}" ` +
        `uomLabels="m m">${address.x} ${address.y}</com:pos></com:point></com:pointGeometry></com:position>\n`) +
    `    <com:addressStatus><com:status>${address.status}</com:status>` +
    `${address.validTo === '' ? '' : `<com:validTo>${address.validTo}</com:validTo>`}</com:addressStatus>\n` +
    (address.box === '' ? '' : `    <com:boxNumber>${address.box}</com:boxNumber>\n`) +
    `    <com:houseNumber>${address.house}</com:houseNumber>\n` +
    reference('hasStreetName', 'straatnaam', address.street) +
    reference('hasMunicipality', 'gemeente', address.municipality) +
    reference('hasPostalInfo', 'postinfo', address.postcode) +
    reference('hasPartOfMunicipality', 'PartOfMunicipality', address.part) +
    '  </tns:address>\n'
  );
}

/** A street name, municipality, postal information or part of a municipality. */
export function xmlName(
  kind: string,
  namespace: string,
  id: string,
  names: readonly (readonly [language: string, spelling: string])[],
): string {
  const spelled = names.map(
    ([language, spelling]) =>
      `<com:name><com:language>${language}</com:language><com:spelling>${spelling}</com:spelling></com:name>`,
  );
  return `  <tns:${kind}><com:code>${code(namespace, id)}</com:code>${spelled.join('')}</tns:${kind}>\n`;
}

function code(namespace: string, id: string): string {
  return (
    `<com:namespace>${namespace}</com:namespace><com:objectIdentifier>${id}</com:objectIdentifier>` +
    '<com:versionIdentifier>1</com:versionIdentifier>'
  );
}

const VLG = 'https://data.vlaanderen.be/id';

/** The three files of names that the default address refers to. */
export function flemishNames(): { readonly [path: string]: string } {
  return {
    'FlandersStreetName20260110L72.xml': xmlFile('streetName', [
      xmlName('streetName', `${VLG}/straatnaam/`, '26028', [['nl', 'Bergensesteenweg']]),
    ]),
    'FlandersMunicipality20260110.xml': xmlFile('municipality', [
      xmlName('municipality', `${VLG}/gemeente/`, '23027', [
        ['nl', 'Halle'],
        ['fr', 'Hal'],
      ]),
    ]),
    'FlandersPostalInfo20260110.xml': xmlFile('postalInfo', [
      xmlName('postalInfo', `${VLG}/postinfo/`, '1502', [['nl', 'LEMBEEK']]),
    ]),
  };
}
