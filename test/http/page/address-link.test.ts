import { expect, it } from 'vitest';
import { linkedText } from '../../../src/http/page/address-link.ts';

it('a link to the page has the text of an address, or none', () => {
  expect(linkedText('#Dam+1A-2,+1012JS+Amsterdam')).toBe('Dam 1A-2, 1012JS Amsterdam');
  expect(linkedText('#16,%20Grand-Rue%2C+1660+Luxembourg')).toBe('16, Grand-Rue, 1660 Luxembourg');
  for (const hash of ['', '#', '#+', '#%E0%A4%A']) expect(linkedText(hash)?.trim() || undefined).toBeUndefined();
});
