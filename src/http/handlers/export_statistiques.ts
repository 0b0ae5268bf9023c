import type { Request, Response } from 'express'
import type { Export } from '../../exports/tableaux.ts'
import type { Database } from '../operation/database.ts'
import type { Asked } from '../operation/handler.ts'
import { sendTables } from './send_tables.ts'

/** Before export_statistiques: a CSV holds one table, by default that of the federal statistics. */
export async function chooseTable(_database: Database, asked: Asked): Promise<void> {
  if (asked.query.format !== 'xlsx' && asked.query.figures === undefined)
    asked.query = { ...asked.query, figures: 'stat-federal' }
}

/** Answers the tables of a year as a file. */
export async function answerExport(json: string, req: Request, res: Response): Promise<void> {
  const { sis_key, annee, tableaux }: Export = JSON.parse(json)
  const [first, ...others] = tableaux
  if (first === undefined) throw new Error('export_statistiques answered no table')
  const name = `${others.length === 0 ? first.figures : 'statistiques'}-${sis_key}-${annee}`
  await sendTables(req, res, { name, tableaux })
}
