import type { Request, Response } from 'express'
import type { Certificats } from '../../exports/certificats.ts'
import { renderCertificats } from '../../exports/render.ts'

/** Answers the salary certificates of a year as a PDF. */
export async function answerCertificats(json: string, _req: Request, res: Response): Promise<void> {
  await sendCertificats(res, 'certificats-salaire', JSON.parse(json))
}

/** Answers one's own salary certificate as a PDF. */
export async function answerMonCertificat(json: string, _req: Request, res: Response): Promise<void> {
  await sendCertificats(res, 'mon-certificat-salaire', JSON.parse(json))
}

// The pages of a large service leave while the others are drawn.
async function sendCertificats(res: Response, name: string, contents: Certificats): Promise<void> {
  const { sis_key, annee } = contents
  await renderCertificats(contents, (part) => {
    if (!res.headersSent)
      res.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${name}-${sis_key}-${annee}.pdf"`,
      })
    res.write(part)
  })
  res.end()
}
