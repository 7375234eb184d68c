import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { createServer, type ServerOptions } from '../../src/http/index.ts';
import { type Country, openAddressLookup } from '../../src/index.ts';

export interface Service {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The body of an answer to a request such as the page makes. */
  answer<Body>(path: string): Promise<Body>;
  close(): Promise<void>;
}

/** Serves the fixtures with the page. */
export async function startService(
  options: Partial<ServerOptions> = {},
  port = 0,
  data: string = inject('fixtureData'),
): Promise<Service> {
  const lookup = await openAddressLookup(data);
  const app = await createServer(lookup, { clients: 'open', ...options });
  await app.listen({ port, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    origin,
    async answer<Body>(path: string): Promise<Body> {
      const response = await fetch(`${origin}${path}`, { headers: { 'X-AutocompleteSessionId': 'tests' } });
      return (await response.json()) as Body;
    },
    close: () => app.close(),
  };
}

export interface VisitOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly hasTouch?: boolean;
  readonly path?: string;
  /** The language of the browser; English unless given. */
  readonly locale?: string;
  readonly javaScriptEnabled?: boolean;
  readonly permissions?: string[];
  /** Origins besides that of the service that the page may ask. */
  readonly allows?: readonly string[];
  /** HTML that is the page, instead of what the service has at the path. */
  readonly html?: string;
}

/** A page that has been opened, by what a person sees of it. */
export class Visit {
  readonly page: Page;
  /** What should not have been: requests to elsewhere, errors, breaches of the policy. */
  readonly faults: string[];
  readonly field: Locator;
  readonly options: Locator;

  constructor(page: Page, faults: string[]) {
    this.page = page;
    this.faults = faults;
    this.field = page.getByRole('combobox', { name: 'Address' });
    this.options = page.getByRole('option');
  }

  /** Searches in one country alone. */
  async choose(country: Country): Promise<void> {
    const names = { nl: 'Netherlands', be: 'Belgium', lu: 'Luxembourg' };
    await this.page.getByRole('radio', { name: names[country] }).check();
  }

  /** Types, and waits until there is a list for what has been typed, and not that of a letter before. */
  async type(text: string, field: Locator = this.field): Promise<void> {
    const answered = this.page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === '/v1/autocomplete' && text.endsWith(searchParams.get('search') ?? '\0');
    });
    await field.pressSequentially(text);
    await answered;
    // The list is there with the end of the wait, in one step.
    await this.page.locator('address-lookup .field:not([data-busy])').waitFor();
    await this.options.first().waitFor();
  }

  /** The option with this label. Its text is compared, of which the part that matched is an element of its own. */
  option(label: string): Locator {
    const whole = new RegExp(`^${label.replace(/[^\p{L}\p{N}]/gu, '\\$&')}$`);
    return this.options.filter({ has: this.page.locator('.row-label').filter({ hasText: whole }) });
  }

  /** Clicks the option with this label. */
  async click(label: string): Promise<void> {
    await this.option(label).click();
  }

  async waitForAddress(): Promise<void> {
    await this.page.locator('#found').waitFor();
  }

  async waitForPicture(): Promise<void> {
    await this.page.locator('#picture svg').waitFor();
  }

  /** The parts of the address that is shown, by their names, in its language. */
  async parts(): Promise<Record<string, string>> {
    return this.page
      .locator('#found:not([hidden]) dt:not(:has(+ .position))')
      .evaluateAll((names) =>
        Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling!.textContent])),
      );
  }

  /** Its position in each coordinate system. */
  async positions(): Promise<string[]> {
    return this.page.locator('#facts .position').allTextContents();
  }

  /** Writes a picture of the page, to be looked at, where a directory is given for them. */
  async screenshot(name: string): Promise<void> {
    const directory = process.env[SCREENSHOTS_VARIABLE];
    if (directory !== undefined) await this.page.screenshot({ path: join(directory, `${name}.png`), fullPage: true });
  }
}

const SCREENSHOTS_VARIABLE = 'SCREENSHOTS';

export interface InBrowser {
  /** The service on the fixtures, without tokens. */
  readonly service: Service;
  /** Opens the page, of that service or of another one. */
  visit(options?: VisitOptions, service?: Service): Promise<Visit>;
}

/**
 * Tests in the browser; skipped where there is none. After each of them, the page must have asked nobody but its own service,
 * and must have had no errors.
 */
export function describeInBrowser(name: string, tests: (inBrowser: InBrowser) => void): void {
  describe.skipIf(inject('browserEndpoint') === '')(name, () => {
    let browser: Browser;
    let service: Service;
    const opened: { readonly context: BrowserContext; readonly faults: readonly string[] }[] = [];

    beforeAll(async () => {
      [browser, service] = await Promise.all([chromium.connect(inject('browserEndpoint')), startService()]);
    });
    afterEach(async () => {
      for (const { context, faults } of opened.splice(0)) {
        await context.close();
        expect(faults).toEqual([]);
      }
    });
    afterAll(async () => {
      await Promise.all([browser?.close(), service?.close()]);
    });

    tests({
      get service() {
        return service;
      },
      async visit({ width = 1280, path = '/', allows = [], html, ...options } = {}, { origin } = service) {
        const context = await browser.newContext({ ...options, viewport: { width, height: 800 }, baseURL: origin });
        const faults: string[] = [];
        opened.push({ context, faults });
        context.on('request', (request) => {
          const asked = new URL(request.url());
          if (asked.protocol !== 'data:' && ![origin, ...allows].includes(asked.origin))
            faults.push(`request to ${request.url()}`);
        });
        context.on('console', (message) => {
          // The console repeats each 4xx and each failed connection; they are tested by what the page says of them.
          if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
          faults.push(message.text());
        });
        context.on('weberror', (error) => faults.push(String(error.error())));
        const page = await context.newPage();
        // How long something may take that certainly comes: a busy machine is no fault.
        page.setDefaultTimeout(60_000);
        if (html !== undefined)
          await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
        await page.goto(path);
        return new Visit(page, faults);
      },
    });
  });
}
