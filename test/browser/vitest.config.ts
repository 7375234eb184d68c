import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** The tests of the page, in a real browser: one browser and one process of tests for all files. */
const config: ViteUserConfig = defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: ['test/build-page.ts', 'test/browser/global-setup.ts'],
    reporters: ['default', './test/support/skip-reporter.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default config;
