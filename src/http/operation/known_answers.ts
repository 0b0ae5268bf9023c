import type { Request, Response } from 'express'
import type { Operation } from '../document/operation.ts'
import { isKnown, type Tag, tagOfState, writeTag } from './etag.ts'

type Kept = Pick<Operation, 'readsJson' | 'keptBy'>

/**
 * Sets the ETag of a read answer or of a record.
 * @returns whether the request is thereby answered (304), because the client already has the answer
 */
export function answersKnown(req: Request, res: Response, { readsJson, keptBy }: Kept, tag: Tag): boolean {
  const revalidated = readsJson && keptBy !== 'nobody'
  if (!revalidated && tag.version === '') return false
  res.set('ETag', writeTag(tag))
  if (!revalidated) {
    // Express compares by itself when it sends an object; this answer must not become a 304.
    delete req.headers['if-none-match']
    return false
  }
  mayBeKept(res, keptBy)
  if (!isKnown(req.get('if-none-match'), tag)) return false
  res.status(304).end()
  return true
}

/**
 * Answers 304 where the client knows the state that the answer would be built from.
 * @returns false where it does not
 */
export function answersUnbuilt(req: Request, res: Response, { keptBy }: Kept, state: string): boolean {
  const tag = state === '' ? null : tagOfState(req.get('if-none-match'), state)
  if (tag === null) return false
  mayBeKept(res, keptBy)
  res.set('ETag', writeTag(tag)).status(304).end()
  return true
}

// Private caches may keep the answer, but must revalidate it each time.
function mayBeKept(res: Response, keptBy: Operation['keptBy']): void {
  if (keptBy === 'caches') res.set('Cache-Control', 'private, no-cache')
}
