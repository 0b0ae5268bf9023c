import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'graphile-migrate'
import { root } from '../../config.ts'

const include = /^--!include (\S+)$/gm

/**
 * A contents page whose patterns, such as one for all files of `api`, are replaced by a line for each file that matches, by name:
 * graphile-migrate includes single files only. A file that has a line of its own, or matched a pattern above, is left out.
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

/** The files of sql/ that a text includes, in its order. */
export function includedFiles(text: string): string[] {
  return [...text.matchAll(include)].flatMap(([, path]) => path ?? [])
}

/** A text with every included file of sql/ in its place. */
export function compileIncludes(text: string): Promise<string> {
  return compile(
    { connectionString: 'postgres://unused/unused', migrationsFolder: join(root, 'migrations') },
    text,
  )
}
