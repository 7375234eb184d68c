/** The files of an index directory, `dist-data/<country>/`. docs/format.md describes each. */
export const INDEX_FILES = {
  /** JSON: what the index is of, and the size and checksum of every other file. Written last. */
  manifest: 'manifest.json',
  /** msgpack: regions, provinces, municipalities and places. */
  areas: 'areas.msgpack',
  /** Container: streets and their names. */
  streets: 'streets.bin',
  /** Container: addresses and postcodes. */
  addresses: 'addresses.bin',
  /** Container: the trie of names. */
  names: 'names.bin',
  /** KDBush: the positions of all addresses. */
  points: 'points.kdbush',
  /** Flatbush: the bounding boxes of all streets. */
  boxes: 'streets.flatbush',
} as const;
