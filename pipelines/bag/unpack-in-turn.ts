import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type StandFile, unpackStandFiles } from './extract-files.ts';

/**
 * The files of an extract, group by group, in the order in which they are read. Zips inside zips are unpacked to temporary
 * files when their turn comes, and removed when the next group is asked for, so that they never take more disk than the
 * input itself; where that allows it, the next group is unpacked while one is being read.
 *
 *     read     WPL OPR NUM │ VBO            │ LIG STA
 *     unpack   WPL OPR NUM │ LIG STA        │            VBO beforehand too, if NUM and VBO fit together
 *
 * @throws AddressLookupError `input-corrupt`
 */
export async function* unpackInTurn(
  stands: readonly StandFile[],
  temporaryDirectory: string,
): AsyncGenerator<readonly StandFile[]> {
  const room = await bytesOfFiles(stands);
  const groups = groupsOf(stands, room / 2);
  const unpackNow = (group: StandFile[]): Promise<UnpackedGroup> => unpack(group, temporaryDirectory);
  let ahead: Promise<UnpackedGroup> | undefined;
  try {
    for (const [i, group] of groups.entries()) {
      const { files, directory } = await (ahead ?? unpackNow(group));
      const next = groups[i + 1];
      const fits = next !== undefined && unpackedBytes(group) + unpackedBytes(next) <= room;
      ahead = fits ? unpackNow(next) : undefined;
      // Without this, it would end the process if it failed while the group before it is being read.
      ahead?.catch(() => {});
      try {
        yield files;
      } finally {
        await rm(directory, { recursive: true });
      }
    }
  } finally {
    // Where the reading stops early, what is being unpacked must not write into a directory that is being removed.
    const unread = await ahead?.catch(() => undefined);
    if (unread !== undefined) await rm(unread.directory, { recursive: true, force: true });
  }
}

interface UnpackedGroup {
  readonly files: readonly StandFile[];
  readonly directory: string;
}

async function unpack(group: readonly StandFile[], temporaryDirectory: string): Promise<UnpackedGroup> {
  const directory = await mkdtemp(join(temporaryDirectory, 'group-'));
  const files: StandFile[] = [];
  for (const stand of group) files.push(...(stand.isZip ? await unpackStandFiles(stand, directory) : [stand]));
  return { files, directory };
}

/** As many one after the other as take no more than `room` bytes together, and at least one. */
function groupsOf(stands: readonly StandFile[], room: number): StandFile[][] {
  const groups: StandFile[][] = [];
  for (const stand of stands) {
    const group = groups.at(-1);
    if (group !== undefined && unpackedBytes(group) + unpackedBytes([stand]) <= room) group.push(stand);
    else groups.push([stand]);
  }
  return groups;
}

function unpackedBytes(group: readonly StandFile[]): number {
  return group.reduce((sum, { entry, isZip }) => sum + (isZip ? entry.byteLength : 0), 0);
}

/** Of the files that the entries lie in. */
async function bytesOfFiles(stands: readonly StandFile[]): Promise<number> {
  const sizes = [...new Set(stands.map(({ entry }) => entry.source.file))].map(async (file) => (await stat(file)).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
