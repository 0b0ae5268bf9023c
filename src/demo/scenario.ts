/** A kind of intervention of the demo; ids are those of the lists that every SIS starts with. */
export interface Scenario {
  objet: string
  /** type_intervention_id, stat_federal_id. */
  type: number
  federal: number
  /** As which the centre alerts for it; absent: people ask for it by telephone. */
  code?: string
  degre: number
  /** How long it takes, and how many go. */
  minutes: number
  sapeurs: number
  /** The months it happens in, the first and the last; absent: all year. */
  mois?: [number, number]
  /** Places in the lists of vehicles and materials of history/sis.sql; of a material also how much. */
  vehicules: number[]
  materiels?: [no: number, quantite: number][]
  missions?: string[]
  sauvePersonne?: number
  sauveAnimaux?: number
  police?: boolean
  description?: string
  /** Where it is rare: one day in so many at most. */
  chaque?: number
}
