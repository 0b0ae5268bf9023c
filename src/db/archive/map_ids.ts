import type pg from 'pg'

// Accounts and places have ids of their own in every instance. Temporary tables say which id becomes which.

/**
 * How far the operator trusts an archive. `confirmed`: passwords and confirmed addresses are those of people. `claims`:
 * the author of the archive may have made them up.
 */
export type Trust = 'confirmed' | 'claims'

/**
 * Makes the accounts of the archive that are not here yet, and pg_temp.comptes (id, nouveau, connu). They get new ids,
 * because the journals of other SIS may name the old ones, and are never administrators of this instance.
 * @param trust whether they come with password and confirmed address. If not, the archive may be forged: its writer
 *   must not become somebody who is known here, also not when that person follows the link of the mail
 * @throws for an account that has rights here, and whose address nobody has confirmed
 */
export async function insertAccounts(
  client: pg.Client,
  trust: Trust,
): Promise<{ crees: number; connus: number }> {
  if (trust === 'claims')
    await client.query(`update pg_temp."auth.users" set password_hash = '!', email_verified_at = null`)
  // An erased account has no address that would say who it is.
  await client.query(
    `create temp table comptes on commit drop as
     select s.id, u.id as nouveau, u.id is not null as connu
       from pg_temp."auth.users" s
       left join auth.users u
         on lower(u.email) = lower(s.email) and (s.email !~ '^efface-[0-9]+@invalid$' or u.id = s.id);
     update pg_temp.comptes c set nouveau = nextval('auth.users_id_seq') where not c.connu;
     alter table pg_temp.comptes add primary key (id)`,
  )
  await takeUnconfirmed(client)
  // These people only wrote here once. They are shown as authors and cannot sign in.
  const made = await client.query(
    `insert into auth.users (id, name, email, password_hash, email_verified_at, disabled_at, tokens_valid_from, created_at, updated_at)
       overriding system value
     select c.nouveau, s.name,
            case when s.email ~ '^efface-[0-9]+@invalid$' then 'efface-' || c.nouveau || '@invalid' else s.email end,
            s.password_hash, s.email_verified_at, case when s.membre then s.disabled_at else coalesce(s.disabled_at, now()) end,
            s.tokens_valid_from, s.created_at, s.updated_at
       from pg_temp."auth.users" s
       join pg_temp.comptes c on c.id = s.id and not c.connu`,
  )
  const { rows } = await client.query<{ connus: number }>(
    'select count(*)::integer as connus from pg_temp.comptes c where c.connu',
  )
  return { crees: made.rowCount ?? 0, connus: rows[0]?.connus ?? 0 }
}

// Anybody may register with somebody's address. Such an account must not get their rights: it becomes theirs, with the
// password of the archive, if it has no rights here. If it has, nobody can say whose it is.
async function takeUnconfirmed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `select u.email
       from pg_temp.comptes c
       join auth.users u on u.id = c.nouveau and u.email_verified_at is null
      where c.connu
        and (u.is_admin
             or exists (select from auth.user_roles r where r.user_id = u.id)
             or exists (select from auth.memberships m where m.user_id = u.id))
      order by 1`,
  )
  if (rows.length > 0)
    throw new Error(
      `Ces comptes ont des droits ici, sans que leur adresse soit confirmée : ${rows.map(({ email }) => email).join(', ')}. Confirmez-les ou retirez-leur leurs droits : rien n’est importé.`,
    )
  await client.query(
    `with taken as (
       update auth.users u
          set name = s.name, password_hash = s.password_hash, email_verified_at = s.email_verified_at,
              disabled_at = case when s.membre then s.disabled_at else coalesce(s.disabled_at, now()) end,
              tokens_valid_from = now(), version = u.version + 1
         from pg_temp.comptes c
         join pg_temp."auth.users" s on s.id = c.id
        where c.connu and u.id = c.nouveau and u.email_verified_at is null
       returning u.id
     ), sessions as (
       delete from auth.sessions x using taken where x.user_id = taken.id
     )
     delete from auth.tokens x using taken where x.user_id = taken.id`,
  )
}

/** Adds the places of the archive that this instance does not know, and makes pg_temp.localites (id, nouveau). */
export async function insertLocalites(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table localites on commit drop as
     select s.id, coalesce(l.id, nextval('app.localites_id_seq')) as nouveau, l.id is not null as connu
       from pg_temp."app.localites" s
       left join app.localites l on l.npa = s.npa and l.nom = s.nom;
     insert into app.localites (id, npa, nom, canton)
     select c.nouveau, s.npa, s.nom, s.canton
       from pg_temp."app.localites" s
       join pg_temp.localites c on c.id = s.id and not c.connu;
     alter table pg_temp.localites add primary key (id)`,
  )
}

/**
 * Makes pg_temp.courriers (id): the mails of the instance's mailbox that are here too, so that alarms of the archive
 * may go on to name them. An id that means another mail here would hide an alarm.
 */
export async function findMails(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table courriers on commit drop as
     select s.id
       from pg_temp."app.messages (*)" s
       join app.messages m on m.sis_key = '*' and m.id = s.id and m.sha256 = s.sha256;
     alter table pg_temp.courriers add primary key (id)`,
  )
}
