/** Figures of a category of the federal statistics, or of all, in a year and the one before. */
export interface Figures {
  nb: number
  heures: string
  sauve_personne: number
  sauve_animaux: number
  nb_precedent: number
  heures_precedent: string
}

/** What api.get_statistique_rapport answers: what stands on the yearly federal report. Dates are ISO. */
export interface Rapport {
  sis_key: string
  nom: string
  annee: number
  debut: string
  fin: string
  /** The day it is made. */
  date: string
  /** Its image in base64, of type image/png or image/jpeg. */
  logo: { type: string; image: string } | null
  categories: (Figures & { designation: string })[]
  total: Figures
}
