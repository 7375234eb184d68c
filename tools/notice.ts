import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run notice` writes NOTICE: under which licences the packages are that an installation brings along, and the data that the
 * package carries. A test compares the file with what this gives.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** Licences that ask for nothing but their notice, and may be combined with MIT. */
export const ALLOWED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  '(MIT AND BSD-3-Clause)',
  '(MIT AND Zlib)',
  'MIT AND BSD-3-Clause',
  'MIT AND Zlib',
];

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Lines of its licence file. */
  readonly copyrights: readonly string[];
}

/** Every package that an installation without development tools brings along, by name and version. */
export function shippedPackages(root: string = ROOT): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = new Map<string, ShippedPackage>();
  for (const [path, { version = '', license = 'unknown', dev, devOptional, peer, os, cpu, libc }] of Object.entries(
    packages,
  )) {
    if (path === '' || dev || devOptional || peer) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // What is for some machines only is not on every disk: the notice must be the same everywhere.
    const isEverywhere = os === undefined && cpu === undefined && libc === undefined;
    const copyrights = isEverywhere ? copyrightsIn(join(root, path)) : [];
    shipped.set(`${name}@${version}`, { name, version, licence: license, copyrights });
  }
  return [...shipped.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function copyrightsIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
  const lines = files.sort().flatMap((name) => readText(join(directory, name)).split('\n'));
  const copyrights = lines
    .map((line) => line.trim().replace(/^[#*\s]+/, ''))
    .filter((line) => /^copyright\b.*(?:\d{4}|\(c\)|©)/i.test(line));
  return [...new Set(copyrights)];
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The text of NOTICE. */
export function noticeText(root: string = ROOT): string {
  const packages = shippedPackages(root);
  const byLicence = new Map<string, number>();
  for (const { licence } of packages) byLicence.set(licence, (byLicence.get(licence) ?? 0) + 1);
  const totals = [...byLicence]
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .map(([licence, n]) => `${licence} ${n}`);
  const entries = packages.map(({ name, version, licence, copyrights }) =>
    [`${name} ${version} (${licence})`, ...copyrights.map((line) => `    ${line}`)].join('\n'),
  );
  return `benelux-address-lookup is under the MIT licence (LICENSE).

It carries tables of names of its own in pipelines/data, whose sources and licences are in pipelines/data/README.md. An index is made of
official registers: BAG (Kadaster, CC0 1.0), BeST (BOSA and the regions of Belgium, CC BY 4.0: answers need the attribution that is in
manifest.json of the index), CACLR and BD-Adresses (Administration du cadastre et de la topographie, CC0 1.0).

An installation brings along ${packages.length} packages, each with its licence in its own directory: ${totals.join(', ')}.
What is for some systems only is listed without its copyright lines. Written by npm run notice.

${entries.join('\n')}
`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(ROOT, 'NOTICE'), noticeText());
