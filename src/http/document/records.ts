import type { Operation, RecordOf, Records } from './operation.ts'

// The table of the record at each path. Deeper paths belong to the same record unless they have a line of their own.
const places: Record<string, string> = {
  '/alarmes/{id}': 'app.alarmes',
  '/amendes/{id}': 'app.amendes',
  '/avs-param/{exercice_comptable_id}': 'app.avs_params',
  '/codes-alarme/{id}': 'app.codes_alarme',
  '/comptes/{id}': 'app.comptes',
  '/decomptes/{id}': 'app.decomptes',
  '/disponibilites/{id}': 'app.indisponibilites',
  '/ecriture-categories/{id}': 'app.ecriture_categories',
  '/ecritures/{id}': 'app.ecritures',
  '/effectif-requis/{id}': 'app.effectif_requis',
  '/excuses-types/{id}': 'app.excuses_types',
  '/exercice-categories/{id}': 'app.exercice_categories',
  '/exercices-comptable/{id}': 'app.exercices_comptables',
  '/exercices/{id}': 'app.exercices',
  '/fonctions/{id}': 'app.fonctions',
  '/grades/{id}': 'app.grades',
  '/groupes/{id}': 'app.groupes',
  '/heure-exercice-types/{id}': 'app.heure_exercice_types',
  '/imputation/exercice/{id}': 'app.exercices',
  '/imputation/intervention/{id}': 'app.interventions',
  '/indemnites-annuelles/{id}': 'app.indemnites_annuelles',
  '/indemnites-exercice/{id}': 'app.indemnites_exercice',
  '/indemnites-intervention/{id}': 'app.indemnites_intervention',
  '/interventions/{id}': 'app.interventions',
  '/localites-sis/{id}': 'app.localites_sis',
  '/materiels/{id}': 'app.materiels',
  '/mes-calendriers/{id}': 'app.calendriers',
  '/mes-appareils/{id}': 'app.appareils',
  '/mes-disponibilites/{id}': 'app.indisponibilites',
  '/mes-excuses/{exercice_id}': 'app.exercices',
  '/messageries/{id}': 'app.messageries',
  '/messageries/{id}/messages/{message_id}': 'app.messages',
  '/mission-types/{id}': 'app.mission_types',
  '/murs/{id}': 'app.murs',
  '/permis/{id}': 'app.permis_types',
  '/piquets/{id}': 'app.piquets',
  '/sapeurs/{id}': 'app.sapeurs',
  '/sapeurs/{id}/fonctions/{sapeur_fonction_id}': 'app.sapeur_fonctions',
  '/sapeurs/{id}/grades/{sapeur_grade_id}': 'app.sapeur_grades',
  '/sapeurs/{id}/groupes/{groupe_sapeur_id}': 'app.groupe_sapeurs',
  '/sapeurs/{id}/materiel/{materiel_personnel_id}': 'app.materiel_personnel',
  '/sapeurs/{id}/mutations/{mutation_id}': 'app.mutations',
  '/sapeurs/{id}/permis/{sapeur_permis_id}': 'app.sapeur_permis',
  '/sapeurs/{id}/telephones/{telephone_id}': 'app.telephones',
  '/sis-contacts/{id}': 'app.sis_contacts',
  '/sis-logo': 'app.sis_logos',
  '/sis-param': 'app.sis',
  '/telephones/{id}': 'app.telephones_utiles',
  '/type-intervention/{id}': 'app.types_intervention',
  '/vehicules/{id}': 'app.vehicules',
  '/webhooks/{id}': 'app.webhooks',
  '/invitations/{id}': 'auth.invitations',
  '/roles/{id}': 'auth.roles',
  '/sessions/{id}': 'auth.sessions',
  '/sis/{api_key}': 'auth.sis',
  '/users/{id}': 'auth.users',
}

// Operations whose answer has the id of a new record elsewhere than in `id`.
const made: Record<string, RecordOf> = {
  create_decompte: { table: 'app.decomptes', id: { answer: ['data', 'id'] } },
  create_intervention_complet: { table: 'app.interventions', id: { answer: ['data', 'id'] } },
  create_localite_sis: { table: 'app.localites_sis', id: { answer: ['localite_id'] } },
  create_sis: { table: 'auth.sis', id: { answer: ['api_key'] } },
}

/** The records that an operation changes and answers. */
export function recordsOf({ id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>): Records {
  if (path.endsWith('/simulation')) return { changed: null, answered: null }
  const place = Object.keys(places)
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0]
  const changed = place === undefined ? null : recordAt(place)
  return { changed, answered: made[id] ?? newAt(method, path) ?? changed }
}

function recordAt(place: string): RecordOf {
  const parameter = /\{(\w+)\}$/.exec(place)?.[1]
  return { table: places[place] ?? '', id: parameter === undefined ? 'sis' : { path: parameter } }
}

// A POST to the list of a record makes a new record.
function newAt(method: Operation['method'], path: string): RecordOf | null {
  const place = Object.keys(places).find((each) => each.replace(/\/\{\w+\}$/, '') === path && each !== path)
  if (method !== 'post' || place === undefined) return null
  return { table: places[place] ?? '', id: { answer: ['id'] } }
}
