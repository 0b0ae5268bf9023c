import { describe, expect, it } from 'vitest'
import { type AlarmMail, buildAlarmMail, renderReport } from '../../../src/demo/demo_report.ts'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import { report } from '../parsers/sample_report.ts'

function mail(parts: Partial<AlarmMail>): Promise<Buffer> {
  return buildAlarmMail({
    from: 'CET JU <cet@alarme.example.org>',
    to: 'alarmes@sis.example.org',
    subject: 'Alarme',
    date: new Date('2026-03-14T13:30:00Z'),
    messageId: '<1@alarme.example.org>',
    ...parts,
  })
}

const parse = async (parts: Partial<AlarmMail>) => await parseMessage(await mail(parts))
const text = 'Type: Inondation\nAdresse: Rue 1'

describe('parseMessage', () => {
  it.each([
    { contentType: 'application/pdf', filename: 'sans-nom' },
    { contentType: 'application/octet-stream', filename: 'Rapport.PDF' },
  ])('recognises the mobilisation report sent as %o', async (attachment) => {
    const pdf = await renderReport(report)
    expect(await parse({ pdf, text, ...attachment })).toMatchObject({
      format: 'mobilisation_report',
      etat: 'alarm',
      report: { code: 'FEU BAT', groupes: [{ titre: '90 EM, SIS Haute-Sorne' }] },
    })
  })

  it('recognises the report by its content, whatever its name', async () => {
    const pdf = await renderReport(report)
    const attachment = { contentType: 'application/octet-stream', filename: 'plan.dwg' }
    expect(await parse({ pdf, text, ...attachment })).toMatchObject({ format: 'mobilisation_report' })
  })

  it('reads a report attached twice as one, and names a second one that differs', async () => {
    const second = async (spec: typeof report) => {
      const content = await renderReport(spec)
      return [{ filename: 'second.pdf', contentType: 'application/pdf', content }]
    }
    const pdf = await renderReport(report)
    expect(await parse({ pdf, attachments: await second(report) })).toMatchObject({ etat: 'alarm' })
    const other = { ...report, description: 'Autre alarme' }
    expect(await parse({ pdf, attachments: await second(other) })).toMatchObject({
      etat: 'alarm',
      report: { description: report.description, incomplet: true },
    })
  })

  it('recognises JSON, attached or as the body', async () => {
    const content = '{"type":"Feu\\u0000","adresse":"Rue 1"}'
    const expected = { format: 'json', etat: 'alarm', report: { type: 'Feu', adresse: 'Rue 1' } }
    const attachments = [{ filename: 'alarme.json', contentType: 'application/json', content }]
    expect(await parse({ text: 'Bonjour', attachments })).toMatchObject(expected)
    expect(await parseMessage(Buffer.from(`Content-Type: application/json\r\n\r\n${content}`))).toMatchObject(
      expected,
    )
  })

  it.each([undefined, ' '])(
    'reads an HTML mail through its text form, with the text part %j',
    async (part) => {
      const street = 'Rue de la Très Longue Rue qui ne tient pas sur une seule ligne de texte 12'
      const html = `<p>Type: Feu<br>Adresse: 2800 Delémont, ${street}</p>
      <table><tr><td>Sapeur:</td><td>Amsler Ricarda, <a href="tel:+41771234560">+41771234560</a></td></tr></table>`
      expect(await parse({ html, ...(part !== undefined && { text: part }) })).toMatchObject({
        format: 'plain_text',
        report: {
          type: 'Feu',
          adresse: `2800 Delémont, ${street}`,
          personnes: [{ nom: 'Amsler Ricarda', telephones: ['+41771234560'] }],
        },
      })
    },
  )

  it('fails on a mail in no known format', async () => {
    expect(await parse({ text: 'Bonjour à tous' })).toEqual({
      etat: 'failed',
      raison: 'Aucun format d’alarme reconnu.',
      format: null,
    })
  })

  it('fails, without throwing, on a broken PDF', async () => {
    expect(await parse({ pdf: Buffer.from('%PDF-1.4 rien') })).toMatchObject({
      etat: 'failed',
      format: 'mobilisation_report',
      raison: expect.stringContaining('Le document PDF n’a pas pu être lu'),
    })
  })

  it('fails on an attachment over 25 MB', async () => {
    const content = Buffer.alloc(25 * 1024 * 1024 + 1)
    const attachments = [{ filename: 'film.mov', contentType: 'video/quicktime', content }]
    expect(await parse({ text, attachments })).toEqual({
      etat: 'failed',
      raison: 'La pièce jointe « film.mov » est trop grande (plus de 25 Mo).',
      format: null,
    })
  })

  it('fails when a message ends within its header', async () => {
    const raw = (await mail({ text: 'Bonjour' })).subarray(0, 60)
    expect(await parseMessage(raw)).toMatchObject({
      etat: 'failed',
      raison: 'Le message est tronqué : la fin de son en-tête ou de ses parties manque.',
    })
  })

  it('survives garbage', async () => {
    expect(await parseMessage(Buffer.alloc(0))).toMatchObject({ etat: 'ignored' })
    expect(await parseMessage(Buffer.from([0, 1, 255, 10, 10, 254]))).toMatchObject({ etat: 'failed' })
  })
})

describe('buildAlarmMail', () => {
  it('gives the same bytes for the same mail', async () => {
    expect((await mail({ text, html: text })).equals(await mail({ text, html: text }))).toBe(true)
  })
})
