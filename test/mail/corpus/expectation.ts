/** One mail of the corpus, and what it must become. */
export interface CorpusMail {
  /** A sentence: which variation this is. No two of one format are alike. */
  title: string
  /** The raw message (RFC 822). The same each time; its subject is the title, and no other mail has its address. */
  mail: () => Buffer | Promise<Buffer>
  becomes: Becomes
}

/** The ledger row, and the alarms by key of SIS; `ignored` and `failed` messages have none. */
export interface Becomes {
  etat: 'alarm' | 'ignored' | 'failed'
  /** Word for word; '' when there is nothing to say. */
  raison: string
  alarmes: Record<string, AlarmeAttendue>
}

/** An alarm as the database has it; people and groups in the order of the report. */
export interface AlarmeAttendue {
  type: string
  code: string
  couleur: string
  adresse: string
  complement: string
  description: string
  /** ISO 8601, UTC, to the second: `2026-03-14T13:29:45Z`. */
  date: string
  /** `lat,lon` with six decimals, or ''. */
  wgs84: string
  /** `e,n`, or ''. */
  lv95: string
  /** `no nom` of each. */
  groupes: string[]
  /** `nom_prenom` of the sapeurs of the SIS that those who come were matched to. */
  viennent: string[]
  /** Who comes and is nobody here, as the report names him. */
  inconnus: string[]
  /** Numbers of those who come, in their order, one space between those of one person; looked at where it is given. */
  numeros?: string[]
  /** Null: none is wanted (a test, an exercise). */
  intervention: {
    objet: string
    lieu: string
    degre: number
    /** Designations. */
    type_intervention: string
    stat_federal: string
    /** `npa nom`, or ''. */
    localite: string
  } | null
}
