import { counted } from '../../text/counted.ts'
import type { Check } from './check.ts'
import { ok, warning } from './finding.ts'

/** The accounts that have rights or a sapeur, and whose address nobody has confirmed, as after an import. */
export const checkUnconfirmed: Check = {
  name: 'adresses',
  needs: 'owner',
  examine: async ({ database }) => {
    const { rows } = await database.query<{ n: number }>(
      `select count(*)::integer as n
         from auth.users u
        where u.email_verified_at is null
          and u.disabled_at is null
          and (exists (select from auth.user_roles r where r.user_id = u.id)
               or exists (select from auth.memberships m where m.user_id = u.id))`,
    )
    const n = rows[0]?.n ?? 0
    if (n === 0) return [ok('chaque compte qui a des droits a confirmé son adresse')]
    return [
      warning(
        `${counted(n, 'compte')} avec des droits ou un sapeur, dont l’adresse n’est pas confirmée`,
        'Le mail de confirmation se redemande à la connexion ; une adresse fausse se corrige par un administrateur (PUT /users/{id}).',
      ),
    ]
  },
}
