import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * `npm run notice` writes NOTICE: under which licences the packages are that an installation of each of ours brings along, and the data
 * that they carry. A test compares the file with what this gives, and another with what npm installs.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What `package-lock.json` says of a package, by its folder. */
interface LockedPackage {
  /** Only of ours, whose folder is named otherwise. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
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
  /** Of its tarball, as the lock file has it: `sha512-` and base64. */
  readonly integrity: string;
  /** What it depends on, as `name@version`. */
  readonly dependsOn: readonly string[];
  /** Lines of its licence file. */
  readonly copyrights: readonly string[];
}

/** The folders of our packages, as the lock file names them. */
export const LIBRARY = '';
export const TOOLS = 'pipelines';

/**
 * Every package that an installation of one of ours has, by name and version, with our own: what it depends on, and what that depends
 * on, as npm installs it.
 */
export function installedWith(folder: string, root: string = ROOT): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const nameOf = (each: string): string => {
    const { name = each.slice(each.lastIndexOf('node_modules/') + 'node_modules/'.length), version } = packages[each]!;
    return `${name}@${version}`;
  };
  const shipped = new Map<string, ShippedPackage>();
  const folders = new Set([folder]);
  for (const each of folders) {
    const { version = '', license = 'unknown', integrity = '', os, cpu, libc } = packages[each]!;
    const needed = foldersNeededBy(each, packages);
    for (const other of needed) folders.add(other);
    // What is for some machines only is not on every disk: the notice must be the same everywhere.
    const isEverywhere = os === undefined && cpu === undefined && libc === undefined;
    const name = nameOf(each);
    shipped.set(name, {
      name: name.slice(0, name.lastIndexOf('@')),
      version,
      licence: license,
      integrity,
      dependsOn: needed.map(nameOf).sort(compare),
      copyrights: isEverywhere ? copyrightsIn(join(root, each)) : [],
    });
  }
  return [...shipped.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * What npm installs for a package: what it depends on, what is for some machines only, and peers that are not optional; for our own also
 * those that are, which the container image has.
 */
function foldersNeededBy(folder: string, packages: Readonly<Record<string, LockedPackage>>): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder]!;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => folder === TOOLS || !peerDependenciesMeta?.[name]?.optional,
  );
  const names = new Set([...peers, ...Object.keys({ ...dependencies, ...optionalDependencies })]);
  return [...names].flatMap((name) => {
    const found = folderOf(name, folder, packages);
    if (found === undefined && dependencies?.[name] !== undefined)
      throw new Error(`${name}, which ${folder} needs, is not in package-lock.json.`);
    return found ?? [];
  });
}

/** Where a package is that one in a folder needs: in its own `node_modules`, or in that of a folder above it. */
function folderOf(name: string, folder: string, packages: Readonly<Record<string, LockedPackage>>): string | undefined {
  for (let above = folder; ; above = above.includes('/') ? above.slice(0, above.lastIndexOf('/')) : '') {
    const candidate = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    const found = packages[candidate];
    // The library is a link to the top of the checkout, which the lock file names ''.
    if (found !== undefined) return found.link ? found.resolved : candidate;
    if (above === '') return undefined;
  }
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
  const [library, tools] = [LIBRARY, TOOLS].map((folder) =>
    installedWith(folder, root).filter(({ integrity }) => integrity !== ''),
  ) as [ShippedPackage[], ShippedPackage[]];
  const isOfLibrary = new Set(library.map(({ name, version }) => `${name}@${version}`));
  const further = tools.filter(({ name, version }) => !isOfLibrary.has(`${name}@${version}`));
  return `benelux-address-lookup and benelux-address-tools are under the MIT licence (LICENSE).

The tools carry tables of names of their own in data, whose sources and licences are in data/README.md. An index is made of official
registers: BAG (Kadaster, CC0 1.0), BeST (BOSA and the regions of Belgium, CC BY 4.0: answers need the attribution that is in
manifest.json of the index), CACLR and BD-Adresses (Administration du cadastre et de la topographie, CC0 1.0).

Each package below has its licence in its own directory. Versions are those this release was tested with. What is for some systems only
is listed without its copyright lines. Written by npm run notice.

benelux-address-lookup brings along ${totalsOf(library)}.

${library.map(entryOf).join('\n')}

benelux-address-tools brings along the library with these, and ${totalsOf(further)}.
bullmq, geotiff and ioredis are among them with what they need: of these it brings along only what you install yourself, and the container image has all.

${further.map(entryOf).join('\n')}
`;
}

function totalsOf(packages: readonly ShippedPackage[]): string {
  const byLicence = new Map<string, number>();
  for (const { licence } of packages) byLicence.set(licence, (byLicence.get(licence) ?? 0) + 1);
  const totals = [...byLicence].sort(([a, m], [b, n]) => n - m || compare(a, b));
  return `${packages.length} packages: ${totals.map(([licence, n]) => `${licence} ${n}`).join(', ')}`;
}

function entryOf({ name, version, licence, copyrights }: ShippedPackage): string {
  return [`${name} ${version} (${licence})`, ...copyrights.map((line) => `    ${line}`)].join('\n');
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(ROOT, 'NOTICE'), noticeText());
