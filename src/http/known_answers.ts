import type { Request, Response } from 'express'
import { isKnown, type Tag, tagOfState, writeTag } from './etag.ts'
import type { Operation } from './operation.ts'

type Kept = Pick<Operation, 'readsJson' | 'keptBy'>

/**
 * Sends the tag of an answer along, of what is read and of every record; then tells whether that was all (304), because the client has the rest.
 */
export function answersKnown(req: Request, res: Response, { readsJson, keptBy }: Kept, tag: Tag): boolean {
  const revalidated = readsJson && keptBy !== 'nobody'
  if (!revalidated && tag.version === '') return false
  res.set('ETag', writeTag(tag))
  if (!revalidated) {
    // Nor by Express, which looks for itself when it sends an object.
    delete req.headers['if-none-match']
    return false
  }
  mayBeKept(res, keptBy)
  if (!isKnown(req.get('if-none-match'), tag)) return false
  res.status(304).end()
  return true
}

/** Answers 304 when the client knows the state of what would be answered; false when it does not: then there is nothing to answer. */
export function answersUnbuilt(req: Request, res: Response, { keptBy }: Kept, state: string): boolean {
  const tag = state === '' ? null : tagOfState(req.get('if-none-match'), state)
  if (tag === null) return false
  mayBeKept(res, keptBy)
  res.set('ETag', writeTag(tag)).status(304).end()
  return true
}

// By a browser or proxy too, which asks each time whether it is still so.
function mayBeKept(res: Response, keptBy: Operation['keptBy']): void {
  if (keptBy === 'caches') res.set('Cache-Control', 'private, no-cache')
}
