import { move, transferableSymbol, valueSymbol } from 'piscina';
import { AddressLookupError } from '../../src/errors.ts';
import { type MemberTask, readMember } from './read-member.ts';
import type { MemberAnswer } from './read-members.ts';

/** Reads one stand file in a worker thread. The columns of the result are handed over, not copied. */
export default async function readMemberInWorker(task: MemberTask): Promise<MemberAnswer> {
  try {
    const result = await readMember(task);
    const buffers = Object.values(result.rows).flatMap(buffersIn);
    return move({ [transferableSymbol]: buffers, [valueSymbol]: { result } }) as unknown as MemberAnswer;
  } catch (error) {
    if (!(error instanceof AddressLookupError)) throw error;
    return { error: { code: error.code, message: error.message, data: error.data } };
  }
}

/** The buffers of a table's columns; nothing for a list of names. */
function buffersIn(table: object): ArrayBufferLike[] {
  return Object.values(table).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
}
