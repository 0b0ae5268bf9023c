import { stringify } from 'csv-stringify/sync'
import { type Column, layoutOf, type Row, type Tableau } from './tableaux.ts'

/** The variants of CSV that a request may choose. */
interface CsvStyle {
  /** Whether the file begins with U+FEFF, by which Excel recognizes UTF-8. */
  bom: boolean
  /** The decimal separator. */
  decimal: '.' | ','
}

// The characters by which spreadsheets recognize a formula (OWASP, CSV Injection), also after spaces.
const formula = /^\s*[=+\-@＝＋－＠\t\r\n]/

/**
 * Writes a table as CSV: RFC 4180, but with `;` between fields, as spreadsheets in French expect. The first line
 * holds the titles. Only fields that need quotes have them, and a decimal comma does not. An apostrophe before a text
 * keeps it from being a formula.
 */
export function writeCsv({ figures, lignes }: Tableau, { bom, decimal }: CsvStyle): string {
  const { columns } = layoutOf(figures)
  const cell = ({ key, kind }: Column, row: Row) => {
    const text = String(row[key] ?? '')
    if (kind === 'decimal' || kind === 'taux') return text.replace('.', decimal)
    return kind === 'texte' ? harmless(text) : text
  }
  const rows = lignes.map((row) => columns.map((column) => cell(column, row)))
  return stringify([columns.map(({ title }) => title), ...rows], {
    bom,
    delimiter: ';',
    record_delimiter: 'windows',
    // The library itself quotes CR LF only. A single CR or LF would end the row as well.
    quoted_match: /[\r\n]/,
  })
}

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
