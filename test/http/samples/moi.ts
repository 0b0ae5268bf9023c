import { addYear } from './annees.ts'
import type { MakeSample } from './sample.ts'

const ofYear: MakeSample = async (sql) => ({ path: { exercice_comptable_id: await addYear(sql) } })

/** How to call the operations on the signed-in sapeur. */
export const moiSamples: Record<string, MakeSample> = {
  get_mes_infos: async () => ({}),
  list_mes_fonctions: async () => ({}),
  list_mes_groupes: async () => ({}),
  list_mon_materiel: async () => ({}),
  list_mes_exercices: ofYear,
  list_mes_interventions: ofYear,
  get_mes_decomptes: ofYear,
}
