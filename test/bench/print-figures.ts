import { formatNumber, formatRecords } from './text-table.ts';

/** Lists as tables, whatever else beside their names. */
export function printFigures(figures: unknown): void {
  if (Array.isArray(figures)) {
    console.log(`${formatRecords(figures)}\n`);
    return;
  }
  for (const [name, value] of Object.entries(figures as object)) {
    if (Array.isArray(value)) console.log(`${name}:\n\n${formatRecords(value)}\n`);
    else if (typeof value === 'object' && value !== null) console.log(`${name}:\n\n${formatRecords([value])}\n`);
    else console.log(`${name}: ${typeof value === 'number' ? formatNumber(value) : value}\n`);
  }
}
