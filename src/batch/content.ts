import { foldSuffix, readHouseNumber } from '../model/house-number.ts';
import { bestHouses, HOUSE_TIER } from '../search/house-match.ts';
import type { Match } from '../search/match.ts';
import { type CountryIndex, resultOf } from '../store/country-index.ts';
import { CsvRecord } from './csv.ts';
import { FieldReader, hasLongField } from './fields.ts';
import { type BatchPlan, geocoderOf, type PlannedFile } from './plan.ts';

/** What a column of letters, additions or boxes is read as. */
type SuffixRole = 'letter' | 'addition';

/** A column that its cells are judged by, because its header says nothing. */
export interface ColumnByContent {
  /** Of the column, from 0. */
  readonly position: number;
  readonly header: string;
  /** Not given for one that is left over. */
  readonly role: SuffixRole | undefined;
  /** The rows of the sample with a house found and something in this column. */
  readonly cells: number;
  /** Those in which it is a letter, addition or box of that house. */
  readonly registered: number;
}

export interface FileByContent {
  readonly file: PlannedFile;
  readonly judged: readonly ColumnByContent[];
}

/** Fewer may be by chance. */
const MIN_REGISTERED = 3;
/** In more cells than this share the column is read; from the lower one, a row with something in it is never exact. */
const SHARE_TO_READ = 1 / 2;
const SHARE_TO_DOUBT = 1 / 4;

/**
 * Judges the columns whose headers say nothing (`Sfx`, `Kolom7`) by their cells: in a sample of the rows, how many are the letter,
 * addition or box of an address that the register has at the house of their row. Of most: the column is read as that. Of some: it is left
 * over. CSV only, since each object of NDJSON is read by itself. Costs as much as answering the sample, a row at a step.
 */
export function* judgeRowByRow(file: PlannedFile, indexes: readonly CountryIndex[]): Generator<void, FileByContent> {
  const { plan, firstRows, isCut } = file;
  if (plan.unknown.length === 0) return { file, judged: [] };
  const record = new CsvRecord(firstRows, plan.dialect, !isCut);
  const reader = new FieldReader(plan.roles, plan.country);
  const geocoder = geocoderOf(indexes, plan);
  const cellAt = (position: number): string => record.cell(position);
  const tallies = new Map(plan.unknown.map((position) => [position, { cells: 0, letters: 0, registered: 0 }]));
  while (record.read()) {
    if (!plan.unknown.some((position) => cellAt(position).trim() !== '')) continue;
    const fields = reader.read(cellAt);
    const match = hasLongField(fields) ? undefined : yield* geocoder.matching(fields);
    yield;
    if (match?.country === undefined || match.addresses.length === 0) continue;
    const found = suffixesIn(geocoder.indexOf(match.country), match, plan.unknown, cellAt);
    for (const [position, tally] of tallies) {
      if (cellAt(position).trim() === '') continue;
      tally.cells++;
      if (found.has(position)) tally.registered++;
      if (found.get(position) === 'letter') tally.letters++;
    }
  }
  const judged: ColumnByContent[] = [];
  for (const [position, { cells, letters, registered }] of tallies) {
    if (registered < MIN_REGISTERED || registered < cells * SHARE_TO_DOUBT) continue;
    // A text with the whole address is not joined with additions.
    const isRead = registered > cells * SHARE_TO_READ && plan.roles.text === undefined;
    const role = !isRead ? undefined : letters * 2 > registered ? 'letter' : 'addition';
    judged.push({ position, header: file.headers[position]!, role, cells, registered });
  }
  return { file: judged.length === 0 ? file : withColumns(file, judged), judged };
}

/** As `judgeRowByRow`, at once. */
export function judgeByContent(file: PlannedFile, indexes: readonly CountryIndex[]): FileByContent {
  return resultOf(judgeRowByRow(file, indexes));
}

