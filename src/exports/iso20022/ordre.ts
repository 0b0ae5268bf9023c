/** A postal address; `pays` is a code of ISO 3166, such as CH. Street and postcode may be empty. */
export interface Adresse {
  rue: string
  no_rue: string
  npa: string
  localite: string
  pays: string
}

/** Someone who is paid. */
export interface Beneficiaire {
  nom: string
  iban: string
  adresse: Adresse
}

/** One transfer in francs, above 0 and with two decimals. */
export interface Virement extends Beneficiaire {
  montant: string
  end_to_end_id: string
}

/** The account that pays; `bic` may be empty. */
export interface Debiteur {
  nom: string
  iban: string
  bic: string
}

/** An order to a bank: one group of transfers from one account on one day. */
export interface Ordre {
  /** The same for the same paiements, so that a bank can refuse a second file. */
  message_id: string
  created_at: Date
  /** The version of Caserne. */
  version: string
  /** The day of execution, YYYY-MM-DD. */
  date: string
  debiteur: Debiteur
  /** Text on the bank statements of the payees. */
  communication: string
  virements: Virement[]
}
