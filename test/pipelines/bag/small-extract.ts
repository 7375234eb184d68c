import { zipBytes } from '../readers/zip-bytes.ts';

/** Small BAG extracts in the exact form that Kadaster writes, to order. */
export const DATE = '2026-01-08';
const FILE_DATE = '08012026';

export type StandType = 'WPL' | 'OPR' | 'NUM' | 'VBO' | 'LIG' | 'STA' | 'PND';

/** What every occurrence has; dates as the register writes them. */
export interface OccurrenceFields {
  readonly id: string;
  readonly occurrence?: number;
  readonly begin?: string;
  readonly end?: string;
  /** `tijdstipInactief`, `tijdstipInactiefLV` or `tijdstipNietBagLV`, with a time. */
  readonly inactive?: 'tijdstipInactief' | 'tijdstipInactiefLV' | 'tijdstipNietBagLV';
  readonly status?: string;
}

const ROOT_ATTRIBUTES = [
  'xmlns:DatatypenNEN3610="www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601"',
  'xmlns:Objecten="www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601"',
  'xmlns:gml="http://www.opengis.net/gml/3.2"',
  'xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601"',
  'xmlns:Objecten-ref="www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601"',
  'xmlns:nen5825="www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601"',
  'xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"',
  'xmlns:sl-bag-extract="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601"',
  'xmlns:sl="http://www.kadaster.nl/schemas/standlevering-generiek/1.0"',
].join(' ');

