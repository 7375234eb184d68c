import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { notWritable, systemFault } from '../../src/errors.ts';
import type { Country } from '../../src/model/country.ts';
import { countriesIn, openCountry, verifyContents } from '../../src/store/directory.ts';
import { INDEX_FILES, type Manifest, registerLabel } from '../../src/store/manifest.ts';
import { currentDirectory } from '../../src/store/releases.ts';
import { writeError } from '../download/transfer.ts';
import { replaceFile } from '../durable-files.ts';
import { digestsOf } from '../provenance.ts';
import { signatureOf, signaturePath } from './signature.ts';

/*
 * A pack is a zip with the indexes of some countries, for machines that do not build them. Its members are stored, not
 * compressed, in one order and with one date:
 *
 *     be/addresses.bin … be/manifest.json   lu/…   nl/…
 *
 * The same indexes so give the same bytes, and who has a part of them can put a pack together from these and the rest
 * (`install`). Next to it is its head, FILE.sha256: its checksum, as `sha256sum` writes it, and in comments its size and releases,
 *
 *     0d6f…  addresses.zip
 *     # 441234567 bytes
 *     # lu 91b5c0ffee0d15ea CACLR 2026-11-08, BD-Adresses 2026-11-09
 *
 * so that who has these releases need not fetch more. FILE.sha256.sig is the signature of the head (signature.ts).
 */

/** A fixed time, given as local time, which zips have, so that packs are the same everywhere. */
const MODIFIED: Date = new Date(2020, 0, 1);

interface Pack {
  readonly countries: readonly Country[];
  readonly bytes: number;
  readonly sha256: string;
}

interface PackOptions {
  /** A file with the private key to sign the pack with. */
  readonly signingKey?: string | undefined;
}

/**
 * Packs the current releases of a data directory, after checking every byte of them.
 *
 * @throws AddressLookupError `index-…`, `output-not-writable`, `invalid-option` for a file that is no key
 */
export async function pack(data: string, file: string, { signingKey }: PackOptions = {}): Promise<Pack> {
  // Before any work: a key that is none is told at once.
  if (signingKey !== undefined) signatureOf('', signingKey);
  const countries = countriesIn(data);
  const manifests: Manifest[] = [];
  const members: (readonly [path: string, name: string])[] = [];
  for (const country of [...countries].sort()) {
    const index = await openCountry(data, country);
    verifyContents(index);
    const { manifest } = index;
    manifests.push(manifest);
    const directory = currentDirectory(join(data, country)) ?? join(data, country);
    const names = [...manifest.files.map(({ name }) => name), INDEX_FILES.manifest];
    for (const name of names.sort()) members.push([join(directory, name), `${country}/${name}`]);
  }
  // Where a link leads.
  const target = await realpath(file).catch(() => file);
  const there = await stat(target).catch(() => undefined);
  if (there?.isFile() === false && !there.isDirectory())
    throw notWritable(file, new Error('it is a device or a pipe, and a pack is a file'), REMEDY);
  const part = `${target}.part`;
  try {
    // Not before every index is known to be whole: a zip reads its members from when they are added, and nothing would stop it.
    const zip = new ZipFile();
    for (const [path, name] of members) zip.addFile(path, name, { compress: false, mtime: MODIFIED, mode: 0o100644 });
    // A file that cannot be read to its end would otherwise leave the output waiting for ever.
    zip.on('error', (error) => void (zip.outputStream as Readable).destroy(error as Error));
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(part));
    const sha256 = (await digestsOf(part, ['sha256'])).get('sha256')!;
    const { size } = await stat(part);
    await rename(part, target);
    const head = formatHead(sha256, basename(file), size, manifests);
    // A pack and a head that do not belong together are refused, so the order does not matter to those who install.
    replaceFile(headPath(file), head);
    if (signingKey === undefined) await rm(signaturePath(headPath(file)), { force: true });
    else replaceFile(signaturePath(headPath(file)), `${signatureOf(head, signingKey)}\n`);
    return { countries, bytes: size, sha256 };
  } catch (error) {
    await rm(part, { force: true });
    const isMisplaced = ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw isMisplaced
      ? notWritable(file, error, REMEDY)
      : (writeError(error, file, REMEDY) ?? systemFault(error) ?? error);
  }
}

const REMEDY = 'choose another file';

/** The path or URL of the head of a pack. */
export function headPath(pack: string): string {
  return `${pack}.sha256`;
}

/** What the head of a pack says. */
export interface PackHead {
  readonly sha256: string;
  /** Of the pack; absent if the head is only a checksum. */
  readonly bytes?: number;
  /** The release of each index in it; none if the head is only a checksum. */
  readonly releases: ReadonlyMap<Country, string>;
}

function formatHead(sha256: string, name: string, bytes: number, manifests: readonly Manifest[]): string {
  const releases = manifests.map(
    ({ country, release, registers }) => `# ${country} ${release} ${registers.map(registerLabel).join(', ')}`,
  );
  return `${[`${sha256}  ${name}`, `# ${bytes} bytes`, ...releases].join('\n')}\n`;
}

/** The head of a pack from its text; `undefined` if it has no checksum. */
export function parseHead(text: string): PackHead | undefined {
  const sha256 = /^([0-9a-f]{64})(?:\s|$)/i.exec(text.trim())?.[1]?.toLowerCase();
  if (sha256 === undefined) return undefined;
  const bytes = /^# (\d+) bytes$/m.exec(text)?.[1];
  const releases = [...text.matchAll(/^# (nl|be|lu) ([0-9a-f]{16})(?: |$)/gm)];
  return {
    sha256,
    ...(bytes === undefined ? {} : { bytes: Number(bytes) }),
    releases: new Map(releases.map(([, country, release]) => [country as Country, release!])),
  };
}
