import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** `npm test`: everything that is judged within a process, in two minutes on two cores. CONTRIBUTING.md says what stands in which tier. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-files.ts', 'test/build-page.ts', 'test/support/fixture-indexes.ts'],
    reporters: ['default', './test/support/skip-reporter.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // How long something may take that certainly comes: a busy machine is no fault.
    expect: { poll: { timeout: 120_000 } },
    // By default one processor is left alone, which is half of a small machine.
    maxWorkers: '100%',
    // Files share a process and the modules that they import, which saves a quarter of the processor time; none leaves anything behind.
    isolate: false,
    // What is young may live longer before it is looked through: a tenth of the processor time otherwise goes to collecting.
    execArgv: ['--max-semi-space-size=64'],
  },
});

export default config;
