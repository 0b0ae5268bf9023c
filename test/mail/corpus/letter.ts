import { createHash } from 'node:crypto'
import { ALARM_CENTRE } from '../../../src/demo/demo_alarme.ts'
import type { AlarmeAttendue, Becomes, CorpusMail } from './expectation.ts'

/** A header and a body, of a message or of one of its parts. Strings are written in UTF-8. */
export interface Content {
  headers: string[]
  body: string | Buffer
}

/** Saturday 14 March 2026, 13:30:00 UTC: the default date of every letter. */
const DATE = 'Date: Sat, 14 Mar 2026 14:30:00 +0100'

interface Options extends Partial<Content> {
  /** Complete header lines that replace the default subject and date. */
  subject?: string
  date?: string | null
}

/** The raw message of a letter of the alarm centre; by default plain text in UTF-8. */
export function letter(title: string, content: Options & { body: string | Buffer }): Buffer {
  const { headers = text(), body, subject = `Subject: ${title}`, date = DATE } = content
  const head = [
    `From: Centrale d'engagement <${ALARM_CENTRE}>`,
    'To: alarmes@caserne.example.org',
    `Message-ID: <${createHash('sha256').update(title).digest('hex').slice(0, 20)}@alarme.example.org>`,
    'MIME-Version: 1.0',
    ...(date === null ? [] : [date]),
  ]
  // In a subject of raw bytes above 127, each character is one byte.
  const first = Buffer.from(`${subject}\r\n`, 'latin1')
  return Buffer.concat([first, Buffer.from(`${head.join('\r\n')}\r\n`), part({ headers, body })])
}

/** A part between two boundaries; line ends of a string body become CRLF. */
export function part({ headers, body }: Content): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body.replace(/\r?\n/g, '\r\n')) : body
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')])
}

/** The headers of a text. */
export function text(charset = 'utf-8', encoding = '8bit', type = 'text/plain'): string[] {
  return [
    `Content-Type: ${type}${charset === '' ? '' : `; charset=${charset}`}`,
    `Content-Transfer-Encoding: ${encoding}`,
  ]
}

/** A text as a part. */
export const plain = (body: string): Content => ({ headers: text(), body })

/** An HTML text as a part. */
export const html = (body: string): Content => ({ headers: text('utf-8', '8bit', 'text/html'), body })

/** A JSON document as a body. */
export const jsonBody = (value: unknown): Content => ({
  headers: ['Content-Type: application/json; charset=utf-8'],
  body: JSON.stringify(value, null, 2),
})

/** Bytes as an attachment in base64. */
export function attachment(contentType: string, filename: string, body: string | Buffer): Content {
  const disposition = `Content-Disposition: attachment; filename="${filename}"`
  return { headers: [`Content-Type: ${contentType}`, disposition, BASE64], body: base64(body) }
}

const BASE64 = 'Content-Transfer-Encoding: base64'

/** Bytes, or a text in UTF-8, as base64 lines. */
export function base64(body: string | Buffer): string {
  return (
    Buffer.from(body)
      .toString('base64')
      .match(/.{1,76}/g)
      ?.join('\n') ?? ''
  )
}

/** A multipart; its boundary depends on the type alone. */
export function multipart(type: string, ...parts: Content[]): Content {
  const boundary = `=_${type.replace(/\W+/g, '_')}`
  const line = (end = '') => Buffer.from(`--${boundary}${end}\r\n`)
  const body = Buffer.concat([...parts.flatMap((each) => [line(), part(each)]), line('--')])
  return { headers: [`Content-Type: multipart/${type}; boundary="${boundary}"`], body }
}

/** A mail of the corpus that is a letter. */
export function mail(
  title: string,
  content: Options & { body: string | Buffer },
  becomes: Becomes,
): CorpusMail {
  return { title, mail: () => letter(title, content), becomes }
}

type Intervention = NonNullable<AlarmeAttendue['intervention']>
type More = Partial<Omit<AlarmeAttendue, 'intervention'>> & { intervention?: Partial<Intervention> | null }

/** An alarm with only a place, and "Feu" as its type. */
export function alarme(adresse: string, more: More = {}): AlarmeAttendue {
  const intervention: Intervention = {
    objet: 'Feu',
    lieu: adresse,
    degre: 1,
    type_intervention: 'Autre intervention',
    stat_federal: 'Lutte contre le feu',
    localite: '',
  }
  return {
    type: 'Feu',
    code: '',
    couleur: '',
    adresse,
    complement: '',
    description: '',
    date: '2026-03-14T13:30:00Z',
    wgs84: '',
    lv95: '',
    groupes: [],
    viennent: [],
    inconnus: [],
    ...more,
    intervention: more.intervention === null ? null : { ...intervention, ...more.intervention },
  }
}

/** One alarm, of `hs`. */
export function alarm(adresse: string, more: More = {}, raison = ''): Becomes {
  return alarms({ hs: alarme(adresse, more) }, raison)
}

/** Alarms by key of SIS. */
export function alarms(alarmes: Record<string, AlarmeAttendue>, raison = ''): Becomes {
  return { etat: 'alarm', raison, alarmes }
}

/** No alarm. */
export const ignored = (raison: string): Becomes => ({ etat: 'ignored', raison, alarmes: {} })

/** No alarm, though possibly meant as one. */
export const failed = (raison: string): Becomes => ({ etat: 'failed', raison, alarmes: {} })
