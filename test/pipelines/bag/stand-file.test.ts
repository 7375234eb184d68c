import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readStandFile, type StandFileContent, type StandFileTask } from '../../../pipelines/bag/stand-file.ts';
import { createParallelReader } from '../../../pipelines/readers/parallel.ts';
import { number, residence, standXml, street } from './small-extract.ts';

const folder = mkdtempSync(join(tmpdir(), 'stand-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function task(name: string, recordType: StandFileTask['recordType'], xml: string): StandFileTask {
  writeFileSync(join(folder, name), xml);
  return { source: { file: join(folder, name) }, path: name, recordType, referenceDate: 20260108, withObjects: true };
}

async function read(tasks: readonly StandFileTask[], threads: number): Promise<StandFileContent[]> {
  const results: StandFileContent[] = [];
  const reader = createParallelReader<StandFileTask, StandFileContent>({
    readFile: readStandFile,
    worker: new URL('../../../pipelines/bag/read-worker.ts', import.meta.url),
    threads,
    totalBytes: 1,
    minBytesForThreads: 1,
  });
  try {
    for await (const result of reader.inOrder(tasks)) results.push(result);
  } finally {
    await reader.close();
  }
  return results;
}

const numbers = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    number({
      id: `0363200000${String(from + i).padStart(6, '0')}`,
      number: 1 + i,
      street: '0363300000000001',
      letter: 'a',
    }),
  );

describe('reading stand files in worker threads', () => {
  it('gives what reading them one after the other gives, in their order, however long each takes', async () => {
    const tasks = [
      task(
        'streets.xml',
        'OPR',
        standXml('OPR', [street({ id: '0363300000000001', name: 'Dam&#xeb;', place: '3594' })]),
      ),
      task('many.xml', 'NUM', standXml('NUM', numbers(1, 3000))),
      ...Array.from({ length: 12 }, (_, i) => task(`few-${i}.xml`, 'NUM', standXml('NUM', numbers(5000 + 10 * i, i)))),
      task('bad.xml', 'NUM', standXml('NUM', [numbers(1, 1)[0]!.replace('>1<', '>x<')])),
      task(
        'objects.xml',
        'VBO',
        standXml('VBO', [
          residence({ id: '0363010000000001', main: '0363200000000001', secondary: ['0363200000000002'] }),
        ]),
      ),
    ];
    const inProcess = await read(tasks, 1);
    expect(inProcess.map((result) => result.read)).toEqual([1, 3000, ...Array.from({ length: 12 }, (_, i) => i), 1, 1]);
    expect(await read(tasks, 3)).toEqual(inProcess);
  });

  it('fails as reading them one after the other does', async () => {
    const tasks = [
      task('good.xml', 'NUM', standXml('NUM', numbers(1, 5))),
      task('cut.xml', 'NUM', standXml('NUM', numbers(1, 5)).slice(0, -50)),
      task('cut too.xml', 'NUM', '<'),
    ];
    const failure = (threads: number) =>
      read(tasks, threads).catch(({ code, message, data }) => ({ code, message, data }));
    const inProcess = await failure(1);
    expect(inProcess).toMatchObject({ code: 'input-corrupt', message: expect.stringContaining('"cut.xml"') });
    expect(await failure(2)).toEqual(inProcess);
  });
});
