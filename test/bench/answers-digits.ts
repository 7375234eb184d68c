import { mistype } from '../support/mistype.ts';
import { columnsOf, NOTHING_LEFT, type QuestionMaker } from './answers-draw.ts';

const ofDigits = (number: string, digits: readonly string[]): string =>
  number.replace(/\d/g, (digit) => digits[Number(digit)]!);
const from = (first: number): string[] => Array.from({ length: 10 }, (_, i) => String.fromCodePoint(first + i));
const MONTHS = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What scanners, spreadsheets and keyboards make of a number; `undefined` where it does not happen to this one. */
const DAMAGES: Readonly<Record<string, (number: string) => string | undefined>> = {
  '0 as O': (number) => (/.0/.test(number) ? number.replace(/(?<=.)0/, 'O') : undefined),
  '1 as l': (number) => (/.1/.test(number) ? number.replace(/(?<=.)1/, 'l') : undefined),
  '1 as I': (number) => (/.1/.test(number) ? number.replace(/(?<=.)1/, 'I') : undefined),
  '5 as S': (number) => (/.5/.test(number) ? number.replace(/(?<=.)5/, 'S') : undefined),
  '8 as B': (number) => (/.8/.test(number) ? number.replace(/(?<=.)8/, 'B') : undefined),
  'an exponent': (number) => (number.length > 2 ? Number(number).toExponential(2).toUpperCase().replace('E+', 'E+0') : undefined),
  'keycap emoji': (number) => ofDigits(number, from(0x30).map((digit) => `${digit}\ufe0f\u20e3`)),
  'full width': (number) => ofDigits(number, from(0xff10)),
  'Arabic': (number) => ofDigits(number, from(0x660)),
  'Persian': (number) => ofDigits(number, from(0x6f0)),
  'Devanagari': (number) => ofDigits(number, from(0x966)),
  'mathematical bold': (number) => ofDigits(number, from(0x1d7ce)),
  'superscript': (number) => ofDigits(number, [...'⁰¹²³⁴⁵⁶⁷⁸⁹']),
}; // biome-ignore format: a table

/** Digits that are no longer what was written: any house but the one meant is a wrong door. */
export function askDigits(maker: QuestionMaker): void {
  const few = Math.max(1, Math.round(maker.sample / DAMAGE_SHARE));
  for (const [kind, damage] of Object.entries(DAMAGES)) {
    maker.repeat(() => {
      const address = maker.drawAddress({ has: ({ number }) => damage(number) !== undefined });
      if (address === undefined) return NOTHING_LEFT;
      const number = damage(address.number)!;
      const expected = maker.expectHouse(address);
      maker.askText(kind, `${address.street} ${number}, ${address.postcode} ${address.place}`, expected);
      maker.askColumns(kind, { ...columnsOf(address), housenumber: number }, expected);
      return true;
    }, few);
  }
  // 1-4, which a spreadsheet takes for the fourth of January: of house 1 with the addition 4.
  maker.repeat(() => {
    const address = maker.drawAddress({
      isPlain: false,
      has: ({ number, letter, addition }) => letter === '' && /^(?:[1-9]|1[0-2])$/.test(addition) && Number(number) <= 31,
    });
    if (address === undefined) return NOTHING_LEFT;
    const [day, month] = [Number(address.number), Number(address.addition)];
    const number = Number(address.number) <= 12 && maker.random.chance(0.5) ? `${month}-${MONTHS[day]}` : `${day}-${MONTHS[month]}`;
    const expected = { kind: 'house', houses: [maker.partsOf(address.address)] } as const;
    maker.askText('a date', `${address.street} ${number}, ${address.postcode} ${address.place}`, expected);
    maker.askColumns('a date', { ...columnsOf(address), housenumber: number, addition: '' }, expected);
    return true;
  }, few);
} // biome-ignore format: two conditions

/** A dozen damages share the sample. */
const DAMAGE_SHARE = 8;

const LITTLE_WORDS = /(?<=^| )(de|du|des|la|le|les|van|der|den|het|op|aan|in|am|an|vun)(?= )/giu;
const LISTS = 12;

/** Texts that need many steps. */
export function askSlowTexts(maker: QuestionMaker): void {
  const { random } = maker;
  const unknown = { kind: 'unknown' } as const;
  const ask = (kind: string, text: string): void => maker.askText(kind, text, unknown, { isTimed: true });
  maker.repeat(() => {
    const address = maker.drawByStreet(({ names }) => Object.values(names).some((name) => name.search(LITTLE_WORDS) >= 0));
    if (address === undefined) return NOTHING_LEFT;
    const words = [...address.street.matchAll(LITTLE_WORDS)];
    if (words.length === 0) return false;
    const { index, 0: word } = random.pick(words);
    const slip = mistype(`${word}zzzz`, random).replace(/z+$/, '').slice(0, 3) || random.pick([...'abcx']);
    const text = `${address.street.slice(0, index)}${slip}${address.street.slice(index + word.length)}`;
    const least = Math.min(text.length, index + slip.length + 3);
    ask('a slip in a little word', text.slice(0, random.between(least, Math.max(least, text.length - 1))));
    ask('a slip in a little word, whole address', `${text} ${address.number}, ${address.place}`);
    return true;
  });
  const number = (): string => String(random.between(1, 9) * 10 ** random.between(0, 3));
  const letters = (count: number): string =>
    Array.from({ length: count }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz  '])).join('');
  const list = (count: number, make: () => string): string => Array.from({ length: count }, make).join(' ');
  const street = (): string => Object.values(maker.drawStreet().names)[0]!;
  maker.repeat(() => {
    ask('a list of digits, 50 letters', list(LISTS, number).slice(0, SHORT));
    ask('a list of digits, 230 letters', list(LISTS * 6, number).slice(0, LONG));
    ask('letters by chance, 50', letters(SHORT));
    ask('letters by chance, 230', letters(LONG));
    ask('streets one after the other, 230 letters', list(LISTS, street).slice(0, LONG));
    ask('beginnings of streets, 230 letters', list(LISTS * 6, () => street().slice(0, random.between(1, 5))).slice(0, LONG));
    ask('one word again and again, 230 letters', list(LISTS * 8, () => 'de la').slice(0, LONG));
    return true;
  }, Math.max(1, Math.round(maker.sample / SLOW_SHARE)));
} // biome-ignore format: a question a line

const SHORT = 50;
const LONG = 230;
const SLOW_SHARE = 10;
