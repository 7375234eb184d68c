import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listExtractFiles } from '../../../pipelines/bag/files.ts';
import { mixedDates, readExtract } from '../../../pipelines/bag/read.ts';
import { resolveAddresses } from '../../../pipelines/bag/resolve.ts';
import { type ExtractTables, formatBagId } from '../../../pipelines/bag/tables.ts';
import { toAddresses } from '../../../pipelines/bag/to-address.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import { ImportReport } from '../../../pipelines/report.ts';
import { codeOfPromise } from '../../support/code-of.ts';
import { Random } from '../../support/random.ts';
import { readRejects } from '../../support/read-rejects.ts';
import { DATE, type ExtractContents, number, place, residence, standFiles, street } from './small-extract.ts';

const folder = mkdtempSync(join(tmpdir(), 'bag-read-'));
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;

interface ReadResult {
  readonly tables: ExtractTables;
  readonly report: ImportReport;
  readonly rejects: () => string[];
}

async function read(
  files: Readonly<Record<string, string>>,
  date = DATE,
  allowOtherDates = false,
): Promise<ReadResult> {
  const directory = join(folder, String(folders++));
  mkdirSync(directory);
  for (const [name, xml] of Object.entries(files)) writeFileSync(join(directory, name), xml);
  const rejects = join(directory, 'rejects.csv');
  const report = new ImportReport(rejects);
  const { stands } = await listExtractFiles([directory], folder);
  const options = { referenceDate: date, allowOtherDates, threads: 1, withObjects: false, temporaryDirectory: folder };
  const tables = await readExtract(stands, { ...options, report, progress: silentProgress });
  const lines = (): string[] => {
    report.close();
    return readRejects(rejects).trim().split('\n').slice(1);
  };
  return { tables, report, rejects: lines };
}

const numberId = (i: number): string => `0363200000${String(i).padStart(6, '0')}`;
const objectId = (i: number): string => `0363010000${String(i).padStart(6, '0')}`;
const streetId = (i: number): string => `0363300000${String(i).padStart(6, '0')}`;
const WEESP = '1012';
const MUIDEN = '1013';

interface Model {
  readonly contents: ExtractContents;
  /** `number → street letter-addition postcode place`, by identifier of the number; secondary ones with `*`. */
  readonly lines: readonly string[];
}

/** A random extract whose records are spread over several files, and the addresses that are in it. */
function randomExtract(random: Random): Model {
  const streetCount = random.between(1, 4);
  const count = random.between(1, 25);
  const lines: string[] = [];
  const numbers: string[][] = [[], [], []];
  const residences: string[][] = [[], []];
  for (let i = 1; i <= count; i++) {
    const onStreet = random.between(1, streetCount);
    const written = {
      number: random.between(1, 99_999),
      ...(random.chance(0.5) && { letter: random.pick(['A', 'b']) }),
      ...(random.chance(0.5) && { addition: random.pick(['1', '02', 'bis', 'ZW']) }),
      ...(random.chance(0.8) && { postcode: random.pick(['1381EA', '1398AB']) }),
    };
    const elsewhere = random.chance(0.2);
    numbers[random.between(0, 2)]!.push(
      number({ id: numberId(i), street: streetId(onStreet), ...written, ...(elsewhere && { place: MUIDEN }) }),
    );
    const isOwn = i === count || random.chance(0.7);
    // A number without an object of its own is the next object's second one, or of none.
    const suffix = [written.letter, written.addition].filter(Boolean).join('-');
    const line = `${numberId(i)} Straat ${onStreet} ${written.number} ${suffix} ${written.postcode ?? ''} ${elsewhere ? 'Muiden' : 'Weesp'}`;
    if (isOwn) {
      const secondary = lines.at(-1)?.endsWith('?') ? [numberId(i - 1)] : [];
      residences[random.between(0, 1)]!.push(
        residence({ id: objectId(i), main: numberId(i), secondary, point: `${131_000 + i}.0 482405.0 0.0` }),
      );
      if (secondary.length > 0) lines.push(lines.pop()!.replace(/\?$/, '*'));
      lines.push(line);
    } else {
      if (lines.at(-1)?.endsWith('?')) lines.pop();
      lines.push(`${line}?`);
    }
  }
  return {
    contents: {
      places: [place({ id: WEESP, name: 'Weesp' }), place({ id: MUIDEN, name: 'Muiden' })],
      streets: Array.from({ length: streetCount }, (_, i) =>
        street({ id: streetId(i + 1), name: `Straat ${i + 1}`, place: WEESP }),
      ),
      numbers: numbers.filter((list) => list.length > 0),
      residences: residences.filter((list) => list.length > 0),
    },
    lines,
  };
}

