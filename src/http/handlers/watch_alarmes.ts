import type { AlarmStreams } from '../live/alarm_streams.ts'
import { callFunction, type Handler, statement } from '../operations.ts'

const watch = statement('watch_alarmes', ['apres'])

/** GET /alarmes/flux: first what the operation's statement has read, then, by the same statement, what changes. */
export function watchAlarmes(streams: AlarmStreams): Handler {
  return {
    // What a client that comes again has seen last goes before what it asked for at first; what is no place of ours is none.
    before: async (_database, asked, req) => {
      const last = req.get('last-event-id')
      if (last !== undefined) asked.query = { ...asked.query, apres: /^\d{1,19}$/.test(last) ? last : null }
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