/** What stands before the first record of a stand file. */
export function standHead(type: StandType, date: string = DATE): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<sl-bag-extract:bagStand ${ROOT_ATTRIBUTES}>\n  <sl-bag-extract:bagInfo>\n` +
    '    <selecties-extract:Gebied-Registratief>\n      <selecties-extract:Gebied-NLD>Nederland</selecties-extract:Gebied-NLD>\n' +
    '    </selecties-extract:Gebied-Registratief>\n    <selecties-extract:LVC-Extract>\n' +
    `      <selecties-extract:StandTechnischeDatum>${date}</selecties-extract:StandTechnischeDatum>\n` +
    '    </selecties-extract:LVC-Extract>\n  </sl-bag-extract:bagInfo>\n  <sl:standBestand>\n    <sl:dataset>LVBAG</sl:dataset>\n' +
    `    <sl:inhoud>\n      <sl:objectTypen>\n        <sl:objectType>${type}</sl:objectType>\n      </sl:objectTypen>\n    </sl:inhoud>`
  );
}

export const STAND_TAIL: string = '\n  </sl:standBestand>\n</sl-bag-extract:bagStand>';

/** A whole stand file; records stand one behind the other on one line. */
export function standXml(type: StandType, records: readonly string[], date: string = DATE): string {
  return standHead(type, date) + records.join('') + STAND_TAIL;
}

function stand(element: string, content: string): string {
  return `<sl:stand><sl-bag-extract:bagObject><Objecten:${element}>${content}</Objecten:${element}></sl-bag-extract:bagObject></sl:stand>`;
}

function element(name: string, text: string | number | undefined): string {
  return text === undefined ? '' : `<Objecten:${name}>${text}</Objecten:${name}>`;
}

function identifier(domain: string, id: string): string {
  return `<Objecten:identificatie domein="NL.IMBAG.${domain}">${id}</Objecten:identificatie>`;
}

function reference(type: string, domain: string, id: string): string {
  return `<Objecten-ref:${type}Ref domein="NL.IMBAG.${domain}">${id}</Objecten-ref:${type}Ref>`;
}

const DOCUMENTS =
  '<Objecten:geconstateerd>N</Objecten:geconstateerd><Objecten:documentdatum>2010-06-23</Objecten:documentdatum>' +
  '<Objecten:documentnummer>B&amp;W-1774</Objecten:documentnummer>';

function occurrenceXml({ occurrence = 1, begin = '2010-06-23', end, inactive }: OccurrenceFields): string {
  const time = '2010-11-15T13:26:11.000';
  const history = (name: string, text: string | number | undefined): string =>
    text === undefined ? '' : `<Historie:${name}>${text}</Historie:${name}>`;
  const is = (name: string): string | undefined => (inactive === name ? time : undefined);
  return (
    `<Objecten:voorkomen><Historie:Voorkomen>${history('voorkomenidentificatie', occurrence)}${history('beginGeldigheid', begin)}` +
    `${history('eindGeldigheid', end)}${history('tijdstipRegistratie', time)}${history('tijdstipInactief', is('tijdstipInactief'))}` +
    `<Historie:BeschikbaarLV>${history('tijdstipRegistratieLV', time)}${history('tijdstipInactiefLV', is('tijdstipInactiefLV'))}` +
    `${history('tijdstipNietBagLV', is('tijdstipNietBagLV'))}</Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>`
  );
}

export interface PlaceFields extends OccurrenceFields {
  readonly name: string;
}

export function place({ status = 'Woonplaats aangewezen', ...fields }: PlaceFields): string {
  return stand(
    'Woonplaats',
    `${identifier('Woonplaats', fields.id)}${element('naam', fields.name)}<Objecten:geometrie><Objecten:vlak>${POLYGON}</Objecten:vlak></Objecten:geometrie>` +
      `${element('status', status)}${DOCUMENTS}${occurrenceXml(fields)}`,
  );
}

export interface StreetFields extends OccurrenceFields {
  readonly name: string;
  readonly place: string;
  readonly shortName?: string;
  readonly type?: string;
}

export function street({ status = 'Naamgeving uitgegeven', type = 'Weg', ...fields }: StreetFields): string {
  const short =
    fields.shortName === undefined
      ? ''
      : `<Objecten:verkorteNaam><nen5825:VerkorteNaamOpenbareRuimte><nen5825:verkorteNaam>${fields.shortName}</nen5825:verkorteNaam></nen5825:VerkorteNaamOpenbareRuimte></Objecten:verkorteNaam>`;
  return stand(
    'OpenbareRuimte',
    `${identifier('Openbareruimte', fields.id)}${element('naam', fields.name)}${element('type', type)}${element('status', status)}${DOCUMENTS}` +
      `<Objecten:ligtIn>${reference('Woonplaats', 'Woonplaats', fields.place)}</Objecten:ligtIn>${occurrenceXml(fields)}${short}`,
  );
}

export interface NumberFields extends OccurrenceFields {
  readonly number: string | number;
  readonly letter?: string;
  readonly addition?: string;
  readonly postcode?: string;
  readonly street: string;
  /** Overrides the place of the street. */
  readonly place?: string;
}

export function number({ status = 'Naamgeving uitgegeven', ...fields }: NumberFields): string {
  const liesIn =
    fields.place === undefined
      ? ''
      : `<Objecten:ligtIn>${reference('Woonplaats', 'Woonplaats', fields.place)}</Objecten:ligtIn>`;
  return stand(
    'Nummeraanduiding',
    `${identifier('Nummeraanduiding', fields.id)}${element('huisnummer', fields.number)}${element('huisletter', fields.letter)}` +
      `${element('huisnummertoevoeging', fields.addition)}${element('postcode', fields.postcode)}` +
      `${element('typeAdresseerbaarObject', 'Verblijfsobject')}${element('status', status)}${DOCUMENTS}${liesIn}${occurrenceXml(fields)}` +
      `<Objecten:ligtAan>${reference('OpenbareRuimte', 'Openbareruimte', fields.street)}</Objecten:ligtAan>`,
  );
}

export interface ObjectFields extends OccurrenceFields {
  readonly main: string;
  readonly secondary?: readonly string[];
  /** `x y` or `x y z` in metres. */
  readonly point?: string;
  /** GML in place of the point. */
  readonly geometry?: string;
  /** Of a residence. */
  readonly uses?: readonly string[];
  readonly floorArea?: number;
  readonly buildings?: readonly string[];
}

function numbersXml({ main, secondary = [] }: ObjectFields): { main: string; secondary: string } {
  const references = secondary.map((id) => reference('Nummeraanduiding', 'Nummeraanduiding', id)).join('');
  return {
    main: `<Objecten:heeftAlsHoofdadres>${reference('Nummeraanduiding', 'Nummeraanduiding', main)}</Objecten:heeftAlsHoofdadres>`,
    secondary: secondary.length === 0 ? '' : `<Objecten:heeftAlsNevenadres>${references}</Objecten:heeftAlsNevenadres>`,
  };
}

export function residence({
  status = 'Verblijfsobject in gebruik',
  point = '131009.0 482405.0 0.0',
  uses = ['woonfunctie'],
  floorArea = 201,
  buildings = ['0424100000002206'],
  ...fields
}: ObjectFields): string {
  const { main, secondary } = numbersXml({ ...fields });
  const geometry =
    fields.geometry ??
    `<Objecten:punt><gml:Point srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3">\n  <gml:pos>${point}</gml:pos>\n</gml:Point></Objecten:punt>`;
  return stand(
    'Verblijfsobject',
    `${main}${occurrenceXml(fields)}${secondary}${identifier('Verblijfsobject', fields.id)}<Objecten:geometrie>${geometry}</Objecten:geometrie>` +
      `${uses.map((use) => element('gebruiksdoel', use)).join('')}${element('oppervlakte', floorArea)}${element('status', status)}${DOCUMENTS}` +
      `<Objecten:maaktDeelUitVan>${buildings.map((id) => reference('Pand', 'Pand', id)).join('')}</Objecten:maaktDeelUitVan>`,
  );
}

