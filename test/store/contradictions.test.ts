import { beforeAll, describe, expect, it } from 'vitest';
import { bagImport } from '../../pipelines/bag/bag-import.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { bytesOf, Container, packContainer, stampRelease } from '../../src/format/container.ts';
import { PackedColumn, packColumn } from '../../src/format/packed-column.ts';
import { COUNTRIES } from '../../src/model/country.ts';
import { checkIndex } from '../../src/store/country-index.ts';
import { verifyContents } from '../../src/store/directory.ts';
import { INDEX_FILES, OPTIONAL_FILES } from '../../src/store/manifest.ts';
import { builtRegister } from '../support/built-register.ts';
import { type IndexBytes, openBytes, readIndexBytes, reseal, withFile } from '../support/damaged-index.ts';
import { FIXTURE_INPUTS } from '../support/fixture-inputs.ts';
import { randomInput, randomRegister } from '../support/random-input.ts';
import { openInput, openRegister } from '../support/small-register.ts';

type Change = (values: Float64Array) => void;

/** What is changed, and what is then said of the index. */
const COLUMNS: readonly (readonly [file: string, section: string, what: string, change: Change, fault: string])[] = [
  [
    INDEX_FILES.streets,
    'place',
    'a street in a place that is not there',
    (v) => v.fill(9e6, -1),
    'every street is in a place',
  ],
  [INDEX_FILES.streets, 'place', 'a street in the place before its own', (v) => v.fill(0, -1), 'is in one above it'],
  [
    INDEX_FILES.streets,
    'firstAddress',
    'a street that begins before the last one',
    (v) => v.fill(0, 2, 3),
    'one after the other',
  ],
  [
    INDEX_FILES.streets,
    'firstAddress',
    'a street without addresses',
    (v) => v.fill(v[1]!, 2, 3),
    'every street has addresses',
  ],
  [
    INDEX_FILES.streets,
    'firstLanguage',
    'an official language without a name',
    (v) => v.fill(3, 0, 1),
    'has an official name',
  ],
  [
    INDEX_FILES.streets,
    'idOrder',
    'a street that no identifier leads to',
    (v) => v.fill(v[0]!, 1, 2),
    'identifiers are in order',
  ],
  [
    OPTIONAL_FILES.former,
    'successor',
    'what became of an address as none of today',
    (v) => v.fill(9e6, 0, 1),
    'is one of today',
  ],
  [OPTIONAL_FILES.former, 'heir', 'a successor of no address', (v) => v.fill(9e6, -1), 'of addresses that were'],
  [OPTIONAL_FILES.former, 'last', 'an address without an end', (v) => v.fill(v.at(-1)! - 1, -1), 'has an end'],
  [OPTIONAL_FILES.former, 'last', 'days out of order', (v) => v.subarray(0, 2).reverse(), 'follow each other'],
  [OPTIONAL_FILES.former, 'n.sn.label', 'another name of then', (v) => v.fill(1, 0, 1), 'has the hash of its name'],
  [OPTIONAL_FILES.former, 'n.sn.label', 'a name of then that is none', (v) => v.fill(9e6, 0, 1), 'are spellings'],
  [OPTIONAL_FILES.former, 's.name.nl', 'a name of then that is not spelled', (v) => v.fill(9e6, -1), 'are spellings'],
  [
    OPTIONAL_FILES.former,
    's.place',
    'a street of then in a place that is not there',
    (v) => v.fill(9e6, -1),
    'every street is in a place',
  ],
  [OPTIONAL_FILES.objects, 'object', 'a negative identifier', (v) => v.fill(-1, 0, 1), 'are not negative'],
  [OPTIONAL_FILES.objects, 'sort', 'an object of no sort', (v) => v.fill(9e6, 0, 1), 'every object is of a sort'],
  [OPTIONAL_FILES.objects, 'sorts', 'a kind that is none', (v) => v.fill(3, 0, 1), 'the sorts of objects are known'],
  [OPTIONAL_FILES.objects, 'furtherAddress', 'an address that is not there', (v) => v.fill(9e6, -1), 'is there'],
  [OPTIONAL_FILES.objects, 'furtherRow', 'buildings out of order', (v) => v.fill(9e3, 0, 1), 'ascend'],
  [OPTIONAL_FILES.objects, 'sideRow', 'two main addresses', (v) => v.fill(v[1]!, 0, 1), 'one main address'],
  [INDEX_FILES.streets, 'id', 'an identifier out of order', (v) => v.fill(9e12, 0, 1), 'identifiers are in order'],
  [INDEX_FILES.streets, 'name.nl', 'a name that is not spelled anywhere', (v) => v.fill(9e6, 0, 1), 'are spellings'],
  [
    INDEX_FILES.streets,
    'name.nl',
    'two streets that changed their names',
    (v) => v.subarray(0, 40).reverse(),
    'street',
  ],
  [
    INDEX_FILES.addresses,
    'id',
    'two addresses of a street with one identifier',
    (v) => v.copyWithin(1, 0, 1),
    'identifier',
  ],
  [
    INDEX_FILES.addresses,
    'pc.code',
    'postcodes that do not ascend',
    (v) => v.subarray(1, 3).reverse(),
    'postcodes ascend',
  ],
  [
    INDEX_FILES.addresses,
    'pc.addresses',
    'a wrong number of addresses',
    (v) => v.fill(v[0]! + 1, 0, 1),
    'the streets of a postcode',
  ],
  [
    INDEX_FILES.addresses,
    'pc.street',
    'a street without the postcode',
    (v) => v.fill(v[0]! + 1, 0, 1),
    'the streets of a postcode',
  ],
  [
    INDEX_FILES.addresses,
    'pc.areaPlace',
    'a place without the postcode',
    (v) => v.fill(v[0]! + 1, 0, 1),
    'the places of the four digits',
  ],
  [INDEX_FILES.names, 'sn.street', 'a street under another name', (v) => v.fill(v[0]! + 4, 0, 1), 'have that name'],
  [
    INDEX_FILES.names,
    'sn.addresses',
    'a street name that counts too many',
    (v) => v.fill(v[0]! + 1, 0, 1),
    'counts the places and addresses',
  ],
  [
    INDEX_FILES.names,
    'sn.firstStreet',
    'a street name without streets',
    (v) => v.fill(0, 1, 2),
    'the streets of names follow',
  ],
  [
    INDEX_FILES.names,
    'pl.street',
    'a leaf that leads to another street',
    (v) => v.fill(v[0]! + 1, 0, 1),
    'the leaves of a place',
  ],
];

