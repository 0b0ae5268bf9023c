import { beforeAll, describe, expect, it } from 'vitest'
import { refreshCell } from '../../../src/db/cells/refresh_cell.ts'
import { unwatched } from '../../../src/process/progress.ts'
import { inOrder } from '../../support/in_order.ts'
import { allPermissions } from '../../support/table.ts'
import { eventually, useTwoCells } from './cells_fixture.ts'

const cells = useTwoCells()
const inVal = async (statement: string) => {
  await cells.second().rows('begin')
  await cells.second().rows("select request.open(null, 'val', $1, null)", [allPermissions])
  const rows = await cells.second().rows(statement)
  await cells.second().rows('commit')
  return rows
}
const addSapeur = (nom: string) =>
  inVal(`insert into app.sapeurs (nom, prenom) values ('${nom}', 'Anne') returning id::int as id`)

beforeAll(async () => {
  await cells.first().rows("select auth.add_sis('val', 'SIS du Val', null, false, 'sud')")
  await eventually(cells.second(), 'select sis_key from request.homes', [{ sis_key: 'val' }])
})

describe('two cells:', inOrder, () => {
  it('people of a SIS are believed of the cell where it lives, and of no other', async () => {
    const people = "select id::int as id, nom_prenom from auth.sapeurs where sis_key = 'hs' order by id"
    const before = await cells.first().rows(people)
    await cells.second().rows('begin')
    await cells.second().rows('set local session_replication_role = replica')
    await cells.second().rows(
      `insert into auth.sapeurs (sis_key, id, nom_prenom, email, email_garanti)
     values ('hs', 1, 'Un Autre', 'admin@example.org', true), ('hs', 999, 'Un Intrus', 'admin@example.org', true)`,
    )
    await cells.second().rows('commit')
    await addSapeur('Grosjean')
    await eventually(cells.first(), "select nom_prenom from auth.sapeurs where sis_key = 'val'", [
      { nom_prenom: 'Grosjean Anne' },
    ])
    await cells.second().rows("update auth.sapeurs set nom_prenom = 'Un Tiers' where sis_key = 'hs'")
    await cells.second().rows('begin')
    await cells.second().rows('set local session_replication_role = replica')
    await cells.second().rows("delete from auth.sapeurs where sis_key = 'hs'")
    await cells.second().rows('commit')
    await addSapeur('Cuche')
    await eventually(
      cells.first(),
      "select count(*)::int as people from auth.sapeurs where sis_key = 'val'",
      [{ people: 2 }],
    )
    expect(await cells.first().rows(people)).toEqual(before)
  })

  it('a cell that was restored to before a person came does not give their account to the next one', async () => {
    const [{ id } = {}] = await addSapeur('Perdu')
    await eventually(
      cells.first(),
      `select nom_prenom from auth.sapeurs where sis_key = 'val' and id = ${id}`,
      [{ nom_prenom: 'Perdu Anne' }],
    )
    await cells.first().rows(
      `insert into auth.memberships (sis_key, user_id, sapeur_id)
     select 'val', u.id, ${id} from auth.users u where u.email = 'lecteur@example.org'`,
    )
    // As the backup has it.
    await cells.second().rows('begin')
    await cells.second().rows('set local session_replication_role = replica')
    for (const table of ['app.sapeurs', 'auth.sapeurs'])
      await cells.second().rows(`delete from ${table} where sis_key = 'val' and id = ${id}`)
    await cells.second().rows(`select setval(pg_get_serial_sequence('app.sapeurs', 'id'), ${id}, false)`)
    await cells.second().rows('commit')
    expect(await refreshCell(cells.first().urls.admin, 'sud', cells.reach, unwatched)).toEqual({
      missing: [],
    })
    expect(
      await cells.first().rows(
        `select m.sapeur_id from auth.memberships m join auth.users u on u.id = m.user_id
        where m.sis_key = 'val' and u.email = 'lecteur@example.org'`,
      ),
    ).toEqual([{ sapeur_id: null }])
    const [{ id: next } = {}] = await addSapeur('Nouveau')
    expect(Number(next)).toBeGreaterThan(Number(id))
    await eventually(
      cells.first(),
      "select count(*)::int as people from auth.sapeurs where sis_key = 'val'",
      [{ people: 3 }],
    )
  })

  it('an invitation that is taken while its SIS is closed stops nothing, and its e-mail is written later', async () => {
    const [{ id } = {}] = await addSapeur('Invité')
    await eventually(
      cells.first(),
      `select count(*)::int as known from auth.sapeurs where sis_key = 'val' and id = ${id}`,
      [{ known: 1 }],
    )
    const [{ invitation } = {}] = await cells.first().rows(
      `insert into auth.invitations (sis_key, email, sapeur_id, created_by)
     select 'val', 'invite@example.org', ${id}, min(u.id) from auth.users u returning id::int as invitation`,
    )
    await cells.second().rows("select auth.close_sis('val')")
    await cells
      .first()
      .rows(
        `update auth.invitations set used_by = (select min(id) from auth.users) where sis_key = 'val' and id = ${invitation}`,
      )
    const job =
      "select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'write_adresse'"
    await eventually(cells.second(), job, [{ payload: { sis_key: 'val', invitation_id: invitation } }])
    await expect(cells.second().rows(`select jobs.write_adresse('val', ${invitation})`)).rejects.toThrow(
      'fermé',
    )
    await cells.first().rows('select auth.beat()')
    await cells.second().rows("select auth.open_sis('val')")
    await cells.second().rows(`select jobs.write_adresse('val', ${invitation})`)
    expect(
      await cells
        .second()
        .rows(
          `select email, email_garanti from app.particularites where sis_key = 'val' and sapeur_id = ${id}`,
        ),
    ).toEqual([{ email: 'invite@example.org', email_garanti: true }])
  })
})
