import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { type Field, fieldLabels, fieldOf } from '../../../src/mail/parsers/field_labels.ts'
import { whole } from '../../support/whole.ts'
import { base64, type Content, text } from '../corpus/letter.ts'
import { alarmOf, readLetter } from './read_letter.ts'

const seed = 20_261_126
const numRuns = whole ? 300 : 60

const separators: [name: string, write: (label: string, value: string) => string][] = [
  ['colon', (label, value) => `${label}: ${value}`],
  ['French colon', (label, value) => `${label} : ${value}`],
  ['equals', (label, value) => `${label} = ${value}`],
  ['tab', (label, value) => `${label}\t${value}`],
  ['stroke', (label, value) => `${label} | ${value}`],
  ['blanks', (label, value) => `${label}    ${value}`],
  ['dots', (label, value) => `${label}........: ${value}`],
  ['dots alone', (label, value) => `${label} ..... ${value}`],
  ['arrow', (label, value) => `${label} -> ${value}`],
  ['fat arrow', (label, value) => `${label} => ${value}`],
  ['dash', (label, value) => `${label} – ${value}`],
  ['hyphen', (label, value) => `${label} - ${value}`],
  ['brackets', (label, value) => `[${label}] ${value}`],
  ['quotes', (label, value) => `"${label}": "${value}",`],
  ['bold', (label, value) => `**${label}:** ${value}`],
  ['bullet', (label, value) => `• ${label}: ${value}`],
  ['number', (label, value) => `2. ${label}: ${value}`],
  ['line below', (label, value) => `${label} :\n${value}`],
]

const dates: [written: string, read: string][] = [
  ['2026-11-26T14:30:00+01:00', '2026-11-26T14:30:00+01:00'],
  ['26.11.2026 14:30', '2026-11-26T14:30:00'],
  ['26.11.26 14:30:15', '2026-11-26T14:30:15'],
  ['26/11/2026 14h30', '2026-11-26T14:30:00'],
  ['26-11-2026 14.30', '2026-11-26T14:30:00'],
  ['jeudi 26 novembre 2026 à 14h30', '2026-11-26T14:30:00'],
  ['14h30 le 26.11.2026', '2026-11-26T14:30:00'],
  ['26.11.2026 24:00', '2026-11-27T00:00:00'],
  ['26.11.2026 11h55min', '2026-11-26T11:55:00'],
  ['11.55 Uhr', 'T11:55:00'],
  ['14h30', 'T14:30:00'],
  ['26.11.2026', '2026-11-26'],
  ['jeudi 26 nov.', '--11-26'],
]

const lv95 = { lv95: { e: 2593067, n: 1246045 }, wgs84: { lat: 47.36521, lon: 7.346858 } }
const degrees = { lv95: null, wgs84: lv95.wgs84 }
const places: [written: string, read: object][] = [
  ['2593067,1246045', lv95],
  ['1246045 / 2593067', lv95],
  ['593067/246045', lv95],
  ['Y=593067 X=246045', lv95],
  ['E 2593067 N 1246045', lv95],
  ["2'593'067 / 1'246'045", lv95],
  ['47.36521, 7.346858', degrees],
  ['47.36521° N, 7.346858° E', degrees],
  ['geo:47.36521,7.346858', degrees],
  ['https://www.google.com/maps?q=47.36521,7.346858', degrees],
  ['https://map.geo.admin.ch/#/map?center=2593067,1246045', lv95],
]

const charsets = [
  'utf-8',
  'iso-8859-1',
  'windows-1252',
  'ansi_x3.4-1968',
  'binary',
  'gb2312',
  'utf-16',
  'cp850',
  '',
]

const labelOf = (field: Field) =>
  fc
    .constantFrom(...fieldLabels[field])
    .chain((label) => fc.constantFrom(label, label.toUpperCase(), label[0]?.toUpperCase() + label.slice(1)))
