import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/config.ts'

// An alarm refers to its intervention, and a mail to its alarm. Both stay open when the year is closed.
const open = ['app.alarmes', 'app.messages']

/** The tables whose rows belong to an accounting year, which foreign keys lead to. */
export function yearTables(): Set<string> {
  const listing = readFileSync(join(root, 'migrations/schema.txt'), 'utf8')
  const references = listing.matchAll(
    /^constraint (app\.\w+) \S+ FOREIGN KEY \([^)]*\) REFERENCES (app\.\w+)/gm,
  )
  const from = Map.groupBy(references, ([, , to]) => to)
  const found = new Set(['app.exercices_comptables'])
  for (const table of found)
    for (const [, referring = ''] of from.get(table) ?? [])
      if (!open.includes(referring)) found.add(referring)
  return found
}
