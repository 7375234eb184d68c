import { geocodeRows } from '../../src/index.ts';
import { type BrokenRow, drawMutatedRow, judgeMutatedRow, MUTATIONS, textOf } from '../support/mutated-rows.ts';
import { type Miss, type QualityPart, share } from './quality.ts';

const WARM_ROUNDS = 3;

/**
 * Rows of which one part was made another: nothing is `exact`, no address of an answer disagrees with more parts than the
 * one that the row was written from, which is one, and none has another number; in columns and as one text.
 */
export async function measureProperty({ lookup, register, random, options, add, miss }: QualityPart): Promise<void> {
  const { country } = register;
  const source = { countries: [country], of: () => lookup };
  const misses: Miss[] = [];
  for (const mutation of MUTATIONS) {
    const rows = Array.from({ length: Math.ceil(options.property / MUTATIONS.length) }, () =>
      drawMutatedRow(register, mutation, random),
    ).filter((row) => row !== undefined);
    const statuses: Record<string, number> = {
      exact: 0,
      corrected: 0,
      several: 0,
      street: 0,
      place: 0,
      former: 0,
      none: 0,
    };
    const broken: BrokenRow[] = [];
    const start = process.cpuUsage();
    for await (const answer of geocodeRows(source, rows)) {
      statuses[answer.status]!++;
      const found = judgeMutatedRow(register, answer.row, answer);
      if (found !== undefined) broken.push(found);
    }
    const { user, system } = process.cpuUsage(start);
    const brokenTexts: BrokenRow[] = [];
    const texts = rows.map((row, order) => ({ row, text: textOf(row, country, order) }));
    for await (const { row, ...answer } of geocodeRows(source, texts, { fieldsOf: ({ text }) => ({ text }) })) {
      const found = judgeMutatedRow(register, row.row, answer);
      if (found !== undefined) brokenTexts.push(found);
    }
    // Again, with the names of the country read: what a row costs in a long file. Time of the processor, and the least of some rounds.
    let warm = Number.POSITIVE_INFINITY;
    for (let round = 0; round < WARM_ROUNDS; round++) {
      const again = process.cpuUsage();
      for await (const _ of geocodeRows(source, rows));
      const { user: more, system: moreSystem } = process.cpuUsage(again);
      warm = Math.min(warm, more + moreSystem);
    }
    const count = (reason: string): number => broken.filter((each) => each.reason === reason).length;
    add('one part replaced', [
      {
        part: mutation,
        rows: rows.length,
        ...statuses,
        'false exact (0)': count('exact'),
        'two parts contradicted (0)': count('two parts contradicted'),
        'number changed (0)': count('number changed'),
        broken: share(broken.length, rows.length),
        'broken as one text': share(brokenTexts.length, rows.length),
        'ms CPU a row, names unread': (user + system) / 1000 / rows.length,
        'ms CPU a row (≤ 0.2)': warm / 1000 / rows.length,
      },
    ]);
    for (const { row, status, reason, answer } of [...broken, ...brokenTexts]) {
      const { street, housenumber, addition, postcode, place } = row;
      misses.push({
        typed: `${street} ${housenumber} ${addition}, ${postcode} ${place}`,
        wanted: `${mutation} made another`,
        got: `${status}, ${reason}: ${answer.streets[0]} ${answer.number} ${answer.suffix}, ${answer.postcode} ${answer.places[0]}`,
      });
    }
  }
  miss('one part replaced', misses);
}
