import type pg from 'pg'

/**
 * Queues a mail to each account with rights in an imported SIS whose address nobody has confirmed here.
 * @returns how many
 */
export async function askConfirmations(client: pg.Client, sis: string): Promise<number> {
  const { rowCount } = await client.query(
    `select auth.ask_mail('confirmation', u.email)
       from auth.users u
      where u.email_verified_at is null
        and u.disabled_at is null
        and (exists (select from auth.user_roles r where r.sis_key = $1 and r.user_id = u.id)
             or exists (select from auth.memberships m where m.sis_key = $1 and m.user_id = u.id))`,
    [sis],
  )
  return rowCount ?? 0
}
