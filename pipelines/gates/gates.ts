import { AddressLookupError } from '../../src/errors.ts';
import { notClosed } from './closure.ts';
import { changed, lacking, withoutNames } from './content.ts';
import { apartInTime, datedInFuture, olderThanPrevious } from './dates.ts';
import { type Candidate, type Finding, type Gate, MIN_LOST, round } from './gate.ts';
import { lostAddresses, lostInMunicipalities, lostInProvinces, missingRegions } from './losses.ts';
import { misplaced, otherThanOwnDegrees, outsideCountry } from './positions.ts';
import { uncomparablePrevious } from './previous-release.ts';
import { FIRST_REJECTED_PERCENT, moreRejected } from './rejections.ts';

export type GateName =
  | 'previous'
  | 'addresses'
  | 'provinces'
  | 'municipalities'
  | 'regions'
  | 'older'
  | 'future'
  | 'dates'
  | 'rejected'
  | 'replaced'
  | 'identifiers'
  | 'contexts'
  | 'renamed'
  | 'languages'
  | 'misread'
  | 'renumbered'
  | 'postcodes'
  | 'without-postcode'
  | 'proposed'
  | 'moved'
  | 'without-position'
  | 'outside-country'
  | 'misplaced'
  | 'own-degrees'
  | 'closure';

/** The largest figures that pass. */
export interface GateLimits {
  readonly country: number;
  /** Of one municipality; only of gates that judge municipalities, too. */
  readonly municipality?: number | undefined;
}

/** A check that a new release must pass before it becomes the current one. */
export interface GateResult extends Finding {
  readonly gate: GateName;
  /** `accepted`: failed, but overruled. `skipped`: there is nothing to compare with. */
  readonly state: 'passed' | 'failed' | 'accepted' | 'skipped';
  /** The largest figure that passes. */
  readonly limit: number;
  /** The largest figure of one municipality that passes; absent if they are not judged by themselves. */
  readonly municipalityLimit?: number | undefined;
  readonly unit: string;
}

export interface GateOptions {
  /** Gates whose failure does not prevent publishing, or `all`. */
  readonly accept?: readonly (GateName | 'all')[];
  /** Other limits than those of the table. */
  readonly limits?: { readonly [gate in GateName]?: Partial<GateLimits> };
}

const NO_PREVIOUS = 'There is no previous release to compare with.';
const NO_PREVIOUS_COUNTRY =
  'There is no previous release to compare with, or this is an extract of few municipalities.';
const TOO_FEW = 'The register is too small to tell.';
const OF_BOTH = '% of the addresses in both';
const POINTS = 'percentage points';

