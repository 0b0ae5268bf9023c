import pg from 'pg'
import { readDocument } from '../src/http/document.ts'
import { argumentsOf } from '../src/http/operations.ts'
import { type Call, writingStatement } from '../src/http/statements.ts'
import { heading } from './heading.ts'
import { findPlace, headersAt, type Place } from './http/lists.ts'
import { HttpClient } from './journee/http_client.ts'
import { median } from './median.ts'
import { as, postgresVersion, prepareDemo, started, startServer } from './setting.ts'

const { operations } = readDocument('data')

/** The steps of a report, by their operationId. */
type Steps = Record<'create_intervention' | 'create_intervention_sapeurs' | 'valider_intervention', number[]>

/** Calls an operation. @returns its data */
type Caller = (id: keyof Steps, path: string, given: { id?: number; body?: object }) => Promise<unknown>

/**
 * Compares the writes of a report over HTTP with the same statements in a loop of pg. The two take turns, one report
 * at a time, each committed.
 * @param reports how many each writes
 */
export async function benchWrites(reports: number): Promise<void> {
  const admin = await prepareDemo()
  const client = new pg.Client(admin)
  await client.connect()
  started.add(client, (each) => each.end())
  const place = await findPlace(client)
  const headers = await headersAt(client, place)
  const port = await startServer('whole', [as(admin, 'caserne_api'), as(admin, 'caserne_auth')])
  const http = new HttpClient(1)
  const loop = new pg.Client(as(admin, 'caserne_api'))
  await loop.connect()
  started.add(loop, (each) => each.end())
  const permissions = ['intervention.lecture', 'intervention.modification', 'intervention.validation']
  const identity = [place.user, Math.floor(Date.now() / 1000), place.sis, permissions, place.sapeur]

  const overHttp: Caller = async (_id, path, { body }) => {
    const { text } = await http.ask(port, 'POST', `/api/v2${path}`, headers, body ?? {})
    return JSON.parse(text).data
  }
  const inLoop: Caller = async (id, _path, { id: row, body }) => {
    const { call, values } = statementOf(id, { ...(row && { id: row }), body: JSON.stringify(body ?? null) })
    const { rows } = await loop.query({ ...call, values: [...identity, ...values] })
    return JSON.parse(rows[0].json)
  }
  const [one, other] = [newSteps(), newSteps()]
  for (let n = -10; n < reports; n++) {
    const kept = n >= 0
    await writeReport(overHttp, place, 2 * n + 20, kept ? one : newSteps())
    await writeReport(inLoop, place, 2 * n + 21, kept ? other : newSteps())
  }
  http.close()
  process.stdout.write(
    [
      heading(`writes ${reports}`, await postgresVersion(admin)),
      '| ms, median | HTTP | pg | rate HTTP ÷ pg |',
      '|---|---|---|---|',
      ...Object.keys(one).map((id) => {
        const [whole, alone] = [median(one[id as keyof Steps]), median(other[id as keyof Steps])]
        return `| ${id} | ${whole.toFixed(2)} | ${alone.toFixed(2)} | **${(alone / whole).toFixed(2)}** |`
      }),
      '',
    ].join('\n'),
  )
}

function newSteps(): Steps {
  return { create_intervention: [], create_intervention_sapeurs: [], valider_intervention: [] }
}

// Each report is on a minute of its own, so that presences do not overlap.
async function writeReport(call: Caller, { today, sapeur }: Place, n: number, steps: Steps): Promise<void> {
  const minute = (m: number) => new Date(Date.parse(`${today}T00:00:00Z`) + m * 60_000).toISOString()
  const [debut, fin] = [minute(n), minute(n + 1)]
  const step = async (id: keyof Steps, path: string, given: { id?: number; body?: object }) => {
    const began = performance.now()
    const found = await call(id, path, given)
    steps[id].push(performance.now() - began)
    return found
  }
  const begun = { date_debut: debut.slice(0, 10), heure_debut: debut.slice(11, 16), objet: 'Banc' }
  const { id } = (await step('create_intervention', '/interventions', { body: begun })) as { id: number }
  const body = { sapeurs: [{ sapeur_id: sapeur, debut, fin, piquet: false }] }
  await step('create_intervention_sapeurs', `/interventions/${id}/sapeurs`, { id, body })
  await step('valider_intervention', `/interventions/${id}/valider`, { id })
}

// The statement that the data server prepares, and its parameters after those that say who asks.
function statementOf(id: string, given: Record<string, unknown>): { call: Call; values: unknown[] } {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  const names = argumentsOf(operation)
  const call = writingStatement(id, names, 'api', operation.records)
  const values = names.map((name) => given[name] ?? null)
  // The id in the path, and the versions that the caller knows.
  const rest = Math.max(...[...call.text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))) - 5 - values.length
  return { call, values: [...values, ...[given.id ?? null, null].slice(0, rest)] }
}
