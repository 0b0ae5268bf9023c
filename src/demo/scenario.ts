/** A kind of intervention of the demo. Its ids are those of the lists that every new SIS has. */
export interface Scenario {
  objet: string
  /** type_intervention_id, stat_federal_id. */
  type: number
  federal: number
  /** Code of its alarm. Absent: people call the SIS by telephone and there is no alarm. */
  code?: string
  degre: number
  /** Its length and the number of people sent. */
  minutes: number
  sapeurs: number
  /** First and last month of its season. Absent: all year. */
  mois?: [number, number]
  /** Vehicles and materials by their places in the lists of history/sis.sql. A material also has its quantity. */
  vehicules: number[]
  materiels?: [no: number, quantite: number][]
  missions?: string[]
  sauvePersonne?: number
  sauveAnimaux?: number
  police?: boolean
  description?: string
  /** For rare ones: at most one day in this many. */
  chaque?: number
}
