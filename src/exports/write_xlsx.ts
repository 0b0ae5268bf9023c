import writeExcelFile, { type Cell, type Sheet } from 'write-excel-file/node'
import { type Column, layoutOf, type Row, type Tableau } from './tableaux.ts'

/** Tables as an Office Open XML workbook, a sheet each: numbers, months and rates are values, texts are texts, whatever they begin with. */
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

// A spreadsheet takes _x0041_ in a text for A: ISO 29500-1, 22.9.2.19 (ST_Xstring).
function literal(text: string): string {
  return text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

// In signs: the title, and room for designations and for a million hours, which a spreadsheet would show as ####.
function widthOf({ title, kind }: Column): number {
  return Math.max(title.length + 2, kind === 'texte' ? 40 : 12)
}
