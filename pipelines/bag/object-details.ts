import { OBJECT_USES, type ObjectUse } from '../../src/model/register-object.ts';
import { ColumnBuilder, type ColumnTypes } from '../readers/columns.ts';
import { FIELD, LIST, type StandRecord } from './stand-record.ts';
import { objectStatusOf } from './statuses.ts';

/** What objects say besides where they are and what their numbers are: a row for each, or none if it is not read. */
export interface DetailColumns {
  /** Position in `OBJECT_STATUSES`. */
  readonly status: Uint8Array;
  /** Bit i: use i of `OBJECT_USES`; `UNKNOWN_USE` besides if one is not known to us. */
  readonly uses: Uint16Array;
  /** m²; 0 if it has none. */
  readonly floorAreaM2: Uint32Array;
  /** The first building that it is in; 0 if it is in none. */
  readonly building: Float64Array;
}

/** A further building of an object; `object` is its row, in the table of the same file or of all files. */
export interface FurtherBuildingColumns {
  readonly object: Uint32Array;
  readonly building: Float64Array;
}

export const DETAIL_COLUMNS: ColumnTypes<DetailColumns> = {
  status: Uint8Array,
  uses: Uint16Array,
  floorAreaM2: Uint32Array,
  building: Float64Array,
};

export const FURTHER_BUILDING_COLUMNS: ColumnTypes<FurtherBuildingColumns> = {
  object: Uint32Array,
  building: Float64Array,
};

/** The register's words for uses (gebruiksdoelen). */
const USES: Readonly<Record<string, ObjectUse>> = {
  woonfunctie: 'residential',
  bijeenkomstfunctie: 'assembly',
  celfunctie: 'detention',
  gezondheidszorgfunctie: 'healthcare',
  industriefunctie: 'industrial',
  kantoorfunctie: 'office',
  logiesfunctie: 'lodging',
  onderwijsfunctie: 'education',
  sportfunctie: 'sports',
  winkelfunctie: 'retail',
  'overige gebruiksfunctie': 'other',
};

/** A use that is not one of those: it counts as `other`, and is warned of. */
export const UNKNOWN_USE: number = 1 << OBJECT_USES.length;

const KNOWN_USES = Object.entries(USES).map(([text, use]) => ({
  bytes: new TextEncoder().encode(text),
  bit: 1 << OBJECT_USES.indexOf(use),
}));
const OTHER = 1 << OBJECT_USES.indexOf('other');

/** Collects the details of the objects of one file, row by row. */
export class DetailRows {
  readonly #table: ColumnBuilder<DetailColumns>;
  readonly #further = new ColumnBuilder(FURTHER_BUILDING_COLUMNS, 64);

  constructor(capacity: number) {
    this.#table = new ColumnBuilder(DETAIL_COLUMNS, capacity);
  }

  add(record: StandRecord): void {
    const row = this.#table.add();
    const { columns } = this.#table;
    columns.status[row] = objectStatusOf(record);
    columns.uses[row] = usesOf(record);
    columns.floorAreaM2[row] = Math.max(record.digits(FIELD.floorArea), 0);
    const buildings = [...new Set(record.digitsOf(LIST.buildings))].filter((id) => id > 0);
    columns.building[row] = buildings[0] ?? 0;
    for (const building of buildings.slice(1)) {
      const entry = this.#further.add();
      this.#further.columns.object[entry] = row;
      this.#further.columns.building[entry] = building;
    }
  }

  build(): { readonly details: DetailColumns; readonly furtherBuildings: FurtherBuildingColumns } {
    return { details: this.#table.copy(), furtherBuildings: this.#further.copy() };
  }
}

function usesOf(record: StandRecord): number {
  const ranges = record.lists[LIST.uses]!;
  let uses = 0;
  for (let i = 0; i < ranges.length; i += 2) uses |= useAt(record, ranges[i]!, ranges[i + 1]!);
  return uses;
}

function useAt(record: StandRecord, start: number, end: number): number {
  for (const { bytes, bit } of KNOWN_USES) if (record.equalsAt(start, end, bytes)) return bit;
  return OTHER | UNKNOWN_USE;
}
