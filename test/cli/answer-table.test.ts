import { describe, expect, it } from 'vitest';
import { answerTable } from '../../src/cli/answer-table.ts';
import { belgianTown, dutchTown, luxembourgTown } from '../support/towns.ts';

/** Cells of a line, which two blanks and more divide. */
const cells = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('an answer for a person', () => {
  it('has an address on each line, its columns one below the other', async () => {
    const { lookup } = await dutchTown();
    const table = answerTable(lookup.directMatch({ postcode: '1381EA', housenumber: 6, housenumberaddition: 'A' }));
    expect(cells(table)).toEqual([['Kerkstraat 6A', '1381EA Weesp', '52.3071234, 5.0412345']]);
    const all = answerTable(lookup.directMatch({ postcode: '1381EA', housenumber: 6 }))
      .trimEnd()
      .split('\n');
    expect(all).toHaveLength(9);
    expect(new Set(all.map((line) => line.indexOf('1381EA'))).size).toBe(1);
  });

  it('has both names of a Belgian street, the box, and says where there is no position', async () => {
    const { lookup } = await belgianTown();
    const table = answerTable(lookup.directMatch({ postcode: '1000', housenumber: '16 bus 1', street: 'Wetstraat' }));
    const [[street, place, position]] = cells(table) as [string[]];
    expect(street!.split(' / ').sort()).toEqual(['Rue de la Loi', 'Wetstraat 16 bus 1'].sort());
    expect(place).toMatch(/^1000 (Bruxelles \/ Brussel|Brussel \/ Bruxelles)$/);
    expect(position).toBe('no position');
  });

  it('has the identifiers of an address and what is registered there', async () => {
    const { lookup } = await dutchTown();
    const [address] = lookup.directMatch({ postcode: '1381EA', housenumber: 6, housenumberaddition: 'A' });
    const [id, building, main] = ['0457010000000001', '0457100000000001', '0457200000000002'];
    const unit = { id, kind: 'unit', status: 'in-use', buildings: [building], uses: ['office'], floorAreaM2: 134 };
    const pitch = { id, kind: 'pitch', status: 'designated', buildings: [], uses: [], mainAddress: main };
    const table = answerTable({ ...address, identifiers: { address: main }, objects: [unit, pitch] });
    expect(cells(table)[0]!.slice(3)).toEqual([
      main,
      `unit ${id}, in-use, office, 134 m², in ${building}`,
      `pitch ${id}, designated, main address ${main}`,
    ]);
  });

  it('has suggestions with what opens them, and says how many pages there are', async () => {
    const { lookup } = await dutchTown();
    const page = lookup.autocomplete({ search: 'kerk', perPage: 1 });
    const [first, last] = cells(answerTable(page));
    expect(first!.slice(0, 3)).toEqual(['Kerkstraat', 'street in 3 places', 'GroupedStreets']);
    expect(first![3]).toMatch(/^gn/);
    expect(last).toEqual(['page 1 of 2, 2 results']);
    expect(answerTable(lookup.autocomplete({ search: 'achterweg' })!)).not.toContain('page');
  });

  it('has the words of a text that was explained, and the lines of an envelope', async () => {
    const { lookup } = await luxembourgTown();
    const [address] = lookup.directMatch({ postcode: '9209', housenumber: 10, label: true });
    expect(cells(answerTable(address))).toEqual([["10, D'Baach aus", 'L-9209 Diekirch', '49.87174, 6.15931']]);
    const geocoded = {
      ...{ status: 'corrected', score: 0.9, precision: 'street', country: 'lu', addresses: [], parts: {} },
      ...{ position: undefined, alternatives: [], faults: [], distance: undefined },
      words: [
        { part: 'street', written: 'Bach aus', register: "D'Baach aus" },
        { part: 'place', written: 'Diekirch', register: 'Diekirch' },
        { part: 'other', written: 'tel.' },
      ],
    };
    expect(cells(answerTable(geocoded)).slice(1)).toEqual([
      ['street', "Bach aus → D'Baach aus"],
      ['place', 'Diekirch'],
      ['other', 'tel.'],
    ]);
  });

  it('has the one address of a house, and is nothing for nothing', async () => {
    const { lookup } = await luxembourgTown();
    const [address] = lookup.directMatch({ postcode: '9209', housenumber: 10 });
    expect(cells(answerTable(address))).toEqual([["D'Baach aus 10", '9209 Diekirch', '49.87174, 6.15931']]);
    expect(answerTable(null)).toBe('');
    expect(answerTable([])).toBe('');
  });
});
