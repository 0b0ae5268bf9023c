/** A statement of a file of SQL. */
interface Statement {
  /** The statement without comments, and with single spaces outside of quotes. */
  text: string
  /** The offset of its first word, and that after its semicolon. */
  start: number
  end: number
}

// A comment; a string, a quoted name, a body; a word; white space; any other character.
const token =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"[^"]*"|\$(?<tag>[a-zA-Z_]\w*)?\$[\s\S]*?\$\k<tag>\$|(?<word>\w+)|(?<space>\s+)|[\s\S]/g

/** The statements of a text of SQL, in their order. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let text = ''
  let start = 0
  // How many `end` are awaited in the body of a function of the standard, `begin atomic … end`.
  let depth = 0
  for (const { 0: piece, index, groups } of sql.matchAll(token)) {
    if (groups?.comment !== undefined || groups?.space !== undefined) {
      if (text !== '' && !text.endsWith(' ')) text += ' '
      continue
    }
    const word = groups?.word?.toLowerCase()
    if (word === 'atomic' || (word === 'case' && depth > 0)) depth += 1
    if (word === 'end' && depth > 0) depth -= 1
    if (piece !== ';' || depth > 0) {
      if (text === '') start = index
      text += piece
    } else if (text !== '') {
      statements.push({ text: text.trimEnd(), start, end: index + 1 })
      text = ''
    }
  }
  if (text !== '') statements.push({ text: text.trimEnd(), start, end: sql.length })
  return statements
}

/** Whether two files leave the same in the catalogue: their statements are the same but for order and comments. */
export function saysTheSame(one: string, other: string): boolean {
  if (one === other) return true
  if (sizeOf(one) !== sizeOf(other)) return false
  return sorted(one) === sorted(other)
}

// Without comments and white space: most changes show in it, and it takes no time.
function sizeOf(sql: string): number {
  return sql.replaceAll(/--.*$|\s+/gm, '').length
}

function sorted(sql: string): string {
  const texts = splitStatements(sql).map(({ text }) => text)
  return texts.sort().join(';\n')
}
