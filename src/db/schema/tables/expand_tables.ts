import { listLine, readTables, tableLine } from './read_tables.ts'
import { tableLists } from './table_lists.ts'
import { tableStatements } from './table_statements.ts'

/** The lines around an expansion. What is between them stands in no file of sql/. */
export const expansion = { begin: '--! Expanded', end: '--! EndExpanded' }

/** The text with every line of a table, and every list of tables, replaced by what it stands for. */
export function expandTables(sql: string, tables = readTables()): string {
  if (!sql.includes('--!')) return sql
  return sql
    .replaceAll(tableLine, (text: string, kind: string, said: string) => {
      const table = said.split(',')[0]?.trim() ?? ''
      const line = tables.get(table)
      if (!line) throw new Error(`« --!${kind} ${table} » n’est dans aucun fichier de sql/.`)
      return wrap(table, tableStatements(line), text)
    })
    .replaceAll(listLine, (text: string, indent: string, name: string) => {
      const list = tableLists[name]
      if (!list) throw new Error(`« --!each ${name} » n’existe pas.`)
      return wrap(`each ${name}`, list([...tables.values()]).replaceAll(/^/gm, indent), text)
    })
}

// Keeps the line breaks of the text outside the expansion, for the places of faults.
function wrap(name: string, expanded: string, text: string): string {
  const breaks = text.replaceAll(/[^\n]/g, '')
  return `${expansion.begin} ${name}\n${expanded}${expanded === '' ? '' : '\n'}${expansion.end}${breaks}`
}
