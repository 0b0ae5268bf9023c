import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { compileIncludes, contentsPage, includedFiles } from './compile_schema.ts'
import { committedFolder, frozenMigrations } from './releases.ts'
import { expandTables } from './tables/expand_tables.ts'
import { readTables } from './tables/read_tables.ts'

/** The file of changes since the last release; its path starts at the checkout. */
export const currentFile = 'migrations/current.sql'

const heading = `-- Files of sql/ that have changed since the last release; written by \`caserne schema\`.
-- Statements of yours stand above this heading, such as an alter table.`

function readFrozen(): string[] {
  return frozenMigrations().map((name) => readFileSync(join(committedFolder, name), 'utf8'))
}

// The latest released text of each file of sql/.
function releasedFiles(): Map<string, string> {
  const included = /^--! Included (\S+)\n([\s\S]*?)\n--! EndIncluded \1$/gm
  return new Map(
    [...readFrozen().join('\n').matchAll(included)].map(([, path = '', text = '']) => [path, text.trim()]),
  )
}

function changedFiles(): string[] {
  const released = releasedFiles()
  const tables = readTables()
  return includedFiles(contentsPage()).filter(
    (file) =>
      expandTables(readFileSync(join(root, 'sql', file), 'utf8'), tables).trim() !== released.get(file),
  )
}

/**
 * The text that migrations/current.sql should have: the statements written by hand, then an include for every file of
 * sql/ that changed since the last release, unless those statements include it. Before the first release, the file's
 * own text.
 */
export function currentMigration(): string {
  const current = readFileSync(join(root, currentFile), 'utf8')
  if (frozenMigrations().length === 0) return current
  const own = (current.split(heading)[0] ?? '').trimEnd()
  const named = includedFiles(own)
  const lines = changedFiles()
    .filter((file) => !named.includes(file))
    .map((file) => `--!include ${file}`)
  return `${[own, ...(lines.length > 0 ? [`\n${heading}`, ...lines] : [])].join('\n').trimStart()}\n`
}

// A migration that holds nothing but comments does nothing.
function isBlank(sql: string): boolean {
  return sql.split('\n').every((line) => /^\s*(--(?!!).*)?$/.test(line))
}

/**
 * The migration that the next release freezes, with all includes expanded, as graphile-migrate would commit it. Null
 * when nothing has changed since the last release; all of sql/ before the first release.
 */
export async function compileNextMigration(): Promise<string | null> {
  const frozen = readFrozen()
  const text = frozen.length === 0 ? contentsPage() : currentMigration()
  if (isBlank(text)) return null
  const body = (await compileIncludes(text)).trim()
  const previous = /^--! Hash: (\S+)$/m.exec(frozen.at(-1) ?? '')?.[1]
  const hash = createHash('sha1')
    .update(`${previous ?? ''}\n${body}`.trim())
    .update('\n')
    .digest('hex')
  return `--! Previous: ${previous ?? '-'}\n--! Hash: sha1:${hash}\n\n${body}\n`
}
