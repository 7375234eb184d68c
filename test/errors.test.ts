import { describe, expect, it } from 'vitest';
import { notWritable } from '../src/errors.ts';

describe('the error for what cannot be written', () => {
  const messageOf = (code: string, path: string | undefined = '/x/y'): string =>
    notWritable(path, Object.assign(new Error(`${code}: as Node says it`), { code }), 'name another file').message;

  it.each([
    ['ENOSPC', '"/x/y" cannot be written: no space is left on it. Make room, or name another file.'],
    ['EDQUOT', '"/x/y" cannot be written: the disk quota is used up. Make room, or name another file.'],
    ['EROFS', '"/x/y" cannot be written: it is read-only. Name another file.'],
    ['ENOENT', '"/x/y" cannot be written: its directory does not exist. Name another file.'],
    ['EACCES', '"/x/y" cannot be written: this user may not write there. Name another file.'],
    ['EMFILE', '"/x/y" cannot be written: EMFILE: as Node says it. Name another file.'],
  ])('says why and what to do: %s', (code, message) => {
    expect(messageOf(code)).toBe(message);
  });

  it('names the output of a command that has no path, and keeps the cause and the path', () => {
    const cause = Object.assign(new Error('write'), { code: 'EIO' });
    expect(notWritable(undefined, cause, 'name another file').message).toMatch(/^The output cannot be written: /);
    expect(notWritable('/x/y', cause, 'name another file')).toMatchObject({
      code: 'output-not-writable',
      cause,
      data: { got: '/x/y' },
    });
  });
});
