import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { compileIncludes, contentsPage, includedFiles } from './compile_schema.ts'
import { committedFolder, frozenMigrations } from './releases.ts'

/** Where changes since the last release are written, from the checkout. */
export const currentFile = 'migrations/current.sql'

const heading = `-- Files of sql/ that have changed since the last release; written by \`caserne schema\`.
-- Statements of yours stand above this heading, such as an alter table.`

function readFrozen(): string[] {
  return frozenMigrations().map((name) => readFileSync(join(committedFolder, name), 'utf8'))
}

// What each file of sql/ was in the released migrations, the latest last.
function releasedFiles(): Map<string, string> {
  const included = /^--! Included (\S+)\n([\s\S]*?)\n--! EndIncluded \1$/gm
  return new Map(
    [...readFrozen().join('\n').matchAll(included)].map(([, path = '', text = '']) => [path, text.trim()]),
  )
}

function changedFiles(): string[] {
  const released = releasedFiles()
  return includedFiles(contentsPage()).filter(
    (file) => readFileSync(join(root, 'sql', file), 'utf8').trim() !== released.get(file),
  )
}

/**
 * migrations/current.sql as it should be: the statements written by hand, then a line for every file of sql/ that has changed
 * since the last release and that they do not include. Before the first release, the file as it is.
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

// A migration of comments only does nothing.
function isBlank(sql: string): boolean {
  return sql.split('\n').every((line) => /^\s*(--(?!!).*)?$/.test(line))
}

/**
 * The migration that the next release freezes, with every include in its place, as graphile-migrate would commit it; null when
 * nothing has changed since the last release. Before the first one it is all of sql/.
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
