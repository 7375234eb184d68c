import { describe, expect, it } from 'vitest';
import { withoutDutchPostcodes } from '../../src/model/postcode-form.ts';

describe('the form of postcodes', () => {
  it.each([
    ['nieuwstad 144 1382AB', 'nieuwstad 144  '],
    ['1382 ab weesp', '  weesp'],
    ['1382ABC', '1382ABC'],
    ['0382AB', '0382AB'],
    ['12345AB', '12345AB'],
    ['Kerkstraat 1000', 'Kerkstraat 1000'],
    ['1012js en 1012 JT', '  en  '],
  ])('%j without Dutch postcodes is %j', (text, rest) => {
    expect(withoutDutchPostcodes(text)).toBe(rest);
  });
});
