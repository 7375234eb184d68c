import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/http/index.ts';
import { CLIENTS, TOKEN } from '../http/fixture-service.ts';
import { describeInBrowser, startService } from './describe-in-browser.ts';

describeInBrowser('The page says', (inBrowser) => {
  it('that nothing was found, in the list and aloud, and finds again', async () => {
    const visit = await inBrowser.visit();
    await visit.field.pressSequentially('zzxqy');
    await visit.page.locator('address-lookup .note').getByText('Nothing found for “zzxqy”.').waitFor();
    expect(await visit.page.locator('address-lookup [role=status]').last().textContent()).toBe(
      'Nothing found for “zzxqy”.',
    );
    expect(await visit.field.getAttribute('aria-expanded')).toBe('false');
    await visit.screenshot('nothing-found');
    await visit.field.fill('');
    await visit.type('kalverstraat');
  });

  it('that it needs a token, that this is not one, and keeps a good one for the tab alone', async () => {
    const service = await startService({ clients: CLIENTS });
    try {
      const visit = await inBrowser.visit({}, service);
      const token = visit.page.getByLabel('Token');
      await token.fill('not a token of this server');
      await token.press('Enter');
      await visit.page.getByText('The service does not know this token.').waitFor();
      expect(await token.getAttribute('aria-invalid')).toBe('true');
      expect(await token.evaluate((field) => field === document.activeElement)).toBe(true);
      await visit.screenshot('token-refused');
      await token.fill(TOKEN);
      await token.press('Enter');
      await token.waitFor({ state: 'hidden' });
      await visit.type('kalverstraat 92');
      expect(visit.page.url()).not.toContain(TOKEN);
      expect(await visit.page.content()).not.toContain(TOKEN);
      await visit.page.reload();
      await visit.type('kalverstraat 92');
      expect(await token.isVisible()).toBe(false);
      const other = await visit.page.context().newPage();
      await other.goto(service.origin);
      await other.getByLabel('Token').waitFor();
    } finally {
      await service.close();
    }
  });

  it('that the service is gone, and goes on when it is back', async () => {
    const service = await startService();
    const { port } = new URL(service.origin);
    const visit = await inBrowser.visit({}, service);
    await visit.type('kalver');
    await service.close();
    await visit.field.pressSequentially('straat 92');
    const problem = visit.page.getByRole('alert');
    await problem.getByText('The service cannot be reached.').waitFor();
    expect(await visit.options.count()).toBe(0);
    await visit.screenshot('service-gone');
    const again = await startService({}, Number(port));
    try {
      await visit.page.getByRole('button', { name: 'Try again' }).click();
      await visit.click('Kalverstraat 92');
      await visit.waitForAddress();
      expect(await problem.isVisible()).toBe(false);
    } finally {
      await again.close();
    }
  });

  it('that it was asked too often, and how long to wait', async () => {
    const service = await startService({ rateLimiter: new RateLimiter({ requests: 100, seconds: 3600 }) });
    try {
      const visit = await inBrowser.visit({}, service);
      await visit.field.fill('kalver');
      await visit.options.first().waitFor();
      // Everything that is asked from this address counts, so the rest is used up here.
      const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(service.origin)).status));
      expect(statuses).toContain(429);
      await visit.field.fill('kalverstraat');
      await visit.page
        .getByRole('alert')
        .getByText(/^Too many requests: wait \d+ s\.$/)
        .waitFor();
      await visit.page.getByRole('button', { name: 'Try again' }).waitFor();
      await visit.screenshot('asked-too-often');
    } finally {
      await service.close();
    }
  });

  it('what the service says of a search that it refuses, without offering to repeat it', async () => {
    const visit = await inBrowser.visit();
    await visit.page.route('**/v1/autocomplete*', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'url-too-long', detail: 'The URL is too long.' }),
      }),
    );
    await visit.field.pressSequentially('k');
    await visit.page.getByRole('alert').getByText('The URL is too long.').waitFor();
    expect(await visit.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('that the neighbours could not be asked for, and draws them when they can', async () => {
    const visit = await inBrowser.visit();
    await visit.page.route('**/v1/radius/**', (route) => route.abort());
    await visit.type('kalverstraat 92');
    await visit.click('Kalverstraat 92');
    await visit.page.getByText('The neighbours could not be asked for.').waitFor();
    expect(await visit.parts()).toMatchObject({ Street: 'Kalverstraat', 'House number': '92' });
    await visit.page.unroute('**/v1/radius/**');
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.waitForPicture();
    expect(await visit.page.getByRole('alert').isVisible()).toBe(false);
  });
});