/** A mooring place (`Ligplaats`) or pitch (`Standplaats`), with an area. */
export function pitch(
  kind: 'Ligplaats' | 'Standplaats',
  { status = 'Plaats aangewezen', geometry = POLYGON, ...fields }: ObjectFields,
): string {
  const { main, secondary } = numbersXml({ ...fields });
  return stand(
    kind,
    `${main}${occurrenceXml(fields)}${secondary}${identifier(kind, fields.id)}${element('status', status)}` +
      `<Objecten:geometrie>${geometry}</Objecten:geometrie>${DOCUMENTS}`,
  );
}

/** A polygon; each ring is the text of a `gml:posList`, the first the outline. */
export function polygon(rings: readonly string[], dimension: number = 2): string {
  const [exterior, ...interiors] = rings.map(
    (ring) =>
      `\n    <gml:LinearRing>\n      <gml:posList count="${ring.split(' ').length / dimension}">${ring}</gml:posList>\n    </gml:LinearRing>`,
  );
  const holes = interiors.map((ring) => `\n  <gml:interior>${ring}\n  </gml:interior>`).join('');
  return `<gml:Polygon srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="${dimension}">\n  <gml:exterior>${exterior}\n  </gml:exterior>${holes}\n</gml:Polygon>`;
}

/** 10 m square with its centre at 131005, 482405. */
export const SQUARE: string =
  '131000.0 482400.0 131010.0 482400.0 131010.0 482410.0 131000.0 482410.0 131000.0 482400.0';
const POLYGON: string = polygon([SQUARE]);

export interface RelationFields {
  readonly place: string;
  readonly municipality: string;
  readonly begin?: string;
  readonly end?: string;
  readonly status?: string;
}

