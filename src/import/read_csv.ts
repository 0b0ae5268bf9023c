import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'

/** A row of a CSV file: the line on which it begins, and its texts by column. */
interface CsvRow {
  line: number
  texts: Record<string, string>
  /** The byte of the file at which the row ends. */
  bytes: number
}

/**
 * A CSV file in UTF-8, with or without BOM. The first line names the columns, and shows the separator: `;`, `,` or
 * tab.
 */
interface CsvFile {
  size: number
  columns: string[]
  rows(): AsyncGenerator<CsvRow>
}

/** Opens a CSV file. @throws in French when it cannot be read or has no columns. */
export async function openCsv(path: string): Promise<CsvFile> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${path} ne peut être lu : ${error.code === 'ENOENT' ? 'il n’existe pas.' : error.message}`,
    )
  })
  const head = await readHead(path)
  const delimiter = [';', '\t', ','].find((each) => head.includes(each)) ?? ';'
  const [columns = []] = await collect(parse(head, { delimiter, bom: true, trim: true, to: 1 }))
  if (columns.length === 0 || columns.every((name) => name === ''))
    throw new Error(`${path} est vide : sa première ligne doit nommer les colonnes.`)
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`La colonne ${twice || '(sans nom)'} figure deux fois.`)
  return { size, columns, rows: () => readRows(path, delimiter) }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), {
      stream: true,
    })
    return text.split(/\r?\n/, 1)[0] ?? ''
  } catch {
    throw new Error(`${path} n’est pas en UTF-8 : enregistrez-le comme « CSV UTF-8 ».`)
  } finally {
    await file.close()
  }
}

async function collect(rows: AsyncIterable<string[]>): Promise<string[][]> {
  const all: string[][] = []
  for await (const row of rows) all.push(row)
  return all
}

async function* readRows(path: string, delimiter: string): AsyncGenerator<CsvRow> {
  // The parser reads ahead of the rows that it yields. This is the line that it had reached before a fault.
  let parsed = 1
  const on_record = <T>(record: T, { lines }: { lines: number }): T => {
    parsed = lines
    return record
  }
  const options = { delimiter, bom: true, columns: true, trim: true, info: true, skip_empty_lines: true }
  const parser = createReadStream(path)
    .on('error', (error) => parser.destroy(error))
    .pipe(parse({ ...options, on_record }))
  let [line, empty] = [2, 0]
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>
      info: { lines: number; bytes: number; empty_lines: number }
    }>) {
      line += info.empty_lines - empty
      yield { line, texts: record, bytes: info.bytes }
      line = info.lines + 1
      empty = info.empty_lines
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Error(`Ligne ${parsed + 1} : ${describe(error)}`)
    throw error
  }
}

function describe({ code }: CsvError): string {
  if (code.startsWith('CSV_RECORD_INCONSISTENT'))
    return 'le nombre de colonnes n’est pas celui de la première ligne.'
  if (code.includes('QUOTE')) return 'un guillemet n’est pas fermé, ou se trouve au milieu d’un texte.'
  return `cette ligne n’est pas du CSV (${code}).`
}
