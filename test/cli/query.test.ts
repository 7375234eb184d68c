import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryCommand } from '../../src/cli/query.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { toIndexInput } from '../support/small-register.ts';
import { BELGIAN_TOWN, DUTCH_TOWN } from '../support/towns.ts';
import { type Outcome, runCommand } from './run-command.ts';

let data = '';
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'query-'));
  for (const town of [DUTCH_TOWN, BELGIAN_TOWN]) {
    const directory = join(data, town.country);
    mkdirSync(directory);
    writeIndex(directory, toIndexInput(town));
  }
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const query = (...args: string[]): Promise<Outcome> => runCommand(queryCommand(), [...args, '--data', data]);

describe('query', () => {
  it('autocomplete prints a page of suggestions as JSON', async () => {
    const { code, stdout, stderr } = await query('autocomplete', 'nl', 'kerkstr', '--per-page', '1');
    expect([code, stderr]).toEqual([0, '']);
    const { results, pagination } = JSON.parse(stdout);
    expect(results).toMatchObject([{ label: 'Kerkstraat', precision: 'GroupedStreets' }]);
    expect(pagination).toMatchObject({ page: 1, per_page: 1 });
  });

  it('autocomplete --context opens a result, with a search inside it too', async () => {
    const { stdout } = await query('autocomplete', 'nl', 'achterweg');
    const { context } = JSON.parse(stdout).results[0];
    const inside = await query('autocomplete', 'nl', '--context', context);
    expect(JSON.parse(inside.stdout).results.map(({ label }: { label: string }) => label)).toEqual([
      'Achterweg 1',
      'Achterweg 1-1',
    ]);
    const narrowed = await query('autocomplete', 'nl', '1-1', '--context', context);
    expect(JSON.parse(narrowed.stdout).results.map(({ label }: { label: string }) => label)).toEqual(['Achterweg 1-1']);
  });

  it('autocomplete --kinds and --within filter what is suggested', async () => {
    const labels = async (...args: string[]): Promise<string[]> =>
      JSON.parse((await query('autocomplete', 'nl', 'kerkstr', ...args)).stdout).results.map(
        ({ label, description }: { label: string; description: string }) => `${label}, ${description}`,
      );
    expect(await labels('--kinds', 'street')).toEqual(await labels());
    expect(await labels('--within', '52.30,5.03,52.31,5.05')).toEqual(['Kerkstraat, street in Weesp']);
    expect(await labels('--kinds', 'place,house')).toEqual([]);
    const refused = await query('autocomplete', 'nl', 'kerkstr', '--kinds', 'straat');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/Got the string "straat" for kinds/);
  });

  it('direct-match takes a Dutch addition, and elsewhere a street', async () => {
    const dutch = await query('direct-match', 'nl', '1381EA', '6', 'A-2');
    expect(JSON.parse(dutch.stdout)).toMatchObject([{ houseletter: 'A', housenumberaddition: '2' }]);
    const belgian = await query('direct-match', 'be', '1000', '20', 'Kerkstraat');
    expect(JSON.parse(belgian.stdout)).toMatchObject([{ housenumber: '20', street: { nl: 'Kerkstraat' } }]);
  });

  it('radius takes a position and metres', async () => {
    const { stdout } = await query('radius', 'nl', '52.3071234', '5.0412345', '1');
    expect(JSON.parse(stdout).pagination.total_count).toBe(9);
  });

  it('id prints the address of an identifier, addresses one line for each', async () => {
    const { stdout } = await query('addresses', 'nl', '--identifiers');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(DUTCH_TOWN.addresses.length);
    const { identifiers } = JSON.parse(lines[0]!);
    const found = await query('id', 'nl', identifiers.address, '--identifiers');
    expect(JSON.parse(found.stdout)).toEqual(JSON.parse(lines[0]!));
    expect(await query('id', 'nl', '0999200000000001')).toMatchObject({ code: 1, stderr: 'Nothing found.\n' });
    expect((await query('id', 'nl', 'dam')).stderr).toContain('Got "dam" as the identifier of an address');
  });

  it('takes the words of a search without quotes, a position, a language and --explain', async () => {
    const { code, stdout } = await query(
      ...['autocomplete', 'BE', 'rue', 'de', 'la', 'loi', '--language', 'fr', '--near', '50.84,4.36', '--explain'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results[0]).toMatchObject({ label: 'Rue de la Loi', explanation: expect.any(Array) });
    const refused = await query('autocomplete', 'nl', 'dam', '--near', '52.37');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^Got "52\.37" as --near; allowed is LATITUDE,/),
    ]);
  });

  it('nearest and geocode answer too', async () => {
    const near = await query('nearest', 'nl', '52.3071234', '5.0412345', '2000');
    expect(JSON.parse(near.stdout)).toMatchObject({ distance: 0 });
    const found = await query('geocode', 'Achterweg', '1,', 'Weesp');
    expect(JSON.parse(found.stdout)).toMatchObject({ country: 'nl', addresses: [{ street: 'Achterweg' }] });
  });

  it('geocode says with --explain what each word was read as, and with --label what stands on an envelope', async () => {
    const words = ['t.a.v.', 'Jan,', 'Achterweg', '1,', 'Weesp'];
    const { stdout } = await query('geocode', ...words, '--explain', '--label');
    const { words: read, addresses } = JSON.parse(stdout) as {
      words: { part: string }[];
      addresses: { label: string[] }[];
    };
    expect(read.map(({ part }) => part)).toEqual(['other', 'street', 'housenumber', 'place']);
    expect(addresses[0]!.label[0]).toBe('Achterweg 1');
  });

  it('prints a table on a terminal, and JSON there with --json', async () => {
    const { isTTY } = process.stdout;
    process.stdout.isTTY = true;
    try {
      const table = await query('autocomplete', 'nl', 'kerkstr', '--per-page', '1');
      expect(table.stdout).toMatch(/^Kerkstraat {2}street in \d+ places {2}GroupedStreets {2}\S+\n/);
      const json = await query('directmatch', 'nl', '1381EA', '6', 'A-2', '--json');
      expect(() => JSON.parse(json.stdout)).not.toThrow();
      const address = await query('directmatch', 'nl', '1381EA', '6', 'A-2');
      expect(address.stdout).toMatch(/^.+ 6A-2 {2}1381EA Weesp {2}/);
    } finally {
      process.stdout.isTTY = isTTY;
    }
  });

  it.each([
    ['an empty page', ['autocomplete', 'nl', 'zzzzzz'], 'Nothing found.\n'],
    ['no address', ['direct-match', 'nl', '9999ZZ', '1'], 'Nothing found.\n'],
  ])('ends with 1 after %s, with the answer all the same', async (_, args, sentence) => {
    const { code, stdout, stderr } = await query(...args);
    expect([code, stderr]).toEqual([1, sentence]);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });

  it.each([
    ['a country that is none', ['autocomplete', 'xx', 'dam'], /^Got country "xx"; allowed are nl, be, lu\.\n$/],
    ['a latitude that is none', ['radius', 'nl', 'north', '5'], /^Got "north" as latitude; allowed is a number/],
    [
      'a page that is none',
      ['autocomplete', 'nl', 'dam', '--page', '-1'],
      /^Got "-1" as --page; allowed is a whole number/,
    ],
    ['a country without an index', ['autocomplete', 'lu', 'dam'], /lu/],
    ['a context that is none', ['autocomplete', 'nl', '--context', 'x'], /^Got context "x"; allowed/],
  ])('ends with 2 and a sentence after %s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await query(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(sentence);
  });
});
