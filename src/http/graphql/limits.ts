/** Limits of one request. */
export const limits = {
  /** Bytes of the body. */
  body: 100_000,
  /** Tokens of the query: names, brackets and values. */
  tokens: 3_000,
  /** Nesting of fields; a relation to a list takes two levels. */
  depth: 12,
  /** Fields after fragments are expanded; each alias counts. */
  fields: 500,
  /** Lists; each becomes a statement or a part of one. */
  lists: 30,
  /** Rows that the requested pages can have; nested lists multiply. */
  rows: 100_000,
  /** Nesting of objects and lists in an argument or variable. */
  nesting: 20,
} as const

/** Numbers of parsed documents and plans that are kept for the next requests. */
export const kept = {
  /** Queries whose plans are kept. A plan takes 0.2 MB, and 2.5 MB for a query at the limits. */
  queries: 30,
  /** Plans of a query: it has several where a variable decides what is read. */
  plansEach: 2,
  /** Statements that a connection prepares before it is replaced. Each takes memory of the database. */
  statements: 100,
} as const

/** The message where a limit is exceeded. @param what the thing that is counted, in French */
export function tooMuch(limit: keyof typeof limits, what: string): string {
  return `La requête demande trop : plus de ${limits[limit]} ${what}.`
}

/** Whether objects and lists in a value nest deeper than a limit. It stops at the limit. */
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
