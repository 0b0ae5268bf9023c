import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage } from '../../../src/mail/reading/parse_message.ts'
import type { Report } from '../../../src/mail/report/report.ts'
import { json } from '../corpus/json.ts'
import { base64, type Content, html, letter, plain, text } from '../corpus/letter.ts'
import { plainText } from '../corpus/plain_text.ts'

const seed = 20260314

// A line of text: a line end would end the value, and a weather warning is no alarm.
const isLine = (value: string) => value.trim() !== '' && !/[\p{Cc}\u2028\u2029]|m[eé]te?o/iu.test(value)
const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter(isLine)
const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(isLine)
const values = fc.oneof(anything, letters)

// Bytes that are valid UTF-8 are read as UTF-8, whatever the mail declares: no real text has such letters in
// a row.
const western = fc
  .string({
    unit: fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 30,
  })
  .map((value) => `É ${value} x`)
  .filter((value) => isLine(value) && !isUtf8(Buffer.from(value, 'latin1')))

interface Said {
  type: string
  adresse: string
  description: string
}

const lines = ({ type, adresse, description }: Said) =>
  `Type: ${type}\nAdresse: ${adresse}\nDescription: ${description}\nSIS: hs`

const quotedPrintable = (bytes: Buffer) =>
  bytes
    .toString('hex')
    .replace(/../g, '=$&')
    .replace(/(?:=..){20}/g, '$&=\n')
const entities = (value: string) => value.replace(/[&<>"]|[^ -~]/gu, (sign) => `&#${sign.codePointAt(0)};`)

const ways: [string, (said: Said) => Content][] = [
  ['UTF-8', (said) => plain(lines(said))],
  ['nothing said', (said) => ({ headers: ['X-Mailer: essai'], body: lines(said) })],
  [
    'quoted-printable',
    (said) => ({
      headers: text('utf-8', 'quoted-printable'),
      body: quotedPrintable(Buffer.from(lines(said))),
    }),
  ],
  ['base64', (said) => ({ headers: text('utf-8', 'base64'), body: base64(lines(said)) })],
  [
    'UTF-16',
    (said) => ({
      headers: text('utf-16', 'base64'),
      body: base64(Buffer.from(`\ufeff${lines(said)}`, 'utf16le')),
    }),
  ],
  ['JSON', (said) => ({ headers: ['Content-Type: application/json'], body: JSON.stringify(said) })],
]

async function read(content: Content): Promise<Partial<Report>> {
  const outcome = await parseMessage(letter('Essai', content))
  if (outcome.etat !== 'alarm') throw new Error(outcome.raison)
  return outcome.report
}

const said = (value: fc.Arbitrary<string>) => fc.record({ type: value, adresse: value, description: value })

// No-break spaces are spaces.
const spaced = (value: string) => value.replace(/[\u00a0\u2007\u202f]/g, ' ').trim()

const trimmed = ({ type, adresse, description }: Said) => ({
  type: spaced(type),
  adresse: spaced(adresse),
  description: spaced(description),
})

describe('any alarm', () => {
  it.each(ways)('is read back unchanged: %s', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(said(values), async (each) => {
        expect(await read(write(each))).toMatchObject(trimmed(each))
      }),
      { seed, numRuns: 40 },
    )
  })

  it('is read back from HTML, with runs of spaces joined', async () => {
    // First the runs of spaces of the layout are joined, then no-break spaces become plain ones.
    const shown = (value: string) => spaced(value.replace(/[ \t\f\u200b]+/g, ' ').trim())
    const write = ({ type, adresse, description }: Said) =>
      html(
        `Type: ${entities(type)}<br>Adresse: ${entities(adresse)}<br>Description: ${entities(description)}`,
      )
    const plainly = values.filter((value) => shown(value) !== '')
    await fc.assert(
      fc.asyncProperty(said(plainly), async (each) => {
        expect(await read(write(each))).toMatchObject({
          type: shown(each.type),
          adresse: shown(each.adresse),
          description: shown(each.description),
        })
      }),
      { seed, numRuns: 40 },
    )
  })

  it.each(['iso-8859-1', 'windows-1252', 'utf-8', ''])(
    'is read back from single-byte Western letters, which the mail declares as "%s"',
    async (charset) => {
      await fc.assert(
        fc.asyncProperty(said(western), async (each) => {
          const body = Buffer.from(lines(each), 'latin1')
          expect(await read({ headers: text(charset), body })).toMatchObject(trimmed(each))
        }),
        { seed, numRuns: 40 },
      )
    },
  )
})

const corpus = [...plainText, ...json]

const mutation = fc.record({
  mail: fc.nat(corpus.length - 1),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(40),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom('\r\n\r\n', '--x', '\0', 'Type: ', '{"', '=_mixed').map((each) => Buffer.from(each)),
  ),
})

async function expectVerdict(raw: Buffer): Promise<void> {
  expect(['alarm', 'ignored', 'failed']).toContain((await parseMessage(raw)).etat)
}

describe('parseMessage', () => {
  it('never throws on random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => expectVerdict(Buffer.from(bytes))),
      { seed, numRuns: 100 },
    )
  })

  it('never throws on mails of the corpus with parts cut out and inserted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        let raw = Buffer.from((await corpus[mutations[0]?.mail ?? 0]?.mail()) ?? '')
        for (const { at, drop, insert } of mutations) {
          const place = Math.floor(at * raw.length)
          raw = Buffer.concat([raw.subarray(0, place), insert, raw.subarray(place + drop)])
        }
        await expectVerdict(raw)
      }),
      { seed, numRuns: 150 },
    )
  })
})
