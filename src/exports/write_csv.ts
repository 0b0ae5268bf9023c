import { stringify } from 'csv-stringify/sync'
import { type Column, layoutOf, type Row, type Tableau } from './tableaux.ts'

/** How a CSV is written. */
export interface CsvStyle {
  /** Begins with U+FEFF, by which Excel knows UTF-8. */
  bom: boolean
  /** What stands before decimals. */
  decimal: '.' | ','
}

// What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), also after spaces.
const formula = /^\s*[=+\-@＝＋－＠\t\r\n]/

/**
 * A table as CSV: RFC 4180, with `;` between the fields as spreadsheets in French have it, and the titles first. Only what must be is in quotes:
 * a comma before decimals is none of its signs. A text that would be a formula has an apostrophe before it, and so is none.
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
    // A line break of another kind would end the row too.
    quoted_match: /[\r\n]/,
  })
}

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
