import { Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCounts, geocodeChunk, noCounts } from '../../src/batch/chunk.ts';
import { Geocoder } from '../../src/batch/geocoder.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import { type DrawnRows, RowMap } from '../../src/batch/row-map.ts';
import { precisionOfKind, statusOfKind } from '../../src/batch/row-marks.ts';
import { type FixtureIndexes, readFixtureIndexes } from '../support/opened-indexes.ts';

let fixtures: FixtureIndexes;
beforeAll(async () => {
  fixtures = await readFixtureIndexes();
});

async function mapOf(text: string, rows = 2): Promise<{ map: RowMap; drawn: DrawnRows; kinds: string[] }> {
  const indexes = Object.values(fixtures.indexes);
  const { plan, headerBytes } = planFile(await peekInput(Readable.from([Buffer.from(text)])), { hasMarks: true });
  const map = new RowMap();
  const counts = noCounts();
  const kinds: string[] = [];
  const lines = text.slice(headerBytes).split(/(?<=\n)/);
  for (let at = 0; at < lines.length; at += rows) {
    const chunk = geocodeChunk(new Geocoder(indexes, {}), plan, Buffer.from(lines.slice(at, at + rows).join('')));
    map.add(chunk.marks!);
    addCounts(counts, chunk);
    kinds.push(...Array.from(chunk.marks!.kinds, (kind) => `${statusOfKind(kind)} ${precisionOfKind(kind)}`.trim()));
  }
  return { map, drawn: { title: 'klanten <1>.csv', counts, indexes }, kinds };
}

const TABLE = `adres
"Spui 70, 2511BT Den Haag"
"Spui 99999, 2511BT Den Haag"
"<b>Niets</b> 1, Nergenshuizen"
"Spui 70, 2511BX Den Haag"
`;

describe('a map of rows', () => {
  it('has what became of each row, chunk after chunk', async () => {
    const { kinds } = await mapOf(TABLE);
    expect(kinds).toEqual(['exact address', 'street street', 'none', expect.stringMatching(/^corrected /)]);
  });

  it('lists the rows that are not exact, worst first, by their place in the file', async () => {
    const { map, drawn } = await mapOf(TABLE);
    const html = map.toHtml(drawn);
    const listed = [
      ...html.matchAll(/<tr id="row-([0-9]+)"><td>(?:<a [^>]+>)?[0-9,]+(?:<\/a>)?<\/td><td>.*?<\/span>([a-z]+)<\/td>/g),
    ];
    expect(listed.map(([, row, status]) => `${row} ${status}`)).toEqual(['3 none', '2 street', '4 corrected']);
    expect(html).toContain('&lt;b&gt;Niets&lt;/b&gt; 1, Nergenshuizen');
    expect(html).toContain('klanten &lt;1&gt;.csv');
    expect(html).toContain('1 have no position');
    expect(html.match(/<circle /g)).toHaveLength(3);
    expect(html).toMatch(/<a href="#row-2"><circle id="dot-2" class="street ring to-9"/);
  });

  it('has the names of places, and leads from a row to its dot and from a dot to its row', async () => {
    const { map, drawn } = await mapOf(TABLE);
    const html = map.toHtml(drawn);
    expect(html).toMatch(/<text id="place-\d+" class="name name-1 to-3"[^>]*>(?:Den Haag|'s-Gravenhage)<\/text>/);
    const leading = [...html.matchAll(/href="#([a-z]+-\d+)"/g)].map(([, id]) => id!);
    expect(leading.filter((id) => !id.startsWith('place')).toSorted()).toEqual(['dot-2', 'dot-4', 'row-2', 'row-4']);
    for (const id of leading) expect(html.split(` id="${id}"`)).toHaveLength(2);
  });

  it('is one file: it has no script and asks for nothing', async () => {
    const { map, drawn } = await mapOf(TABLE);
    const html = map.toHtml(drawn);
    expect(html).not.toMatch(/<script|<link|@import|url\(|src=|https?:/i);
    expect(
      [...html.matchAll(/href="([^"]{0,20})/g)].every(([, target]) => /^(?:#|data:image\/png)/.test(target!)),
    ).toBe(true);
  });

  it('of rows without any position shows the whole register and says so', async () => {
    const { map, drawn } = await mapOf('adres\n"Niets 1, Nergenshuizen"\n');
    expect(map.toHtml(drawn)).toContain('1 have no position');
    expect(new RowMap().toHtml({ ...drawn, counts: noCounts() })).toContain('every row is exact');
  });

  it('as PNG is of the size that its header says, with the colours of its rows in it', async () => {
    const { map, drawn } = await mapOf(TABLE);
    const png = map.toPng(drawn);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    const length = png.readUInt32BE(33);
    const rows = inflateSync(png.subarray(41, 41 + length));
    expect(rows).toHaveLength((width * 3 + 1) * height);
    const colours = new Set<string>();
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = y * (width * 3 + 1) + 1 + x * 3;
        colours.add(`${rows[at]},${rows[at + 1]},${rows[at + 2]}`);
      }
    }
    expect(colours).toContain('38,98,206');
    expect(colours).toContain('230,126,0');
  });
});
