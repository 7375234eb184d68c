import { describe, expect, it } from 'vitest';
import { openBuffers } from '../../src/lookup/open-buffers.ts';
import type { IndexSource } from '../../src/lookup/open-lookup.ts';
import { OpenLookup } from '../../src/lookup/open-lookup.ts';
import { codeOfPromise } from '../support/code-of.ts';
import { belgianTown, dutchTown } from '../support/towns.ts';

/** The files of a town as somebody has them who fetched them. */
async function filesOfTown(): Promise<{ manifest: string; files: Record<string, Uint8Array> }> {
  const { manifest, files } = (await dutchTown()).index.buffers;
  return {
    manifest: JSON.stringify(manifest),
    files: Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, Uint8Array.from(new Uint8Array(bytes as ArrayBuffer))]),
    ),
  };
}

describe('an index from buffers', () => {
  it('answers as the same index from files does', async () => {
    const lookup = await openBuffers({ nl: await filesOfTown(), be: (await belgianTown()).index.buffers });
    expect(lookup).toBeInstanceOf(OpenLookup);
    expect(lookup.countries).toEqual(['nl', 'be']);
    const request = { search: 'kerkstr' };
    expect(lookup.nl.autocomplete(request)).toEqual((await dutchTown()).lookup.autocomplete(request));
  });

  it('takes bytes that are part of a larger buffer, which stays as it is', async () => {
    const { manifest, files } = await filesOfTown();
    const cut = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, new Uint8Array([9, 9, 9, ...bytes]).subarray(3)]),
    );
    const lookup = await openBuffers({ nl: { manifest, files: cut } });
    expect(lookup.nl.directMatch({ postcode: '1381EC', housenumber: 1 })).toHaveLength(3);
    for (const part of Object.values(cut)) expect(new Uint8Array(part.buffer, 0, 3)).toEqual(new Uint8Array([9, 9, 9]));
  });

  it('opens of several countries those asked for', async () => {
    const sources = { nl: await filesOfTown(), be: (await belgianTown()).index.buffers };
    expect((await openBuffers(sources, { countries: ['be'] })).countries).toEqual(['be']);
    expect(await codeOfPromise(openBuffers(sources, { countries: ['lu'] }))).toBe('index-not-found');
  });

  it('needs only the files of the operations asked for', async () => {
    const { manifest, files } = await filesOfTown();
    const { 'names.bin': _names, ...withoutNames } = files;
    expect(await codeOfPromise(openBuffers({ nl: { manifest, files: withoutNames } }))).toBe('index-corrupt');
    const lookup = await openBuffers({ nl: { manifest, files: withoutNames } }, { operations: ['directMatch'] });
    expect(lookup.nl.directMatch({ postcode: '1381EC', housenumber: 1 })).toHaveLength(3);
  });

  it('is refused where a byte is wrong, unless checksums are not compared', async () => {
    const { manifest, files } = await filesOfTown();
    const damaged: IndexSource = { manifest, files: { ...files, 'names.bin': flipped(files['names.bin']!) } };
    expect(await codeOfPromise(openBuffers({ nl: damaged }))).toBe('index-corrupt');
    expect((await openBuffers({ nl: damaged }, { verify: false })).countries).toEqual(['nl']);
  });

  it('is refused under another country, with a file missing or too short, and without any index', async () => {
    const { manifest, files } = await filesOfTown();
    await expect(openBuffers({ lu: { manifest, files } })).rejects.toThrow('The manifest given for "lu" is of "nl"');
    await expect(openBuffers({ nl: { manifest, files: {} } })).rejects.toThrow('is missing, but its manifest names it');
    const short = { ...files, 'names.bin': files['names.bin']!.slice(1) };
    await expect(openBuffers({ nl: { manifest, files: short } })).rejects.toThrow(
      /names.bin of "nl" has \d+ bytes; the manifest says \d+/,
    );
    for (const nothing of [{}, undefined, null, { de: { manifest, files } }])
      expect(await codeOfPromise(openBuffers(nothing as never))).toBe('invalid-argument');
  });
});

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1]! ^= 1;
  return copy;
}
