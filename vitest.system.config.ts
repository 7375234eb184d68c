import type { ViteUserConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** `npm run test:system`: what needs processes, packages, mounted file systems, real disks, real registers, a Redis, or load. */
const config: ViteUserConfig = {
  test: {
    ...usual.test!,
    include: ['test/**/*.system.ts'],
    globalSetup: ['test/build-page.ts', 'test/support/fixture-indexes.ts'],
  },
};

export default config;
