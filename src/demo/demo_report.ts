import MailComposer from 'nodemailer/lib/mail-composer'
import { readInstant } from '../mail/report/read_instant.ts'
import { ReportPage } from './report_page.ts'
import type { GroupeSpec, MessageSpec, PersonneSpec, ReportSpec, RowSpec, TotauxSpec } from './report_spec.ts'

// Points.
const COLUMNS = { contact: 44, media: 196, numero: 268, statut: 430 }
const LINE = 12

/**
 * A mobilisation report (PDF) as the alarm centre sends it, for the demo, `npm run alarm` and the tests. The same spec gives the
 * same bytes.
 */
export async function renderReport(spec: ReportSpec): Promise<Buffer> {
  const created = readInstant(spec.dateCreation) ?? '2000-01-01T00:00:00'
  const page = new ReportPage(new Date(`${created}Z`), spec.pages ?? [])
  drawHead(page, spec)
  page.heading('Messages', 11)
  drawMessage(page, typeof spec.message === 'string' ? spec.message : messageLine(spec.message))
  page.heading('Statistiques générales', 11)
  drawTotals(page, sum(spec.groupes.map(totalsOf)))
  page.heading('Statistiques par Service', 11)
  for (const groupe of spec.groupes) drawGroupe(page, groupe)
  return await page.finish()
}

export interface AlarmMail {
  from: string
  to: string
  subject: string
  date: Date
  /** With or without angle brackets. The MIME boundaries are made from it, so that the same mail has the same bytes. */
  messageId: string
  text?: string
  html?: string
  pdf?: Buffer
  /** Default `rapport.pdf`. */
  filename?: string
  /** Default `application/pdf`. */
  contentType?: string
  attachments?: { filename: string; contentType: string; content: Buffer | string }[]
}

/** The raw message (RFC 822) with a report, or another attachment. */
export async function buildAlarmMail(mail: AlarmMail): Promise<Buffer> {
  const { pdf, filename = 'rapport.pdf', contentType = 'application/pdf', attachments = [], ...rest } = mail
  const report = pdf ? [{ filename, contentType, content: pdf }] : []
  const message = new MailComposer({ ...rest, attachments: [...report, ...attachments] }).compile()
  Object.assign(message, { baseBoundary: Buffer.from(mail.messageId).toString('hex').slice(0, 32) })
  return await message.build()
}

function messageLine({ code, couleur, adresse, complement, e, n, centre }: MessageSpec): string {
  const coordinates = e === undefined || n === undefined ? [] : [`${e},${n}`]
  return [couleur ? `${code} ${couleur}` : code, adresse, complement ?? '', ...coordinates, centre].join('; ')
}

function drawHead(page: ReportPage, spec: ReportSpec): void {
  page.centre("Rapport d'alarme", COLUMNS.contact, 507, page.y, { size: 16, bold: true })
  page.y += 36
  const pair = (label: string, values: string[], x = COLUMNS.contact) => {
    // Values are written first, so that parsers cannot rely on the order of the text in the file.
    for (const [line, value] of values.entries()) page.text(value, x + 100, page.y + line * LINE)
    page.text(label, x, page.y, { bold: true })
  }
  const row = (label: string, values: string[]) => {
    pair(label, values)
    page.y += Math.max(1, values.length) * LINE + 4
  }
  row('Description:', page.wrap(spec.description, 400))
  pair("Type d'alarme:", [spec.type], 320)
  row('Date de création:', [spec.dateCreation])
  row("Début de l'alarme:", [spec.debut])
  row("Fin de l'alarme:", [spec.fin])
  row('Appelant:', spec.appelant ?? [])
  row('Lieu:', spec.lieu ? [spec.lieu] : [])
  page.y += 8
}

function drawMessage(page: ReportPage, message: string): void {
  const column = COLUMNS.contact + 60
  page.text('Langue', COLUMNS.contact, page.y, { bold: true })
  page.text('Message', column, page.y, { bold: true })
  page.y += LINE + 4
  page.text('Fr', COLUMNS.contact)
  for (const line of page.wrap(message, 440)) {
    page.text(line, column)
    page.y += LINE
  }
  page.y += 10
}

