import type { components as Auth, operations as AuthOperations } from './auth.d.ts'
import type { components as Data, operations as DataOperations } from './data.d.ts'

type Login = AuthOperations['login']['requestBody']['content']['application/json']
type Session = Auth['responses']['Session']['content']['application/json']
type Intervention = Data['schemas']['Intervention']
type Listed = DataOperations['list_interventions']['responses']['200']['content']['application/json']
type Wanted = DataOperations['create_intervention']['requestBody']['content']['application/json']
type Written = DataOperations['create_intervention']['responses']['201']['content']['application/json']
type Report = DataOperations['create_intervention_complet']['requestBody']['content']['application/json']
type Sent = DataOperations['create_intervention_complet']['responses']['201']['content']['application/json']
type Read = DataOperations['get_intervention']['responses']['200']['content']['application/json']

/** Requests and answers of the client below. */
export interface Seen {
  listed: Intervention[]
  written: Intervention
  sent: Sent['data']
  complete: Data['schemas']['InterventionComplete']
}

/** Signs in, writes an intervention, lists them, sends a complete one as a tablet does, and reads that again. */
export async function tryApi(origin: string, sisKey: string, login: Login, day: string): Promise<Seen> {
  const session: Session = await ask(`${origin}/api/v1/login`, {}, login)
  const headers = { Authorization: `Bearer ${session.accessToken}`, 'Sis-Key': sisKey }
  const at = (path: string) => `${origin}/api/v2${path}`
  const wanted: Wanted = {
    date_debut: day,
    heure_debut: '14:29',
    objet: 'Feu de cuisine',
    lieu: 'Rue de la Gare 15',
  }
  const { data: written }: Written = await ask(at('/interventions'), headers, wanted)
  const { data: listed }: Listed = await ask(at('/interventions'), headers)
  const report: Report = {
    date_debut: day,
    heure_debut: '14:29',
    heure_fin: '16:00',
    objet: 'Inondation',
    sapeurs: [{ nom: 'Meier', prenom: 'Hans', debut: null, fin: `${day} 16:00` }],
    jalons: [{ titre: 'Eau pompée', date_time: `${day} 15:05` }],
  }
  const { data: sent }: Sent = await ask(at('/interventions-complet'), headers, report)
  const { data: read }: Read = await ask(at(`/interventions/${sent.id}?complet=true`), headers)
  if (!('jalons' in read)) throw new Error('not complete')
  return { listed, written, sent, complete: read }
}

/** The titles and instants of an intervention's milestones: nothing here is unknown to the compiler. */
export function milestones({ numero, jalons, sapeurs }: Seen['complete']): string[] {
  const times: string[] = jalons.map(
    ({ titre, date_time }) => `${numero} ${date_time.slice(11, 16)} ${titre}`,
  )
  const first: number | undefined = sapeurs[0]?.sapeur_id
  return first === undefined ? times : [...times, String(first)]
}

async function ask<T>(url: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    ...(body !== undefined && init),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
  return answer as T
}
