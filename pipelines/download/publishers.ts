import { posix } from 'node:path';
import { AddressLookupError } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { isDay, isObject } from '../../src/store/manifest.ts';
import { type HttpClient, shown } from './http-client.ts';
import type { Checksum } from './transfer.ts';

/** A file that a publisher offers. */
export interface Source {
  /** The name under which it is stored and configured. */
  readonly file: string;
  /** `BAG`, `BeST`, `CACLR`, `BD-Adresses`. */
  readonly register: string;
  readonly publisher: string;
  /** SPDX identifier. */
  readonly licence: string;
  /** The URL of the file, or of its data set in the API of a data portal (udata), which lists the URLs of dated editions. */
  readonly address: string;
}

const KADASTER = { register: 'BAG', publisher: 'Kadaster', licence: 'CC0-1.0' } as const;
const BOSA = { register: 'BeST', publisher: 'BOSA', licence: 'CC-BY-4.0' } as const;
const ACT = { publisher: 'Administration du cadastre et de la topographie', licence: 'CC0-1.0' } as const;

/** The files of each country, and their default URLs. */
export const SOURCES: Readonly<Record<Country, readonly Source[]>> = {
  nl: [
    {
      file: 'lvbag-extract-nl.zip',
      ...KADASTER,
      address: 'https://service.pdok.nl/kadaster/adressen/atom/v1_0/downloads/lvbag-extract-nl.zip',
    },
  ],
  be: ['bru', 'vlg', 'wal'].map((region) => ({
    file: `openaddress-be${region}.zip`,
    ...BOSA,
    address: `https://opendata.bosa.be/download/best/openaddress-be${region}.zip`,
  })),
  lu: [
    {
      file: 'caclr.zip',
      register: 'CACLR',
      ...ACT,
      address: 'https://data.public.lu/api/1/datasets/registre-national-des-localites-et-des-rues/',
    },
    {
      file: 'addresses.csv',
      register: 'BD-Adresses',
      ...ACT,
      address: 'https://data.public.lu/api/1/datasets/adresses-georeferencees-bd-adresses/',
    },
  ],
};

/** Configured URLs of files, by file name. */
export type SourceAddresses = Readonly<Record<string, string>>;

export function sourcesOf(country: Country, addresses: SourceAddresses = {}): readonly Source[] {
  return SOURCES[country].map((source) => ({ ...source, address: addresses[source.file] ?? source.address }));
}

/**
 * `FILE=ADDRESS` as given on a command line.
 *
 * @throws AddressLookupError `invalid-option`
 */
export function parseSourceAddress(text: string): SourceAddresses {
  const names = Object.values(SOURCES).flatMap((sources) => sources.map(({ file }) => file));
  const [, file = '', address = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (names.includes(file) && isHttpAddress(address)) return { [file]: address };
  throw new AddressLookupError(
    'invalid-option',
    `Got "${text}" as a source; allowed is FILE=ADDRESS with an http or https address and one of the files ${names.join(', ')}.`,
    { got: text, allowed: names },
  );
}

export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The current URL of a file, and what its publisher states about it. */
export interface Location {
  readonly url: string;
  /** The date of the edition, `YYYY-MM-DD`, if the publisher states it. */
  readonly date?: string | undefined;
  readonly bytes?: number | undefined;
  readonly checksum?: Checksum | undefined;
}

/** @throws AddressLookupError `download-failed` */
export async function locate(client: HttpClient, source: Source): Promise<Location> {
  if (!/\/api\/\d+\/datasets\//.test(source.address)) return { url: source.address };
  const dataset = (await client.json(source.address)) as { readonly resources?: unknown };
  const listed: readonly unknown[] = Array.isArray(dataset?.resources) ? dataset.resources : [];
  const resources = listed.filter((each) => isObject<Resource>(each)) as Partial<Resource>[];
  const fitting = resources.filter((each) => isNamed(each, source.file) && isHttpAddress(String(each.url)));
  // A new edition is added before the old one is removed.
  const [newest] = fitting.sort((a, b) => (dateOf(b) ?? '').localeCompare(dateOf(a) ?? ''));
  if (newest === undefined) throw noResource(source, resources);
  return {
    url: newest.url!,
    date: dateOf(newest),
    bytes: Number.isSafeInteger(newest.filesize) ? newest.filesize! : undefined,
    checksum: checksumOf(source, newest.checksum),
  };
}

/** The fields used of a resource in the API of udata. */
interface Resource {
  readonly title: string;
  readonly url: string;
  readonly filesize: number | null;
  readonly checksum: { readonly type: string; readonly value: string } | null;
  /** ISO 8601. */
  readonly last_modified: string;
}

function isNamed({ title, url }: Partial<Resource>, file: string): boolean {
  const names = [title, posix.basename(String(url).replace(/[?#].*$/, ''))];
  return names.some((name) => String(name).toLowerCase() === file);
}

/** The date of an upload, from the folder that the portal creates for it, `…/20260928-023119/addresses.csv`. */
function dateOf({ url, last_modified }: Partial<Resource>): string | undefined {
  const folder = /\/(\d{4})(\d{2})(\d{2})-\d{6}\//.exec(String(url));
  const days = [folder?.slice(1).join('-'), /^\d{4}-\d{2}-\d{2}/.exec(String(last_modified))?.[0]];
  return days.find((day) => day !== undefined && isDay(day));
}

/** The hexadecimal digits of each kind of checksum. */
const CHECKSUM_DIGITS: Readonly<Record<Checksum['algorithm'], number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };

/** @throws AddressLookupError `download-failed` if it cannot be a checksum, without which a damaged file would not be noticed */
function checksumOf({ file, address }: Source, checksum: Resource['checksum'] | undefined): Checksum | undefined {
  const algorithm = String(checksum?.type).toLowerCase().replace('-', '');
  const value = String(checksum?.value).toLowerCase();
  if (!(algorithm in CHECKSUM_DIGITS)) return undefined;
  const known = algorithm as Checksum['algorithm'];
  if (/^[0-9a-f]+$/.test(value) && value.length === CHECKSUM_DIGITS[known]) return { algorithm: known, value };
  throw new AddressLookupError(
    'download-failed',
    `${shown(address)} gives "${value.slice(0, 130)}" as the ${algorithm} of ${file}, which is none. Run the command again later, or set the address of the file itself with --source ${file}=ADDRESS.`,
    { got: value },
  );
}

function noResource({ file, address }: Source, resources: readonly Partial<Resource>[]): AddressLookupError {
  const found = resources.slice(0, 5).map(({ title }) => String(title));
  return new AddressLookupError(
    'download-failed',
    `${shown(address)} lists no ${file}${found.length === 0 ? '' : ` (found ${found.join(', ')})`}. Set the address of the file itself with --source ${file}=ADDRESS.`,
    { got: shown(address), found },
  );
}
