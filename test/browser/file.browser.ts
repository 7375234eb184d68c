import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Download } from 'playwright-core';
import { expect, it } from 'vitest';
import { workbookOf } from '../../src/batch/spreadsheet.ts';
import { violations } from './axe.ts';
import { describeInBrowser, startService, type Visit } from './describe-in-browser.ts';

const TABLE = `Klant;Straat;Huisnr.;PC;Woonplaats
k17;Dam;1;1012JS;Amsterdam
k18;Kalverstrat;92;1012PH;Amsterdam
k19;Julianastraat;30;2012ES;Haarlem
k20;Nergens;1;;Nergenshuizen
`;

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function csv(text: string, name = 'klanten.csv'): ChosenFile {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Chooses a file, and waits until its columns are there. */
async function choose({ page }: Visit, file: ChosenFile): Promise<void> {
  await page.locator('#file').setInputFiles(file);
  await page.locator('#file-plan:not([hidden])').waitFor();
}

async function answer({ page }: Visit): Promise<void> {
  await page.locator('#file-plan button').click();
  await page.locator('#file-downloads:not([hidden])').waitFor();
}

async function counts({ page }: Visit): Promise<string[]> {
  return page.locator('#file-counts li').allTextContents();
}

async function downloaded({ page }: Visit, label: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const begun = page.waitForEvent('download');
  await page.locator('#file-downloads button', { hasText: label }).first().click();
  const download = await begun;
  return { name: download.suggestedFilename(), bytes: await contentOf(download) };
}

/** Saved, because the browser is that of another process. */
async function contentOf(download: Download): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'download-'));
  try {
    await download.saveAs(join(directory, 'file'));
    return readFileSync(join(directory, 'file'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** How many pixels of the map are drawn in a colour. */
function dotsOf({ page }: Visit): Promise<number> {
  return page.locator('#file-map').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3]! > 0 && Math.max(data[i]!, data[i + 1]!, data[i + 2]!) > 100) coloured++;
    return coloured;
  });
}

