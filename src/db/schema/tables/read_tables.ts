import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../config.ts'
import { type Found, findFaults } from './table_faults.ts'
import { parseTableLine, type TableLine } from './table_line.ts'

/** The line of a list of tables, and the indent of what replaces it. */
export const listLine = /^( *)--!each (.+)$/gm
/** The line of a table, which may go on in lines that begin with `--!  `. */
export const tableLine = /^--!(tenant|shared|table)\b ?(.*(?:\n--! {2}.*)*)$/gm

/** The texts of the files of sql/ by their paths, such as `app/sis/sis.sql`. */
export function readFiles(): Map<string, string> {
  const paths = pathsIn('').filter((path) => path.endsWith('.sql'))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, 'sql', path), 'utf8')]))
}

// The recursive option of readdirSync takes twenty times as long, and every program asks.
function pathsIn(folder: string): string[] {
  return readdirSync(join(root, 'sql', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? pathsIn(path) : [path]
  })
}

/**
 * Returns what the lines of all tables say, by table and sorted by name.
 * @param files texts by the paths of files in sql/.
 * @throws with every fault, each with its file and line.
 */
export function readTables(files = readFiles()): Map<string, TableLine> {
  const faults: string[] = []
  // Most files have no such line, and every program reads them all when it starts.
  const marked = [...files].filter(([, text]) => text.includes('--!'))
  const found = marked.flatMap(([path, text]) =>
    [...text.matchAll(tableLine)].map((match): Found => {
      const place = `sql/${path}:${text.slice(0, match.index).split('\n').length}`
      const said = (match[2] ?? '').replaceAll('\n--!', '')
      const parsed = parseTableLine(match[1] as TableLine['kind'], said)
      faults.push(...parsed.faults.map((fault) => `${place}: ${fault}`))
      const columns = columnsIn(text, parsed.line.table)
      const permission = permissionIn(text, parsed.line.table)
      return { line: { ...imply(parsed.line, columns ?? []), permission }, place, columns }
    }),
  )
  faults.push(...findFaults(found), ...marked.flatMap(([path, text]) => strayLines(path, text)))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const sorted = found.map(({ line }) => line).sort((a, b) => (a.table < b.table ? -1 : 1))
  return new Map(sorted.map((line) => [line.table, line]))
}

function columnsIn(text: string, table: string): string[] | null {
  const body = text.split(`create table if not exists ${table} (\n`)[1]?.split('\n)')[0]
  const names = body?.matchAll(/^ {2}(?!(?:primary|unique|foreign|check|constraint|exclude)\b)(\w+) /gm)
  return names ? [...names].map(([, name = '']) => name) : null
}

// A line that is misspelt, or cut off from its beginning, would do nothing.
function strayLines(path: string, text: string): string[] {
  const breaks = (match: string) => match.replaceAll(/[^\n]/g, '')
  const rest = text.replaceAll(tableLine, breaks).replaceAll(listLine, breaks).split('\n')
  return rest.flatMap((line, at) =>
    /^\s*--!(?!include )/.test(line) ? [`sql/${path}:${at + 1}: ligne inconnue : « ${line.trim()} »`] : [],
  )
}

// Any of those that the policy names. A change of a part borrows it, to change the record.
function permissionIn(text: string, table: string): string | null {
  const policy = text.split(`create policy modification on ${table} for update`)[1]?.split(';')[0]
  const all = /^\s+using \(sis_key = request\.sis_with\(([^)]*)\)\)$/.exec(policy ?? '')?.[1]
  return all?.split("'").at(-2) ?? null
}

// Keys and versions say nothing themselves. In a row of a person they are shown and kept with it.
function imply(line: TableLine, columns: string[]): TableLine {
  const { link, personal, kept, texts, neutral } = line.people
  const said = [...personal, ...kept, ...texts, ...neutral]
  const implied = [...new Set(['sis_key', 'id', 'version', link])].filter(
    (name): name is string => name !== null && columns.includes(name) && !said.includes(name),
  )
  const people = link === null ? { neutral: [...neutral, ...implied] } : { kept: [...kept, ...implied] }
  return { ...line, people: { ...line.people, ...people } }
}
