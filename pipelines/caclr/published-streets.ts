import type { ImportReport } from '../report.ts';
import { rejectRow } from './fates.ts';
import type { CaclrTables } from './read-tables.ts';
import type { CurrentCaclr } from './records.ts';

/**
 * Compares the streets that `resolve` took for current with TR.DICACOLO.RUCP, in which the publisher lists them by name.
 * In the edition of June 2025 the two are equal, all 9,329. A difference means that the rule for what is current, or the
 * register, has changed; it is a warning, since addresses do not depend on that table.
 */
export function compareWithPublishedStreets(tables: CaclrTables, caclr: CurrentCaclr, report: ImportReport): void {
  const table = tables['TR.DICACOLO.RUCP'];
  const current = new Set(caclr.rues.map(({ nom, localite }) => streetKey(localite.commune.nom, localite.nom, nom)));
  const published = new Set<string>();
  report.read(table.layout.table, table.rowCount);
  for (let row = 0; row < table.rowCount; row++) {
    const key = streetKey(table.text(row, 'COMMUNE'), table.text(row, 'LOCALITE'), table.text(row, 'RUE'));
    published.add(key);
    if (current.has(key)) report.kept(table.layout.table);
    else rejectRow(report, table, row, 'street-not-current', '', key);
  }
  const missing = [...current].filter((key) => !published.has(key));
  if (missing.length > 0) {
    report.warn(
      `Streets that are current by RUE but not in TR.DICACOLO.RUCP, the publisher's own list: ${missing.length} ` +
        `(${missing.slice(0, 3).join('; ')}). They were kept.`,
    );
  }
}

function streetKey(commune: string, localite: string, rue: string): string {
  return `${rue}, ${localite}, ${commune}`;
}