const WORDS: readonly (readonly [
  file: string,
  section: string,
  what: string,
  change: (words: Int32Array) => void,
  fault: string,
])[] = [
  [
    INDEX_FILES.names,
    'street.value',
    'a name that leads to another street',
    (w) => w.subarray(0, 2).reverse(),
    'has that name',
  ],
  [INDEX_FILES.names, 'street.link', 'a trie that turns in a circle', (w) => w.fill(0, 1, 2), 'in a circle'],
  [INDEX_FILES.names, 'street.next', 'a count that turns in a circle', (w) => w.fill(1, 5, 6), 'next'],
  [INDEX_FILES.names, 'street.rank', 'two names of one rank', (w) => w.copyWithin(3, 2, 3), 'rank'],
  [
    INDEX_FILES.runs,
    'runs',
    'a run away from its addresses',
    (w) => w.fill(w[0]! + 9000, 0, 1),
    'from the origin of its run',
  ],
  [INDEX_FILES.runs, 'runs', 'a run of another address', (w) => w.fill(w[2]! + 1, 2, 3), 'run'],
];

describe('an index that contradicts itself under right checksums', () => {
  const built = builtRegister(bagImport, FIXTURE_INPUTS.nl[0]!, { withObjects: true });
  let files: IndexBytes;

  beforeAll(() => {
    files = readIndexBytes(`${built.directory}/nl`);
  });

  /** The sentence with which it is refused, by opening or by its check. */
  const refusal = async (damaged: IndexBytes): Promise<string> => {
    try {
      checkIndex((await openBytes(reseal(damaged))).index);
    } catch (error) {
      if (!(error instanceof AddressLookupError)) throw error;
      expect(error.code).toBe('index-corrupt');
      return `${error.message} ${(error.cause as Error | undefined)?.message}`;
    }
    return 'sound';
  };

  const withSections = (
    name: string,
    changed: readonly string[],
    change: (bytes: Uint8Array, section: string) => Uint8Array,
  ): IndexBytes => {
    const container = new Container(Uint8Array.from(files.get(name)!).buffer, name);
    const sections = new Map([...container.sizes().keys()].map((each) => [each, container.bytes(each)]));
    for (const each of changed) sections.set(each, change(container.bytes(each).slice(), each));
    const packed = packContainer(sections);
    stampRelease(packed, container.release);
    return withFile(files, name, Buffer.from(packed));
  };
  const withSection = (name: string, section: string, change: (bytes: Uint8Array) => Uint8Array): IndexBytes =>
    withSections(name, [section], change);

  it('is not one that was never changed', async () => {
    expect(await refusal(files)).toBe('sound');
    expect(await refusal(withSection(INDEX_FILES.streets, 'id', (bytes) => bytes))).toBe('sound');
  });

  it.each(COLUMNS)('in %s, %s: %s', async (file, section, _, change, fault) => {
    const changed = withSection(file, section, (bytes) => {
      const values = new PackedColumn(bytes).values();
      change(values);
      return packColumn(values);
    });
    expect(await refusal(changed)).toContain(fault);
  });

  it.each(WORDS)('in %s, %s: %s', async (file, section, _, change, fault) => {
    const changed = withSection(file, section, (bytes) => {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
      change(words);
      return bytesOf(words);
    });
    expect(await refusal(changed)).toContain(fault);
  });

  it.each([
    ['fewer', -1],
    ['more', 1],
  ])('in addresses.bin: %s streets of a postcode than its addresses have', async (_, more) => {
    const changed = withSections(
      INDEX_FILES.addresses,
      ['pc.firstStreet', 'pc.street', 'pc.addresses'],
      (bytes, section) => {
        const values = new PackedColumn(bytes).values();
        const last = values.at(-1)!;
        if (section === 'pc.firstStreet') return packColumn(values.fill(last + more, -1));
        return packColumn(more < 0 ? values.subarray(0, more) : Float64Array.of(...values, last + 1));
      },
    );
    expect(await refusal(changed)).toContain('every postcode has its streets');
  });

  it('in streets.flatbush: a box that is not around its addresses', async () => {
    const content = Buffer.from(files.get(INDEX_FILES.boxes)!);
    content.writeInt32LE(content.readInt32LE(8) + 1, 8);
    expect(await refusal(withFile(files, INDEX_FILES.boxes, content))).toContain('the box of a street');
  });

  it('in the manifest: a count', async () => {
    const manifest = JSON.parse(files.get(INDEX_FILES.manifest)!.toString());
    manifest.counts.places++;
    const changed = withFile(files, INDEX_FILES.manifest, Buffer.from(JSON.stringify(manifest)));
    expect(await refusal(changed)).toContain('as many places as the manifest says');
  });

  it('is told by its release where nothing contradicts it', async () => {
    const changed = withSection(INDEX_FILES.addresses, 'id', (bytes) => {
      const values = new PackedColumn(bytes).values();
      return packColumn(values.map((id) => id + 1));
    });
    const lookup = await openBytes(reseal(changed));
    checkIndex(lookup.index);
    expect(() => verifyContents(lookup.index)).toThrow(/are those of release [0-9a-f]{16}, but its manifest names/);
  });
});

describe.each(COUNTRIES)('an index of %s', (country) => {
  it('is sound as it is written, whatever is in it', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { index } = await openInput(randomInput(country, seed));
      expect(() => verifyContents(index), `seed ${seed}`).not.toThrow();
    }
  });
});

it.each([
  ['latitude', { latE7: 95e7 }],
  ['longitude', { lonE7: 190e7 }],
])('an address with a %s that no place on Earth has is refused', async (_, beyond) => {
  const [first, ...others] = randomRegister('lu', 1).addresses.filter(({ position }) => position !== null);
  const addresses = [{ ...first!, position: { ...first!.position!, ...beyond } }, ...others];
  const { index } = await openRegister({ ...randomRegister('lu', 1), addresses });
  expect(() => checkIndex(index)).toThrow('a position is on Earth');
});
