import { type Answer, answerTask } from '../../src/threads/worker-pool.ts';
import { type MemberResult, type MemberTask, readMember } from './read-member.ts';

/** Reads one stand file in a worker thread. The columns of the result are handed over, not copied. */
export default function readMemberInWorker(task: MemberTask): Promise<Answer<MemberResult>> {
  return answerTask(
    () => readMember(task),
    ({ rows }) => Object.values(rows).flatMap(buffersIn),
  );
}

/** The buffers of a table's columns; nothing for a list of names. */
function buffersIn(table: object): ArrayBufferLike[] {
  return Object.values(table).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
}
