import { foldIncludes, includedTexts, printIncluded, splitIncluded } from './compile_schema.ts'
import { saysTheSame, splitStatements } from './split_statements.ts'

/**
 * The SQL for a database that has an earlier text of a migration: the files of sql/ that say something else now, and
 * the statements of the migration's own that are new. The rest is blank, so that lines keep their numbers.
 * @param applied the earlier text
 * @param wanted the text of the migration now
 * @param released the files of sql/ as the migrations before it leave them
 */
export function catchUp(applied: string, wanted: string, released: Map<string, string>): string {
  const [before, after] = [includedTexts(applied), includedTexts(wanted)]
  const differs = (file: string, text: string) =>
    !saysTheSame(before.get(file) ?? released.get(file) ?? '', text)
  const done = new Set(ownStatements(applied))
  const parts = splitIncluded(wanted).map((part) =>
    part.file === null
      ? blankStatements(part.own, done)
      : printIncluded(part.file, differs(part.file, part.text) ? part.text : ''),
  )
  // Files that had changed since the release, and are again as it left them.
  const back = [...released]
    .filter(([file, text]) => before.has(file) && !after.has(file) && differs(file, text))
    .map(([file, text]) => printIncluded(file, text))
  return [parts.join(''), ...back].join('\n')
}

/** The statements of a migration outside the files of sql/ that it includes, as splitStatements writes them. */
export function ownStatements(migration: string): string[] {
  return splitStatements(foldIncludes(migration)).map(({ text }) => text)
}

// Keeps the line breaks of what it removes.
function blankStatements(sql: string, done: Set<string>): string {
  let rest = sql
  for (const { text, start, end } of splitStatements(sql).toReversed())
    if (done.has(text))
      rest = rest.slice(0, start) + sql.slice(start, end).replaceAll(/[^\n]+/g, '') + rest.slice(end)
  return rest
}
