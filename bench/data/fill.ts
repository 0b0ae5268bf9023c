import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { demoSis } from '../../src/demo/demo_sis.ts'
import { scenarios } from '../../src/demo/scenarios.ts'
import { withConnection } from '../connection.ts'
import { type Chapter, chapters } from './chapters.ts'
import type { Shape } from './sizes.ts'
import { withoutIndexes } from './without_indexes.ts'

/** Number of pieces of a chapter in pieces. */
const PIECES = 20
/** Chapters that are written at once: one for each processor. */
const LANES = 2

/** Fills a migrated database with the data of a shape. @param tick called with what is being made and its part of 1 */
export async function fill(
  admin: string,
  shape: Shape,
  tick: (name: string, part: number) => void,
): Promise<void> {
  const done = new Set<string>()
  const waiting = [...chapters]
  const total = chapters.reduce((sum, { share }) => sum + share, 0)
  const running = new Set<Promise<void>>()
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ after }) => after.every((name) => done.has(name)))
    if (next === -1 || running.size === LANES) {
      await Promise.race(running)
      continue
    }
    for (const chapter of waiting.splice(next, 1)) {
      const work = write(admin, shape, chapter, (part) => tick(chapter.name, (part * chapter.share) / total))
      const ended = work.then(() => {
        done.add(chapter.name)
        running.delete(ended)
      })
      running.add(ended)
    }
  }
  await finish(admin)
}

async function write(
  admin: string,
  shape: Shape,
  { name, tables, inPieces }: Chapter,
  tick: (part: number) => void,
): Promise<void> {
  await withConnection(admin, async (client) => {
    await set(client, {
      'bench.size': JSON.stringify(shape),
      'bench.noms': arrayOf(([nom]) => nom),
      'bench.prenoms': arrayOf(([, prenom]) => prenom),
      'bench.scenarios': JSON.stringify(scenarios),
    })
    const text = readFileSync(join(import.meta.dirname, 'sql', `${name}.sql`), 'utf8')
    await withoutIndexes(client, tables, async () => {
      for (const [from, to] of inPieces ? await pieces(client) : [[0, 0]]) {
        await set(client, { 'bench.from': String(from), 'bench.to': String(to) })
        await client.query(text)
        tick(inPieces ? 0.6 / PIECES : 0.6)
      }
    })
    tick(0.4)
  })
}

async function set(client: pg.Client, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [name, value])
}

// The first and last ids of interventions of each piece.
async function pieces(client: pg.Client): Promise<[number, number][]> {
  const { rows } = await client.query<{ last: number }>(
    'select max(id)::integer as last from bench.interventions',
  )
  const last = rows[0]?.last ?? 0
  return Array.from({ length: PIECES }, (_, n) => [
    Math.floor((last * n) / PIECES) + 1,
    Math.floor((last * (n + 1)) / PIECES),
  ])
}

// A PostgreSQL array of the names of the demo's people.
function arrayOf(name: (person: [string, string]) => string): string {
  return `{${demoSis.flatMap((sis) => sis.people.map(name)).join(',')}}`
}

// Sequences go on behind the highest id. What the generator needed is dropped.
async function finish(admin: string): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, 'sql', 'finish.sql'), 'utf8')
  await withConnection(admin, (client) => client.query(text))
}
