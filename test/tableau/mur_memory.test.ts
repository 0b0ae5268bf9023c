import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken, newToken } from '../../src/auth/opaque_token.ts'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { useBrowser } from '../support/browser.ts'
import { sizes } from '../support/chromium.ts'
import { freePort } from '../support/free_port.ts'
import { writeNewKeys } from '../support/keys.ts'
import { memoryOf } from '../support/page_memory.ts'
import { killPrograms, type Program, runProgram } from '../support/program.ts'

const ALARMS = 30
const WARM_UP = 8
const ANSWERS = 6
// Tolerated growth: compiled code, and what the browser has not released yet. An alarm on the wall
// has about 60 nodes, and the states that the wall was sent since would take several times this heap if it kept them.
const NODES = 300
const LISTENERS = 20
const HEAP = 2 ** 20
const token = newToken()
const directory = mkdtempSync(join(tmpdir(), 'caserne-mur-'))
const openTab = useBrowser()
let postgres: OwnPostgres
let port = 0

beforeAll(async () => {
  writeNewKeys(join(directory, 'keys.json'))
  postgres = await startOwnPostgres()
  await postgres.rows("insert into app.murs (sis_key, designation, token_hash) values ('hs', 'Garage', $1)", [
    hashToken(token),
  ])
  port = await freePort()
}, 120_000)

afterAll(async () => {
  await killPrograms()
  await postgres.remove()
  rmSync(directory, { recursive: true })
})

/** Starts the data server, on the same port each time. */
async function serve(): Promise<Program> {
  const program = runProgram(['serve', 'data'], {
    PORT: String(port),
    AUTH_KEY_FILE: join(directory, 'keys.json'),
    API_DATABASE_URL: postgres.urls.api,
    AUTH_DATABASE_URL: postgres.urls.auth,
    LOG_LEVEL: 'info',
  })
  await program.says(/"msg":"listening"/)
  return program
}

const insertion = `insert into app.alarmes
    (sis_key, date, type, code, couleur, adresse, description, lv95_e, lv95_n, intervention_voulue)
  select 'hs', now(), 'Alarme réelle', 'FEU BAT', 'ROUGE', a, 'Feu', 2583900, 1243600, false from unnest($1::text[]) a
  returning id`
const answering = `insert into app.reponses_alarmes (sis_key, alarme_id, sapeur_id, reponse, source)
  select 'hs', a, s.id, 'vient', 'application'
    from unnest($1::bigint[]) a,
         (select id from app.sapeurs where sis_key = 'hs' order by id offset $2 limit $3) s`

// As a server does once an answer is committed.
const announcing = "select pg_notify(request.channel('caserne_alarmes'), 'hs')"

/** As many alarms as a wall is sent at most, so that each of its states is large. */
async function fillWall(): Promise<void> {
  const rows = await postgres.rows(insertion, [Array.from({ length: 20 }, (_, n) => `Rue d’avant ${n}`)])
  await postgres.rows(answering, [rows.map(({ id }) => id), 0, ANSWERS])
}

/** An alarm of now, and people who come, one after the other: all are on the wall when this returns. */
async function alarm(page: Page, n: number): Promise<void> {
  const adresse = `Rue de l’Endurance ${n}`
  const rows = await postgres.rows(insertion, [[adresse]])
  await page.locator('.current .address', { hasText: new RegExp(`^${adresse}$`) }).waitFor()
  for (let answer = 0; answer < ANSWERS; answer += 1)
    await postgres.rows(answering, [rows.map(({ id }) => id), answer, 1])
  await postgres.rows(announcing)
  await page.locator('.comes', { hasText: new RegExp(`^viennent\\s*${ANSWERS}$`) }).waitFor()
}

it('the wall holds no more after many alarms, and a restart of the server and of the database', async () => {
  await fillWall()
  const server = await serve()
  const { page } = await openTab({ viewport: sizes.wall, timezoneId: 'Europe/Zurich' })
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`http://127.0.0.1:${port}/tableau/mur#hs.${token}`)
  const lost = page.getByText('Le serveur n’est pas joignable.')
  for (let n = 1; n <= WARM_UP; n += 1) await alarm(page, n)
  const before = await memoryOf(page)
  for (let n = WARM_UP + 1; n <= ALARMS; n += 1) {
    if (n === 15) {
      await server.kill('SIGKILL')
      await lost.waitFor()
      await serve()
    }
    if (n === 22) await postgres.restart()
    await alarm(page, n)
  }
  await lost.waitFor({ state: 'hidden' })
  const after = await memoryOf(page)
  expect(faults).toEqual([])
  expect(after.nodes - before.nodes).toBeLessThan(NODES)
  expect(after.listeners - before.listeners).toBeLessThan(LISTENERS)
  expect(after.heap - before.heap).toBeLessThan(HEAP)
}, 180_000)
