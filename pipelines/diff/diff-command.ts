import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCountry } from '../../src/cli/run-program.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { COUNTRIES, type Country, nameIn } from '../../src/model/country.ts';
import { formatPostcode } from '../../src/model/postcode.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { countriesIn, openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { csvField } from '../report.ts';
import {
  CHANGE,
  CHANGE_KINDS,
  type ChangeKind,
  compareReleases,
  metresApart,
  type ReleaseComparison,
} from './compare-releases.ts';

interface DiffOptions {
  readonly country?: Country;
  readonly changes?: string;
  readonly json?: true;
}

/** `diff`: what has changed from one release to another. The exit code is 0 with and without changes. */
export function diffCommand(stdout: NodeJS.WritableStream = process.stdout): Command {
  return new Command('diff')
    .description('compare two releases: added, removed, renamed, renumbered and moved addresses, and dead contexts')
    .argument('<old>', 'the directory of a release, of a country, or of all')
    .argument('<new>', 'likewise')
    .option('--country <country>', 'only this one, where the directories have several', parseCountry)
    .option('--changes <file>', 'write every changed address to this file: .csv or .ndjson')
    .option('--json', 'print the totals as JSON')
    .action(async (before: string, after: string, options: DiffOptions) => {
      const writer = options.changes === undefined ? undefined : new ChangeWriter(options.changes);
      const summaries: Record<string, unknown>[] = [];
      for (const [old, present] of pairsOf(before, after, options.country)) {
        const comparison = compareReleases(await openIndex(old), await openIndex(present));
        assertOneCountry(comparison, old, present);
        writer?.write(comparison);
        if (options.json) summaries.push(summariseComparison(comparison));
        else stdout.write(formatComparison(comparison));
      }
      writer?.close();
      if (options.json) stdout.write(`${JSON.stringify(summaries, null, 2)}\n`);
    });
}

/** The indexes to compare: those named, or those of the countries that both directories have. */
function pairsOf(before: string, after: string, country: Country | undefined): [string, string][] {
  const isOne = (path: string): boolean => currentDirectory(path) !== undefined;
  if (isOne(before) && isOne(after)) return [[before, after]];
  if (country !== undefined) {
    const placeIn = (path: string): string => (isOne(path) ? path : join(path, country));
    return [[placeIn(before), placeIn(after)]];
  }
  if (isOne(before) !== isOne(after)) {
    throw new AddressLookupError(
      'invalid-option',
      'One directory is of a single release and the other of several countries. Name the country with --country, or give two directories of a kind.',
    );
  }
  const [old, present] = [countriesIn(before), countriesIn(after)];
  const both = COUNTRIES.filter((each) => old.includes(each) && present.includes(each));
  if (both.length > 0) return both.map((each) => [join(before, each), join(after, each)]);
  throw new AddressLookupError(
    'index-not-found',
    `${before} has ${old.join(', ')}, ${after} has ${present.join(', ')}: there is no country to compare.`,
  );
}

function assertOneCountry({ before, after }: ReleaseComparison, old: string, present: string): void {
  if (before.country === after.country) return;
  throw new AddressLookupError(
    'invalid-option',
    `${old} is of "${before.country}" and ${present} of "${after.country}". Give two releases of one country.`,
  );
}

/** Totals, municipalities and contexts of a comparison, as `report.json` and `diff --json` have them. */
export interface ComparisonSummary {
  readonly country: Country;
  readonly before: { readonly addresses: number; readonly referenceDates: readonly (string | null)[] };
  readonly after: { readonly addresses: number; readonly referenceDates: readonly (string | null)[] };
  readonly totals: ReleaseComparison['totals'];
  readonly contexts: ReleaseComparison['contexts'];
  readonly municipalities: ReleaseComparison['municipalities'];
}

export function summariseComparison(comparison: ReleaseComparison): ComparisonSummary & Record<string, unknown> {
  const { before, after, totals, contexts, municipalities } = comparison;
  const describe = ({ manifest, addresses }: CountryIndex): ComparisonSummary['before'] => ({
    addresses: addresses.length,
    referenceDates: manifest.registers.map(({ referenceDate }) => referenceDate),
  });
  return { country: after.country, before: describe(before), after: describe(after), totals, contexts, municipalities };
}

const SHOWN_MUNICIPALITIES = 20;

function formatComparison(comparison: ReleaseComparison): string {
  const { country, before, after, totals, contexts, municipalities } = summariseComparison(comparison);
  const n = (count: number): string => count.toLocaleString('en');
  const dates = (each: ComparisonSummary['before']): string =>
    each.referenceDates.map((date) => date ?? 'undated').join(', ');
  const lines = [
    `${country}: ${n(before.addresses)} addresses (${dates(before)}) → ${n(after.addresses)} (${dates(after)})`,
    `  ${CHANGE_KINDS.map((kind) => `${n(totals[kind])} ${kind}`).join(', ')}`,
    `  Contexts that lead to nothing now: ${Object.entries(contexts)
      .map(([kind, { before: all, lost }]) => `${n(lost)} of ${n(all)} ${kind}`)
      .join(', ')}`,
  ];
  for (const row of municipalities.slice(0, SHOWN_MUNICIPALITIES)) {
    const kinds = CHANGE_KINDS.filter((kind) => row[kind] > 0).map((kind) => `${n(row[kind])} ${kind}`);
    lines.push(
      `  ${row.name} (${row.province}): ${n(row.before)} → ${n(row.after)}${kinds.length > 0 ? `: ${kinds.join(', ')}` : ''}`,
    );
  }
  if (municipalities.length > SHOWN_MUNICIPALITIES)
    lines.push(`  … and ${n(municipalities.length - SHOWN_MUNICIPALITIES)} more municipalities; --json has them all`);
  return `${lines.join('\n')}\n`;
}

