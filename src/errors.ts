/**
 * Every reason for which this package throws. The list is closed: a program can switch over it.
 * docs/errors.md says of each what it means and what to do.
 */
export type ErrorCode =
  // the caller's arguments
  | 'invalid-argument'
  | 'search-or-context-required'
  | 'invalid-context'
  | 'invalid-page'
  | 'invalid-per-page'
  | 'invalid-coordinate'
  | 'invalid-radius'
  | 'invalid-within'
  | 'unknown-country'
  | 'country-not-loaded'
  | 'operation-not-loaded'
  | 'lookup-closed'
  // index files
  | 'index-not-found'
  | 'index-version'
  | 'index-corrupt'
  // register files and the command line
  | 'input-not-found'
  | 'input-not-recognised'
  | 'input-corrupt'
  | 'input-mixed'
  | 'input-empty'
  | 'invalid-option'
  | 'output-not-writable'
  | 'gates-failed'
  | 'download-failed'
  // batches on several machines
  | 'redis-unavailable'
  | 'batch-not-found'
  | 'batch-conflict'
  | 'batch-incomplete';

/**
 * The one error class of this package: what was got, what is allowed, what to do, and a stable `code`.
 * A bad row in a register is data, not an exception: it is counted and kept aside by the import.
 */
export class AddressLookupError extends Error {
  readonly code: ErrorCode;
  /** The values the message speaks of, for programs: `{ got, allowed, ... }`. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AddressLookupError';
    this.code = code;
    this.data = data;
  }
}

/** Names as a message lists them: `"Sheet1", "Sheet2"`. */
export function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Error codes of file systems for a disk that takes nothing more. */
const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on it',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it has no room for files so large',
  EROFS: 'it is read-only',
  EIO: 'the disk failed',
  ESTALE: 'the network file system has lost it',
  EBUSY: 'it is in use',
  EXDEV: 'it is on another file system',
};

/** Of these faults, those that an emptier disk mends. */
const FULL_DISK: readonly string[] = ['ENOSPC', 'EDQUOT'];

/** Error codes of file systems for a file that cannot be where it should. */
const PATH_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'what should be its directory is a file',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
};

/** Why a disk does not take what is written to it; `undefined` for any other error. */
export function diskFaultOf(error: unknown): string | undefined {
  return DISK_FAULTS[codeOf(error)];
}

/**
 * The error for a file or directory that cannot be written.
 *
 * @param path `undefined` for the output of the command
 * @param remedy what to do, as in `name another file with --out`; to make room comes first if the disk is full
 */
export function notWritable(path: string | undefined, cause: unknown, remedy: string): AddressLookupError {
  const reason = diskFaultOf(cause) ?? PATH_FAULTS[codeOf(cause)] ?? (cause as Error).message;
  const todo = FULL_DISK.includes(codeOf(cause))
    ? `Make room, or ${remedy}`
    : `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return new AddressLookupError(
    'output-not-writable',
    `${path === undefined ? 'The output' : `"${path}"`} cannot be written: ${reason}. ${todo}.`,
    path === undefined ? {} : { got: path },
    { cause },
  );
}

/**
 * Any error of the file system, as one sentence: what commands say of a fault that nobody has foreseen. `undefined` for all other errors.
 */
export function systemFault(error: unknown): AddressLookupError | undefined {
  const { syscall, path, message } = (error ?? {}) as Error & { readonly syscall?: string; readonly path?: string };
  if (!(error instanceof Error) || error instanceof AddressLookupError || typeof syscall !== 'string') return undefined;
  const code = codeOf(error);
  // Of a file that is read, too.
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  const reason = DISK_FAULTS[code] ?? (isForbidden ? 'this user may not use it' : PATH_FAULTS[code]) ?? message;
  return new AddressLookupError(
    'output-not-writable',
    `${path === undefined ? 'A file' : `"${path}"`} cannot be used: ${reason} (${code}, ${syscall}). Check the disk or the network share, and run the command again.`,
    path === undefined ? {} : { got: path },
    { cause: error },
  );
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string } | undefined)?.code ?? '';
}
