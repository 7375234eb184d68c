import fs, { type PathLike } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';

/*
 * A file system in which the n-th call fails, as SQLite tests its writing (https://www.sqlite.org/testing.html, 3.2): all calls of this thread on
 * files under one directory are counted, and one of them fails with an error code of choice. The functions of `node:fs` are replaced
 * for the time, and the imports of modules follow.
 */

const SYNCHRONOUS = [
  'closeSync',
  'copyFileSync',
  'fstatSync',
  'fsyncSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'mkdtempSync',
  'openSync',
  'readFileSync',
  'readSync',
  'readdirSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'statSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
] as const;
const WITH_CALLBACK = ['close', 'fstat', 'open', 'read', 'write', 'writev'] as const;
const PROMISES = [
  'copyFile',
  'link',
  'mkdir',
  'mkdtemp',
  'open',
  'readFile',
  'readdir',
  'rename',
  'rm',
  'stat',
  'statfs',
  'unlink',
  'writeFile',
] as const;
const OF_HANDLES = ['close', 'read', 'readFile', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const;

type AnyFunction = (...parameters: unknown[]) => unknown;
type Functions = Record<string, AnyFunction>;

export interface FailingDisk {
  /** The calls counted so far. */
  readonly calls: number;
  /** The call that failed, such as `renameSync`; `undefined` while none has. */
  readonly failed: string | undefined;
}

/**
 * Runs `work` while the `n`-th call on files under `root` fails with `code`; with `n` 0 none does, and all are counted.
 */
export async function withFailingCall(
  root: string,
  n: number,
  code: string,
  work: () => Promise<void>,
): Promise<FailingDisk> {
  const disk = { calls: 0, failed: undefined as string | undefined };
  const inside = `${resolve(root)}${sep}`;
  const isInside = (path: unknown): boolean =>
    typeof path === 'string' && (resolve(path).startsWith(inside) || `${resolve(path)}${sep}` === inside);
  const opened = new Set<number>();
  const isCounted = (target: unknown): boolean => (typeof target === 'number' ? opened.has(target) : isInside(target));
  /** The error of this call, if it is the one to fail. */
  const faultOf = (name: string, target: unknown): Error | undefined => {
    if (!isCounted(target) || ++disk.calls !== n) return undefined;
    disk.failed = name;
    const call = name.replace('Sync', '').toLowerCase();
    const shown = typeof target === 'string' ? ` '${target}'` : '';
    const path = typeof target === 'string' ? { path: target } : {};
    return Object.assign(new Error(`${code}: injected, ${call}${shown}`), { code, errno: -5, syscall: call, ...path });
  };
  const originals: [Functions, string, AnyFunction][] = [];
  const replace = (owner: object, name: string, make: (original: AnyFunction) => AnyFunction): void => {
    const functions = owner as Functions;
    const original = functions[name]!;
    originals.push([functions, name, original]);
    functions[name] = make(original);
  };

  for (const name of SYNCHRONOUS)
    replace(fs, name, (original) => (target, ...rest) => {
      const fault = faultOf(name, target);
      // A file is closed even where closing it fails.
      if (name === 'closeSync') opened.delete(target as number);
      if (fault !== undefined && name !== 'closeSync') throw fault;
      const result = original(target, ...rest);
      if (fault !== undefined) throw fault;
      if (name === 'openSync' && isInside(target)) opened.add(result as number);
      return result;
    });
  for (const name of WITH_CALLBACK)
    replace(fs, name, (original) => (target, ...rest) => {
      const fault = faultOf(name, target);
      const callback = rest.at(-1) as AnyFunction | undefined;
      if (name === 'close') opened.delete(target as number);
      if (fault !== undefined && typeof callback === 'function') {
        if (name === 'close') original(target, () => callback(fault));
        else process.nextTick(() => callback(fault));
        return undefined;
      }
      if (name === 'open' && isInside(target))
        rest[rest.length - 1] = (error: unknown, file: number) => {
          if (!error) opened.add(file);
          callback!(error, file);
        };
      return original(target, ...rest);
    });
  for (const name of PROMISES)
    replace(fs.promises, name, (original) => async (target, ...rest) => {
      const fault = faultOf(name, target);
      if (fault !== undefined) throw fault;
      const result = await original(target as PathLike, ...rest);
      if (name === 'open' && isInside(target))
        for (const method of OF_HANDLES) {
          const handle = result as Functions;
          const own = handle[method]!.bind(handle);
          handle[method] = async (...parameters) => {
            const failure = faultOf(`handle.${method}`, target);
            if (failure !== undefined && method !== 'close') throw failure;
            const value = await own(...parameters);
            if (failure !== undefined) throw failure;
            return value;
          };
        }
      return result;
    });
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const [owner, name, original] of originals.reverse()) owner[name] = original;
    syncBuiltinESMExports();
  }
  return disk;
}
