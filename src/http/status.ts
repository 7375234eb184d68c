import { Gauge, Histogram, type Registry } from 'prom-client';
import type { LookupSource } from '../lookup/live-lookup.ts';
import { COUNTRIES, type Country } from '../model/country.ts';
import { UPDATE_STATUSES } from '../store/last-update.ts';
import { answersTag, type Manifest } from '../store/manifest.ts';
import { VERSION } from '../version.ts';
import type { Answered } from './exchange.ts';
import type { Settings } from './options.ts';
import { getRoute, type HttpRoute } from './route.ts';

/** What /ready, /health and /metrics tell load balancers and operators. */

/**
 * For load balancers and operators. They need no token, since they contain no addresses. /ready, whether to send requests here, is
 * answered however busy the server is, without a rate limit.
 */
export function statusRoutes(
  source: LookupSource,
  { registry, collectMetrics, isReady }: Pick<Settings, 'registry' | 'collectMetrics' | 'isReady'>,
): HttpRoute[] {
  const answerReady: HttpRoute['handle'] = (_request, reply) => {
    const ready = isReady();
    reply.code(ready ? 200 : 503).sendJson({ ready });
  };
  const answerMetrics: HttpRoute['handle'] = async (_request, reply) => {
    const text = await collectMetrics();
    reply.header('cache-control', 'no-store').header('content-type', registry.contentType).send(text);
  };
  return [
    getRoute('/ready', answerReady, { audience: 'anything' }),
    getRoute('/health', (_request, reply) => reply.sendJson(healthOf(source))),
    getRoute('/metrics', answerMetrics),
  ];
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

const MS_PER_SECOND = 1000;

/** Maximum answers that are counted together: counted one by one, each takes as long as checking its token. */
const MAX_UNCOUNTED = 256;

/**
 * Counts and times answers, by operation, country and status: some at a time, and all of them whenever the figures are
 * asked for.
 */
export function answerCounter(registry: Registry): (answer: Answered) => void {
  let uncounted: Answered[] = [];
  const countAll = (): void => {
    for (const { operation, country, status, ms } of uncounted) {
      seconds.observe({ operation: operation || 'other', country, status: String(status) }, ms / MS_PER_SECOND);
    }
    uncounted = [];
  };
  const seconds = new Histogram({
    name: 'address_lookup_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'country', 'status'],
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
    collect: countAll,
  });
  return (answer) => {
    if (uncounted.push(answer) >= MAX_UNCOUNTED) countAll();
  };
}

/**
 * Metrics of the served indexes, and of the last `update` of each country, measured when they are asked for. The highest value
 * of all workers is shown, since all have the same index except for moments.
 */
export function addIndexMetrics(registry: Registry, source: LookupSource): void {
  const { refused, updates } = source;
  const manifestOf = (country: Country): Manifest | undefined =>
    source.current.countries.includes(country) ? source.current.of(country).manifest : undefined;
  const add = (name: string, help: string, labelNames: string[], measure: (gauge: Gauge) => void): Gauge =>
    new Gauge({
      name: `address_lookup_${name}`,
      help,
      labelNames,
      registers: [registry],
      aggregator: 'max',
      collect() {
        this.reset();
        measure(this);
      },
    });
  const addOfCountry = (name: string, help: string, measure: (country: Country) => number | undefined): Gauge =>
    add(name, help, ['country'], (gauge) => {
      for (const country of COUNTRIES) {
        const value = measure(country);
        if (value !== undefined) gauge.set({ country }, value);
      }
    });
  const ageHelp =
    'Time since the reference date of the oldest register that the index is made of, where one has a date.';
  addOfCountry('index_age_seconds', ageHelp, (country) => {
    const registers = manifestOf(country)?.registers ?? [];
    const dates = registers.flatMap(({ referenceDate }) => (referenceDate === null ? [] : Date.parse(referenceDate)));
    return dates.length === 0 ? undefined : (Date.now() - Math.min(...dates)) / MS_PER_SECOND;
  });
  addOfCountry(
    'index_served_since_seconds',
    'When the index began to be served, in seconds since 1970.',
    (country) => manifestOf(country) && source.servedSince(country).getTime() / MS_PER_SECOND,
  );
  addOfCountry('index_addresses', 'Addresses in the index.', (country) => manifestOf(country)?.counts.addresses);
  addOfCountry('index_refused', '1 while a new index in the data directory is refused.', (country) =>
    refused.has(country) ? 1 : manifestOf(country) && 0,
  );
  addOfCountry('update_tried_seconds', 'When the last update of a country ended, in seconds since 1970.', (country) =>
    secondsOf(updates.get(country)?.at),
  );
  addOfCountry(
    'update_succeeded_seconds',
    'When the last update of a country ended that was neither refused nor failed, in seconds since 1970.',
    (country) => secondsOf(updates.get(country)?.succeededAt),
  );
  const outcomeHelp = '1 for the outcome of the last update of a country, 0 for the others.';
  add('update_status', outcomeHelp, ['country', 'outcome'], (gauge) => {
    for (const [country, { status }] of updates)
      for (const outcome of UPDATE_STATUSES) gauge.set({ country, outcome }, outcome === status ? 1 : 0);
  });
}

function secondsOf(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time) / MS_PER_SECOND;
}
