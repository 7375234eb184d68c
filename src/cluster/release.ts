import type { Country } from '../model/country.ts';
import type { IndexBuffers } from '../store/country-index.ts';
import { type RegisterRelease, registerLabel } from '../store/manifest.ts';
import { VERSION } from '../version.ts';

/** What answers depend on in addition to the rows: the version of this package and the bytes of the indexes. All workers of a batch have the same. */
export interface IndexRelease {
  readonly software: string;
  readonly indexes: readonly {
    readonly country: Country;
    readonly registers: readonly RegisterRelease[];
    /** Identifies its content. */
    readonly digest: string;
  }[];
}

/** The release of the indexes of `countries`, the ones that a batch uses. */
export function releaseOfIndexes(
  indexes: readonly Pick<IndexBuffers, 'manifest'>[],
  countries: readonly Country[],
): IndexRelease {
  return {
    software: VERSION,
    indexes: indexes
      .filter(({ manifest }) => countries.includes(manifest.country))
      .map(({ manifest }) => ({
        country: manifest.country,
        registers: manifest.registers,
        digest: manifest.release,
      })),
  };
}

/** Whether two releases give the same answers. */
export function isSameRelease(a: IndexRelease, b: IndexRelease): boolean {
  const essence = ({ software, indexes }: IndexRelease): string =>
    JSON.stringify([software, indexes.map(({ country, digest }) => [country, digest])]);
  return essence(a) === essence(b);
}

/** For people: `version 0.1.0 with be (BeST 2026-11-02, 3f0c…) and lu (…)`. */
export function describeRelease({ software, indexes }: IndexRelease): string {
  const described = indexes.map(({ country, registers, digest }) => {
    return `${country} (${[...registers.map(registerLabel), digest].join(', ')})`;
  });
  return `version ${software} with ${described.join(', ') || 'no index'}`;
}
