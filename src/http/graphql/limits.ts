/** What one request may ask for. */
export const limits = {
  /** Bytes of the body. */
  body: 100_000,
  /** Names, brackets and values of the query. */
  tokens: 3_000,
  /** Fields in fields: two for each relation to a list. */
  depth: 12,
  /** Fields once fragments are in their places, aliases one by one. */
  fields: 500,
  /** Lists, each of which is a statement or part of one. */
  lists: 30,
  /** Rows that the pages asked for can have, a list in a list multiplied. */
  rows: 100_000,
  /** Objects and lists in the value of an argument or variable. */
  nesting: 20,
} as const

/** What is said where a limit is passed. @param what is counted, in French. */
export function tooMuch(limit: keyof typeof limits, what: string): string {
  return `La requête demande trop : plus de ${limits[limit]} ${what}.`
}

/** Whether a value has objects and lists in one another deeper than that; looked at without going deep itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  const open: [value: unknown, level: number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [each, level] = next
    if (typeof each !== 'object' || each === null) continue
    if (level >= levels) return true
    for (const child of Object.values(each)) open.push([child, level + 1])
  }
  return false
}
