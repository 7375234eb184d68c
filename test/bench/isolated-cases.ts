import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process of cases says of each: a message with the number of the case. */
export interface CaseMessage {
  readonly number: number;
}

export interface IsolatedCases<Message extends CaseMessage> {
  /** A script that runs the cases `FIRST END` of its last arguments, one after the other, and sends a message for each. */
  readonly script: string;
  readonly args: readonly string[];
  readonly first: number;
  readonly end: number;
  /** No new process is started after this. */
  readonly deadline?: number;
  /** Of processor time for one case, where the system tells it: on a busy machine the clock says nothing. */
  readonly maxSeconds: number;
  readonly maxHeapMegabytes: number;
  /** Called for every case that ended by itself. */
  readonly note: (message: Message) => void;
  /** Called for every case that did not end, or ended its process. */
  readonly fault: (message: string, number: number) => void;
}

/** Runs cases in processes of their own: one that hangs or takes its process with it is a fault, and the next process goes on after it. */
export async function runIsolated<Message extends CaseMessage>(cases: IsolatedCases<Message>): Promise<void> {
  const { first, end, deadline = Number.POSITIVE_INFINITY } = cases;
  for (let next = first; next < end && Date.now() < deadline; ) next = await runProcess(cases, next);
}

/** Returns the number of the case to go on with. */
function runProcess<Message extends CaseMessage>(cases: IsolatedCases<Message>, first: number): Promise<number> {
  const { script, args, end, maxSeconds, maxHeapMegabytes, note, fault } = cases;
  return new Promise((resolve) => {
    const child: ChildProcess = fork(script, [...args, String(first), String(end)], {
      execArgv: ['--import', 'tsx', `--max-old-space-size=${maxHeapMegabytes}`],
    });
    let current = first;
    let isTooSlow = false;
    let timer: NodeJS.Timeout;
    /** Looks after the child until its next message: it ends if it has worked for so long, or did nothing since the last look. */
    const watch = (limit: number, begun: number | undefined, before: number | undefined): void => {
      timer = setTimeout(() => {
        const now = processorSeconds(child.pid);
        const isAtWork = now !== undefined && begun !== undefined && before !== undefined && now - before > 0.05;
        if (isAtWork && now - begun < limit) watch(limit, begun, now);
        else {
          isTooSlow = true;
          child.kill('SIGKILL');
        }
      }, maxSeconds * 1000);
    };
    const start = (limit: number): void => {
      const begun = processorSeconds(child.pid);
      watch(limit, begun, begun);
    };
    // The process itself has to start, too.
    start(4 * maxSeconds);
    child.on('message', (message) => {
      clearTimeout(timer);
      note(message as Message);
      current = (message as Message).number + 1;
      start(maxSeconds);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (current < end && (code !== 0 || signal !== null)) {
        fault(isTooSlow ? `more than ${maxSeconds} s` : `the process ended with ${signal ?? code}`, current);
        current++;
      }
      resolve(current);
    });
  });
}

/** Processor time of a process so far, on Linux. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    // After the name of the program, in brackets: utime and stime are fields 14 and 15, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
