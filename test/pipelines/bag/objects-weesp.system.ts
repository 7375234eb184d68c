import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bagImport } from '../../../pipelines/bag/bag-import.ts';
import { openCountry, verifyContents } from '../../../src/store/directory.ts';
import { OPTIONAL_FILES } from '../../../src/store/manifest.ts';
import { unzipAll } from '../../fixtures/unzip.ts';
import { builtRegister } from '../../support/built-register.ts';
import { objectsByNumber } from '../../support/object-oracle.ts';

const EXTRACT = fileURLToPath(new URL('../../../../shared/data/bag/BAGGEM0457L-15092021.zip', import.meta.url));

describe.skipIf(!existsSync(EXTRACT))('the objects of a real municipality', () => {
  const built = builtRegister(bagImport, EXTRACT, { withObjects: true });

  it('are those of an independent reading of the register, of every address', () => {
    const expected = objectsByNumber(unzipAll(readFileSync(EXTRACT)), '2021-09-15');
    const given = [...built.lookup.nl.addresses({ identifiers: true })];
    const wrong = given.filter(
      ({ identifiers, objects }) => JSON.stringify(objects) !== JSON.stringify(expected.get(identifiers!.address)),
    );
    expect(wrong.map(({ identifiers, objects }) => [objects, expected.get(identifiers!.address)])).toEqual([]);
    expect(given).toHaveLength(11_945);
    const objects = given.flatMap((each) => each.objects ?? []);
    expect(objects.filter(({ kind }) => kind !== 'unit')).toHaveLength(172);
    expect(objects.filter(({ buildings }) => buildings.length > 1).length).toBeGreaterThan(150);
    expect(objects.filter(({ mainAddress }) => mainAddress !== undefined)).toHaveLength(4);
  });

  it('take less than six bytes an address, in a sound file', async () => {
    const index = await openCountry(built.directory, 'nl');
    expect(() => verifyContents(index)).not.toThrow();
    const { bytes } = index.manifest.files.find(({ name }) => name === OPTIONAL_FILES.objects)!;
    expect(bytes / index.addresses.length).toBeLessThan(6);
  });
});
