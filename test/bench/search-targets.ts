import type { Country } from '../../src/model/country.ts';
import type { KindLatency } from './search-kinds.ts';
import type { NamesFound } from './search-names.ts';
import type { Replay } from './search-replay.ts';
import { percentilesOf, type TextLatency } from './search-timing.ts';

/** A target of the free text, and what was measured. */
export interface Target {
  readonly country: Country;
  readonly target: string;
  readonly measured: string;
  readonly met: 'yes' | 'no';
}

export interface Measured {
  readonly country: Country;
  readonly replays: readonly Replay[];
  readonly names: readonly NamesFound[];
  readonly kinds: readonly KindLatency[];
}

/** The targets hold for a country as a whole; a kind of query has to reach them by itself. */
export function judge({ country, replays, names, kinds }: Measured): Target[] {
  const atLeast = (target: string, least: number, share: number): Target => ({
    country,
    target: `${target}: at least ${percent(least)}`,
    measured: percent(share),
    met: share >= least ? 'yes' : 'no',
  });
  const atMost = (target: string, most: number, value: number, write: (value: number) => string): Target => ({
    country,
    target: `${target}: at most ${write(most)}`,
    measured: write(value),
    met: value <= most ? 'yes' : 'no',
  });
  const [clean, mistyped] = [false, true].map((hasTypo) => replays.filter((each) => each.hasTypo === hasTypo)) as [
    Replay[],
    Replay[],
  ];
  const slowest = (hasTypo: boolean, percentile: keyof TextLatency): KindLatency =>
    kinds
      .filter((kind) => kind.hasTypo === hasTypo)
      .reduce((worst, kind) => (kind[percentile] > worst[percentile] ? kind : worst));
  const latency = (hasTypo: boolean, percentile: keyof TextLatency, most: number): Target => {
    const { kind, [percentile]: value } = slowest(hasTypo, percentile);
    return atMost(`${percentile} of the slowest kind (${kind})`, most, value, micros);
  };
  const stroke = percentilesOf(clean.flatMap(({ keystrokes }) => keystrokes.map((each) => each.microseconds)));
  const mistypedStroke = percentilesOf(
    mistyped.flatMap(({ keystrokes }) => keystrokes.map((each) => each.microseconds)),
  );
  return [
    atLeast('fully typed addresses, hit@1', 0.98, shareOf(clean, 'isFirst')),
    atLeast('with one typo, hit@1', 0.9, shareOf(mistyped, 'isFirst')),
    atMost('median typed until street and house are in five', 0.6, medianOf(clean, 'untilHouse'), percent),
    ...names.map(({ typed, hit1 }) => atLeast(`streets, ${typed}, hit@1`, typed === 'one typo' ? 0.9 : 0.98, hit1)),
    atMost('p50 of a keystroke', 20, stroke.p50, micros),
    atMost('p99 of a keystroke', 300, stroke.p99, micros),
    atMost('p99 of a keystroke with a typo', 2000, mistypedStroke.p99, micros),
    latency(false, 'p50', 20),
    latency(false, 'p99', 300),
    latency(true, 'p99', 2000),
  ];
}

/** Over all orders. */
export function shareOf(replays: readonly Replay[], what: 'isFirst' | 'isInFive'): number {
  const texts = replays.flatMap((replay) => replay.texts);
  return texts.filter((text) => text[what]).length / texts.length;
}

export function medianOf(replays: readonly Replay[], what: 'untilStreet' | 'untilHouse' | 'leastUntilHouse'): number {
  const shares = replays.flatMap(({ texts }) => texts.map((text) => text[what])).sort((a, b) => a - b);
  return shares[shares.length >> 1] ?? 1;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function micros(value: number): string {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} µs`;
}
