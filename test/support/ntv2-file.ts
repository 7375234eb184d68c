/** A grid of shifts in the layout of NTv2 (Junkins & Farley, NTv2 Developer's Guide, appendix A), little-endian. */
export interface Ntv2Grid {
  readonly name: string;
  /** Degrees; the nodes lie on the edges too. */
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  /** Degrees from node to node. */
  readonly latitudeStep: number;
  readonly longitudeStep: number;
  /** What to add to a latitude and a longitude (east counted positive), in degrees, at a node. */
  readonly shiftAt: (latitude: number, longitude: number) => readonly [latitude: number, longitude: number];
}

const RECORD_BYTES = 16;
const SECONDS_PER_DEGREE = 3600;

/** Writes a grid file; the grids are written in the order given, each without a parent. */
export function ntv2File(grids: readonly Ntv2Grid[]): Buffer {
  return Buffer.concat([
    integer('NUM_OREC', 11),
    integer('NUM_SREC', 11),
    integer('NUM_FILE', grids.length),
    text('GS_TYPE', 'SECONDS'),
    text('VERSION', 'TEST'),
    text('SYSTEM_F', 'BESSEL'),
    text('SYSTEM_T', 'GRS80'),
    double('MAJOR_F', 6377397.155),
    double('MINOR_F', 6356078.963),
    double('MAJOR_T', 6378137),
    double('MINOR_T', 6356752.314),
    ...grids.flatMap(gridRecords),
    text('END', ''),
  ]);
}

function gridRecords(grid: Ntv2Grid): Buffer[] {
  const { name, south, north, west, east, latitudeStep, longitudeStep, shiftAt } = grid;
  const rows = Math.round((north - south) / latitudeStep) + 1;
  const columns = Math.round((east - west) / longitudeStep) + 1;
  const nodes: Buffer[] = [];
  // From the south-east corner to the west, then row by row to the north.
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [latitude, longitude] = shiftAt(south + row * latitudeStep, east - column * longitudeStep);
      const node = Buffer.alloc(RECORD_BYTES);
      node.writeFloatLE(latitude * SECONDS_PER_DEGREE, 0);
      node.writeFloatLE(-longitude * SECONDS_PER_DEGREE, 4);
      nodes.push(node);
    }
  }
  return [
    text('SUB_NAME', name),
    text('PARENT', 'NONE'),
    text('CREATED', '20261101'),
    text('UPDATED', '20261101'),
    double('S_LAT', south * SECONDS_PER_DEGREE),
    double('N_LAT', north * SECONDS_PER_DEGREE),
    // Longitudes count to the west.
    double('E_LONG', -east * SECONDS_PER_DEGREE),
    double('W_LONG', -west * SECONDS_PER_DEGREE),
    double('LAT_INC', latitudeStep * SECONDS_PER_DEGREE),
    double('LONG_INC', longitudeStep * SECONDS_PER_DEGREE),
    integer('GS_COUNT', rows * columns),
    ...nodes,
  ];
}

function record(key: string): Buffer {
  return Buffer.concat([Buffer.from(key.padEnd(8)), Buffer.alloc(8)]);
}

function integer(key: string, value: number): Buffer {
  const bytes = record(key);
  bytes.writeInt32LE(value, 8);
  return bytes;
}

function double(key: string, value: number): Buffer {
  const bytes = record(key);
  bytes.writeDoubleLE(value, 8);
  return bytes;
}

function text(key: string, value: string): Buffer {
  return Buffer.from(key.padEnd(8) + value.padEnd(8));
}
