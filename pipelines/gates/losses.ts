import { nameIn } from '../../src/model/country.ts';
import { countIn } from '../diff/compare-releases.ts';
import { type Candidate, type Finding, isWhole, MAX_EXAMPLES, MIN_LOST, n, percent, round } from './gate.ts';

/** An area of the previous release, and what became of its addresses. */
interface AreaLoss {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Identifiers that are gone. */
  readonly gone: number;
}

/**
 * The number of lost addresses: the fall in number, but at most the number of identifiers that are gone, since addresses
 * that a neighbouring area has taken over are not lost. Nor are addresses that only have new identifiers.
 */
function lostOf({ before, after, gone }: Omit<AreaLoss, 'name'>): number {
  return Math.min(gone, Math.max(0, before - after));
}

export function lostAddresses({ index, previous }: Candidate): Finding | undefined {
  const before = previous?.comparison?.before.addresses.length ?? previous?.counts?.addresses;
  if (before === undefined || !isWhole(index.areas.all('municipality'))) return undefined;
  const after = index.addresses.length;
  const gone = previous?.comparison?.totals.removed ?? before;
  return {
    figure: percent(lostOf({ before, after, gone }), before),
    explanation: `${n(before)} addresses before, ${n(after)} now.`,
    examples: [],
  };
}

export function lostInProvinces({ index, previous }: Candidate): Finding | undefined {
  if (!isWhole(index.areas.all('municipality'))) return undefined;
  if (previous?.comparison === undefined) {
    const provinces = previous?.counts?.provinces;
    return provinces && worstLoss(provinces.map((province) => knownByCount(index, 'province', province)));
  }
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

export function lostInMunicipalities({ index, previous }: Candidate): Finding | undefined {
  if (previous?.comparison !== undefined)
    return worstLoss(previous.comparison.municipalities.map((row) => ({ ...row, gone: row.removed })));
  const municipalities = previous?.counts?.provinces?.flatMap((province) => province.municipalities);
  // Counts alone do not show what has become of a municipality that is gone: it was merged, or its province has lost it.
  const present = municipalities?.filter(({ id }) => index.areas.withId('municipality', id) !== -1);
  return present && worstLoss(present.map((each) => knownByCount(index, 'municipality', each)));
}

function knownByCount(
  index: Candidate['index'],
  kind: 'province' | 'municipality',
  { id, name, addresses }: { readonly id: number; readonly name: string; readonly addresses: number },
): AreaLoss {
  const after = countIn(index, kind, index.areas.withId(kind, id));
  return { name, before: addresses, after, gone: addresses };
}

function worstLoss(areas: readonly AreaLoss[]): Finding {
  const losses = areas
    .map((area) => ({ ...area, lost: lostOf(area) }))
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

export function missingRegions({ index, previous }: Candidate): Finding | undefined {
  const examples: string[] = [];
  const regions = index.areas.all('region');
  if (index.country === 'be' && regions.length < REGIONS_OF_BELGIUM)
    examples.push(`Only ${regions.map(({ names }) => nameIn(names)).join(' and ')} of the three regions of Belgium`);
  const areas = previous?.comparison?.before.areas;
  const former = areas
    ? (['region', 'province'] as const).flatMap((kind) =>
        areas.all(kind).map(({ id, names }) => ({ kind, id, name: nameIn(names) })),
      )
    : (previous?.counts?.provinces ?? []).map(({ id, name }) => ({ kind: 'province' as const, id, name }));
  for (const { kind, id, name } of former)
    if (index.areas.withId(kind, id) === -1) examples.push(`${name} was there before`);
  if (index.country !== 'be' && former.length === 0) return undefined;
  return { figure: examples.length, explanation: examples.length === 0 ? 'None is missing.' : 'Missing:', examples };
}
