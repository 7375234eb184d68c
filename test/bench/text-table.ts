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

/** Objects of one shape as a table: a column for each property, and for each property of properties that are objects. */
export function formatRecords(records: readonly object[]): string {
  const rows = records.map((record) => flatten(record));
  const names = Object.keys(rows[0] ?? {});
  return formatTable([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
}

function flatten(record: object): Record<string, string | number> {
  const flat: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'object' || value === null) flat[name] = typeof value === 'number' ? value : String(value);
    else for (const [inner, part] of Object.entries(flatten(value))) flat[`${name} ${inner}`] = part;
  }
  return flat;
}
