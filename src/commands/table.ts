/**
 * Formats rows as lines of aligned columns. Control and format characters are left out: texts that anybody may choose,
 * such as the name of an account, must not control the terminal.
 */
export function table(rows: string[][]): string {
  const clean = rows.map((row) => row.map((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '')))
  const width = (column: number) => Math.max(...clean.map((row) => row[column]?.length ?? 0))
  return clean
    .map((row) =>
      row
        .map((text, column) => text.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
