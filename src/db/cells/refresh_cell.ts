import type pg from 'pg'
import type { Step } from '../../process/progress.ts'
import { emptyCopies } from './add_cell.ts'
import { COMPTES, ofCell, PERSONNES, type Reach, subscriptionOf } from './cell.ts'
import { findCell } from './find_cell.ts'
import { follow, type Side, unfollow } from './replicate.ts'
import { requireNoMove } from './require_no_move.ts'
import { withSuperuser } from './superuser.ts'

/**
 * Copies the accounts to a cell again, after a restore or a lost subscription, and brings its SIS home: those that the
 * directory has there, and whose rows are there.
 * @returns the SIS that are to live there, and whose rows are missing
 * @throws in French
 */
export async function refreshCell(
  accounts: string,
  nom: string,
  reach: Reach,
  step: Step,
): Promise<{ missing: string[] }> {
  return await withSuperuser(accounts, async (client) => {
    const { cell, first } = await findCell(client, nom)
    const url = reach(cell)
    return await withSuperuser(
      url,
      async (own) => {
        const here: Side = { cell: first, client, url: accounts }
        const there: Side = { cell, client: own, url }
        await requireNoMove(client, own, nom)
        await unfollow(own, client, subscriptionOf(COMPTES, first.nom, nom))
        await own.query('begin')
        // Nobody is served with half of the accounts.
        await own.query(
          'update request.cellule set rompue_at = coalesce(rompue_at, clock_timestamp()), battement = null',
        )
        await own.query('delete from request.homes')
        await emptyCopies(own)
        await own.query('commit')
        step('comptes')
        await follow(there, here, COMPTES, step)
        await unfollow(client, own, subscriptionOf(PERSONNES, nom, first.nom))
        await follow(here, there, PERSONNES, step)
        await forgetPeople(client, own, nom)
        await own.query('begin')
        // Before the homes are read: a SIS that arrives from now on gets its home by itself.
        await own.query('update request.cellule set rompue_at = null')
        const { rows } = await own.query<{ sis: string; whole: boolean }>(
          `select s.api_key as sis, exists (select from app.sis a where a.sis_key = s.api_key) as whole
           from auth.sis s where s.cellule = $1 order by 1 for share of s`,
          [nom],
        )
        await own.query(
          'insert into request.homes (sis_key) select unnest($1::text[]) on conflict do nothing',
          [rows.filter(({ whole }) => whole).map(({ sis }) => sis)],
        )
        await own.query('commit')
        return { missing: rows.filter(({ whole }) => !whole).map(({ sis }) => sis) }
      },
      ofCell(nom),
    )
  })
}

// A cell that was restored may have lost people. Accounts that were theirs must not become those of people who get
// their ids.
async function forgetPeople(accounts: pg.Client, own: pg.Client, nom: string): Promise<void> {
  const { rows } = await own.query<{ people: string }>(
    `select coalesce(json_agg(json_build_object('sis_key', s.sis_key, 'id', s.id)), '[]')::text as people from app.sapeurs s`,
  )
  const there = 'json_populate_recordset(null::auth.sapeurs, $2)'
  const lost = (column: string) =>
    `sis_key in (select s.api_key from auth.sis s where s.cellule = $1)
       and ${column} is not null and (sis_key, ${column}) not in (select p.sis_key, p.id from ${there} p)`
  const values = [nom, rows[0]?.people ?? '[]']
  const found = await accounts.query<{ last: string | null }>(
    `select greatest((select max(sapeur_id) from auth.memberships), (select max(sapeur_id) from auth.invitations),
                     (select max(id) from auth.sapeurs)) as last`,
  )
  await own.query(
    `select setval(pg_get_serial_sequence('app.sapeurs', 'id'), greatest($1, nextval(pg_get_serial_sequence('app.sapeurs', 'id'))))`,
    [Number(found.rows[0]?.last ?? 0) + 1],
  )
  await accounts.query('begin')
  await accounts.query(`update auth.memberships set sapeur_id = null where ${lost('sapeur_id')}`, values)
  await accounts.query(`update auth.invitations set sapeur_id = null where ${lost('sapeur_id')}`, values)
  await accounts.query(`delete from auth.sapeurs where ${lost('id')}`, values)
  await accounts.query('commit')
}
