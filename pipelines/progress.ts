import { SingleBar } from 'cli-progress';

/** How an import tells what it is at. One stage is open at a time. */
export interface Progress {
  /** Opens a stage of `total` units (bytes, records); closes the one before. */
  stage(name: string, total: number, unit: string): void;
  /** `done` more units of the open stage are finished. */
  advance(done: number): void;
  /** Closes the open stage. */
  stop(): void;
}

/** Says nothing: for tests and for embedding. */
export const silentProgress: Progress = { stage() {}, advance() {}, stop() {} };

/** Tells people on a stream, with rate and time left: a bar on a terminal, a line for every tenth of a stage elsewhere. */
export function createProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? barProgress(label, stream) : lineProgress(label, stream);
}

function barProgress(label: string, stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined;
  let stage = openStage('', 0, '');
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return {
    stage(name, total, unit) {
      stop();
      stage = openStage(name, total, unit);
      bar = new SingleBar({
        format: `${label} ${name.padEnd(10)} {bar} {percentage} % of {total} ${stage.unit}, {rate}, {eta_formatted} left`,
        stream,
        hideCursor: true,
        barsize: 30,
        autopadding: true,
      });
      bar.start(Math.max(1, Math.round(stage.total)), 0, { rate: formatRate(stage) });
    },
    advance(done) {
      stage.done += done * stage.scale;
      bar?.update(stage.done, { rate: formatRate(stage) });
    },
    stop,
  };
}

function lineProgress(label: string, stream: { write(text: string): unknown }): Progress {
  let stage: Stage | undefined;
  let tenths = 0;
  return {
    stage(name, total, unit) {
      stage = openStage(name, total, unit);
      tenths = 0;
      stream.write(`${label} ${name}: ${Math.round(stage.total).toLocaleString('en')} ${stage.unit}\n`);
    },
    advance(done) {
      if (stage === undefined) return;
      stage.done += done * stage.scale;
      const now = Math.min(10, Math.floor((stage.done / Math.max(stage.scale, stage.total)) * 10 + 1e-9));
      if (now > tenths)
        stream.write(`${label} ${stage.name}: ${now * 10} %, ${formatRate(stage)}, ${secondsLeft(stage)} s left\n`);
      tenths = now;
    },
    stop() {
      stage = undefined;
    },
  };
}

/** What is being done; `total` and `done` are in the units that people are shown. */
interface Stage {
  readonly name: string;
  readonly unit: string;
  readonly scale: number;
  readonly total: number;
  readonly start: number;
  done: number;
}

function openStage(name: string, total: number, unit: string): Stage {
  const shown = inPeoplesUnits(unit);
  return { name, ...shown, total: total * shown.scale, start: performance.now(), done: 0 };
}

function perSecond({ done, start }: Stage): number {
  return done / Math.max(1e-3, (performance.now() - start) / 1000);
}

function formatRate(stage: Stage): string {
  return `${Math.round(perSecond(stage)).toLocaleString('en')} ${stage.unit}/s`;
}

function secondsLeft(stage: Stage): string {
  const seconds = Math.max(0, stage.total - stage.done) / Math.max(1e-9, perSecond(stage));
  return Math.round(seconds).toLocaleString('en');
}

function inPeoplesUnits(unit: string): { unit: string; scale: number } {
  return unit === 'bytes' ? { unit: 'MB', scale: 1e-6 } : { unit, scale: 1 };
}
