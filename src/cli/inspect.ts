import { Command } from 'commander';
import { Container } from '../format/container.ts';
import type { PathStep } from '../format/prefix-trie.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { checkDegrees, type Position } from '../query/coordinates.ts';
import { bytesByColumn } from '../store/address-table.ts';
import type { CountryIndex } from '../store/country-index.ts';
import { countriesIn, openCountry } from '../store/directory.ts';
import { isContainer } from '../store/manifest.ts';
import { pathsTo } from '../store/names.ts';
import { type RunAround, runsAround } from '../store/points.ts';
import { parseCountry, parsePosition } from './run-program.ts';

interface InspectOptions {
  readonly country?: Country;
  readonly name?: string;
  readonly near?: Position;
  readonly json?: boolean;
}

/** Radius of `--near`. */
const RUNS_METRES = 100;

/** `inspect`: shows where the bytes of an index are, how a name is found, and the runs around a position. */
export function inspectCommand(): Command {
  return new Command('inspect')
    .description('show what an index is made of: a table on a terminal, JSON elsewhere')
    .argument('[directory]', 'index directory', 'dist-data')
    .option('--country <code>', 'nl, be or lu (default: all)', parseCountry)
    .option('--name <text>', 'trace a name through the tries')
    .option('--near <lat,lon>', `show the address runs within ${RUNS_METRES} m`, parsePosition)
    .option('--json', 'print JSON on a terminal, too')
    .action(inspect);
}

async function inspect(directory: string, options: InspectOptions): Promise<void> {
  if (options.near !== undefined) checkDegrees(options.near);
  const countries = countriesIn(directory, options.country === undefined ? COUNTRIES : [options.country]);
  for (const country of countries) {
    const inspected = describeIndex(await openCountry(directory, country), options);
    const isForPeople = process.stdout.isTTY && !options.json;
    process.stdout.write(isForPeople ? formatInspected(inspected) : `${JSON.stringify(inspected)}\n`);
  }
}

/** Bytes of a file, a section of a container, or a column of the rows of addresses. */
interface Part {
  readonly file: string;
  /** `undefined` for the whole file. */
  readonly section?: string;
  readonly column?: string;
  readonly bytes: number;
  readonly bytesAnAddress: number;
}

interface Inspected {
  readonly country: Country;
  readonly formatVersion: number;
  readonly release: string;
  readonly addresses: number;
  readonly parts: readonly Part[];
  /** Only with a name: by trie. */
  readonly paths?: Readonly<Record<'area' | 'street', readonly PathStep[]>>;
  /** Only with a position. */
  readonly runs?: readonly RunAround[];
}

/** What the command prints, as an object. */
export function describeIndex(index: CountryIndex, { name, near }: Pick<InspectOptions, 'name' | 'near'>): Inspected {
  const { manifest, buffers, names, points } = index;
  const { addresses } = manifest.counts;
  const parts: Part[] = [];
  const add = (file: string, bytes: number, section?: string, column?: string): void => {
    parts.push({
      file,
      ...(section === undefined ? {} : { section }),
      ...(column === undefined ? {} : { column }),
      bytes,
      bytesAnAddress: bytes / addresses,
    });
  };
  for (const { name: file, bytes } of manifest.files) {
    add(file, bytes);
    if (!isContainer(file)) continue;
    for (const [section, sectionBytes] of new Container(buffers.files[file]!, file).sizes()) {
      add(file, sectionBytes, section);
      if (section !== 'rows') continue;
      const columns = bytesByColumn(index.addresses);
      const packed = [...columns.values()].reduce((sum, each) => sum + each, 0);
      add(file, sectionBytes - packed, section, 'heads of blocks');
      for (const [column, columnBytes] of columns) add(file, columnBytes, section, column);
    }
  }
  return {
    country: index.country,
    formatVersion: manifest.formatVersion,
    release: manifest.release,
    addresses,
    parts,
    ...(name === undefined ? {} : { paths: pathsTo(names, name) }),
    ...(near === undefined ? {} : { runs: runsAround(points.tree, near.latitude, near.longitude, RUNS_METRES) }),
  };
}

function formatInspected({ country, formatVersion, release, addresses, parts, paths, runs }: Inspected): string {
  const total = parts.reduce((sum, { section, bytes }) => sum + (section === undefined ? bytes : 0), 0);
  const blocks = [
    `${country}: format version ${formatVersion}, release ${release}, ${addresses.toLocaleString('en')} addresses`,
    table([
      ['file, section, column', 'bytes', 'an address'],
      ...parts.map(({ file, section, column, bytes, bytesAnAddress }) => [
        column !== undefined ? `    ${column}` : section !== undefined ? `  ${section}` : file,
        bytes.toLocaleString('en'),
        bytesAnAddress.toFixed(3),
      ]),
      ['all', total.toLocaleString('en'), (total / addresses).toFixed(3)],
    ]),
  ];
  for (const [trie, steps] of Object.entries(paths ?? {})) {
    blocks.push(
      table([
        [`path, ${trie}`, 'node', 'best rank', 'keys'],
        ...steps.map(({ label, node, rank, leaves }) => [JSON.stringify(label), node, rank, leaves].map(String)),
      ]),
    );
  }
  if (runs !== undefined) {
    blocks.push(
      table([
        ['run, first address', 'addresses', 'metres away', 'wide', 'high'],
        ...runs.map((run) => [
          String(run.addresses[0]),
          String(run.addresses.length),
          ...[run.metres, run.widthMetres, run.heightMetres].map((metres) => metres.toFixed(1)),
        ]),
      ]),
    );
  }
  return `${blocks.join('\n\n')}\n\n`;
}

/** Formats a table, with the first column aligned left and the others right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
