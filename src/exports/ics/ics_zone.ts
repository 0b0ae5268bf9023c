import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'

/** A time zone as an iCalendar file describes it. */
export interface IcsZone {
  /** The name that properties refer to. */
  name: string
  /** Its VTIMEZONE. */
  block: string
}

const known = new Set(tzlib_get_timezones())

/** The VTIMEZONE of an IANA time zone; null for one that the library does not describe. */
export function icsZone(fuseau: string): IcsZone | null {
  if (!known.has(fuseau)) return null
  const [block] = tzlib_get_ical_block(fuseau)
  // The library describes an alias as the zone that it stands for.
  const name = /^TZID:(.+)$/m.exec(block ?? '')?.[1]?.trim()
  return block === undefined || name === undefined ? null : { name, block: `${block}\r\n` }
}
