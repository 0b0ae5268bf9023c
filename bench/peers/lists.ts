import type { Server } from '../setting.ts'
import type { Side } from './turns.ts'

/** Six fields that a list on a screen shows. */
const six = ['id', 'numero', 'date_debut', 'heure_debut', 'objet', 'lieu']
/** All fields of an intervention in the REST API. */
const all = [
  ...six,
  ...['date_fin', 'heure_fin', 'localite_id', 'wgs84', 'degre', 'rapport_police', 'agent', 'sauve_personne'],
  ...['sauve_animaux', 'description', 'proprietaire', 'responsable', 'stat_nb', 'statut', 'date_imputation'],
  ...['alarme_id', 'exercice_comptable_id', 'intervention_traitement_id', 'stat_federal_id', 'sapeur_id'],
  ...['type_intervention_id', 'validated_at', 'validated_by', 'created_at', 'updated_at'],
]

/** The newest 20 interventions of a SIS, as a server is asked for them. */
export interface List extends Side {
  /** The fields that it must answer. */
  fields: readonly string[]
}

/** The servers, and who asks them. */
export interface Servers {
  sis: string
  /** Headers of requests to ours. */
  headers: Record<string, string>
  ours: Server
  /** Ours, without kept answers. */
  building: Server
  directus: Server & { token: string }
  postgraphile: Server
}

/** The same list from each server, with six fields and with all. */
export function listsOf({ sis, headers, ours, building, directus, postgraphile }: Servers): List[] {
  const address = ({ port }: Server) => `http://127.0.0.1:${port}`
  const api = { pid: ours.pid, login: 'caserne_api', headers }
  const rest: List = {
    ...api,
    name: 'REST, all fields',
    url: `${address(ours)}/api/v2/interventions?limit=20`,
    fields: all,
  }
  const built: List = {
    ...rest,
    pid: building.pid,
    name: 'REST, all fields, rebuilt',
    url: `${address(building)}/api/v2/interventions?limit=20`,
  }
  const graphql = [six, all].map((fields): List => {
    const order = '[DATE_DEBUT_DESC, HEURE_DEBUT_DESC, ID_DESC]'
    const query = `{ interventions(first: 20, orderBy: ${order}) { nodes { ${fields.join(' ')} } } }`
    const url = `${address(ours)}/graphql`
    return { ...api, name: `GraphQL, ${countOf(fields)}`, url, method: 'POST', bodies: [{ query }], fields }
  })
  const standalone = [six, all].map((fields): List => {
    const order = '[DATE_DEBUT_DESC, HEURE_DEBUT_DESC, ROW_ID_DESC]'
    const asked = fields.map((field) => `${field}: ${field === 'id' ? 'rowId' : camel(field)}`).join(' ')
    const query = `{ allInterventions(first: 20, orderBy: ${order}) { nodes { ${asked} } } }`
    return {
      ...{ name: `PostGraphile, ${countOf(fields)}`, pid: postgraphile.pid, login: 'caserne_api' },
      ...{ url: `${address(postgraphile)}/graphql`, method: 'POST', headers: { 'sis-key': sis } },
      ...{ bodies: [{ query }], fields },
    }
  })
  const items = [six, all].map((fields): List => {
    const asked = `fields=${fields.join(',')}&sort=-date_debut,-heure_debut,-id`
    return {
      ...{ name: `Directus, ${countOf(fields)}`, pid: directus.pid, login: 'directus' },
      url: `${address(directus)}/items/interventions?limit=20&${asked}`,
      headers: { authorization: `Bearer ${directus.token}` },
      fields,
    }
  })
  return [rest, built, ...items, ...standalone, ...graphql]
}

const countOf = (fields: readonly string[]) => (fields === six ? 'six fields' : 'all fields')
const camel = (name: string) => name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())

/**
 * Checks that every list has the expected rows, and the same values in the fields that it has.
 * @param ids of the expected rows, in order
 * @returns the bytes of each answer, by its name
 */
export async function compareLists(lists: List[], ids: string[]): Promise<Record<string, string>> {
  const bytes: Record<string, string> = {}
  const known = new Map<string, string>()
  for (const list of lists) {
    const { text, rows } = await ask(list)
    bytes[list.name] = String(Buffer.byteLength(text))
    const found = rows.map(({ id }) => String(id))
    if (found.join() !== ids.join())
      throw new Error(`${list.name} answers ${found.join()} instead of ${ids.join()}`)
    for (const row of rows)
      for (const field of list.fields) {
        const key = `${row.id}.${field}`
        const value = plain(row[field])
        if (!(field in row) || (known.get(key) ?? value) !== value)
          throw new Error(`${list.name} answers ${key}: ${value} instead of ${known.get(key)}`)
        known.set(key, value)
      }
  }
  return bytes
}

// Asks a list once. Fails when the answer is not 200.
async function ask({ name, url, method = 'GET', headers = {}, bodies = [] }: List) {
  const [body] = bodies
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`)
  const { data } = JSON.parse(text) as { data: Rows | Record<string, { nodes: Rows }> }
  return { text, rows: Array.isArray(data) ? data : (Object.values(data)[0]?.nodes ?? []) }
}

type Rows = Record<string, unknown>[]

// Servers write the same value in different ways: numbers as texts, instants and times of day with other fractions.
function plain(value: unknown): string {
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(text).toISOString()
  return /^\d\d:\d\d:\d\d(\.0+)?$/.test(text) ? text.slice(0, 8) : text
}
