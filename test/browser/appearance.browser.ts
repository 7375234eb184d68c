import { expect, it } from 'vitest';
import { CLIENTS } from '../http/fixture-service.ts';
import { describeInBrowser, startService, type Visit } from './describe-in-browser.ts';
import { lowContrasts } from './low-contrasts.ts';

/** The page in each of its states, one after the other. */
async function* states(visit: Visit): AsyncGenerator<string> {
  yield 'empty';
  await visit.type('kalverstraat 5');
  yield 'list';
  await visit.click('Kalverstraat 5');
  await visit.waitForPicture();
  yield 'address';
  await visit.choose('be');
  await visit.type('rue de la loi 16');
  await visit.click('Rue de la Loi 16');
  await visit.waitForPicture();
  yield 'address-in-two-languages';
  await visit.page.route('**/v1/autocomplete*', (route) => route.abort());
  await visit.field.fill('k');
  await visit.page.getByRole('alert').waitFor();
  yield 'problem';
}

/** How much wider than the window the document is. */
function overhang({ page }: Visit): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What can be pressed or typed into, and is lower than a finger is wide (44 pixels: WCAG 2.2, 2.5.5). */
function smallTargets({ page }: Visit): Promise<string[]> {
  return page
    .locator(
      '#countries label, input:not([type=radio], [type=file]), button, .button, [role=option], summary, header a',
    )
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height < 44)
        .map(({ element, height }) => `${element.id || element.textContent}: ${height}`),
    );
}

