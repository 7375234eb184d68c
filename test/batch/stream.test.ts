import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passChunk } from '../../src/batch/chunk.ts';
import type { ChunkEngine } from '../../src/batch/engine.ts';
import { peekInput } from '../../src/batch/input.ts';
import { type FileOptions, planFile } from '../../src/batch/plan.ts';
import { geocodeStream, readPartialOutput } from '../../src/batch/stream.ts';
import { codeOfPromise } from '../support/code-of.ts';

/** Answers no row, which is all that reading, cutting, writing and resuming need. */
const engine: ChunkEngine = {
  capacity: 3,
  answer: async (plan, bytes) => passChunk(plan, bytes),
  close: async () => {},
};

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'stream-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The output for an input, or what is missing of it where `partial` is what there is. */
async function answer(
  input: string,
  partial?: Buffer,
  { answers = engine, ...options }: FileOptions & { readonly answers?: ChunkEngine } = {},
): Promise<Buffer> {
  const peeked = await peekInput(Readable.from([Buffer.from(input)]));
  const file = planFile(peeked, options);
  const out: Buffer[] = [];
  const write = async (bytes: Buffer): Promise<void> => void out.push(bytes);
  if (partial === undefined) {
    await geocodeStream(peeked, file, { engine: answers, write });
    return Buffer.concat(out);
  }
  const path = join(scratch, 'partial');
  writeFileSync(path, partial);
  const answered = await readPartialOutput(path, file);
  await geocodeStream(peeked, file, { engine: answers, write, answered });
  return Buffer.concat([partial.subarray(0, answered?.bytes ?? 0), ...out]);
}

const csv = `straat;nr;noot\r\n${Array.from({ length: 2500 }, (_, i) => `Kerkstraat;${i};"a; ""b""\r\n"`).join('\r\n')}\r\n`;
const awkward = 'straat,nr,noot\nDam,1\nDam,2,a,b,"c\nd"\n\n"Dam"x,"3",\nDam,4,"=1+1"\n';
const objects =
  '{"straat":"Dam","nr":1}\r\nno object\n{}\n{ "straat" : "Dam" , "nr":"2" } \n[1]\n{"match_status":"x"}\n\n{"a":{"b":1}}';

describe.each([
  ['of CSV', csv],
  ['with short and long rows, line breaks and quotes', awkward],
  ['of objects and what is none', objects],
])('an output %s', (_what, input) => {
  it('is resumed from where it was cut, to the same bytes', async () => {
    const whole = await answer(input);
    const step = Math.max(1, Math.floor(whole.length / 80));
    for (let at = 0; at <= whole.length; at += step) {
      expect((await answer(input, whole.subarray(0, at))).equals(whole), `cut at ${at}`).toBe(true);
    }
    expect((await answer(input, whole)).equals(whole)).toBe(true);
  });
});

it.each([['score'], ['latitude', 'status']])(
  'an output of objects is resumed whatever columns it has: %s',
  async (...names) => {
    const options: FileOptions = { resultColumns: names };
    const whole = await answer(objects, undefined, options);
    for (let at = 0; at <= whole.length; at += 7) {
      expect((await answer(objects, whole.subarray(0, at), options)).equals(whole), `cut at ${at}`).toBe(true);
    }
  },
);

describe('an output is not resumed', () => {
  it('with an input of which any answered row differs', async () => {
    const partial = (await answer(csv)).subarray(0, 120_000);
    expect((await answer(csv, partial)).length).toBeGreaterThan(150_000);
    for (const row of [0, 1, 700, 1500]) {
      const other = csv.replace(`Kerkstraat;${row};`, `Kerkstraat;${row}x;`);
      expect(other).not.toBe(csv);
      expect(await codeOfPromise(answer(other, partial)), `row ${row}`).toBe('input-mixed');
    }
    // What has not been answered may be another.
    expect((await answer(csv.replace('Kerkstraat;2499;', 'Kerkstraat;x;'), partial)).length).toBeGreaterThan(150_000);
  });

  it('with one that has a row more or less before', async () => {
    const partial = (await answer(csv)).subarray(0, 100_000);
    expect(
      await codeOfPromise(answer(csv.replace('Kerkstraat;5;', 'Kerkstraat;4;"x"\r\nKerkstraat;5;'), partial)),
    ).toBe('input-mixed');
    const few = csv.split('\r\n').slice(0, 9).join('\r\n');
    expect(await codeOfPromise(answer(few, partial))).toBe('input-mixed');
  });

  it.each([csv, objects])('with options or an index that answer its last rows in another way', async (input) => {
    const whole = await answer(input);
    const partial = whole.subarray(0, whole.length - 4);
    const other: ChunkEngine = {
      ...engine,
      answer: async (plan, bytes) => {
        const answered = passChunk(plan, bytes);
        return { ...answered, bytes: Buffer.from(answered.bytes.toString().replaceAll('not-answered', '')) };
      },
    };
    expect(await codeOfPromise(answer(input, partial, { answers: other }))).toBe('input-mixed');
    expect((await answer(input, partial)).equals(whole)).toBe(true);
  });

  it('with other objects', async () => {
    const whole = await answer(objects);
    for (const [from, to] of [
      ['"nr":1', '"nr":3'],
      ['no object', 'no  object'],
      ['"match_status":"x"', '"match_status":"y"'],
    ] as const) {
      expect(await codeOfPromise(answer(objects.replace(from, to), whole)), from).toBe('input-mixed');
    }
  });
});
