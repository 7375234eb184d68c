import { withOtherType } from '../../src/text/variants.ts';
import { mistype } from '../support/mistype.ts';
import type { Random } from '../support/random.ts';
import { type Drawn, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';
import { oneWrong } from './quality-streets.ts';

/** One fault in a part of an address. */
interface Fault {
  readonly kind: string;
  readonly part: 'street' | 'number' | 'postcode' | 'place';
  /** `undefined` for an address that cannot have it. */
  readonly make: (address: Drawn, random: Random) => Drawn | undefined;
}

const FAULTS: readonly Fault[] = [
  { kind: 'a letter of the street', part: 'street', make: (a, random) => ({ ...a, street: mistype(a.street, random) }) },
  { kind: 'another kind of street', part: 'street', make: withAnotherKind },
  { kind: 'a box without its number', part: 'number', make: (a) => (a.country === 'be' && a.house === a.number ? { ...a, house: `${a.house} bus` } : undefined) },
  { kind: 'another postcode', part: 'postcode', make: (a, random) => (a.postcode === '' ? undefined : { ...a, postcode: oneWrong(a.postcode, random) }) },
  { kind: 'no postcode', part: 'postcode', make: (a) => ({ ...a, postcode: '' }) },
  { kind: 'a letter of the place', part: 'place', make: (a, random) => ({ ...a, place: mistype(a.place, random) }) },
  { kind: 'the municipality', part: 'place', make: (a) => (a.place === a.municipality ? undefined : { ...a, place: a.municipality }) },
  { kind: 'no place', part: 'place', make: (a) => ({ ...a, place: '' }) },
]; // biome-ignore format: a table

/** The share of the sample that each pair is asked for: there are two dozen. */
const PAIR_SHARE = 4;

/** Two faults in one address, in different parts: what is typed and what a file says should lead to the same house. */
export function askFaults(maker: QuestionMaker): void {
  const sample = Math.max(1, Math.round(maker.sample / PAIR_SHARE));
  for (const [i, one] of FAULTS.entries()) {
    for (const other of FAULTS.slice(i + 1)) {
      if (one.part === other.part) continue;
      maker.repeat(() => {
        const address = maker.drawAddress();
        if (address === undefined) return NOTHING_LEFT;
        const once = one.make(address, maker.random);
        const twice = once && other.make(once, maker.random);
        const where = [twice?.postcode, twice?.place].filter(Boolean).join(' ');
        // A street that is there is no fault.
        if (twice === undefined || where === '' || isThere(maker, address, twice)) return false;
        const expected = twice.postcode === '' ? maker.expectNamesakes(address) : maker.expectHouse(address);
        maker.askText(`${one.kind}, ${other.kind}`, `${twice.street} ${twice.house}, ${where}`, expected);
        return true;
      }, sample);
    }
  }
}

function isThere(maker: QuestionMaker, { street, place, municipality }: Drawn, written: Drawn): boolean {
  return written.street !== street && maker.streetsIn(written.street, [place, municipality]).length > 0;
}

function withAnotherKind(address: Drawn, random: Random): Drawn | undefined {
  const words = address.street.split(' ');
  for (const [i, word] of words.entries()) {
    const others = withOtherType(address.country, word.toLowerCase());
    if (others.length === 0) continue;
    const street = words.with(i, random.pick(others).text).join(' ');
    return { ...address, street };
  }
  return undefined;
}
