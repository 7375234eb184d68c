import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, quoteCell } from '../../src/text/escape.ts';

it('takes the signs of HTML out of a text, the quotes of attributes too', () => {
  expect(escapeHtml('<b title="x">R&D</b>')).toBe('&lt;b title=&quot;x&quot;&gt;R&amp;D&lt;/b&gt;');
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});

it('any text in quotes is read back as one cell', () => {
  expect(quoteCell('a "b", c')).toBe('"a ""b"", c"');
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parse(`${quoteCell(text)}\n`)).toEqual([[text]]);
    }),
  );
});
