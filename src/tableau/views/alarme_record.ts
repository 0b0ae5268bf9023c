/** An alarm as GET /alarmes answers it: what the board shows. */
export interface Alarme {
  id: string
  date: string
  type: string
  adresse: string
  complement: string
  description: string
  couleur: string
  code: string
  validated: boolean
  intervention_id: number | null
  test: boolean
  incomplet: boolean
  avertissements: string[]
  location_wgs84: string
  location_lv95: string
  groups: { name: string; number: string }[]
  reponses: Reponse[]
  effectif: Effectif
}

/** The last answer of a person. */
export interface Reponse {
  sapeur_id: number | null
  nom_prenom: string
  reponse: 'vient' | 'plus_tard' | 'ne_vient_pas' | 'pas_atteint'
  delai: number | null
  remarque: string
  at: string
  source: string
}

/** How many answered what. */
export interface Effectif {
  vient: number
  plus_tard: number
  ne_vient_pas: number
  sans_reponse: number
  porteurs: number
  chefs: number
}

/** French names of the answers. */
export const answerNames = {
  vient: 'Vient',
  plus_tard: 'Plus tard',
  ne_vient_pas: 'Ne vient pas',
  pas_atteint: 'Pas atteint',
}

/** Title of an alarm: its description, else its code, else its type; a test says so first. */
export function titleOf({ test, description, code, type }: Alarme): string {
  const title = description || code || type || 'Alarme'
  return test ? `TEST ${title}` : title
}

/** Orders alarms: the newest first, and tests below all real ones. */
export function byUrgency(a: Alarme, b: Alarme): number {
  const newer = a.date === b.date ? Number(b.id) - Number(a.id) : a.date < b.date ? 1 : -1
  return Number(a.test) - Number(b.test) || newer
}

/** The first sentence about what an incomplete alarm lacks; '' for a whole one. */
export function gapOf({ incomplet, avertissements }: Alarme): string {
  return incomplet ? (avertissements[0] ?? 'Rapport incomplet.') : ''
}
