import {
  type IndemniteIntervention,
  type Intervention,
  imputeIntervention,
  type Presence,
} from './intervention.ts'

/** 40.00 for the first two hours, then 15.00 for each whole hour. */
const plain: IndemniteIntervention = {
  tarif: '15.00',
  tarif_min: '40.00',
  tarif_min_pour: '2.00',
  tarif_min_pro_rata: false,
  tarif_pro_rata: false,
  taux_nuit: '0',
  taux_weekend: '0',
  debut: null,
  fin: null,
  phase_type_id: null,
  type: 1,
  compte_id: 3,
  ecriture_categorie_id: 4,
}

/** An hour of 14 January 2026, a Wednesday in winter, by the clock; those of 24 or later are of the next days. */
export const at = (hour: number) =>
  new Date(Date.parse('2026-01-14T00:00+01:00') + hour * 3_600_000).toISOString()

/** A presence of sapeur 7, from one hour to another. */
export const presence = (from: number, to: number, more: Partial<Presence> = {}): Presence => ({
  sapeur_id: 7,
  debut: at(from),
  fin: at(to),
  piquet: false,
  ...more,
})

/** The entries of these presences by a tariff that differs from the plain one. */
export function entries(
  tariff: Partial<IndemniteIntervention>,
  presences: Presence[],
  more: Partial<Intervention> = {},
  piquet: Partial<IndemniteIntervention> | null = null,
) {
  const intervention = {
    date_debut: '2026-01-14',
    heure_debut: '08:00:00',
    localite: 'Delémont',
    type_intervention: 'Feu',
    lieu: 'Rue du Temple 8',
    phases: [{ id: 1, phase_type_id: 1, debut: at(8) }],
    presences,
    ...more,
  }
  return imputeIntervention(
    intervention,
    { ...plain, ...tariff },
    piquet && { ...plain, ...piquet },
    'Europe/Zurich',
  )
}

/** Their totals. */
export const total = (...args: Parameters<typeof entries>) => entries(...args).map((entry) => entry.total)