/** In the order in which they are reported; docs/releases.md has the same table. */
export const GATES: Readonly<Record<GateName, Gate>> = {
  previous: {
    limit: 0,
    unit: 'releases',
    fails: 'the current release, or its pointer, is damaged or of another format version',
    why: 'losses would go unnoticed',
    check: uncomparablePrevious,
    skipped: NO_PREVIOUS,
  },
  addresses: {
    limit: 1,
    unit: '% of the addresses',
    fails: 'the country has lost addresses',
    why: 'a month withdraws one in a thousand',
    check: lostAddresses,
    skipped: NO_PREVIOUS_COUNTRY,
  },
  provinces: {
    limit: 2,
    unit: '% of a province',
    fails: 'a province has lost addresses',
    why: 'a month withdraws one in a thousand',
    check: lostInProvinces,
    skipped: NO_PREVIOUS_COUNTRY,
  },
  municipalities: {
    limit: 5,
    unit: '% of a municipality',
    fails: `a municipality has lost addresses, and at least ${MIN_LOST}`,
    why: 'a village may lose a block of flats',
    check: lostInMunicipalities,
    skipped: NO_PREVIOUS,
  },
  regions: {
    limit: 0,
    unit: 'regions or provinces',
    fails: 'a region of Belgium is missing, or a region or province of the previous release',
    why: 'none disappears without notice',
    check: missingRegions,
    skipped: NO_PREVIOUS,
  },
  older: {
    limit: 0,
    unit: 'days',
    fails: 'a register is older than in the release in use',
    why: 'a mirror may lag behind',
    check: olderThanPrevious,
    skipped: 'There is no previous release, or one of the two has no date.',
  },
  future: {
    limit: 1,
    unit: 'days',
    fails: 'a register or file is dated in the future',
    why: 'later releases would be `older`',
    check: datedInFuture,
    skipped: 'There is no date in this release.',
  },
  dates: {
    limit: 45,
    unit: 'days',
    fails: 'registers or files of one country have dates far apart',
    why: 'one edition may be missed',
    check: apartInTime,
    skipped: 'There is one date at most in this release.',
  },
  rejected: {
    limit: 1,
    unit: POINTS,
    fails: `more records are rejected for one reason; a first release counts from ${FIRST_REJECTED_PERCENT} %`,
    why: 'a layout may have changed',
    check: moreRejected,
    skipped: TOO_FEW,
  },
  replaced: {
    limit: 2,
    municipality: 25,
    unit: '% of the addresses',
    fails: 'addresses were removed and as many others added',
    why: 'a month replaces one in a thousand',
    check: changed('replaced'),
    skipped: NO_PREVIOUS,
  },
  identifiers: {
    limit: 1,
    municipality: 25,
    unit: OF_BOTH,
    fails: 'addresses are written as before but have other identifiers',
    why: 'contexts and stored references depend on them',
    check: changed('identifiers'),
    skipped: NO_PREVIOUS,
  },
  contexts: {
    limit: 10,
    municipality: 25,
    unit: OF_BOTH,
    fails:
      'addresses have a street with another identifier; for the country, also a place with another one or a municipality that is gone',
    why: 'one year of mergers dissolved municipalities with 6 % of a country',
    check: changed('contexts'),
    skipped: NO_PREVIOUS,
  },
  renamed: {
    limit: 2,
    municipality: 50,
    unit: OF_BOTH,
    fails: 'the street, place, municipality or province of addresses is written differently',
    why: 'one street can be half a village',
    check: changed('renamed'),
    skipped: NO_PREVIOUS,
  },
  languages: {
    limit: 1,
    municipality: 25,
    unit: POINTS,
    fails:
      'more addresses have a street without a name in one language; in a first release, one that its region promises',
    why: 'names are added, not withdrawn',
    check: withoutNames,
    skipped: TOO_FEW,
  },
  misread: {
    limit: 0.1,
    municipality: 5,
    unit: POINTS,
    fails: 'more addresses have a street with misread letters, or `?` instead of them',
    why: 'single typing errors occur',
    check: lacking('misread', { nl: 0, be: 0, lu: 0 }),
    skipped: TOO_FEW,
  },
  renumbered: {
    limit: 1,
    municipality: 25,
    unit: OF_BOTH,
    fails: 'addresses have another number, letter, addition or box',
    why: 'one street at a time is numbered anew',
    check: changed('renumbered'),
    skipped: NO_PREVIOUS,
  },
  postcodes: {
    limit: 1,
    municipality: 50,
    unit: OF_BOTH,
    fails: 'addresses have another postcode',
    why: 'a month changes 0.3 %; a village can change as a whole',
    check: changed('postcodes'),
    skipped: NO_PREVIOUS,
  },
  'without-postcode': {
    limit: 1,
    municipality: 10,
    unit: POINTS,
    fails: 'more addresses have no postcode; a first release counts from 5 % (NL), 1 % (BE, LU)',
    why: 'only new houses and moorings lack one',
    check: lacking('without-postcode', { nl: 5, be: 1, lu: 1 }),
    skipped: TOO_FEW,
  },
  proposed: {
    limit: 2,
    municipality: 25,
    unit: POINTS,
    fails: 'more addresses are only proposed; a first release counts from 20 %',
    why: 'a new district in a village',
    check: lacking('proposed', { nl: 20, be: 20, lu: 20 }),
    skipped: TOO_FEW,
  },
  moved: {
    limit: 10,
    municipality: 50,
    unit: OF_BOTH,
    fails: 'addresses have moved by more than 5 m, or lost or gained a position',
    why: 'municipalities survey district by district',
    check: changed('moved'),
    skipped: NO_PREVIOUS,
  },
  'without-position': {
    limit: 1,
    municipality: 25,
    unit: POINTS,
    fails: 'more addresses have no position; a first release counts from 5 % (NL, BE)',
    why: 'only new houses lack one',
    check: lacking('without-position', { nl: 5, be: 5, lu: 100 }),
    skipped: TOO_FEW,
  },
  'outside-country': {
    limit: 0,
    unit: 'addresses',
    fails: 'positions are outside the bounding box of the country',
    why: 'swapped or mistyped coordinates',
    check: outsideCountry,
    skipped: 'No address has a position.',
  },
  misplaced: {
    limit: 0.01,
    unit: '% of the positions',
    fails: 'addresses are far from the others of their municipality, or a municipality from those of its province',
    why: 'single typing errors occur',
    check: misplaced,
    skipped: TOO_FEW,
  },
  'own-degrees': {
    limit: 1,
    unit: '% of the positions',
    fails: 'positions differ from the degrees that BeST gives beside them',
    why: 'the publisher rounds some of them',
    check: otherThanOwnDegrees,
    skipped: 'The register gives no degrees next to its grid coordinates.',
  },
  closure: {
    limit: 0,
    unit: 'faults',
    fails:
      'in a sample of 2,000 streets, an address is not reached by drill-down, directmatch or radius, or they disagree',
    why: 'every address can be found in every way',
    check: notClosed,
    skipped: '',
  },
};

