import ICAL from 'ical.js'
import { makeAccount } from '../support/users.ts'
import type { DataApi } from './data_fixture.ts'
import { link } from './mes_fixture.ts'

/** An event as Mozilla's parser reads it. */
interface ReadEvent {
  uid: string
  titre: string
  statut: string
  debut: string
  sequence: number
  regle: string
}

/** The events of a calendar, in the order in which they stand. */
export function readEvents(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((each) => ({
    uid: String(each.getFirstPropertyValue('uid')),
    titre: String(each.getFirstPropertyValue('summary')),
    statut: String(each.getFirstPropertyValue('status')),
    debut: String(each.getFirstPropertyValue('dtstart')),
    sequence: Number(each.getFirstPropertyValue('sequence')),
    regle: String(each.getFirstPropertyValue('rrule') ?? ''),
  }))
}

/** A sapeur of hs with an account, who is convoked to nothing in the demo. */
export async function addReader(
  api: DataApi,
  nom: string,
): Promise<{ email: string; user: number; sapeur: number }> {
  const [row] = await api.sql("insert into app.sapeurs (nom, prenom) values ($1, 'Léa') returning id", [nom])
  await api.sql("insert into app.mutations (sapeur_id, incorporation) values ($1, '2020-01-01')", [row?.id])
  const email = `${nom.toLowerCase()}@example.org`
  const user = await makeAccount(api.database, { email })
  await link(api, user, Number(row?.id))
  return { email, user, sapeur: Number(row?.id) }
}

/** An exercice some days from today, to which the sapeur is convoked. */
export async function convoke(api: DataApi, sapeur: number, days: number, titre: string): Promise<number> {
  const [row] = await api.sql(
    `with e as (
       insert into app.exercices (designation, date, heure, duree) values ($1, app.today() + $2::integer, '19:30', 120) returning id
     )
     insert into app.exercice_sapeurs (exercice_id, sapeur_id) select id, $3 from e returning exercice_id as id`,
    [titre, days, sapeur],
  )
  return Number(row?.id)
}

/** Asks for a calendar by its address, without signing in. */
export async function open(
  { servers }: DataApi,
  adresse: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${servers.urls().data}${adresse}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
