import { setTimeout as pause } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { hashToken } from '../../auth/opaque_token.ts'
import { query } from '../../db/pool.ts'
import { doWork } from '../../process/current_work.ts'
import type { Databases } from '../cells/databases.ts'
import { type AlarmeStreams, writeStreamHead } from '../live/alarme_streams.ts'
import type { Notifications } from '../live/listener.ts'
import { restAfter } from '../live/rest_after.ts'
import { refusals } from '../refusals/errors.ts'
import { makeToken } from './make_token.ts'

const BEAT_MS = 15_000

/** POST /murs: makes the token of the wall, and answers it this once. */
export const createMur = makeToken('token', (token) => token)

// A token begins with the key of its SIS. The request is opened for that SIS with the permission of walls, which opens
// no other operation; the function answers null unless it knows the token.
const readers = {
  get_mur: "select api.get_mur(token => $2)::text as json from request.open(null, $1, '{mur.lecture}', null)",
  watch_mur:
    "select api.watch_mur(token => $2)::text as json from request.open(null, $1, '{mur.lecture}', null)",
}

// Not on a standby, which writes nothing, nor in a SIS that is closed: a wall shows alarms there too.
const noting = "select app.note_mur(token => $2) from request.open(null, $1, '{mur.lecture}', null)"
// Walls whose use was noted within the hour, by the hash of their token. The database notes it once a day.
const noted = new LRUCache<string, true>({ max: 10_000, ttl: 60 * 60 * 1_000 })

interface Wall {
  sis: string
  hash: Buffer
}

/** GET /mur: what a wall shows. */
export function getMur(databases: Databases): RequestHandler {
  return async (req, res) =>
    void res.type('json').send(`{"data":${await read(databases, wallOf(req), 'get_mur')}}`)
}

/**
 * GET /mur/flux: what a wall shows, again whenever it has changed. The stream ends when the wall is removed, and costs
 * one text at most.
 */
export function watchMur(
  databases: Databases,
  { listener, streams }: { listener: Notifications; streams: AlarmeStreams },
): RequestHandler {
  return async (req, res) => {
    const wall = wallOf(req)
    const first = await read(databases, wall, 'watch_mur')
    if (res.locals.isHead) {
      writeStreamHead(res)
      return void res.end()
    }
    if (res.destroyed) return
    const leave = streams.admitGuest(wall.hash.toString('hex'), () => res.end())
    writeStreamHead(res)
    const feed = new Feed(first, res, () => read(databases, wall, 'watch_mur'))
    const off = listener.on(
      'caserne_alarmes',
      (sis) => void ((sis ?? wall.sis) === wall.sis && feed.look(false)),
    )
    const timer = setInterval(() => void feed.look(true), BEAT_MS)
    res.on('close', () => {
      clearInterval(timer)
      off()
      leave()
    })
    // For what changed between the first reading and now.
    void feed.look(false)
  }
}

// One reading at a time. What is announced meanwhile is read once more, after a rest.
class Feed {
  readonly #res: Response
  readonly #read: () => Promise<string>
  #shown = ''
  #reading = false
  #again = false

  constructor(first: string, res: Response, read: () => Promise<string>) {
    this.#res = res
    this.#read = read
    this.#show(first)
  }

  async look(withBeat: boolean): Promise<void> {
    this.#again = this.#reading
    if (this.#reading || this.#res.writableNeedDrain) return
    this.#reading = true
    const began = performance.now()
    try {
      const text = await this.#read()
      if (text !== this.#shown) this.#show(text)
      else if (withBeat) this.#res.write(':\n\n')
    } catch {
      // Refused, or without a database: the wall connects again, and gets that answer.
      this.#res.end()
    }
    await pause(restAfter(performance.now() - began))
    this.#reading = false
    if (this.#again && !this.#res.destroyed) await this.look(false)
  }

  #show(text: string): void {
    this.#shown = text
    if (!this.#res.writableEnded) this.#res.write(`event: mur\ndata: ${text}\n\n`)
  }
}

async function read(databases: Databases, { sis, hash }: Wall, name: keyof typeof readers): Promise<string> {
  const { pool, namedStatements } = databases.of(sis)
  const named = namedStatements ? { name } : {}
  const { rows } = await query<{ json: string | null }>(pool, {
    ...named,
    text: readers[name],
    values: [sis, hash],
  })
  const json = rows[0]?.json
  if (json == null) throw refusals.unknownMur()
  note(databases, { sis, hash })
  // PostgreSQL writes no line breaks into JSON built of columns.
  return json.replaceAll('\n', ' ')
}

function note(databases: Databases, { sis, hash }: Wall): void {
  const key = `${sis} ${hash.toString('hex')}`
  if (noted.has(key)) return
  noted.set(key, true)
  // A work of its own: the request may be answered first, and nobody waits for its statements then.
  const write = () => query(databases.of(sis).pool, { text: noting, values: [sis, hash] })
  doWork(() => ({}), write).catch(() => undefined)
}

function wallOf(req: Request): Wall {
  const [, sis, token] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(req.get('token')?.trim() ?? '') ?? []
  if (sis === undefined || token === undefined) throw refusals.unknownMur()
  return { sis, hash: hashToken(token) }
}
