import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIndexes } from '../../pipelines/build-index.ts';
import { silentProgress } from '../../pipelines/progress.ts';
import { PAGE_TEXTS } from '../../src/http/page/page-texts.ts';
import { violations } from './axe.ts';
import { describeInBrowser, type Service, startService } from './describe-in-browser.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const WEESP = fileURLToPath(new URL('bag/BAGGEM0457L-15092021.zip', DATA));
const LUXEMBOURG = fileURLToPath(new URL('caclr/caclr.zip', DATA));
const hasRealData = existsSync(WEESP) && existsSync(LUXEMBOURG);

describeInBrowser('The page', (inBrowser) => {
  for (const [locale, language] of [
    ['nl-BE', 'nl'],
    ['fr-FR', 'fr'],
    ['de-LU', 'de'],
    ['en-GB', 'en'],
    ['it-IT', 'en'],
  ] as const) {
    it(`is in the language of the browser: ${locale}`, async () => {
      const visit = await inBrowser.visit({ locale });
      const { page } = visit;
      const texts = PAGE_TEXTS[language];
      await page.getByRole('heading', { level: 1, name: texts.find }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      const field = page.getByRole('combobox').first();
      await field.fill('Dam 1 A-2, 1012JS Amsterdam');
      await field.press('Enter');
      await visit.waitForPicture();
      // No word of it is left in English.
      const shown = await page.locator('body').innerText();
      for (const text of [texts.table, texts.tableHint, texts.copyLink, texts.interface, texts.place, texts.position])
        expect(shown).toContain(text);
      if (language !== 'en') {
        const words = new Set(shown.split(/[^\p{L}]+/u));
        const isShown = (text: string): boolean => (/\P{L}/u.test(text) ? shown.includes(text) : words.has(text));
        for (const [name, text] of Object.entries(PAGE_TEXTS.en))
          if (!Object.values(texts).includes(text)) expect([name, isShown(text)]).toEqual([name, false]);
      }
      expect(await violations(page)).toEqual([]);
      await visit.screenshot(`page-${locale}`);
    });
  }

  it('says how to have its field on another page', async () => {
    for (const width of [1280, 320]) {
      const visit = await inBrowser.visit({ width, colorScheme: width === 320 ? 'dark' : 'light' });
      const { page } = visit;
      await page.getByText('This field on your page').click();
      const { origin } = inBrowser.service;
      const code = page.locator('#embed-code');
      expect(await code.textContent()).toContain(`<script type="module" src="${origin}/element.js"></script>`);
      expect(await code.textContent()).toContain(`<address-lookup endpoint="${origin}" key=`);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await visit.screenshot(`page-embed-${width}`);
    }
  });

  it('takes a pasted address with Enter', async () => {
    const visit = await inBrowser.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await visit.page.evaluate(() => navigator.clipboard.writeText('Dam 1 A-2, 1012JS Amsterdam'));
    await visit.field.focus();
    await visit.page.keyboard.press('Control+V');
    await visit.page.keyboard.press('Enter');
    await visit.waitForAddress();
    expect(await visit.parts()).toMatchObject({ Street: 'Dam', 'House number': '1', Letter: 'A', Addition: '2' });
  });

  it('has a link to the address, which leads there again, and copies address, position and link', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const visit = await inBrowser.visit({ permissions });
    const { page } = visit;
    await visit.field.fill('Dam 1 A-2, 1012JS Amsterdam');
    await visit.field.press('Enter');
    await visit.waitForAddress();
    const copied = async (name: string): Promise<string> => {
      await page.getByRole('button', { name }).click();
      await page.locator('#copied', { hasText: 'Copied' }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('Copy address')).toBe('Dam 1A-2, 1012 JS Amsterdam');
    expect(await copied('Copy position')).toMatch(/^52\.\d+, 4\.\d+$/);
    const link = await copied('Copy link');
    expect(link).toBe(page.url());
    const again = await inBrowser.visit({ path: link.slice(link.indexOf('/#')) });
    await again.waitForAddress();
    expect(await again.parts()).toEqual(await visit.parts());
    // What is no link to an address is none.
    const other = await inBrowser.visit({ path: '/#xx/%E0%A4%A' });
    await other.type('kalverstr');
    expect(await other.field.inputValue()).toBe('kalverstr');
  });

  it('says without script what there is instead, in four languages', async () => {
    const { page } = await inBrowser.visit({ javaScriptEnabled: false });
    await page.locator('noscript p').first().waitFor();
    expect(await page.locator('noscript p').first().innerText()).toContain('This page needs JavaScript.');
    for (const lang of ['nl', 'fr', 'de']) expect(await page.locator(`noscript [lang=${lang}]`).count()).toBe(1);
    await page.locator('noscript a').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs');
  });

  it('draws the streets around the point, with their names', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    await visit.field.fill('Dam 1 A-2, 1012JS Amsterdam');
    await visit.field.press('Enter');
    await visit.waitForAddress();
    await visit.waitForPicture();
    expect(await page.locator('#picture .street').count()).toBeGreaterThan(0);
    expect(await page.locator('#picture .street-name').count()).toBeGreaterThan(0);
    await visit.screenshot('page-streets');
  });

  it('fits 320 pixels with text twice as large', async () => {
    const { page, field } = await inBrowser.visit({ width: 320, hasTouch: true });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await field.fill('Dam 1 A-2, 1012JS Amsterdam');
    await field.press('Enter');
    await page.locator('#picture svg').waitFor();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => each.getBoundingClientRect().right > 320.5 && each.closest('.unseen, svg') === null)
        .map((each) => `${each.tagName} ${each.id} ${each.className} ${each.getBoundingClientRect().right}`),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describeInBrowser('The page on real registers', (inBrowser) => {
  const scratch = mkdtempSync(join(tmpdir(), 'real-page-'));
  let service: Service | undefined;
  beforeAll(async () => {
    if (!hasRealData) return;
    await buildIndexes({
      inputs: { nl: [WEESP], be: [], lu: [LUXEMBOURG] },
      out: join(scratch, 'data'),
      threads: 1,
      progress: () => silentProgress,
      tell: () => {},
    });
    service = await startService({}, 0, join(scratch, 'data'));
  }, 300_000);
  afterAll(async () => {
    await service?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it.skipIf(!hasRealData)(
    'says of "nieuwstad 9999" that the number is unknown, shows the nearest, and takes none of them',
    async () => {
      const visit = await inBrowser.visit({}, service);
      await visit.field.pressSequentially('nieuwstad 9999');
      await visit.page
        .locator('address-lookup .note', { hasText: 'House number 9999 is unknown; these are the nearest.' })
        .waitFor();
      expect(await visit.options.count()).toBeGreaterThan(1);
      await visit.screenshot('page-unknown-number');
      await visit.field.press('Enter');
      await visit.page.waitForTimeout(500);
      expect(await visit.parts()).toEqual({});
    },
  );

  it.skipIf(!hasRealData)('finds the street of any country, and says of which each is', async () => {
    const visit = await inBrowser.visit({}, service);
    await visit.field.pressSequentially('rue de la gare esch');
    const first = visit.options.first();
    await first.filter({ hasText: /^Rue de la Gare.*, Luxembourg$/i }).waitFor();
    await visit.screenshot('page-any-country');
    await first.click();
    await expect.poll(() => visit.field.inputValue()).toMatch(/Rue de la Gare/i);
    await visit.options.first().waitFor();
  });
});
