import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bestImport } from '../../../pipelines/best/best-import.ts';
import { openCountry, verifyContents } from '../../../src/store/directory.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';

const BEST = fileURLToPath(new URL('../../../../shared/data/best/best-full-sample.zip', import.meta.url));

interface AddressRecord {
  readonly street: string;
  readonly house: string;
  readonly box: string;
  readonly point: string;
  readonly status: string;
  readonly version: string;
}

/** The Flemish addresses, by regular expressions over the whole text. */
function flemishRecords(files: ReadonlyMap<string, Buffer>): AddressRecord[] {
  const text = (part: string): string =>
    [...files].find(([path]) => path.includes(`Flanders${part}`) && path.endsWith('.xml'))![1].toString();
  const one = (record: string, pattern: RegExp): string => pattern.exec(record)?.[1] ?? '';
  const streets = new Map(
    [...text('StreetName').matchAll(/<tns:streetName[ >][\s\S]*?<\/tns:streetName>/g)].map(([record]) => [
      one(record, /objectIdentifier>(\d+)</),
      one(record, /spelling>([^<]*)</),
    ]),
  );
  return [...text('Address').matchAll(/<tns:address[ >][\s\S]*?<\/tns:address>/g)].map(([record]) => ({
    street: streets.get(one(record, /hasStreetName>[\s\S]*?objectIdentifier>(\d+)</))!,
    house: one(record, /houseNumber>([^<]*)</),
    box: one(record, /boxNumber>([^<]*)</),
    point: one(record, /<com:pos [^>]*>([^<]*)</),
    status: one(record, /<com:status>([^<]*)</),
    version: one(record, /versionIdentifier>([^<]*)</),
  }));
}

describe.skipIf(!existsSync(BEST))('the retired addresses of the real full download', () => {
  const built = builtRegister(bestImport, BEST);
  let records: readonly AddressRecord[];

  beforeAll(() => {
    records = flemishRecords(unzipAll(readFileSync(BEST)));
  });

  it('are there but for those that are written as an address of today, and lead to the only one at their point', () => {
    const written = ({ street, house, box }: AddressRecord): string => `${street} ${house} bus ${box}`;
    const today = records.filter(({ status }) => status !== 'retired');
    const isThere = new Set(today.map(written));
    const were = records.filter((each) => each.status === 'retired' && !isThere.has(written(each)));
    expect([records.length - today.length, were.length]).toEqual([41, 34]);
    const ends = were.map((each) => {
      const there = today.filter(({ point }) => point === each.point);
      const [only] = there.length === 1 ? there : [];
      const isIt = only !== undefined && (only.street === each.street || only.house === each.house);
      return { each, end: isIt ? written(only) : undefined };
    });
    expect(ends.filter(({ end }) => end !== undefined).map(({ each, end }) => [written(each), end])).toEqual([
      ['Berendries 120 bus ', 'Berendries 118 bus '],
      ['Boslaan 402 bus ', 'Lembeekbos 402 bus '],
      ['Boslaan 406 bus ', 'Lembeekbos 406 bus '],
      ['Arthur Puesstraat 25 bus ', 'Arthur Puesstraat 23 bus '],
    ]);
    expect(built.report.former).toMatchObject({ total: 34, withdrawn: 30, withoutPosition: 0, leftOut: 0 });
    const divided: string[] = [];
    for (const { each, end } of ends) {
      const { street, house, box, version } = each;
      const row = { street, housenumber: house, box, postcode: '1502', place: 'Lembeek', country: 'BE' };
      const { status, former, faults, parts, position, addresses } = built.lookup.geocode(row);
      if (faults.includes('addition-added')) {
        divided.push(`${street} ${house}`);
        continue;
      }
      expect(former?.until, written(each)).toBe(version.slice(0, 10));
      expect(status).toBe(end === undefined ? 'former' : 'corrected');
      expect(addresses).toHaveLength(end === undefined ? 0 : 1);
      if (end === undefined) expect(position).toBeDefined();
      else expect(`${parts.street} ${parts.housenumber} bus ${parts.addition ?? ''}`).toBe(end);
    }
    // Of these only 16A, 16B, … and 5B are left.
    expect(divided).toEqual(['Fonteinstraat 16', 'Trompstraat 5']);
  });

  it('are a sound part of the index', async () => {
    const index = await openCountry(built.directory, 'be');
    expect(() => verifyContents(index)).not.toThrow();
  });
});
