import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type StageProgress, showStages } from '../../src/cli/progress.ts';
import { type Country, openAddressLookup } from '../../src/index.ts';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { IndexedRegister } from '../support/indexed-register.ts';
import { Random } from '../support/random.ts';
import { measureAreas, measurePrefixes } from './quality-areas.ts';
import { measureKeystrokes } from './quality-keystrokes.ts';
import { measureProperty } from './quality-property.ts';
import { measureBoxes, measureNumberedStreets, measurePlaceForms, measureVariants } from './quality-rows.ts';
import { measureShortQueries } from './quality-short.ts';
import { measureStreets, measureWrongPostcodes } from './quality-streets.ts';
import { measureTyped } from './quality-typed.ts';

/**
 * How good answers are on real names. On an index of national size (`npm run fixtures -- --names DIR --index OUT`):
 *
 *     npm run bench -- quality --index OUT                               names, prefixes, variants, rows with faults
 *     npm run bench -- quality --index OUT --typed FILE                  addresses as people typed them, too
 *     npm run bench -- quality --index OUT --parts areas,prefixes        some of it: areas, prefixes, streets, postcodes,
 *                                                                        variants, places, boxes, numbered, typed, property, short, keystrokes
 *     npm run bench -- quality --index OUT --parts streets --all         every street of the country by its name and place:
 *                                                                        a quarter of an hour for Belgium on a busy machine; the time left is on stderr
 *     npm run bench -- quality --index OUT --property 20000 --misses 40  rows with one part replaced; the misses listed
 *
 * FILE has a JSON object a line: source, country, query, and as far as they are known street, number, postcode, city.
 * The truth is looked up in the tables of the index, never through what is measured. Everything is drawn from `--seed`: two
 * versions of the code over one index answer the same texts, and can be compared line by line.
 */
export interface QualityOptions {
  readonly seed: number;
  readonly typed?: string | undefined;
  readonly countries: readonly Country[];
  readonly parts: readonly string[];
  /** Streets, addresses or rows of each kind. */
  readonly sample: number;
  /** Every street of the country by its name and place. */
  readonly isAll: boolean;
  /** Rows of each mutation. */
  readonly property: number;
  /** So many of the misses of each table are listed. */
  readonly misses: number;
}

/** What each part works with. */
export interface QualityPart<C extends Country = Country> {
  readonly lookup: CountryLookup<C>;
  readonly register: IndexedRegister;
  readonly random: Random;
  readonly options: QualityOptions;
  /** Adds rows to the table of a name. */
  readonly add: (table: string, rows: readonly object[]) => void;
  /** Shows how far a long part is. */
  readonly progress: StageProgress;
  /** Lists misses of a table, a sample of them. */
  readonly miss: (table: string, misses: readonly Miss[]) => void;
}

export interface Miss {
  readonly typed: string;
  readonly wanted: string;
  readonly got: string;
}

export const QUALITY_PARTS: Readonly<Record<string, (part: QualityPart) => Promise<void> | void>> = {
  typed: measureTyped,
  areas: measureAreas,
  prefixes: measurePrefixes,
  streets: measureStreets,
  postcodes: measureWrongPostcodes,
  variants: measureVariants,
  places: measurePlaceForms,
  boxes: measureBoxes,
  numbered: measureNumberedStreets,
  property: measureProperty,
  short: measureShortQueries,
  keystrokes: measureKeystrokes,
};

/** Calls `print` with each table as soon as it is measured. */
export async function benchQuality(
  directory: string,
  options: QualityOptions,
  print: (table: string, rows: readonly object[]) => void,
): Promise<void> {
  const progress = showStages('quality');
  for (const country of options.countries.filter((each) => existsSync(join(directory, each)))) {
    const opened = await openAddressLookup(directory, { countries: [country] });
    const lookup: CountryLookup<Country> = opened.of(country);
    const register = new IndexedRegister(lookup.index);
    for (const name of options.parts) {
      const tables = new Map<string, object[]>();
      const add = (table: string, rows: readonly object[]): void => {
        tables.set(table, [...(tables.get(table) ?? []), ...rows]);
      };
      // Each part draws its own: one more or less does not change the others.
      const random = new Random(options.seed * 1000 + Object.keys(QUALITY_PARTS).indexOf(name));
      const miss = (table: string, misses: readonly Miss[]): void => {
        if (options.misses === 0) return;
        const shown = misses.length > options.misses ? new Random(options.seed).shuffle(misses) : misses;
        add(`${table}: misses`, shown.slice(0, options.misses));
      };
      await QUALITY_PARTS[name]!({ lookup, register, random, options, add, progress, miss });
      progress.stop();
      for (const [table, rows] of tables) print(`${country}: ${table}`, rows);
    }
    opened.close();
  }
}

/** `97.31 %`, or nothing of nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(2)} %`;
}
