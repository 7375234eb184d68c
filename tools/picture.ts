import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTable } from '../src/cli/answer-table.ts';
import { type AddressLookup, openAddressLookup } from '../src/index.ts';

/** What the README shows: questions as they are typed at a terminal, and what is answered to them. */
const QUESTIONS: readonly (readonly [command: string, ask: (lookup: AddressLookup) => unknown])[] = [
  ['query autocomplete nl kelverstr 92', (lookup) => lookup.nl.autocomplete({ search: 'kelverstr 92' })],
  ['query autocomplete be rue de la loi', (lookup) => lookup.be.autocomplete({ search: 'rue de la loi' })],
  ['query geocode Kinkerstrat 175 F, Amsterdam', (lookup) => lookup.geocode({ text: 'Kinkerstrat 175 F, Amsterdam' })],
  ['query nearest lu 49.8717 6.1594', (lookup) => lookup.lu.nearest({ latitude: 49.8717, longitude: 6.1594 })],
];

const LINE_HEIGHT = 20;
const CHARACTER_WIDTH = 8.45;
const MARGIN = 18;

/** The questions and their answers from these indexes, drawn as a terminal. */
export function drawTerminal(lookup: AddressLookup): string {
  const lines = QUESTIONS.flatMap(([command, ask], i) => [
    ...(i === 0 ? [] : ['']),
    `$ npx benelux-address-tools ${command}`,
    ...answerTable(ask(lookup)).trimEnd().split('\n'),
  ]);
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * CHARACTER_WIDTH) + 2 * MARGIN;
  const height = lines.length * LINE_HEIGHT + 2 * MARGIN;
  const texts = lines.map((line, i) => {
    const colour = line.startsWith('$') ? '#7ee0a3' : '#e6e9ec';
    return `<text x="${MARGIN}" y="${MARGIN + (i + 0.75) * LINE_HEIGHT}" fill="${colour}">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>Questions to the sample index, and their answers, in a terminal</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#16191d"/>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  const plain = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  // Between columns: several ordinary blanks would be drawn as one.
  return plain.replace(/ {2,}/g, (blanks) => '&#160;'.repeat(blanks.length));
}

/** `npm run picture` writes docs/picture.svg from the project's own small registers. */
async function writePicture(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const data = mkdtempSync(join(tmpdir(), 'picture-'));
  try {
    execFileSync(process.execPath, ['--import', 'tsx', 'pipelines/build-index.ts', '--out', data], {
      cwd: root,
      stdio: 'ignore',
    });
    writeFileSync(join(root, 'docs/picture.svg'), drawTerminal(await openAddressLookup(data)));
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePicture();
