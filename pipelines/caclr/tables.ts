import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import { FixedWidthTable } from '../readers/fixed-width.ts';
import { type InputEntry, readEntry } from '../readers/input-tree.ts';

/**
 * The thirteen tables of CACLR, the register of localities and streets of Luxembourg (Administration du cadastre et de la
 * topographie), in the register's own words. The layouts follow the publisher's `import-caclr.sql` and were verified on
 * every line of the edition of June 2025. Older descriptions differ: CODE_MULTIPLE was three bytes, COMMUALL was COMMUNE.
 */
export const TABLES = {
  /** The three districts; abolished in 2015, still in the register. */
  DISTRICT: {
    table: 'DISTRICT',
    lineLength: 54,
    columns: {
      CODE: { start: 1, length: 4 },
      NOM: { start: 5, length: 40 },
      DS_TIMESTAMP_MODIF: { start: 45, length: 10 },
    },
  },

  /** The twelve cantons, and `00` for the city of Luxembourg, which is in `04`. */
  CANTON: {
    table: 'CANTON',
    lineLength: 57,
    columns: {
      CODE: { start: 1, length: 2 },
      NOM: { start: 3, length: 40 },
      DS_TIMESTAMP_MODIF: { start: 43, length: 10 },
      FK_DISTR_CODE: { start: 53, length: 4, nullable: true },
    },
  },

  /** All communes, past and present. Key: canton and code together; `ACTIVE` is `N` for those merged away. */
  COMMUALL: {
    table: 'COMMUALL',
    lineLength: 95,
    columns: {
      CODE: { start: 1, length: 2 },
      NOM: { start: 3, length: 40 },
      NOM_MAJUSCULE: { start: 43, length: 40 },
      DS_TIMESTAMP_MODIF: { start: 83, length: 10 },
      FK_CANTO_CODE: { start: 93, length: 2 },
      ACTIVE: { start: 95, length: 1 },
    },
  },

  /** Localities: what an address names as its place. */
  LOCALITE: {
    table: 'LOCALITE',
    lineLength: 115,
    columns: {
      NUMERO: { start: 1, length: 5 },
      NOM: { start: 6, length: 40 },
      NOM_MAJUSCULE: { start: 46, length: 40 },
      CODE: { start: 86, length: 2 },
      INDIC_VILLE: { start: 88, length: 1 },
      DATE_FIN_VALID: { start: 89, length: 10, nullable: true },
      DS_TIMESTAMP_MODIF: { start: 100, length: 10 },
      FK_CANTO_CODE: { start: 110, length: 2, nullable: true },
      FK_COMMU_CODE: { start: 113, length: 2, nullable: true },
    },
  },

  /** Quarters of the city of Luxembourg; no address refers to them any more. */
  QUARTIER: {
    table: 'QUARTIER',
    lineLength: 61,
    columns: {
      NUMERO: { start: 1, length: 5 },
      NOM: { start: 6, length: 40 },
      DS_TIMESTAMP_MODIF: { start: 46, length: 10 },
      FK_LOCAL_NUMERO: { start: 56, length: 5, nullable: true },
    },
  },

  /** Streets. Name and number are unique; the last column is cut off after its last letter. */
  RUE: {
    table: 'RUE',
    lineLength: 168,
    shortestLine: 138,
    columns: {
      NUMERO: { start: 1, length: 5 },
      NOM: { start: 6, length: 40 },
      NOM_MAJUSCULE: { start: 46, length: 40 },
      MOT_TRI: { start: 86, length: 10 },
      CODE_NOMENCLATURE: { start: 96, length: 5, nullable: true },
      INDIC_LIEU_DIT: { start: 102, length: 1 },
      DATE_FIN_VALID: { start: 103, length: 10, nullable: true },
      DS_TIMESTAMP_MODIF: { start: 114, length: 10 },
      FK_CPTCH_TYPERUE: { start: 124, length: 2, nullable: true },
      FK_CPTCH_NUMERORUE: { start: 127, length: 4, nullable: true },
      FK_LOCAL_NUMERO: { start: 132, length: 5, nullable: true },
      INDIC_PROVISOIRE: { start: 138, length: 1 },
      NOM_ABREGE: { start: 139, length: 30 },
    },
  },

  /** Other names of streets. Key: street and sequence number. `LANGUE`: `L`, `F`, `A` (German) or blank. */
  'ALIAS.RUE': {
    table: 'ALIAS.RUE',
    lineLength: 180,
    columns: {
      NUMERO_SEQUENTIEL: { start: 1, length: 3 },
      NOM: { start: 4, length: 40 },
      NOM_MAJUSCULE: { start: 44, length: 40 },
      LANGUE: { start: 84, length: 1 },
      DS_TIMESTAMP_MODIF: { start: 85, length: 10 },
      FK_RUE_NUMERO: { start: 95, length: 5 },
      DESCRIPTION: { start: 100, length: 80, nullable: true },
    },
  },

  /** Other names of localities. */
  'ALIAS.LOCALITE': {
    table: 'ALIAS.LOCALITE',
    lineLength: 99,
    columns: {
      NUMERO_SEQUENTIEL: { start: 1, length: 3 },
      NOM: { start: 4, length: 40 },
      NOM_MAJUSCULE: { start: 44, length: 40 },
      LANGUE: { start: 84, length: 1 },
      DS_TIMESTAMP_MODIF: { start: 85, length: 10 },
      FK_LOCAL_NUMERO: { start: 95, length: 5 },
    },
  },

  /** Postcodes. `TYPE_CP`: `N` normal, `B` post-office boxes. The name is in capitals and cut off after 20 letters. */
  CODEPT: {
    table: 'CODEPT',
    lineLength: 63,
    columns: {
      NUMERO_POSTAL: { start: 1, length: 4 },
      LIB_POST_MAJUSCULE: { start: 5, length: 40 },
      TYPE_CP: { start: 45, length: 1 },
      LIMITE_INF_BP: { start: 46, length: 4 },
      LIMITE_SUP_BP: { start: 50, length: 4 },
      DS_TIMESTAMP_MODIF: { start: 54, length: 10 },
    },
  },

  /** Numbers of state roads. */
  CPTCH: {
    table: 'CPTCH',
    lineLength: 16,
    columns: {
      TYPE_RUE: { start: 1, length: 2 },
      NUMERO_RUE: { start: 3, length: 4 },
      DS_TIMESTAMP_MODIF: { start: 7, length: 10 },
    },
  },

  /** Buildings, one line for each number a street has or had. `INDIC_NO_INDEF`: not a house, carries the postcode of its street. */
  IMMEUBLE: {
    table: 'IMMEUBLE',
    lineLength: 57,
    columns: {
      NUMERO_INTERNE: { start: 1, length: 8 },
      NUMERO: { start: 9, length: 3 },
      CODE_MULTIPLE: { start: 12, length: 6 },
      DATE_FIN_VALID: { start: 18, length: 10, nullable: true },
      DS_TIMESTAMP_MODIF: { start: 29, length: 10 },
      FK_CODPT_NUMERO: { start: 39, length: 4, nullable: true },
      FK_QUART_NUMERO: { start: 44, length: 5, nullable: true },
      FK_RUE_NUMERO: { start: 50, length: 5, nullable: true },
      INDIC_NO_INDEF: { start: 56, length: 1 },
      INDIC_PROVISOIRE: { start: 57, length: 1 },
    },
  },

  /** Named buildings: the columns of IMMEUBLE and the name. */
  IMMDESIG: {
    table: 'IMMDESIG',
    lineLength: 98,
    columns: {
      NUMERO_INTERNE: { start: 1, length: 8 },
      NUMERO: { start: 9, length: 3 },
      CODE_MULTIPLE: { start: 12, length: 6 },
      DATE_FIN_VALID: { start: 18, length: 10, nullable: true },
      DS_TIMESTAMP_MODIF: { start: 29, length: 10 },
      FK_CODPT_NUMERO: { start: 39, length: 4, nullable: true },
      FK_QUART_NUMERO: { start: 44, length: 5, nullable: true },
      FK_RUE_NUMERO: { start: 50, length: 5, nullable: true },
      INDIC_NO_INDEF: { start: 56, length: 1 },
      INDIC_PROVISOIRE: { start: 57, length: 1 },
      DESIGNATION: { start: 58, length: 40, nullable: true },
    },
  },

  /** The publisher's own join: each current street with each of its postcodes, by name. */
  'TR.DICACOLO.RUCP': {
    table: 'TR.DICACOLO.RUCP',
    lineLength: 205,
    columns: {
      DISTRICT: { start: 1, length: 40 },
      CANTON: { start: 41, length: 40 },
      COMMUNE: { start: 81, length: 40 },
      LOCALITE: { start: 121, length: 40 },
      RUE: { start: 161, length: 40 },
      CODE_POSTAL: { start: 201, length: 4, nullable: true },
    },
  },
} as const;