const streets = ['Rue Principale', 'Chemin de l’Église', 'Route de Delémont', 'Place de la Gare']
const alarms = fc.record({
  labels: fc.record({
    type: labelOf('type'),
    adresse: labelOf('adresse'),
    description: labelOf('description'),
    date: labelOf('date'),
    coordonnees: labelOf('coordonnees'),
  }),
  type: fc.constantFrom('Feu de cheminée', 'Inondation', 'Désincarcération', 'Fuite d’hydrocarbures'),
  adresse: fc.tuple(fc.constantFrom(...streets), fc.integer({ min: 1, max: 99 })),
  description: fc.constantFrom('Fumée à l’étage', 'Cave inondée', 'Deux véhicules', 'Près de la forêt'),
  date: fc.constantFrom(...dates),
  place: fc.constantFrom(...places),
  separator: fc.constantFrom(...separators),
  charset: fc.constantFrom(...charsets),
  encoding: fc.constantFrom('8bit', 'base64'),
  utf8: fc.boolean(),
})

/** The bytes of a text in the charset that it declares, or in UTF-8 whatever it declares. */
function written(body: string, charset: string, utf8: boolean): Buffer {
  const honest = !utf8 && iconv.encodingExists(charset) && !/^(?:binary|ansi_x3.4-1968|gb2312)$/.test(charset)
  const bytes = honest ? iconv.encode(body, charset) : Buffer.from(body)
  // In some charsets such a text has no dash or apostrophe of its own, and then says it in UTF-8.
  return honest && iconv.decode(bytes, charset) !== body ? Buffer.from(body) : bytes
}

describe('any mail of the tables', () => {
  it(`is the exact alarm, ${numRuns} times`, async () => {
    await fc.assert(
      fc.asyncProperty(alarms, async (each) => {
        const { labels, type, description, separator, date, place, charset } = each
        const adresse = `2854 Bassecourt, ${each.adresse.join(' ')}`
        const write = separator[1]
        const body = [
          write(labels.type, type),
          write(labels.adresse, adresse),
          write(labels.date, date[0]),
          write(labels.coordonnees, place[0]),
          write(labels.description, description),
        ].join('\n')
        const bytes = written(body, charset, each.utf8)
        const encoding = charset === 'utf-16' ? 'base64' : each.encoding
        const content: Content = {
          headers: text(charset, encoding),
          body: encoding === 'base64' ? base64(bytes) : bytes,
        }
        expect(await alarmOf(content)).toMatchObject({
          ...(place[1] as object),
          type,
          adresse,
          description,
          debut: date[1],
          incomplet: false,
          avertissements: [],
        })
      }),
      { seed, numRuns },
    )
  }, 300_000)
})

describe('any text without a known word', () => {
  // Letters of several languages, figures and signs in lines; no line begins with a label of the table.
  const words = fc.constantFrom(
    ...[
      'bonjour',
      'die',
      'Feuerwehr',
      'Musterdorf',
      'einsatz',
      'wird',
      'réunion',
      'mercredi',
      'voir',
      'annexe',
    ],
    ...[
      '4711',
      '14:30',
      'https://example.org/x',
      'Stichwort:',
      'Ort:',
      'Straße:',
      'Keller',
      '2. OG',
      'dank',
      '++',
    ],
    ...['grazie', 'domani', 'ελληνικά', 'кириллица', '日本', '12;', 'x=1', '(siehe', 'unten)', '–', 'B2'],
  )
  const lines = fc
    .array(words, { minLength: 1, maxLength: 9 })
    .map((each) => each.join(' '))
    .filter((line) => fieldOf(line.split(/[:=\t|–]| {2,}| - /)[0] ?? '') === null)
  const letters = fc.array(lines, { minLength: 1, maxLength: 12 }).map((each) => each.join('\n'))

  it(`is failed, never ignored and no alarm, ${numRuns} times`, async () => {
    await fc.assert(
      fc.asyncProperty(letters, fc.constantFrom(...charsets), async (body, charset) => {
        const bytes = Buffer.from(body)
        expect(isUtf8(bytes)).toBe(true)
        const outcome = await readLetter({ headers: text(charset, 'base64'), body: base64(bytes) })
        expect(outcome.etat).toBe('failed')
      }),
      { seed, numRuns },
    )
  }, 300_000)
})
