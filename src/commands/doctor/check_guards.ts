import { missingGuards } from '../../db/guards.ts'
import type { Check } from './check.ts'
import { ok } from './finding.ts'

/** Checks the limits that only a superuser can set. Servers also log these when they start. */
export const checkGuards: Check = {
  name: 'garde-fous',
  needs: 'database',
  examine: async ({ database }) => {
    const guards = await missingGuards(database)
    if (guards.length === 0) return [ok('rien ne reste à interdire par un superutilisateur')]
    return guards.map(({ sentence, sql }) => ({
      level: 'warning',
      sentence,
      remedy: 'Un superutilisateur l’interdit : caserne doctor --sql | psql …',
      sql,
    }))
  },
}
