/** A mail of the corpus, and the expected outcome. */
export interface CorpusMail {
  /** A sentence that names the variation; unique within its format. */
  title: string
  /** The raw message (RFC 822), always the same; its subject is the title, and its address is unique. */
  mail: () => Buffer | Promise<Buffer>
  becomes: Becomes
}

/** The ledger row, and the alarms by key of SIS; `ignored` and `failed` messages have none. */
export interface Becomes {
  etat: 'alarm' | 'ignored' | 'failed'
  /** Word for word; '' without a reason. */
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
  /** `nom_prenom` of the sapeurs that match the people who come. */
  viennent: string[]
  /** People who come and match no sapeur, as the report names them. */
  inconnus: string[]
  /**
   * Numbers of the people who come, in their order, separated by a space for one person; compared only when
   * given.
   */
  numeros?: string[]
  /** Null: no intervention is wanted (a test, an exercise). */
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
