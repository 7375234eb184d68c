import type { Readable } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { AddressLookupError } from '../errors.ts';

/** Enough to tell encoding, delimiter and header by. */
const SAMPLE_BYTES = 256 * 1024;

/** The first bytes of a stream, which is left as it was: `rest` begins with them again. */
export interface PeekedInput {
  readonly sample: Buffer;
  readonly isWhole: boolean;
  readonly rest: AsyncIterable<Buffer>;
}

/** Unpacks gzip, recognised by its first two bytes, and looks at the beginning. */
export async function peekInput(input: Readable): Promise<PeekedInput> {
  const first = await peek(input[Symbol.asyncIterator]() as AsyncIterator<Buffer>, 2);
  if (first.sample[0] !== 0x1f || first.sample[1] !== 0x8b)
    return peek(first.rest[Symbol.asyncIterator](), SAMPLE_BYTES);
  const unpacked = gunzip(first.rest, createGunzip());
  return peek(unpacked, SAMPLE_BYTES);
}

async function peek(iterator: AsyncIterator<Buffer>, bytes: number): Promise<PeekedInput> {
  const held: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  while (length < bytes) {
    const { value, done } = await iterator.next();
    if (done) {
      isWhole = true;
      break;
    }
    held.push(value);
    length += value.length;
  }
  async function* rest(): AsyncGenerator<Buffer, void> {
    try {
      yield* held;
      held.length = 0;
      while (!isWhole) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  const sample = Buffer.concat(held);
  return { sample: sample.subarray(0, Math.max(bytes, 2)), isWhole: isWhole && sample.length <= bytes, rest: rest() };
}

async function* gunzip(packed: AsyncIterable<Buffer>, unpack: Gunzip): AsyncGenerator<Buffer, void> {
  const feed = async (): Promise<void> => {
    try {
      for await (const bytes of packed) {
        if (unpack.destroyed) return;
        if (!unpack.write(bytes)) await new Promise((resolve) => unpack.once('drain', resolve).once('close', resolve));
      }
      unpack.end();
    } catch (error) {
      unpack.destroy(error as Error);
    }
  };
  const feeding = feed();
  try {
    for await (const bytes of unpack) yield bytes as Buffer;
    await feeding;
  } catch (error) {
    throw new AddressLookupError(
      'input-corrupt',
      `The gzip file is cut short or damaged: ${(error as Error).message}.`,
      {},
      { cause: error },
    );
  } finally {
    unpack.destroy();
  }
}
