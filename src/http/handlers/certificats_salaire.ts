import type { Request, Response } from 'express'
import type { Certificats } from '../../exports/certificats.ts'
import { sendPdfParts } from './send_pdf_parts.ts'

/** Answers the salary certificates of a year as a PDF. */
export async function answerCertificats(json: string, _req: Request, res: Response): Promise<void> {
  await send(res, 'certificats-salaire', JSON.parse(json))
}

/** Answers one's own salary certificate as a PDF. */
export async function answerMonCertificat(json: string, _req: Request, res: Response): Promise<void> {
  await send(res, 'mon-certificat-salaire', JSON.parse(json))
}

function send(res: Response, name: string, contents: Certificats): Promise<void> {
  return sendPdfParts(res, `${name}-${contents.sis_key}-${contents.annee}.pdf`, 'certificats', contents)
}
