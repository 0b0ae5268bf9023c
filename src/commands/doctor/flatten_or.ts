// The parts of a text: strings, and what stands in parentheses.
type Part = string | Part[]

const OR = ' OR '

/**
 * Returns a definition with alternatives in one pair of parentheses: `((a) OR (b) OR (c))`. PostgreSQL prints a comparison
 * of rows as `(((a) OR (b)) OR (c))`, and flat once it was restored from a dump.
 */
export function flattenOr(definition: string): string {
  const tokens = definition.match(/'(?:[^']|'')*'|[()]|[^'()]+|'/g) ?? []
  const open: Part[][] = [[]]
  for (const token of tokens) {
    if (token === '(') open.push([])
    else if (token === ')' && open.length > 1) {
      const closed = open.pop() ?? []
      open.at(-1)?.push(isOr(closed) ? joinOr(closed.flatMap(alternatives)) : closed)
    } else open.at(-1)?.push(token)
  }
  // Parentheses that stay open mean something else: compare such a text as it is.
  return open.length === 1 ? print(open[0] ?? []) : definition
}

function isOr(parts: Part[]): boolean {
  return parts.length > 1 && parts.every((part, n) => (n % 2 === 0 ? Array.isArray(part) : part === OR))
}

function alternatives(part: Part): Part[] {
  if (!Array.isArray(part)) return []
  return isOr(part) ? part.filter((each) => each !== OR) : [part]
}

function joinOr(parts: Part[]): Part[] {
  return parts.flatMap((part, n) => (n === 0 ? [part] : [OR, part]))
}

function print(parts: Part[]): string {
  return parts.map((part) => (Array.isArray(part) ? `(${print(part)})` : part)).join('')
}
