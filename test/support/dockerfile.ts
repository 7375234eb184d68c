import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');

/** The instructions of the Dockerfile, continued lines joined. */
const instructions = text
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()] as const);

/** The values of all instructions of a name, in their order. */
export function valuesOf(name: string): string[] {
  return instructions.flatMap(([each, value]) => (each === name ? [value] : []));
}

/** A value in its JSON form: a program and its arguments. */
export function wordsOf(name: string): string[] {
  return valuesOf(name).flatMap((value) => JSON.parse(value) as string[]);
}

/** What the image has from the stage that builds, by path in both. */
export function copiedIntoImage(): string[] {
  return valuesOf('COPY')
    .filter((value) => value.startsWith('--from=build '))
    .flatMap((value) => value.split(/\s+/).slice(1, -1))
    .map((path) => path.replace(/^\/app\//, ''));
}
