import writeExcelFile, { type Cell, type Sheet } from 'write-excel-file/node'
import { type Column, layoutOf, type Row, type Tableau } from './tableaux.ts'

/**
 * Writes tables as an Office Open XML workbook, one sheet each. Numbers, months and rates are values. A text stays a
 * text, even one like a formula.
 */
export async function writeXlsx(tableaux: Tableau[]): Promise<Buffer> {
  const sheets = tableaux.map(({ figures, lignes }): Sheet<never> => {
    const { title, columns } = layoutOf(figures)
    return {
      sheet: title,
      stickyRowsCount: 1,
      columns: columns.map((column) => ({ width: widthOf(column) })),
      data: [
        columns.map((column) => ({ value: column.title, type: String, fontWeight: 'bold' })),
        ...lignes.map((ligne) => columns.map((column) => cellOf(column, ligne))),
      ],
    }
  })
  return writeExcelFile(sheets).toBuffer()
}

const formats = { nombre: '0', decimal: '0.00', taux: '0.00%' }

function cellOf({ key, kind }: Column, row: Row): Cell {
  const value = row[key]
  if (value === null || value === undefined) return null
  if (kind === 'texte') return { value: literal(String(value)), type: String }
  if (kind === 'mois') return { value: new Date(`${value}-01T00:00Z`), type: Date, format: 'mm.yyyy' }
  return { value: Number(value), type: Number, format: formats[kind] }
}

// A spreadsheet reads _x0041_ in a text as A (ISO 29500-1, 22.9.2.19: ST_Xstring).
function literal(text: string): string {
  return text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

// In characters: room for the title, for designations and for a million hours. A spreadsheet shows a number without
// room as ####.
function widthOf({ title, kind }: Column): number {
  return Math.max(title.length + 2, kind === 'texte' ? 40 : 12)
}
