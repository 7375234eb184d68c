import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { embed } from './embedded-field.ts';

describeInBrowser('The element in a form of somebody else', (inBrowser) => {
  it('is chosen by keyboard, fills the fields by their autocomplete tokens, and makes the form valid', async () => {
    const { page, field, type, events, sent, isValid } = await embed(inBrowser);
    expect(await isValid()).toBe(false);
    await type('kalverstraat 5');
    expect(await isValid()).toBe(false);
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForFunction(() => document.querySelector('form')!.checkValidity());
    expect(await field.inputValue()).toMatch(/Kalverstraat 5 ?A/);
    const [[event, detail]] = (await events()) as [[string, Record<string, unknown>]];
    expect(event).toBe('address-select');
    expect(detail).toMatchObject({
      country: 'nl',
      isValidated: true,
      address: { street: 'Kalverstraat', houseletter: 'A' },
    });
    expect(await page.getByLabel('Street').inputValue()).toBe('Kalverstraat 5A');
    expect(await page.getByLabel('Postcode').inputValue()).toBe('1012NX');
    expect(await page.getByLabel('Place').inputValue()).toBe('Amsterdam');
    // As one writes it, whatever way it was found.
    expect(await sent()).toEqual({ address: 'Kalverstraat 5A, 1012 NX Amsterdam', address_validated: 'true' });
    expect(detail['text']).toBe('Kalverstraat 5A, 1012 NX Amsterdam');
    await field.press('End');
    await field.press('Backspace');
    await expect.poll(async () => (await events()).map(([each]) => each)).toEqual(['address-select', 'address-clear']);
    // No part of an address stays beside another one.
    for (const label of ['Street', 'Postcode', 'Place']) expect(await page.getByLabel(label).inputValue()).toBe('');
    expect(await isValid()).toBe(false);
  });

  it('takes a pasted address with Enter, which does not send the form before', async () => {
    const { page, field, events } = await embed(inBrowser);
    await field.fill('Kalverstraat 92, 1012PH Amsterdam');
    await field.press('Enter');
    await expect.poll(async () => (await events()).length).toBe(1);
    expect((await events())[0]).toMatchObject([
      'address-select',
      { isValidated: true, address: { housenumber: '92' } },
    ]);
    expect(await page.evaluate(() => (window as unknown as { sends: number }).sends)).toBe(0);
    await field.press('Enter');
    expect(await page.evaluate(() => (window as unknown as { sends: number }).sends)).toBe(1);
  });

  it('suggests only what its attributes allow, and what is chosen opens there', async () => {
    const attributes = 'countries="nl" language="en" within="GM0342" kinds="street" name="address"';
    const { field, options } = await embed(inBrowser, attributes);
    await field.pressSequentially('k');
    await expect.poll(() => options.count()).toBe(2);
    await field.pressSequentially('erkstraat');
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('Soest')]);
    await options.first().click();
    await expect.poll(async () => (await options.allInnerTexts())[0]).toMatch(/^Kerkstraat \d/);
  });

  it('is chosen by touch, at 320 pixels and with text twice as large, without scrolling sideways', async () => {
    const { page, field, options, type, events, visit } = await embed(inBrowser, undefined, {
      width: 320,
      hasTouch: true,
    });
    await page.addStyleTag({ content: 'html{font-size:200%}' });
    await field.tap();
    await type('kalverstraat 5');
    await options.first().tap();
    await expect.poll(async () => (await events()).length).toBe(1);
    await field.fill('kalverstr');
    await options.first().waitFor();
    await visit.screenshot('element-320-200-percent');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  it('offers the additions of a number that also stands alone', async () => {
    const { page, field, options, events } = await embed(inBrowser);
    await field.pressSequentially('kalverstraat 5');
    await options.first().waitFor();
    await field.press('Enter');
    await expect.poll(async () => (await events()).length).toBe(1);
    await page.getByText('Or one of these:').waitFor();
    await page.getByRole('button', { name: 'Kalverstraat 5 A' }).click();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(1);
    expect((await events()).at(-1)).toMatchObject(['address-select', { address: { houseletter: 'A' } }]);
  });

  it('keeps an address that is not listed, marked as not validated', async () => {
    const { page, field, events, sent, isValid, visit } = await embed(inBrowser);
    await field.pressSequentially('Nieuwbouwlaan 1, Weesp');
    await page.locator('address-lookup .popup .unlisted').click();
    await page.getByText('Kept as typed, not validated.').waitFor();
    await visit.screenshot('element-not-listed');
    expect(await isValid()).toBe(true);
    expect(await sent()).toEqual({ address: 'Nieuwbouwlaan 1, Weesp', address_validated: 'false' });
    expect((await events()).at(-1)).toMatchObject([
      'address-select',
      { isValidated: false, text: 'Nieuwbouwlaan 1, Weesp' },
    ]);
  });

  it('is used without the pointer: walked, closed, left, emptied; and Tab takes a house', async () => {
    const { page, field, options, type, events } = await embed(inBrowser, 'countries="nl" name="address" required');
    const focused = (): Promise<boolean> => field.evaluate((each) => each.matches(':focus'));
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(true);
    const top = async (): Promise<number | undefined> => (await page.getByLabel('Street').boundingBox())?.y;
    const closed = await top();
    await type('kalverstraat 9');
    // The form around it stays where it is while one types.
    expect(await top()).toBe(closed);
    const active = (): Promise<string | null> =>
      page.locator('address-lookup [aria-selected=true] .row-label').textContent();
    const seen = [await active()];
    for (const key of ['ArrowDown', 'PageDown', 'ArrowDown', 'ArrowUp', 'PageUp']) {
      await field.press(key);
      seen.push(await active());
    }
    // Three rows, round and round.
    expect(seen).toEqual(
      [0, 1, 2, 0, 2, 0].map((at) => ['Kalverstraat 92', 'Kalverstraat 94-1', 'Kalverstraat 94-H'][at]),
    );
    await field.press('Escape');
    expect(await options.first().isVisible()).toBe(false);
    await field.press('Alt+ArrowDown');
    await options.first().waitFor();
    expect(await focused()).toBe(true);
    await field.press('Tab');
    await expect.poll(async () => (await events()).at(-1)).toMatchObject(['address-select', { isValidated: true }]);
    expect(await page.getByLabel('Postcode').inputValue()).toBe('1012PH');
    await field.focus();
    await field.press('Escape');
    await expect.poll(async () => (await events()).at(-1)?.[0]).toBe('address-clear');
    expect(await field.inputValue()).toBe('');
  });

  it('keeps a form from being sent until it is valid, shows that, and says why', async () => {
    const { page, field, options, visit } = await embed(inBrowser);
    const sends = (): Promise<number> => page.evaluate(() => (window as unknown as { sends: number }).sends);
    const element = page.locator('address-lookup');
    const message = (): Promise<string> =>
      element.evaluate((each) => (each as unknown as { validationMessage: string }).validationMessage);
    expect(await field.getAttribute('aria-invalid')).not.toBe('true');
    await page.getByRole('button', { name: 'Order' }).click();
    expect(await sends()).toBe(0);
    expect(await field.evaluate((each) => each.matches(':focus'))).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await element.evaluate((each) => each.matches(':invalid'))).toBe(true);
    const missing = await message();
    await field.pressSequentially('kalverstr');
    await options.first().waitFor();
    expect(await message()).not.toBe(missing);
    await visit.screenshot('element-invalid');
    expect(await violations(page)).toEqual([]);
    await field.fill('Kalverstraat 92 Amsterdam');
    await field.press('Enter');
    await expect.poll(() => element.evaluate((each) => each.matches(':valid'))).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('button', { name: 'Order' }).click();
    expect(await sends()).toBe(1);
  });

  it('does what other fields do: reset, disabled by itself or its fieldset, a value at the start, its label', async () => {
    const { page, field, options, sent, isValid } = await embed(
      inBrowser,
      'name="address" countries="nl" label="Deliver to" placeholder="Street and number" value="Kalverstraat 92"',
    );
    await page.getByRole('combobox', { name: 'Deliver to' }).waitFor();
    expect(await field.getAttribute('placeholder')).toBe('Street and number');
    // The list opens for who is in the field, not over the page.
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await field.click();
    await options.first().waitFor();
    // A text alone is no address; it is sent as one that is not validated only when that is said.
    expect(await isValid()).toBe(false);
    await field.press('Enter');
    await expect.poll(isValid).toBe(true);
    await page.evaluate(() => document.querySelector('form')!.reset());
    // As any field does: what it came with.
    expect([await field.inputValue(), await isValid()]).toEqual(['Kalverstraat 92', false]);
    const element = page.locator('address-lookup');
    await element.evaluate((each) => Object.assign(each, { value: '' }));
    expect([await field.inputValue(), await isValid(), await sent()]).toEqual(['', true, {}]);
    await element.evaluate((each) => Object.assign(each, { required: true }));
    expect(await isValid()).toBe(false);
    await element.evaluate((each) => Object.assign(each, { disabled: true }));
    expect([await field.isDisabled(), await isValid()]).toEqual([true, true]);
    await element.evaluate((each) => {
      Object.assign(each, { disabled: false });
      const fieldset = document.createElement('fieldset');
      fieldset.disabled = true;
      each.replaceWith(fieldset);
      fieldset.append(each);
    });
    expect([await field.isDisabled(), await isValid()]).toEqual([true, true]);
  });

  it('fills the fields of its section alone, may insist on the register, and gives its identifiers', async () => {
    const { page, field, options, events } = await embed(
      inBrowser,
      'countries="nl" section="billing" unlisted="none" language="en" identifiers',
    );
    await field.pressSequentially('Nieuwbouwlaan 1');
    await page.getByText('Nothing found').first().waitFor();
    expect(await page.getByText('My address is not listed').count()).toBe(2);
    for (const each of await page.getByText('My address is not listed').all())
      expect(await each.isVisible()).toBe(false);
    await field.fill('kalverstraat 92');
    await options.filter({ hasText: 'Kalverstraat 92' }).first().waitFor();
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Kalverstraat 92, 1012 PH Amsterdam');
    await expect
      .poll(async () => (await events()).at(-1)?.[1])
      .toMatchObject({ address: { identifiers: { municipality: 'GM0363' } } });
    // The form has fields of shipping only.
    expect(await page.getByLabel('Postcode').inputValue()).toBe('');
  });

  it('is styled by its parts and properties', async () => {
    const { page, field } = await embed(inBrowser);
    await page.addStyleTag({
      content:
        'address-lookup::part(input){border-radius:20px} address-lookup::part(label){font-weight:700} address-lookup{--address-lookup-ink:rgb(1,2,3)}',
    });
    const style = (each: Locator, name: string): Promise<string> =>
      each.evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), name);
    expect(await style(field, 'border-radius')).toBe('20px');
    expect(await style(field, 'color')).toBe('rgb(1, 2, 3)');
    expect(await style(page.locator('address-lookup label'), 'font-weight')).toBe('700');
  });

  it('shows that it waits on a slow network, and takes Enter for the list to come', async () => {
    const { page, field, events } = await embed(inBrowser);
    await page.route('**/v1/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue().catch(() => {});
    });
    await field.fill('Kalverstraat 92, Amsterdam');
    await field.press('Enter');
    await page.locator('address-lookup .field[data-busy]').waitFor();
    expect(await events()).toEqual([]);
    await expect.poll(async () => (await events()).length).toBe(1);
    expect((await events())[0]).toMatchObject(['address-select', { address: { housenumber: '92' } }]);
    expect(await page.locator('address-lookup .field[data-busy]').count()).toBe(0);
  });

  it.each([
    ['nl', 'Adres', 'straat in'],
    ['fr', 'Adresse', 'rue à'],
    ['de', 'Adresse', 'Straße in'],
    ['en', 'Address', 'street in'],
  ])('speaks %s, of the page around it', async (lang, label, street) => {
    const { page, options, field, visit } = await embed(inBrowser, 'name="a"', { lang });
    await page.getByRole('combobox', { name: label, exact: true }).waitFor();
    await field.pressSequentially('kalverstr');
    await expect.poll(() => options.first().textContent()).toContain(street);
    await visit.screenshot(`element-${lang}`);
  });

  it('leads from a former name to the street of today, and says both', async () => {
    const { field, options } = await embed(inBrowser, 'countries="nl" language="nl"');
    await field.pressSequentially('oud sportpl');
    await expect.poll(() => options.first().textContent()).toContain('Anton Geesinkplein, tot 2021 Oud Sportplein');
    await options.first().click();
    await expect.poll(() => field.inputValue()).toBe('Utrecht, Anton Geesinkplein ');
    await expect.poll(() => options.count()).toBe(2);
  });

  it('says when a number is unknown', async () => {
    const { page, field, options } = await embed(inBrowser, 'countries="nl" language="en"');
    await field.pressSequentially('kalverstraat 9999');
    await page.getByText('House number 9999 is unknown; these are the nearest.').first().waitFor();
    expect(await options.count()).toBeGreaterThan(1);
  });

  it('tries a lost connection again, then says so, and goes on when asked', async () => {
    const { page, field, options, events } = await embed(inBrowser);
    let failures = 1;
    // How many requests letters make depends on how fast they come: what is to fail is all of them, until the lost connection is back.
    let isLost = false;
    await page.route('**/v1/**', (route) => (isLost || failures-- > 0 ? route.abort() : route.continue()));
    await field.pressSequentially('kalverstr');
    await options.first().waitFor();
    expect(await events()).toEqual([]);
    isLost = true;
    await field.pressSequentially('aat');
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    expect((await events()).at(-1)).toMatchObject(['address-error', { status: 0, code: 'unreachable' }]);
    isLost = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await options.first().waitFor();
  });

  it('takes an address that a page has found otherwise, and sends its requests as the page wants', async () => {
    const { page, field, events, sent } = await embed(inBrowser);
    const headers: (string | undefined)[] = [];
    await page.route('**/v1/**', (route) => {
      headers.push(route.request().headers()['authorization']);
      return route.continue();
    });
    await page.evaluate(async () => {
      const element = document.querySelector('address-lookup') as unknown as Record<string, unknown>;
      element['fetch'] = (url: string, init: RequestInit) =>
        fetch(url, { ...init, headers: { authorization: 'Mine' } });
      const response = await fetch('/v1/directmatch/nl/1012PH/92');
      [element['address']] = (await response.json()) as unknown[];
    });
    expect(await field.inputValue()).toBe('Kalverstraat 92, 1012 PH Amsterdam');
    expect(await page.getByLabel('Postcode').inputValue()).toBe('1012PH');
    expect((await events()).at(-1)).toMatchObject(['address-select', { isByUser: true, isValidated: true }]);
    expect((await sent())['address_validated']).toBe('true');
    headers.length = 0;
    await field.fill('dam');
    await expect.poll(() => headers).toContain('Mine');
    expect(headers.filter((each) => each !== 'Mine')).toEqual([]);
  });

  it('leaves a problem to the page that cancels its event, and its choice where it is asked for other countries', async () => {
    const { page, field, options, events } = await embed(inBrowser);
    await page.evaluate(() => document.addEventListener('address-error', (event) => event.preventDefault()));
    await page.route('**/v1/autocomplete**', (route) => route.fulfill({ status: 400, body: '{}' }));
    await field.fill('weesp');
    await expect.poll(async () => (await events()).at(-1)).toMatchObject(['address-error', { status: 400 }]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute('**/v1/autocomplete**');
    await field.fill('kalverstraat 92');
    await options.first().waitFor();
    await field.press('Enter');
    await expect.poll(async () => (await events()).at(-1)?.[0]).toBe('address-select');
    await page.evaluate(() => document.querySelector('address-lookup')!.setAttribute('countries', 'be'));
    await expect.poll(async () => (await events()).at(-1)?.[0]).toBe('address-clear');
    expect(await field.inputValue()).toBe('');
    expect(await page.getByLabel('Postcode').inputValue()).toBe('');
  });

  it('shows the list of the last letter, however late those of earlier ones come', async () => {
    const { page, field, options } = await embed(inBrowser);
    await page.route('**/v1/**', async (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get('search') === 'k';
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 900));
      await route.continue().catch(() => {});
    });
    await field.pressSequentially('k');
    await page.waitForTimeout(150);
    await field.pressSequentially('alverstraat 92');
    await options.first().waitFor();
    await page.waitForTimeout(1200);
    expect(await options.first().textContent()).toContain('Kalverstraat 92');
  });

  it.each(['light', 'dark'] as const)(
    'has nothing for axe-core to find, closed, open, chosen or failing, in %s',
    async (colorScheme) => {
      const { page, field, options, visit } = await embed(inBrowser, undefined, { colorScheme });
      expect(await violations(page)).toEqual([]);
      await field.pressSequentially('kalverstraat 5');
      await options.first().waitFor();
      expect(await violations(page)).toEqual([]);
      await visit.screenshot(`element-${colorScheme}`);
      await field.press('Enter');
      await page.waitForFunction(() => document.querySelector('form')!.checkValidity());
      expect(await violations(page)).toEqual([]);
      await page.route('**/v1/**', (route) => route.fulfill({ status: 400, body: '{}' }));
      await field.fill('weesp');
      await page.getByRole('alert').first().waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );
});
