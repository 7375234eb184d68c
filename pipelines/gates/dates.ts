import type { Candidate, Finding } from './gate.ts';

export function olderThanPrevious({ index, previous }: Candidate): Finding | undefined {
  const registers = previous?.comparison?.before.manifest.registers ?? previous?.counts?.registers ?? [];
  const former = new Map(registers.map(({ name, referenceDate }) => [name, referenceDate]));
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

/** A release of the future would keep out every true one after it. The project's own small registers are of one date for ever. */
export function datedInFuture(candidate: Candidate): Finding | undefined {
  const { index, today = new Date().toISOString().slice(0, 10) } = candidate;
  const newest = datesOf(candidate).at(-1);
  if (newest === undefined || index.manifest.isFixture) return undefined;
  const days = Math.max(0, daysBetween(today, newest.date));
  return {
    figure: days,
    explanation: `From today, ${today}, to the newest date of this release.`,
    examples: days === 0 ? [] : [`${newest.name}: ${newest.date}`],
  };
}

/** The files of one index should be of about the same day: a house in one of them may not exist in the other. */
export function apartInTime(candidate: Candidate): Finding | undefined {
  const dates = datesOf(candidate);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2) return undefined;
  return {
    figure: daysBetween(first.date, last.date),
    explanation: 'Between the oldest and the newest part of this release.',
    examples: first.date === last.date ? [] : [first, last].map(({ name, date }) => `${name}: ${date}`),
  };
}

/** The dates of registers, of their files and of the parts of the input, in order. */
function datesOf({ index, report }: Candidate): { readonly name: string; readonly date: string }[] {
  const dated = index.manifest.registers.flatMap(({ name, referenceDate, files = [] }) => [
    { name, date: referenceDate },
    ...files.map((file) => ({ name: file.name, date: file.date })),
  ]);
  const { parts } = report;
  // If dates are equal, the part of the input is shown, which says more than the register.
  return [...(parts ? [parts.oldest] : []), ...dated, ...(parts ? [parts.newest] : [])]
    .filter((each): each is { name: string; date: string } => each.date !== null)
    .sort((a, b) => a.date.localeCompare(b.date));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
