import type { TestModule, Vitest } from 'vitest/node';
import type { Reporter } from 'vitest/reporters';

/** Why tests are skipped, by the files that they stand in. */
interface Cause {
  readonly files: RegExp;
  /** What the test itself says when it skips. */
  readonly program?: string;
  readonly lacks: string;
  readonly remedy: string;
  /** Why CI may lack it too. Where it may not, a skipped test fails the run. */
  readonly notInCi?: string;
}

const REAL_DATA: Pick<Cause, 'remedy' | 'notInCi'> = {
  remedy: 'put the registers into ../shared/data, beside the checkout',
  notInCi: 'registers are no part of the repository',
};

const CAUSES: readonly Cause[] = [
  { files: /cluster/, lacks: 'redis-server', remedy: 'apt-get install redis-server' },
  { files: /cluster/, program: 'openssl', lacks: 'openssl', remedy: 'apt-get install openssl' },
  { files: /http\/proxy/, lacks: 'nginx', remedy: 'apt-get install nginx-light' },
  { files: /page\.browser/, lacks: 'the registers of Weesp and Luxembourg, or a browser', ...REAL_DATA },
  {
    files: /next\.browser/,
    lacks: 'Next',
    remedy: 'npm install next react react-dom in any empty directory, and give that as NEXT; npm run test:nightly does',
    notInCi: 'it is part of the nightly run',
  },
  { files: /browser\//, lacks: 'a browser', remedy: 'apt-get install chromium-headless-shell, or CHROMIUM=PATH' },
  {
    files: /deploy\/deploy/,
    lacks: 'a container engine or systemd-analyze',
    remedy: 'install docker, and systemd',
    notInCi: 'CI itself runs in a container',
  },
  {
    files: /build-places/,
    lacks: 'leave to mount file systems',
    remedy: 'run as root, or allow user namespaces (unshare --mount)',
    notInCi: 'not every container may mount',
  },
  {
    files: /weesp|joined-columns|bag\/municipalities|bag-xml|gates\/real-months/,
    lacks: 'real extracts of the BAG',
    ...REAL_DATA,
  },
  { files: /best\/real-data/, lacks: 'real files of BeST', ...REAL_DATA },
  { files: /complete-register|search\/luxembourg/, lacks: 'the complete CACLR', ...REAL_DATA },
  { files: /projection\//, lacks: 'the official grids and pairs of coordinates', ...REAL_DATA },
  { files: /real-positions|real-registers|recognise/, lacks: 'real registers', ...REAL_DATA },
  {
    files: /export\/recipes/,
    lacks: 'DuckDB, or a Python with pandas',
    remedy: 'npm install @duckdb/node-api in any directory, and give that as DUCKDB; apt-get install python3-pandas',
  },
  {
    files: /publish-directory|input-tree|pipelines\/report\.|geocode-files/,
    lacks: '/proc or /dev/full',
    remedy: 'run on Linux',
  },
];

const UNKNOWN: Cause = {
  files: /^/,
  lacks: 'something that test/support/skip-reporter.ts has no row for',
  remedy: 'add the row',
};

/** Says at the end of a run which tests were skipped: a line for each cause, with what would run them. */
export default class SkipReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const isFiltered = this.#vitest?.config.testNamePattern !== undefined;
    if (isFiltered) return;
    const skipped = new Map<Cause, number>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state !== 'skipped') continue;
        const cause = CAUSES.find(
          ({ program, files }) => program === result.note && files.test(module.relativeModuleId),
        );
        skipped.set(cause ?? UNKNOWN, (skipped.get(cause ?? UNKNOWN) ?? 0) + 1);
      }
    }
    for (const [{ lacks, remedy, notInCi }, count] of skipped) {
      const isFault = process.env['CI'] !== undefined && notInCi === undefined;
      if (isFault) process.exitCode = 1;
      const tests = `${count} ${count === 1 ? 'test' : 'tests'}`;
      const inCi = isFault ? ' In CI nothing may be skipped: the run has failed.' : '';
      console.log(`Skipped: ${tests} without ${lacks}. To run them, ${remedy}.${inCi}`);
    }
  }
}
