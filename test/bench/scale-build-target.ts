import { silentProgress } from '../../pipelines/progress.ts';
import { buildIndex } from '../../pipelines/run.ts';
import type { Country } from '../../src/model/country.ts';
import { IMPORTS } from './import-speed.ts';
import { measureWork, type Work } from './latency.ts';

/** What a build needs, as the process that does nothing else sees it. */
export interface BuildFigures extends Work {
  readonly peakResidentBytes: number;
}

/** tsx scale-build-target.ts COUNTRY OUT THREADS FILES… */
const [country = 'nl', out = '', threads = '1', ...files] = process.argv.slice(2);
const { cpuSeconds, seconds } = await measureWork(() =>
  buildIndex(IMPORTS[country as Country], files, out, { threads: Number(threads), progress: silentProgress }),
);
const figures: BuildFigures = { cpuSeconds, seconds, peakResidentBytes: process.resourceUsage().maxRSS * 1024 };
process.send?.(figures);
