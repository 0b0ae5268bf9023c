import { heading } from './heading.ts'
import { findPlace, headersAt, type Place } from './http/lists.ts'
import { HttpClient } from './http_client.ts'
import { median } from './median.ts'
import { operationStatement } from './operation_statement.ts'
import { as, connect, postgresVersion, prepareDemo, startServer } from './setting.ts'

// The operations that write a report, with their paths.
const paths = {
  create_intervention: '/interventions',
  create_intervention_sapeurs: '/interventions/{id}/sapeurs',
  valider_intervention: '/interventions/{id}/valider',
}
type Id = keyof typeof paths

/** Calls an operation. @param id of the intervention @returns its data */
type Ask = (operation: Id, given: { id?: number; body?: object }) => Promise<{ id: number }>

/** Milliseconds of each call. */
type Times = Record<Id, number[]>

/**
 * Compares the writes of a report over HTTP with the same statements in a loop of pg. The two take turns, one report
 * at a time, each committed.
 * @param reports how many each writes
 */
export async function benchWrites(reports: number): Promise<void> {
  const admin = await prepareDemo()
  const client = await connect(admin)
  const place = await findPlace(client)
  const headers = await headersAt(client, place)
  const { port } = await startServer(admin)
  const http = new HttpClient(1)
  const loop = await connect(as(admin, 'caserne_api'))
  const permissions = ['intervention.lecture', 'intervention.modification', 'intervention.validation']
  const caller = { userId: place.user, sisKey: place.sis, permissions, sapeurId: place.sapeur }

  const overHttp: Ask = async (operation, { id, body = {} }) => {
    const path = paths[operation].replace('{id}', String(id))
    const { text } = await http.ask(port, 'POST', `/api/v2${path}`, headers, body)
    return JSON.parse(text).data
  }
  const inLoop: Ask = async (operation, { id, body }) => {
    const given = { id, body: JSON.stringify(body ?? null) }
    const { rows } = await loop.query(operationStatement(operation, caller, given))
    return JSON.parse(rows[0].json)
  }
  const [whole, alone] = [newTimes(), newTimes()]
  for (let n = -10; n < reports; n++) {
    const counts = n >= 0
    await writeReport(overHttp, place, 2 * n + 20, counts ? whole : newTimes())
    await writeReport(inLoop, place, 2 * n + 21, counts ? alone : newTimes())
  }
  http.close()
  process.stdout.write(
    `${heading(`writes ${reports}`, await postgresVersion(admin))}\n${table(whole, alone)}`,
  )
}

function newTimes(): Times {
  return { create_intervention: [], create_intervention_sapeurs: [], valider_intervention: [] }
}

// Each report has a minute of its own, so that presences do not overlap.
async function writeReport(ask: Ask, { today, sapeur }: Place, n: number, times: Times): Promise<void> {
  const minute = (m: number) => new Date(Date.parse(`${today}T00:00:00Z`) + m * 60_000).toISOString()
  const [debut, fin] = [minute(n), minute(n + 1)]
  const timed: Ask = async (operation, given) => {
    const began = performance.now()
    const data = await ask(operation, given)
    times[operation].push(performance.now() - began)
    return data
  }
  const begun = { date_debut: debut.slice(0, 10), heure_debut: debut.slice(11, 16), objet: 'Banc' }
  const { id } = await timed('create_intervention', { body: begun })
  const presence = { sapeur_id: sapeur, debut, fin, piquet: false }
  await timed('create_intervention_sapeurs', { id, body: { sapeurs: [presence] } })
  await timed('valider_intervention', { id })
}

function table(whole: Times, alone: Times): string {
  const rows = (Object.keys(paths) as Id[]).map((id) => {
    const [http, pg] = [median(whole[id]), median(alone[id])]
    return `| POST ${paths[id]} | ${http.toFixed(2)} | ${pg.toFixed(2)} | **${(pg / http).toFixed(2)}** |\n`
  })
  return `| ms, median | HTTP | pg | rate HTTP ÷ pg |\n|---|---|---|---|\n${rows.join('')}`
}