describeInBrowser('The page', (inBrowser) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has enough contrast when it is ${colorScheme}`, async () => {
      const visit = await inBrowser.visit({ colorScheme });
      const grounds = new Set<string>();
      for await (const state of states(visit)) {
        expect({ state, faults: await lowContrasts(visit.page) }).toEqual({ state, faults: [] });
        grounds.add(await visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor));
        await visit.screenshot(`${colorScheme}-${state}`);
      }
      expect([...grounds]).toEqual([colorScheme === 'light' ? 'rgb(251, 250, 247)' : 'rgb(18, 25, 28)']);
    });
  }

  it('would be told by the check of contrasts where there was too little', async () => {
    const visit = await inBrowser.visit();
    await visit.page.locator('h1').evaluate((heading) => {
      heading.style.color = '#ccc';
    });
    expect(await lowContrasts(visit.page)).toEqual([expect.stringContaining('“Find an address”: 1.5')]);
  });

  it('fits a phone: nothing hangs over, and a finger can hit what is there to be hit', async () => {
    const visit = await inBrowser.visit({ width: 360, hasTouch: true, colorScheme: 'dark' });
    for await (const state of states(visit)) {
      expect({ state, overhang: await overhang(visit) }).toEqual({ state, overhang: 0 });
      const small = await smallTargets(visit);
      expect({ state, small }).toEqual({ state, small: [] });
      await visit.screenshot(`phone-${state}`);
    }
  });

  it('fits a phone when it asks for a token', async () => {
    const service = await startService({ clients: CLIENTS });
    try {
      const visit = await inBrowser.visit({ width: 360, hasTouch: true }, service);
      await visit.page.getByLabel('Token').waitFor();
      expect(await smallTargets(visit)).toEqual([]);
      expect(await overhang(visit)).toBe(0);
      expect(await lowContrasts(visit.page)).toEqual([]);
      await visit.screenshot('phone-token');
    } finally {
      await service.close();
    }
  });

  it('shows where the focus is, on everything that can have it', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 92');
    await visit.click('Kalverstraat 92');
    await visit.waitForPicture();
    await visit.page.locator('header a').focus();
    const stops: { readonly name: string; readonly hasRing: boolean }[] = [];
    for (let i = 0; i < 40; i++) {
      await visit.page.keyboard.press('Tab');
      const stop = await visit.page.evaluate(() => {
        const outer = document.activeElement!;
        const element = outer.shadowRoot?.activeElement ?? outer;
        // The ring of what is not seen itself is around its label.
        const shown = element.matches('.unseen') ? element.parentElement! : element;
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return {
          name:
            element.id ||
            element.textContent?.trim() ||
            (element as HTMLInputElement).labels?.[0]?.textContent ||
            element.localName,
          hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        };
      });
      if (await visit.page.evaluate(() => document.activeElement === document.body)) break;
      stops.push(stop);
    }
    expect(stops.filter(({ hasRing }) => !hasRing)).toEqual([]);
    expect(stops.map(({ name }) => name).slice(0, 5)).toEqual([
      'Any country',
      'address-lookup-1-input',
      '✕',
      'copy-address',
      'copy-position',
    ]);
    expect(stops.length).toBeGreaterThan(12);
  });

  it('turns nothing for those who want no motion', async () => {
    for (const [reducedMotion, animation] of [
      ['no-preference', 'busy'],
      ['reduce', 'none'],
    ] as const) {
      const visit = await inBrowser.visit({ reducedMotion });
      await visit.page.route('**/v1/autocomplete*', () => {});
      await visit.field.pressSequentially('k');
      const busy = visit.page.locator('address-lookup .field[data-busy]');
      await busy.waitFor();
      expect(await busy.evaluate((each) => getComputedStyle(each, '::after').animationName)).toBe(animation);
    }
  });

  it('is watched: what it asked elsewhere, and what its policy forbids, would be seen', async () => {
    const visit = await inBrowser.visit();
    await visit.page.evaluate(async () => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
      await fetch('http://elsewhere.invalid/').catch(() => {});
    });
    await expect.poll(() => visit.faults.length).toBeGreaterThanOrEqual(2);
    expect(visit.faults.join('\n')).toMatch(
      /inline style[\s\S]*elsewhere\.invalid|elsewhere\.invalid[\s\S]*inline style/,
    );
    visit.faults.length = 0;
  });

  it('names its language, and the languages of names', async () => {
    const visit = await inBrowser.visit();
    expect(await visit.page.locator('html').getAttribute('lang')).toBe('en');
    await visit.type('kalverstraat 92');
    await visit.click('Kalverstraat 92');
    await visit.waitForAddress();
    expect(await visit.page.locator('#facts').getByText('Kalverstraat').getAttribute('lang')).toBe('nl');
  });

  it('shows its requests with their answers', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 92');
    await visit.page.getByText('Requests of this page').click();
    const request = visit.page.locator('#requests details').filter({ hasText: 'kalverstraat+92' }).first();
    expect(await request.locator('code').textContent()).toContain('GET /v1/autocomplete');
    await request.locator('summary').click();
    const answer = async (): Promise<string> => (await request.locator('pre').textContent())!;
    await expect.poll(answer).not.toBe('');
    expect(JSON.parse(await answer())).toMatchObject({ pagination: { total_count: 1 } });
  });
});

describeInBrowser('The description of the interface', (inBrowser) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read when it is ${colorScheme}, on a phone too`, async () => {
      for (const width of [1280, 360]) {
        const visit = await inBrowser.visit({ path: '/docs', colorScheme, width });
        expect(await lowContrasts(visit.page)).toEqual([]);
        expect(await overhang(visit)).toBe(0);
        const cut = visit.page
          .locator('article')
          .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map(({ id }) => id));
        expect(await cut).toEqual([]);
        await visit.screenshot(`docs-${colorScheme}-${width}`);
      }
    });
  }

  it('leads to each operation, and from each problem of the service to its remedy', async () => {
    const visit = await inBrowser.visit({ path: '/docs' });
    await visit.page.getByRole('navigation').getByRole('link', { name: 'directmatch-be-street' }).click();
    expect(new URL(visit.page.url()).hash).toBe('#directmatch-be-street');
    await visit.page.locator('article:target').waitFor();
    const dangling = await visit.page
      .locator('a[href^="#"]')
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')!.slice(1)).filter((id) => document.getElementById(id) === null),
      );
    expect(dangling).toEqual([]);
  });
});
