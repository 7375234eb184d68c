import { describe, expect, it } from 'vitest';
import { splitAfterPostcode, withoutDutchPostcodes } from '../../src/model/postcode-form.ts';

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

  it.each([
    ['1012js1', ['1012js', '1']],
    ['1012js12a', ['1012js', '12a']],
    ['1012js', undefined],
    ['1012jsa', undefined],
    ['0012js1', undefined],
    ['1012js123456', undefined],
  ])('%j is a postcode with a number after it: %j', (text, parts) => {
    expect(splitAfterPostcode(text)?.slice(1)).toEqual(parts);
  });
});