/** The file with the columns read or left over as they were judged. */
function withColumns(file: PlannedFile, judged: readonly ColumnByContent[]): PlannedFile {
  const { roles, leftOver, unknown } = file.plan;
  const and = (known: readonly number[] | undefined, role: SuffixRole | undefined): readonly number[] => {
    const added = judged.filter((each) => each.role === role).map(({ position }) => position);
    return [...(known ?? []), ...added].sort((a, b) => a - b);
  };
  const [letter, addition] = [and(roles.letter, 'letter'), and(roles.addition, 'addition')];
  const plan: BatchPlan = {
    ...file.plan,
    roles: { ...roles, ...(letter.length > 0 && { letter }), ...(addition.length > 0 && { addition }) },
    leftOver: [...new Set(and(leftOver, undefined))].filter(
      (each) => !judged.some(({ position, role }) => position === each && role !== undefined),
    ),
    unknown: unknown.filter((each) => judged.every(({ position }) => position !== each)),
  };
  return { ...file, plan, columns: plan };
}

/** What was decided about a column, for people. */
export function describeByContent({ header, role, cells, registered }: ColumnByContent): string {
  const counts = `in ${registered} of ${cells} rows at the beginning it has a letter, addition or box of the house`;
  return role === undefined
    ? `"${header}" may be a part of the address: ${counts}. It is not read, and a row with something in it is never exact. Say what it is with --column ROLE=NAME, or exclude it with --ignore-column NAME.`
    : `"${header}" is read as the ${role}, by its content: ${counts}. Exclude it with --ignore-column NAME if it is something else.`;
}

/** Longer cells are no letter, addition or box, and of more cells than this nobody could say which it is. */
const MAX_LETTERS = 16;
const MAX_CELLS = 8;

/**
 * The cells that are the letter, addition or box of another address at the house of an answer, by themselves or two beside each other together
 * (`A` and `3` of 12A-3), with what each is.
 */
export function suffixesIn(
  index: CountryIndex,
  { addresses: found, discrepancies }: Match,
  positions: readonly number[],
  cellAt: (position: number) => string,
): ReadonlyMap<number, SuffixRole> {
  if (positions.length === 0 || found.length === 0) return NONE;
  const cells: { readonly position: number; readonly text: string }[] = [];
  for (const position of positions) {
    const text = cellAt(position).trim();
    if (text.length <= MAX_LETTERS && /[\p{L}\p{N}]/u.test(text) && cells.length < MAX_CELLS)
      cells.push({ position, text });
  }
  if (cells.length === 0) return NONE;
  const { addresses, streets, country } = index;
  const house = found[0]!;
  const number = addresses.numberOf(house);
  if (number === 0) return NONE;
  // What the row says of the house, to which a cell may add.
  const isBare = found.length > 1 || discrepancies.includes('addition-added');
  const { letter, addition } = isBare ? BARE : addresses.suffixOf(house);
  const find = (suffix: string): number | undefined => {
    const typed = readHouseNumber(country, [number, letter, addition, suffix].filter((part) => part !== '').join(' '));
    const best = bestHouses(index, streets.streetOf(house), typed);
    if (best === undefined || best.tier > HOUSE_TIER.loose) return undefined;
    return !isBare && best.addresses.includes(house) ? undefined : best.addresses[0];
  };
  const roles = new Map<number, SuffixRole>();
  const pairs = cells.slice(1).flatMap((cell, i) => [
    [cells[i]!, cell],
    [cell, cells[i]!],
  ]);
  for (const together of [...cells.map((cell) => [cell]), ...pairs]) {
    const address = find(together.map(({ text }) => text).join(' '));
    if (address === undefined) continue;
    const isLetter = together.length > 1 || addresses.suffixOf(address).letterKey === foldSuffix(together[0]!.text);
    together.forEach(({ position }, i) => {
      if (!roles.has(position)) roles.set(position, i === 0 && isLetter ? 'letter' : 'addition');
    });
  }
  return roles;
}

const NONE: ReadonlyMap<number, SuffixRole> = new Map();
const BARE = { letter: '', addition: '' } as const;
