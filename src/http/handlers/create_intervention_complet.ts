import type { Request, Response } from 'express'

/** Answers an intervention that was made now under 201, one that an earlier call made under 200. */
export function answerComplet(json: string, _req: Request, res: Response): void {
  const { nouvelle, data } = JSON.parse(json)
  res.status(nouvelle ? 201 : 200).json({ data })
}
