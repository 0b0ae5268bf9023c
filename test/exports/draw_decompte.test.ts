import { expect, it } from 'vitest'
import { drawDecompte, drawFiches } from '../../src/exports/draw_decompte.ts'
import type { LigneFiche } from '../../src/exports/feuille_decompte.ts'
import { decompte as feuille, fiche } from './decompte_fixture.ts'
import { readPages } from './feuille_fixture.ts'

async function pagesOf<T>(
  draw: (contents: T, send: (part: Uint8Array) => void) => Promise<void>,
  contents: T,
): Promise<string[]> {
  const parts: Uint8Array[] = []
  await draw(contents, (part) => parts.push(part))
  return readPages(Buffer.concat(parts))
}

const foot = 'Établi le 01.07.2026. Décompte Soldes du printemps du 30.06.2026'
const slip =
  'Décompte individuel SIS Haute-Sorne Décompte n° 2 du 30.06.2026, exercice comptable 2026 ' +
  'Rochat Anne Rue du Hangar 4 2854 Bassecourt Soldes du printemps Date Désignation Quantité Tarif Taux CHF ' +
  'Interventions 1 240,50 14.03.2026 Delémont (Feu bâtiment) Rue de la Gare 15 1,50 h 35,00 1,00 1 240,50 ' +
  'Soldes 1 240,50 AVS/AI/APG -10,60 AC -2,20 À payer CHF 1 227,70 ' +
  'Versement sur le compte CH93 0076 2011 6238 5295 7'

it('a décompte has its sums, a row for each sapeur and totals', async () => {
  expect(await pagesOf(drawDecompte, { feuille: feuille([fiche('Rochat Anne')]), fiches: false })).toEqual([
    'Décompte SIS Haute-Sorne N° 2 du 30.06.2026, exercice comptable 2026 Soldes du printemps ' +
      'Sapeurs 1 Payé pas encore Total CHF 1 240,50 dont AVS/AI/APG 10,60 dont AC 2,20 ' +
      'À payer CHF 1 227,70 À facturer CHF 0,00 ' +
      'N° Nom et prénom Solde Indemnités Frais forf. Frais eff. Autre AVS/AC Total ' +
      '1 Rochat Anne 1 240,50 0,00 0,00 0,00 0,00 -12,80 1 227,70 ' +
      `Total 1 240,50 0,00 0,00 0,00 0,00 -12,80 1 227,70 ${foot} Page 1 sur 1`,
  ])
})

it('the slips follow on pages of their own', async () => {
  const pages = await pagesOf(drawDecompte, {
    feuille: feuille([fiche('Rochat Anne'), fiche('Zwahlen Léa')]),
    fiches: true,
  })
  expect(pages).toHaveLength(3)
  expect(pages[1]).toBe(`${slip} ${foot} Page 1 sur 1`)
  expect(pages[2]).toContain('Zwahlen Léa Rue du Hangar 4')
})

it('a slip alone says what is to be invoiced', async () => {
  const owing = fiche('Rochat Anne', {
    solde: '0.00',
    autre: '-20.00',
    avs: '0.00',
    ac: '0.00',
    total: '-20.00',
  })
  const [page] = await pagesOf(drawFiches, feuille([owing]))
  expect(page).toContain('Autres -20,00 À facturer CHF 20,00')
  expect(page).not.toContain('Versement')
})

it('a décompte of 300 people repeats its titles on each page and cuts no name', async () => {
  const long = 'Von Allmen-Descœudres Marie-Antoinette Élisabeth'
  const fiches = Array.from({ length: 300 }, (_, n) =>
    fiche(`${n % 3 === 0 ? long : 'Rochat Anne'} ${n + 1}.`),
  )
  const pages = await pagesOf(drawDecompte, { feuille: feuille(fiches), fiches: false })
  for (const [n, page] of pages.entries()) {
    expect(page).toContain('N° Nom et prénom Solde')
    expect(page).toContain(`${foot} Page ${n + 1} sur ${pages.length}`)
  }
  const numbers = [...pages.join(' ').matchAll(/(\d+) (?:Rochat Anne|Von [^\d]+Élisabeth) (\d+)\. 1/g)]
  expect(numbers.map(([, row, name]) => [row, name])).toEqual(
    Array.from({ length: 300 }, (_, n) => [`${n + 1}`, `${n + 1}`]),
  )
})

it('a slip of 200 entries goes on over several pages', async () => {
  const [entry] = fiche('').ecritures
  const ecritures = Array.from({ length: 200 }, (_, n) => ({
    ...(entry as LigneFiche),
    designation: `Exercice ${n + 1}.`,
  }))
  const pages = await pagesOf(drawFiches, feuille([fiche('Rochat Anne', { ecritures })]))
  const seen = [...pages.join(' ').matchAll(/Exercice (\d+)\./g)].map(([, n]) => Number(n))
  expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  for (const page of pages.slice(0, -1)) expect(page).toContain('Date Désignation Quantité')
  for (const page of pages.slice(1)) expect(page).toContain('Rochat Anne, suite')
  expect(pages.at(-1)).toContain('À payer CHF 1 227,70')
})

it('an amount is never cut', async () => {
  const rich = fiche('Rochat Anne', { solde: '-98765432.10', total: '-98765432.10' })
  const [page] = await pagesOf(drawDecompte, { feuille: feuille([rich]), fiches: false })
  expect(page).toContain('1 Rochat Anne -98 765 432,10 0,00 0,00 0,00 0,00 -12,80 -98 765 432,10')
})

it('a long designation goes on in the next line, and nothing of it is cut', async () => {
  const [entry] = fiche('').ecritures
  const street = 'Chemin de la Combe-aux-Loups-et-des-Grandes-Fontaines 128bis'
  const designation = `Saint-Brais-la-Montagne (Alarme automatique détection incendie) ${street}, Nuit`
  const ecritures = Array.from({ length: 60 }, () => ({ ...(entry as LigneFiche), designation }))
  const pages = await pagesOf(drawFiches, feuille([fiche('Rochat Anne', { ecritures })]))
  const text = pages.join(' ')
  expect(text).not.toContain('…')
  expect([...text.matchAll(/Saint-Brais-la-Montagne/g)]).toHaveLength(60)
  expect([...text.matchAll(/128bis, Nuit/g)]).toHaveLength(60)
})
