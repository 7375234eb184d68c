import { expect, it } from 'vitest';
import { describeInBrowser, type Visit } from './describe-in-browser.ts';

/** The label of the row that `aria-activedescendant` names; it must be the one that is marked as selected. */
async function activeLabel({ page }: Visit): Promise<string | undefined> {
  return page.evaluate(() => {
    const field = document.querySelector('address-lookup')!.shadowRoot!;
    const id = field.querySelector('[role=combobox]')!.getAttribute('aria-activedescendant');
    const selected = [...field.querySelectorAll('[aria-selected=true]')];
    if (id === null) return selected.length === 0 ? undefined : 'selected, but not active';
    const row = field.getElementById(id);
    if (selected.length !== 1 || selected[0] !== row) return 'active, but not selected alone';
    return row?.querySelector('.row-label')?.textContent ?? 'no row';
  });
}

describeInBrowser('The field and its list', (inBrowser) => {
  it('are a combobox with a listbox, to whoever hears them', async () => {
    const visit = await inBrowser.visit();
    expect(await visit.field.getAttribute('aria-expanded')).toBe('false');
    await visit.type('kalverstraat 5');
    expect(await visit.field.getAttribute('aria-expanded')).toBe('true');
    const listId = await visit.field.getAttribute('aria-controls');
    expect(await visit.page.locator(`#${listId}`).getAttribute('role')).toBe('listbox');
    const heard = (await visit.page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim());
    for (const line of [
      '- radio "Any country" [checked]',
      '- combobox "Address" [expanded]: kalverstraat 5',
      '- listbox "Suggestions":',
      '- option "Kalverstraat 5 1012NX Amsterdam, Netherlands" [selected]:',
      '- option "Kalverstraat 5 A 1012NX Amsterdam, Netherlands":',
      '- region "Find an address":',
    ]) {
      expect(heard).toContain(line);
    }
    expect(await visit.options.last().getAttribute('aria-posinset')).toBe('2');
    expect(await visit.options.last().getAttribute('aria-setsize')).toBe('2');
    const announced = visit.page.locator('address-lookup [role=status]').last();
    expect(await announced.textContent()).toBe('Suggestions: 2.');
    expect(await activeLabel(visit)).toBe('Kalverstraat 5');
    await visit.field.press('Enter');
    await visit.waitForAddress();
    expect(await announced.textContent()).toBe('Address selected: Kalverstraat 5, 1012 NX Amsterdam');
    expect(await visit.page.locator('body').ariaSnapshot()).toContain('- region "The address":');
    expect(await visit.field.getAttribute('aria-expanded')).toBe('false');
    expect(await activeLabel(visit)).toBeUndefined();
  });

  it('mark what matched, in the name and in what stands under it', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 92 amst');
    expect(await visit.options.locator('mark').allTextContents()).toEqual(['Kalverstraat', '92', 'Amst']);
  });

  it('are walked with the arrows, round and round, while the focus stays in the field', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 5');
    const seen = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await visit.field.press(key);
      seen.push(await activeLabel(visit));
    }
    expect(seen).toEqual(['Kalverstraat 5 A', 'Kalverstraat 5', 'Kalverstraat 5 A', 'Kalverstraat 5']);
    expect(await visit.field.evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  it('leave Home and End to the text', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 5');
    const caret = (): Promise<number | null> =>
      visit.field.evaluate((field) => (field as HTMLInputElement).selectionStart);
    await visit.field.press('Home');
    expect(await caret()).toBe(0);
    await visit.field.press('End');
    expect(await caret()).toBe('kalverstraat 5'.length);
    expect(await visit.options.count()).toBe(2);
  });

  it('close with Escape, open again with an arrow, and Escape in a closed one empties the field', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 5');
    await visit.field.press('Escape');
    expect(await visit.options.first().isVisible()).toBe(false);
    expect(await visit.field.inputValue()).toBe('kalverstraat 5');
    await visit.field.press('ArrowDown');
    await visit.options.first().waitFor();
    await visit.field.press('Escape');
    await visit.field.press('Escape');
    expect(await visit.field.inputValue()).toBe('');
  });

  it('take a house with Tab and go on, but only close where a row opens further', async () => {
    const house = await inBrowser.visit();
    await house.type('kalverstraat 92');
    await house.field.press('Tab');
    await house.waitForAddress();
    expect(await house.parts()).toMatchObject({ Street: 'Kalverstraat', 'House number': '92' });
    expect(await house.field.evaluate((field) => field.matches(':focus'))).toBe(false);

    const street = await inBrowser.visit();
    await street.type('kalverstraat');
    await street.field.press('Tab');
    expect(await street.options.first().isVisible()).toBe(false);
    expect(await street.field.inputValue()).toBe('kalverstraat');
  });

  it('take what was typed, not the list before, when Enter follows at once', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat');
    await visit.field.fill('kalverstraat 92');
    await visit.field.press('Enter');
    await visit.waitForAddress();
    expect(await visit.parts()).toMatchObject({ Street: 'Kalverstraat', 'House number': '92' });
  });

  it('show an answer that comes late only for what is in the field by then', async () => {
    const visit = await inBrowser.visit();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await visit.page.route(/search=kerk&/, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const asked = visit.page.waitForRequest(/search=kerk&/);
    await visit.field.pressSequentially('kerk');
    await asked;
    expect(await visit.page.locator('address-lookup .field').getAttribute('data-busy')).toBe('');
    await visit.field.fill('');
    await visit.type('kalverstraat');
    release();
    await visit.page.waitForLoadState('networkidle');
    expect(await visit.page.locator('.row-label').allTextContents()).toEqual(['Kalverstraat']);
    expect(await visit.page.locator('address-lookup .field').getAttribute('data-busy')).toBeNull();
  });

  it('fetch further rows as they come into sight, to the last one', async () => {
    const visit = await inBrowser.visit();
    await visit.choose('nl');
    await visit.type('k');
    const { pagination } = await inBrowser.service.answer<{ pagination: { total_count: number } }>(
      '/v1/autocomplete/nl?search=k',
    );
    expect(pagination.total_count).toBeGreaterThan(20);
    expect(await visit.options.count()).toBe(20);
    expect(await visit.options.first().getAttribute('aria-setsize')).toBe(String(pagination.total_count));
    await visit.page.getByText(`${pagination.total_count - 20} more: type on, or scroll`).waitFor();
    for (let i = 0; i < 3; i++) await visit.field.press('PageDown');
    await visit.options.nth(pagination.total_count - 1).waitFor();
    expect(await visit.options.count()).toBe(pagination.total_count);
    await visit.field.press('ArrowUp');
    expect(await visit.page.getByRole('listbox').evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
    await visit.screenshot('list');
  });

  it('are emptied by the button in the field, which keeps the focus in it', async () => {
    const visit = await inBrowser.visit();
    await visit.type('kalverstraat 92');
    await visit.click('Kalverstraat 92');
    await visit.waitForAddress();
    await visit.page.getByRole('button', { name: 'Clear' }).click();
    expect(await visit.field.inputValue()).toBe('');
    expect(await visit.parts()).toEqual({});
    expect(await visit.field.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await visit.page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
  });
});
