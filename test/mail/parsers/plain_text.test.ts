import { describe, expect, it } from 'vitest'
import { parsePlainText } from '../../../src/mail/parsers/plain_text.ts'
import type { Report } from '../../../src/mail/report/report.ts'

const parse = (text: string) => parsePlainText({ text, attachments: [] })

async function alarm(text: string): Promise<Report> {
  const outcome = await parse(text)
  if (outcome?.etat !== 'alarm') throw new Error(outcome?.raison ?? 'not recognised')
  return outcome.report
}

const minimal = 'Type: Feu\nAdresse: Rue 1'

describe('parsePlainText', () => {
  it('reads every label, ignoring case and accents', async () => {
    const text = [
      'TYPE: Inondation',
      'Lieu : 2854 Bassecourt, Rue du Puits 3',
      'déscription: Cave inondée',
      'Date: 14.03.2026 14:28',
      'Code: INOND',
      'Couleur: bleu',
      'Coordonnees: 2’593’067 / 1’246’045',
      'SIS: hs, SIS Delémont',
      'Groupe: *90 EM, SIS Haute-Sorne',
      'Groupe: Piquet',
      'Sapeur: Amsler Ricarda, +41771234560',
      'Sapeur: Tobler Daniel',
    ].join('\r\n')
    expect(await alarm(text)).toEqual({
      type: 'Inondation',
      code: 'INOND',
      couleur: 'BLEU',
      adresse: '2854 Bassecourt, Rue du Puits 3',
      complement: '',
      description: 'Cave inondée',
      lv95: { e: 2593067, n: 1246045 },
      wgs84: { lat: 47.36521, lon: 7.346858 },
      date_creation: null,
      debut: '2026-03-14T14:28:00',
      fin: null,
      sis: ['hs', 'SIS Delémont'],
      groupes: [
        { titre: '90 EM, SIS Haute-Sorne', personnes: [] },
        { titre: 'Piquet', personnes: [] },
      ],
      personnes: [
        { nom: 'Amsler Ricarda', telephones: ['+41771234560'], reponse: 'vient' },
        { nom: 'Tobler Daniel', telephones: [], reponse: 'vient' },
      ],
      groupes_ecartes: [],
      incomplet: false,
      avertissements: [],
    })
  })

  it('reads a dozen telephones of a person', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => `0791234${String(n).padStart(3, '0')}`)
    const { personnes } = await alarm(`${minimal}\nSapeur: Amsler Ricarda, ${numbers.join(', ')}`)
    expect(personnes).toEqual([{ nom: 'Amsler Ricarda', telephones: numbers, reponse: 'vient' }])
  })

  it('reads latitude and longitude, and an instant with its offset', async () => {
    const read = await alarm(`${minimal}\nCoordonnées: 47.3652101, 7.346858\nDate: 2026-03-14T14:28:15+01:00`)
    expect(read.lv95).toBeNull()
    expect(read.wgs84).toEqual({ lat: 47.36521, lon: 7.346858 })
    expect(read.debut).toBe('2026-03-14T14:28:15+01:00')
  })

  it('takes the colour from the end of the code when it has no label of its own', async () => {
    expect(await alarm(`${minimal}\nCode: FEU BAT ROUGE`)).toMatchObject({
      code: 'FEU BAT',
      couleur: 'ROUGE',
    })
  })

  it('keeps the alarm and warns about unreadable values', async () => {
    const read = await alarm(`${minimal}\nCouleur: vert\nDate: hier\nCoordonnées: devant la gare`)
    expect(read).toMatchObject({ couleur: '', debut: null, lv95: null, wgs84: null })
    expect(read.avertissements).toEqual([
      'Coordonnées illisibles : devant la gare.',
      'Couleur inconnue : vert.',
      'Date illisible : hier.',
    ])
  })

  it.each([
    ['a signature', '-- \nSapeur: Signature'],
    ['a French reply', 'Le lun. 14 mars 2026 à 14:28, CET JU\n<cet@example.org> a écrit :\nSapeur: Ancien'],
    ['an English reply', 'On Mon, 14 Mar 2026, CET wrote:\n> Sapeur: Old'],
    ['quoted lines', '> Sapeur: Old'],
    ['a forwarded message', '-----Message d’origine-----\nSapeur: Ancien'],
  ])('cuts off %s', async (_, rest) => {
    expect((await alarm(`${minimal}\nSapeur: Amsler Ricarda\n\n${rest}`)).personnes).toEqual([
      { nom: 'Amsler Ricarda', telephones: [], reponse: 'vient' },
    ])
  })

  it('continues a value on a folded line, but not in a remark below', async () => {
    const long = 'Description: Fumée visible depuis la route cantonale, accès par le chemin'
    const read = await alarm(`${minimal}\n${long}\nde la forêt\nMerci de confirmer`)
    expect(read.adresse).toBe('Rue 1')
    expect(read.description).toBe('Fumée visible depuis la route cantonale, accès par le chemin de la forêt')
  })

  it('does not recognise a letter', async () => {
    expect(await parse('Bonjour,\nNote: la séance a lieu jeudi.\nDate: 14.03.2026 19:00')).toBeNull()
  })
})
