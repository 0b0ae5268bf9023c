const counts = new Intl.NumberFormat('fr')
const decimals = new Intl.NumberFormat('fr', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A figure as people write it, 1 234 or 1 234,50: a count is a number, hours are a text with two decimals. */
export function figure(value: number | string): string {
  const text = typeof value === 'number' ? counts.format(value) : decimals.format(Number(value))
  // The narrow space is in no standard font of PDF.
  return text.replaceAll('\u202f', '\u00a0')
}
