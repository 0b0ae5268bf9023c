import type { Request, Response } from 'express'
import { renderXlsx } from '../../exports/render.ts'
import { type Export, tableaux } from '../../exports/tableaux.ts'
import { writeCsv } from '../../exports/write_csv.ts'
import type { Asked, Database } from '../operations.ts'
import { sendFile } from './send_file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Before export_statistiques: a CSV is one table, that of the federal statistics unless another is asked for. */
export async function chooseTable(_database: Database, asked: Asked): Promise<void> {
  if (asked.query.format !== 'xlsx' && asked.query.figures === undefined)
    asked.query = { ...asked.query, figures: 'stat-federal' }
}

/** Answers the tables of a year as a file. */
export async function answerExport(json: string, { query }: Request, res: Response): Promise<void> {
  const tables: Export = JSON.parse(json)
  const [first] = tables.tableaux
  const name = tables.tableaux.length === 1 && first ? first.figures : 'statistiques'
  const file = `${name}-${tables.sis_key}-${tables.annee}`
  if (query.format === 'xlsx') return sendFile(res, XLSX, `${file}.xlsx`, await renderXlsx(tables))
  const style = { bom: isTrue(query.bom), decimal: query.decimale === 'virgule' ? ',' : '.' } as const
  const columns = tableaux[first?.figures ?? '']?.columns ?? []
  const text = writeCsv(columns, first?.lignes ?? [], style)
  sendFile(res, 'text/csv; charset=utf-8; header=present', `${file}.csv`, Buffer.from(text))
}

// As the validator leaves it, or as it came.
const isTrue = (value: unknown) => String(value) === 'true'
