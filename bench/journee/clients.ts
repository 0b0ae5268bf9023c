import { setTimeout as pause } from 'node:timers/promises'
import { withConnection } from '../connection.ts'
import { followAlarmes } from '../follow_alarmes.ts'
import type { HttpClient } from '../http_client.ts'
import { signHeaders } from '../setting.ts'
import type { Place } from './mailboxes.ts'
import type { Tally } from './tally.ts'

/** State that all clients of the day share. */
interface Day {
  http: HttpClient
  tally: Tally
  /** Ports of the data server and of the authentication server. */
  data: number
  auth: number
  /** Until when they work, by performance.now(). */
  until: number
}

type Headers = Record<string, string>

const permissions = [
  ...['intervention.lecture', 'intervention.modification', 'intervention.validation'],
  'comptabilite.lecture',
]

// The headers of the n-th account of each place.
function headersOf(places: Place[], n: number): Promise<Headers[]> {
  return signHeaders(
    places.map(({ sis, officers }) => ({ sis, permissions, user: officers[n % officers.length] ?? 0 })),
  )
}

/**
 * Opens streams of alarms, as screens on walls and tablets do, dealt to the places in turn. They stay open.
 * @param onScreen called with the address of each alarm that a screen shows
 */
export async function openScreens(
  { tally, data }: Day,
  places: Place[],
  count: number,
  onScreen: (adresse: string) => void,
): Promise<void> {
  const headers = await headersOf(places, 0)
  const show = (event: string) => {
    const [, adresse] = /"adresse":"([^"]*Journée[^"]*)"/.exec(event) ?? []
    if (adresse !== undefined) onScreen(adresse)
  }
  const opening = 25
  for (let n = 0; n < count; n += opening) {
    const some = Array.from({ length: Math.min(opening, count - n) }, (_, m) => headersAt(headers, n + m))
    await Promise.all(
      some.map((each) =>
        tally.time('a stream until it is up to date', () => followAlarmes(data, each, show)),
      ),
    )
  }
}

function headersAt(headers: Headers[], n: number): Headers {
  return headers[n % headers.length] ?? {}
}

/** Asks for the alarms again and again, as tablets without a stream do. @param every milliseconds */
export async function poll(
  { http, tally, data, until }: Day,
  places: Place[],
  count: number,
  every: number,
): Promise<void> {
  const headers = await headersOf(places, 1)
  const tablet = async (n: number) => {
    const own = headersAt(headers, n)
    let etag = ''
    await pause((every * n) / count)
    while (performance.now() < until) {
      const began = performance.now()
      const known = etag === '' ? own : { ...own, 'if-none-match': etag }
      const answer = await tally.time('GET /alarmes, every 10 s', () =>
        http.ask(data, 'GET', '/api/v2/alarmes', known),
      )
      etag = answer?.etag || etag
      await pause(Math.max(0, every - (performance.now() - began)))
    }
  }
  await Promise.all(Array.from({ length: count }, (_, n) => tablet(n)))
}

/** Officers who each write one report, spread over the time; every tenth signs in first. */
export async function writeReports(day: Day, places: Place[], count: number, date: string): Promise<void> {
  const both = [await headersOf(places, 0), await headersOf(places, 1)]
  const began = performance.now()
  const officer = async (n: number) => {
    await pause(((day.until - began) * 0.9 * n) / count)
    const turn = Math.floor(n / places.length)
    const place = places[n % places.length]
    if (place) await writeReport(day, headersAt(both[turn % 2] ?? [], n), place, { n, turn, date })
  }
  await Promise.all(Array.from({ length: count }, (_, n) => officer(n)))
}

async function writeReport(
  { tally, http, data, auth }: Day,
  headers: Headers,
  { sis, sapeurs }: Place,
  { n, turn, date }: { n: number; turn: number; date: string },
): Promise<void> {
  const ask = (name: string, path: string, body?: object) => {
    const [method = ''] = name.split(' ')
    return tally.time(name, () => http.ask(data, method, `/api/v2${path}`, headers, body))
  }
  const account = { email: `p0@${sis}.example.org`, password: 'caserne-demo' }
  if (n % 10 === 0)
    await tally.time('POST /login', () => http.ask(auth, 'POST', '/api/v1/login', {}, account))
  await ask('GET /interventions?limit=20', '/interventions?limit=20')
  const begun = { date_debut: date, heure_debut: '08:00', objet: 'Inondation', lieu: `Rue du Banc ${n}` }
  const made = await ask('POST /interventions', '/interventions', begun)
  if (made === undefined) return
  const here = `/interventions/${JSON.parse(made.text).data.id}`
  await ask('PUT /interventions/{id}', here, { description: 'Cave pompée', heure_fin: '11:00' })
  // Later reports of a SIS name other people, because nobody is at two interventions at once.
  const present = sapeurs.slice((turn % 4) * 5, (turn % 4) * 5 + 5)
  const times = { debut: `${date} 08:00`, fin: `${date} 11:00`, piquet: false }
  const rows = present.map((sapeur_id) => ({ sapeur_id, ...times }))
  await ask('POST /interventions/{id}/sapeurs', `${here}/sapeurs`, { sapeurs: rows })
  await ask('POST /interventions/{id}/valider', `${here}/valider`)
}

/** An analyst of the whole nation in SQL, and one of each SIS in turn over GraphQL. */
export async function analyse(day: Day, places: Place[], national: string): Promise<void> {
  await Promise.all([analyseNation(day, national), analyseSis(day, places)])
}

async function analyseNation({ tally, until }: Day, url: string): Promise<void> {
  const text = 'select annee, sum(nb) as nb from stats.federal group by annee order by annee'
  await withConnection(url, async (client) => {
    while (performance.now() < until) {
      await tally.time('SQL: figures of the nation', () => client.query(text))
      await pause(5_000)
    }
  })
}

async function analyseSis({ http, tally, data, until }: Day, places: Place[]): Promise<void> {
  const headers = await headersOf(places, 0)
  const query =
    '{ interventions(first: 20, orderBy: [DATE_DEBUT_DESC]) { nodes { numero objet date_debut lieu } } }'
  for (let n = 0; performance.now() < until; n++) {
    await tally.time('POST /graphql', async () => {
      const { text } = await http.ask(data, 'POST', '/graphql', headersAt(headers, n), { query })
      if (text.includes('"errors"')) throw new Error(text.slice(0, 200))
    })
    await pause(200)
  }
}
