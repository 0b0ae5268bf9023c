import type { Response } from 'express'
import { type LongDocuments, renderParts } from '../../exports/render.ts'

/** Answers a long document as a PDF file. Its pages leave while the others are drawn. */
export async function sendPdfParts<Name extends keyof LongDocuments>(
  res: Response,
  name: string,
  document: Name,
  contents: LongDocuments[Name],
): Promise<void> {
  await renderParts(document, contents, (part) => {
    if (!res.headersSent)
      res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` })
    res.write(part)
  })
  res.end()
}
