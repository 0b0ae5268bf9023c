import {
  decimal,
  greater,
  isAbove,
  lesser,
  minus,
  plus,
  type Rational,
  ratio,
  round05,
  times,
  zero,
} from './rational.ts'

/** The contributions of an accounting year; rates are those of employee and employer together, as fractions. */
export interface AvsParam {
  taux_avs: string
  taux_ac: string
  franchise_avs: string
  franchise_imposition: string
  plafond_ac: string
  seuil_sur_solde: boolean
}

/** The insured person. Civilité 2 is Madame; without a birth date contributions are due. */
export interface Assure {
  cotisation_avs: boolean
  date_naissance: string | null
  civilite_id: number | null
}

/** Pay of a year that counts for contributions. */
export interface Pay {
  solde: Rational
  indemnite: Rational
}

/** The part of a year's pay on which contributions are due. */
export function taxableOf({ solde, indemnite }: Pay, param: AvsParam): Rational {
  const above = greater(minus(solde, decimal(param.franchise_imposition)), zero)
  const all = plus(above, indemnite)
  const threshold = decimal(param.franchise_avs)
  if (isAbove(all, threshold)) return all
  if (!param.seuil_sur_solde) return above
  return isAbove(threshold, all) ? zero : all
}

/** The employee's AVS on a year's pay. */
export const avsOn = (pay: Pay, param: AvsParam): Rational =>
  round05(times(taxableOf(pay, param), half(param.taux_avs)))

/** The employee's AC on a year's pay. */
export const acOn = (pay: Pay, param: AvsParam): Rational =>
  round05(times(lesser(taxableOf(pay, param), decimal(param.plafond_ac)), half(param.taux_ac)))

const half = (taux: string) => times(decimal(taux), ratio(1, 2))

/** Whether someone owes contributions in a year: from 1 January after their 17th birthday. */
export const owes = ({ cotisation_avs, date_naissance }: Assure, year: number): boolean =>
  cotisation_avs && (date_naissance === null || Number(date_naissance.slice(0, 4)) + 17 < year)

/** The last day of the month in which someone reaches the reference age: AC is due until then (LACI, art. 2). */
export function lastDayOfAc({ date_naissance, civilite_id }: Assure): string {
  if (date_naissance === null) return '9999-12-31'
  const [year = 0, month = 0] = date_naissance.split('-').map(Number)
  const months = civilite_id === 2 ? monthsOfMadame(year) : 65 * 12
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

// LAVS, art. 21, with the years of transition of the reform AVS 21.
const monthsOfMadame = (year: number) => 64 * 12 + Math.min(Math.max((year - 1960) * 3, 0), 12)
