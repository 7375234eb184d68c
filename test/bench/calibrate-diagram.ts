import type { Bin } from './calibrate-measure.ts';

const SIDE = 440;
const LEFT = 64;
const TOP = 24;
const COUNTS = 110;
const GAP = 28;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * The reliability diagram: of the answers of each bin of scores the share that is right, with the interval in which it lies in 95 of 100
 * samples, and below it how many they are.
 */
export function drawReliability(bins: readonly Bin[]): string {
  const [width, height] = [LEFT + SIDE + 24, TOP + SIDE + GAP + COUNTS + 52];
  const [bottom, countsBottom] = [TOP + SIDE, TOP + SIDE + GAP + COUNTS];
  const x = (share: number): number => round(LEFT + share * SIDE);
  const y = (share: number): number => round(bottom - share * SIDE);
  const filled = bins.filter(({ answers }) => answers > 0);
  const most = Math.log10(Math.max(10, ...filled.map(({ answers }) => answers)));
  const countHeight = (answers: number): number => round((Math.log10(answers + 1) / most) * (COUNTS - 14));
  const line = (x1: number, y1: number, x2: number, y2: number, of: string): string =>
    `<line class="${of}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
  const text = (at: number, on: number, what: string, anchor: string, of: string = ''): string =>
    `<text x="${at}" y="${on}" text-anchor="${anchor}"${of}>${what}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Reliability diagram: of the answers of each bin of scores the share that is right</title>',
    '<style>rect.ground{fill:#fff}text{fill:#24292f}.grid{stroke:#d9dde0}.even{stroke:#8a939b;stroke-dasharray:5 4}.point{fill:#0b6bcb}.interval{stroke:#9cc3ea;stroke-width:5}.bar{fill:#9cc3ea}</style>',
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...TICKS.flatMap((tick) => [
      line(x(tick), TOP, x(tick), bottom, 'grid'),
      line(LEFT, y(tick), LEFT + SIDE, y(tick), 'grid'),
      text(LEFT - 8, y(tick) + 4, `${Math.round(tick * 100)} %`, 'end'),
      text(x(tick), countsBottom + 18, tick.toFixed(1), 'middle'),
    ]),
    line(x(0), y(0), x(1), y(1), 'even'),
    ...filled.map((bin) => line(x(bin.score), y(intervalOf(bin).least), x(bin.score), y(intervalOf(bin).most), 'interval')),
    ...filled.map(({ score, right }) => `<circle class="point" cx="${x(score)}" cy="${y(right)}" r="4"/>`),
    ...filled.flatMap(({ from, to, answers }) => [
      `<rect class="bar" x="${round(x(from) + 1)}" y="${round(countsBottom - countHeight(answers))}" width="${round(x(to) - x(from) - 2)}" height="${countHeight(answers)}"/>`,
      text(round(x((from + to) / 2)), round(countsBottom - countHeight(answers) - 4), shortCount(answers), 'middle', ' font-size="9"'),
    ]),
    line(LEFT, countsBottom, LEFT + SIDE, countsBottom, 'grid'),
    text(x(0.5), height - 10, 'score', 'middle'),
    `<text transform="translate(16 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">answers that are right</text>`,
    `<text transform="translate(16 ${countsBottom - COUNTS / 2}) rotate(-90)" text-anchor="middle">answers</text>`,
    '</svg>',
    '',
  ].join('\n');
} // biome-ignore format: a drawing

/** The 95 % interval of a share, as Wilson has it. */
function intervalOf({ answers, right }: Bin): { least: number; most: number } {
  const z = 1.96;
  const middle = (right + (z * z) / (2 * answers)) / (1 + (z * z) / answers);
  const half =
    (z / (1 + (z * z) / answers)) * Math.sqrt((right * (1 - right)) / answers + (z * z) / (4 * answers * answers));
  return { least: Math.max(0, middle - half), most: Math.min(1, middle + half) };
}

/** `950`, `12k`. */
function shortCount(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toPrecision(count < 100_000 ? 2 : 3)}k`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
