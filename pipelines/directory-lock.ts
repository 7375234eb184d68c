import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AddressLookupError } from '../src/errors.ts';

/** Who holds a lock: the content of the lock file. */
interface LockOwner {
  /** Random, so that no two holders are confused, whatever machine or container they run on. */
  readonly token: string;
  /** The scope of the process number: a process namespace of a running system. */
  readonly system: string;
  readonly processId: number;
  /** For messages. */
  readonly host: string;
}

export interface LockTimes {
  /** How often the holder touches the lock file, in milliseconds. */
  readonly heartbeatMs: number;
  /** A lock file not touched for this long belongs to a process that has ended. */
  readonly staleMs: number;
}

const DEFAULT_TIMES: LockTimes = { heartbeatMs: 2_000, staleMs: 15_000 };

/**
 * A lock on a path that a process holds while it lives, on any machine that shares the disk. It is a file that only one
 * process can create, and whose holder updates its modification time from a separate thread, even while the main thread
 * is busy. A holder on the same system is dead when its process has ended; for others, only the heartbeat tells. Clocks
 * are not compared: a waiting process watches whether the time of the file changes.
 */
export class DirectoryLock {
  readonly token: string;
  readonly #path: string;
  readonly #file: number;
  #isReleased: boolean = false;

  private constructor(path: string, file: number, token: string, heartbeatMs: number) {
    this.token = token;
    this.#path = path;
    this.#file = file;
    heart.touch(file, heartbeatMs);
  }

  /**
   * Takes the lock, also from a process that died with it; this takes `staleMs` if only the heartbeat can tell.
   *
   * @throws AddressLookupError `output-not-writable` while another process holds it; errors of the file system
   */
  static async acquire(path: string, { heartbeatMs, staleMs }: LockTimes = DEFAULT_TIMES): Promise<DirectoryLock> {
    const token = randomBytes(8).toString('hex');
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const file = createLockFile(path, token);
      if (file !== undefined) return new DirectoryLock(path, file, token, heartbeatMs);
      const holder = readOwner(path);
      if (holder === undefined) continue;
      const state = await watch(path, holder, staleMs);
      if (state === 'alive') throw heldBy(path, holder);
      if (state === 'dead') removeLockOf(path, holder);
    }
    throw heldBy(path, readOwner(path));
  }

  /** Whether this process still holds the lock: one that was suspended for long may have lost it. */
  isHeld(): boolean {
    return readOwner(this.#path)?.token === this.token;
  }

  /** Gives the lock back. A file that cannot be removed is that of a process that has died, which the next one takes over. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    // The thread may be about to touch the file: only then may the number be given to another file.
    heart.leave(this.#file, () => tried(() => closeSync(this.#file)));
    tried(() => {
      if (this.isHeld()) rmSync(this.#path, { force: true });
    });
  }
}

/** Does what may fail without harm. */
function tried(work: () => void): void {
  try {
    work();
  } catch {
    // What is left is told from what is in use by the heartbeat.
  }
}

/** Attempts fail only if another process takes and releases the lock in between. */
const MAX_ATTEMPTS = 10;

/** The thread that touches the files of all locks that this process holds. It starts with the first one, and does not keep the process alive. */
class Heart {
  #thread: Worker | undefined;
  /** By the file that they wait for. */
  readonly #leaving = new Map<number, () => void>();

  touch(file: number, heartbeatMs: number): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage({ file, heartbeatMs });
  }

  /** @param onLeft called when the thread touches the file no more */
  leave(file: number, onLeft: () => void): void {
    this.#leaving.set(file, onLeft);
    this.#thread!.postMessage({ file });
  }

  #start(): Worker {
    const thread = new Worker(HEARTBEAT, { eval: true, execArgv: [] });
    thread.on('message', (file: number) => {
      this.#leaving.get(file)!();
      this.#leaving.delete(file);
    });
    thread.unref();
    return thread;
  }
}

const heart = new Heart();

const HEARTBEAT = `
  const { futimesSync } = require('node:fs');
  const { parentPort } = require('node:worker_threads');
  const beats = new Map();
  parentPort.on('message', ({ file, heartbeatMs }) => {
    if (heartbeatMs === undefined) {
      clearInterval(beats.get(file));
      beats.delete(file);
      parentPort.postMessage(file);
    } else {
      const touch = () => { try { futimesSync(file, new Date(), new Date()); } catch {} };
      beats.set(file, setInterval(touch, heartbeatMs));
    }
  });
`;

function createLockFile(path: string, token: string): number | undefined {
  const owner: LockOwner = { token, system: systemName(), processId: process.pid, host: hostname() };
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  try {
    writeFileSync(file, `${JSON.stringify(owner)}\n`);
    return file;
  } catch (error) {
    // A full disk: a lock without an owner would hold up the next build for nothing.
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
}

/** `undefined` if the lock is free. */
function readOwner(path: string): LockOwner | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { token, system, processId, host } = JSON.parse(text) as LockOwner;
    return { token, system, processId, host };
  } catch {
    // It is being written at this moment, or was cut short by a power failure; the heartbeat tells which.
    return { token: '', system: '', processId: 0, host: 'unknown' };
  }
}

/** The state of a holder: `gone` if the lock now belongs to another, or to no process. */
async function watch(path: string, holder: LockOwner, staleMs: number): Promise<'alive' | 'dead' | 'gone'> {
  if (holder.system === systemName() && !isRunning(holder.processId)) return 'dead';
  const touched = (): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const before = touched();
  for (let waited = 0; waited < staleMs; waited += staleMs / 10) {
    await sleep(staleMs / 10);
    if (touched() !== before) return readOwner(path)?.token === holder.token ? 'alive' : 'gone';
  }
  return 'dead';
}

/** Removes the lock file of a dead process, but not one that has been created meanwhile: that one is put back. */
function removeLockOf(path: string, holder: LockOwner): void {
  const aside = `${path}-${randomBytes(8).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (readOwner(aside)?.token !== holder.token) linkSync(aside, path);
  } catch {
    // A third process has the lock by now; the one whose file this was notices before it publishes.
  }
  rmSync(aside, { force: true });
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * In Linux the running kernel and the process namespace: two containers can have the same host name, and each has a process 1.
 * Elsewhere the host name.
 */
function systemName(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `${process.platform} ${hostname()}`;
  }
}

function heldBy(path: string, holder: LockOwner | undefined): AddressLookupError {
  const who =
    holder === undefined
      ? 'Another build or download'
      : `Another build or download (process ${holder.processId} on ${holder.host})`;
  return new AddressLookupError(
    'output-not-writable',
    `${who} is writing to the same place: it holds ${path}. Wait until it has ended, or choose another directory.`,
    { lock: path, ...holder },
  );
}
