import { AddressLookupError } from '../../src/errors.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { nameIn } from '../../src/model/country.ts';
import type { CountryIndex } from '../../src/store/country-index.ts';
import { countIn, type ReleaseComparison } from '../diff/compare-releases.ts';
import type { BuildReport, RecordCounts } from '../report.ts';
import { walkClosure } from './closure.ts';
import { describeAddress, positionFaultsOf } from './positions.ts';

export type GateName =
  | 'addresses'
  | 'provinces'
  | 'municipalities'
  | 'regions'
  | 'older'
  | 'dates'
  | 'rejected'
  | 'without-position'
  | 'moved'
  | 'outside-country'
  | 'misplaced'
  | 'own-degrees'
  | 'closure';

/** A check that a new release must pass before it becomes the current one. */
export interface GateResult {
  readonly gate: GateName;
  /** `accepted`: failed, but overruled. `skipped`: there is nothing to compare with. */
  readonly state: 'passed' | 'failed' | 'accepted' | 'skipped';
  readonly figure: number;
  /** The largest figure that passes. */
  readonly limit: number;
  readonly unit: string;
  /** The meaning of the figure. */
  readonly explanation: string;
  /** The worst cases, or some of them. */
  readonly examples: readonly string[];
}

export interface GateOptions {
  /** Gates whose failure does not prevent publishing, or `all`. */
  readonly accept?: readonly (GateName | 'all')[];
  /** Other limits than `DEFAULT_LIMITS`. */
  readonly limits?: { readonly [gate in GateName]?: number };
}

/** The input of the gates. */
export interface Candidate {
  readonly index: CountryIndex;
  readonly report: BuildReport;
  /** The current release and how this one differs from it; `undefined` if there is none, or none of the same kind. */
  readonly previous?: Previous | undefined;
}

export interface Previous {
  readonly comparison: ReleaseComparison;
  /** `undefined` if its report cannot be read. */
  readonly report?: BuildReport | undefined;
}

type Finding = Pick<GateResult, 'figure' | 'explanation' | 'examples'>;

interface Gate {
  readonly limit: number;
  readonly unit: string;
  /** Returns `undefined` if the gate does not apply. */
  readonly check: (candidate: Candidate) => Finding | undefined;
  /** Why it does not apply. */
  readonly skipped: string;
}

const MAX_EXAMPLES = 5;
/** Streets that the gate `closure` walks: some 80,000 addresses in three seconds. */
const SAMPLE_STREETS = 2000;
/** A smaller loss of a municipality does not indicate a missing file. */
const MIN_LOST = 10;
/** Fewer records of a type say nothing about shares. */
const MIN_RECORDS = 1000;
/** The share of records rejected for one reason, and of addresses without position, that is tolerated in a first release. */
const FIRST_REJECTED_PERCENT = 20;
/** Reasons that say nothing about the quality of a register: streets and places without addresses. */
const WITHOUT_ADDRESS: readonly string[] = ['no-address', 'without-address'];
const FIRST_WITHOUT_POSITION_PERCENT = { nl: 5, be: 5, lu: 100 } as const;

const NO_PREVIOUS = 'There is no previous release to compare with.';
const TOO_FEW = 'The register is too small to tell.';

/** In the order in which they are reported. */
const GATES: Readonly<Record<GateName, Gate>> = {
  addresses: { limit: 1, unit: '% of the addresses', check: lostAddresses, skipped: NO_PREVIOUS },
  provinces: { limit: 2, unit: '% of a province', check: lostInProvinces, skipped: NO_PREVIOUS },
  municipalities: { limit: 5, unit: '% of a municipality', check: lostInMunicipalities, skipped: NO_PREVIOUS },
  regions: { limit: 0, unit: 'regions or provinces', check: missingRegions, skipped: NO_PREVIOUS },
  older: {
    limit: 0,
    unit: 'days',
    check: olderThanPrevious,
    skipped: 'There is no previous release, or one of the two has no date.',
  },
  dates: { limit: 45, unit: 'days', check: apartInTime, skipped: 'There is one date at most in this release.' },
  rejected: { limit: 1, unit: 'percentage points', check: moreRejected, skipped: TOO_FEW },
  'without-position': { limit: 1, unit: 'percentage points', check: moreWithoutPosition, skipped: TOO_FEW },
  moved: {
    limit: 10,
    unit: '% of the addresses in both',
    check: moved,
    skipped: 'There is no previous release, or too few addresses are in both.',
  },
  'outside-country': { limit: 0, unit: 'addresses', check: outsideCountry, skipped: 'No address has a position.' },
  misplaced: { limit: 0.01, unit: '% of the positions', check: misplaced, skipped: TOO_FEW },
  'own-degrees': {
    limit: 1,
    unit: '% of the positions',
    check: otherThanOwnDegrees,
    skipped: 'The register gives no degrees next to its grid coordinates.',
  },
  closure: { limit: 0, unit: 'faults', check: notClosed, skipped: '' },
};

