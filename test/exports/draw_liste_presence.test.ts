import { expect, it } from 'vitest'
import { drawListePresence } from '../../src/exports/draw_liste_presence.ts'
import { feuille, inscrit, many, readPages } from './feuille_fixture.ts'

const foot = 'Échelle et sauvetage, mercredi 18 mars 2026, de 19 h 30 à 21 h 30'

it('the list to sign has a row for everyone on it, and says who is excused or came without being convoked', async () => {
  const people = [
    inscrit('Amsler Jean', { grade: 'Capitaine' }),
    inscrit('Rochat Anne', { excuse: true, grade: '' }),
    inscrit('Venu Seul', { convoque: false }),
  ]
  expect(await readPages(await drawListePresence(feuille(people)))).toEqual([
    'Liste de présence SIS Haute-Sorne Établie le 20.02.2026 Exercice Échelle et sauvetage Date mercredi 18 mars 2026 ' +
      'Heure de 19 h 30 à 21 h 30 Lieu Place du Hangar, Bassecourt Catégorie Exercice de section ' +
      'N° Nom et prénom Grade Remarque Signature ' +
      '1 Amsler Jean Capitaine 2 Rochat Anne excusé 3 Venu Seul Sapeur non convoqué ' +
      `Convoqués : 2, dont excusés : 1 Responsable de l’exercice : ${foot} Page 1 sur 1`,
  ])
})

it('the list to sign of 300 people repeats its titles on each page and cuts no name', async () => {
  const pages = await readPages(await drawListePresence(feuille(many(300))))
  expect(pages).toHaveLength(11)
  for (const [n, page] of pages.entries()) {
    expect(page).toContain('N° Nom et prénom Grade Remarque Signature')
    expect(page).toContain(`${foot} Page ${n + 1} sur 11`)
  }
  const numbers = [...pages.join(' ').matchAll(/(\d+) (?:Rochat Anne|Von [^\d]+Élisabeth) (\d+)\. Sapeur/g)]
  expect(numbers.map(([, row, name]) => [row, name])).toEqual(
    Array.from({ length: 300 }, (_, n) => [`${n + 1}`, `${n + 1}`]),
  )
})

it('the list to sign puts its end on a page of its own when the last one is full', async () => {
  const counts = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
  const texts = await Promise.all(
    counts.map(async (n) => readPages(await drawListePresence(feuille(many(n))))),
  )
  for (const pages of texts) expect(pages.join(' ').match(/Responsable de l’exercice/g)).toHaveLength(1)
  expect(texts.map((pages) => pages.length).at(0)).toBe(1)
  expect(texts.map((pages) => pages.length).at(-1)).toBe(2)
})
