import type { AlarmeStreams } from '../live/alarme_streams.ts'
import { callFunction, type Handler } from '../operations.ts'
import { statement } from '../statements.ts'

const watch = statement('watch_alarmes', ['apres'])

/** GET /alarmes/flux: sends what the operation's statement reads, then reads changes by the same statement. */
export function watchAlarmes(streams: AlarmeStreams): Handler {
  return {
    // The place where a reconnecting client stopped (Last-Event-ID) wins over `apres` of its first request.
    before: async (_database, asked, req) => {
      const place = req.get('last-event-id') ?? String(asked.query.apres)
      asked.query = { ...asked.query, apres: isPlace(place) ? place : null }
    },
    answer: (json, _req, res, database) => {
      if (res.locals.isHead) return streams.answerHead(res)
      const { caller } = res.locals
      const read = async (apres: string) =>
        JSON.parse((await callFunction(database, watch, caller, [apres])) ?? 'null')
      streams.begin(caller, JSON.parse(json), read, res)
    },
  }
}

// Whether a text is a snapshot of PostgreSQL: `xmin-xmax-`, then the running transactions between, in order, joined
// by `_`.
function isPlace(text: string): boolean {
  if (!/^[1-9]\d{0,18}-[1-9]\d{0,18}-([1-9]\d{0,18}(_[1-9]\d{0,18})*)?$/.test(text)) return false
  const [xmin = 0n, xmax = 0n, ...between] = text.match(/\d+/g)?.map(BigInt) ?? []
  const inOrder = between.every((each, n) => each >= (n === 0 ? xmin : (between[n - 1] ?? 0n)) && each < xmax)
  return xmin <= xmax && inOrder
}
