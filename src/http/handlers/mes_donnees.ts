import type { Request, Response } from 'express'
import { sendFile } from './send_file.ts'

/** The answer of api.get_mes_donnees. */
interface MesDonnees {
  sis_key: string
  sapeur_id: number
  /** ISO 8601 */
  date: string
  /** Rows by table. */
  donnees: Record<string, unknown[]>
}

/** Answers all that is stored of the caller as a file that people can read too. */
export async function answerMesDonnees(json: string, _req: Request, res: Response): Promise<void> {
  const data: MesDonnees = JSON.parse(json)
  const name = `mes-donnees-${data.sis_key}-${data.date}.json`
  sendFile(res, 'application/json; charset=utf-8', name, Buffer.from(JSON.stringify({ data }, null, 2)))
}
