import { FIELD, LIST } from './stand-record.ts';

/**
 * The records of the stand files as Kadaster's software writes them, byte for byte but for the texts: the elements of the
 * schemas imbag-objecten and IMBAGLV_Historie of the BAG 2.0 extract, in their order, with its prefixes, attributes and
 * line breaks. The scanner accepts exactly this and leaves every record that differs to the general parser: an omission
 * here costs time, never data.
 */
export type Part = Value | Group | Opaque;

/** An element with text only. */
export interface Value {
  readonly kind: 'value';
  readonly open: string;
  readonly close: string;
  /** The `FIELD` it is kept in, or one of the marks below. */
  readonly field: number;
  readonly optional: boolean;
  readonly repeats: boolean;
}

/** An element with elements only. */
export interface Group {
  readonly kind: 'group';
  readonly open: string;
  readonly close: string;
  readonly parts: readonly Part[];
  readonly optional: boolean;
}

/** An element without any wanted content, skipped unread to its end tag. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly open: string;
  readonly close: string;
  readonly optional: boolean;
}

/** In `Value.field`: the text is checked and passed over. */
export const IGNORED = -1;
/** In `Value.field`: one more of the record's list 0; of list 1, the number below, and so on. */
export const FIRST_LIST = -2;

function value(name: string, field: number = IGNORED, attributes: string = ''): Value {
  return { kind: 'value', ...tags(name, attributes), field, optional: false, repeats: false };
}

function group(name: string, parts: readonly Part[]): Group {
  return { kind: 'group', ...tags(name, ''), parts, optional: false };
}

function opaque(name: string): Opaque {
  return { kind: 'opaque', ...tags(name, ''), optional: false };
}

function tags(name: string, attributes: string): { open: string; close: string } {
  return { open: `<${name}${attributes === '' ? '' : ` ${attributes}`}>`, close: `</${name}>` };
}

function optional<P extends Part>(part: P): P {
  return { ...part, optional: true };
}

function repeated(part: Value): Value {
  return { ...part, repeats: true };
}

const reference = (type: string, field: number, domain: string = type): Value =>
  value(`Objecten-ref:${type}Ref`, field, `domein="NL.IMBAG.${domain}"`);
const identifier = (domain: string): Value => value('Objecten:identificatie', FIELD.id, `domein="NL.IMBAG.${domain}"`);
const status: Value = value('Objecten:status', FIELD.status);
const documents: readonly Part[] = [
  value('Objecten:geconstateerd'),
  value('Objecten:documentdatum'),
  value('Objecten:documentnummer'),
];
const occurrence: Group = group('Objecten:voorkomen', [
  group('Historie:Voorkomen', [
    value('Historie:voorkomenidentificatie', FIELD.occurrence),
    value('Historie:beginGeldigheid', FIELD.beginDate),
    optional(value('Historie:eindGeldigheid', FIELD.endDate)),
    value('Historie:tijdstipRegistratie'),
    optional(value('Historie:eindRegistratie')),
    optional(value('Historie:tijdstipInactief', FIELD.inactive)),
    group('Historie:BeschikbaarLV', [
      value('Historie:tijdstipRegistratieLV'),
      optional(value('Historie:tijdstipEindRegistratieLV')),
      optional(value('Historie:tijdstipInactiefLV', FIELD.inactive)),
      optional(value('Historie:tijdstipNietBagLV', FIELD.inactive)),
    ]),
  ]),
]);
const liesIn: Group = group('Objecten:ligtIn', [reference('Woonplaats', FIELD.place)]);
const mainNumber: Group = group('Objecten:heeftAlsHoofdadres', [reference('Nummeraanduiding', FIELD.mainNumber)]);
const secondaryNumbers: Group = optional(
  group('Objecten:heeftAlsNevenadres', [repeated(reference('Nummeraanduiding', FIRST_LIST - LIST.secondaryNumbers))]),
);

