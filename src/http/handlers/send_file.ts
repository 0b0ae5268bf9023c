import type { Response } from 'express'

/** Answers with a file to save under a name of letters, digits, `-` and `.`. */
export function sendFile(res: Response, type: string, name: string, bytes: Buffer): void {
  res.set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': String(bytes.length),
  })
  res.end(bytes)
}
