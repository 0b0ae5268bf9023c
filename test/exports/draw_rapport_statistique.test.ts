import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { drawRapportStatistique } from '../../src/exports/draw_rapport_statistique.ts'
import { makePng } from '../support/make_png.ts'
import { rapport } from './rapport_statistique_fixture.ts'

const image = (file: Buffer, type = 'image/png') => ({ type, image: file.toString('base64') })
const hasImage = (pdf: Buffer) => pdf.includes('/Subtype /Image')

/** The readable text of the report, and its number of pages. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  return extractText(document, { mergePages: true })
}

describe('the federal report', () => {
  it('names the SIS, the year and the date, and has table and chart on one page', async () => {
    const { totalPages, text } = await read(await drawRapportStatistique(rapport))
    expect(totalPages).toBe(1)
    expect(text.replaceAll(/\s+/g, ' ')).toBe(
      'Rapport fédéral 2026 SIS Haute-Sorne Interventions du 01.01.2026 au 31.12.2026 ' +
        'Catégorie 2026 Interventions Heures Sauvés en 2026 Personnes Animaux 2025 Interventions Heures ' +
        'Lutte contre le feu 1 1 234,50 3 4 5 6,75 Événements dus à la nature 0 0,00 0 0 0 0,00 Total 1 1 234,50 3 4 5 6,75 ' +
        'Interventions par catégorie Lutte contre le feu Événements dus à la nature 0 1 2 3 4 5 1 5 2026 2025 ' +
        'Heures : heures-personnes de présence, piquet compris. Établi le 03.02.2027',
    )
  })

  it('states that two years in a row have no interventions, instead of a chart', async () => {
    const none = { ...rapport.total, nb: 0, nb_precedent: 0 }
    const { text } = await read(await drawRapportStatistique({ ...rapport, total: none }))
    expect(text).toContain('Aucune en 2026, ni en 2025.')
  })

  it('is byte for byte the same for the same figures', async () => {
    const logo = image(makePng({ width: 8, height: 8 }))
    expect(await drawRapportStatistique({ ...rapport, logo })).toEqual(
      await drawRapportStatistique({ ...rapport, logo }),
    )
  })

  it.each([
    ['Coupé '.repeat(60), /Coupé Coupé.*Cou?p?é?…/],
    ['Société č œ ’ “Łódź” 消防', /Société č œ ’ “Łódź” □□/],
    ['A\n\n\u202eB\tC', /A B C/],
    [' \u0000 ', /hs/],
  ])('stays one page with the name %j', async (nom, shown) => {
    const { totalPages, text } = await read(await drawRapportStatistique({ ...rapport, nom }))
    expect([totalPages, text.split('\n').some((line) => shown.test(line))]).toEqual([1, true])
  })
})

describe('the logo of the federal report', () => {
  // ISO 10918-1: SOI, and a frame of one pixel.
  const jpeg = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0000b08000100010101110 0ffd9'.replace(' ', ''),
    'hex',
  )

  it('is drawn when it is a PNG or a JPEG', async () => {
    expect(
      hasImage(await drawRapportStatistique({ ...rapport, logo: image(makePng({ width: 60, height: 20 })) })),
    ).toBe(true)
    expect(hasImage(await drawRapportStatistique({ ...rapport, logo: image(jpeg, 'image/jpeg') }))).toBe(true)
    expect(hasImage(await drawRapportStatistique(rapport))).toBe(false)
  })

  it.each([
    ['is only the beginning of a PNG', makePng({ width: 60, height: 20 }).subarray(0, 16)],
    ['is truncated within its pixels', makePng({ width: 60, height: 20 }).subarray(0, 50)],
    ['has fewer pixels than it declares', makePng({ width: 60, height: 20, pixels: Buffer.alloc(100) })],
    [
      'unpacks to far more than it declares',
      makePng({ width: 60, height: 20, pixels: Buffer.alloc(50_000_000) }),
    ],
    [
      'declares a thousand million pixels',
      makePng({ width: 40_000, height: 40_000, pixels: Buffer.alloc(9) }),
    ],
    ['is a JPEG without a frame', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('is left out when it %s', async (what, file) => {
    const logo = image(file, what.includes('JPEG') ? 'image/jpeg' : 'image/png')
    const pdf = await drawRapportStatistique({ ...rapport, logo })
    expect([hasImage(pdf), (await read(pdf)).totalPages]).toEqual([false, 1])
  })
})
