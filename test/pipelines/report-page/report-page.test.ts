import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextRelease } from '../../../fixtures/generate/next-release.ts';
import { summariseComparison } from '../../../pipelines/diff/changed-addresses.ts';
import { compareReleases } from '../../../pipelines/diff/compare-releases.ts';
import { runGates } from '../../../pipelines/gates/gates.ts';
import { type BuildReport, ImportReport, summarise } from '../../../pipelines/report.ts';
import { Canvas } from '../../../pipelines/report-page/canvas.ts';
import { CHANGE_COLOURS, drawHistogram, provinceColour } from '../../../pipelines/report-page/pictures.ts';
import { barsOf, writeReportPage } from '../../../pipelines/report-page/report-page.ts';
import type { CountryIndex } from '../../../src/store/country-index.ts';
import { openIndex } from '../../../src/store/directory.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { writeIndex } from '../../../src/store/write-index.ts';
import { escapeHtml } from '../../../src/text/escape.ts';
import { importFixture } from '../diff/releases-of-fixtures.ts';

const scratch = mkdtempSync(join(tmpdir(), 'page-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let input: IndexInput;
beforeAll(async () => {
  input = await importFixture('nl', scratch);
});

interface Written {
  readonly directory: string;
  readonly index: CountryIndex;
  readonly report: BuildReport;
}

/** An index with a report in which two kinds of rejections are. */
async function written(name: string, from: IndexInput): Promise<Written> {
  const directory = join(scratch, name);
  mkdirSync(directory);
  const { counts } = writeIndex(directory, from);
  const report = new ImportReport(join(directory, 'rejects.csv'));
  report.read('NUM', 100);
  report.kept('NUM', 90);
  for (let i = 0; i < 8; i++)
    report.reject({
      recordType: 'NUM',
      reason: 'withdrawn',
      file: '<b>.xml',
      position: i,
      id: `id${i}`,
      detail: 'a&b',
    });
  for (let i = 0; i < 2; i++)
    report.reject({ recordType: 'NUM', reason: 'duplicate', file: 'x.xml', position: i, id: '' });
  report.close();
  const index = await openIndex(directory);
  writeReportPage(directory, { index, report: summarise(from, report, counts), rejects: report.examples });
  return { directory, index, report: summarise(from, report, counts) };
}

/** The pixels of a PNG of the shape that we write: rows of RGB with filter 0. */
function decode(path: string): { width: number; height: number; colours: Map<string, number> } {
  const file = readFileSync(path);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const length = file.readUInt32BE(33);
  const rows = inflateSync(file.subarray(41, 41 + length));
  const colours = new Map<string, number>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const colour = rows.subarray(at, at + 3).join(',');
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
  return { width, height, colours };
}

/** In degrees, 0 for grey. */
function hueOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range === 0) return 0;
  if (most === red) return (60 * (green - blue)) / range + (green < blue ? 360 : 0);
  return most === green ? (60 * (blue - red)) / range + 120 : (60 * (red - green)) / range + 240;
}

const RED = '214,0,28';

