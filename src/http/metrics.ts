import { Gauge, Histogram, type Registry } from 'prom-client';
import type { LookupSource } from '../lookup/live-lookup.ts';
import type { Country } from '../model/country.ts';
import { type LastUpdate, UPDATE_STATUSES } from '../store/last-update.ts';
import { answersTag } from '../store/manifest.ts';
import { VERSION } from '../version.ts';
import type { Answered } from './exchange.ts';

/** What /metrics and /health tell operators. */

const MS_PER_SECOND = 1000;

/** Maximum answers that are counted together: counted one by one, each takes as long as checking its token. */
const MAX_UNCOUNTED = 256;

/**
 * Counts and times answers, by operation, country and status: some at a time, and all of them whenever the figures are
 * asked for.
 */
export class AnswerMetrics {
  readonly #seconds: Histogram<'operation' | 'country' | 'status'>;
  #uncounted: Answered[] = [];

  constructor(registry: Registry) {
    this.#seconds = new Histogram({
      name: 'address_lookup_request_seconds',
      help: 'Time from the arrival of a request to the end of its answer.',
      labelNames: ['operation', 'country', 'status'],
      buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers: [registry],
      collect: () => this.#countAll(),
    });
  }

  count(answer: Answered): void {
    if (this.#uncounted.push(answer) >= MAX_UNCOUNTED) this.#countAll();
  }

  #countAll(): void {
    for (const { operation, country, status, ms } of this.#uncounted) {
      this.#seconds.observe({ operation: operation || 'other', country, status: String(status) }, ms / MS_PER_SECOND);
    }
    this.#uncounted = [];
  }
}

/** Metrics of the served indexes. The highest value of all workers is shown, since all have the same index except for moments. */
export function addIndexMetrics(registry: Registry, source: LookupSource): void {
  const served = (): readonly Country[] => source.current.countries;
  const addGauge = (
    name: string,
    help: string,
    measure: (country: Country) => number | undefined,
    countries: () => Iterable<Country> = served,
  ): void => addCountryGauge(registry, `index_${name}`, help, countries, measure);
  addGauge(
    'age_seconds',
    'Time since the reference date of the oldest register that the index is made of, where one has a date.',
    (country) => {
      const { registers } = source.current.of(country).manifest;
      const dates = registers.flatMap(({ referenceDate }) => (referenceDate === null ? [] : Date.parse(referenceDate)));
      return dates.length === 0 ? undefined : (Date.now() - Math.min(...dates)) / MS_PER_SECOND;
    },
  );
  addGauge(
    'served_since_seconds',
    'When the index began to be served, in seconds since 1970.',
    (country) => source.servedSince(country).getTime() / MS_PER_SECOND,
  );
  addGauge('addresses', 'Addresses in the index.', (country) => source.current.of(country).manifest.counts.addresses);
  addGauge(
    'refused',
    '1 while a new index in the data directory is refused.',
    (country) => (source.refused.has(country) ? 1 : 0),
    () => new Set([...served(), ...source.refused.keys()]),
  );
}

/** Metrics of the last `update` of each country. */
export function addUpdateMetrics(registry: Registry, { updates }: LookupSource): void {
  new Gauge({
    name: 'address_lookup_update_status',
    help: '1 for the outcome of the last update of a country, 0 for the others.',
    labelNames: ['country', 'outcome'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const [country, { status }] of updates)
        for (const outcome of UPDATE_STATUSES) this.set({ country, outcome }, outcome === status ? 1 : 0);
    },
  });
  const addTime = (name: string, help: string, timeOf: (last: LastUpdate) => string | undefined): void =>
    addCountryGauge(
      registry,
      `update_${name}_seconds`,
      help,
      () => updates.keys(),
      (country) => {
        const time = timeOf(updates.get(country)!);
        return time === undefined ? undefined : Date.parse(time) / MS_PER_SECOND;
      },
    );
  addTime('tried', 'When the last update of a country ended, in seconds since 1970.', ({ at }) => at);
  addTime(
    'succeeded',
    'When the last update of a country ended that was neither refused nor failed, in seconds since 1970.',
    ({ succeededAt }) => succeededAt,
  );
}

/** Describes the indexes served, their releases and dates, the indexes refused, and the last updates. */
export function healthOf(source: LookupSource): object {
  const { current, refused, updates } = source;
  const isRefused = refused.size > 0 || [...updates.values()].some(({ status }) => status === 'refused');
  return {
    status: isRefused ? 'degraded' : 'ok',
    version: VERSION,
    countries: current.countries.map((country) => {
      const { manifest } = current.of(country);
      const { addresses, streets, places, municipalities, postcodes } = manifest.counts;
      return {
        country,
        release: answersTag(manifest),
        served_since: source.servedSince(country).toISOString(),
        registers: manifest.registers.map(({ name, publisher, referenceDate, licence, attribution }) => ({
          name,
          publisher,
          reference_date: referenceDate,
          licence,
          attribution,
        })),
        counts: { addresses, streets, places, municipalities, postcodes },
      };
    }),
    refused: [...refused].map(([country, { at, code, message }]) => ({ country, at: at.toISOString(), code, message })),
    updates: [...updates].map(([country, { status, at, succeededAt, releaseDate, code, gates }]) => ({
      country,
      status,
      at,
      succeeded_at: succeededAt ?? null,
      release_date: releaseDate ?? null,
      code: code ?? null,
      gates: [...(gates ?? [])],
    })),
  };
}

/** A gauge with a value for each country, where it has one. */
function addCountryGauge(
  registry: Registry,
  name: string,
  help: string,
  countries: () => Iterable<Country>,
  measure: (country: Country) => number | undefined,
): void {
  new Gauge({
    name: `address_lookup_${name}`,
    help,
    labelNames: ['country'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const country of countries()) {
        const value = measure(country);
        if (value !== undefined) this.set({ country }, value);
      }
    },
  });
}
