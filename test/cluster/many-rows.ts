import type { CountryIndex } from '../../src/store/country-index.ts';
import { writtenParts } from '../batch/written-addresses.ts';

const HEADER = 'id;postcode;huisnummer;toevoeging;straat;woonplaats';

/** A CSV of as many rows as asked for: the addresses of an index over and over, one in five of them with a letter wrong. */
export function manyRows(index: CountryIndex, count: number): string {
  const lines = [HEADER];
  const all = [...writtenParts(index)];
  for (let row = 1; row <= count; row++) {
    const { postcode, number, letter, addition, street, place } = all[row % all.length]!;
    const written = row % 5 === 0 ? street.replace('a', 'q') : street;
    lines.push(`${row};${postcode};${number};${letter}${addition};${written};${place}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A CSV of rows that have a number and no address, which are answered in no time: for what becomes of very many rows on their way. */
export function numberedRows(count: number): string {
  return [HEADER, ...Array.from({ length: count }, (_, i) => `${i + 1};;;;;`), ''].join('\n');
}
