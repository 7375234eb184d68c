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
    await expect(features(whole.slice(0, -3))).rejects.toThrow('some.geojson ends in the middle, after its feature 1.');
  });

  it.each([
    ['a closing brace before it', '}{"features":[{"a":1}]}'],
    ['a closing brace after it', '{"features":[{"a":1}]}}'],
    ['a second document after it', '{"features":[{"a":1}]}{}'],
    ['no comma between features', '{"features":[{"a":1}{"b":2}]}'],
    ['a bracket that a brace closes', '{"features":[{"a":1}}}'],
    ['a word around its features', '{"features":[{"a":1}],oops}'],
  ])('are not taken from a file that is no JSON: %s', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(features(text)).rejects.toMatchObject({
      code: 'input-corrupt',
      message: expect.stringMatching(/^some\.geojson (is not JSON|ends in the middle)/),
    });
  });

  it.each([
    ['an array', '[{"a":1}]'],
    ['an object without features', '{"type":"FeatureCollection"}'],
    ['features that are no array', '{"features":{"a":1}}'],
    ['a feature that is no object', '{"features":[{"a":1},7]}'],
    ['two arrays of features', '{"features":[{"a":1}],"features":[{"a":1},{"b":2}]}'],
    ['null', 'null'],
  ])('are not taken from JSON that is no collection of them: %s', async (_, text) => {
    await expect(features(text)).rejects.toThrow(/^some\.geojson is JSON, but not a GeoJSON FeatureCollection/);
  });

  it('may be nested deeper than functions may call each other', async () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(await features(`{"features":[${deep},{"b":1}]}`)).toHaveLength(2);
  });

  it('and what is around them may be in UTF-8, with a byte order mark before it', async () => {
    expect(await features('\ufeff{"name":"Lëtzebuerg","features":[{"rue":"Käerch"}]}', 3)).toEqual([{ rue: 'Käerch' }]);
  });

  it('are refused beyond 16 MiB each: a brace that nothing closes does not fill the memory', async () => {
    const endless = `{"features":[{"a":"${'x'.repeat(17 << 20)}`;
    await expect(features(endless)).rejects.toThrow('some.geojson has a feature of more than 16777216 bytes');
  });
});
