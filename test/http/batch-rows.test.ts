import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type AnsweringBatch, type Writing, withReason } from '../../src/http/batch-rows.ts';
import { HttpProblem, problemBody } from '../../src/http/problems.ts';

describe('the rows of an answer', () => {
  const fault = new HttpProblem('invalid-batch', 'A "quote" is never closed.');
  const batch = {
    problemOf: () => problemBody('', 'invalid-batch', fault.message),
    sent: async () => {},
  } as unknown as AnsweringBatch;

  /** What comes of the rows, and whether it breaks off. */
  async function taken(
    bytes: string,
    why: unknown,
    rowsOf: (rows: PassThrough, writing: Writing) => AsyncGenerator<Buffer, void>,
  ): Promise<[text: string, error: unknown]> {
    const rows = new PassThrough();
    rows.end(bytes);
    let text = '';
    try {
      for await (const part of rowsOf(rows, { fault: () => why } as Writing)) text += part.toString();
      return [text, undefined];
    } catch (error) {
      return [text, error];
    }
  }

  it('are as they are where there is no fault', async () => {
    expect(await taken('a;b\n1;2', undefined, (...of) => withReason(...of, 'csv', batch))).toEqual([
      'a;b\n1;2',
      undefined,
    ]);
  });

  it('end with the reason on a line of its own, in quotes that are doubled, or as a problem', async () => {
    const cell = '"The answer breaks off here. A ""quote"" is never closed."\n';
    for (const bytes of ['a;b\n1;2', 'a;b\n1;2\n']) {
      expect(await taken(bytes, fault, (...of) => withReason(...of, 'csv', batch))).toEqual([
        `a;b\n1;2\n${cell}`,
        fault,
      ]);
    }
    const [text] = await taken('{}\n', fault, (...of) => withReason(...of, 'json', batch));
    expect(JSON.parse(text.split('\n')[1]!)).toEqual({ problem: batch.problemOf(fault) });
  });
});
