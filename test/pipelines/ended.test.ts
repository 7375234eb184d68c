import { describe, expect, it } from 'vitest';
import { type EndedAddresses, findEnded } from '../../pipelines/ended.ts';
import { NO_POSITION } from '../../src/model/address-columns.ts';
import type { Street } from '../../src/model/gazetteer.ts';
import { formerLines } from '../support/former-lines.ts';
import { Random } from '../support/random.ts';
import { type SmallRow, SUFFIXES, smallInput } from './small-input.ts';

const STREETS: readonly Street[] = ['Damrak', 'Rokin', 'damrak', 'Rokin'].map((name, i) => ({
  id: i + 1,
  names: { nl: name },
  place: i < 2 ? 0 : 1,
}));

interface Row extends SmallRow {
  readonly until?: number;
  /** Rows of one spot share a point; none without it. */
  readonly spot?: number;
}

/** Street and place, number and suffix, folded. */
const written = ({ street = 0, number = 1, suffix = 0 }: Row): string =>
  `${STREETS[street]!.names.nl!.toLowerCase()} ${STREETS[street]!.place} ${house({ number, suffix } as Row)}`;
const nameOf = ({ street = 0 }: Row): string => STREETS[street]!.names.nl!.toLowerCase();
// A as a letter and as an addition are written the same.
const house = ({ number = 1, suffix = 0 }: Row): string => `${number}${suffix === 0 ? '' : 'a'}`;

/** By the definition, each with each. */
function bySlowlyComparing(ended: readonly Row[], present: readonly Row[]): string[] {
  const successorOf = (row: Row): Row | undefined => {
    const elsewhere = present.filter(
      (each) =>
        row.postcode! > 0 &&
        nameOf(each) === nameOf(row) &&
        each.postcode === row.postcode &&
        house(each) === house(row),
    );
    if (elsewhere.length === 1) return elsewhere[0];
    const there = present.filter(({ spot }) => spot !== undefined && spot === row.spot);
    if (new Set(there.map(({ street }) => street)).size > 1) return undefined;
    if (there.some(({ postcode }) => postcode !== row.postcode)) return undefined;
    const same = there.filter((each) => house(each) === house(row));
    if (same.length === 1) return same[0];
    return there.length === 1 && nameOf(there[0]!) === nameOf(row) ? there[0] : undefined;
  };
  const gone = ended.filter((row) => {
    const alike = present.filter((each) => written(each) === written(row));
    if (alike.length === 0) return true;
    return (
      row.postcode! > 0 && alike.every(({ postcode }) => postcode !== row.postcode) && successorOf(row) !== undefined
    );
  });
  const last = gone.filter((row) => {
    const alike = gone.filter((each) => written(each) === written(row));
    if (row.postcode === 0 && alike.some(({ postcode }) => postcode !== 0)) return false;
    const later = alike.filter(({ postcode }) => postcode === row.postcode);
    return later.every((each) => each.until! < row.until! || (each.until === row.until && each.id <= row.id));
  });
  return last.map((row) => `${row.id} ${row.until} ${successorOf(row)?.id ?? 0}`).sort();
}

function inputOf(rows: readonly Row[]): ReturnType<typeof smallInput> {
  const input = smallInput(rows, STREETS);
  rows.forEach(({ spot }, row) => {
    input.addresses.latE7[row] = spot === undefined ? NO_POSITION : 520_000_000 + spot;
    input.addresses.lonE7[row] = spot === undefined ? NO_POSITION : 50_000_000 + (spot % 2);
  });
  return input;
}

function endedOf(rows: readonly Row[]): EndedAddresses {
  return { ...inputOf(rows), until: Uint32Array.from(rows, ({ until }) => until!) };
}

describe('addresses that a register has ended', () => {
  it('are found, and lead where the definition says, for random ones', () => {
    let [found, led] = [0, 0];
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const rows = (count: number, firstId: number): Row[] =>
        Array.from({ length: count }, (_, i) => ({
          id: firstId + i,
          street: random.between(0, 3),
          number: random.between(1, 3),
          suffix: random.between(0, SUFFIXES.length - 1),
          postcode: random.between(0, 2),
          until: 20_200_101 + random.between(0, 2),
          ...(random.chance(0.7) && { spot: random.between(0, 5) }),
        }));
      const [ended, present] = [rows(random.between(1, 12), 1), rows(random.between(1, 12), 101)];
      const former = findEnded(endedOf(ended), inputOf(present));
      const lines = Array.from(
        former.addresses.id,
        (id, i) => `${id} ${former.until[i]} ${former.successor[i]}`,
      ).sort();
      expect(lines, `seed ${seed}`).toEqual(bySlowlyComparing(ended, present));
      former.successor.forEach((id, i) => {
        const spot = ended[former.addresses.id[i]! - 1]!.spot;
        const isPlaced = id === 0 && spot !== undefined;
        expect(former.addresses.latE7[i] !== NO_POSITION, 'only what was withdrawn has a position').toBe(isPlaced);
      });
      found += lines.length;
      led += former.successor.filter((id) => id !== 0).length;
    }
    expect([found > 500, led > 100]).toEqual([true, true]);
  });

  it('are none without any', () => {
    expect(formerLines({ ...inputOf([{ id: 1 }]), former: findEnded(endedOf([]), inputOf([{ id: 1 }])) })).toEqual([]);
  });
});
