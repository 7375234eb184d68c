import type { Country } from '../../src/model/country.ts';
import type { ScaleFigures } from './scale-target.ts';

/** What an index of a whole country must keep to, on one idle core of a common server. */
export interface Target {
  readonly name: string;
  readonly unit: string;
  readonly limit: number;
  readonly measured: (figures: ScaleFigures) => number;
  /** Grows with the country: has an exponent in the table of growth. */
  readonly grows: boolean;
}

const BYTES_PER_ADDRESS: Readonly<Record<Country, number>> = { nl: 14, be: 14, lu: 14 };
const MEGABYTE = 1e6;

export function targetsOf(country: Country): readonly Target[] {
  return [
    {
      name: 'bytes an address, everything included',
      unit: 'B',
      limit: BYTES_PER_ADDRESS[country],
      measured: ({ indexBytes, addresses }) => indexBytes / addresses,
      grows: false,
    },
    {
      name: 'open, page cache warm',
      unit: 'ms',
      limit: 60,
      measured: ({ openMilliseconds }) => openMilliseconds,
      grows: true,
    },
    {
      name: 'resident after 100,000 queries, beyond the index',
      unit: 'MB',
      limit: 100,
      measured: ({ residentBytes, indexBytes }) => (residentBytes - indexBytes) / MEGABYTE,
      grows: true,
    },
    {
      name: 'resident for each further thread',
      unit: 'MB',
      limit: 40,
      measured: ({ threadBytes }) => threadBytes / MEGABYTE,
      grows: true,
    },
    ...latency('directmatch', 3, 15),
    ...latency('radius 50 m, densest town', 6, undefined),
    ...latency('radius 500 m, densest town', undefined, 400),
    ...latency('autocomplete, 1 to 12 letters', 20, 300),
    ...latency('drill-down, five steps', undefined, 1000),
  ];
}

function latency(operation: string, p50: number | undefined, p99: number | undefined): Target[] {
  const target = (percentile: 'p50' | 'p99', limit: number): Target => ({
    name: `${operation}, ${percentile}`,
    unit: 'µs',
    limit,
    measured: ({ operations }) => operations.find(({ name }) => name === operation)![percentile],
    grows: true,
  });
  return [...(p50 === undefined ? [] : [target('p50', p50)]), ...(p99 === undefined ? [] : [target('p99', p99)])];
}
