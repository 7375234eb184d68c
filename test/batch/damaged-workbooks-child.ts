import { Readable } from 'node:stream';
import { peekInput } from '../../src/batch/input.ts';
import { keepWorkbook, workbookWithAnswers } from '../../src/batch/kept-workbook.ts';
import { AddressLookupError } from '../../src/errors.ts';
import { mutateWorkbook, plainWorkbooks } from '../support/mutated-workbooks.ts';
import { Random } from '../support/random.ts';

/** `damaged-workbooks-child FIRST END`: reads damaged workbooks one after the other, and tells the parent what became of each. */

/** What became of a workbook, in `outcome`: `rows`, `kept` where it was also written again, `refused`, or `fault`. */
export interface WorkbookMessage {
  readonly number: number;
  readonly mutations: readonly string[];
  readonly outcome: 'rows' | 'kept' | 'refused' | 'fault';
  readonly message: string;
}

class Fault extends Error {}

/** Of rows as CSV: what a reader that forgets to count would exceed. */
const MAX_CHARACTERS = 400e6;

const [first, end] = process.argv.slice(2).map(Number) as [number, number];
const workbooks = await plainWorkbooks();
for (let number = first; number < end; number++) {
  const { mutations, bytes } = mutateWorkbook(workbooks[number % 4 === 0 ? 1 : 0]!, new Random(number * 2_654_435_761));
  const message: WorkbookMessage = { number, mutations, ...(await judge(bytes)) };
  await new Promise((resolve) => process.send!(message, resolve));
}
process.disconnect();

async function judge(bytes: Buffer): Promise<Pick<WorkbookMessage, 'outcome' | 'message'>> {
  try {
    const { csv, sheet } = await rowsOf(bytes);
    if (csv === undefined) return { outcome: 'rows', message: '' };
    const kept = await keepWorkbook(bytes, sheet).catch(refusal);
    if (kept === undefined || typeof kept === 'string') return { outcome: 'rows', message: kept ?? '' };
    const parts: Buffer[] = [];
    const answers = Readable.from([Buffer.from('["x"]\n'.repeat(csv.split('\n').length))]);
    const columns = { columnCount: kept.columnCount, added: 1, headerRow: 1 };
    try {
      for await (const part of workbookWithAnswers(kept, answers, columns)) parts.push(part);
    } catch (error) {
      return { outcome: 'rows', message: refusal(error) };
    }
    const again = await rowsOf(Buffer.concat(parts));
    const without = again.csv?.replaceAll(/,*"x"$/gm, '');
    if (without?.trimEnd() === csv.trimEnd()) return { outcome: 'kept', message: '' };
    return { outcome: 'fault', message: 'the workbook that was kept has other rows' };
  } catch (error) {
    return error instanceof Fault
      ? { outcome: 'fault', message: error.message }
      : { outcome: 'refused', message: refusal(error) };
  }
}

/** The sheet as CSV, unless it is long. */
async function rowsOf(bytes: Buffer) {
  const { rest, sheet } = await peekInput(Readable.from([bytes]));
  if (sheet === undefined) throw new AddressLookupError('input-not-recognised', 'It is no longer a zip.', {});
  let csv: string | undefined = '';
  let characters = 0;
  for await (const part of rest) {
    characters += part.length;
    if (characters > MAX_CHARACTERS) throw new Fault(`more than ${characters} characters`);
    csv = characters > 30e6 ? undefined : csv + part.toString();
  }
  return { csv, sheet };
}

/** What a user is told. Anything but one sentence of ours is a fault. */
function refusal(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AddressLookupError)) throw new Fault(`not ours: ${message}`);
  if (!/^[A-Z][^\n]{10,400}\.$/.test(message)) throw new Fault(`no sentence: ${message.slice(0, 600)}`);
  return message;
}
