import { expect, it } from 'vitest';
import type { AddressNL, Page } from '../../src/index.ts';
import { describeInBrowser, type Service, type Visit } from './describe-in-browser.ts';

/** What the service says of a request that the page has made itself. */
async function neighboursOf({ page }: Visit, service: Service): Promise<{ path: string; found: Page<AddressNL> }> {
  const paths = await page.locator('#requests code').allTextContents();
  const path = paths.find((each) => each.includes('/v1/radius/'))!.replace('GET ', '');
  return { path, found: await service.answer<Page<AddressNL>>(path) };
}

async function openAddress(visit: Visit): Promise<void> {
  await visit.type('kalverstraat 5');
  await visit.click('Kalverstraat 5');
  await visit.waitForPicture();
}

describeInBrowser('The picture of the neighbours', (inBrowser) => {
  it('has a dot for each point that the radius answers, and says how many addresses there are', async () => {
    const visit = await inBrowser.visit();
    await openAddress(visit);
    const { path, found } = await neighboursOf(visit, inBrowser.service);
    const points = new Set(found.results.map(({ location }) => location!.wgs84.join()));
    expect(points.size).toBeGreaterThan(5);
    expect(await visit.page.locator('#picture .dot').count()).toBe(points.size);
    const radius = path.split('?')[0]!.split('/').at(-1);
    expect(await visit.page.locator('#picture-caption').textContent()).toBe(
      `${found.pagination.total_count} addresses within ${radius} m`,
    );
  });

  it('has them where they are: the scale and north are true to the national grid', async () => {
    const visit = await inBrowser.visit();
    await openAddress(visit);
    const { found } = await neighboursOf(visit, inBrowser.service);
    const [scaleText] = await visit.page.locator('#picture .caption').allTextContents();
    const barMetres = Number.parseInt(scaleText!, 10);
    const { bar, dots } = await visit.page.locator('#picture svg').evaluate((picture) => ({
      bar: (picture.querySelector('.scale') as SVGGraphicsElement).getBBox().width,
      dots: [...picture.querySelectorAll('.dot')].map((dot) => [
        Number(dot.getAttribute('cx')),
        Number(dot.getAttribute('cy')),
      ]),
    }));
    const own = found.results[0]!.location!.rd;
    const expected = new Set(found.results.map(({ location }) => location!.rd.join(' ')));
    // The national grid's north is up to 2 degrees off the true one, so 4 % of the distance, and a dot is 4 pixels wide.
    for (const point of expected) {
      const [x = 0, y = 0] = point.split(' ').map(Number);
      const [east, south] = [((x - own[0]) * bar) / barMetres, (-(y - own[1]) * bar) / barMetres];
      const nearest = Math.min(...dots.map(([cx = 0, cy = 0]) => Math.hypot(cx - east, cy - south)));
      expect(nearest).toBeLessThan(0.04 * Math.hypot(east, south) + 0.5);
    }
  });

  it('marks the chosen one, tells its street from the others, and no text covers another', async () => {
    for (const width of [1280, 360]) {
      const visit = await inBrowser.visit({ width });
      await openAddress(visit);
      expect(await visit.page.locator('#picture .dot.own').count()).toBe(1);
      expect(await visit.page.locator('#picture .ring').count()).toBe(1);
      expect(await visit.page.locator('#picture .number.own').textContent()).toBe('5');
      expect(await visit.page.locator('#legend').textContent()).toContain('Kalverstraat');
      const boxes = await visit.page.locator('#picture text').evaluateAll((texts) =>
        texts.map((text) => {
          const { left, top, right, bottom } = text.getBoundingClientRect();
          // A line of text has some room above and below its letters.
          return { text: text.textContent, left, right, top: top + 3, bottom: bottom - 3 };
        }),
      );
      expect(boxes.length).toBeGreaterThan(5);
      const covered = boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((b) => `${a.text} and ${b.text}`),
      );
      expect(covered).toEqual([]);
      const height = await visit.page
        .locator('#picture .number')
        .first()
        .evaluate((text) => getComputedStyle(text).fontSize);
      expect(Number.parseFloat(height)).toBeGreaterThanOrEqual(12);
      await visit.screenshot(`picture-${width}`);
    }
  });

  it('says what a dot is when it is pointed at, and goes there when it is clicked', async () => {
    const visit = await inBrowser.visit();
    await openAddress(visit);
    const count = await visit.page.locator('#picture-caption').textContent();
    const dot = await visit.page.locator('#picture .dot:not(.own)').last().boundingBox();
    // Beside it: a dot is small, so what is near counts.
    await visit.page.mouse.move(dot!.x + dot!.width / 2 + 6, dot!.y + dot!.height / 2);
    const pointed = await visit.page.locator('#picture-caption').textContent();
    expect(pointed).toMatch(/^\S.* \d+.*: \d+ m$/);
    await visit.page.mouse.move(0, 0);
    expect(await visit.page.locator('#picture-caption').textContent()).toBe(count);
    await visit.page.mouse.click(dot!.x + dot!.width / 2 + 6, dot!.y + dot!.height / 2);
    await expect.poll(() => visit.field.inputValue()).not.toBe('Kalverstraat 5, 1012NX Amsterdam');
    const { Street, 'House number': number } = await visit.parts();
    expect(pointed).toContain(`${Street} ${number}`);
  });

  it('can be walked without it: the nearest addresses are buttons, nearest first', async () => {
    const visit = await inBrowser.visit();
    await openAddress(visit);
    const nearest = visit.page.getByRole('list', { name: 'Nearest addresses' }).getByRole('button');
    const metres = (await nearest.locator('.dim').allTextContents()).map(Number.parseFloat);
    expect(metres).toHaveLength(6);
    expect(metres).toEqual([...metres].sort((a, b) => a - b));
    const name = (await nearest.first().locator('span').first().textContent())!;
    await nearest.first().focus();
    await visit.page.keyboard.press('Enter');
    await visit.page
      .getByRole('status')
      .filter({ hasText: `Address selected: ${name}, ` })
      .waitFor();
    // What stands in the field then finds the same address again.
    const parts = await visit.parts();
    const line = await visit.field.inputValue();
    await visit.field.fill('');
    await visit.page.locator('#found').waitFor({ state: 'hidden' });
    await visit.field.fill(line);
    await visit.field.press('Enter');
    await visit.waitForAddress();
    expect(await visit.parts()).toEqual(parts);
  });
});
