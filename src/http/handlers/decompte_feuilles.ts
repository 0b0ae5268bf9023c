import type { Request, Response } from 'express'
import type { FeuilleDecompte } from '../../exports/feuille_decompte.ts'
import { sendPdfParts } from './send_pdf_parts.ts'

/** Answers a décompte as a PDF, with its slips where the request asks for them. */
export async function answerDecompte(json: string, _req: Request, res: Response): Promise<void> {
  const contents: { feuille: FeuilleDecompte; fiches: boolean } = JSON.parse(json)
  const { sis_key, decompte } = contents.feuille
  await sendPdfParts(res, `decompte-${sis_key}-${decompte.id}.pdf`, 'decompte', contents)
}

/** Answers one's own slip as a PDF. */
export async function answerMonDecompte(json: string, _req: Request, res: Response): Promise<void> {
  const feuille: FeuilleDecompte = JSON.parse(json)
  const name = `mon-decompte-${feuille.sis_key}-${feuille.decompte.id}.pdf`
  await sendPdfParts(res, name, 'fiches', feuille)
}
