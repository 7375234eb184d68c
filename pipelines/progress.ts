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

/** Tells people on a stream: a bar on a terminal, a line for every tenth of a stage elsewhere. */
export function createProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? barProgress(label, stream) : lineProgress(label, stream);
}

function barProgress(label: string, stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined;
  let scale = 1;
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return {
    stage(name, total, unit) {
      stop();
      const shown = inPeoplesUnits(unit);
      scale = shown.scale;
      bar = new SingleBar({
        format: `${label} ${name.padEnd(10)} {bar} {percentage} % of {total} ${shown.unit}, {eta_formatted} left`,
        stream,
        hideCursor: true,
        barsize: 30,
        autopadding: true,
      });
      bar.start(Math.max(1, Math.round(total * scale)), 0);
    },
    advance: (done) => bar?.increment(done * scale),
    stop,
  };
}

function lineProgress(label: string, stream: { write(text: string): unknown }): Progress {
  let current: { name: string; total: number; done: number; tenths: number } | undefined;
  return {
    stage(name, total, unit) {
      current = { name, total, done: 0, tenths: 0 };
      const shown = inPeoplesUnits(unit);
      stream.write(`${label} ${name}: ${Math.round(total * shown.scale).toLocaleString('en')} ${shown.unit}\n`);
    },
    advance(done) {
      if (current === undefined) return;
      current.done += done;
      const tenths = Math.floor((current.done / Math.max(1, current.total)) * 10);
      if (tenths > current.tenths) stream.write(`${label} ${current.name}: ${tenths * 10} %\n`);
      current.tenths = tenths;
    },
    stop() {
      current = undefined;
    },
  };
}

function inPeoplesUnits(unit: string): { unit: string; scale: number } {
  return unit === 'bytes' ? { unit: 'MB', scale: 1e-6 } : { unit, scale: 1 };
}