/** One changed address, old and new, as the file of changes has it. */
export interface ChangedAddress {
  readonly country: Country;
  readonly change: readonly ChangeKind[];
  /** Metres from the old position to the new one; absent if either has none. */
  readonly metres?: number;
  readonly old?: WrittenAddress;
  readonly new?: WrittenAddress;
}

export interface WrittenAddress {
  readonly id: number;
  readonly street: string;
  readonly number: string;
  readonly postcode: string;
  readonly place: string;
  readonly municipality: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** The changed addresses: those of the new release in its order, then those that are gone in the order of the old one. */
export function* changedAddresses({
  before,
  after,
  oldOf,
  changes,
  removed,
}: ReleaseComparison): Generator<ChangedAddress> {
  const { country } = after;
  for (let address = 0; address < changes.length; address++) {
    const flags = changes[address]!;
    if (flags === 0) continue;
    const change = CHANGE_KINDS.filter((kind) => (flags & CHANGE[kind]) !== 0);
    const old = oldOf[address]!;
    if (old === -1) yield { country, change, new: writeOut(after, address) };
    else {
      const [a, b] = [before.addresses, after.addresses];
      const metres =
        a.hasPosition(old) && b.hasPosition(address)
          ? metresApart(a.latE7Of(old), a.lonE7Of(old), b.latE7Of(address), b.lonE7Of(address))
          : undefined;
      yield {
        country,
        change,
        ...(metres === undefined ? {} : { metres: Math.round(metres * 10) / 10 }),
        old: writeOut(before, old),
        new: writeOut(after, address),
      };
    }
  }
  for (const old of removed) yield { country, change: ['removed'], old: writeOut(before, old) };
}

/** An address in its official language. */
export function writeOut(index: CountryIndex, address: number): WrittenAddress {
  const { addresses, areas, postcodes, streets } = index;
  const street = streets.streetOf(address);
  const place = areas.at('place', streets.placeOf(street));
  const { letter, addition } = addresses.suffixOf(address);
  const number = [`${addresses.numberOf(address) || ''}${letter}`, addition].filter(Boolean).join(' ');
  return {
    id: addresses.idOf(address),
    street: streets.nameOf(street),
    number,
    postcode: formatPostcode(index.country, postcodes.codeAt(addresses.postcodeOf(address))),
    place: nameIn(place.names),
    municipality: nameIn(areas.at('municipality', place.parent).names),
    ...(addresses.hasPosition(address)
      ? { latitude: addresses.latE7Of(address) / 1e7, longitude: addresses.lonE7Of(address) / 1e7 }
      : {}),
  };
}

const FIELDS = ['id', 'street', 'number', 'postcode', 'place', 'municipality', 'latitude', 'longitude'] as const;
const CSV_HEADER = [
  'country',
  'change',
  'metres',
  ...FIELDS.map((field) => `old_${field}`),
  ...FIELDS.map((field) => `new_${field}`),
];
const FLUSH_CHARACTERS = 1 << 16;

class ChangeWriter {
  readonly #file: number;
  readonly #isCsv: boolean;
  #pending: string;

  /** @throws AddressLookupError `invalid-option`, `output-not-writable` */
  constructor(path: string) {
    this.#isCsv = path.endsWith('.csv');
    if (!this.#isCsv && !/\.(?:ndjson|jsonl)$/.test(path)) {
      throw new AddressLookupError(
        'invalid-option',
        `Got "${path}" for the changes; allowed is a file that ends in .csv, .ndjson or .jsonl.`,
        { got: path },
      );
    }
    this.#pending = this.#isCsv ? `${CSV_HEADER.join(',')}\n` : '';
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw new AddressLookupError(
        'output-not-writable',
        `"${path}" cannot be written (${(error as Error).message}). Name another file with --changes.`,
        { got: path },
        { cause: error },
      );
    }
  }

  write(comparison: ReleaseComparison): void {
    for (const changed of changedAddresses(comparison)) {
      this.#pending += this.#isCsv ? csvLine(changed) : `${JSON.stringify(changed)}\n`;
      if (this.#pending.length > FLUSH_CHARACTERS) this.#flush();
    }
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeFileSync(this.#file, this.#pending);
    this.#pending = '';
  }
}

function csvLine({ country, change, metres, old, new: present }: ChangedAddress): string {
  const cells = [
    country,
    change.join('+'),
    metres ?? '',
    ...FIELDS.map((field) => old?.[field] ?? ''),
    ...FIELDS.map((field) => present?.[field] ?? ''),
  ];
  return `${cells.map((cell) => csvField(String(cell))).join(',')}\n`;
}
