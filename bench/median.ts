/** The middle value. */
export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

/** The fastest tenth, which other work on the machine affects least. */
export function fastestTenth(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0
}
