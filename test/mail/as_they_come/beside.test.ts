import { describe, expect, it } from 'vitest'
import { attachment, multipart, plain } from '../corpus/letter.ts'
import { fire, paper } from '../corpus/mobilisation_report/report_mail.ts'
import { alarmOf, readLetter } from './read_letter.ts'

const place = '2800 Delémont, Rue du Voisin 1'
const pdf = paper({ spec: fire(place) })
const withPdf = (body: string, content = pdf) =>
  multipart('mixed', plain(body), attachment('application/pdf', 'rapport.pdf', content))

describe('a report beside a text', () => {
  it.each(['Veuillez trouver le rapport.', `Type: Feu\nLieu: ${place}`, 'Type: Feu\nCode: FEU BAT'])(
    'that says nothing else is whole: %j',
    async (body) => {
      expect(await alarmOf(withPdf(body))).toMatchObject({
        adresse: place,
        incomplet: false,
        avertissements: [],
      })
    },
  )

  it('that says otherwise goes out, incomplete, and names the other', async () => {
    expect(await alarmOf(withPdf('Type: Inondation\nLieu: 2855 Glovelier, Place 3'))).toMatchObject({
      code: 'FEU BAT',
      adresse: place,
      incomplet: true,
      avertissements: [
        'Le texte du message dit autre chose, pas repris : Inondation, 2855 Glovelier, Place 3.',
      ],
    })
  })

  it('that is damaged leaves the message line of the subject or the text', async () => {
    const line = `FEU BAT ROUGE; ${place};Cheminée; 2593067,1246045;CET JU`
    const damaged = pdf.subarray(0, -400)
    for (const [body, subject] of [[line, 'Alarme'] as const, ['Voir annexe', line] as const]) {
      const report = await alarmOf(withPdf(body, damaged), subject)
      expect(report).toMatchObject({ code: 'FEU BAT', adresse: place, incomplet: true })
      expect(report.avertissements).toEqual([
        'Le rapport joint n’a pas pu être lu : Le document PDF n’a pas pu être lu (ce n’est pas un PDF, ou il est abîmé).',
      ])
    }
    expect(await readLetter(withPdf('Voir annexe', damaged))).toMatchObject({ etat: 'failed' })
  })
})
