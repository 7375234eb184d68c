import Type, { type Static, type TSchema } from 'typebox';
import { COUNTRIES } from '../model/country.ts';
import { answersTag } from '../store/manifest.ts';
import { VERSION } from '../version.ts';
import type { LookupSource } from './lookup-source.ts';

const health = Type.Object(
  {
    status: Type.Enum(['ok', 'degraded'], {
      type: 'string',
      description: '`degraded` while a new index was refused; the one before it serves on.',
    }),
    version: Type.String(),
    countries: Type.Array(
      Type.Object({
        country: Type.Enum([...COUNTRIES], { type: 'string' }),
        release: Type.String({ description: 'Names the release that is served; part of every ETag.' }),
        served_since: Type.String({ format: 'date-time' }),
        registers: Type.Array(
          Type.Object({
            name: Type.String(),
            publisher: Type.String(),
            reference_date: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date' }),
            licence: Type.String(),
            attribution: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'The sentence to show where the licence asks for attribution.',
            }),
          }),
        ),
        counts: Type.Object({
          addresses: Type.Integer(),
          streets: Type.Integer(),
          places: Type.Integer(),
          municipalities: Type.Integer(),
          postcodes: Type.Integer(),
        }),
      }),
    ),
    refused: Type.Array(
      Type.Object({
        country: Type.Enum([...COUNTRIES], { type: 'string' }),
        at: Type.String({ format: 'date-time' }),
        code: Type.String(),
        message: Type.String(),
      }),
      { description: 'New indexes that could not be taken.' },
    ),
  },
  { title: 'Health' },
);

const readiness = Type.Object({ ready: Type.Boolean() }, { title: 'Readiness' });

export const HEALTH: TSchema = health;
export const READINESS: TSchema = readiness;

/** What is served, of which release and date, and what was refused. */
export function healthOf(source: LookupSource): object {
  const { current, refused } = source;
  const answer: Static<typeof health> = {
    status: refused.size === 0 ? 'ok' : 'degraded',
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
  };
  return answer;
}
