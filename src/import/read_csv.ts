import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import { plain } from './plain.ts'

/** A row of a CSV file: the line on which it begins, and its texts by column. */
interface CsvRow {
  line: number
  texts: Record<string, string>
  /** The byte of the file at which the row ends. */
  bytes: number
}

/**
 * A CSV file in UTF-8, with or without BOM. The first line names the columns, in any case and with accents, and shows
 * the separator: `;`, `,` or tab. A line `sep=;` may stand above it.
 */
interface CsvFile {
  size: number
  columns: string[]
  rows(): AsyncGenerator<CsvRow>
}

/** The first line that counts, and how to read the file. */
interface Head {
  titles: string
  delimiter: string
  /** The line with the titles. */
  line: number
}

// No service has as much. The parser and the database bear far more.
const FILE = 256 * 1024 * 1024
const HEAD = 65_536
const COLUMNS = 500
const RECORD = 1024 * 1024

/** Opens a CSV file. @throws in French when it cannot be read, is too large or has no columns. */
export async function openCsv(path: string): Promise<CsvFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${path} ne peut être lu : ${error.code === 'ENOENT' ? 'il n’existe pas.' : error.message}`,
    )
  })
  if (found.size > FILE)
    throw new Error(`${path} est trop grand : il dépasse 256 Mo. Répartissez-le sur plusieurs fichiers.`)
  const head = await readHead(path)
  const [titles = []] = await collect(parse(head.titles, { delimiter: head.delimiter, trim: true, to: 1 }))
  const columns = titles.map(columnOf)
  const named = columns.filter((name) => name !== '')
  if (named.length === 0) throw new Error(`${path} est vide : sa première ligne doit nommer les colonnes.`)
  if (columns.length > COLUMNS) throw new Error(`${path} a plus de ${COLUMNS} colonnes.`)
  const twice = titles.find((_, n) => columns[n] !== '' && columns.indexOf(columns[n] ?? '') !== n)
  if (twice !== undefined) throw new Error(`La colonne ${twice} figure deux fois.`)
  return { size: found.size, columns: named, rows: () => readRows(path, head, columns) }
}

// `Date de naissance` is not `date_naissance`, but `Date Naissance` and `DATE_NAISSANCE` are.
const columnOf = (title: string) => plain(title).replaceAll(/[^a-z0-9]+/g, '_')

async function readHead(path: string): Promise<Head> {
  const file = await open(path)
  let text: string
  let whole: boolean
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), { stream: true })
    whole = bytesRead < HEAD
  } catch {
    throw new Error(`${path} n’est pas en UTF-8 : enregistrez-le comme « CSV UTF-8 ».`)
  } finally {
    await file.close()
  }
  const lines = text.split(/\r?\n/, 3)
  const told = /^"?sep=(.)"?[;,\t]*$/i.exec(lines[0] ?? '')?.[1]
  const line = told === undefined ? 1 : 2
  if (!whole && lines.length <= line) throw new Error(`La première ligne de ${path} est trop longue.`)
  const titles = lines[line - 1] ?? ''
  const delimiter = told ?? [';', '\t', ','].find((each) => titles.includes(each)) ?? ';'
  return { titles, delimiter, line }
}

async function collect(rows: AsyncIterable<string[]>): Promise<string[][]> {
  const all: string[][] = []
  for await (const row of rows) all.push(row)
  return all
}

async function* readRows(
  path: string,
  { delimiter, line: from }: Head,
  columns: string[],
): AsyncGenerator<CsvRow> {
  // The parser reads ahead of the rows that it yields. This is the line that it had reached before a fault.
  let parsed = 1
  const on_record = <T>(record: T, { lines }: { lines: number }): T => {
    parsed = lines
    return record
  }
  const options = {
    delimiter,
    bom: true,
    trim: true,
    info: true,
    skip_empty_lines: true,
  }
  const limits = { relax_column_count: true, max_record_size: RECORD }
  const parser = Readable.from(wholeLines(path))
    .on('error', (error) => parser.destroy(error))
    .pipe(parse({ ...options, ...limits, on_record }))
  let [line, empty] = [1, 0]
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number; bytes: number; empty_lines: number }
    }>) {
      line += info.empty_lines - empty
      if (info.lines > from && record.some((text) => text !== ''))
        yield { line, texts: textsOf(columns, record, line), bytes: info.bytes }
      line = info.lines + 1
      empty = info.empty_lines
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`Ligne ${parsed + 1} : ${describe(error)}`)
    throw error
  }
}

// The parser limits the letters of a row, but not its cells.
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(10)
    length = end === -1 ? length + chunk.length : chunk.length - end - 1
    if (length > RECORD) throw new Error(`${path} a une ligne de plus d’un mégaoctet.`)
    yield chunk
  }
}

// Spreadsheets write separators after the last column, and sometimes leave them out.
function textsOf(columns: string[], record: string[], line: number): Record<string, string> {
  if (
    columns.slice(record.length).some((name) => name !== '') ||
    record.slice(columns.length).some((text) => text !== '')
  )
    throw new Error(`Ligne ${line} : le nombre de colonnes n’est pas celui de la première ligne.`)
  const stray = record.find((text, n) => text !== '' && (columns[n] ?? '') === '')
  if (stray !== undefined) throw new Error(`Ligne ${line} : « ${stray.slice(0, 60)} » n’a pas de colonne.`)
  return Object.fromEntries(columns.flatMap((name, n) => (name === '' ? [] : [[name, record[n] ?? '']])))
}

function describe({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return 'elle est trop longue, ou un guillemet n’est pas fermé.'
  if (code.includes('QUOTE')) return 'un guillemet n’est pas fermé, ou se trouve au milieu d’un texte.'
  return `cette ligne n’est pas du CSV (${code}).`
}
