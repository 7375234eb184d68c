import { describe, expect, it } from 'vitest';
import { linkedAddress } from '../../../src/http/page/address-link.ts';

describe('a link to an address', () => {
  it('is read where it is one', () => {
    expect(linkedAddress('#nl/Dam+1A-2%2C+1012JS+Amsterdam')).toEqual({
      country: 'nl',
      text: 'Dam 1A-2, 1012JS Amsterdam',
    });
    for (const hash of ['', '#', '#nl/', '#xx/Dam', '#nl/%E0%A4%A', '#place'])
      expect(linkedAddress(hash)).toBeUndefined();
  });
});
