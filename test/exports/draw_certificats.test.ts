import { expect, it } from 'vitest'
import type { Certificat } from '../../src/exports/certificats.ts'
import { drawCertificats } from '../../src/exports/draw_certificats.ts'
import { makePng } from '../support/make_png.ts'
import { certificat, certificats as feuille } from './certificats_fixture.ts'
import { readPages } from './feuille_fixture.ts'

async function draw(certificats: Certificat[]): Promise<{ pages: string[]; parts: number; bytes: Buffer }> {
  const parts: Uint8Array[] = []
  await drawCertificats(feuille(certificats), (part) => parts.push(part))
  const bytes = Buffer.concat(parts)
  return { pages: await readPages(bytes), parts: parts.length, bytes }
}

it('a certificate is a page with every number', async () => {
  expect((await draw([certificat])).pages).toEqual([
    'Annexe au certificat de salaire SIS Haute-Sorne Année 2026 C N° AVS 756.1234.5678.97 Date de naissance 14.03.1990 ' +
      'D Année 2026 E Période du 15.03.2026 au 31.12.2026 H Rochat Anne Rue du Hangar 4 2854 Bassecourt N° CHF ' +
      '1 Salaire : solde et indemnités 8 500,00 8 Salaire brut total 8 500,00 9 Cotisations AVS/AI/APG/AC -198,40 ' +
      '11 Salaire net à reporter sur la déclaration d’impôt 8 301,60 13.1.2 Frais effectifs : autres 14,80 ' +
      '13.2.3 Frais forfaitaires : autres 20,00 15 Observations ' +
      'Solde pour tâches essentielles du service du feu 5 500,00 Autres indemnités 3 000,00 ' +
      'Total versé dans l’année 8 336,40 I Établi le 15.01.2027 ' +
      'Les indications sont conformes à la comptabilité du service. ' +
      'SIS Haute-Sorne Rue des Pompiers 1 2854 Bassecourt 032 555 01 18',
  ])
})

it('a certificate says what is unknown, and that contributions were paid back', async () => {
  const [page] = (await draw([{ ...certificat, no_avs: '', date_naissance: null, avs_ac: '-5.70' }])).pages
  expect(page).toContain('N° AVS inconnu Date de naissance inconnue')
  expect(page).toContain('9 Cotisations AVS/AI/APG/AC 5,70')
})

it('300 certificates are 300 pages that leave one by one, the same each time', async () => {
  const many = Array.from({ length: 300 }, (_, n) => ({
    ...certificat,
    nom_prenom: `Von Allmen-Descœudres Marie-Antoinette Élisabeth ${n + 1}.`,
  }))
  const { pages, parts, bytes } = await draw(many)
  expect(pages).toHaveLength(300)
  for (const [n, page] of pages.entries())
    expect(page).toContain(`H Von Allmen-Descœudres Marie-Antoinette Élisabeth ${n + 1}. Rue`)
  expect(parts).toBeGreaterThan(300)
  // pdfkit alone writes 88 more of each page.
  expect(bytes.length / 300).toBeLessThan(1_720)
  expect((await draw(many)).bytes.equals(bytes)).toBe(true)
})

it('a logo is on every page, and in the file once', async () => {
  const image = makePng({ width: 20, height: 10 }).toString('base64')
  const parts: Uint8Array[] = []
  const logo = { type: 'image/png', image }
  await drawCertificats({ ...feuille([certificat, certificat]), logo }, (part) => parts.push(part))
  const text = Buffer.concat(parts).toString('latin1')
  expect(text.match(/\/XObject <<\n\/I1 (\d+) 0 R/g)).toHaveLength(2)
  // The image, and its transparency.
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2)
})
