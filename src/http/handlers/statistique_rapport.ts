import type { Request, Response } from 'express'
import type { RapportStatistique } from '../../exports/rapport_statistique.ts'
import { renderPdf } from '../../exports/render.ts'
import { sendFile } from './send_file.ts'

/** Answers the yearly federal report as a PDF. */
export async function answerRapportStatistique(json: string, _req: Request, res: Response): Promise<void> {
  const rapport: RapportStatistique = JSON.parse(json)
  const name = `rapport-federal-${rapport.sis_key}-${rapport.annee}.pdf`
  sendFile(res, 'application/pdf', name, await renderPdf('rapport', rapport))
}
