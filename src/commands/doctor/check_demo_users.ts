import type { Check } from './check.ts'
import { fault, ok, warning } from './finding.ts'

/** The accounts of the demo that still have the password that everybody knows. */
export const checkDemoUsers: Check = {
  name: 'comptes de démo',
  needs: 'owner',
  examine: async ({ config, database }) => {
    const { rows } = await database.query<{ emails: string[] }>('select auth.demo_users() as emails')
    const emails = rows[0]?.emails ?? []
    if (emails.length === 0) return [ok('aucun compte n’a le mot de passe connu de tous')]
    const sentence = `le mot de passe de ${emails.length} comptes est connu de tous : ${emails.join(', ')}`
    const remedy = 'Désactivez-les (caserne user disable <email>) ou donnez-leur un autre mot de passe.'
    // The embedded database is for trials.
    const trial = config.DATABASE_URL === undefined && !config.PRODUCTION
    return [trial ? warning(sentence, remedy) : fault(sentence, remedy)]
  },
}
