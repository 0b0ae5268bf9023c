import { randomBytes } from 'node:crypto'
import { ALARM_CENTRE } from '../../src/demo/demo_alarme.ts'

/** Composes a report in plain text, which costs this process less than a PDF. */
export function composeLetter(adresse: string, sis = 'hs'): Buffer {
  const id = `${randomBytes(8).toString('hex')}@bench.example.org`
  return Buffer.from(
    `From: ${ALARM_CENTRE}\r\nSubject: ${adresse}\r\nMessage-ID: <${id}>\r\n` +
      'Content-Type: text/plain; charset=utf-8\r\n\r\n' +
      `Type: Feu\r\nAdresse: ${adresse}\r\nSIS: ${sis}\r\n`,
  )
}
