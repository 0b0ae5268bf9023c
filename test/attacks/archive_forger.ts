import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

/** An archive as its author may change it: the header, and the rows of each table, as fields of COPY's text. */
export interface Forged {
  header: Record<string, unknown> & { sis: Record<string, unknown> }
  tables: { table: string; columns: string[]; rows: string[][] }[]
}

/** Reads an archive. */
export function openArchive(bytes: Buffer): Forged {
  const [header = '', ...lines] = gunzipSync(bytes).toString().split('\n')
  const tables: Forged['tables'] = []
  for (const line of lines) {
    const last = tables.at(-1)
    if (line.startsWith('{"table"')) tables.push({ ...JSON.parse(line), rows: [] })
    else if (last !== undefined && line !== '\\.' && !line.startsWith('{') && line !== '')
      last.rows.push(line.split('\t'))
  }
  return { header: JSON.parse(header), tables }
}

/** Writes an archive whose counts and digest are right. */
export function sealArchive({ header, tables }: Forged): Buffer {
  const lines = [JSON.stringify(header)]
  const lignes: Record<string, number> = {}
  for (const { table, columns, rows } of tables) {
    lignes[table] = rows.length
    lines.push(JSON.stringify({ table, columns }), ...rows.map((row) => row.join('\t')), '\\.')
  }
  const text = `${lines.join('\n')}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  return gzipSync(`${text}${JSON.stringify({ lignes, sha256 })}\n`, { level: 1 })
}

const values = [
  '9223372036854775807',
  '\\N',
  '-1',
  '0',
  'test',
  '*',
  'autre@example.org',
  'infinity',
  '-infinity',
  'true',
  '{}',
  '{"user_id": 1, "sis_key": "test"}',
  '{admin,utilisateur.tout}',
  '\\\\x00',
  '9007199254740993',
  '2147483648',
  '',
  '99999-01-01 00:00:00+00',
  "');drop table app.sapeurs;--",
  'x'.repeat(100_000),
]

const headers: [string, unknown][] = [
  ['id', Number.MAX_SAFE_INTEGER],
  ['id', -1],
  ['id', 1],
  ['id', '7'],
  ['api_key', 'test'],
  ['api_key', '*'],
  ['api_key', ''],
  ['api_key', null],
  ['nom', 'SIS Test'],
  ['nom', ''],
  ['mobile', 'oui'],
  ['created_at', 'infinity'],
  ['created_at', '3000-01-01T00:00:00Z'],
]

/** Returns the nth manipulated archive, and its description; the same each time. Every column has its turn. */
export function forge(whole: Forged, nth: number): { what: string; bytes: Buffer } {
  const archive = structuredClone(whole)
  const columns = archive.tables.flatMap(({ columns: names }, table) =>
    names.map((_, column) => ({ table, column })),
  )
  // Coprime to any number of columns that is no multiple of it, so that neighbours are of different tables.
  const { table = 0, column = 0 } = columns[(nth * 7_919) % columns.length] ?? {}
  const round = Math.floor(nth / columns.length) + nth
  const place = archive.tables[table]
  if (place === undefined) throw new Error('no such table')
  const at = (nth * 31) % Math.max(1, place.rows.length)
  const row = place.rows[at]
  const name = `${place.table}.${place.columns[column]}`
  const done = (what: string) => ({ what: `${nth}: ${what}`, bytes: sealArchive(archive) })
  if (nth % 17 === 3) {
    const [key = '', value] = headers[Math.floor(nth / 17) % headers.length] ?? []
    archive.header.sis[key] = value
    return done(`header ${key} = ${JSON.stringify(value)}`)
  }
  if (nth % 17 === 5) {
    place.rows.splice(at, 1)
    return done(`${place.table} without row ${at}`)
  }
  if (nth % 17 === 7 && row !== undefined) {
    place.rows.push([...row])
    return done(`${place.table} with row ${at} twice`)
  }
  if (nth % 17 === 9) {
    place.columns.splice(column, 1)
    for (const each of place.rows) each.splice(column, 1)
    return done(`${place.table} without column ${column}`)
  }
  if (nth % 17 === 11) {
    archive.tables.splice(table, 1)
    return done(`without ${place.table}`)
  }
  const value = values[round % values.length] ?? ''
  if (row === undefined) place.rows.push(place.columns.map((_, n) => (n === column ? value : '1')))
  else row[column] = value
  return done(`${name} = ${value.slice(0, 40)} in row ${at}`)
}
