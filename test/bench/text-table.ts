/** Rows as a Markdown table, the first row its head; numbers are aligned right. */
export function formatTable(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const isNumeric = cells[0]!.map((_, column) => rows.slice(1).every((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (isNumeric[i] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n');
}

/** Three significant digits below 100, whole numbers with separators above. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(3);
}