/** The file that says which municipality a place lies in, with its comment in raw UTF-8 before the root. */
export function relationsXml(relations: readonly RelationFields[], date: string = DATE): string {
  const rows = relations.map(({ place: id, municipality, begin = '2010-01-01', end, status = 'definitief' }) => {
    const ended =
      end === undefined ? '' : `<bagtypes:einddatumTijdvakGeldigheid>${end}</bagtypes:einddatumTijdvakGeldigheid>`;
    return (
      `<gwr-product:GemeenteWoonplaatsRelatie><gwr-product:tijdvakgeldigheid><bagtypes:begindatumTijdvakGeldigheid>${begin}</bagtypes:begindatumTijdvakGeldigheid>${ended}</gwr-product:tijdvakgeldigheid>` +
      `<gwr-product:gerelateerdeWoonplaats><gwr-product:identificatie>${id}</gwr-product:identificatie></gwr-product:gerelateerdeWoonplaats>` +
      `<gwr-product:gerelateerdeGemeente><gwr-product:identificatie>${municipality}</gwr-product:identificatie></gwr-product:gerelateerdeGemeente>` +
      `<gwr-product:status>${status}</gwr-product:status></gwr-product:GemeenteWoonplaatsRelatie>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Disclaimer: In de BAG worden géén gemeenten geregistreerd. -->' +
    '<gwr-bestand:BAG-GWR-Deelbestand-LVC xmlns:gwr-bestand="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601" ' +
    'xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601" ' +
    'xmlns:bagtypes="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601" ' +
    'xmlns:gwr-product="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601">\n  <gwr-bestand:SelectieGegevens>\n' +
    `    <selecties-extract:StandTechnischeDatum>${date}</selecties-extract:StandTechnischeDatum>\n  </gwr-bestand:SelectieGegevens>\n` +
    `  <gwr-bestand:Product>\n    <gwr-product:GemeenteWoonplaatsRelatieProduct>${rows.join('')}</gwr-product:GemeenteWoonplaatsRelatieProduct>\n` +
    '  </gwr-bestand:Product>\n</gwr-bestand:BAG-GWR-Deelbestand-LVC>'
  );
}

export function deliveryXml(date: string = DATE): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<xb:BAG-Extract-Levering xmlns:xb="http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601" ' +
    'xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601"><xb:SelectieGegevens><selecties-extract:LVC-Extract>' +
    `<selecties-extract:StandTechnischeDatum>${date}</selecties-extract:StandTechnischeDatum></selecties-extract:LVC-Extract></xb:SelectieGegevens></xb:BAG-Extract-Levering>`
  );
}

/** The records of an extract by type; a list of lists is several files. */
export interface ExtractContents {
  readonly places?: readonly string[];
  readonly streets?: readonly string[];
  readonly numbers?: readonly string[] | readonly (readonly string[])[];
  readonly residences?: readonly string[] | readonly (readonly string[])[];
  readonly moorings?: readonly string[];
  readonly pitches?: readonly string[];
  readonly relations?: readonly RelationFields[];
}

/** The stand files of an extract by name, without zips around them. `area` is `9999` or a municipality's code. */
export function standFiles(
  contents: ExtractContents,
  area: string = '9999',
  date: string = DATE,
): Record<string, string> {
  const files: Record<string, string> = {};
  const add = (type: StandType, records: ExtractContents['numbers'] = []): void => {
    const lists = (Array.isArray(records[0]) ? records : [records]) as readonly (readonly string[])[];
    lists.forEach((list, i) => {
      files[`${area}${type}${FILE_DATE}-${String(i + 1).padStart(6, '0')}.xml`] = standXml(type, list, date);
    });
  };
  add('WPL', contents.places);
  add('OPR', contents.streets);
  add('NUM', contents.numbers);
  add('VBO', contents.residences);
  add('LIG', contents.moorings);
  add('STA', contents.pitches);
  return files;
}

/** The same as zips, one for each type: `9999NUM08012026.zip`. */
export async function standZips(
  contents: ExtractContents,
  area: string = '9999',
  date: string = DATE,
): Promise<Record<string, Buffer>> {
  const byZip: Record<string, Record<string, string>> = {};
  for (const [name, xml] of Object.entries(standFiles(contents, area, date))) {
    const zip = `${name.split('-')[0]}.zip`;
    byZip[zip] = { ...byZip[zip], [name]: xml };
  }
  const zips = Object.entries(byZip).map(async ([zip, files]) => [zip, await zipBytes(files)] as const);
  return Object.fromEntries(await Promise.all(zips));
}

/** `lvbag-extract-nl.zip`: two levels of zip. */
export async function nationalZip(contents: ExtractContents, date: string = DATE): Promise<Buffer> {
  return zipBytes({
    'Leveringsdocument-BAG-Extract.xml': deliveryXml(date),
    ...(await standZips(contents, '9999', date)),
    [`GEM-WPL-RELATIE-${FILE_DATE}.zip`]: await zipBytes({
      [`GEM-WPL-RELATIE-${FILE_DATE}-000001.xml`]: relationsXml(contents.relations ?? [], date),
    }),
  });
}

/** `BAGGEM0457L-….zip`: three levels of zip. */
export async function municipalZip(contents: ExtractContents, area: string, date: string = DATE): Promise<Buffer> {
  return zipBytes({
    'Leveringsdocument-BAG-Extract.xml': deliveryXml(date),
    [`GEM-WPL-RELATIE-${FILE_DATE}.zip`]: await zipBytes({
      [`GEM-WPL-RELATIE-${FILE_DATE}-000001.xml`]: relationsXml(contents.relations ?? [], date),
    }),
    [`${area}GEM${FILE_DATE}.zip`]: await zipBytes(await standZips(contents, area, date)),
  });
}
