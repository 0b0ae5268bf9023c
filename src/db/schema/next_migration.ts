import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../config.ts'
import { compileIncludes, contentsPage, includedFiles, includedTexts, readSql } from './compile_schema.ts'
import { type ProgramMigration, readFrozen } from './migration_file.ts'
import { nextMigration } from './releases.ts'
import { saysTheSame } from './split_statements.ts'

/** The file of the statements that bring the tables of the last release to what sql/ says; its path from the checkout. */
export const currentFile = 'migrations/current.sql'

const heading = '-- Files of sql/ that have changed since the last release.'

function changedFiles(frozen: ProgramMigration[], files: Map<string, string>): string[] {
  const released = includedTexts(frozen.map(({ text }) => text).join('\n'))
  return includedFiles(contentsPage(files)).filter((file) => {
    const before = released.get(file)
    return before === undefined || !saysTheSame(before, files.get(file) ?? '')
  })
}

// The statements of migrations/current.sql, then every other file of sql/ that changed since the last release. All of
// sql/ before the first release.
function withIncludes(frozen: ProgramMigration[], files: Map<string, string>): string {
  if (frozen.length === 0) return contentsPage(files)
  const own = readFileSync(join(root, currentFile), 'utf8').trimEnd()
  const named = includedFiles(own)
  const lines = changedFiles(frozen, files)
    .filter((file) => !named.includes(file))
    .map((file) => `--!include ${file}`)
  return [own, ...(lines.length > 0 ? [`\n${heading}`, ...lines] : [])].join('\n').trim()
}

/**
 * The migration that the next release will freeze, made from sql/ and migrations/current.sql as they are now. It is
 * blank when nothing has changed since the last release.
 */
export function compileNextMigration(frozen = readFrozen()): ProgramMigration {
  const files = readSql()
  const body = compileIncludes(withIncludes(frozen, files), files).trim()
  const previous = frozen.at(-1)?.hash ?? null
  // As graphile-migrate computes it, which compares.
  const hash = createHash('sha1')
    .update(`${previous ?? ''}\n${body}`.trim())
    .update('\n')
    .digest('hex')
  return { name: nextMigration(), hash: `sha1:${hash}`, previous, text: `${body}\n` }
}

/** Whether a migration holds nothing but comments: no release freezes it. */
export function isBlank({ text }: ProgramMigration): boolean {
  return text.split('\n').every((line) => /^\s*(--(?!!).*)?$/.test(line))
}
