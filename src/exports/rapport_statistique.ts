import type { Logo } from './draw_head.ts'

/** The figures of one category of the federal statistics, or of all categories, for a year and the year before. */
export interface Figures {
  nb: number
  heures: string
  sauve_personne: number
  sauve_animaux: number
  nb_precedent: number
  heures_precedent: string
}

/** The answer of api.get_statistique_rapport: everything on the yearly federal report. Dates are ISO 8601. */
export interface RapportStatistique {
  sis_key: string
  nom: string
  annee: number
  debut: string
  fin: string
  /** The day on which the report is made. */
  date: string
  logo: Logo | null
  categories: (Figures & { designation: string })[]
  total: Figures
}
