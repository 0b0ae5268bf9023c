import type { Request, Response } from 'express'
import type { Feuille } from '../../exports/feuille.ts'
import { renderPdf } from '../../exports/render.ts'
import { sendFile } from './send_file.ts'

/** Answers the call to an exercice as a PDF. */
export async function answerConvocation(json: string, _req: Request, res: Response): Promise<void> {
  const feuille: Feuille = JSON.parse(json)
  const name = `convocation-${feuille.sis_key}-${feuille.exercice.id}.pdf`
  sendFile(res, 'application/pdf', name, await renderPdf('convocation', feuille))
}

/** Answers the list of an exercice that people sign as a PDF. */
export async function answerListePresence(json: string, _req: Request, res: Response): Promise<void> {
  const feuille: Feuille = JSON.parse(json)
  const name = `liste-presence-${feuille.sis_key}-${feuille.exercice.id}.pdf`
  sendFile(res, 'application/pdf', name, await renderPdf('liste_presence', feuille))
}
