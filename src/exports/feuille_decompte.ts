import type { Logo } from './draw_head.ts'

/** Amounts of one payment, or of all of them, in francs with two decimals. */
export interface Montants {
  solde: string
  indemnite: string
  frais_forfaitaire: string
  frais_effectif: string
  autre: string
  avs: string
  ac: string
  avs_ac: string
  total: string
}

/** An entry on a slip; what stands on an account of income is negative. */
export interface LigneFiche {
  date: string
  categorie: string
  designation: string
  quantite: string
  unite: string
  tarif: string
  taux: string
  total: string
}

/** One payment, with its entries where slips are asked for. */
export interface Fiche extends Montants {
  nom_prenom: string
  rue: string
  lieu: string
  iban: string
  ecritures: LigneFiche[]
}

/** The answer of app.feuille_decompte: a statement of account, to print. Dates are ISO 8601. */
export interface FeuilleDecompte {
  sis_key: string
  nom: string
  /** The day on which the document is made. */
  date: string
  logo: Logo | null
  exercice_comptable: string
  decompte: {
    id: number
    designation: string
    date: string
    paye_le: string | null
    total: string
    avs_total: string
    ac_total: string
    a_payer_total: string
    a_facturer_total: string
  }
  /** By name. */
  fiches: Fiche[]
  totaux: Montants
}
