import { describe, expect, it } from 'vitest';
import { NO_PARTS } from '../../src/batch/address-parts.ts';
import { type UnderstoodWords, understoodWords } from '../../src/batch/read-words.ts';
import { codeOf } from '../support/code-of.ts';
import { fixtureIndexes } from '../support/opened-indexes.ts';

const fixtures = fixtureIndexes();

/** The words of a text as `part written > register`. */
function read(text: string): string[] {
  const { words } = fixtures.lookup.geocode({ text }, { explain: true });
  return words!.map(({ part, written, register }: UnderstoodWords) => {
    return `${part} ${written}${register === undefined ? '' : ` > ${register}`}`;
  });
}

describe('what the words of a text are read as', () => {
  it.each([
    [
      'Kinkerstrat 175 F, 1053DM Amsterdam',
      [
        'street Kinkerstrat > Kinkerstraat',
        'housenumber 175 F > 175F',
        'postcode 1053DM > 1053DM',
        'place Amsterdam > Amsterdam',
      ],
    ],
    [
      'Amsterdam, 1053 dm, kinkerstraat 175-F',
      [
        'place Amsterdam > Amsterdam',
        'postcode 1053 dm > 1053DM',
        'street kinkerstraat > Kinkerstraat',
        'housenumber 175-F > 175F',
      ],
    ],
    [
      't.a.v. Jan, Kinkerstraat 175 F (2e verdieping), Amsterdam tel. 020-1234567',
      [
        'other t.a.v. Jan',
        'street Kinkerstraat > Kinkerstraat',
        'housenumber 175 F > 175F',
        'other 2e verdieping',
        'place Amsterdam > Amsterdam',
        'other tel. 020-1234567',
      ],
    ],
    [
      'Rue de la Loi 16, 1000 Bruxelles, Belgique',
      [
        'street Rue de la Loi > Rue de la Loi',
        'housenumber 16 > 16',
        'postcode 1000 > 1000',
        'place Bruxelles > Bruxelles',
        'other Belgique',
      ],
    ],
    [
      'Wetstraat 16, 1000 Brussel',
      ['street Wetstraat > Wetstraat', 'housenumber 16 > 16', 'postcode 1000 > 1000', 'place Brussel > Brussel'],
    ],
    [
      "10, D'Baach aus, L-9209 Diekirch",
      [
        'housenumber 10 > 10',
        "street D'Baach aus > D'Baach aus",
        'postcode L-9209 > 9209',
        'place Diekirch > Diekirch',
      ],
    ],
    ['Amsterdam', ['place Amsterdam > Amsterdam']],
    ['qwertz', ['other qwertz']],
  ])('%s', (text, words) => {
    expect(read(text)).toEqual(words);
  });

  it('has every word of the postal lines of every address, and what the register has for each part', () => {
    let count = 0;
    for (const country of fixtures.lookup.countries) {
      let i = 0;
      for (const { label, postcode } of fixtures.lookup.of(country).addresses({ label: true })) {
        if (i++ % 20 > 0 || postcode === '') continue;
        const text = label!.join(', ');
        const { words, parts, status } = fixtures.lookup.geocode({ text }, { explain: true });
        const wordsOf = (of: string): string[] => of.match(/[\p{L}\p{N}]+/gu) ?? [];
        expect(
          words!.flatMap(({ written }) => wordsOf(written)),
          text,
        ).toEqual(wordsOf(text));
        if (status !== 'exact') continue;
        count++;
        const registered = Object.fromEntries(words!.map(({ part, register }) => [part, register]));
        expect(registered, text).toMatchObject({ street: parts.street, postcode: parts.postcode, place: parts.place });
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('is as it was read, without what was put aside, where the text was mended before', () => {
    const read = [
      { part: 'street', text: 'Koningsplein' },
      { part: 'housenumber', text: '5' },
    ] as const;
    expect(understoodWords('Koningsplei n5 (achter)', read, NO_PARTS, 'nl')).toEqual([
      { part: 'street', written: 'Koningsplein' },
      { part: 'housenumber', written: '5' },
    ]);
    expect(understoodWords('Koningsplein 5, Weesp.', read, { ...NO_PARTS, housenumber: '5' }, 'nl')).toEqual([
      { part: 'street', written: 'Koningsplein' },
      { part: 'housenumber', written: '5', register: '5' },
      { part: 'other', written: 'Weesp' },
    ]);
  });

  it('is there for texts, where it is asked for', () => {
    const { lookup } = fixtures;
    expect(lookup.geocode({ text: 'Amsterdam' }).words).toBeUndefined();
    expect(lookup.geocode({ postcode: '1012JS', housenumber: '1' }, { explain: true }).words).toBeUndefined();
    expect(lookup.geocode({ latitude: 52.37, longitude: 4.89 }, { explain: true }).words).toBeUndefined();
    expect(codeOf(() => lookup.geocode({ text: 'Amsterdam' }, { explain: 1 as unknown as true }))).toBe(
      'invalid-argument',
    );
  });
});