export const GATE_NAMES: readonly GateName[] = Object.keys(GATES) as GateName[];
export const DEFAULT_LIMITS: Readonly<Record<GateName, number>> = Object.fromEntries(
  Object.entries(GATES).map(([name, { limit }]) => [name, limit]),
) as Readonly<Record<GateName, number>>;

/** Checks a release that has been written. Time: seconds at national size, most of it for the sample of `closure`. */
export function runGates(candidate: Candidate, { accept = [], limits = {} }: GateOptions = {}): GateResult[] {
  return GATE_NAMES.map((name): GateResult => {
    const gate = GATES[name];
    const limit = limits[name] ?? gate.limit;
    const finding = gate.check(candidate);
    if (finding === undefined)
      return {
        gate: name,
        state: 'skipped',
        figure: 0,
        limit,
        unit: gate.unit,
        explanation: gate.skipped,
        examples: [],
      };
    const isAccepted = accept.includes(name) || accept.includes('all');
    const state = finding.figure <= limit ? 'passed' : isAccepted ? 'accepted' : 'failed';
    return { gate: name, state, limit, unit: gate.unit, ...finding };
  });
}

/**
 * @param place the directory of the country
 * @param refused the directory in which the refused build stays
 * @throws AddressLookupError `gates-failed` if one has failed
 */
export function assertPassed(results: readonly GateResult[], place: string, refused: string): void {
  const failed = results.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return;
  const accept = failed.map(({ gate }) => gate).join(',');
  throw new AddressLookupError(
    'gates-failed',
    [
      `Nothing was published in ${place}; the current release, if there is one, is unchanged. Failed:`,
      ...failed.flatMap(describeGate),
      `To look closer: the refused build is in ${refused} until the next build, with its report.html; compare it with "npx benelux-address-lookup diff ${place} ${refused}". To publish it all the same: --accept ${accept}`,
    ].join('\n'),
    { gates: failed },
  );
}

/** The names of the gates in an error of `assertPassed`. */
export function failedGatesOf({ data }: AddressLookupError): readonly GateName[] {
  return (data as unknown as { readonly gates: readonly GateResult[] }).gates.map(({ gate }) => gate);
}

/** A gate on one line, followed by one line per example. */
export function describeGate({ gate, state, figure, limit, unit, explanation, examples }: GateResult): string[] {
  return [
    `  ${gate}${state === 'accepted' ? ' (accepted)' : ''}: ${round(figure)} ${unit}, the limit is ${limit}. ${explanation}`,
    ...examples.map((example) => `    ${example}`),
  ];
}

const round = (figure: number): string => figure.toLocaleString('en', { maximumFractionDigits: figure < 1 ? 4 : 1 });
const n = (count: number): string => count.toLocaleString('en');
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/**
 * The number of lost addresses: the fall in number, but at most the number of identifiers that are gone, since addresses
 * that a neighbouring area has taken over are not lost. Nor are addresses that only have new identifiers.
 */
function lostOf(before: number, after: number, gone: number): number {
  return Math.min(gone, Math.max(0, before - after));
}

function lostAddresses({ previous }: Candidate): Finding | undefined {
  if (previous === undefined) return undefined;
  const { before, after, totals } = previous.comparison;
  const lost = lostOf(before.addresses.length, after.addresses.length, totals.removed);
  return {
    figure: percent(lost, before.addresses.length),
    explanation: `${n(before.addresses.length)} addresses before, ${n(after.addresses.length)} now.`,
    examples: [],
  };
}

function lostInProvinces({ previous }: Candidate): Finding | undefined {
  if (previous === undefined) return undefined;
  const { before, after, municipalities } = previous.comparison;
  const goneOf = new Map<number, number>();
  for (const { id, removed } of municipalities) {
    const { parent } = before.areas.at('municipality', before.areas.withId('municipality', id)) ?? {};
    if (parent !== undefined) goneOf.set(parent, (goneOf.get(parent) ?? 0) + removed);
  }
  return worstLoss(
    before.areas.all('province').map(({ id, names }, province) => ({
      name: nameIn(names),
      before: countIn(before, 'province', province),
      after: countIn(after, 'province', after.areas.withId('province', id)),
      gone: goneOf.get(province) ?? 0,
    })),
  );
}

