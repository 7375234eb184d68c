import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCountry } from '../../src/cli/run-program.ts';
import { AddressLookupError, notWritable } from '../../src/errors.ts';
import { COUNTRIES, type Country } from '../../src/model/country.ts';
import { countriesIn, openIndex } from '../../src/store/directory.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { csvField } from '../report.ts';
import {
  type ChangedAddress,
  type ComparisonSummary,
  changedAddresses,
  describeLostContexts,
  summariseComparison,
} from './changed-addresses.ts';
import { CHANGE_KINDS, compareReleases, type ReleaseComparison } from './compare-releases.ts';

interface DiffOptions {
  readonly country?: Country;
  readonly changes?: string;
  readonly json?: true;
}

/** `diff`: what has changed from one release to another. The exit code is 0 with and without changes. */
export function diffCommand(stdout: NodeJS.WritableStream = process.stdout): Command {
  return new Command('diff')
    .description('compare two releases: added, removed, renamed, renumbered and moved addresses, and dead contexts')
    .argument('<old>', 'directory of a release, of a country, or of all countries')
    .argument('<new>', 'likewise')
    .option('--country <country>', 'compare only this country', parseCountry)
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
      'One directory has a single release, the other has several countries. Name the country with --country, or give two directories of the same kind.',
    );
  }
  const [old, present] = [countriesIn(before), countriesIn(after)];
  const both = COUNTRIES.filter((each) => old.includes(each) && present.includes(each));
  if (both.length > 0) return both.map((each) => [join(before, each), join(after, each)]);
  throw new AddressLookupError(
    'index-not-found',
    `${before} has ${old.join(', ')}, ${after} has ${present.join(', ')}: they have no country in common. Give two directories with an index of the same country.`,
  );
}

function assertOneCountry({ before, after }: ReleaseComparison, old: string, present: string): void {
  if (before.country === after.country) return;
  throw new AddressLookupError(
    'invalid-option',
    `${old} is of "${before.country}" and ${present} of "${after.country}". Give two releases of one country.`,
  );
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
    `  Contexts that have expired: ${describeLostContexts(contexts)}`,
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
      throw notWritable(path, error, 'name another file with --changes');
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
