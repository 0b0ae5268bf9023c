const counts = new Intl.NumberFormat('fr')
const decimals = new Intl.NumberFormat('fr', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Writes a figure as people do: 1 234 for a count (a number), 1 234,50 for hours (a text with two decimals). */
export function figure(value: number | string): string {
  const text = typeof value === 'number' ? counts.format(value) : decimals.format(Number(value))
  // No standard font of PDF has the narrow no-break space.
  return text.replaceAll('\u202f', '\u00a0')
}
