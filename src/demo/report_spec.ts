/** The message line; in the report its parts are joined by `; `. `couleur`, `e` and `n` may be missing. */
export interface MessageSpec {
  code: string
  couleur?: string
  adresse: string
  complement?: string
  /** LV95 metres. */
  e?: number
  n?: number
  centre: string
}

/** One row of a group's table. More than two numbers wrap to a second line. */
export interface RowSpec {
  media: 'Téléphone' | 'SMS' | 'Paging' | 'Mail'
  numeros: string[]
  statut: string
  /** A new page before the row, or between its first line and the others. */
  rupture?: 'avant' | 'dedans'
}

/** A name wider than its column stands below the numbers of its rows. */
export interface PersonneSpec {
  nom: string
  rows: RowSpec[]
}

export interface TotauxSpec {
  sms: number
  paging: number
  mail: number
  appeles: number
  viennent: number
  neViennentPas: number
  pasRepondus: number
}

export interface GroupeSpec {
  /** Whole title without star, such as `90 EM, SIS Haute-Sorne`. */
  titre: string
  /** Whether the title has its star; default true. */
  etoile?: boolean
  personnes: PersonneSpec[]
  /** Totals to print instead of the sums of the rows. */
  totaux?: Partial<TotauxSpec>
  /** Error text that the report engine prints instead of totals and table. */
  erreur?: boolean
  /** A new page between title and table. */
  rupture?: boolean
}

/** A mobilisation report of the alarm centre. Times as printed: `14/03/2026 14:28:15`. */
export interface ReportSpec {
  type: string
  description: string
  dateCreation: string
  debut: string
  fin: string
  /** Lines: name, street, place. */
  appelant?: string[]
  lieu?: string
  /** The parts of the message line, or its literal text. */
  message: MessageSpec | string
  groupes: GroupeSpec[]
  /** Page numbers printed at the foot, when they are not 1, 2, 3 … */
  pages?: number[]
}
