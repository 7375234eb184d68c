import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildFixtureData } from '../http/fixture-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser is driven; `''` where there is none. */
    readonly browserEndpoint: string;
    /** The indexes of the fixtures. */
    readonly fixtureData: string;
  }
}

/** Says where the browser is, when it is not where it is looked for. */
const PATH_VARIABLE = 'CHROMIUM';

const PLACES = [
  // Without what a window needs, it takes a third of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Offline from everything but the service.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** One browser and one build of the fixtures for all tests. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env[PATH_VARIABLE];
  const places = given === undefined ? PLACES : [given];
  const executablePath = places.find((path) => existsSync(path));
  if (executablePath === undefined) {
    console.log(
      `No Chromium at ${places.join(', ')}: the page is not tested. ` +
        `On Debian: apt-get install chromium-headless-shell. Elsewhere: ${PATH_VARIABLE}=PATH.`,
    );
    provide('browserEndpoint', '');
    provide('fixtureData', '');
    return async () => {};
  }
  const data = await buildFixtureData();
  const browser = await chromium.launchServer({ executablePath, args: ARGUMENTS });
  provide('browserEndpoint', browser.wsEndpoint());
  provide('fixtureData', data.directory);
  return async () => {
    await browser.close();
    data.remove();
  };
}
