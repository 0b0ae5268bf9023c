import type { Request, Response } from 'express'
import { renderXlsx } from '../../exports/render.ts'
import type { Tableau } from '../../exports/tableaux.ts'
import { writeCsv } from '../../exports/write_csv.ts'
import { sendFile } from './send_file.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Answers tables as a file: all of them as xlsx, the first one as CSV, as the query says. */
export async function sendTables(
  { query }: Request,
  res: Response,
  { name, tableaux }: { name: string; tableaux: Tableau[] },
): Promise<void> {
  if (query.format === 'xlsx') return sendFile(res, XLSX, `${name}.xlsx`, await renderXlsx(tableaux))
  const [first] = tableaux
  if (first === undefined) throw new Error(`${name} has no table`)
  // A boolean after the validator, else still a text.
  const bom = String(query.bom) === 'true'
  const text = writeCsv(first, { bom, decimal: query.decimale === 'virgule' ? ',' : '.' })
  sendFile(res, 'text/csv; charset=utf-8; header=present', `${name}.csv`, Buffer.from(text))
}

/** Answers the tables of an operation whose function names the file itself. */
export async function answerTables(json: string, req: Request, res: Response): Promise<void> {
  await sendTables(req, res, JSON.parse(json))
}
