import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { bestImport } from '../../../pipelines/best/best-import.ts';
import { changed } from '../../../pipelines/gates/content.ts';
import { datedInFuture } from '../../../pipelines/gates/dates.ts';
import { MIN_ADDRESSES } from '../../../pipelines/gates/gate.ts';
import { assertPassed, describeGate, GATE_NAMES, GATES, symbolOf } from '../../../pipelines/gates/gates.ts';
import { lostAddresses, lostInProvinces } from '../../../pipelines/gates/losses.ts';
import { comparePrevious } from '../../../pipelines/gates/previous-release.ts';
import { silentProgress } from '../../../pipelines/progress.ts';
import type { BuildReport } from '../../../pipelines/report.ts';
import { buildIndex } from '../../../pipelines/run.ts';
import { NO_POSITION } from '../../../src/model/address-columns.ts';
import type { Country } from '../../../src/model/country.ts';
import type { IndexInput } from '../../../src/store/manifest.ts';
import { writeIndex } from '../../../src/store/write-index.ts';
import { municipalZip, number, place, residence, street } from '../bag/small-extract.ts';
import { brussels, csvFile, flemish, walloon } from '../best/best-rows.ts';
import { importFixture } from '../diff/releases-of-fixtures.ts';
import { zipBytes } from '../readers/zip-bytes.ts';
import { candidateOf, dated, failed, judging, largest, municipalityOf, without, withPositions } from './judging.ts';

