import { Refusal } from './errors.ts'
import type { Operation } from './operation.ts'

/** A page that a client asks for: `limit` rows after the row with these values of the sort fields. */
export interface Page {
  limit: number
  after: unknown[] | null
}

/** The page that a query asks for; null for the whole list. @throws 422 for a malformed cursor */
export function readPage({ sort, sliced }: Operation, query: Record<string, unknown>): Page | null {
  if ((sort === null && !sliced) || typeof query.limit !== 'number') return null
  const after = typeof query.apres === 'string' ? readCursor(query.apres, sort ?? ['place']) : null
  if (sort === null && after && !(Number.isInteger(after[0]) && Number(after[0]) > 0)) throw badCursor()
  return { limit: query.limit, after }
}

function readCursor(text: string, sort: string[]): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(values) && values.length === sort.length && values.every(isScalar)) return values
  } catch {
    // Malformed too.
  }
  throw badCursor()
}

const isScalar = (value: unknown) =>
  (typeof value === 'string' && !value.includes('\0')) || typeof value === 'number'

/** The refusal of a malformed cursor. */
export function badCursor(): Refusal {
  return new Refusal(422, { apres: ['Cette page n’existe pas.'] })
}

/**
 * Cuts a list to the page. One row more than the page was read, to tell whether another page follows.
 * @returns the page as JSON, and the cursor of the next page; null on the last page
 */
export function cutPage(json: string, sort: string[], limit: number): { json: string; next: string | null } {
  const rows: Record<string, unknown>[] = JSON.parse(json)
  if (rows.length <= limit) return { json, next: null }
  const page = rows.slice(0, limit)
  const last = page.at(-1) ?? {}
  const next = Buffer.from(JSON.stringify(sort.map((field) => last[field]))).toString('base64url')
  return { json: JSON.stringify(page), next }
}

/** Cuts a page from a list that was read whole. Its cursor is the number of rows before the page. */
export function slicePage(json: string, { limit, after }: Page): { json: string; next: string | null } {
  const rows: unknown[] = JSON.parse(json)
  const begin = Number(after?.[0] ?? 0)
  const next = Buffer.from(JSON.stringify([begin + limit])).toString('base64url')
  return {
    json: JSON.stringify(rows.slice(begin, begin + limit)),
    next: rows.length > begin + limit ? next : null,
  }
}

/** The Link header (RFC 8288) to the page after a cursor. */
export function linkTo(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('apres', cursor)
  return `<${path}?${parameters}>; rel="next"`
}
