import { describe, expect, it } from 'vitest';
import { withMisreadLetters } from '../../src/text/misread-text.ts';

describe('UTF-8 that was read as Windows-1252', () => {
  it.each([
    ['SÃºdwest-FryslÃ¢n', 'Súdwest-Fryslân'],
    ['CuraÃ§aostraat 18', 'Curaçaostraat 18'],
    ['LÃ¼beckstraat 26', 'Lübeckstraat 26'],
    ['ChaussÃ©e dâ€™Ixelles', 'Chaussée d’Ixelles'],
    ['Rue du SacrÃ©-CÅ“ur 3â€“5', 'Rue du Sacré-Cœur 3–5'],
  ])('%s is %s', (misread, expected) => {
    expect(withMisreadLetters(misread)).toBe(expected);
  });

  it('puts back every letter of the languages of the three countries, read as Latin-1 too', () => {
    for (const letter of 'àâäçèéêëîïôöùûüÿœæßÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŸŒÆ°«»’–') {
      const misread = Buffer.from(`a${letter}b`).toString('latin1');
      expect(misread).not.toBe(`a${letter}b`);
      expect(withMisreadLetters(misread)).toBe(`a${letter}b`);
    }
  });

  it.each([
    'Café\u00a0Noir',
    'CAFÉ\u00a0NOIR',
    'Råå',
    'Château d’Âge',
    'SÃO PAULO',
    'Plage à «',
    'Âge',
    'Ã',
    'Appelhôf 9',
  ])('leaves "%s" as it is', (text) => {
    expect(withMisreadLetters(text)).toBe(text);
  });
});
