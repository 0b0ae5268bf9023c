import type { Calendrier, Evenement } from './evenement.ts'
import { icsLine, icsText } from './ics_line.ts'
import { type IcsZone, icsZone } from './ics_zone.ts'

/** How often a program should ask for the calendar again (RFC 7986, 5.7). */
const REFRESH = 'PT1H'

/**
 * Writes a calendar as iCalendar (RFC 5545). The same events give the same bytes: DTSTAMP is the time of the last
 * change, as it should be in a calendar without METHOD.
 * @param titre what the calendar is called before the name of the SIS; empty for the name alone
 */
export function writeIcs({ nom, fuseau, evenements }: Calendrier, titre: string): string {
  const zone = icsZone(fuseau)
  const name = icsText([titre, nom].filter((part) => part !== '').join(' · '))
  return [
    icsLine('BEGIN', 'VCALENDAR'),
    icsLine('VERSION', '2.0'),
    icsLine('PRODID', '-//Caserne//Calendrier//FR'),
    icsLine('CALSCALE', 'GREGORIAN'),
    icsLine('NAME', name),
    icsLine('X-WR-CALNAME', name),
    icsLine('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    icsLine('X-PUBLISHED-TTL', REFRESH),
    zone?.block ?? '',
    ...evenements.map((each) => writeEvenement(each, zone)),
    icsLine('END', 'VCALENDAR'),
  ].join('')
}

function writeEvenement(each: Evenement, zone: IcsZone | null): string {
  const { uid, debut, fin, annule, recurrence, lieu, texte, created_at, modifie_at } = each
  const write = isWholeDays(each) ? writeDay : writeTime
  return [
    icsLine('BEGIN', 'VEVENT'),
    icsLine('UID', icsText(uid)),
    icsLine('DTSTAMP', plain(modifie_at)),
    write('DTSTART', debut, zone),
    write('DTEND', fin, zone),
    recurrence ? icsLine('RRULE', recurrence) : '',
    icsLine('SUMMARY', icsText(summaryOf(each))),
    lieu === '' ? '' : icsLine('LOCATION', icsText(lieu)),
    texte === '' ? '' : icsLine('DESCRIPTION', icsText(texte)),
    icsLine('CATEGORIES', icsText(each.categorie || categories[each.genre])),
    icsLine('STATUS', annule ? 'CANCELLED' : 'CONFIRMED'),
    icsLine('TRANSP', isFree(each) ? 'TRANSPARENT' : 'OPAQUE'),
    icsLine('CREATED', plain(created_at)),
    icsLine('LAST-MODIFIED', plain(modifie_at)),
    icsLine('SEQUENCE', String(sequenceOf(each))),
    icsLine('END', 'VEVENT'),
  ].join('')
}

const categories = { exercice: 'Exercice', piquet: 'Piquet', absence: 'Absence' }
const motifs: Record<string, string> = {
  absence: 'Absence',
  travail: 'Travail',
  vacances: 'Vacances',
  indisponible: 'Indisponible',
}

// Not every program shows the status.
function summaryOf(each: Evenement): string {
  if (each.annule) return `Annulé : ${nameOf(each)}`
  return isExcused(each) ? `${nameOf(each)} (excusé)` : nameOf(each)
}

function nameOf({ genre, titre }: Evenement): string {
  if (genre === 'absence') return motifs[titre] ?? titre
  if (genre === 'piquet') return titre === '' ? 'Piquet' : `Piquet : ${titre}`
  return titre
}

function isExcused({ excuse_statut }: Evenement): boolean {
  return excuse_statut === 0 || excuse_statut === 1
}

// People on standby, or absent, may have other appointments.
function isFree(each: Evenement): boolean {
  return each.annule || each.genre !== 'exercice' || isExcused(each)
}

function isWholeDays({ genre, debut, fin, recurrence }: Evenement): boolean {
  return genre === 'absence' && !recurrence && [debut, fin].every((each) => each.endsWith('T00:00:00'))
}

// Seconds from the making of the event to its last change: 0 at first, and more with every change.
function sequenceOf({ created_at, modifie_at }: Evenement): number {
  return Math.max(0, Math.round((Date.parse(modifie_at) - Date.parse(created_at)) / 1000))
}

// Without a zone, each device reads the time in its own (a floating time): in the SIS, that is the right one.
function writeTime(name: string, local: string, zone: IcsZone | null): string {
  return zone === null || local.endsWith('Z')
    ? icsLine(name, plain(local))
    : icsLine(`${name};TZID=${zone.name}`, plain(local))
}

function writeDay(name: string, local: string): string {
  return icsLine(`${name};VALUE=DATE`, plain(local).slice(0, 8))
}

// `2026-03-14T19:30:00` as `20260314T193000`.
function plain(instant: string): string {
  return instant.replaceAll(/[-:]/g, '')
}
