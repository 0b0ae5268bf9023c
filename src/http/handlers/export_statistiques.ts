import type { Request, Response } from 'express'
import { renderXlsx } from '../../exports/render.ts'
import type { Export } from '../../exports/tableaux.ts'
import { writeCsv } from '../../exports/write_csv.ts'
import type { Asked, Database } from '../operations.ts'
import { sendFile } from './send_file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Before export_statistiques: a CSV holds one table, by default that of the federal statistics. */
export async function chooseTable(_database: Database, asked: Asked): Promise<void> {
  if (asked.query.format !== 'xlsx' && asked.query.figures === undefined)
    asked.query = { ...asked.query, figures: 'stat-federal' }
}

/** Answers the tables of a year as a file. */
export async function answerExport(json: string, { query }: Request, res: Response): Promise<void> {
  const { sis_key, annee, tableaux }: Export = JSON.parse(json)
  const [first, ...others] = tableaux
  if (first === undefined) throw new Error('export_statistiques answered no table')
  const name = `${others.length === 0 ? first.figures : 'statistiques'}-${sis_key}-${annee}`
  if (query.format === 'xlsx') return sendFile(res, XLSX, `${name}.xlsx`, await renderXlsx(tableaux))
  // A boolean after the validator, else still a text.
  const bom = String(query.bom) === 'true'
  const text = writeCsv(first, { bom, decimal: query.decimale === 'virgule' ? ',' : '.' })
  sendFile(res, 'text/csv; charset=utf-8; header=present', `${name}.csv`, Buffer.from(text))
}
