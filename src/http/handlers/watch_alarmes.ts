import { query } from '../../db/pool.ts'
import type { Caller } from '../admission/caller.ts'
import type { AlarmeStreams } from '../live/alarme_streams.ts'
import type { ReadTogether } from '../live/audience.ts'
import type { Database } from '../operation/database.ts'
import type { Handler } from '../operation/handler.ts'

/** GET /alarmes/flux: sends what the operation's statement reads, then what changes. */
export function watchAlarmes(streams: AlarmeStreams): Handler {
  return {
    // The place where a reconnecting client stopped (Last-Event-ID) wins over `apres` of its first request.
    before: async (_database, asked, req) => {
      const place = req.get('last-event-id') ?? String(asked.query.apres)
      asked.query = { ...asked.query, apres: isPlace(place) ? place : null }
    },
    answer: (json, _req, res, database) => {
      if (res.locals.isHead) return streams.answerHead(res)
      streams.begin(res.locals.caller, JSON.parse(json), readTogether(database), res)
    },
  }
}

// The request is opened for nobody in particular: what it reads depends on SIS and permissions only.
const TOGETHER = `select s.ended, p.place, api.watch_alarmes(p.place)::text as json
  from auth.check_sessions($1, $2, $3, $4) s, request.open(null, $3, s.held, null), unnest($5::text[]) p (place)`

function readTogether({ pool, namedStatements }: Database): ReadTogether {
  return async (callers, places) => {
    const { rows } = await query<{ ended: number[]; place: string; json: string }>(pool, {
      ...(namedStatements && { name: 'watch_alarmes_together' }),
      text: TOGETHER,
      values: [
        callers.map(({ userId }) => userId),
        callers.map(({ issuedAt }) => new Date(issuedAt * 1000)),
        callers[0]?.sisKey,
        callers[0]?.permissions,
        places,
      ],
    })
    return {
      batches: new Map(rows.map(({ place, json }) => [place, JSON.parse(json)])),
      ended: new Set(
        rows[0]?.ended.map((nth) => callers[nth - 1]).filter((each): each is Caller => each !== undefined),
      ),
    }
  }
}

// Whether a text is a place: a database and `.`, which the release before did not write, then a snapshot of PostgreSQL:
// `xmin-xmax-`, then the running transactions between, in order, joined by `_`.
function isPlace(place: string): boolean {
  const text = place.replace(/^[1-9]\d{0,18}\./, '')
  if (!/^[1-9]\d{0,18}-[1-9]\d{0,18}-([1-9]\d{0,18}(_[1-9]\d{0,18})*)?$/.test(text)) return false
  const [xmin = 0n, xmax = 0n, ...between] = text.match(/\d+/g)?.map(BigInt) ?? []
  const inOrder = between.every((each, n) => each >= (n === 0 ? xmin : (between[n - 1] ?? 0n)) && each < xmax)
  return xmin <= xmax && inOrder
}
