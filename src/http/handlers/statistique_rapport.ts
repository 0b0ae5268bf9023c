import type { Request, Response } from 'express'
import type { Rapport } from '../../exports/rapport.ts'
import { renderPdf } from '../../exports/render.ts'
import { sendFile } from './send_file.ts'

/** Answers the yearly federal report as a PDF. */
export async function answerRapport(json: string, _req: Request, res: Response): Promise<void> {
  const rapport: Rapport = JSON.parse(json)
  const name = `rapport-federal-${rapport.sis_key}-${rapport.annee}.pdf`
  sendFile(res, 'application/pdf', name, await renderPdf('rapport', rapport))
}
