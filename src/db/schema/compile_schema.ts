import { expandTables } from './tables/expand_tables.ts'
import { readFiles, readTables } from './tables/read_tables.ts'

const include = /^--!include (\S+)$/gm

/**
 * Replaces each pattern of a contents page by one line per matching file, sorted by name, because graphile-migrate
 * includes single files only. A file with a line of its own, or that an earlier pattern matched, is left out.
 * @param all the paths of the files that there are
 */
export function expandPatterns(text: string, all: string[]): string {
  const taken = new Set(includedFiles(text))
  return text.replaceAll(include, (line, path: string) => {
    if (!path.includes('*')) return line
    const matching = patternOf(path)
    const files = all.filter((file) => matching.test(file) && !taken.has(file))
    for (const file of files) taken.add(file)
    return files
      .sort()
      .map((file) => `--!include ${file}`)
      .join('\n')
  })
}

// `*` is any name, `**/` any folders. Node's own globs take a hundred times as long, and every program asks.
function patternOf(path: string): RegExp {
  const source = RegExp.escape(path).replaceAll('\\*\\*\\/', '(?:.*/)?').replaceAll('\\*', '[^/]*')
  return new RegExp(`^${source}$`)
}

/** sql/schema.sql with a line for every file. */
export function contentsPage(files = readSql()): string {
  return expandPatterns(files.get('schema.sql') ?? '', [...files.keys()])
}

/** The files of sql/ that a text includes, in the order of the text. */
export function includedFiles(text: string): string[] {
  return [...text.matchAll(include)].flatMap(([, path]) => path ?? [])
}

/** The files of sql/ as they are run, by their paths such as `app/sis/sis.sql`: the lines of tables are expanded. */
export function readSql(): Map<string, string> {
  const files = readFiles()
  const tables = readTables(files)
  return new Map([...files].map(([path, text]) => [path, expandTables(text, tables).trim()]))
}

/** The text with every include of a file of sql/ replaced by what the file runs, as graphile-migrate does it. */
export function compileIncludes(text: string, files = readSql()): string {
  return text.replaceAll(include, (_line, path: string) => {
    const file = files.get(path)
    if (file === undefined) throw new Error(`sql/${path} n’existe pas, mais est inclus.`)
    return printIncluded(path, file)
  })
}

/** A file of sql/ within a compiled text. */
export function printIncluded(file: string, text: string): string {
  return `--! Included ${file}\n${text}\n--! EndIncluded ${file}`
}

/** The text that a compiled text was made from. */
export function foldIncludes(compiled: string): string {
  return compiled.replaceAll(/^--! Included (\S+)\n[\s\S]*?\n--! EndIncluded \1$/gm, '--!include $1')
}

/** A part of a compiled text: a file of sql/ with its text, or what stands between two files. */
type Part = { file: string; text: string; own: '' } | { file: null; own: string }

/** The parts of a compiled text, in their order. */
export function splitIncluded(compiled: string): Part[] {
  // Each file adds its name and its text to what the split leaves between them.
  const pieces = compiled.split(/^--! Included (\S+)\n([\s\S]*?)\n--! EndIncluded \1$/m)
  return pieces.flatMap((own, at): Part[] => {
    if (at % 3 !== 0) return []
    const [file, text] = [pieces[at + 1], pieces[at + 2]]
    const part: Part = { file: null, own }
    return file === undefined || text === undefined ? [part] : [part, { file, text, own: '' }]
  })
}

/** The files of sql/ in a compiled text, with their content. If a file occurs twice, its later content counts. */
export function includedTexts(compiled: string): Map<string, string> {
  return new Map(
    splitIncluded(compiled).flatMap((part) => (part.file === null ? [] : [[part.file, part.text]])),
  )
}