/** A unit as it stands behind a number. */
export function symbolOf(unit: string): string {
  if (unit.startsWith('%')) return ' %';
  if (unit === POINTS) return ' pp';
  return unit === 'days' ? ' d' : '';
}

export const GATE_NAMES: readonly GateName[] = Object.keys(GATES) as GateName[];

/** Checks a release that has been written. Time: seconds at national size, most of it for the sample of `closure`. */
export function runGates(candidate: Candidate, options?: GateOptions): GateResult[] {
  return GATE_NAMES.map((name) => runGate(name, candidate, options));
}

/** One of the gates. */
export function runGate(
  name: GateName,
  candidate: Candidate,
  { accept = [], limits = {} }: GateOptions = {},
): GateResult {
  const gate = GATES[name];
  const limit = limits[name]?.country ?? gate.limit;
  const municipalityLimit = limits[name]?.municipality ?? gate.municipality;
  const fixed = { gate: name, limit, municipalityLimit, unit: gate.unit };
  const finding = gate.check(candidate);
  if (finding === undefined) return { ...fixed, state: 'skipped', figure: 0, explanation: gate.skipped, examples: [] };
  const isAccepted = accept.includes(name) || accept.includes('all');
  const isPassed = finding.figure <= limit && (finding.municipality?.figure ?? 0) <= (municipalityLimit ?? 0);
  return { ...fixed, ...finding, state: isPassed ? 'passed' : isAccepted ? 'accepted' : 'failed' };
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
      `To look closer: the refused build is in ${refused} until the next build, with its report.html; compare it with "npx benelux-address-tools diff ${place} ${refused}". To publish it all the same: --accept ${accept}`,
    ].join('\n'),
    { gates: failed },
  );
}

/** The names of the gates in an error of `assertPassed`. */
export function failedGatesOf({ data }: AddressLookupError): readonly GateName[] {
  return (data as unknown as { readonly gates: readonly GateResult[] }).gates.map(({ gate }) => gate);
}

/** A gate on one line, followed by one line per example. */
export function describeGate(result: GateResult): string[] {
  const { gate, state, figure, limit, municipality, municipalityLimit = 0, unit, explanation, examples } = result;
  const worst =
    municipality === undefined || municipality.figure <= municipalityLimit
      ? ''
      : ` In ${municipality.name} ${round(municipality.figure)}, the limit of a municipality is ${municipalityLimit}.`;
  return [
    `  ${gate}${state === 'accepted' ? ' (accepted)' : ''}: ${round(figure)} ${unit}, the limit is ${limit} (${GATES[gate].why}).${worst} ${explanation}`,
    ...examples.map((example) => `    ${example}`),
  ];
}
