import { longDate, period } from './french_date.ts'

/** Facts about an exercice in its call (app.annonce_exercice). Dates are ISO 8601. */
export interface Annonce {
  designation: string
  date: string
  /** `19:30:00`. */
  heure: string
  /** In minutes. */
  duree: number
  annule: boolean
  lieu: string
  localite: string
  categorie: string
  communications: string
  /** The last day for excuses. */
  delai: string
}

/** Facts of a call, line by line. Texts of the service are unchanged: the last may have several lines. */
export function factsOf(annonce: Annonce): [label: string, value: string][] {
  const { designation, date, heure, duree, annule, categorie, communications } = annonce
  const facts: [string, string][] = [
    ['Exercice', designation],
    ['Annulé', annule ? 'Cet exercice n’aura pas lieu.' : ''],
    ['Date', longDate(date)],
    ['Heure', period(heure, duree)],
    ['Lieu', [annonce.lieu, annonce.localite].filter((each) => each !== '').join(', ')],
    ['Catégorie', categorie],
    ['Communications', communications.trim()],
  ]
  return facts.filter(([, value]) => value !== '')
}
