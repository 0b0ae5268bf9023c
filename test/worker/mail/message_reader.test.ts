import { afterEach, expect, it } from 'vitest'
import { ALARM_CENTRE, composeAlarm } from '../../../src/demo/alarm.ts'
import { buildAlarmMail } from '../../../src/demo/report.ts'
import { MessageReader } from '../../../src/worker/mail/message_reader.ts'
import { laughingPdf, unfoldingPdf } from '../../support/hostile_pdf.ts'

const readers: MessageReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})

function makeReader(...limits: ConstructorParameters<typeof MessageReader>): MessageReader {
  const reader = new MessageReader(...limits)
  readers.push(reader)
  return reader
}

function mailWith(pdf: Buffer): Promise<Buffer> {
  const head = { from: ALARM_CENTRE, to: 'a@example.org', subject: 'Rapport', messageId: '<1@example.org>' }
  return buildAlarmMail({ ...head, date: new Date('2026-03-14T13:30:00Z'), pdf })
}

it('reads as many reports as come, one after the other or at once', async () => {
  const reader = makeReader()
  const good = await composeAlarm({ date: new Date('2026-03-14T13:29:45Z') })
  expect(await reader.read(good)).toMatchObject({ etat: 'alarm', format: 'mobilisation_report' })
  const outcomes = await Promise.all([reader.read(good), reader.read(good), reader.read(good)])
  expect(outcomes.map((outcome) => outcome.etat)).toEqual(['alarm', 'alarm', 'alarm'])
})

it('gives up a PDF that never ends, while another message is read beside it and after it', async () => {
  const reader = makeReader({ milliseconds: 6_000, megabytes: 1_000 })
  const good = await composeAlarm({ date: new Date('2026-03-14T13:29:45Z') })
  const endless = reader.read(await mailWith(laughingPdf(12)))
  expect((await reader.read(good)).etat).toBe('alarm')
  expect(await endless).toEqual({
    etat: 'failed',
    raison: 'La lecture du message a pris trop de temps (plus de 6 s).',
    format: null,
  })
  expect((await reader.read(good)).etat).toBe('alarm')
})

it('gives up a PDF that unfolds into more than is allowed', async () => {
  const reader = makeReader({ milliseconds: 15_000, megabytes: 150 })
  expect(await reader.read(await mailWith(unfoldingPdf(600)))).toEqual({
    etat: 'failed',
    raison: 'La lecture du message a demandé trop de mémoire.',
    format: null,
  })
})
