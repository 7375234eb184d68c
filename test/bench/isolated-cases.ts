import { type ChildProcess, fork } from 'node:child_process';

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
  /** For one case, on a busy machine. */
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
    const kill = (): void => {
      isTooSlow = true;
      child.kill('SIGKILL');
    };
    // The process itself has to start, too.
    let timer = setTimeout(kill, 4 * maxSeconds * 1000);
    child.on('message', (message) => {
      clearTimeout(timer);
      note(message as Message);
      current = (message as Message).number + 1;
      timer = setTimeout(kill, maxSeconds * 1000);
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
