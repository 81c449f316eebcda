/** Rows as columns of text, each as wide as its longest cell. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), name.length),
  );
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...rows].map((cells) => line(cells).trimEnd()).join('\n');
}
