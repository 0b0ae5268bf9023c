import { describe, expect, it } from 'vitest'
import { drawCertificats } from '../../src/exports/draw_certificats.ts'
import { drawConvocation } from '../../src/exports/draw_convocation.ts'
import { drawDecompte, drawFiches } from '../../src/exports/draw_decompte.ts'
import { drawListePresence } from '../../src/exports/draw_liste_presence.ts'
import { drawRapportIntervention } from '../../src/exports/draw_rapport_intervention.ts'
import { drawRapportStatistique } from '../../src/exports/draw_rapport_statistique.ts'
import { certificat, certificats } from './certificats_fixture.ts'
import { decompte, fiche } from './decompte_fixture.ts'
import { feuille, inscrit, readPages } from './feuille_fixture.ts'
import { rapport as intervention } from './rapport_intervention_fixture.ts'
import { rapport as federal } from './rapport_statistique_fixture.ts'

// Bosnia, Poland, Turkey, Croatia, Greece, Azerbaijan, Vietnam, Latvia, and an accent that no letter has built in.
const odd = ['Đorđević', 'Łukasz', 'Ağaoğlu', 'Čović', 'Αντώνης', 'Ағаев', 'Nguyễn', 'Ķēniņš', 'M\u030cila']
const plain = ['Rochat', 'Amsler', 'Zwahlen', 'Wuthrich', 'Petignat', 'Joliat', 'Koller', 'Ory', 'Nappez']

const people = (names: string[]) => Array.from({ length: 300 }, (_, n) => names[n % names.length] ?? '')
const parts = async (draw: (send: (part: Uint8Array) => void) => Promise<void>) => {
  const found: Uint8Array[] = []
  await draw((part) => found.push(part))
  return Buffer.concat(found)
}

// Each document with these names, and its number of people.
const documents: Record<string, (names: string[]) => Promise<Buffer>> = {
  'the call': (names) => drawConvocation(feuille(names.map((name) => inscrit(name)))),
  'the list to sign': (names) => drawListePresence(feuille(names.map((name) => inscrit(name)))),
  'the report of an intervention': (names) => {
    const full = intervention({ description: names.join(', ') }, { chef: names[0] ?? '' })
    const sapeurs = full.moyens.sapeurs?.slice(0, 1) ?? []
    const present = names.flatMap((nom_prenom) => sapeurs.map((each) => ({ ...each, nom_prenom })))
    return drawRapportIntervention({
      ...full,
      moyens: { ...full.moyens, sapeurs: present, quittances: names },
    })
  },
  'the certificates': (names) =>
    parts((send) =>
      drawCertificats(certificats(names.map((nom_prenom) => ({ ...certificat, nom_prenom }))), send),
    ),
  'the statement of account': (names) =>
    parts((send) =>
      drawDecompte({ feuille: decompte(names.map((name) => fiche(name))), fiches: false }, send),
    ),
  'the slips': (names) => parts((send) => drawFiches(decompte(names.map((name) => fiche(name))), send)),
}

describe.each(Object.entries(documents))('the names of 300 people on %s', (_, draw) => {
  it('are all printed, and can be read from it', async () => {
    const text = (await readPages(await draw(people(odd)))).join(' ').normalize('NFC')
    for (const name of odd) expect(text.split(name).length - 1, name).toBeGreaterThanOrEqual(33)
    expect(text).not.toMatch(/\?|□|\ufffd/)
  })
})

describe.each(Object.entries(documents))('%s', (_, draw) => {
  it('shows a box for each letter that the font lacks', async () => {
    const text = (await readPages(await draw(['李小龙 Bruce', 'Zoé\u200b\u202e Ory']))).join(' ')
    expect(text).toContain('□□□ Bruce')
    expect(text).toContain('Zoé Ory')
    expect(text).not.toContain('?')
  })

  it('holds the letters that it shows, and no more of the font', async () => {
    expect((await draw(plain.slice(0, 1))).length).toBeLessThan(20_000)
    expect((await draw(odd)).length).toBeLessThan(40_000)
  })
})

it('the federal report prints the letters of every name', async () => {
  const categories = federal.categories.map((each) => ({ ...each, designation: odd.join(' ') }))
  const nom = `SIS ${odd.slice(0, 6).join(' ')}`
  const [text] = await readPages(await drawRapportStatistique({ ...federal, nom, categories }))
  expect(text).toContain(nom)
  expect(text).toContain('Đorđević Łukasz')
})

it('a word of any length, and any number of accents, stay in their lines', async () => {
  const description = `${'\u0141'.repeat(9000)} a${'\u0301'.repeat(9000)} ${'李'.repeat(9000)}`
  const text = (await readPages(await drawRapportIntervention(intervention({ description })))).join('')
  const count = (letter: string) => text.split(letter).length - 1
  expect([count('\u0141'), count('□')]).toEqual([9000, 9000])
})
