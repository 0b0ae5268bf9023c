import type { Check } from './check.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const NOTED_MS = 2_000
const GRAVE_MS = 60_000

/** This machine's clock against the database's. Tokens are signed by the one and ended by the other. */
export const checkClock: Check = {
  name: 'horloge',
  needs: 'database',
  examine: async ({ database }) => {
    const before = Date.now()
    const { rows } = await database.query<{ now: string }>(
      'select extract(epoch from pg_catalog.clock_timestamp()) * 1000 as now',
    )
    const after = Date.now()
    const there = Number(rows[0]?.now)
    return [judgeClock(Math.max(0, there - after, before - there))]
  },
}

/** Judges the difference between two clocks. @param apart at least this many milliseconds */
export function judgeClock(apart: number): Finding {
  if (apart < NOTED_MS) return ok('celle de la base et celle d’ici vont ensemble')
  const sentence = `celle de la base et celle d’ici diffèrent de ${Math.round(apart / 1000)} s`
  const remedy = 'Synchronisez les deux machines (NTP : chrony ou systemd-timesyncd).'
  return apart < GRAVE_MS ? warning(sentence, remedy) : fault(sentence, remedy)
}
