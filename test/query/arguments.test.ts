import { beforeAll, describe, expect, it } from 'vitest';
import type { CountryLookup } from '../../src/lookup/country-lookup.ts';
import { checkChoice, checkRequest, checkText } from '../../src/query/arguments.ts';
import { codeOf } from '../support/code-of.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

/** As JavaScript calls it, without types. */
// biome-ignore lint/suspicious/noExplicitAny: what is tested is what the types forbid
let lookup: any;
beforeAll(async () => {
  lookup = (await openInput<'nl'>(randomInput('nl', 1))).lookup satisfies CountryLookup<'nl'>;
});

describe('arguments of the wrong type', () => {
  const CALLS: readonly (readonly [why: string, call: () => unknown])[] = [
    ['directMatch without a request', () => lookup.directMatch()],
    ['directMatch without a postcode', () => lookup.directMatch({ housenumber: '1' })],
    ['directMatch with a number for a postcode', () => lookup.directMatch({ postcode: 1012, housenumber: '1' })],
    ['alternatives without a postcode', () => lookup.alternatives({ housenumber: '1' })],
    ['alternatives without a number', () => lookup.alternatives({ postcode: '1012JS' })],
    ['directMatch without a number', () => lookup.directMatch({ postcode: '1012JS' })],
    [
      'directMatch with a number for an addition',
      () => lookup.directMatch({ postcode: '1012JS', housenumber: 1, housenumberaddition: 2 }),
    ],
    [
      'directMatch with the street of a Belgian document',
      () => lookup.directMatch({ postcode: '1012JS', housenumber: 1, street: { nl: 'Dam' } }),
    ],
    ['autocomplete with a text for a request', () => lookup.autocomplete('kalverst')],
    ['autocomplete with null', () => lookup.autocomplete(null)],
    ['autocomplete with an array for a search', () => lookup.autocomplete({ search: ['kalverst'] })],
    ['autocomplete with a number for a context', () => lookup.autocomplete({ context: 1 })],
    ['autocomplete in an unknown language', () => lookup.autocomplete({ search: 'kalverst', language: 'en' })],
    ['autocomplete in a language in capitals', () => lookup.autocomplete({ search: 'kalverst', language: 'NL' })],
  ];

  it.each(CALLS)('%s is invalid-argument', (_, call) => {
    expect(codeOf(call)).toBe('invalid-argument');
  });

  it('says what was got and what is allowed', () => {
    expect(() => lookup.directMatch({ postcode: 1012, housenumber: '1' })).toThrow(
      'Got the number 1012 for postcode of directMatch; allowed is a text.',
    );
    expect(() => lookup.autocomplete({ search: 'dam', language: 'en' })).toThrow(
      'Got the string "en" for language of autocomplete; allowed is "nl", "fr", "de", "lb", or nothing.',
    );
  });

  it('shows a request of the operation that was called', () => {
    expect(() => lookup.directMatch('1012JS 1')).toThrow(
      'Got the string "1012JS 1" for the request of directMatch; allowed is an object, e.g. { postcode: "1012JS", housenumber: "1" }.',
    );
    expect(() => lookup.radius(52.37)).toThrow('e.g. { latitude: 52.37, longitude: 4.89 }.');
  });

  it('leaves a number of a house alone', () => {
    expect(lookup.directMatch({ postcode: '0000XX', housenumber: 1 })).toEqual([]);
  });
});

describe('the checks', () => {
  it.each<readonly [value: unknown, shown: string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [['a'], 'an array'],
    [{ nl: 'Dam' }, 'a value of type object'],
    [() => 1, 'a value of type function'],
    [1012, 'the number 1012'],
    [true, 'the boolean true'],
  ])('describe %j in a few words', (value, shown) => {
    expect(() => checkText('directMatch', 'postcode', value, true)).toThrow(
      `Got ${shown} for postcode of directMatch; allowed is a text.`,
    );
  });

  it('show the beginning of what is long', () => {
    expect(() => checkChoice('autocomplete', 'language', 'x'.repeat(1000), ['nl'])).toThrow(
      `Got the string "${'x'.repeat(40)}" for language of autocomplete; allowed is "nl", or nothing.`,
    );
  });

  it('take nothing for a text or a choice unless it is required', () => {
    expect(() => checkText('autocomplete', 'search', undefined)).not.toThrow();
    expect(() => checkText('autocomplete', 'search', '')).not.toThrow();
    expect(() => checkText('autocomplete', 'search', '', true)).not.toThrow();
    expect(() => checkText('autocomplete', 'search', null)).toThrow('allowed is a text, or nothing.');
    expect(() => checkChoice('autocomplete', 'language', undefined, ['nl'])).not.toThrow();
  });

  it('take any object for a request, and nothing else', () => {
    expect(() => checkRequest('radius', {})).not.toThrow();
    for (const request of [undefined, null, [], 'x', 1]) {
      expect(codeOf(() => checkRequest('radius', request))).toBe('invalid-argument');
    }
  });
});
