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
const special = /[";\r\n]/

/**
 * A table as CSV: RFC 4180, with `;` between the fields as spreadsheets in French have it, and the titles first. Only what must be is in quotes:
 * a comma before decimals is none of its signs. A text that would be a formula has an apostrophe before it, and so is none.
 */
export function writeCsv({ figures, lignes }: Tableau, { bom, decimal }: CsvStyle): string {
  const { columns } = layoutOf(figures)
  const number = (value: string | number) => String(value).replace('.', decimal)
  const field = ({ key, kind }: Column, row: Row) => {
    const value = row[key] ?? ''
    if (kind === 'decimal' || kind === 'taux') return quote(number(value))
    return quote(kind === 'texte' ? harmless(String(value)) : String(value))
  }
  const lines = [
    columns.map(({ title }) => quote(title)),
    ...lignes.map((row) => columns.map((column) => field(column, row))),
  ]
  return (bom ? '\ufeff' : '') + lines.map((fields) => `${fields.join(';')}\r\n`).join('')
}

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
