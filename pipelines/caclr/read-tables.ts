import { AddressLookupError } from '../../src/errors.ts';
import type { Progress } from '../progress.ts';
import { FixedWidthTable } from '../readers/fixed-width.ts';
import { type InputEntry, readEntry } from '../readers/input-tree.ts';
import { type ColumnOf, TABLES, type TableName } from './tables.ts';

/** The tables in memory, as published: 19 MB for the whole country. */
export type CaclrTables = { readonly [Table in ReadTable]: FixedWidthTable<ColumnOf<Table>> };

/** The tables that an import needs: all but CPTCH, the numbers of state roads. */
export type ReadTable = Exclude<TableName, 'CPTCH'>;

export const READ_TABLES: readonly ReadTable[] = (Object.keys(TABLES) as TableName[]).filter(
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
