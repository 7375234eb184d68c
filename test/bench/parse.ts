import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { listExtractFiles, type StandFile, unpackStandFiles } from '../../pipelines/bag/files.ts';
import { readStand } from '../../pipelines/bag/stand-reader.ts';
import { ELEMENT_OF } from '../../pipelines/bag/stand-record.ts';
import { readEntry, readInGulps } from '../../pipelines/readers/input-tree.ts';
import { measureWork, type Work } from './latency.ts';
import { generateRegister } from './scale-build.ts';
import { formatTable } from './text-table.ts';

/** So many files of each type at most: enough for seconds of work, and all in memory. */
const FILES_OF_TYPE = 6;

/**
 * What reading the XML of the Dutch register costs: the same house numbers and residences from memory, through the scanner,
 * through the general parser that takes over from it, and through saxes without a listener. Inflating them is shown for comparison.
 */
export async function benchParse(options: {
  readonly scale: number;
  readonly seed: number;
  readonly rounds: number;
  readonly scratch: string;
}): Promise<void> {
  const { scale, seed, rounds, scratch } = options;
  const register = join(scratch, 'register');
  await mkdir(register);
  await generateRegister('nl', { scale, seed, directory: register });
  const files = await someFiles(register, scratch);
  const members = await Promise.all(
    files.map(async ({ entry, recordType }) => ({
      bytes: await readEntry(entry.source),
      scanFor: ELEMENT_OF[recordType],
    })),
  );
  const megabytes = members.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;

  const ways: Readonly<Record<string, () => Promise<void>>> = {
    'inflating alone': async () => {
      for (const { entry } of files) for await (const _ of readInGulps(entry.source));
    },
    'scanner, records counted': async () => {
      for (const { bytes, scanFor } of members) await countRecords(bytes, scanFor);
    },
    'general parser, records counted': async () => {
      for (const { bytes } of members) await countRecords(bytes, undefined);
    },
    'saxes alone': async () => {
      for (const { bytes } of members) parseWithSaxes(bytes, false);
    },
    'saxes alone, with namespaces': async () => {
      for (const { bytes } of members) parseWithSaxes(bytes, true);
    },
  };
  const measured = new Map<string, Work>();
  for (let round = 0; round < Math.max(2, rounds); round++) {
    for (const [name, work] of Object.entries(ways)) {
      const { cpuSeconds, seconds } = await measureWork(work);
      const best = measured.get(name);
      if (best === undefined || cpuSeconds < best.cpuSeconds) measured.set(name, { cpuSeconds, seconds });
    }
  }
  const saxes = measured.get('saxes alone')!.cpuSeconds;
  const rows = [...measured].map(([name, { cpuSeconds }]) => [
    name,
    cpuSeconds,
    megabytes / cpuSeconds,
    saxes / cpuSeconds,
  ]);
  console.log(`${Math.round(megabytes)} MB of XML; the best of each way's rounds\n`);
  console.log(formatTable([['', 'CPU s', 'MB/s of CPU', 'times saxes'], ...rows]));
}

async function someFiles(register: string, scratch: string): Promise<StandFile[]> {
  const temporary = join(scratch, 'temporary');
  await mkdir(temporary);
  const { stands } = await listExtractFiles([register], temporary);
  const zips = stands.filter(({ recordType }) => recordType === 'NUM' || recordType === 'VBO');
  const files = await Promise.all(zips.map((zip) => (zip.isZip ? unpackStandFiles(zip, temporary) : [zip])));
  return files.flatMap((ofType) => ofType.slice(0, FILES_OF_TYPE));
}

async function countRecords(bytes: Uint8Array, scanFor: string | undefined): Promise<number> {
  let records = 0;
  const onRecord = (): void => {
    records++;
  };
  await readStand(inOnePiece(bytes), onRecord, { path: 'bench', ...(scanFor === undefined ? {} : { scanFor }) });
  return records;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function parseWithSaxes(bytes: Buffer, xmlns: boolean): void {
  const parser = new SaxesParser({ xmlns });
  parser.write(bytes.toString()).close();
}
