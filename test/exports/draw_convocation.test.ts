import { expect, it } from 'vitest'
import { drawConvocation } from '../../src/exports/draw_convocation.ts'
import { makePng } from '../support/make_png.ts'
import { feuille, inscrit, many, readPages } from './feuille_fixture.ts'

it('the call tells what the exercice is, by when to be excused, and who is convoked', async () => {
  const people = [
    inscrit('Amsler Jean', { grade: 'Capitaine' }),
    inscrit('Rochat Anne', { excuse: true }),
    inscrit('Venu Seul', { convoque: false }),
  ]
  expect(await readPages(await drawConvocation(feuille(people)))).toEqual([
    'Convocation SIS Haute-Sorne Établie le 20.02.2026 Exercice Échelle et sauvetage Date mercredi 18 mars 2026 ' +
      'Heure de 19 h 30 à 21 h 30 Lieu Place du Hangar, Bassecourt Catégorie Exercice de section ' +
      'Communications Tenue de feu. Repas après l’exercice. ' +
      'Les 2 personnes suivantes sont convoquées. Qui ne peut pas venir s’excuse dans Caserne, au plus tard le mercredi 25 mars 2026. ' +
      'Amsler Jean Capitaine Rochat Anne Sapeur ' +
      'Convocation : Échelle et sauvetage Page 1 sur 1',
  ])
})

it('the call leaves out what is empty, and says when nobody is convoked yet', async () => {
  const empty = feuille([], { lieu: '', localite: '', categorie: '', communications: ' \n' })
  const [text] = await readPages(await drawConvocation(empty))
  expect(text).toContain('21 h 30 Personne n’est encore convoqué à cet exercice.')
})

it('the call says that an exercice was called off', async () => {
  const [text] = await readPages(await drawConvocation(feuille(many(1), { annule: true })))
  expect(text).toContain('Annulé Cet exercice n’aura pas lieu.')
})

it('the call names 300 people, each once and none cut off, on as many pages as it takes', async () => {
  const pages = await readPages(await drawConvocation(feuille(many(300))))
  expect(pages).toHaveLength(4)
  const numbers = [...pages.join(' ').matchAll(/(?:Anne|Élisabeth) (\d+)\./g)].map(([, n]) => Number(n))
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
  expect(pages[3]).toContain('Page 4 sur 4')
})

it('the call continues on the next page after communications that fill one', async () => {
  const communications = 'Une longue communication. '.repeat(250)
  const pages = await readPages(await drawConvocation(feuille(many(4), { communications })))
  expect(pages).toHaveLength(2)
  expect(pages[1]).toMatch(/Une longue communication\. Les 4 personnes suivantes/)
})

it('the call has the logo, and is byte for byte the same for the same contents', async () => {
  const image = makePng({ width: 60, height: 20 }).toString('base64')
  const contents = { ...feuille(many(3)), logo: { type: 'image/png', image } }
  const pdf = await drawConvocation(contents)
  expect(pdf.includes('/Subtype /Image')).toBe(true)
  expect(await drawConvocation(contents)).toEqual(pdf)
})