describe('a random extract', () => {
  it('is read, joined and translated to the addresses that are in it, over however many files they are spread', async () => {
    let [secondary, moved] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      const { contents, lines } = randomExtract(new Random(seed));
      const { tables, report } = await read(standFiles(contents));
      const resolved = resolveAddresses(tables, report);
      const { gazetteer, addresses, unknownMunicipalities } = toAddresses(tables, resolved, {
        municipalityOfPlace: new Map([
          [Number(WEESP), '0363'],
          [Number(MUIDEN), '1942'],
        ]),
        date: DATE,
      });
      const found = Array.from({ length: addresses.length }, (_, i) => {
        const on = gazetteer.streets[addresses.street[i]!]!;
        const { letter, addition } = addresses.suffixes[addresses.suffix[i]!]!;
        const code = addresses.postcode[i]!;
        const letters = code % 676;
        const postcode =
          code === 0
            ? ''
            : `${Math.floor(code / 676)}${String.fromCharCode(65 + Math.floor(letters / 26), 65 + (letters % 26))}`;
        const parts = [
          formatBagId(addresses.id[i]!, 'NUM'),
          on.names.nl,
          addresses.number[i],
          [letter, addition].filter(Boolean).join('-'),
          postcode,
          gazetteer.places[on.place]!.names.nl,
        ];
        return parts.join(' ') + (addresses.secondary[i] === 1 ? '*' : '');
      });
      expect(found, `seed ${seed}`).toEqual(lines.filter((line) => !line.endsWith('?')));
      expect(unknownMunicipalities).toEqual([]);
      // A number is where its own object is, a secondary one where the next object is.
      const places = Array.from(addresses.gridXmm, (x) => x / 1000 - 131_000);
      const ids = Array.from(addresses.id, (id) => id % 1e6);
      expect(places).toEqual(ids.map((id, i) => id + addresses.secondary[i]!));
      // Every address can be traced to the bytes of its record.
      for (let i = 0; i < addresses.length; i++) {
        const row = addresses.record[i]!;
        const { recordType } = tables.numbers.origins.of(row);
        expect(recordType).toBe('NUM');
        expect(formatBagId(tables.numbers.columns.id[row]!, 'NUM')).toBe(formatBagId(addresses.id[i]!, 'NUM'));
      }
      secondary += found.filter((line) => line.endsWith('*')).length;
      moved += found.filter((line) => line.includes('Muiden')).length;
    }
    expect(secondary).toBeGreaterThan(10);
    expect(moved).toBeGreaterThan(10);
  });

  it('accounts for every record, and names file and byte of what cannot be read', async () => {
    const bad = number({ id: numberId(2), number: 'x', street: streetId(1) });
    const files = standFiles({
      places: [place({ id: WEESP, name: 'Weesp' })],
      streets: [street({ id: streetId(1), name: 'Dam', place: WEESP })],
      numbers: [[number({ id: numberId(1), number: 1, street: streetId(1) })], [bad]],
      residences: [residence({ id: objectId(1), main: numberId(1), end: '2020-01-01' })],
    });
    const { tables, report, rejects } = await read(files);
    expect(report.counts.get('NUM')).toMatchObject({ read: 2 });
    expect(report.counts.get('VBO')).toMatchObject({ read: 1, historical: 1 });
    expect([tables.numbers.columns.id.length, tables.objects.columns.id.length]).toEqual([1, 0]);
    const [, xml] = Object.entries(files).find(([, each]) => each.includes(bad))!;
    const [line] = rejects();
    expect(line).toContain(`,${xml.indexOf('<sl:stand>')},${numberId(2)}`);
    expect(line).toMatch(/^NUM,/);
  });
});

describe('a file of another date than the rest', () => {
  const contents: ExtractContents = { places: [place({ id: WEESP, name: 'Weesp' })] };

  it('is refused with both dates', async () => {
    const mixed = read(standFiles(contents, '9999', '2025-12-08'));
    expect(await codeOfPromise(mixed)).toBe('input-mixed');
    expect(mixedDates('a.xml', '2025-12-08', DATE).message).toBe(
      `"a.xml" is of 2025-12-08, the rest of the input of ${DATE}. Give extracts of one date, or choose one with --reference-date.`,
    );
  });

  it('is read where the date was chosen', async () => {
    const { tables } = await read(standFiles(contents, '9999', '2025-12-08'), DATE, true);
    expect(tables.places.names).toEqual(['Weesp']);
  });
});

describe('areas', () => {
  it('without a known municipality are kept under the code, which is told; places that nothing is in are left out', async () => {
    const { tables, report } = await read(
      standFiles({
        places: [place({ id: WEESP, name: 'Weesp' }), place({ id: MUIDEN, name: 'Muiden' })],
        streets: [street({ id: streetId(1), name: 'Burgemeester Damstraat', shortName: 'Burg Damstr', place: WEESP })],
        numbers: [number({ id: numberId(1), number: 1, street: streetId(1) })],
        residences: [residence({ id: objectId(1), main: numberId(1) })],
      }),
    );
    const { gazetteer, unknownMunicipalities } = toAddresses(tables, resolveAddresses(tables, report), {
      municipalityOfPlace: new Map([[Number(WEESP), '9998']]),
      date: DATE,
    });
    expect(unknownMunicipalities).toEqual(['9998']);
    expect(gazetteer.municipalities).toMatchObject([{ id: 9998, names: { nl: '9998' } }]);
    expect(gazetteer.places.map(({ names }) => names.nl)).toEqual(['Weesp']);
    expect(gazetteer.streets).toMatchObject([
      { names: { nl: 'Burgemeester Damstraat' }, aliases: [{ name: 'Burg Damstr', language: 'nl' }] },
    ]);
  });
});
