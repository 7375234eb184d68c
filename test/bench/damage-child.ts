import {
  answersOf,
  judge,
  openBytes,
  readIndexBytes,
  withFile,
  withFlippedBit,
  withLie,
} from '../support/damaged-index.ts';
import { Random } from '../support/random.ts';
import type { DamageMessage } from './damage.ts';

/** `damage-child PATH FAMILY FIRST END`: damages the index of a country, case by case, and tells the parent of each. */
const [path, family, first, end] = process.argv.slice(2) as [string, string, string, string];

const files = readIndexBytes(path);
const expected = answersOf(await openBytes(files));
const names = [...files.keys()];

for (let number = Number(first); number < Number(end); number++) {
  const { what, files: damaged } = damagedFiles(number);
  const isLie = family === 'lies' || family === 'forgeries';
  const message: DamageMessage = { number, what, outcome: await judge(damaged, expected, { isVerified: isLie }) };
  await new Promise((resolve) => process.send!(message, resolve));
}
process.disconnect();

function damagedFiles(number: number): ReturnType<typeof withLie> {
  const random = new Random(number * 2_654_435_761);
  if (family === 'lies' || family === 'forgeries')
    return withLie(files, random, { isReleased: family === 'forgeries' });
  const name = names[number % names.length]!;
  const content = files.get(name)!;
  if (family === 'flips') {
    const bit = random.between(0, content.length * 8 - 1);
    return { what: `${name} bit ${bit}`, files: withFile(files, name, withFlippedBit(content, bit)) };
  }
  const length = random.between(0, content.length - 1);
  return { what: `${name} cut at ${length}`, files: withFile(files, name, content.subarray(0, length)) };
}
