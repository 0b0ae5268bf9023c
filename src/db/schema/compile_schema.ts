import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'graphile-migrate'
import { root } from '../../config.ts'
import { expandTables } from './tables/expand_tables.ts'

const include = /^--!include (\S+)$/gm

/**
 * Replaces each pattern of a contents page by one line per matching file, sorted by name, because graphile-migrate
 * includes single files only. A file with a line of its own, or that an earlier pattern matched, is left out.
 */
export function expandPatterns(text: string, folder: string): string {
  const taken = new Set(includedFiles(text))
  return text.replaceAll(include, (line, path: string) => {
    if (!path.includes('*')) return line
    const files = globSync(path, { cwd: folder }).filter((file) => !taken.has(file))
    for (const file of files) taken.add(file)
    return files
      .sort()
      .map((file) => `--!include ${file}`)
      .join('\n')
  })
}

/** sql/schema.sql with a line for every file. */
export function contentsPage(): string {
  const folder = join(root, 'sql')
  return expandPatterns(readFileSync(join(folder, 'schema.sql'), 'utf8'), folder)
}

/** The files of sql/ that a text includes, in the order of the text. */
export function includedFiles(text: string): string[] {
  return [...text.matchAll(include)].flatMap(([, path]) => path ?? [])
}

/** The text with every include of a file of sql/ replaced by the file's content, and every line of a table expanded. */
export async function compileIncludes(text: string): Promise<string> {
  return expandTables(
    await compile(
      { connectionString: 'postgres://unused/unused', migrationsFolder: join(root, 'migrations') },
      text,
    ),
  )
}
