import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AddressLookupError } from '../../src/errors.ts';
import { stampRelease, unstampedCrc32 } from '../../src/format/container.ts';
import { crc32 } from '../../src/format/crc32.ts';
import { CountryLookup } from '../../src/lookup/country-lookup.ts';
import type { Country } from '../../src/model/country.ts';
import { CountryIndex, type IndexBuffers } from '../../src/store/country-index.ts';
import { verifyContents } from '../../src/store/directory.ts';
import { INDEX_FILES, type Manifest, OPTIONAL_FILES, parseManifest, sealManifest } from '../../src/store/manifest.ts';
import { releaseOf } from '../../src/store/manifest-file.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { assertUndamaged, checksumsOf } from '../../src/store/verify.ts';
import type { Random } from './random.ts';

/** The files of an index, the manifest among them, by name. */
export type IndexBytes = ReadonlyMap<string, Buffer>;

/** What opening an index may do with damage: refuse it with a code, or answer as if there were none. */
export type DamageOutcome = 'refused' | 'refused by verify' | 'equal' | 'WRONG ANSWERS' | `ERROR ${string}`;

/** The files of the current release of a country. */
export function readIndexBytes(directory: string): IndexBytes {
  const release = currentDirectory(directory)!;
  const own: readonly string[] = [...Object.values(INDEX_FILES), ...Object.values(OPTIONAL_FILES)];
  const names = readdirSync(release).filter((name) => own.includes(name));
  return new Map(names.map((name) => [name, readFileSync(join(release, name))]));
}

/** Opens the files as `openIndex` does, checks included. @throws AddressLookupError */
export async function openBytes(files: IndexBytes): Promise<CountryLookup<Country>> {
  const manifest = parseManifest(files.get(INDEX_FILES.manifest)!.toString('utf8'), INDEX_FILES.manifest);
  const buffers: Record<string, SharedArrayBuffer> = {};
  for (const { name, bytes } of manifest.files) {
    const content = files.get(name);
    if (content?.length !== bytes) throw new AddressLookupError('index-corrupt', `${name} has another size.`);
    buffers[name] = new SharedArrayBuffer(bytes);
    new Uint8Array(buffers[name]).set(content);
  }
  const index: IndexBuffers = { manifest, files: buffers };
  assertUndamaged('index', index, await checksumsOf(index));
  return new CountryLookup(manifest.country, new CountryIndex(index));
}

/** Which files of an index in memory differ from their checksums, and the sentence that says so. */
export async function damagesOf(index: IndexBuffers): Promise<{ files: string[]; message: string }> {
  try {
    assertUndamaged('index', index, await checksumsOf(index));
    return { files: [], message: '' };
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    const { files, file } = error.data as { files?: string[]; file?: string };
    // A bit of the format version says another version, of one file.
    return { files: files ?? [file!], message: error.message };
  }
}

/** The answers to some hundred queries of every kind, as text. */
export function answersOf(lookup: CountryLookup<Country>): string {
  const answers: unknown[] = [];
  const open = (context: string | undefined): readonly { readonly context?: string | null }[] => {
    const answer = lookup.autocomplete({ context, perPage: 8 }) as { results?: readonly { context?: string | null }[] };
    answers.push(answer);
    return answer?.results ?? [];
  };
  for (const search of [
    'a',
    'be',
    'st',
    'kal 1',
    'rue de la',
    'grand',
    'dam 1',
    '1012',
    '1000 bru',
    'strass 12',
    'xqzw',
    'amstrdam',
  ]) {
    const { results } = lookup.autocomplete({ search, perPage: 5 }) as {
      results: readonly { context?: string | null }[];
    };
    answers.push(results);
    for (const { context } of results.slice(0, 2))
      for (const next of open(context ?? undefined).slice(0, 3)) open(next.context ?? undefined);
  }
  for (const [postcode, housenumber] of [
    ['1012JS', '1'],
    ['1000', '16'],
    ['1470', '70'],
    ['9999ZZ', '1'],
  ] as const) {
    try {
      answers.push(lookup.directMatch({ postcode, housenumber, street: 'a' } as never));
    } catch (error) {
      answers.push((error as AddressLookupError).code ?? String(error));
    }
  }
  for (const [latitude, longitude] of [
    [52.37, 4.89],
    [50.85, 4.35],
    [49.61, 6.13],
  ] as const)
    answers.push(lookup.radius({ latitude, longitude, radius: 500, perPage: 20 }));
  return JSON.stringify(answers);
}

export interface JudgeOptions {
  /** Whether `verify` is asked, too, before anything else is. */
  readonly isVerified: boolean;
}

/** What comes of an index in which some files are others. */
export async function judge(
  files: IndexBytes,
  expected: string,
  { isVerified }: JudgeOptions = { isVerified: false },
): Promise<DamageOutcome> {
  let isOpen = false;
  try {
    const lookup = await openBytes(files);
    isOpen = true;
    if (isVerified) verifyContents(lookup.index);
    return answersOf(lookup) === expected ? 'equal' : 'WRONG ANSWERS';
  } catch (error) {
    if (error instanceof AddressLookupError && /^index-/.test(error.code))
      return isOpen ? 'refused by verify' : 'refused';
    return `ERROR ${String((error as Error).stack ?? error)
      .split('\n')
      .slice(0, 3)
      .join(' | ')}`;
  }
}

export function withFile(files: IndexBytes, name: string, content: Buffer): IndexBytes {
  return new Map(files).set(name, content);
}

export function withFlippedBit(content: Buffer, bit: number): Buffer {
  const changed = Buffer.from(content);
  changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
  return changed;
}

const HEADER_BYTES = 24;
const ENTRY_BYTES = 40;

