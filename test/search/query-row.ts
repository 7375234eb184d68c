/** A query and what it must be answered with. */
export interface QueryRow {
  readonly search: string;
  /** Label and description of the first answers, in order: `Dam 1 (1012JS Amsterdam)`. */
  readonly expect: readonly string[];
  readonly why: string;
}

/**
 * Reads a table of three columns: query, answers, reason. Answers are separated by a semicolon.
 *
 *     kalverstr 5 amst | Kalverstraat 5 (1012NX Amsterdam); Kalverstraat 5 A (1012NX Amsterdam) | the last word unfinished
 */
export function readQueries(table: string): QueryRow[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [search, expected, why] = line.split(' | ').map((cell) => cell.trim());
      if (search === undefined || expected === undefined || why === undefined) throw new Error(`Not a row: ${line}`);
      return { search, expect: expected.split(';').map((answer) => answer.trim()), why };
    });
}
