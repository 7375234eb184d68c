import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOfArray } from '../../src/batch/json-array.ts';
import { codeOfPromise } from '../support/code-of.ts';

/** The lines of a body that arrives in parts of so many bytes. */
async function linesOf(body: string, bytes: number = body.length): Promise<string[]> {
  const whole = Buffer.from(body);
  async function* arriving(): AsyncGenerator<Buffer, void> {
    for (let from = 0; from < whole.length; from += bytes) yield whole.subarray(from, from + bytes);
  }
  const parts: Buffer[] = [];
  for await (const part of linesOfArray(arriving())) parts.push(part);
  const text = Buffer.concat(parts).toString();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').slice(0, -1);
}

describe('a JSON array, line by line', () => {
  it('has a line of each element: of a text an object with it, of anything else what it is', async () => {
    const array = ['Dam 1, "Amsterdam"\n', { street: 'Dam', of: [1, '[{,', { a: '\\"' }] }, 12, null, [], '', {}];
    for (const body of [JSON.stringify(array), JSON.stringify(array, null, 2), `\ufeff ${JSON.stringify(array)}\r\n`]) {
      const lines = (await linesOf(body)).map((line) => JSON.parse(line));
      expect(lines).toEqual(array.map((each) => (typeof each === 'string' ? { text: each } : each)));
    }
    expect(await linesOf(' [ ] ')).toEqual([]);
  });

  it('is the same however it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (array, bytes) => {
          const lines = (await linesOf(JSON.stringify(array, null, 1), bytes)).map((line) => JSON.parse(line));
          expect(lines).toEqual(
            JSON.parse(JSON.stringify(array.map((each) => (typeof each === 'string' ? { text: each } : each)))),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keeps a faulty element on its line, and those beside it whole', async () => {
    expect(await linesOf('["a\nb", {"a":}, tru, } ,"c"]')).toEqual([
      '{"text":"a\\nb"}',
      '{"a":}',
      'tru',
      '} ',
      '{"text":"c"}',
    ]);
  });

  it.each([
    ['', 'input-corrupt'],
    ['{"a":1}', 'input-not-recognised'],
    ['"Dam 1"', 'input-not-recognised'],
    ['["Dam 1"', 'input-corrupt'],
    ['["Dam 1', 'input-corrupt'],
    ['["Dam 1"] []', 'input-corrupt'],
    ['["Dam 1",]', 'input-corrupt'],
    ['[,"Dam 1"]', 'input-corrupt'],
    ['["Dam 1",,"Dam 2"]', 'input-corrupt'],
  ])('of %j is refused as %s', async (body, code) => {
    expect(await codeOfPromise(linesOf(body, 3))).toBe(code);
  });
});
