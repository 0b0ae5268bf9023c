import type pg from 'pg'
import type { Views } from './expect_views.ts'

type Row = Record<string, unknown>

const count = 'nb secondes sauve_personne sauve_animaux'
const columns: Record<string, string> = {
  interventions: `id annee exercice_comptable_id numero date_debut stat_federal_id type_intervention_id stat_intervention_id
                  intervention_traitement_id stat_nb sauve_personne sauve_animaux statut secondes`,
  federal: `annee exercice_comptable_id stat_federal_id designation tri ${count} nb_precedent secondes_precedent`,
  categories_service: `annee exercice_comptable_id stat_intervention_id designation tri ${count} nb_precedent secondes_precedent`,
  types: `annee exercice_comptable_id type_intervention_id designation stat_intervention_id ${count}`,
  traitements: `annee exercice_comptable_id intervention_traitement_id designation ${count}`,
  mensuel: `annee exercice_comptable_id mois ${count}`,
  fausses_alarmes: 'annee exercice_comptable_id nb nb_fausses part',
  vehicules: 'annee exercice_comptable_id vehicule_id designation nb secondes',
  materiels: 'annee exercice_comptable_id materiel_id designation nb secondes quantite',
  presences: 'id annee exercice_comptable_id intervention_id sapeur_id debut fin piquet secondes',
  presences_interventions: 'annee exercice_comptable_id sapeur_id nb secondes interventions taux',
  exercices:
    'id annee exercice_comptable_id duree statut convoques presents absents remplaces excuses secondes',
  presences_exercices: 'annee exercice_comptable_id sapeur_id nb secondes convoque absent remplace excuse',
  alarmes: 'id intervention_id premiere_presence secondes_creation_debut secondes_debut_presence',
  sapeurs: 'id type nom prenom nom_prenom actif annee_incorporation',
}
const names = (view: string) => (columns[view] ?? '').split(/\s+/)

const views = Object.keys(columns)
const text = `select json_build_object(${views
  .map((view) => {
    const list = `select sis_key, ${names(view).join(', ')} from stats.${view}`
    return `'${view}', (select coalesce(json_agg(x), '[]') from (${list}) x)`
  })
  .join(', ')}) as views`

/** The rows of all views that a login sees, by SIS. */
export async function readViews(login: pg.Client): Promise<Record<string, Views>> {
  const { rows } = await login.query<{ views: Views }>({ name: 'views', text })
  const seen: Record<string, Views> = {}
  for (const [view, list] of Object.entries(rows[0]?.views ?? {}))
    for (const { sis_key, ...row } of list) {
      const own = seen[String(sis_key)] ?? Object.fromEntries(views.map((name) => [name, []]))
      seen[String(sis_key)] = own
      own[view]?.push(inMs(row))
    }
  return Object.fromEntries(Object.entries(seen).map(([sis, each]) => [sis, sorted(each)]))
}

/** The same as one GraphQL query. */
export const question = `{ ${views
  .map((view) => `stats_${view}(first: 1000) { nodes { ${names(view).join(' ')} } }`)
  .join(' ')} }`

/** The rows of the views in its answer. */
export const readAnswer = (data: Record<string, { nodes: Row[] }>): Views =>
  sorted(
    Object.fromEntries(
      Object.entries(data).map(([name, { nodes }]) => [name.replace('stats_', ''), nodes.map(inMs)]),
    ),
  )

const instants = ['debut', 'fin', 'premiere_presence']
const decimals = ['part', 'taux', 'quantite']

// Decimals, which GraphQL writes as texts, as numbers; seconds and instants as ms.
function inMs(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name.replace('secondes', 'ms'), null]
      if (instants.includes(name)) return [name, Date.parse(String(value))]
      if (name.startsWith('secondes'))
        return [name.replace('secondes', 'ms'), Math.round(Number(value) * 1000)]
      return [name, decimals.includes(name) ? Number(value) : value]
    }),
  )
}

/** Rows and their lists, in a fixed order. */
export function sorted(views: Views): Views {
  const order = (row: Row) =>
    Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))
  return Object.fromEntries(
    Object.entries(views).map(([view, rows]) => {
      const texts = rows.map((row) => JSON.stringify(order(row))).sort()
      return [view, texts.map((each) => JSON.parse(each))]
    }),
  )
}
