/** An event of a calendar, as the database gives it. */
export interface Evenement {
  /** The same for as long as the event exists, in every calendar of the SIS. */
  uid: string
  genre: 'exercice' | 'piquet' | 'absence'
  /** The subject: what an exercice is about, what a standby is for, why someone is absent. */
  titre: string
  /** Local times of the calendar's time zone, `2026-03-14T19:30:00`, or UTC with a Z in the second pass of a repeated hour. */
  debut: string
  fin: string
  annule: boolean
  lieu: string
  texte: string
  categorie: string
  /** The decision on the person's excuse: 0 none yet, 1 accepted, -1 refused, -2 fined; null without an excuse. */
  excuse_statut?: number | null
  /** How an absence repeats: an RRULE with its end in UTC; null for once. */
  recurrence?: string | null
  /** Instants in UTC, `2026-03-14T13:29:45Z`. */
  created_at: string
  modifie_at: string
}

/** The events that one reader sees of a SIS. */
export interface Calendrier {
  sis_key: string
  /** Name of the SIS. */
  nom: string
  /** Its IANA time zone. */
  fuseau: string
  evenements: Evenement[]
}
