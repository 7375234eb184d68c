import { AddressLookupError } from '../../src/errors.ts';

/** The code with which `action` throws; what it threw, when that is no error of this package; `undefined` when it throws nothing. */
export function codeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error instanceof AddressLookupError ? error.code : error;
  }
  return undefined;
}

/** As `codeOf`, for a promise. */
export async function codeOfPromise(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error instanceof AddressLookupError ? error.code : error;
  }
  return undefined;
}
