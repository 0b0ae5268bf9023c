import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'

const from = `From: ${ALARM_CENTRE}\r\n`

/** The text of an alarm. */
export const alarm = 'Type: Feu\r\nAdresse: 2800 Delémont, Rue de la Gare 15\r\nSIS: hs\r\n'

/** A mail of the alarm centre: additional header lines, then a body. */
export function mail(head: string, body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${from}${head}\r\n`), Buffer.from(body)])
}

/** A mail of plain text. */
export const text = (body: string, charset = 'utf-8') =>
  mail(`Content-Type: text/plain; charset=${charset}\r\n`, body)
/** A mail in HTML. */
export const html = (body: string) => mail('Content-Type: text/html; charset=utf-8\r\n', body)
/** A mail in JSON. */
export const json = (body: string) => mail('Content-Type: application/json\r\n', body)

/** A mail whose only content is an attached file. */
export function file(content: Buffer, type = 'application/pdf', name = 'rapport.pdf'): Buffer {
  const head = [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
  ]
  return mail(head.join('\r\n'), content.toString('base64').replace(/.{76}/g, '$&\r\n'))
}

/** Nested multiparts of the given depth, with an alarm in the innermost. */
export function nested(depth: number): Buffer {
  const parts = Array.from(
    { length: depth },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  )
  return mail('Content-Type: multipart/mixed; boundary=b0\r\n', parts.join('') + alarm)
}

/** A multipart that repeats one part, given with its header. */
export function parts(count: number, part: string): Buffer {
  return mail('Content-Type: multipart/mixed; boundary=x\r\n', `--x\r\n${part}\r\n`.repeat(count))
}
