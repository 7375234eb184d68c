import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFeatures } from '../../../pipelines/caclr/json-features.ts';

async function features(text: string, chunkBytes: number = 1 << 16): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let i = 0; i < bytes.length; i += chunkBytes) yield bytes.subarray(i, i + chunkBytes);
  }
  const found: unknown[] = [];
  for await (const json of jsonFeatures('some.geojson', chunks())) found.push(JSON.parse(json));
  return found;
}

describe('the features of a GeoJSON file', () => {
  it('are those of a feature collection, whatever stands around them', async () => {
    const collection = {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'EPSG:4326', features: [{ not: 'one' }] } },
      bbox: [5.7, 49.4, 6.5, 50.2],
      features: [{ type: 'Feature', properties: { rue: 'Op "Acker" {' } }, { properties: { rue: ']}\\' } }],
      name: 'features',
      after: [{ not: 'one either' }],
    };
    expect(await features(JSON.stringify(collection))).toEqual(collection.features);
    expect(await features(JSON.stringify(collection, null, 2), 1)).toEqual(collection.features);
  });

  it('are found in any layout and any chunks, as JSON.parse finds them', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', '{', '}', '[', ']', ',', '\n'), maxLength: 8 });
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.constant(null), tie('array'), tie('object')),
      array: fc.array(tie('any'), { maxLength: 3 }),
      object: fc.dictionary(text, tie('any'), { maxKeys: 3, noNullPrototype: true }),
    }));
    const collection = fc.record({
      before: value.any,
      features: fc.array(value.object, { maxLength: 4 }),
      after: value.any,
    });
    await fc.assert(
      fc.asyncProperty(
        collection,
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 40 }),
        async (object, indent, chunkBytes) => {
          expect(await features(JSON.stringify(object, null, indent), chunkBytes)).toEqual(
            JSON.parse(JSON.stringify(object.features)),
          );
        },
      ),
    );
  });

  it('are none in a collection without any', async () => {
    expect(await features('{"type":"FeatureCollection","features":[]}\n')).toEqual([]);
  });

  it('end in an error where the file is cut off', async () => {
    const whole = '{"features":[{"a":1},{"b":"}"}]}';
    for (let length = 1; length < whole.length; length++) {
      await expect(features(whole.slice(0, length), 5)).rejects.toMatchObject({ code: 'input-corrupt' });
    }
    await expect(features(whole.slice(0, -3))).rejects.toThrow(
      'some.geojson ends in the middle, behind its feature 1.',
    );
  });
});
