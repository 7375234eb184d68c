import { AddressLookupError } from '../../../src/errors.ts';

/** A file that takes its time to be read. */
export interface SlowFile {
  readonly name: string;
  readonly milliseconds: number;
  readonly byteLength: number;
}

export async function readSlowFile({ name, milliseconds, byteLength }: SlowFile): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (byteLength < 0) throw new AddressLookupError('input-corrupt', `"${name}" cannot be read.`, { got: name });
  return name.toUpperCase();
}
