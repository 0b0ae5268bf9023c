import { nameCaller } from '../admission/caller.ts'
import type { Operation } from '../document/operation.ts'
import { refusals } from '../refusals/errors.ts'
import type { Found } from './call_function.ts'
import { digest, type Tag } from './etag.ts'
import type { Exchange } from './exchange.ts'
import type { KeptAnswer } from './kept_answers.ts'
import { answersKnown, answersUnbuilt } from './known_answers.ts'
import { cutPage, linkTo, type Page, slicePage } from './paging.ts'

/** An answer that was built from the JSON of a function. */
interface Built {
  tag: Tag
  json: string
  /** The header Link, if it is a page that another follows. */
  link: string | null
}

/**
 * Judges an answer that the database did not build.
 * @returns the kept answer to send again; null if the client has it, which is answered (304)
 * @throws 404 if there is nothing to see
 */
export function judgeUnbuilt(
  { req, res, operation }: Exchange,
  { state = '' }: Found,
  last: KeptAnswer | undefined,
): KeptAnswer | null {
  if (answersUnbuilt(req, res, operation, state)) return null
  if (last?.tag.state !== state) throw refusals.notFound(operation.notFound)
  return answersKnown(req, res, operation, last.tag) ? null : last
}

/** Judges an answer that the database built. @returns null if the client has it, which is answered (304) */
export function judgeBuilt(
  { req, res, operation, asked }: Exchange,
  { version, state = '' }: Found,
  built: string,
  page: Page | null,
): Built | null {
  const { json, next } = paged(built, operation, page)
  const content = digest(nameCaller(asked.caller), req.originalUrl, json, next ?? '')
  const tag = { version: version ?? '', state, content }
  if (answersKnown(req, res, operation, tag)) return null
  return { tag, json, link: next === null ? null : linkTo(req.originalUrl, next) }
}

function paged(json: string, { sort }: Operation, page: Page | null): { json: string; next: string | null } {
  if (page === null) return { json, next: null }
  return sort === null ? slicePage(json, page) : cutPage(json, sort, page.limit)
}
