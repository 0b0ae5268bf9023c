import type { Operation } from '../document/operation.ts'
import { Refusal } from '../refusals/errors.ts'

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
  const rows = placesOfRows(json)
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return { json, next: null }
  const row: Record<string, unknown> = JSON.parse(json.slice(last.start, last.end))
  const next = Buffer.from(JSON.stringify(sort.map((field) => row[field]))).toString('base64url')
  return { json: `${json.slice(0, last.end)}]`, next }
}

/** Cuts a page from a list that was read whole. Its cursor is the number of rows before the page. */
export function slicePage(json: string, { limit, after }: Page): { json: string; next: string | null } {
  const rows = placesOfRows(json)
  const begin = Number(after?.[0] ?? 0)
  const next = Buffer.from(JSON.stringify([begin + limit])).toString('base64url')
  const page = rows.slice(begin, begin + limit)
  return {
    json: `[${json.slice(page.at(0)?.start ?? 0, page.at(-1)?.end ?? 0)}]`,
    next: rows.length > begin + limit ? next : null,
  }
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((each) => each.charCodeAt(0))
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [...'[{]}'].map((each) => each.charCodeAt(0))

// Places of the objects of a list in its JSON. Parsing a page and writing it again would take four times as long.
function placesOfRows(json: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfString(json, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (depth === 1) start = at
      depth++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth--
      if (depth === 1) places.push({ start, end: at + 1 })
    }
  }
  return places
}

// The place of the quote that ends the string that begins at a place.
function endOfString(json: string, start: number): number {
  let end = start
  let backslashes: number
  do {
    end = json.indexOf('"', end + 1)
    backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
  } while (backslashes % 2 === 1)
  return end
}

/** The Link header (RFC 8288) to the page after a cursor. */
export function linkTo(url: string, cursor: string): string {
  const [path = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('apres', cursor)
  return `<${path}?${parameters}>; rel="next"`
}
