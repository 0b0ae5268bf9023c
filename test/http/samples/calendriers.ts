import { hashToken, newToken } from '../../../src/auth/opaque_token.ts'
import { one, type Sql, unique } from './sample.ts'

/**
 * A calendar of a person (by default the commander), in the place of their oldest, and the last part of its address.
 */
export async function addCalendrier(
  sql: Sql,
  email = 'commandant@example.org',
): Promise<{ id: number; token: string }> {
  const token = newToken()
  const hash = `'\\x${hashToken(token).toString('hex')}'`
  const insert = `insert into app.calendriers (rang, designation, token_hash)
    select min(n), '${unique('Agenda')}', ${hash} from generate_series(1, 5) n where n not in (select rang from app.calendriers);`
  const sis = await asHimself(sql, email, insert)
  return {
    id: await one(sql, `select id from app.calendriers where token_hash = ${hash}`),
    token: `${sis}.${token}.ics`,
  }
}

/** A calendar of a sapeur without an account: they get one. */
export async function addCalendrierOf(sql: Sql, sapeur: number): Promise<string> {
  const email = `${unique('agenda').replace(' ', '')}@example.org`
  await sql(
    `with u as (insert into auth.users (name, email, password_hash) values ('Agenda', $1, '!') returning id)
     insert into auth.memberships (sis_key, user_id, sapeur_id) select request.sis_key(), u.id, $2 from u`,
    [email, sapeur],
  )
  return (await addCalendrier(sql, email)).token
}

/** Makes room for another calendar of the commander. */
export async function makeRoom(sql: Sql): Promise<void> {
  await asHimself(sql, 'commandant@example.org', '')
}

// Only the person themselves adds and removes their calendars. Returns the key of the SIS.
async function asHimself(sql: Sql, email: string, insert: string): Promise<string> {
  const [who] = await sql(
    `select m.sis_key, m.user_id, m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id
      where m.sis_key = request.sis_key() and u.email = $1`,
    [email],
  )
  await sql(`do $$ begin
    perform request.open(${who?.user_id}, '${who?.sis_key}', '{}', ${who?.sapeur_id});
    delete from app.calendriers where id not in (select id from app.calendriers order by id desc limit 2);
    ${insert}
  end $$`)
  return String(who?.sis_key)
}
