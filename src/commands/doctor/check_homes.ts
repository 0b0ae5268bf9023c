import type { Check } from './check.ts'
import { ok } from './finding.ts'

/** The SIS of the directory that another database serves. */
export const checkHomes: Check = {
  name: 'SIS',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ keys: string[] }>('select auth.list_away_sis() as keys')
    const keys = rows[0]?.keys ?? []
    return [
      ok(
        keys.length === 0
          ? 'cette base sert tous les SIS de l’annuaire'
          : `servis par une autre base : ${keys.join(', ')}`,
      ),
    ]
  },
}