describe('the page of a release', () => {
  it('is one file that refers to nothing outside, with counts, gates, rejections and their examples', async () => {
    const { directory, report } = await written('plain', input);
    const page = readFileSync(join(directory, 'report.html'), 'utf8');
    expect(page).not.toMatch(/<script|<link|(?:src|href)="(?!data:)/);
    expect(page).toContain(`<b>${report.addresses.total.toLocaleString('en')}</b> addresses`);
    expect(page).toMatch(/NUM withdrawn<\/td><td class="n">8<\/td><td class="n">8\.00 %/);
    // Three of the eight, and no markup of the register's.
    expect(page).toContain('id0 (a&amp;b) &lt;b&gt;.xml:0<br>id1');
    expect(page).toContain('id2');
    expect(page).not.toContain('id3');
    expect(page).toContain('There is no previous release');
    for (const province of report.provinces) expect(page).toContain(province.name);
  });

  it('has pictures, also as files: the map is wide and high as the country, with each province in its colour', async () => {
    const { directory, index } = await written('pictures', input);
    const { width, height, colours } = decode(join(directory, 'density.png'));
    expect(Math.max(width, height)).toBeGreaterThan(800);
    expect(colours.has(RED)).toBe(false);
    // Tints are nearer to white, at the same hue.
    const hues = [...colours.keys()].map((colour) => hueOf(colour.split(',').map(Number)));
    const ofProvinces = index.areas.all('province').map((_, province) => hueOf(provinceColour(province)));
    expect(ofProvinces.length).toBeGreaterThan(10);
    for (const [i, hue] of ofProvinces.entries()) {
      expect(hues.some((drawn) => Math.abs(drawn - hue) < 3)).toBe(true);
      expect(ofProvinces.slice(0, i).every((other) => Math.abs(other - hue) > 6)).toBe(true);
    }
    expect(decode(join(directory, 'rejections.png')).width).toBe(1100);
  });

  it('shows what has changed, in the colours of the key, and the gates', async () => {
    const before = await written('before', input);
    const after = await written('after', nextRelease(input, 1).input);
    const comparison = compareReleases(before.index, after.index);
    const gates = runGates({ index: after.index, report: after.report, previous: { comparison } });
    writeReportPage(after.directory, {
      index: after.index,
      report: { ...after.report, gates },
      rejects: [],
      comparison,
    });
    const { colours } = decode(join(after.directory, 'changes.png'));
    for (const [kind, colour] of Object.entries(CHANGE_COLOURS)) expect(colours.has(colour.join(',')), kind).toBe(true);
    expect(readFileSync(join(after.directory, 'report.html'), 'utf8')).toContain('own-degrees');
  });

  it('lists the municipalities that have changed, the one that changed most first', async () => {
    const before = await written('before-list', input);
    const after = await written('after-list', nextRelease(input, 1).input);
    const comparison = compareReleases(before.index, after.index);
    const report = { ...after.report, changes: summariseComparison(comparison) };
    writeReportPage(after.directory, { index: after.index, report, rejects: [], comparison });
    const page = readFileSync(join(after.directory, 'report.html'), 'utf8');
    const table = page.slice(
      page.indexOf('<th>Municipality</th>'),
      page.indexOf('</table>', page.indexOf('<th>Municipality</th>')),
    );
    const listed = [...table.matchAll(/<tr><td>([^<]*) <small>/g)].map(([, name]) => name);
    const changed = comparison.municipalities.map(({ name }) => escapeHtml(name));
    expect(changed.length).toBeGreaterThan(5);
    expect(listed).toEqual(changed.slice(0, 50));
  });

  it('is the same bytes for the same release', async () => {
    const [one, other] = [await written('one', input), await written('other', input)];
    for (const name of ['report.html', 'density.png', 'rejections.png'])
      expect(readFileSync(join(one.directory, name)).equals(readFileSync(join(other.directory, name))), name).toBe(
        true,
      );
  });
});

describe('a broken register', () => {
  it('has red rings where a town is misplaced, or a coordinate swapped', async () => {
    const { latE7, lonE7 } = input.addresses;
    const moved = latE7.slice();
    const rows = [...input.addresses.street.keys()].filter(
      (row) => input.addresses.street[row] === input.addresses.street[0],
    );
    for (const row of rows) moved[row] = moved[row]! - 12_000_000;
    const swapped = { latE7: latE7.slice(), lonE7: lonE7.slice() };
    [swapped.latE7[0], swapped.lonE7[0]] = [lonE7[0]!, latE7[0]!];
    const misplacedTown = await written('moved', { ...input, addresses: { ...input.addresses, latE7: moved } });
    expect(decode(join(misplacedTown.directory, 'density.png')).colours.get(RED)).toBeGreaterThan(100);
    const swappedOne = await written('swapped', { ...input, addresses: { ...input.addresses, ...swapped } });
    expect(decode(join(swappedOne.directory, 'density.png')).colours.get(RED)).toBeGreaterThan(40);
  });
});

describe('pictures', () => {
  it('the histogram has a bar as long as its share, and says so if nothing was rejected', () => {
    const bars = [
      { label: 'num withdrawn', count: 40, share: 0.4 },
      { label: 'num duplicate', count: 10, share: 0.1 },
    ];
    const { rgb, width } = drawHistogram(bars);
    const lengthOf = (row: number): number => {
      let length = 0;
      for (let x = 0; x < width; x++) if (rgb[(row * width + x) * 3] === 196) length++;
      return length;
    };
    expect(lengthOf(12) / lengthOf(34)).toBeCloseTo(4, 1);
    expect(drawHistogram([]).rgb.some((channel) => channel !== 255)).toBe(true);
    expect(barsOf({ records: {} } as unknown as BuildReport)).toEqual([]);
  });

  it('what lies outside a canvas is cut off', () => {
    const canvas = new Canvas(10, 10);
    canvas.dot(0, 0, 3, [0, 0, 0]);
    canvas.ring(9, 9, 5, [0, 0, 0]);
    canvas.line([-5, -5], [20, 20], [0, 0, 0]);
    canvas.text(5, 5, 'Éa1-%', [0, 0, 0]);
    expect(canvas.rgb).toHaveLength(300);
    expect(canvas.rgb.some((channel) => channel === 0)).toBe(true);
  });
});
