import { expansion } from './tables/expand_tables.ts'

/**
 * The place in sql/ or migrations/current.sql of a position in a compiled text, such as `sql/app/sis/sis.sql:12`.
 * @param outer the file that the text was compiled from, such as `migrations/current.sql`
 * @param position in characters, from 1 as PostgreSQL counts
 */
export function placeOf(position: number, compiled: string, outer: string): string {
  const open = [{ file: outer, line: 0 }]
  let expanding = false
  for (const line of compiled.slice(0, position).split('\n')) {
    const current = open.at(-1)
    if (line.startsWith('--! EndIncluded')) open.pop()
    // A whole expansion stands in one line of the file.
    else if (current && !expanding) current.line += 1
    if (line.startsWith(expansion.begin)) expanding = true
    if (line === expansion.end) expanding = false
    const included = /^--! Included (\S+)$/.exec(line)?.[1]
    if (included !== undefined) open.push({ file: `sql/${included}`, line: 0 })
  }
  const found = open.at(-1)
  return found ? `${found.file}:${found.line}` : outer
}
