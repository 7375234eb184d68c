import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { embed } from './embedded-field.ts';

/** A form with a field for every part. */
const PARTS = 'street housenumber houseletter addition box postcode place municipality'.split(' ');
const formOf = (names: readonly string[]): string =>
  names.map((name) => `<p><label>${name} <input data-address="${name}"></label></p>`).join('');

const filled = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('[data-address]')
    .evaluateAll((inputs) =>
      Object.fromEntries((inputs as HTMLInputElement[]).map((each) => [each.dataset['address'], each.value])),
    );

const valid = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('form')!.checkValidity());
};

describeInBrowser('The element in forms of several kinds', (inBrowser) => {
  it('sends the Belgian place that was chosen, in one field for three countries', async () => {
    const { page, field, options, type, events, sent, visit } = await embed(
      inBrowser,
      'countries="nl,be,lu" language="nl" name="address" required',
      { form: formOf(PARTS) },
    );
    expect(await page.locator('address-lookup select').isVisible()).toBe(false);
    await type('bergensesteenweg 595');
    await options.filter({ hasText: '1502 Lembeek, België' }).first().waitFor();
    await page.getByText('BeST address, © BOSA').first().waitFor();
    await visit.screenshot('forms-three-countries');
    expect(await violations(page)).toEqual([]);
    await options.filter({ hasText: '1502 Lembeek' }).first().click();
    // A house with boxes opens into them; its first one is taken.
    await options.filter({ hasText: '595 bus' }).first().waitFor();
    await field.press('Enter');
    await valid(page);
    const line = /^Bergensesteenweg 595.*, 1502 Lembeek$/;
    expect(await field.inputValue()).toMatch(line);
    expect((await sent())['address']).toMatch(line);
    expect(await filled(page)).toMatchObject({
      street: 'Bergensesteenweg',
      postcode: '1502',
      place: 'Lembeek',
      municipality: 'Halle',
    });
    expect((await events()).at(-1)).toMatchObject([
      'address-select',
      {
        country: 'be',
        isByUser: true,
        fields: { 'address-level2': 'Lembeek' },
        address: { postal_name: { nl: 'Lembeek' } },
      },
    ]);
    // The other countries, in the same field.
    await field.fill("D'Baach aus 10");
    await options.filter({ hasText: 'Luxemburg' }).first().waitFor();
    await field.press('Enter');
    await expect.poll(async () => (await events()).at(-1)).toMatchObject(['address-select', { country: 'lu' }]);
    expect(await field.inputValue()).toMatch(/^10, D'Baach aus, L-9209 /);
  });

  it('takes the address of a known customer, fills what is empty, and offers a list for one that it does not find', async () => {
    const { page, field, options, events, isValid, sent } = await embed(
      inBrowser,
      'language="en" name="address" required value="Kalverstraat 92, 1012PH Amsterdam"',
      {
        form: '<p><label>Street <input data-address="street" value="Kalverstr. 92"></label></p><p><label>Postcode <input data-address="postcode"></label></p>',
      },
    );
    await expect.poll(isValid).toBe(true);
    expect(await sent()).toEqual({ address: 'Kalverstraat 92, 1012 PH Amsterdam', address_validated: 'true' });
    expect(await filled(page)).toEqual({ street: 'Kalverstr. 92', postcode: '1012PH' });
    expect(await page.evaluate(() => document.querySelector('address-lookup')!.matches(':focus-within'))).toBe(false);
    // Its event may have come before this page listened; the property has it.
    expect(
      await page.evaluate(() => (document.querySelector('address-lookup') as unknown as { address: object }).address),
    ).toMatchObject({ housenumber: '92' });
    await page.evaluate(() =>
      Object.assign(document.querySelector('address-lookup')!, { value: 'Kalverstrat 94, Amsterdam' }),
    );
    await expect.poll(async () => (await events()).at(-1)?.[0]).toBe('address-clear');
    expect(await isValid()).toBe(false);
    await page.getByRole('button', { name: 'Order' }).click();
    await options.filter({ hasText: 'Kalverstraat 94' }).first().waitFor();
    await field.press('Enter');
    await expect.poll(isValid).toBe(true);
  });

  it('is a Dutch form: postcode and number, and the additions that exist', async () => {
    const { page, events, sent, isValid, visit } = await embed(
      inBrowser,
      'mode="postcode" countries="nl" language="nl" name="address" required',
      { form: formOf(PARTS.slice(0, 4)), width: 400 },
    );
    const [postcode, number, addition] = ['Postcode', 'Huisnummer', 'Toevoeging'].map((name) =>
      page.getByLabel(name, { exact: true }),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('1012nx');
    await page.keyboard.press('Tab');
    await page.keyboard.type('5');
    await valid(page);
    expect(await sent()).toEqual({ address: 'Kalverstraat 5, 1012 NX Amsterdam', address_validated: 'true' });
    expect(await postcode!.inputValue()).toBe('1012NX');
    expect(await addition!.locator('option').allTextContents()).toEqual(['–', 'A']);
    await page.getByText('Kalverstraat 5, 1012 NX Amsterdam', { exact: true }).waitFor();
    await visit.screenshot('forms-postcode');
    expect(await violations(page)).toEqual([]);
    await addition!.selectOption({ label: 'A' });
    await expect
      .poll(() => filled(page))
      .toEqual({ street: 'Kalverstraat', housenumber: '5', houseletter: 'A', addition: '' });
    // Typed behind the number, it is found as well.
    await number!.fill('5a');
    await expect
      .poll(async () => (await events()).at(-1))
      .toMatchObject(['address-select', { parts: { houseletter: 'A' } }]);
    await expect.poll(() => number!.inputValue()).toBe('5');
    await number!.fill('999');
    await page.getByText('Niets gevonden voor “1012NX 999”.').waitFor();
    expect(await isValid()).toBe(false);
    expect(await filled(page)).toEqual({ street: '', housenumber: '', houseletter: '', addition: '' });
    await visit.screenshot('forms-postcode-unknown');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Mijn adres staat er niet bij' }).click();
    expect(await sent()).toEqual({ address: '1012NX 999', address_validated: 'false' });
    expect((await events()).at(-1)).toMatchObject(['address-select', { isValidated: false, text: '1012NX 999' }]);
    await number!.fill('');
    await page.getByRole('button', { name: 'Order' }).click();
    expect(await number!.evaluate((each) => each.matches(':focus'))).toBe(true);
    await visit.screenshot('forms-postcode-invalid');
  });

  it('is the Dutch form for one country and the one field for another, and knows a value in both', async () => {
    const { page, field, options, isValid, sent } = await embed(
      inBrowser,
      'mode="postcode" countries="nl be" language="en" name="address" value="Kalverstraat 5A, 1012NX Amsterdam"',
    );
    await expect.poll(() => page.getByLabel('House number').inputValue()).toBe('5');
    await expect.poll(() => page.getByLabel('Addition').locator('option:checked').textContent()).toBe('A');
    await expect.poll(async () => (await sent())['address_validated']).toBe('true');
    await page.getByLabel('Country').selectOption('be');
    expect(await page.getByLabel('House number').isVisible()).toBe(false);
    expect(await sent()).toEqual({});
    await field.fill('wetstraat 16, brussel');
    await options.filter({ hasText: 'Wetstraat 16' }).first().waitFor();
    await field.press('Enter');
    await expect.poll(async () => (await sent())['address']).toBe('Wetstraat 16, 1000 Brussel');
    await page.getByLabel('Country').selectOption('nl');
    expect(await page.getByLabel('Postcode').first().inputValue()).toBe('');
    expect(await isValid()).toBe(true);
  });

  it('reads from left to right on a page from right to left, and stays within it', async () => {
    const { page, field, options, visit } = await embed(inBrowser, 'countries="nl lu" language="en" name="a"', {
      width: 320,
    });
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await field.pressSequentially("10 D'Baach aus");
    await options.first().waitFor();
    await visit.screenshot('forms-rtl-list');
    await field.press('Enter');
    await valid(page);
    const [input, clear] = await Promise.all([
      field.boundingBox(),
      page.getByRole('button', { name: 'Clear' }).boundingBox(),
    ]);
    expect(clear!.x).toBeLessThan(input!.x + input!.width / 2);
    expect(await field.evaluate((each) => getComputedStyle(each).unicodeBidi)).toBe('plaintext');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
    await visit.screenshot('forms-rtl-chosen');
  });

  it('needs one script and no exception of a strict policy', async () => {
    const { page, visit } = await embed(inBrowser);
    const asked: string[] = [];
    await page.route('**/strict', async (route) => {
      const { origin } = new URL(page.url());
      const attributes = `endpoint="${origin}" countries="nl be" language="en" name="address" required`;
      await route.fulfill({
        contentType: 'text/html',
        headers: {
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
        },
        body: `<!doctype html><html lang="en"><title>Strict</title><link rel="icon" href="icon.svg"><script src="/element.js" defer></script><form><address-lookup ${attributes}></address-lookup></form></html>`,
      });
    });
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/strict');
    const field = page.getByRole('combobox').last();
    await field.waitFor();
    expect(asked.filter((path) => path !== '/icon.svg')).toEqual(['/strict', '/element.js']);
    await field.pressSequentially('kalverstraat 92');
    await page.getByRole('option').first().waitFor();
    await field.press('Enter');
    await valid(page);
    await visit.screenshot('forms-strict-policy');
  });

  it.each(['light', 'dark'] as const)(
    'looks as it should at 320 pixels with text twice as large, in %s',
    async (colorScheme) => {
      for (const [name, attributes] of [
        ['postcode', 'mode="postcode" countries="nl be" value="Kalverstraat 5, 1012NX Amsterdam"'],
        ['field', 'countries="nl,be,lu"'],
      ]) {
        const { page, field, options, visit } = await embed(
          inBrowser,
          `${attributes} language="nl" name="a" required`,
          { width: 320, colorScheme },
        );
        await page.addStyleTag({ content: 'html{font-size:200%}' });
        if (name === 'postcode') await valid(page);
        else {
          await field.pressSequentially('wetstr');
          await options.first().waitFor();
          await page.locator('address-lookup .attribution:not([hidden])').waitFor();
        }
        await visit.screenshot(`forms-320-${name}-${colorScheme}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        expect(await violations(page)).toEqual([]);
      }
    },
  );
});
