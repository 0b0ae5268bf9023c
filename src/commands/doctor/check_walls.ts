import { missingLimits, missingWalls } from '../../db/walls.ts'
import type { Check } from './check.ts'
import { ok } from './finding.ts'

/** Checks the limits that only a superuser can set. Servers also log these when they start. */
export const checkWalls: Check = {
  name: 'murs',
  needs: 'database',
  examine: async ({ database }) => {
    const walls = [...(await missingWalls(database)), ...(await missingLimits(database))]
    if (walls.length === 0) return [ok('rien ne reste à interdire par un superutilisateur')]
    return walls.map(({ sentence, sql }) => ({
      level: 'warning',
      sentence,
      remedy: 'Un superutilisateur l’interdit : caserne doctor --sql | psql …',
      sql,
    }))
  },
}
