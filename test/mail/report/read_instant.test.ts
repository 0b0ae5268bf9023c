import { describe, expect, it } from 'vitest'
import { readInstant } from '../../../src/mail/report/read_instant.ts'

describe('readInstant', () => {
  it.each([
    ['14/03/2026 14:28:15', '2026-03-14T14:28:15'],
    ['14.03.2026 14:28', '2026-03-14T14:28:00'],
    ['2026-03-14T14:28:15', '2026-03-14T14:28:15'],
    ['2026-03-14T14:28:15.250+01:00', '2026-03-14T14:28:15+01:00'],
    ['2026-03-14T13:28:15z', '2026-03-14T13:28:15Z'],
  ])('reads %s as %s', (written, read) => {
    expect(readInstant(written)).toBe(read)
  })

  it.each(['', 'hier', '31/02/2026 10:00:00', '14/13/2026 10:00:00', '14/03/2026 24:30:00', '2026-03-14'])(
    'does not read "%s" as an instant',
    (written) => {
      expect(readInstant(written)).toBeNull()
    },
  )
})