describeInBrowser('A file on the page', (inBrowser) => {
  it('is chosen, its columns are recognised, and its rows are answered, counted and on the map', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    await choose(visit, csv(TABLE));
    const roles = await page
      .locator('#file-columns select')
      .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
    expect(roles).toEqual(['', 'street', 'housenumber', 'postcode', 'place']);
    await visit.screenshot('file-columns');
    await answer(visit);
    expect(await counts(visit)).toEqual([
      '2 exact',
      '1 corrected',
      '0 several possible',
      '0 street only',
      '0 place only',
      '0 no longer exists',
      '1 not found',
    ]);
    await page.getByText('3 rows on the map, 1 without a position').waitFor();
    await expect.poll(() => dotsOf(visit)).toBeGreaterThan(30);
    // Worst first, as the row has it and as it was found.
    const listed = await page.locator('#file-list tbody tr').allTextContents();
    expect(listed).toHaveLength(2);
    expect(listed[0]).toContain('4Nergens, 1, Nergenshuizennot found');
    expect(listed[1]).toContain('Kalverstraat 92');
    expect(await violations(page)).toEqual([]);
    await visit.screenshot('file-answered');
  });

  it('is downloaded as CSV as the command line writes it, and as GeoJSON', async () => {
    const visit = await inBrowser.visit();
    await choose(visit, csv(TABLE));
    await answer(visit);
    const table = await downloaded(visit, 'CSV');
    expect(table.name).toBe('klanten-addresses.csv');
    const rows = table.bytes.toString().split('\n');
    expect(rows[1]).toMatch(/^k17;Dam;1;1012JS;Amsterdam;exact;0\.999;/);
    const geo = await downloaded(visit, 'GeoJSON');
    expect(geo.name).toBe('klanten-addresses.geojson');
    const { type, features } = JSON.parse(geo.bytes.toString());
    expect([type, features.length, features[0].geometry.type]).toEqual(['FeatureCollection', 4, 'Point']);
  });

  it('is dropped anywhere on the page, also a workbook', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    const parts: Buffer[] = [];
    const lines = [
      ['Adres', 'Plaats'],
      ['Dam 1', 'Amsterdam'],
    ].map((row) => `${JSON.stringify(row)}\n`);
    for await (const part of workbookOf(Readable.from([Buffer.from(lines.join(''))]))) parts.push(part);
    const data = await page.evaluateHandle((base64) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], 'book.xlsx'));
      return transfer;
    }, Buffer.concat(parts).toString('base64'));
    await page.dispatchEvent('footer', 'dragover', { dataTransfer: data });
    expect(await page.locator('#drop').getAttribute('data-over')).toBe('');
    await page.dispatchEvent('footer', 'drop', { dataTransfer: data });
    await page.locator('#file-plan:not([hidden])').waitFor();
    await answer(visit);
    expect((await counts(visit))[0]).toBe('1 exact');
  });

  it('has its columns corrected by hand, also where none was recognised', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    await choose(visit, csv('a;b;c\nDam;1;Amsterdam\n'));
    await page.locator('#file-problem').getByText('columns=street:').waitFor();
    for (const [name, role] of [
      ['a', 'street'],
      ['b', 'housenumber'],
      ['c', 'place'],
    ] as const) {
      await page.getByLabel(name, { exact: true }).selectOption(role);
    }
    await answer(visit);
    expect((await counts(visit))[0]).toBe('1 exact');
    // A column that was recognised and is no part of the address.
    await choose(visit, csv('Straat;Nr;Toevoeging;Plaats\nDam;1;vertel het de buren;Amsterdam\n'));
    await page.getByLabel('Toevoeging').selectOption('');
    await answer(visit);
    expect((await counts(visit))[0]).toBe('1 exact');
  });

  it('is refused when it is too large or no table, and says where it is damaged', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    const large = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'large.csv'));
      return transfer;
    });
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: large });
    await page.getByText('larger than 8 MB').waitFor();
    expect(sent).toEqual([]);
    await page.locator('#file').setInputFiles({ ...csv('PK\x03\x04 no workbook'), name: 'x.zip' });
    await page.getByText('a zip or a workbook').waitFor();
    await choose(visit, csv(`Straat;Nr;Postcode;Naam\n${`Dam;1;1012JS;${'x'.repeat(300)}\n`.repeat(400)}"Dam;1\n`));
    await page.locator('#file-plan button').click();
    await page
      .locator('#file-problem')
      .getByText(/damaged after row [1-9]\d*, or the connection was lost\. .*quot/)
      .waitFor();
  });

  it('shows how far it is, is cancelled, and the next one is answered', async () => {
    const visit = await inBrowser.visit();
    const { page } = visit;
    await choose(visit, csv(`Straat;Nr;Plaats\n${'Kerkstrat;1;Amstelvee\n'.repeat(20_000)}`));
    await page.locator('#file-plan button').click();
    await page.getByText(/of about 20,000 rows/).waitFor();
    expect(await page.locator('progress').getAttribute('max')).toBe('20000');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Stopped after [\d,]+ rows\.$/).waitFor();
    expect(await page.locator('#file-cancel').isHidden()).toBe(true);
    await choose(visit, csv(TABLE));
    await answer(visit);
    expect((await counts(visit))[0]).toBe('2 exact');
  });

  it('is used by keyboard, on a phone and in the dark, with text twice as large', async () => {
    const visit = await inBrowser.visit({ width: 320, hasTouch: true, colorScheme: 'dark' });
    const { page } = visit;
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await choose(visit, csv(TABLE));
    await page.locator('#file').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('column-0');
    await page.locator('#file-country').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#file-downloads:not([hidden])').waitFor();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => each.getBoundingClientRect().right > 320.5 && each.closest('.unseen, thead') === null)
        .map((each) => `${each.tagName} ${each.id} ${each.className} ${each.getBoundingClientRect().right}`),
    );
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await violations(page)).toEqual([]);
    await visit.screenshot('file-phone');
  });

  it('asks for the token where the service does, and says when the service is gone', async () => {
    const service = await startService();
    const visit = await inBrowser.visit({}, service);
    const { page } = visit;
    await choose(visit, csv(TABLE));
    await service.close();
    await page.locator('#file-plan button').click();
    await page.locator('#file-problem').getByText('cannot be reached').waitFor();
  });
});
