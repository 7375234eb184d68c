import { describe, expect, it } from 'vitest';
import { belgianIdentifier } from '../../../src/model/identifiers.ts';
import { formerLines } from '../../support/former-lines.ts';
import { csvFile, flemish } from './best-rows.ts';
import { flemishNames, type XmlAddress, xmlAddress, xmlFile } from './best-xml.ts';
import { importFiles } from './run-best.ts';

const formerOf = async (...records: readonly Partial<XmlAddress>[]): Promise<string[]> => {
  const addresses = [{}, ...records].map((change, i) => xmlAddress({ id: String(i + 1), ...change }));
  const files = { ...flemishNames(), 'FlandersAddress20260110L72.xml': xmlFile('address', addresses) };
  const { input } = await importFiles(files);
  return formerLines(input, (id) => id - belgianIdentifier('BE-VLG', 0));
};
const elsewhere = { x: '139400.00', y: '155900.00' };

describe('an address of the full download that has ended', () => {
  it('is an address that was, with its last position, until the day that the register names', async () => {
    const lines = await formerOf(
      { house: '1', validTo: '2024-12-31T00:00:00+01:00', ...elsewhere },
      { house: '3', status: 'retired', endLifeSpan: '2025-01-01T00:00:00+01:00', x: '139401.00' },
      { house: '5', box: '0102', status: 'retired', validTo: '2023-05-06', endLifeSpan: '2025-01-01', x: '139402.00' },
    );
    expect(lines.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
      '1, Lembeek: 20241231 withdrawn',
      '3, Lembeek: 20250101 withdrawn',
      '5 bus 0102, Lembeek: 20230506 withdrawn',
    ]);
  });

  it('is none if it was only planned, its end is unknown or still to come, or it is there again', async () => {
    const lines = await formerOf(
      { house: '1', status: 'proposed', validTo: '2024-12-31' },
      { house: '3', status: 'rejected', validTo: '2024-12-31' },
      { house: '5', status: 'retired' },
      { house: '7', validTo: '2026-12-31' },
      { house: '706', status: 'retired', validTo: '2024-12-31', ...elsewhere },
    );
    expect(lines).toEqual([]);
  });

  it('leads to the only address of today at its point, in its street, or with its number', async () => {
    expect((await formerOf({ house: '704', validTo: '2024-12-31' })).map((line) => line.slice(-3))).toEqual(['→ 1']);
  });

  it('leads nowhere if several addresses are there, or other streets', async () => {
    const there = { validTo: '2024-12-31' };
    const lines = await formerOf({ house: '704', ...there }, { house: '708' }, { house: '710', box: '1' });
    expect(lines.map((line) => line.slice(-9))).toEqual(['withdrawn']);
  });

  it('is not in the CSV files, which have no dates', async () => {
    const { input } = await importFiles({
      'openaddress-bevlg.csv': csvFile([flemish(), flemish({ status: 'retired' })]),
    });
    expect(input.former).toBeUndefined();
  });
});