const scratch = mkdtempSync(join(tmpdir(), 'gates-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const inputs: { [country in Country]?: IndexInput } = {};
beforeAll(async () => {
  for (const country of ['nl', 'be', 'lu'] as const) inputs[country] = await importFixture(country, scratch);
});
const inputOf = (country: Country): IndexInput => inputs[country]!;

const { written, judged, judgedAfter } = judging(scratch);

describe.each(['nl', 'be', 'lu'] as const)('the fixtures of %s', (country) => {
  it('pass, as a first release and after themselves', async () => {
    const release = await written(inputOf(country));
    expect(failed(await judged(release))).toEqual([]);
    const again = await judged(release, release);
    expect(failed(again)).toEqual([]);
    for (const gate of ['addresses', 'municipalities', 'provinces', 'regions'] as const)
      expect(again[gate].state).toBe('passed');
  });
});

describe('a release that has lost addresses', () => {
  it('fails where a file is missing: country, province and municipality, the worst named', async () => {
    const input = inputOf('nl');
    const gone = largest(input);
    const results = await judged(
      await written(without(input, (row) => municipalityOf(input, row) === gone && row % 2 === 0)),
      await written(input),
    );
    expect(failed(results)).toEqual(['addresses', 'provinces', 'municipalities']);
    expect(results.municipalities.examples[0]).toContain(Object.values(input.gazetteer.municipalities[gone]!.names)[0]);
    expect(results.municipalities.figure).toBeGreaterThan(40);
  });

  it('passes below the limit, which can be another', async () => {
    const input = inputOf('nl');
    const rows = input.addresses.length;
    const before = await written(input);
    const after = await written(without(input, (row) => row < rows * 0.009));
    expect((await judged(after, before)).addresses).toMatchObject({ state: 'passed', limit: 1 });
    expect((await judged(after, before, { limits: { addresses: { country: 0.5 } } })).addresses).toMatchObject({
      state: 'failed',
      limit: 0.5,
    });
  });

  it('passes where a municipality was merged into another; new identifiers are another gate', async () => {
    const input = inputOf('nl');
    const before = await written(input);
    const dissolved = largest(input);
    const into = input.gazetteer.municipalities.findIndex((_, i) => i !== dissolved);
    const places = input.gazetteer.places.map((place) =>
      place.municipality === dissolved ? { ...place, municipality: into } : place,
    );
    const merged = await judged(await written({ ...input, gazetteer: { ...input.gazetteer, places } }), before);
    expect(merged.municipalities).toMatchObject({ state: 'passed', figure: 0 });
    const id = input.addresses.id.map((each) => each + 1e12);
    const renewed = await judged(await written({ ...input, addresses: { ...input.addresses, id } }), before);
    for (const gate of ['addresses', 'provinces', 'municipalities'] as const)
      expect(renewed[gate].state).toBe('passed');
    expect(failed(renewed)).toContain('identifiers');
  });

  it('fails where a region of Belgium is missing, also in a first release', async () => {
    const input = inputOf('be');
    const regionOf = (row: number): number =>
      input.gazetteer.provinces[input.gazetteer.municipalities[municipalityOf(input, row)]!.province]!.region!;
    const oneLess = await written(without(input, (row) => regionOf(row) === 0));
    expect(failed(await judged(oneLess))).toEqual(['regions']);
    const after = await judged(oneLess, await written(input));
    expect(failed(after)).toEqual(expect.arrayContaining(['addresses', 'provinces', 'municipalities', 'regions']));
    expect(after.regions.examples.join()).toContain('was there before');
  });
});

describe('dates', () => {
  it('an older release does not replace a newer one', async () => {
    const [january, june] = [dated(inputOf('nl'), '2026-01-08'), dated(inputOf('nl'), '2026-06-08')];
    const results = await judged(await written(january), await written(june));
    expect(failed(results)).toEqual(['older']);
    expect(results.older).toMatchObject({
      figure: 151,
      examples: ['BAG of 2026-01-08; the current release has that of 2026-06-08'],
    });
    expect((await judged(await written(june), await written(january))).older.state).toBe('passed');
  });

  it('municipal extracts of different dates are told, where a date was chosen so that they are read at all', async () => {
    const extractOf = (municipality: string, date: string): Promise<Buffer> =>
      municipalZip(
        {
          places: [place({ id: '3594', name: 'Amsterdam' })],
          streets: [street({ id: '0363300000000001', name: 'Damrak', place: '3594' })],
          numbers: [
            number({ id: `${municipality}200000000001`, number: 1, street: '0363300000000001', postcode: '1012JS' }),
          ],
          residences: [residence({ id: `${municipality}010000000001`, main: `${municipality}200000000001` })],
          relations: [{ place: '3594', municipality: '0363' }],
        },
        municipality,
        date,
      );
    const input = mkdtempSync(join(scratch, 'extracts-'));
    for (const [municipality, date] of [
      ['0363', '2026-01-08'],
      ['0384', '2026-03-08'],
    ] as const)
      writeFileSync(join(input, `BAGGEM${municipality}L.zip`), await extractOf(municipality, date));
    const building = buildIndex(bagImport, [input], mkdtempSync(join(scratch, 'out-')), {
      referenceDate: '2026-03-08',
      threads: 1,
      progress: silentProgress,
      gates: {},
    });
    await expect(building).rejects.toThrow(
      /^ {2}dates: 59 days, the limit is 45 \(.*\)\..*\n.*BAGGEM0363L\.zip.*: 2026-01-08\n.*BAGGEM0384L\.zip.*: 2026-03-08$/m,
    );
  });

  it('archives of the regions of Belgium that are far apart in time are told', async () => {
    const input = mkdtempSync(join(scratch, 'regions-'));
    const changed = new Date('2026-06-08T12:00:00');
    for (const [name, row, date] of [
      ['bru', brussels, changed],
      ['vlg', flemish, changed],
      ['wal', walloon, new Date('2026-01-08T12:00:00')],
    ] as const)
      writeFileSync(
        join(input, `openaddress-be${name}.zip`),
        await zipBytes({ [`openaddress-be${name}.csv`]: csvFile([row({})]) }, { modified: date }),
      );
    const building = buildIndex(bestImport, [input], mkdtempSync(join(scratch, 'out-')), {
      threads: 1,
      progress: silentProgress,
      gates: {},
    });
    await expect(building).rejects.toThrow(
      /^ {2}dates: 151 days, the limit is 45 \(.*\)\..*\n.*bewal.*: 2026-01-08\n.*: 2026-06-08$/m,
    );
  });

  it('parts of one release that are far apart in time are told', async () => {
    const lu = dated(inputOf('lu'), '2026-01-08', '2026-06-08');
    expect(failed(await judged(await written(lu)))).toEqual(['dates']);
    expect((await judged(await written(dated(inputOf('lu'), '2026-01-08', '2026-01-20')))).dates.state).toBe('passed');
    const file = { url: 'https://example.org/', bytes: 1, sha256: '0'.repeat(64) };
    const files = [
      { ...file, name: 'municipality-1.zip', date: '2026-01-08' },
      { ...file, name: 'municipality-2.zip', date: '2026-04-08' },
    ];
    const nl = inputOf('nl');
    const mixed = { ...nl, registers: nl.registers.map((register) => ({ ...register, referenceDate: null, files })) };
    expect((await judged(await written(mixed))).dates).toMatchObject({
      state: 'failed',
      figure: 90,
      examples: ['municipality-1.zip: 2026-01-08', 'municipality-2.zip: 2026-04-08'],
    });
  });
});

describe('a release of the future', () => {
  it('is refused from the day after tomorrow on, and so are its files', async () => {
    const figureOf = async (date: string): Promise<number> =>
      datedInFuture({ ...(await written(dated(inputOf('nl'), date))), today: '2026-11-08' })!.figure;
    expect(await figureOf('2026-11-08')).toBe(0);
    expect(await figureOf('2026-11-09')).toBe(1);
    expect(GATES.future.limit).toBe(1);
    expect(await figureOf('2026-11-10')).toBe(2);
    const results = await judged(await written(dated(inputOf('nl'), '2999-12-31')));
    expect(failed(results)).toEqual(['future']);
    expect(results.future.examples).toEqual(['BAG: 2999-12-31']);
    // The project's own small registers are of one date for ever.
    const fixture = await written({ ...dated(inputOf('nl'), '2999-12-31'), isFixture: true });
    expect(datedInFuture(fixture)).toBeUndefined();
  });
});

describe('an extract of few municipalities', () => {
  it('is judged municipality by municipality, and those of few addresses only as parts of the country', async () => {
    const input = inputOf('nl');
    const chosen = largest(input);
    const extract = without(input, (row) => municipalityOf(input, row) !== chosen);
    const rows = extract.addresses.length;
    expect(rows).toBeGreaterThan(MIN_ADDRESSES);
    const [before, after] = [await written(extract), await written(without(extract, (row) => row % 10 === 0))];
    expect(lostAddresses(candidateOf(after, before))).toBeUndefined();
    expect(lostInProvinces(candidateOf(after, before))).toBeUndefined();
    expect(failed(await judged(after, before))).toEqual(['municipalities']);
    const postcode = extract.addresses.postcode.map((code, row) => (row % 50 === 0 ? code + 1 : code));
    const recoded = await written({ ...extract, addresses: { ...extract.addresses, postcode } });
    const finding = changed('postcodes')(candidateOf(recoded, before))!;
    expect(finding.figure).toBe(0);
    expect(finding.municipality!.figure).toBeCloseTo(2, 0);
    const few = without(extract, (row) => row >= MIN_ADDRESSES);
    expect(changed('postcodes')(candidateOf(await written(few), await written(few)))).toBeUndefined();
  });
});

describe('rejections', () => {
  const records = (rejected: number): BuildReport['records'] => ({
    address: { read: 10_000, kept: 10_000 - rejected, historical: 0, rejected: { 'street-unknown': rejected } },
  });

  it('that have become more by a percentage point fail, by reason', async () => {
    const before = await written(inputOf('nl'), records(200));
    expect((await judged(await written(inputOf('nl'), records(290)), before)).rejected.state).toBe('passed');
    expect((await judged(await written(inputOf('nl'), records(310)), before)).rejected).toMatchObject({
      state: 'failed',
      figure: expect.closeTo(1.1, 5),
      examples: ['address street-unknown: 310, 3.1 % (before 2 %)'],
    });
  });

  it('of a first release fail when they are many', async () => {
    expect((await judged(await written(inputOf('nl'), records(2000)))).rejected.state).toBe('passed');
    expect((await judged(await written(inputOf('nl'), records(3300)))).rejected.state).toBe('failed');
  });
});

describe('positions', () => {
  it('that are gone fail', async () => {
    const input = inputOf('nl');
    const lost = withPositions(input, (latE7, lonE7) => {
      for (let row = 0; row < latE7.length; row += 20) latE7[row] = lonE7[row] = NO_POSITION;
    });
    const results = await judged(await written(lost), await written(input));
    expect(failed(results)).toEqual(['without-position']);
    expect(results['without-position'].figure).toBeGreaterThan(4);
  });

  it('whose latitude and longitude are swapped fail, with the addresses', async () => {
    const input = inputOf('nl');
    const swapped = withPositions(input, (latE7, lonE7) => {
      [latE7[0], lonE7[0]] = [lonE7[0]!, latE7[0]!];
    });
    const results = await judged(await written(swapped));
    // Radius refuses such a point, too.
    expect(failed(results)).toEqual(['outside-country', 'closure']);
    expect(results.closure.examples[0]).toContain('The two look reversed');
    expect(results['outside-country']).toMatchObject({
      figure: 1,
      examples: [expect.stringMatching(/ at \d\.\d+, 5\d\.\d+$/)],
    });
  });

  it('of a town that lies elsewhere fail', async () => {
    const input = inputOf('nl');
    const gone = largest(input);
    const rowsOf = [...input.addresses.id.keys()].filter((row) => municipalityOf(input, row) === gone);
    const isPlaced = (row: number): boolean => input.addresses.latE7[row] !== NO_POSITION;
    const fifth = withPositions(input, (latE7, lonE7) => {
      // In the south of Limburg.
      for (const row of rowsOf.filter((each, i) => i % 5 === 0 && isPlaced(each)))
        [latE7[row], lonE7[row]] = [508_500_000 + row, 57_000_000];
    });
    const results = await judged(await written(fifth));
    expect(failed(results)).toEqual(['misplaced']);
    expect(results.misplaced.examples).toHaveLength(5);
  });

  it('that most addresses have left fail', async () => {
    const input = inputOf('nl');
    const shifted = withPositions(input, (latE7) => {
      for (let row = 0; row < latE7.length; row += 4) if (latE7[row] !== NO_POSITION) latE7[row] = latE7[row]! + 1000;
    });
    const results = await judged(await written(shifted), await written(input));
    expect(failed(results)).toEqual(['moved']);
    expect(results.moved.figure).toBeGreaterThan(20);
  });

  it('that are not where the degrees of the register are fail', async () => {
    const { index, report } = await written(inputOf('be'));
    const degrees = { compared: 1000, beyond: 11 };
    const results = await judged({ index, report: { ...report, degrees } });
    expect(failed(results)).toEqual(['own-degrees']);
    expect(
      (await judged({ index, report: { ...report, degrees: { ...degrees, beyond: 10 } } }))['own-degrees'].state,
    ).toBe('passed');
    expect((await judged({ index, report }))['own-degrees'].state).toBe('skipped');
  });
});

describe('what the gates say', () => {
  it('names gate, figure, limit, examples, how to look closer and how to overrule', async () => {
    const results = Object.values(
      await judged(
        await written(dated(inputOf('nl'), '2026-01-08')),
        await written(dated(inputOf('nl'), '2026-06-08')),
      ),
    );
    let message = '';
    try {
      assertPassed(results, 'dist-data/nl', 'dist-data/nl/releases/.refused');
    } catch (error) {
      expect(error).toMatchObject({ code: 'gates-failed' });
      message = (error as Error).message;
    }
    expect(message.split('\n')).toEqual([
      'Nothing was published in dist-data/nl; the current release, if there is one, is unchanged. Failed:',
      '  older: 151 days, the limit is 0 (a mirror may lag behind). Older than in the current release:',
      '    BAG of 2026-01-08; the current release has that of 2026-06-08',
      expect.stringMatching(
        /the refused build is in dist-data\/nl\/releases\/\.refused until the next build.*report\.html.*benelux-address-tools diff dist-data\/nl dist-data\/nl\/releases\/\.refused".*--accept older$/,
      ),
    ]);
  });

  it('accepts what is to be accepted, and nothing else', async () => {
    const [january, june] = [
      await written(dated(inputOf('nl'), '2026-01-08')),
      await written(dated(inputOf('nl'), '2026-06-08')),
    ];
    for (const accept of [['older'], ['all'], ['moved', 'older']] as const) {
      const results = await judged(january, june, { accept });
      expect(results.older.state).toBe('accepted');
      expect(() => assertPassed(Object.values(results), 'nl', 'nl/releases/.refused')).not.toThrow();
      expect(describeGate(results.older)[0]).toContain('older (accepted)');
    }
    expect((await judged(january, june, { accept: ['moved'] })).older.state).toBe('failed');
  });

  it('each gate has a limit, which is a number from 0', () => {
    for (const gate of GATE_NAMES) expect(GATES[gate].limit, gate).toBeGreaterThanOrEqual(0);
  });

  it('docs/releases.md has the table', () => {
    const document = readFileSync(fileURLToPath(new URL('../../../docs/releases.md', import.meta.url)), 'utf8');
    const rows = Object.entries(GATES).map(([name, { limit, municipality, unit, fails }]) => {
      const limits = municipality === undefined ? [limit] : [limit, municipality];
      return `| \`${name}\` | ${fails} | ${limits.map((each) => `${each}${symbolOf(unit)}`).join('; ')} |`;
    });
    const table = ['| gate | fails if | limit; of a municipality |', '|---|---|---|', ...rows].join('\n');
    expect(document).toContain(table);
  });
});

describe('the release before', () => {
  it('is compared with if it is of the same kind and can be opened', async () => {
    const place = join(scratch, 'place');
    const { index } = await written(inputOf('nl'));
    expect(await comparePrevious(place, index)).toBeUndefined();
    mkdirSync(place);
    writeIndex(place, inputOf('nl'));
    expect((await comparePrevious(place, index))?.comparison?.totals).toMatchObject({ added: 0, removed: 0 });
    expect((await comparePrevious(place, index))?.records).toBeUndefined();
    const fixture = await written({ ...inputOf('nl'), isFixture: true });
    expect(await comparePrevious(place, fixture.index)).toBeUndefined();
    rmSync(place, { recursive: true });
  });

  it('is not passed over if it cannot be compared with: its report and manifest have counts in every version', async () => {
    const place = mkdtempSync(join(scratch, 'place-'));
    const directory = join(place, 'releases', '2026-01-08');
    const input = inputOf('be');
    const { index, report } = await written(input);
    const half = await written(without(input, (row) => row % 2 === 0));
    const current = { current: '2026-01-08', releases: ['2026-01-08'] };
    const alarmsOf = async (): Promise<readonly string[]> => {
      const previous = await comparePrevious(place, half.index);
      return failed(await judgedAfter(half, previous));
    };
    mkdirSync(directory, { recursive: true });
    writeIndex(directory, input);
    writeFileSync(join(directory, 'report.json'), JSON.stringify(report));
    writeFileSync(join(place, 'current.json'), JSON.stringify(current));
    const lost = ['addresses', 'provinces', 'municipalities'];
    expect(await alarmsOf()).toEqual(lost);

    // The pointer is empty: the newest release is compared with, and it is said that it may be another.
    writeFileSync(join(place, 'current.json'), '');
    expect(await alarmsOf()).toEqual(['previous', ...lost]);
    writeFileSync(join(place, 'current.json'), JSON.stringify(current));

    // As after an upgrade of the package: a manifest of another format version.
    const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, formatVersion: 2 }));
    expect(await alarmsOf()).toEqual(['previous', ...lost]);
    const previous = await comparePrevious(place, index);
    expect(failed(await judgedAfter({ index, report }, previous))).toEqual(['previous']);
    expect(previous!.fault).toContain('says format version 2');
    rmSync(join(directory, 'report.json'));
    expect(await alarmsOf()).toEqual(['previous', 'addresses']);
    writeFileSync(join(directory, 'manifest.json'), '{');
    expect(await alarmsOf()).toEqual(['previous']);
    // It is the index of another country.
    rmSync(place, { recursive: true });
    mkdirSync(place);
    writeIndex(place, inputOf('lu'));
    expect(await alarmsOf()).toEqual(['previous']);
  });
});
