import type { Command } from 'commander';
import { runProgram } from '../../src/cli/run-program.ts';

/** What a command left behind. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process as `main.ts` runs it in its own, and gives what it printed and its exit code. Commands share the
 * process's streams and exit code: one at a time.
 */
export async function runCommand(command: Command, args: readonly string[]): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const write = { stdout: process.stdout.write, stderr: process.stderr.write };
  const codeBefore = process.exitCode;
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = ((text: string | Uint8Array, ...rest: unknown[]): boolean => {
      printed[stream] += typeof text === 'string' ? text : Buffer.from(text).toString();
      // Whoever waits until the text is out is told so.
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    }) as typeof process.stdout.write;
  }
  process.exitCode = 0;
  try {
    await runProgram(command, ['node', 'address-lookup', ...args]);
    return { code: Number(process.exitCode), ...printed };
  } finally {
    process.exitCode = codeBefore;
    process.stdout.write = write.stdout;
    process.stderr.write = write.stderr;
  }
}
