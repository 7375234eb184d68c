import type { CountryIndex } from '../../src/store/country-index.ts';
import { writtenParts } from '../batch/written-addresses.ts';

/** A CSV of as many rows as asked for: the addresses of an index over and over, one in so many of them with a letter wrong. */
export function manyRows(index: CountryIndex, count: number, wrongOneIn = 5): string {
  const lines = ['id;postcode;huisnummer;toevoeging;straat;woonplaats'];
  const all = [...writtenParts(index)];
  for (let row = 1; row <= count; row++) {
    const { postcode, number, letter, addition, street, place } = all[row % all.length]!;
    const written = row % wrongOneIn === 0 ? street.replace('a', 'q') : street;
    lines.push(`${row};${postcode};${number};${letter}${addition};${written};${place}`);
  }
  return `${lines.join('\n')}\n`;
}