function drawGroupe(page: ReportPage, groupe: GroupeSpec): void {
  page.need(100)
  page.text(`${groupe.etoile === false ? '' : '*'}${groupe.titre}`, COLUMNS.contact, page.y, {
    size: 12,
    bold: true,
  })
  page.y += 22
  if (groupe.erreur) {
    page.text('Error: Subreport could not be shown.', COLUMNS.contact)
    page.y += 30
    return
  }
  if (groupe.rupture) page.break()
  drawTotals(page, { ...totalsOf(groupe), ...groupe.totaux })
  drawTableHead(page)
  for (const personne of groupe.personnes) for (const row of personne.rows) drawRow(page, personne, row)
  page.y += 16
}

function drawTableHead(page: ReportPage): void {
  page.band(16)
  page.y += 4
  page.text('Contact', COLUMNS.contact, page.y, { bold: true })
  page.text('Média', COLUMNS.media, page.y, { bold: true })
  page.text('Numéro(s)', COLUMNS.numero, page.y, { bold: true })
  page.text('Statut', COLUMNS.statut, page.y, { bold: true })
  page.y += 16
}

// The lines of one row. A name that does not fit beside the first numbers goes to the last lines.
function drawRow(page: ReportPage, { nom }: PersonneSpec, row: RowSpec): void {
  const names = page.wrap(nom, COLUMNS.media - COLUMNS.contact - 8)
  const numbers = row.numeros.flatMap((_, at) => (at % 2 ? [] : [row.numeros.slice(at, at + 2).join(' ')]))
  const below = names.length > 1 ? names : []
  const lines = [
    ...(numbers.length > 0 ? numbers : ['']).map((numero) => ({ numero, name: '' })),
    ...below.map((name) => ({ numero: '', name })),
  ]
  if (row.rupture === 'avant') page.break()
  else if (row.rupture !== 'dedans') page.need(lines.length * LINE + 3)
  lines.forEach(({ numero, name }, at) => {
    if (at === 1 && row.rupture === 'dedans') page.break()
    if (at === 0) page.text(row.statut, COLUMNS.statut)
    if (numero !== '') page.text(numero, COLUMNS.numero)
    if (at === 0) page.text(row.media, COLUMNS.media)
    const written = at === 0 && below.length === 0 ? nom : name
    if (written !== '') page.text(written, COLUMNS.contact)
    page.y += LINE
  })
  page.rule(page.y)
  page.y += 3
}

function drawTotals(page: ReportPage, totaux: TotauxSpec): void {
  const labels = ['SMS', 'Paging', 'Mail', 'Appelés', 'Viennent', 'Ne viennent pas', 'Pas répondus']
  const { sms, paging, mail, appeles, viennent, neViennentPas, pasRepondus } = totaux
  page.need(3 * LINE)
  labels.forEach((label, at) => {
    page.centre(label, COLUMNS.contact + at * 73, 70, page.y, { size: 8, colour: '#555555' })
  })
  page.y += LINE
  ;[sms, paging, mail, appeles, viennent, neViennentPas, pasRepondus].forEach((figure, at) => {
    page.centre(String(figure), COLUMNS.contact + at * 73, 70, page.y, { bold: true })
  })
  page.y += LINE + 8
}

function totalsOf({ personnes }: GroupeSpec): TotauxSpec {
  const rows = personnes.flatMap((personne) => personne.rows)
  const media = (name: RowSpec['media']) => rows.filter((row) => row.media === name)
  const answers = (statut: string) => media('Téléphone').filter((row) => row.statut === statut).length
  return {
    sms: media('SMS').length,
    paging: media('Paging').length,
    mail: media('Mail').length,
    appeles: media('Téléphone').length,
    viennent: answers('Vient'),
    neViennentPas: answers('Ne vient pas'),
    pasRepondus: answers('Pas atteint'),
  }
}

function sum(totaux: TotauxSpec[]): TotauxSpec {
  const total = (key: keyof TotauxSpec) => totaux.reduce((before, figures) => before + figures[key], 0)
  return {
    sms: total('sms'),
    paging: total('paging'),
    mail: total('mail'),
    appeles: total('appeles'),
    viennent: total('viennent'),
    neViennentPas: total('neViennentPas'),
    pasRepondus: total('pasRepondus'),
  }
}
