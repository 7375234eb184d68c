/** A row of BeST's CSV, by column; the grid's columns are called `x` and `y`. */
export interface CsvRow {
  x: string;
  y: string;
  lat: string;
  lon: string;
  address_id: string;
  box_number: string;
  house_number: string;
  municipality_id: string;
  municipality_name_de: string;
  municipality_name_fr: string;
  municipality_name_nl: string;
  postcode: string;
  postname_fr: string;
  postname_nl: string;
  street_id: string;
  streetname_de: string;
  streetname_fr: string;
  streetname_nl: string;
  region_code: string;
  status: string;
}

export const HEADER_72: string =
  'EPSG:31370_x,EPSG:31370_y,EPSG:4326_lat,EPSG:4326_lon,address_id,box_number,house_number,municipality_id,' +
  'municipality_name_de,municipality_name_fr,municipality_name_nl,postcode,postname_fr,postname_nl,street_id,' +
  'streetname_de,streetname_fr,streetname_nl,region_code,status';

export const HEADER_2008: string = HEADER_72.replaceAll('EPSG:31370', 'EPSG:3812');

/** A published row of 2026: Anderlecht, Chaussée de Mons 475, box RDC. */
const BRUSSELS: CsvRow = {
  x: '146321.07800',
  y: '169504.60900',
  lat: '50.83595',
  lon: '4.31653',
  address_id: '615867',
  box_number: 'RDC',
  house_number: '475',
  municipality_id: '21001',
  municipality_name_de: '',
  municipality_name_fr: 'Anderlecht',
  municipality_name_nl: 'Anderlecht',
  postcode: '1070',
  postname_fr: '',
  postname_nl: '',
  street_id: '4568',
  streetname_de: '',
  streetname_fr: 'Chaussée de Mons',
  streetname_nl: 'Bergense Steenweg',
  region_code: 'BE-BRU',
  status: 'current',
};

export function brussels(row: Partial<CsvRow> = {}): CsvRow {
  return { ...BRUSSELS, ...row };
}

export function flemish(row: Partial<CsvRow> = {}): CsvRow {
  return {
    ...BRUSSELS,
    x: '139343.92000',
    y: '155833.76000',
    lat: '50.71297',
    lon: '4.21788',
    address_id: '206000',
    box_number: '',
    house_number: '706',
    municipality_id: '23027',
    municipality_name_de: 'Halle',
    municipality_name_fr: 'Hal',
    municipality_name_nl: 'Halle',
    postcode: '1502',
    postname_nl: 'LEMBEEK',
    street_id: '26028',
    streetname_fr: '',
    streetname_nl: 'Bergensesteenweg',
    region_code: 'BE-VLG',
    ...row,
  };
}

export function walloon(row: Partial<CsvRow> = {}): CsvRow {
  return {
    ...BRUSSELS,
    x: '271276.86900',
    y: '125809.04600',
    lat: '50.43060',
    lon: '6.07585',
    address_id: '1798620',
    box_number: '',
    house_number: '13',
    municipality_id: '63049',
    municipality_name_de: 'Malmedy',
    municipality_name_fr: 'Malmedy',
    municipality_name_nl: '',
    postcode: '4960',
    postname_fr: 'Bevercé',
    street_id: '7736801',
    streetname_fr: 'A la Fontaine',
    streetname_nl: '',
    region_code: 'BE-WAL',
    ...row,
  };
}

/** A file of BeST as BOSA writes it: quoted only where it must be, LF. */
export function csvFile(rows: readonly CsvRow[], header: string = HEADER_72): string {
  const names = header.split(',').map((name) => name.toLowerCase().replace(/^epsg:(?:31370|3812|4326)_/, ''));
  const lines = rows.map((row) => names.map((name) => quoted(row[name as keyof CsvRow])).join(','));
  return `${[header, ...lines].join('\n')}\n`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
