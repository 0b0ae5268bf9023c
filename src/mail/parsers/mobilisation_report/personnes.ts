import { fold } from '../../report/fold.ts'
import type { Personne } from '../../report/report.ts'
import { hasNumbers, isTelephone } from './medias.ts'
import type { Row } from './rows.ts'
import type { Totals } from './totals.ts'

const reponses: Record<string, Personne['reponse']> = {
  vient: 'vient',
  'ne vient pas': 'ne_vient_pas',
  'pas atteint': 'pas_atteint',
}

// Strongest first: a person who answered "Vient" on one telephone comes, whatever the other says.
const strength: Personne['reponse'][] = ['vient', 'ne_vient_pas', 'pas_atteint', 'aucune']

/**
 * Gathers the people of a block in the order of their first rows. Rows with the same name are one person,
 * with the numbers of all rows, pagers too, and the answer of the Téléphone rows.
 *
 * One row holds all telephones of a person. So two Téléphone rows with the same name and no common number are
 * father and son, and stay two people.
 */
export function gatherPersonnes(rows: Row[]): Personne[] {
  const personnes: (Personne & { telephone: boolean })[] = []
  for (const row of rows) {
    const telephone = isTelephone(row.media)
    const numeros = hasNumbers(row.media) ? row.numeros : []
    if (row.contact === '' && !telephone) continue
    const same = personnes.filter(({ nom }) => row.contact !== '' && fold(nom) === fold(row.contact))
    const known =
      same.find(({ telephones }) => telephones.some((numero) => numeros.includes(numero))) ??
      same.find((personne) => !(telephone && personne.telephone))
    const personne = known ?? { nom: row.contact, telephones: [], reponse: 'aucune', telephone }
    if (!known) personnes.push(personne)
    personne.telephones.push(...numeros.filter((numero) => !personne.telephones.includes(numero)))
    personne.reponse = stronger(personne.reponse, reponseOf(row))
    personne.telephone ||= telephone
  }
  return personnes.map(({ nom, telephones, reponse }) => ({ nom, telephones, reponse }))
}

/** Counts the answers of a block by row, as the report's own totals do. */
export function countReponses(rows: Row[]): Totals {
  const count = (reponse: Personne['reponse']) => rows.filter((row) => reponseOf(row) === reponse).length
  return {
    viennent: count('vient'),
    neViennentPas: count('ne_vient_pas'),
    pasRepondus: count('pas_atteint'),
  }
}

function reponseOf(row: Row): Personne['reponse'] {
  return (isTelephone(row.media) && reponses[fold(row.statut)]) || 'aucune'
}

function stronger(a: Personne['reponse'], b: Personne['reponse']): Personne['reponse'] {
  return strength.indexOf(a) < strength.indexOf(b) ? a : b
}