function lostInMunicipalities({ previous }: Candidate): Finding | undefined {
  if (previous === undefined) return undefined;
  return worstLoss(previous.comparison.municipalities.map((row) => ({ ...row, gone: row.removed })));
}

interface AreaLoss {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly gone: number;
}

function worstLoss(areas: readonly AreaLoss[]): Finding {
  const losses = areas
    .map((area) => ({ ...area, lost: lostOf(area.before, area.after, area.gone) }))
    .filter(({ lost }) => lost >= MIN_LOST)
    .map((area) => ({ ...area, share: percent(area.lost, area.before) }))
    .sort((a, b) => b.share - a.share || b.lost - a.lost);
  return {
    figure: losses[0]?.share ?? 0,
    explanation:
      losses.length === 0
        ? 'None has lost any.'
        : `The largest fall, of ${n(losses.length)} that lost ${MIN_LOST} or more:`,
    examples: losses
      .slice(0, MAX_EXAMPLES)
      .map(({ name, before, after, share }) => `${name}: ${n(before)} → ${n(after)} (${round(share)} % lost)`),
  };
}

/** Belgium has three regional registers, delivered separately. No region or province disappears without notice. */
const REGIONS_OF_BELGIUM = 3;

function missingRegions({ index, previous }: Candidate): Finding | undefined {
  const examples: string[] = [];
  const regions = index.areas.all('region');
  if (index.country === 'be' && regions.length < REGIONS_OF_BELGIUM)
    examples.push(`Only ${regions.map(({ names }) => nameIn(names)).join(' and ')} of the three regions of Belgium`);
  for (const kind of ['region', 'province'] as const)
    for (const { id, names } of previous?.comparison.before.areas.all(kind) ?? [])
      if (index.areas.withId(kind, id) === -1) examples.push(`${nameIn(names)} was there before`);
  if (index.country !== 'be' && previous === undefined) return undefined;
  return { figure: examples.length, explanation: examples.length === 0 ? 'None is missing.' : 'Missing:', examples };
}

function olderThanPrevious({ index, previous }: Candidate): Finding | undefined {
  const former = new Map(
    previous?.comparison.before.manifest.registers.map(({ name, referenceDate }) => [name, referenceDate]),
  );
  const ages = index.manifest.registers.flatMap(({ name, referenceDate }) => {
    const before = former.get(name);
    return before && referenceDate ? [{ name, before, referenceDate, days: daysBetween(referenceDate, before) }] : [];
  });
  if (ages.length === 0) return undefined;
  const older = ages.filter(({ days }) => days > 0);
  return {
    figure: Math.max(0, ...ages.map(({ days }) => days)),
    explanation:
      older.length === 0 ? 'No register is older than in the current release.' : 'Older than in the current release:',
    examples: older.map(
      ({ name, before, referenceDate }) => `${name} of ${referenceDate}; the current release has that of ${before}`,
    ),
  };
}

/** The files of one index should be of about the same day: a house in one of them may not exist in the other. */
function apartInTime({ index, report }: Candidate): Finding | undefined {
  const dated = index.manifest.registers.flatMap(({ name, referenceDate, files = [] }) => [
    { name, date: referenceDate },
    ...files.map((file) => ({ name: file.name, date: file.date })),
  ]);
  const { parts } = report;
  // If dates are equal, the part of the input is shown, which says more than the register.
  const dates = [...(parts ? [parts.oldest] : []), ...dated, ...(parts ? [parts.newest] : [])]
    .filter((each): each is { name: string; date: string } => each.date !== null)
    .sort((a, b) => a.date.localeCompare(b.date));
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2) return undefined;
  return {
    figure: daysBetween(first.date, last.date),
    explanation: 'Between the oldest and the newest part of this release.',
    examples: first.date === last.date ? [] : [first, last].map(({ name, date }) => `${name}: ${date}`),
  };
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

