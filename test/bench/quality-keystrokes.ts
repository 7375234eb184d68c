import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import type { QualityPart } from './quality.ts';
import { ORDERS, sampleAddresses, type TypedAddress } from './search-sample.ts';
import { microsecondsOfFixedWork, percentilesOf, timeTexts } from './search-timing.ts';

/** Addresses that are typed letter by letter; each in every order, without and with a typo, has some 250 keystrokes. */
const MAX_ADDRESSES = 200;
const ROUNDS = 5;

const WAYS: Readonly<Record<string, (address: TypedAddress) => string>> = {
  ...ORDERS,
  'street number, postcode place': ({ street, number, postcode, place }) => `${street} ${number}, ${postcode} ${place}`,
};

/**
 * What one key pressed costs: addresses typed letter by letter in four orders, without and with a typo, and postcodes with a
 * number. Each text is asked in several rounds, of which its quickest counts, so that work of others on the machine is in
 * the figures as little as may be; how busy the machine was, the fixed piece of work beside them tells.
 */
export function measureKeystrokes({ lookup, register, random, options, add, miss }: QualityPart): void {
  const sample = sampleAddresses(register.index, random, Math.min(options.sample, MAX_ADDRESSES));
  const kinds: Readonly<Record<string, { readonly texts: readonly string[]; readonly p99: number }>> = {
    'an address': { texts: typedTexts(sample, Object.values(WAYS)), p99: 300 },
    'an address with a typo': { texts: typedTexts(sample, Object.values(WAYS), random), p99: 500 },
    'postcode and number': { texts: typedTexts(sample, [({ postcode, number }) => `${postcode} ${number}`]), p99: 300 },
  };
  const slowest: { readonly typed: string; readonly microseconds: number }[] = [];
  for (const [kind, { texts, p99: target }] of Object.entries(kinds)) {
    const before = microsecondsOfFixedWork();
    const microseconds = timeTexts(texts, (search) => lookup.autocomplete({ search, perPage: 10 }), ROUNDS);
    const after = microsecondsOfFixedWork();
    const { p50, p99 } = percentilesOf(microseconds);
    add('a key pressed', [
      {
        typed: kind,
        keystrokes: texts.length,
        'p50 µs (≤ 20)': Number(p50.toFixed(1)),
        'p99 µs': Math.round(p99),
        'wanted p99': `≤ ${target}`,
        'max µs (≤ 3000)': Math.round(microseconds.reduce((most, each) => Math.max(most, each), 0)),
        'over 3000': microseconds.filter((each) => each > 3000).length,
        'fixed work, least µs': Math.round(Math.min(before.least, after.least)),
        'median µs': Math.round(Math.max(before.median, after.median)),
      },
    ]);
    for (const [i, took] of microseconds.entries()) slowest.push({ typed: texts[i]!, microseconds: took });
  }
  slowest.sort((a, b) => b.microseconds - a.microseconds);
  miss(
    'a key pressed, slowest',
    slowest
      .slice(0, options.misses)
      .map(({ typed, microseconds }) => ({ typed, wanted: '', got: `${Math.round(microseconds)} µs` })),
  );
}

/** Everything that is typed on the way to the addresses, each text once. */
function typedTexts(
  sample: readonly TypedAddress[],
  ways: readonly ((address: TypedAddress) => string)[],
  random?: Random,
): string[] {
  const texts = new Set<string>();
  for (const address of sample) {
    for (const write of ways) {
      const text = random === undefined ? write(address) : mistype(write(address), random);
      for (let length = 1; length <= text.length; length++) texts.add(text.slice(0, length));
    }
  }
  return [...texts];
}