/** What is made anew after a lie. */
export interface LieOptions {
  /** The release too, not the checksums alone: as if it had been built so. */
  readonly isReleased: boolean;
}

/**
 * A container whose head, directory or sections lie, and every checksum says that they are right: as a program with a fault would write
 * it, or an attacker.
 */
export function withLie(
  files: IndexBytes,
  random: Random,
  { isReleased }: LieOptions,
): { readonly what: string; readonly files: IndexBytes } {
  const names = [...files.keys()].filter((name) => name !== INDEX_FILES.manifest);
  const name = random.pick(names);
  let content = Buffer.from(files.get(name)!);
  const value = random.pick([0, 1, 2, 7, 0xff, 0xffff, 0x7fffffff, 0xffffffff, random.between(0, content.length)]);
  let what = `${name}: `;
  if (content.toString('latin1', 0, 4) === 'BNLX') {
    const count = content.readUInt32LE(8);
    const entry = HEADER_BYTES + random.between(0, count - 1) * ENTRY_BYTES;
    const section = content.toString('latin1', entry, entry + 24).replace(/\0+$/, '');
    const length = content.readUInt32LE(entry + 24);
    const offset = content.readDoubleLE(entry + 32);
    const kind = random.pick([
      'length',
      'offset',
      'name',
      'count',
      'head',
      'head',
      'head',
      'word',
      'word',
      'word',
      'nudge',
      'nudge',
      'shorter',
      'shorter',
    ]);
    what += `${kind} of ${section}`;
    if (kind === 'length') content.writeUInt32LE(value, entry + 24);
    if (kind === 'offset')
      content.writeDoubleLE(random.pick([value, value * 8, Number.NaN, -8, 2 ** 52, 0.5]), entry + 32);
    if (kind === 'name') content.write('other', entry, 'latin1');
    if (kind === 'count') content.writeUInt32LE(value, 8);
    if (kind === 'shorter')
      content.writeUInt32LE(Math.floor((length * random.pick([0, 0.5, 0.9])) / 4) * 4, entry + 24);
    // The first words of a section say how it is to be read.
    if (kind === 'head' && length >= 4)
      writeWord(content, offset + random.between(0, Math.min(5, length / 4 - 1)) * 4, value);
    if (kind === 'word' && length >= 4)
      writeWord(content, offset + random.between(0, Math.floor(length / 4) - 1) * 4, value);
    // A value that is nearly right.
    if (kind === 'nudge' && length >= 1) {
      const at = offset + random.between(0, length - 1);
      content[at] = content[at]! ^ (1 << random.between(0, 7));
    }
    resealContainer(content);
  } else {
    const kind = random.pick(['head', 'word', 'shorter']);
    what += kind;
    if (kind === 'shorter') content = content.subarray(0, random.between(0, content.length));
    else
      writeWord(
        content,
        random.between(0, Math.min(content.length, kind === 'head' ? 32 : content.length) / 4 - 1) * 4,
        value,
      );
  }
  const changed = withFile(files, name, content);
  return { what, files: reseal(isReleased ? withOwnRelease(changed) : changed) };
}

function writeWord(content: Buffer, at: number, value: number): void {
  const offset = Math.floor(at);
  if (offset >= 0 && offset + 4 <= content.length) content.writeUInt32LE(value, offset);
}

/** Checksums of the sections and the directory, as far as they are inside the file. */
function resealContainer(content: Buffer): void {
  const count = content.readUInt32LE(8);
  const end = HEADER_BYTES + count * ENTRY_BYTES;
  if (end > content.length) return;
  for (let entry = HEADER_BYTES; entry < end; entry += ENTRY_BYTES) {
    const [length, offset] = [content.readUInt32LE(entry + 24), content.readDoubleLE(entry + 32)];
    if (offset >= 0 && offset + length <= content.length)
      content.writeUInt32LE(crc32(content.subarray(offset, offset + length)), entry + 28);
  }
  content.writeUInt32LE(crc32(content.subarray(16, end)), 12);
}

/** The same files as a release of their own: in their heads and in the manifest. */
function withOwnRelease(files: IndexBytes): IndexBytes {
  const manifest = JSON.parse(files.get(INDEX_FILES.manifest)!.toString('utf8')) as Manifest;
  const describe = ({ name }: { name: string }) => {
    const content = files.get(name)!;
    return { name, bytes: content.length, crc32: isStampable(content) ? unstampedCrc32(content) : crc32(content) };
  };
  const release = releaseOf(manifest, manifest.files.map(describe));
  const stamped = new Map(files);
  for (const { name } of manifest.files) {
    const content = Buffer.from(files.get(name)!);
    if (isStampable(content)) stampRelease(content, release);
    stamped.set(name, content);
  }
  return stamped.set(INDEX_FILES.manifest, Buffer.from(JSON.stringify({ ...manifest, release })));
}

function isStampable(content: Buffer): boolean {
  return (
    content.toString('latin1', 0, 4) === 'BNLX' &&
    HEADER_BYTES + content.readUInt32LE(8) * ENTRY_BYTES <= content.length
  );
}

/** A manifest that says of the files what they are. */
export function reseal(files: IndexBytes): IndexBytes {
  const manifest = JSON.parse(files.get(INDEX_FILES.manifest)!.toString('utf8')) as Manifest;
  const { crc32: _, ...fields } = manifest;
  const described = manifest.files.map(({ name }) => {
    const content = files.get(name)!;
    return { name, bytes: content.length, crc32: crc32(content) };
  });
  const sealed = sealManifest({ ...fields, files: described });
  return withFile(files, INDEX_FILES.manifest, Buffer.from(`${JSON.stringify(sealed, null, 2)}\n`));
}