export type TableName = keyof typeof TABLES;

/** A column of a table. */
export type ColumnOf<Table extends TableName> = keyof (typeof TABLES)[Table]['columns'] & string;

/** The tables in memory, as published: 19 MB for the whole country. */
export type CaclrTables = { readonly [Table in ReadTable]: FixedWidthTable<ColumnOf<Table>> };

/** The tables that an import needs: all but CPTCH, the numbers of state roads. */
type ReadTable = Exclude<TableName, 'CPTCH'>;

const READ_TABLES: readonly ReadTable[] = (Object.keys(TABLES) as TableName[]).filter(
  (table): table is ReadTable => table !== 'CPTCH',
);

/**
 * Reads the tables.
 *
 * @throws AddressLookupError `input-not-recognised` when tables are missing, `input-corrupt` when one is not in its
 *   published layout or encoding.
 */
export async function readTables(files: ReadonlyMap<TableName, InputEntry>, progress: Progress): Promise<CaclrTables> {
  const missing = READ_TABLES.filter((table) => !files.has(table));
  if (missing.length > 0) throw missingTablesError(missing, files);

  const entries = READ_TABLES.map((table) => [table, files.get(table)!] as const);
  const bytes = entries.reduce((sum, [, entry]) => sum + entry.byteLength, 0);
  progress.stage('CACLR', bytes, 'bytes');
  const tables: Partial<Record<ReadTable, FixedWidthTable>> = {};
  for (const [table, entry] of entries) {
    tables[table] = new FixedWidthTable<string>(TABLES[table], await readEntry(entry.source), entry.path);
    progress.advance(entry.byteLength);
  }
  return tables as CaclrTables;
}

function missingTablesError(
  missing: readonly ReadTable[],
  files: ReadonlyMap<TableName, InputEntry>,
): AddressLookupError {
  const found = [...files.keys()];
  return new AddressLookupError(
    'input-not-recognised',
    `CACLR is incomplete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing; found ` +
      `${found.length === 0 ? 'none of its tables' : found.join(', ')}. Give caclr.zip as published, or the folder it unpacks to.`,
    { missing, found },
  );
}
