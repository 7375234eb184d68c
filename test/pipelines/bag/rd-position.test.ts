import { describe, expect, it } from 'vitest';
import { readRdPosition } from '../../../pipelines/bag/rd-position.ts';
import { FIELD, StandRecord } from '../../../pipelines/bag/stand-record.ts';

function positionOf(point: string): readonly [number, number] | undefined {
  const record = new StandRecord();
  record.bytes = Buffer.from(`>${point}<`);
  record.starts[FIELD.point] = 1;
  record.ends[FIELD.point] = 1 + point.length;
  const position = { xMm: 0, yMm: 0 };
  return readRdPosition(record, position) ? [position.xMm, position.yMm] : undefined;
}

describe('a point in the Dutch grid', () => {
  it.each([
    ['131009.0 482405.0 0.0', 131_009_000, 482_405_000],
    ['131009 482405', 131_009_000, 482_405_000],
    ['131009.123 482405.456', 131_009_123, 482_405_456],
    ['131009.12 482405.4', 131_009_120, 482_405_400],
    ['131009.1234 482405.4565', 131_009_123, 482_405_457],
    ['131009.99950000000000 482405.123456789012345 0', 131_010_000, 482_405_123],
    ['\n 131009.0\t482405.0 ', 131_009_000, 482_405_000],
    ['-2000.5 377380.23', -2_000_500, 377_380_230],
  ])('%j is read to the millimetre', (text, x, y) => {
    expect(positionOf(text)).toEqual([x, y]);
  });

  it.each([
    ['0.0 0.0 0.0', 'no place in the country'],
    ['482405.0 131009.0', 'y before x'],
    ['131009.0', 'half a point'],
    ['', 'nothing'],
    ['NaN NaN', 'no number'],
    ['131009,0 482405,0', 'decimal commas'],
    ['1e5 4e5', 'exponents'],
    ['1.2.3 4.5.6', 'two decimal points'],
  ])('%j is no position: %s', (text) => {
    expect(positionOf(text)).toBeUndefined();
  });
});
