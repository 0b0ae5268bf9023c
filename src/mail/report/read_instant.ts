const localForm =
  /^(?:(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)?,?\s*(?:le\s)?\s*(\d{1,2})[./](\d{1,2})[./](\d{4})[\s,]+(?:à\s*)?(\d{1,2})(?:\s?[:h.]\s?(\d\d)(?::(\d\d))?|\s?h)$/iu

/**
 * Reads an instant as alarm centres write it, and answers `YYYY-MM-DDTHH:MM:SS` with the offset if one was
 * written.
 *
 * Reads `14/03/2026 14:28:15`, `14.03.2026 14:28`, `14.03.2026 à 14h28` (all local to the SIS) and RFC 3339,
 * without its fraction of a second. Anything else, and a date that does not exist, is null.
 */
export function readInstant(text: string): string | null {
  const local = localForm.exec(text.trim())
  if (local) {
    const [, day, month, year, hour, minute, second] = local
    return valid([year, month, day, hour, minute, second], '')
  }
  const rfc = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s?([Zz]|[+-]\d\d:\d\d)?$/.exec(
    text.trim(),
  )
  return rfc && valid(rfc.slice(1, 7), rfc[7]?.toUpperCase() ?? '')
}

function valid(parts: (string | undefined)[], offset: string): string | null {
  const [year, ...rest] = parts.map((part) => (part ?? '0').padStart(2, '0'))
  const [month, day, hour, minute, second] = rest
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  // Date turns 31 February into March, so a date must come back as written.
  const instant = new Date(`${written}Z`)
  const known = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(written)
  return known && /^(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/.test(offset) ? written + offset : null
}
