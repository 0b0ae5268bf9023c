import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Calendrier, Evenement } from '../../../src/exports/ics/evenement.ts'
import { writeIcs } from '../../../src/exports/ics/write_ics.ts'

const exercice: Evenement = {
  uid: 'exercice-12@hs',
  genre: 'exercice',
  titre: 'Exercice de section',
  debut: '2026-03-14T19:30:00',
  fin: '2026-03-14T21:30:00',
  annule: false,
  lieu: 'Hangar, Delémont',
  texte: 'Tenue de feu',
  categorie: '',
  created_at: '2026-01-01T08:00:00Z',
  modifie_at: '2026-01-01T08:00:00Z',
}

function write(changes: Partial<Evenement>[], fuseau = 'Europe/Zurich'): string {
  const evenements = changes.map((change) => ({ ...exercice, ...change }))
  const calendrier: Calendrier = { sis_key: 'hs', nom: 'SIS Haute-Sorne, nord', fuseau, evenements }
  return writeIcs(calendrier, 'Exercices')
}

// Read by Mozilla's parser, as Thunderbird does.
function read(text: string): { calendar: ICAL.Component; events: ICAL.Event[] } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  return { calendar, events }
}

const valuesOf = ({ component }: ICAL.Event) =>
  Object.fromEntries(component.getAllProperties().map((each) => [each.name, each.toICALString()]))

it('writes what another program reads', () => {
  const { calendar, events } = read(write([{}]))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  // This parser takes extensions as they are written.
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Exercices · SIS Haute-Sorne\\, nord')
  const [event] = events
  expect(event && valuesOf(event)).toEqual({
    uid: 'UID:exercice-12@hs',
    dtstamp: 'DTSTAMP:20260101T080000Z',
    dtstart: 'DTSTART;TZID=Europe/Zurich:20260314T193000',
    dtend: 'DTEND;TZID=Europe/Zurich:20260314T213000',
    summary: 'SUMMARY:Exercice de section',
    location: 'LOCATION:Hangar\\, Delémont',
    description: 'DESCRIPTION:Tenue de feu',
    categories: 'CATEGORIES:Exercice',
    status: 'STATUS:CONFIRMED',
    transp: 'TRANSP:OPAQUE',
    created: 'CREATED:20260101T080000Z',
    'last-modified': 'LAST-MODIFIED:20260101T080000Z',
    sequence: 'SEQUENCE:0',
  })
  expect(event?.startDate.toJSDate().toISOString()).toBe('2026-03-14T18:30:00.000Z')
})

it('writes summer time and winter time by the rules of the zone', () => {
  const debuts = ['2026-03-29T01:59:00', '2026-03-29T03:00:00', '2026-10-25T03:30:00', '2031-07-01T12:00:00']
  const { events } = read(write(debuts.map((debut, n) => ({ debut, uid: String(n) }))))
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
    '2026-03-29T00:59:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-10-25T02:30:00.000Z',
    '2031-07-01T10:00:00.000Z',
  ])
})

it('describes the zone that an alias stands for, and leaves out one that nobody describes', () => {
  const [aliased] = read(write([{}], 'Europe/Vaduz')).events
  expect(aliased?.startDate.toJSDate().toISOString()).toBe('2026-03-14T18:30:00.000Z')
  const text = write([{}], 'Factory')
  expect(text).not.toContain('VTIMEZONE')
  expect(text).toContain('\r\nDTSTART:20260314T193000\r\n')
})