function moreRejected({ report, previous }: Candidate): Finding | undefined {
  const rows = Object.entries(report.records).flatMap(([recordType, counts]) =>
    counts.read < MIN_RECORDS
      ? []
      : Object.entries(counts.rejected).flatMap(([reason, count]) => {
          const former = previous?.report?.records[recordType];
          if (former === undefined && WITHOUT_ADDRESS.includes(reason)) return [];
          const share = percent(count, counts.read);
          const before = former === undefined ? FIRST_REJECTED_PERCENT : shareRejected(former, reason);
          return { recordType, reason, count, share, before, growth: share - before, isFirst: former === undefined };
        }),
  );
  if (rows.length === 0) return undefined;
  rows.sort((a, b) => b.growth - a.growth);
  return {
    figure: Math.max(0, rows[0]!.growth),
    explanation: 'The share of records rejected for one reason, above that of the previous release.',
    examples: rows
      .filter(({ growth }) => growth > 0)
      .slice(0, MAX_EXAMPLES)
      .map(
        ({ recordType, reason, count, share, before, isFirst }) =>
          `${recordType} ${reason}: ${n(count)}, ${round(share)} % (${isFirst ? 'at most expected' : 'before'} ${round(before)} %)`,
      ),
  };
}

function shareRejected({ read, rejected }: RecordCounts, reason: string): number {
  return percent(rejected[reason] ?? 0, read);
}

function moreWithoutPosition({ index, previous }: Candidate): Finding | undefined {
  const shareOf = ({ manifest }: CountryIndex): number =>
    percent(manifest.counts.addressesWithoutPosition, manifest.counts.addresses);
  if (previous === undefined && index.addresses.length < MIN_RECORDS) return undefined;
  const before =
    previous === undefined ? FIRST_WITHOUT_POSITION_PERCENT[index.country] : shareOf(previous.comparison.before);
  return {
    figure: Math.max(0, shareOf(index) - before),
    explanation: `${n(index.manifest.counts.addressesWithoutPosition)} addresses have no position: ${round(shareOf(index))} % (${previous === undefined ? 'at most expected' : 'before'} ${round(before)} %).`,
    examples: [],
  };
}

function moved({ previous }: Candidate): Finding | undefined {
  if (previous === undefined) return undefined;
  const { totals, oldOf, removed, before, municipalities } = previous.comparison;
  const inBoth = before.addresses.length - removed.length;
  if (inBoth === 0 || oldOf.length < MIN_RECORDS) return undefined;
  return {
    figure: percent(totals.moved, inBoth),
    explanation: `${n(totals.moved)} of ${n(inBoth)} addresses have moved.`,
    examples: [...municipalities]
      .sort((a, b) => b.moved - a.moved)
      .slice(0, MAX_EXAMPLES)
      .filter(({ moved: count }) => count > 0)
      .map(({ name, moved: count, after }) => `${name}: ${n(count)} of ${n(after)}`),
  };
}

function outsideCountry({ index }: Candidate): Finding | undefined {
  const { outside, positions } = positionFaultsOf(index);
  if (positions === 0) return undefined;
  return {
    figure: outside.length,
    explanation: `Outside the bounding box of the country, of ${n(positions)} positions.`,
    examples: outside.slice(0, MAX_EXAMPLES).map((address) => describeAddress(index, address)),
  };
}

function misplaced({ index }: Candidate): Finding | undefined {
  const { misplaced: far, positions } = positionFaultsOf(index);
  if (positions < MIN_RECORDS) return undefined;
  return {
    figure: far.length < MIN_LOST ? 0 : percent(far.length, positions),
    explanation: `${n(far.length)} addresses are far from the others of their municipality, or their municipality from the others of its province.`,
    examples: spread(far, MAX_EXAMPLES).map((address) => describeAddress(index, address)),
  };
}

/** Compares degrees and metres, since BeST gives both for each position. */
function otherThanOwnDegrees({ report }: Candidate): Finding | undefined {
  if (report.degrees === undefined) return undefined;
  const { compared, beyond } = report.degrees;
  return {
    figure: percent(beyond, compared),
    explanation: `${n(beyond)} of ${n(compared)} positions are not where the register's own degrees are.`,
    examples: report.warnings
      .filter((warning) => warning.includes('from the degrees that the file'))
      .slice(0, MAX_EXAMPLES),
  };
}

/** Some of a list, evenly spread, so that not all are of one street. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]!);
}

function notClosed({ index }: Candidate): Finding {
  const { faults, addresses, deadEnds } = walkClosure(new CountryLookup(index.country, index), index, {
    streets: SAMPLE_STREETS,
  });
  return {
    figure: faults.length,
    explanation: `Of ${n(addresses)} addresses in a sample of streets, reached by drill-down, directmatch and radius${deadEnds > 0 ? `; ${n(deadEnds)} lists are empty` : ''}.`,
    examples: faults.slice(0, MAX_EXAMPLES),
  };
}
