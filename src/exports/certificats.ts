import type { Logo } from './draw_head.ts'

/** The year of one sapeur, by the numbers of form 11. Amounts are in francs with two decimals, dates in ISO 8601. */
export interface Certificat {
  nom_prenom: string
  rue: string
  lieu: string
  /** May be empty. */
  no_avs: string
  date_naissance: string | null
  /** First and last day of service within the year. */
  debut: string
  fin: string
  solde: string
  indemnite: string
  /** 1 and 8: solde and indemnités. */
  salaire: string
  /** 9: contributions that were withheld; negative where they were paid back. */
  avs_ac: string
  /** 11. */
  net: string
  /** 13.1.2. */
  frais_effectif: string
  /** 13.2.3. */
  frais_forfaitaire: string
  /** Amounts that the certificate does not show, such as fines. */
  autre: string
  total: string
}

/** The answer of app.feuille_certificats: the salary certificates of a year, to print. */
export interface Certificats {
  sis_key: string
  nom: string
  rue: string
  lieu: string
  telephone: string
  /** The day on which the document is made. */
  date: string
  logo: Logo | null
  annee: number
  /** By name. */
  certificats: Certificat[]
}