const woonplaats: Group = group('Objecten:Woonplaats', [
  identifier('Woonplaats'),
  value('Objecten:naam', FIELD.name),
  opaque('Objecten:geometrie'),
  status,
  ...documents,
  occurrence,
]);

const openbareRuimte: Group = group('Objecten:OpenbareRuimte', [
  identifier('Openbareruimte'),
  value('Objecten:naam', FIELD.name),
  value('Objecten:type'),
  status,
  ...documents,
  liesIn,
  occurrence,
  optional(
    group('Objecten:verkorteNaam', [
      group('nen5825:VerkorteNaamOpenbareRuimte', [value('nen5825:verkorteNaam', FIELD.shortName)]),
    ]),
  ),
]);

const nummeraanduiding: Group = group('Objecten:Nummeraanduiding', [
  identifier('Nummeraanduiding'),
  value('Objecten:huisnummer', FIELD.number),
  optional(value('Objecten:huisletter', FIELD.letter)),
  optional(value('Objecten:huisnummertoevoeging', FIELD.addition)),
  optional(value('Objecten:postcode', FIELD.postcode)),
  value('Objecten:typeAdresseerbaarObject'),
  status,
  ...documents,
  optional(liesIn),
  occurrence,
  group('Objecten:ligtAan', [reference('OpenbareRuimte', FIELD.street, 'Openbareruimte')]),
]);

/** GML comes from another program, which breaks lines; whether all editions do is not known, so both forms are. */
function point(lineBreaks: boolean): Group {
  const { open, close } = tags('gml:Point', 'srsName="urn:ogc:def:crs:EPSG::28992" srsDimension="3"');
  return {
    kind: 'group',
    open: lineBreaks ? `${open}\n  ` : open,
    close: lineBreaks ? `\n${close}` : close,
    parts: [value('gml:pos', FIELD.point)],
    optional: true,
  };
}

/** With a point; the one in 26,000 that has an area instead goes to the general parser. Its details are kept only if they are wanted. */
const verblijfsobject = (withDetails: boolean): Group =>
  group('Objecten:Verblijfsobject', [
    mainNumber,
    occurrence,
    secondaryNumbers,
    identifier('Verblijfsobject'),
    group('Objecten:geometrie', [group('Objecten:punt', [point(true), point(false)])]),
    repeated(value('Objecten:gebruiksdoel', withDetails ? FIRST_LIST - LIST.uses : IGNORED)),
    value('Objecten:oppervlakte', withDetails ? FIELD.floorArea : IGNORED),
    status,
    ...documents,
    group('Objecten:maaktDeelUitVan', [
      repeated(reference('Pand', withDetails ? FIRST_LIST - LIST.buildings : IGNORED)),
    ]),
  ]);

function stand(object: Group): Group {
  return group('sl:stand', [group('sl-bag-extract:bagObject', [object])]);
}

/** By the object's element name. Mooring places and pitches are few and have polygons: they are left to the parser. */
export const STAND_TEMPLATES: ReadonlyMap<string, Group> = new Map([
  ['Woonplaats', stand(woonplaats)],
  ['OpenbareRuimte', stand(openbareRuimte)],
  ['Nummeraanduiding', stand(nummeraanduiding)],
  ['Verblijfsobject', stand(verblijfsobject(false))],
]);

/** The same of objects with what they say of themselves. */
export const DETAILED_TEMPLATES: ReadonlyMap<string, Group> = new Map([
  ...STAND_TEMPLATES,
  ['Verblijfsobject', stand(verblijfsobject(true))],
]);

/** The declarations without which the prefixes above would not mean what they mean. */
export const EXPECTED_DECLARATIONS: readonly string[] = [
  'xmlns:Objecten="www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601"',
  'xmlns:Objecten-ref="www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601"',
  'xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601"',
  'xmlns:nen5825="www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601"',
  'xmlns:gml="http://www.opengis.net/gml/3.2"',
  'xmlns:sl-bag-extract="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601"',
  'xmlns:sl="http://www.kadaster.nl/schemas/standlevering-generiek/1.0"',
];
