/** The middle value. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The fastest tenth, which other work on the machine affects least. */
export function fastestTenth(values: number[]): number {
  return quantile(values, 0.1)
}

/** The value that a share of the values do not exceed: 0.99 for the 99th percentile, 1 for the largest. */
export function quantile(values: number[], share: number): number {
  const at = Math.min(values.length - 1, Math.floor(values.length * share))
  return values.toSorted((one, other) => one - other)[at] ?? 0
}
