import type { RegionCode } from './names.ts';

/** The five kinds of file in the full download, by the name of their root element. */
export const XML_KINDS = ['address', 'streetName', 'municipality', 'postalInfo', 'partOfMunicipality'] as const;

export type XmlKind = (typeof XML_KINDS)[number];

/** The kind of file that a root element belongs to; `undefined` for anything that is not BeST. */
export function kindOfRoot(rootName: string): XmlKind | undefined {
  const name = rootName.slice(rootName.indexOf(':') + 1).toLowerCase();
  return XML_KINDS.find((kind) => name === `${kind}ResponseBySource`.toLowerCase());
}

/** The namespace of names and identifiers until November 2023, whose elements are arranged in another way. */
export const OLD_LAYOUT_NAMESPACE = 'http://vocab.belgif.be/ns/inspire/';

const HOSTS: readonly (readonly [host: string, region: RegionCode])[] = [
  ['data.vlaanderen.be', 'BE-VLG'],
  ['geodata.wallonie.be', 'BE-WAL'],
  ['databrussels.be', 'BE-BRU'],
];
const SOURCES: readonly (readonly [source: string, region: RegionCode])[] = [
  ['fland', 'BE-VLG'],
  ['wallon', 'BE-WAL'],
  ['brussel', 'BE-BRU'],
];

/**
 * The region whose register an identifier is from. Namespaces are written with and without scheme and final slash, in any
 * case: `https://data.vlaanderen.be/id/adres/`, `https://databrussels.be/id/address`, `geodata.wallonie.be/id/Address/`.
 */
export function regionOfNamespace(namespace: string): RegionCode | undefined {
  const host = namespace
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '');
  return HOSTS.find(([prefix]) => host === prefix || host.startsWith(`${prefix}/`))?.[1];
}

/** The region of a file, by its `source`: `flanders`, `wallonia`, `brussels`. */
export function regionOfSource(source: string): RegionCode | undefined {
  const text = source.trim().toLowerCase();
  return SOURCES.find(([start]) => text.startsWith(start))?.[1];
}

/** `EPSG:31370` of `http://www.opengis.net/def/crs/EPSG/0/31370` and of `urn:ogc:def:crs:EPSG::31370`. */
export function crsOf(srsName: string): string {
  const code = /([0-9]+)\/?$/.exec(srsName.trim())?.[1];
  return code === undefined ? srsName : `EPSG:${code}`;
}
