import { createAddressColumns } from '../../src/model/address-columns.ts';
import type { Gazetteer, Street } from '../../src/model/gazetteer.ts';
import type { HouseNumberSuffix } from '../../src/model/house-number.ts';
import type { IndexInput } from '../../src/store/manifest.ts';

/** The columns that a test is about; all others are 0, positions (0, 0) unless `placed` is false. */
export interface SmallRow {
  readonly id: number;
  readonly street?: number;
  readonly number?: number;
  readonly suffix?: number;
  readonly postcode?: number;
  readonly state?: number;
  readonly secondary?: number;
  readonly placed?: boolean;
  /** How far north of the others it lies. */
  readonly northMetres?: number;
}

export const SUFFIXES: readonly HouseNumberSuffix[] = [
  { letter: '', addition: '' },
  { letter: 'A', addition: '' },
  { letter: 'a', addition: '' },
  { letter: '', addition: 'A' },
];

/** A place with these streets (or one) and these addresses. */
export function smallInput(rows: readonly SmallRow[], streets?: readonly Street[]): IndexInput {
  const addresses = createAddressColumns(rows.length, SUFFIXES);
  rows.forEach(
    (
      {
        id,
        street = 0,
        number = 1,
        suffix = 0,
        postcode = 0,
        state = 0,
        secondary = 0,
        placed = true,
        northMetres = 0,
      },
      row,
    ) => {
      addresses.id[row] = id;
      addresses.street[row] = street;
      addresses.number[row] = number;
      addresses.suffix[row] = suffix;
      addresses.postcode[row] = postcode;
      addresses.state[row] = state;
      addresses.secondary[row] = secondary;
      addresses.record[row] = 1000 + row;
      if (!placed) return;
      addresses.latE7[row] = 520_000_000 + row + Math.round(northMetres * 90);
      addresses.lonE7[row] = 50_000_000 + row;
      addresses.gridXmm[row] = row;
      addresses.gridYmm[row] = -row;
    },
  );
  return { country: 'nl', registers: [], gazetteer: smallGazetteer(streets), addresses };
}

export function smallGazetteer(streets: readonly Street[] = [{ id: 1, names: { nl: 'Damrak' }, place: 0 }]): Gazetteer {
  return {
    regions: [],
    provinces: [{ id: 27, names: { nl: 'Noord-Holland' } }],
    municipalities: [{ id: 363, names: { nl: 'Amsterdam' }, province: 0 }],
    places: [
      { id: 3594, names: { nl: 'Amsterdam' }, municipality: 0 },
      { id: 1012, names: { nl: 'Weesp' }, municipality: 0 },
    ],
    streets,
  };
}
