import type { Logo } from './draw_head.ts'

/**
 * The answer of app.feuille_intervention: the report of an intervention, to print. Dates are ISO 8601, instants are in
 * the time zone of the SIS with their offset. A section that was not asked for, or has nothing, is null or empty.
 */
export interface RapportIntervention {
  sis_key: string
  nom: string
  /** The day on which the document is made. */
  date: string
  logo: Logo | null
  intervention: FaitsIntervention
  description: string
  moyens: MoyensIntervention
  /** By time. */
  deroulement: Evenement[]
}

/** Facts about an intervention. Texts may be empty. */
export interface FaitsIntervention {
  id: number
  numero: string
  objet: string
  date_debut: string
  /** `14:29:00`. */
  heure_debut: string
  date_fin: string
  heure_fin: string
  /** Elapsed time from its start to its end. */
  secondes: number
  lieu: string
  localite: string
  /** `lat,lon`. */
  wgs84: string
  type: string
  stat_federal: string
  degre: number
  /** Name of the officer in charge. */
  chef: string
  responsable: string
  proprietaire: string
  rapport_police: boolean
  agent: string
  sauve_personne: number
  sauve_animaux: number
  /** Null as long as nobody has validated it. */
  validated_at: string | null
  validated_by: string
}

/** People, vehicles and materials of an intervention. */
export interface MoyensIntervention {
  sapeurs: Present[] | null
  /** Names. */
  quittances: string[] | null
  groupes: { no: string; designation: string }[] | null
  vehicules: { designation: string; immatriculation: string }[] | null
  /** Quantities have two decimals. */
  materiels: { designation: string; quantite: string; unite: string }[] | null
}

/** Someone who was there. */
export interface Present {
  nom_prenom: string
  /** Grade on the first day; may be empty. */
  grade: string
  debut: string
  fin: string
  secondes: number
  /** Whether the sapeur was on standby at the station. */
  piquet: boolean
}

/** Something that happened. Texts may be empty. */
export interface Evenement {
  genre: 'phase' | 'mission' | 'jalon' | 'appel'
  debut: string
  fin: string | null
  titre: string
  texte: string
  qui: string
}
