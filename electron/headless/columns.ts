// Rows for a terminal: each column as wide as its widest cell, the last one as it is.

/** With what stands above each column; nothing where there are no rows. */
export function listed(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : columns([heads, ...rows]);
}

export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => {
    return row.map((cell, at) => Math.max(most[at] ?? 0, cell.length));
  }, []);
  return rows.map(row =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
