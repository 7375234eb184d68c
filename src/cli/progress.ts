import { SingleBar } from 'cli-progress';
import type { BatchCounts } from '../batch/chunk.ts';
import { STATUSES } from '../search/match.ts';

/** Progress for people on stderr: a bar on a terminal; elsewhere, e.g. in the log of a build server, an occasional line. */

/** Interval of lines without a terminal. A stage also writes a line when it first advances, and one when it closes. */
const LINE_MS = 10_000;

/** The stages of an import. One is open at a time. */
export interface StageProgress {
  /** Opens a stage of `total` units (bytes, records); closes the one before. */
  stage(name: string, total: number, unit: string): void;
  /** `done` more units of the open stage are finished. */
  advance(done: number): void;
  /** Closes the open stage as it is. */
  stop(): void;
}

/**
 * Shows the stages of an import: the amount of work when a stage opens; from its first advance on, the amount done, the
 * rate and the time left. A stage that never advances has no bar, which would stay at 0 %.
 */
export function showStages(label: string, stream: NodeJS.WriteStream = process.stderr): StageProgress {
  let stage: Stage | undefined;
  const stop = (): void => {
    stage?.bar.stop();
    stage = undefined;
  };
  return {
    stage(name, total, unit) {
      stop();
      stage = openStage(label, name, total, unit, stream);
    },
    advance(done) {
      if (stage !== undefined) advance(stage, done * stage.scale);
    },
    stop,
  };
}

interface Stage {
  readonly bar: SingleBar;
  readonly meter: Meter;
  readonly unit: string;
  /** Displayed units per unit of the import. */
  readonly scale: number;
}

function openStage(label: string, name: string, total: number, unit: string, stream: NodeJS.WriteStream): Stage {
  const shown = unit === 'bytes' ? { unit: 'MB', scale: 1e-6 } : { unit, scale: 1 };
  const meter = startMeter(total * shown.scale);
  stream.write(`${label} ${name}: ${count(meter.total)} ${shown.unit}\n`);
  const title = stream.isTTY ? `${label} ${name} {bar}` : `${label} ${name}:`;
  const bar = openBar(`${title} {percentage} %, {rate} ${shown.unit}/s, {left} left`, stream, 30);
  return { bar, meter, ...shown };
}

function advance({ bar, meter }: Stage, done: number): void {
  meter.done += done;
  if (bar.isActive) bar.update(Math.min(meter.done, meter.total), figuresOf(meter));
  else bar.start(Math.max(meter.total, 1e-9), meter.done, figuresOf(meter));
}

/** The rows of a batch. */
export interface RowProgress {
  update(counts: { readonly rows: number; readonly statuses?: BatchCounts['statuses'] }): void;
  stop(): void;
}

/**
 * Shows how many rows are answered, on a terminal only. Pass `quiet` if the rows themselves go to the terminal.
 *
 * @param total total amount in any unit, if known
 * @param done amount done, in the same unit
 */
export function showRows(
  { quiet }: { readonly quiet: boolean },
  total?: number,
  done: () => number = () => 0,
): RowProgress | undefined {
  if (quiet || !process.stderr.isTTY) return undefined;
  const rowMeter = startMeter(0);
  const meter = startMeter(total ?? 0);
  const title = total === undefined ? '' : '{bar} {percentage} %, {left} left, ';
  const bar = openBar(`${title}{rows} rows, {rate} a second  {statuses}`, process.stderr, 20);
  bar.start(total ?? 1, 0, { left: '?', rows: 0, rate: 0, statuses: '' });
  return {
    update({ rows, statuses }) {
      rowMeter.done = rows;
      meter.done = total === undefined ? 0 : Math.min(total, done());
      bar.update(meter.done, {
        left: figuresOf(meter).left,
        rate: figuresOf(rowMeter).rate,
        rows: count(rows),
        statuses: statuses === undefined ? '' : STATUSES.map((status) => `${status} ${statuses[status]}`).join(' '),
      });
    },
    stop: () => bar.stop(),
  };
}

function openBar(format: string, stream: NodeJS.WriteStream, barsize: number): SingleBar {
  return new RestoringBar({
    format,
    stream,
    barsize,
    fps: 4,
    hideCursor: false,
    noTTYOutput: true,
    notTTYSchedule: LINE_MS,
    // Lines end by themselves; another newline would leave an empty one.
    clearOnComplete: !stream.isTTY,
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A bar switches line wrapping off, and an interrupted process would leave the terminal like that. */
class RestoringBar extends SingleBar {
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.stop();
    // Other listeners decide how the process ends; without any, it ends as it would have without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };

  override start(total: number, startValue: number, payload?: object): void {
    super.start(total, startValue, payload);
    // Before the others, which may be listening once and be gone by then.
    for (const signal of SIGNALS) process.prependListener(signal, this.#onSignal);
  }

  override stop(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    super.stop();
  }
}

/** Amount done, total, and start time. */
interface Meter {
  readonly total: number;
  readonly start: number;
  done: number;
}

function startMeter(total: number): Meter {
  return { total, start: performance.now(), done: 0 };
}

function figuresOf({ total, start, done }: Meter): { readonly rate: string; readonly left: string } {
  const perSecond = done / Math.max(1e-3, (performance.now() - start) / 1000);
  const seconds = Math.max(0, total - done) / perSecond;
  return { rate: count(perSecond), left: Number.isFinite(seconds) ? `${count(seconds)} s` : '?' };
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** An amount of bytes for people: `438 kB`, `2.1 MB`. */
export function sizeOf(bytes: number): string {
  return bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
}
