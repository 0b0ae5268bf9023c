/** The modules that entries come from, by their number on the wire. */
export const modules = {
  divers: 0,
  exercice: 1,
  intervention: 2,
  annuel: 3,
  avs: 4,
  amende: 5,
  remboursement: 8,
} as const

/** How tax sees an entry, by its number on the wire. */
export const types = {
  autre: 0,
  solde: 1,
  indemnite: 2,
  frais_forfaitaire: 3,
  frais_effectif: 4,
  charge_avs: 5,
} as const

/** Ids of units that every SIS has. */
export const unites = { piece: 1, heure: 2, an: 3, forfait: 6, mois: 7 } as const

/** An entry as imputations write it, in the form of the wire. Ids of accounts and of the entry itself come later. */
export interface Ecriture {
  sapeur_id: number
  date: string
  heure: string | null
  designation: string
  /** Two decimals; it is shown, and no amount is made from it. */
  quantite: string
  type_unite_id: number
  tarif: string
  taux: string
  taux_designation: string
  total: string
  type: number
  module: number
  compte_id: number | null
  ecriture_categorie_id: number | null
}

/** Fields that every tariff gives its entries. */
export interface Imputation {
  type: number
  compte_id: number | null
  ecriture_categorie_id: number | null
}

/** The accounts of a tariff, without its other fields. */
export const imputationOf = ({ type, compte_id, ecriture_categorie_id }: Imputation): Imputation => ({
  type,
  compte_id,
  ecriture_categorie_id,
})
