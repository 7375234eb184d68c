/** How an import reports its progress; `src/cli/progress.ts` displays it. One stage is open at a time. */
export interface Progress {
  /** Opens a stage of `total` units (bytes, records); closes the one before. */
  stage(name: string, total: number, unit: string): void;
  /** `done` more units of the open stage are finished. */
  advance(done: number): void;
  /** Closes the open stage. */
  stop(): void;
}

/** Reports nothing: for tests and for embedding. */
export const silentProgress: Progress = { stage() {}, advance() {}, stop() {} };