describe('an event', () => {
  const one = (change: Partial<Evenement>) => {
    const [event] = read(write([change])).events
    return event && valuesOf(event)
  }

  it('that is called off says so, and takes no time', () => {
    expect(one({ annule: true })).toMatchObject({
      status: 'STATUS:CANCELLED',
      summary: 'SUMMARY:Annulé : Exercice de section',
      transp: 'TRANSP:TRANSPARENT',
    })
  })

  it.each([
    [null, 'SUMMARY:Exercice de section', 'TRANSP:OPAQUE'],
    [0, 'SUMMARY:Exercice de section (excusé)', 'TRANSP:TRANSPARENT'],
    [1, 'SUMMARY:Exercice de section (excusé)', 'TRANSP:TRANSPARENT'],
    [-1, 'SUMMARY:Exercice de section', 'TRANSP:OPAQUE'],
    [-2, 'SUMMARY:Exercice de section', 'TRANSP:OPAQUE'],
  ])('with an excuse that is %j', (excuse_statut, summary, transp) => {
    expect(one({ excuse_statut })).toMatchObject({ summary, transp })
  })

  it('counts up with each change', () => {
    expect(one({ modifie_at: '2026-01-02T08:00:01Z' })).toMatchObject({
      sequence: 'SEQUENCE:86401',
      'last-modified': 'LAST-MODIFIED:20260102T080001Z',
    })
  })

  it.each([
    ['90 EM, Chef d’intervention', 'SUMMARY:Piquet : 90 EM\\, Chef d’intervention'],
    ['', 'SUMMARY:Piquet'],
  ])('of a standby says for what (%j), and leaves the time free', (titre, summary) => {
    expect(one({ genre: 'piquet', titre })).toMatchObject({
      summary,
      categories: 'CATEGORIES:Piquet',
      transp: 'TRANSP:TRANSPARENT',
    })
    expect(one({ genre: 'piquet', titre, annule: true })?.summary).toBe(
      summary.replace('SUMMARY:', 'SUMMARY:Annulé : '),
    )
  })

  it.each([
    ['absence', 'Absence'],
    ['travail', 'Travail'],
    ['vacances', 'Vacances'],
    ['indisponible', 'Indisponible'],
  ])('of an absence with the motif %s', (titre, summary) => {
    expect(one({ genre: 'absence', titre })).toMatchObject({
      summary: `SUMMARY:${summary}`,
      categories: 'CATEGORIES:Absence',
      transp: 'TRANSP:TRANSPARENT',
    })
  })

  it('of whole days has days instead of times', () => {
    const [debut, fin] = ['2026-07-06T00:00:00', '2026-07-20T00:00:00']
    expect(one({ genre: 'absence', titre: 'vacances', debut, fin })).toMatchObject({
      dtstart: 'DTSTART;VALUE=DATE:20260706',
      dtend: 'DTEND;VALUE=DATE:20260720',
    })
    expect(one({ genre: 'piquet', debut, fin })?.dtstart).toBe('DTSTART;TZID=Europe/Zurich:20260706T000000')
  })

  it('repeats by its rule, at the same hours in summer and winter', () => {
    const recurrence = 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261102T070000Z'
    const [debut, fin] = ['2026-10-19T08:00:00', '2026-10-19T17:00:00']
    const [event] = read(write([{ genre: 'absence', titre: 'travail', debut, fin, recurrence }])).events
    const days = event?.iterator()
    const starts = [1, 2, 3, 4].map(() => days?.next()?.toJSDate().toISOString())
    expect(starts).toEqual([
      '2026-10-19T06:00:00.000Z',
      '2026-10-26T07:00:00.000Z',
      '2026-11-02T07:00:00.000Z',
      undefined,
    ])
  })

  it('without place and text has neither', () => {
    expect(Object.keys(one({ lieu: '', texte: '' }) ?? {})).not.toEqual(
      expect.arrayContaining(['location', 'description']),
    )
  })
})

it('keeps to itself whatever titles, places and texts contain', () => {
  const evil =
    'Fin\r\nEND:VEVENT\nBEGIN:VALARM\rATTACH;X="y":https://x\u2028; a,b \\n \\, « é » \u0000\u0007😀'
  const long = `${evil} ${'É'.repeat(300)}`
  const text = write([{ titre: long, lieu: evil, texte: long, categorie: evil, uid: evil }, {}])
  const { events } = read(text)
  expect(events).toHaveLength(2)
  const clean = evil
    .replace('\r\n', '\n')
    .replaceAll(/[\r\u2028]/g, '\n')
    .replaceAll(/\p{Cc}(?<!\n)/gu, '')
  expect(events[0]?.summary).toBe(`${clean} ${'É'.repeat(300)}`)
  expect(events[0]?.location).toBe(clean)
  expect(events[0]?.description).toBe(events[0]?.summary)
  expect(events[0]?.component.getAllSubcomponents()).toEqual([])
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
