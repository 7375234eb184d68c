import { expect, it } from 'vitest';
import { AddressTableBuilder } from '../../../pipelines/best/address-table.ts';
import { PositionReader } from '../../../pipelines/best/positions.ts';

it('a table of many thousand addresses has each as it was added, whatever room it began with', () => {
  const builder = new AddressTableBuilder('a.csv');
  const place = new PositionReader(undefined);
  const count = 10_000;
  for (let i = 0; i < count; i++) {
    place.read('EPSG:31370', String(150_000 + (i % 7)), '170000');
    builder.add(
      4e12 + i,
      i % 11,
      i % 3,
      `${i}${i % 2 === 0 ? 'A' : ''}`,
      i % 5 === 0 ? '0002' : '',
      i % 5,
      i % 4 === 0,
      i % 4 === 0 ? 20_210_915 : 0,
      place,
      i + 2,
    );
  }
  builder.unread.push({ reason: 'ragged-row', position: 7, id: '', detail: '' });
  const table = builder.finish();
  expect([table.length, table.read, table.path]).toEqual([count, count + 1, 'a.csv']);
  for (let i = 0; i < count; i++) {
    const { letter, addition } = table.suffixes[table.suffix[i]!]!;
    const row = [table.addressId[i], table.street[i], table.postalArea[i], table.number[i], letter, addition];
    // A number 0 is no number: what is written is then the letter.
    const number = i === 0 ? [0, '0A'] : [i, i % 2 === 0 ? 'A' : ''];
    expect(row).toEqual([4e12 + i, i % 11, i % 3, ...number, i % 5 === 0 ? '0002' : '']);
    expect([table.status[i], table.closed[i], table.position[i]]).toEqual([i % 5, Number(i % 4 === 0), i + 2]);
    expect(table.xMm[i]).toBe((150_000 + (i % 7)) * 1000);
  }
  expect(table.suffixes[0]).toEqual({ letter: '', addition: '' });
  // Columns are as long as the table, no longer.
  expect(table.addressId.length).toBe(count);
});
