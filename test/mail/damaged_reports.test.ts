import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'
import { buildAlarmMail, renderReport } from '../../src/demo/demo_report.ts'
import { readMail } from '../../src/mail/mime/read_mail.ts'
import { isPdf, parseMobilisationReport } from '../../src/mail/parsers/mobilisation_report.ts'
import { MessageReader } from '../../src/mail/reading/message_reader.ts'
import type { Outcome, Report } from '../../src/mail/report/report.ts'
import { whole as WHOLE } from '../support/whole.ts'
import { em, fire, paper, ricarda } from './corpus/mobilisation_report/report_mail.ts'
import { mobilisationReport } from './corpus/mobilisation_report.ts'
import { lies } from './corpus/paper/pdf_file.ts'
import { damagedCopies } from './damage.ts'
import { personne, report } from './parsers/sample_report.ts'

// In CI every report of the corpus at 200 places each; otherwise some reports, at some places.
const PLACES = WHOLE ? 200 : 40
const EVERY = WHOLE ? 1 : 12
const SEED = 20_260_314
// Adler-32 has 32 bits, and fewer in effect on such data: about one damage in 200,000 keeps the checksum.
const COLLISIONS = WHOLE ? 3 : 0

const attached = (content: Buffer) => ({ filename: 'rapport.pdf', contentType: 'application/pdf', content })
const read = (content: Buffer) => parseMobilisationReport({ text: '', attachments: [attached(content)] })

/** The PDFs of the corpus that make an alarm, and one drawn by our own generator. */
async function readablePdfs(): Promise<[title: string, pdf: Buffer, outcome: Outcome][]> {
  const found: [string, Buffer, Outcome][] = []
  const add = async (title: string, pdf: Buffer) => {
    const outcome = await read(pdf)
    if (outcome?.etat === 'alarm') found.push([title, pdf, outcome])
  }
  await add('the generated report', await renderReport(report))
  for (const { title, mail } of mobilisationReport.filter((_, at) => at % EVERY === 0)) {
    const { mails } = await readMail(await mail())
    for (const { content } of mails.flatMap(({ attachments }) => attachments).filter(isPdf))
      await add(title, content)
  }
  return found
}

interface Tally {
  exact: number
  /** Incomplete alarms that hold nothing but what the whole report holds. */
  partial: number
  failed: number
  /** Files whose checksums do not show the damage. */
  altered: string[]
  wrong: string[]
}

// Whether an incomplete alarm has the head of the whole report, and of its groups and people only some, each exactly.
function isPartOf(part: Report, whole: Outcome): boolean {
  if (whole.etat !== 'alarm' || !part.incomplet) return false
  const { groupes, groupes_ecartes, incomplet, avertissements, ...head } = part
  const { report } = whole
  const titles = report.groupes.map(({ titre }) => titre)
  return (
    Object.entries(head).every(([key, value]) => isDeepStrictEqual(value, report[key as keyof Report])) &&
    groupes.every((groupe) => report.groupes.some((other) => isDeepStrictEqual(groupe, other))) &&
    groupes_ecartes.every((titre) => titles.includes(titre))
  )
}

async function tally(
  title: string,
  pdf: Buffer,
  whole: Outcome,
  seed: number,
  places: number,
): Promise<Tally> {
  const counts: Tally = { exact: 0, partial: 0, failed: 0, altered: [], wrong: [] }
  for (const { name, inStream, bytes } of damagedCopies(pdf, places, seed)) {
    const outcome = await read(bytes)
    const told = `${title}: ${name}, seed ${seed}: ${JSON.stringify(outcome)}`
    if (isDeepStrictEqual(outcome, whole)) counts.exact += 1
    else if (outcome?.etat === 'failed') counts.failed += 1
    else if (outcome?.etat === 'alarm' && isPartOf(outcome.report, whole)) counts.partial += 1
    else if (outcome?.etat === 'alarm' && inStream) counts.altered.push(told)
    else counts.wrong.push(told)
  }
  return counts
}

describe('a damaged report', () => {
  it(`is read exactly, in part or not at all, however it is damaged (seed ${SEED})`, async () => {
    const pdfs = await readablePdfs()
    expect(pdfs.length).toBeGreaterThan(WHOLE ? 100 : 8)
    const total: Tally = { exact: 0, partial: 0, failed: 0, altered: [], wrong: [] }
    for (const [at, [title, pdf, whole]] of pdfs.entries()) {
      const { exact, partial, failed, altered, wrong } = await tally(title, pdf, whole, SEED + at, PLACES)
      total.exact += exact
      total.partial += partial
      total.failed += failed
      total.altered.push(...altered)
      total.wrong.push(...wrong)
    }
    expect(total.wrong).toEqual([])
    expect(total.altered.slice(COLLISIONS)).toEqual([])
    expect(total.failed + total.partial).toBeGreaterThan(0.85 * pdfs.length * PLACES)
    expect(total.partial).toBeGreaterThan(0)
    expect(total.exact).toBeGreaterThan(0)
  }, 400_000)

  // Nothing protects uncompressed text: a changed letter cannot be detected. Everything else still holds.
  it.each(['upright', 'turned'] as const)(
    'with uncompressed text fails or is read, and is never ignored (%s)',
    async (lie) => {
      const staff = em(ricarda, personne('Tobler Daniel', 'Vient', '+41258491517', '+41838004532'))
      const spec = fire('2800 Delémont, Rue du Dégât 1', { groupes: [staff] })
      const pdf = paper({ spec, ink: { lie, packed: false } })
      const whole = await read(pdf)
      expect(whole).toMatchObject({ etat: 'alarm' })
      const { wrong, failed, partial } = await tally(lie, pdf, whole as Outcome, SEED, WHOLE ? 2_000 : 200)
      expect(wrong).toEqual([])
      expect(failed + partial).toBeGreaterThan(WHOLE ? 1_500 : 150)
    },
    200_000,
  )
})

describe('a damaged report in the reading process', () => {
  const reader = new MessageReader()
  afterAll(() => reader.close())

  it('is read exactly, in part or not at all', async () => {
    const pdf = await renderReport(report)
    const mailOf = (content: Buffer) =>
      buildAlarmMail({
        from: ALARM_CENTRE,
        to: 'alarmes@caserne.example.org',
        subject: 'Rapport',
        date: new Date('2026-03-14T13:40:00Z'),
        messageId: '<degat@alarme.example.org>',
        pdf: content,
      })
    const whole = await reader.read(await mailOf(pdf))
    expect(whole).toMatchObject({ etat: 'alarm' })
    const etats = new Set<string>()
    for (const { name, bytes } of damagedCopies(pdf, 24, SEED)) {
      const outcome = await reader.read(await mailOf(bytes))
      etats.add(outcome.etat)
      if (outcome.etat === 'failed' || isDeepStrictEqual(outcome, whole)) continue
      expect(outcome.etat === 'alarm' && isPartOf(outcome.report, whole as Outcome), name).toBe(true)
    }
    expect(etats).toContain('failed')
  }, 60_000)
})

describe('a turned report', () => {
  it.each(lies)('is read as if it were upright: %s', async (lie) => {
    const spec = fire('2800 Delémont, Rue du Sens 1', { groupes: [em(ricarda)] })
    const [upright, lying] = [await read(paper({ spec })), await read(paper({ spec, ink: { lie } }))]
    expect(lying).toEqual(upright)
    expect(upright).toMatchObject({
      etat: 'alarm',
      report: { groupes: [{ personnes: [{ nom: 'Amsler Ricarda' }] }] },
    })
  })
})
