import type { Annonce } from '../text/annonce.ts'
import type { Logo } from './draw_head.ts'

/** The answer of app.feuille_exercice: an exercice and its people, to print. Dates are ISO 8601. */
export interface Feuille {
  sis_key: string
  nom: string
  /** The day on which the document is made. */
  date: string
  logo: Logo | null
  exercice: Annonce & { id: number }
  /** The people, those convoked first, each part by name. */
  sapeurs: Inscrit[]
}

/** Someone on the list of an exercice. */
export interface Inscrit {
  nom_prenom: string
  /** Grade on the day of the exercice; may be empty. */
  grade: string
  convoque: boolean
  /** Whether the sapeur gave a reason to be excused that was not refused. */
  excuse: boolean
}
