import { createWriteStream } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { notWritable } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { countriesIn, readCountry } from '../../src/store/directory.ts';
import { INDEX_FILES } from '../../src/store/manifest.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { writeError } from '../download/transfer.ts';
import { digestsOf } from '../provenance.ts';

/*
 * A pack is a zip with the indexes of some countries, for machines that do not build them. Its members are stored, not
 * compressed, in one order and with one date:
 *
 *     be/addresses.bin … be/manifest.json   lu/…   nl/…
 *
 * The same indexes so give the same bytes, and who has a part of them can put a pack together from these and the rest
 * (`install`). FILE.sha256 next to it has its checksum, as `sha256sum` writes it.
 */

/** A fixed time, given as local time, which zips have, so that packs are the same everywhere. */
const MODIFIED: Date = new Date(2020, 0, 1);

interface Pack {
  readonly countries: readonly Country[];
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Packs the current releases of a data directory, after checking every byte of them.
 *
 * @throws AddressLookupError `index-…`, `output-not-writable`
 */
export async function pack(data: string, file: string): Promise<Pack> {
  const countries = countriesIn(data);
  const zip = new ZipFile();
  for (const country of [...countries].sort()) {
    const { manifest } = await readCountry(data, country);
    const directory = currentDirectory(join(data, country)) ?? join(data, country);
    const names = [...manifest.files.map(({ name }) => name), INDEX_FILES.manifest];
    for (const name of names.sort())
      zip.addFile(join(directory, name), `${country}/${name}`, { compress: false, mtime: MODIFIED, mode: 0o100644 });
  }
  const part = `${file}.part`;
  try {
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(part));
    const sha256 = (await digestsOf(part, ['sha256'])).get('sha256')!;
    const { size } = await stat(part);
    await rename(part, file);
    await writeFile(checksumPath(file), `${sha256}  ${basename(file)}\n`);
    return { countries, bytes: size, sha256 };
  } catch (error) {
    await rm(part, { force: true });
    const isMisplaced = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw isMisplaced ? notWritable(file, error, REMEDY) : (writeError(error, file, REMEDY) ?? error);
  }
}

const REMEDY = 'choose another file';

/** The path or URL of the checksum of a pack. */
export function checksumPath(pack: string): string {
  return `${pack}.sha256`;
}

/** The checksum in the text of a `.sha256` file; `undefined` if it has none. */
export function parseChecksum(text: string): string | undefined {
  return /^([0-9a-f]{64})(?:\s|$)/i.exec(text.trim())?.[1]?.toLowerCase();
}
