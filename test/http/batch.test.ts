import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { bounded, mediaTypeOf } from '../../src/http/batch.ts';

describe('the media type of a batch', () => {
  it.each([
    ['text/csv', { form: 'csv', encoding: undefined }],
    ['Text/CSV; header=present; charset="windows-1252"', { form: 'csv', encoding: 'windows-1252' }],
    ['application/x-ndjson;charset=utf-8', { form: 'ndjson', encoding: 'utf-8' }],
    ['application/gzip', { form: 'any', encoding: undefined }],
  ])('%s says what a body is', (header, expected) => {
    expect(mediaTypeOf(header)).toEqual(expected);
  });

  it.each([
    [undefined, 'no Content-Type'],
    ['image/png', 'Content-Type "image/png"'],
  ])('%s is refused with those that are allowed', (header, got) => {
    expect(() => mediaTypeOf(header)).toThrow(`Got ${got}; allowed are text/csv, `);
  });
});

describe('the body of a batch', () => {
  it('may be as long as its bound, and no longer', async () => {
    const within = Readable.from([Buffer.alloc(60), Buffer.alloc(40)]);
    expect(await buffer(bounded(within, 100))).toHaveLength(100);
    const beyond = Readable.from([Buffer.alloc(60), Buffer.alloc(41)]);
    await expect(buffer(bounded(beyond, 100))).rejects.toMatchObject({ code: 'body-too-large' });
  });
});
