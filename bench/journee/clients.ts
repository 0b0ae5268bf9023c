import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { signTokens } from '../setting.ts'
import type { HttpClient } from './http_client.ts'
import type { Place } from './mailboxes.ts'
import type { Tally } from './tally.ts'

/** What all clients of the day share. */
export interface Day {
  http: HttpClient
  tally: Tally
  data: number
  auth: number
  /** Until when they work, by performance.now(). */
  until: number
  /** Called when a screen shows the alarm of a place. */
  onScreen: (adresse: string) => void
}

interface Caller {
  port: number
  headers: Record<string, string>
}

const permissions = [
  ...['intervention.lecture', 'intervention.modification', 'intervention.validation'],
  'comptabilite.lecture',
]

// The headers of the n-th account of each place.
async function callers(day: Day, places: Place[], n: number): Promise<Caller[]> {
  const tokens = await signTokens(
    places.map(({ sis, officers }) => ({
      ...{ id: officers[n % officers.length] ?? 0, admin: false, validated: true, pseudo: 'Journée' },
      ...{ email: 'journee@example.org', mobiles: [], sapeurs: {}, permissions: { [sis]: permissions } },
    })),
  )
  return places.map(({ sis }, at) => ({
    port: day.data,
    headers: { 'sis-key': sis, authorization: `Bearer ${tokens[at]}` },
  }))
}

/** Opens streams of alarms, as walls and tablets do, spread over the places. They stay open. */
export async function openScreens(day: Day, places: Place[], count: number): Promise<void> {
  const all = await callers(day, places, 0)
  const opening = 25
  for (let n = 0; n < count; n += opening) {
    const some = Array.from({ length: Math.min(opening, count - n) }, (_, m) => all[(n + m) % all.length])
    await Promise.all(
      some.map(
        (caller) => caller && day.tally.time('a stream until it is up to date', () => follow(caller, day)),
      ),
    )
  }
}

function follow({ port, headers }: Caller, { onScreen }: Day): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    const take = (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('event: a_jour')) resolve()
        const adresse = /"adresse":"([^"]*Journée[^"]*)"/.exec(event)?.[1]
        if (adresse !== undefined) onScreen(adresse)
      }
    }
    const options = { host: '127.0.0.1', port, path: '/api/v2/alarmes/flux', agent: new Agent(), headers }
    get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`flux: ${response.statusCode}`))
      response.setEncoding('utf8').on('data', take)
    }).on('error', reject)
  })
}

/** Asks for the alarms again and again, as tablets without a stream do. @param every milliseconds */
export async function poll(day: Day, places: Place[], count: number, every: number): Promise<void> {
  const all = await callers(day, places, 1)
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const caller = all[n % all.length]
      let etag = ''
      await pause((every * n) / count)
      while (caller && performance.now() < day.until) {
        const began = performance.now()
        const { headers, port } = caller
        const known = etag === '' ? headers : { ...headers, 'if-none-match': etag }
        const answer = await day.tally.time('GET /alarmes, every 10 s', () =>
          day.http.ask(port, 'GET', '/api/v2/alarmes', known),
        )
        etag = answer?.etag || etag
        await pause(Math.max(0, every - (performance.now() - began)))
      }
    }),
  )
}

/** Officers who each write one report, spread over the time; every tenth signs in first. */
export async function writeReports(day: Day, places: Place[], count: number, debut: string): Promise<void> {
  const all = [await callers(day, places, 0), await callers(day, places, 1)]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await pause(((day.until - began) * 0.9 * n) / count)
      const turn = Math.floor(n / places.length)
      const [caller, place] = [all[turn % 2]?.[n % places.length], places[n % places.length]]
      if (caller && place) await writeReport(day, caller, place, { n, turn, date: debut })
    }),
  )
}

async function writeReport(
  { tally, http, auth }: Day,
  { port, headers }: Caller,
  { sis, sapeurs }: Place,
  { n, turn, date }: { n: number; turn: number; date: string },
): Promise<void> {
  const ask = (name: string, method: string, path: string, body?: unknown) =>
    tally.time(name, () => http.ask(port, method, `/api/v2${path}`, headers, body))
  if (n % 10 === 0)
    await tally.time('POST /login', () =>
      http.ask(
        auth,
        'POST',
        '/api/v1/login',
        {},
        { email: `p0@${sis}.example.org`, password: 'caserne-demo' },
      ),
    )
  await ask('GET /interventions?limit=20', 'GET', '/interventions?limit=20')
  const begun = { date_debut: date, heure_debut: '08:00', objet: 'Inondation', lieu: `Rue du Banc ${n}` }
  const made = await ask('POST /interventions', 'POST', '/interventions', begun)
  if (made === undefined) return
  const { id } = JSON.parse(made.text).data
  const here = `/interventions/${id}`
  await ask('PUT /interventions/{id}', 'PUT', here, { description: 'Cave pompée', heure_fin: '11:00' })
  // Whoever writes a later report of the SIS takes other people.
  const present = sapeurs.slice((turn % 4) * 5, (turn % 4) * 5 + 5)
  const rows = present.map((sapeur_id) => ({
    sapeur_id,
    debut: `${date} 08:00`,
    fin: `${date} 11:00`,
    piquet: false,
  }))
  await ask('POST /interventions/{id}/sapeurs', 'POST', `${here}/sapeurs`, { sapeurs: rows })
  await ask('POST /interventions/{id}/valider', 'POST', `${here}/valider`)
}

/** An analyst of the whole nation in SQL, and one of each SIS in turn over GraphQL. */
export async function analyse(day: Day, places: Place[], national: string): Promise<void> {
  const client = new pg.Client(national)
  await client.connect()
  const all = await callers(day, places, 0)
  const query =
    '{ interventions(first: 20, orderBy: [DATE_DEBUT_DESC]) { nodes { numero objet date_debut lieu } } }'
  const nation = async () => {
    while (performance.now() < day.until) {
      await day.tally.time('SQL: figures of the nation', () =>
        client.query('select annee, sum(nb) as nb from stats.federal group by annee order by annee'),
      )
      await pause(5_000)
    }
  }
  const sis = async () => {
    for (let n = 0; performance.now() < day.until; n++) {
      const caller = all[n % all.length]
      if (caller)
        await day.tally.time('POST /graphql', async () => {
          const { text } = await day.http.ask(caller.port, 'POST', '/graphql', caller.headers, { query })
          if (text.includes('"errors"')) throw new Error(text.slice(0, 200))
        })
      await pause(200)
    }
  }
  await Promise.all([nation(), sis()])
  await client.end()
}
