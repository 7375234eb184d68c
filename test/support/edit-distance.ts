/** Insertions, deletions, replacements and swaps of neighbours between two texts, no letter edited twice (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cell = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cell = Math.min(cell, rows[i - 2]![j - 2]! + 1);
      row.push(cell);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
