import type { Request, Response } from 'express'

/** Answers 201 for a new intervention, 200 for one that an earlier call made. */
export function answerComplet(json: string, _req: Request, res: Response): void {
  const { nouvelle, data } = JSON.parse(json)
  res.status(nouvelle ? 201 : 200).json({ data })
}
