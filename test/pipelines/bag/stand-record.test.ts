import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD, NO_SUFFIX, packSuffix, StandRecord, unpackSuffix } from '../../../pipelines/bag/stand-record.ts';

function pack(letter: string | undefined, addition: string | undefined): number {
  const record = new StandRecord();
  record.bytes = Buffer.from((letter ?? '') + (addition ?? ''));
  if (letter !== undefined) {
    record.starts[FIELD.letter] = 0;
    record.ends[FIELD.letter] = letter.length;
  }
  if (addition !== undefined) {
    record.starts[FIELD.addition] = (letter ?? '').length;
    record.ends[FIELD.addition] = record.bytes.length;
  }
  return packSuffix(record);
}

describe('a packed suffix', () => {
  it('unpacks to the letter and addition it was packed from, case and leading zeros kept', () => {
    const letter = fc.option(fc.stringMatching(/^[a-zA-Z]$/), { nil: undefined });
    const addition = fc.option(fc.stringMatching(/^[0-9a-zA-Z]{1,4}$/), { nil: undefined });
    fc.assert(
      fc.property(letter, addition, (a, b) => {
        const packed = pack(a, b);
        expect(packed).toBeLessThan(2 ** 32);
        expect(unpackSuffix(packed)).toEqual({ letter: a ?? '', addition: b ?? '' });
      }),
    );
    expect(unpackSuffix(pack('z', 'zzzz'))).toEqual({ letter: 'z', addition: 'zzzz' });
    expect(unpackSuffix(pack(undefined, '0001'))).toEqual({ letter: '', addition: '0001' });
  });

  it('is 0 where there is neither', () => {
    expect(pack(undefined, undefined)).toBe(NO_SUFFIX);
  });

  it.each([
    ['1', undefined],
    ['AB', undefined],
    ['', undefined],
    [undefined, 'ABCDE'],
    [undefined, 'A-1'],
    [undefined, ''],
  ])('is refused for letter %j and addition %j, which the register does not allow', (letter, addition) => {
    expect(pack(letter, addition)).toBe(-1);
  });
});
