import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIdentifier } from '../../src/model/identifiers.ts';
import {
  OBJECT_KINDS,
  OBJECT_STATUSES,
  OBJECT_USES,
  type ObjectInput,
  type RegisterObject,
} from '../../src/model/register-object.ts';
import { checkIndex } from '../../src/store/country-index.ts';
import { randomInput } from '../support/random-input.ts';
import { openInput } from '../support/small-register.ts';

/** An object as a register has it; identifiers of addresses are places in a list. */
interface Thing {
  readonly id: number;
  readonly kind: number;
  readonly status: number;
  readonly uses: number;
  readonly floorAreaM2: number;
  readonly buildings: readonly number[];
  readonly main: number;
  readonly others: readonly number[];
}

const base = randomInput('nl', 3);
const addresses = [...new Set(base.addresses.id)].sort((a, b) => a - b);
const address = fc.nat(addresses.length - 1);

const things: fc.Arbitrary<Thing[]> = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 9_999_999_999_999 }),
    kind: fc.nat(OBJECT_KINDS.length - 1),
    status: fc.nat(OBJECT_STATUSES.length - 1),
    uses: fc.nat(2 ** OBJECT_USES.length - 1),
    floorAreaM2: fc.oneof(fc.constant(0), fc.nat(999_999)),
    buildings: fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 53 - 1 }), { maxLength: 4 }),
    main: address,
    others: fc.uniqueArray(address, { maxLength: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 150 },
);

/** What an index is written from: of each address its objects in the order of the list. */
function inputOf(list: readonly Thing[]): ObjectInput {
  const pairs = list.flatMap(({ main, others }, object) =>
    [...new Set([main, ...others])].map((each) => ({ address: addresses[each]!, object })),
  );
  pairs.sort((a, b) => a.address - b.address);
  const further = list.flatMap(({ buildings }, object) => buildings.slice(1).map((building) => ({ object, building })));
  return {
    objects: {
      id: Float64Array.from(list, ({ id }) => id),
      kind: Uint8Array.from(list, ({ kind }) => kind),
      status: Uint8Array.from(list, ({ status }) => status),
      uses: Uint16Array.from(list, ({ uses }) => uses),
      floorAreaM2: Uint32Array.from(list, ({ floorAreaM2 }) => floorAreaM2),
      building: Float64Array.from(list, ({ buildings }) => buildings[0] ?? 0),
      mainAddress: Float64Array.from(list, ({ main }) => addresses[main]!),
    },
    furtherBuildings: {
      object: Uint32Array.from(further, ({ object }) => object),
      building: Float64Array.from(further, ({ building }) => building),
    },
    ofAddress: {
      address: Float64Array.from(pairs, (pair) => pair.address),
      object: Uint32Array.from(pairs, (pair) => pair.object),
    },
  };
}

function expected(list: readonly Thing[], id: number): RegisterObject[] {
  const of = list.filter(({ main, others }) => [main, ...others].some((each) => addresses[each] === id));
  return of.map(({ kind, status, uses, floorAreaM2, buildings, main, ...thing }) => ({
    id: formatIdentifier('nl', thing.id),
    kind: OBJECT_KINDS[kind]!,
    status: OBJECT_STATUSES[status]!,
    buildings: buildings.map((building) => formatIdentifier('nl', building)),
    uses: OBJECT_USES.filter((_, use) => Math.floor(uses / 2 ** use) % 2 === 1),
    ...(floorAreaM2 > 0 && { floorAreaM2 }),
    ...(addresses[main] !== id && { mainAddress: formatIdentifier('nl', addresses[main]!) }),
  }));
}

describe('the objects of an index', () => {
  it('are those that were written, of every address, in their order, and sound', () =>
    fc.assert(
      fc.asyncProperty(things, async (list) => {
        const { index } = await openInput({ ...base, objects: inputOf(list) });
        checkIndex(index);
        for (let i = 0; i < index.addresses.length; i++)
          expect(index.objects!.of(i)).toEqual(expected(list, index.addresses.idOf(i)));
      }),
      { numRuns: 20 },
    ));

  it('are none of an index without any, and none are read where they are not asked for', async () => {
    const { index } = await openInput({ ...base, objects: inputOf([]) });
    checkIndex(index);
    expect(index.objects!.of(0)).toEqual([]);
    expect((await openInput(base)).index.objects).toBeUndefined();
  });
});
