import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { noCounts } from '../../src/batch/chunk.ts';
import { peekInput } from '../../src/batch/input.ts';
import { planFile } from '../../src/batch/plan.ts';
import type { Batch } from '../../src/http/batch.ts';
import { type RowsForm, sendRows } from '../../src/http/batch-rows.ts';
import { HttpProblem, problemBody } from '../../src/http/problems.ts';

describe('the rows of an answer', () => {
  const fault = new HttpProblem('invalid-batch', 'A "quote" is never closed.');

  /** What is sent of a file whose second chunk ends with a fault, and whether the answer is whole. */
  async function sent(form: RowsForm, answers: readonly (string | Error)[]): Promise<[string, boolean]> {
    let chunk = 0;
    const batch = {
      engine: {
        capacity: 1,
        answer: async () => {
          const bytes = answers[chunk++] ?? '';
          if (typeof bytes !== 'string') throw bytes;
          return { ...noCounts(), bytes: Buffer.from(bytes), rows: 1 };
        },
        close: async () => {},
      },
      signal: new AbortController().signal,
      problemOf: () => problemBody('', 'invalid-batch', fault.message),
      sent: async () => {},
    } as unknown as Batch;
    const rows = Array.from({ length: 12 }, (_, i) => `Dam;${i};${'x'.repeat(3000)}\n`);
    const peeked = await peekInput(Readable.from([Buffer.from(`Straat;Nr;Plaats\n${rows.join('')}`)]));
    const file = planFile(peeked, form !== 'csv' ? { output: 'ndjson' } : {});
    let text = '';
    let isWhole: boolean | undefined;
    const reply = {
      write: async (bytes: Buffer) => {
        text += bytes.toString();
      },
      end: (whole: boolean) => {
        isWhole = whole;
      },
    };
    await sendRows(batch, peeked, file, reply, form);
    return [text, isWhole!];
  }

  it('are as they are where there is no fault, behind their header', async () => {
    expect(await sent('csv', ['1;2\n', '3;4\n'])).toEqual([expect.stringMatching(/^Straat;Nr;.*\n1;2\n3;4\n$/), true]);
  });

  it('end with the reason on a line of its own, in quotes that are doubled, or as a problem', async () => {
    const cell = '"The answer breaks off here. A ""quote"" is never closed."\n';
    for (const row of ['1;2', '1;2\n'])
      expect(await sent('csv', [row, fault])).toEqual([expect.stringMatching(/\n1;2\n"The/), false]);
    expect((await sent('csv', ['1;2', fault]))[0].endsWith(cell)).toBe(true);
    const [text] = await sent('lines', ['{}\n', fault]);
    const problem = { problem: problemBody('', 'invalid-batch', fault.message) };
    expect(JSON.parse(text.split('\n')[1]!)).toEqual(problem);
    // An array has no end then.
    const [array, isWhole] = await sent('array', ['{"a":1}\n', fault]);
    expect([JSON.parse(`${array}]`), isWhole]).toEqual([[{ a: 1 }, problem], false]);
    expect(() => JSON.parse(array)).toThrow();
  });

  it('are one array where that is asked for', async () => {
    const [text, isWhole] = await sent('array', ['{"a":1}\n{"b":"é"}\n', '', '{"c":3}']);
    expect([JSON.parse(text), isWhole]).toEqual([[{ a: 1 }, { b: 'é' }, { c: 3 }], true]);
    expect(JSON.parse((await sent('array', ['', '']))[0])).toEqual([]);
  });

  it('are none where the first of them are at fault', async () => {
    await expect(sent('csv', [fault])).rejects.toBe(fault);
  });
});
