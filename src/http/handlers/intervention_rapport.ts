import type { Request, Response } from 'express'
import type { RapportIntervention } from '../../exports/rapport_intervention.ts'
import { renderPdf } from '../../exports/render.ts'
import { sendFile } from './send_file.ts'

/** Answers the report of an intervention as a PDF. */
export async function answerRapportIntervention(json: string, _req: Request, res: Response): Promise<void> {
  const rapport: RapportIntervention = JSON.parse(json)
  const name = `intervention-${rapport.sis_key}-${rapport.intervention.numero}.pdf`
  sendFile(res, 'application/pdf', name, await renderPdf('rapport_intervention', rapport))
}
