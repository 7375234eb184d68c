import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Container } from '../../src/format/container.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import type { ObjectInput } from '../../src/model/register-object.ts';
import { readIndex } from '../../src/store/directory.ts';
import { INDEX_FILES, type Manifest, OPTIONAL_FILES } from '../../src/store/manifest.ts';
import { writeIndex } from '../../src/store/write-index.ts';
import { randomInput } from '../support/random-input.ts';
import { withTemporaryDirectory } from '../support/small-register.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/format.md', import.meta.url)), 'utf8');

/** What a heading of the page is about, up to the next of its kind. */
function chapter(heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const end = page.indexOf('\n## ', start + 1);
  return page.slice(start, end < 0 ? undefined : end);
}

/** The names in code before the colons of a chapter's list: `a`, `b` of one item are two. `….link` is of every trie. */
function namesIn(heading: string): string[] {
  const rows = chapter(heading).matchAll(/^- (`[^:]*`): /gm);
  return [...rows].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].flatMap(([, name]) =>
      name!.startsWith('…') ? ['area', 'street'].map((trie) => name!.replace('…', trie)) : [name!],
    ),
  );
}

const { streets, addresses, names, runs } = INDEX_FILES;
const CONTAINERS = [streets, addresses, names, runs, OPTIONAL_FILES.objects];

/** Of a register with objects, if only of none. */
const objects: ObjectInput = {
  objects: {
    id: new Float64Array(),
    kind: new Uint8Array(),
    status: new Uint8Array(),
    uses: new Uint16Array(),
    floorAreaM2: new Uint32Array(),
    building: new Float64Array(),
    mainAddress: new Float64Array(),
  },
  furtherBuildings: { object: new Uint32Array(), building: new Float64Array() },
  ofAddress: { address: new Float64Array(), object: new Uint32Array() },
};

/** The sections of the containers of all countries' indexes. */
const written: Record<string, Set<string>> = Object.fromEntries(CONTAINERS.map((file) => [file, new Set<string>()]));
const manifests: Manifest[] = [];

beforeAll(async () => {
  for (const country of COUNTRIES) {
    await withTemporaryDirectory(async (directory) => {
      const input = randomInput(country, 1, { addresses: 400, streets: 60 });
      // A range of house numbers, which a register need not have.
      input.addresses.suffixes.forEach((suffix, i) => {
        if (i === 0) Object.assign(suffix, { letter: '-115' });
      });
      writeIndex(directory, { ...input, objects, isFixture: true });
      const { files, manifest } = await readIndex(directory);
      for (const file of CONTAINERS)
        for (const name of new Container(files[file]!, file).sizes().keys()) written[file]!.add(name);
      manifests.push(manifest);
    });
  }
});

describe('docs/format.md', () => {
  it.each(CONTAINERS)('describes the sections of %s that are written, and no other', (file) => {
    expect(namesIn(file).sort()).toEqual([...written[file]!].sort());
  });

  it('describes the fields of the manifest, and no other', () => {
    for (const manifest of manifests) expect(Object.keys(manifest).sort()).toEqual(namesIn('manifest.json').sort());
    const text = chapter('manifest.json');
    const { counts, files, registers } = manifests[0]!;
    for (const name of [counts, files[0]!, registers[0]!].flatMap((each) => Object.keys(each)))
      expect(text).toContain(`\`${name}\``);
  });

  it('names the files of an index', () => {
    for (const file of [...Object.values(INDEX_FILES), ...Object.values(OPTIONAL_FILES)]) expect(page).toContain(file);
  });
});
