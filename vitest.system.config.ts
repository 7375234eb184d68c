import type { ViteUserConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** `npm run test:system`: what needs processes, packages, mounted file systems, a Redis, or load. */
const config: ViteUserConfig = { test: { ...usual.test!, include: ['test/**/*.system.ts'] } };

export default config;
