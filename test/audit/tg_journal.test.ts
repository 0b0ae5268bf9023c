import type pg from 'pg'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'

const database = useDatabase()

/**
 * Does work as the owner in a request of an account in hs, and rolls it back; returns the journal's entries,
 * oldest first.
 */
async function entries(work: (owner: pg.Client) => Promise<unknown>, user: number | null = 7) {
  const owner = await database.as('owner')
  await owner.query('begin')
  try {
    await owner.query("select request.open($1, 'hs', $2, null)", [user, allPermissions])
    const { rows } = await owner.query('select coalesce(max(id), 0) as last from audit.journal')
    await work(owner)
    const found = await owner.query(
      `select sis_key, user_id::integer, ressource, ligne_id::integer, action, avant, apres, recorded_at >= now() as now
         from audit.journal where id > $1 order by id`,
      [rows[0]?.last],
    )
    return found.rows
  } finally {
    await owner.query('rollback')
  }
}

const by = { sis_key: 'hs', user_id: 7, now: true }

it('records what was added, changed and removed, with author, time and SIS', async () => {
  const grade = { id: 2000, designation: 'Colonel', rang: 0 }
  const found = await entries(async (owner) => {
    await owner.query("insert into app.grades (id, designation) values (2000, 'Colonel')")
    await owner.query('update app.grades set rang = 120 where id = 2000')
    await owner.query('delete from app.grades where id = 2000')
  })
  expect(found).toEqual([
    { ...by, ressource: 'grades', ligne_id: 2000, action: 'ajout', avant: null, apres: grade },
    {
      ...by,
      ressource: 'grades',
      ligne_id: 2000,
      action: 'modification',
      avant: { rang: 0 },
      apres: { rang: 120 },
    },
    {
      ...by,
      ressource: 'grades',
      ligne_id: 2000,
      action: 'suppression',
      avant: { ...grade, rang: 120 },
      apres: null,
    },
  ])
})

it('records a value that appears or disappears', async () => {
  const found = await entries(async (owner) => {
    await owner.query('update app.sis set localite_id = (select min(id) from app.localites)')
    await owner.query('update app.sis set localite_id = null')
  })
  expect(found.map(({ avant, apres }) => [avant.localite_id, apres.localite_id])).toEqual([
    [null, expect.any(Number)],
    [expect.any(Number), null],
  ])
})

it('records nothing when only the time stamp changed', async () => {
  expect(await entries((owner) => owner.query('update app.sapeurs set nom = nom'))).toEqual([])
})

it('records rows that are removed by cascade', async () => {
  const found = await entries(async (owner) => {
    await owner.query("insert into app.sapeurs (nom, prenom) values ('Seul', 'Léa')")
    await owner.query(
      "insert into app.telephones (sapeur_id, numero) select max(id), '079 555 99 99' from app.sapeurs",
    )
    await owner.query("delete from app.sapeurs where nom = 'Seul'")
  })
  const removed = found.filter(({ action }) => action === 'suppression')
  expect(removed.map(({ ressource }) => ressource).sort()).toEqual(['sapeurs', 'telephones'])
})

it('names the account of the request, and nobody for a job', async () => {
  const work = (owner: pg.Client) =>
    owner.query("insert into app.sis_contacts (email) values ('a@example.org')")
  expect(await entries(work, null)).toMatchObject([{ user_id: null }])
})

it('names the owner row of a row without an id', async () => {
  const found = await entries(async (owner) => {
    await owner.query('insert into app.particularites (sapeur_id) select 1 on conflict do nothing')
    await owner.query("update app.particularites set profession = 'Boulanger' where sapeur_id = 1")
    await owner.query('update app.sis set sapeur_id = 1')
    await owner.query('update auth.memberships set mobile = not mobile where user_id = 2')
    await owner.query("insert into auth.roles (sis_key, nom) values ('hs', 'Essai')")
    await owner.query(
      "insert into auth.role_permissions (sis_key, role_id, permission) select 'hs', max(id), 'sis.config' from auth.roles",
    )
    await owner.query(
      "insert into auth.user_roles (sis_key, role_id, user_id) select 'hs', max(id), 3 from auth.roles",
    )
  })
  const role = found.find(({ ressource }) => ressource === 'roles')?.ligne_id
  expect(found.map(({ ressource, ligne_id }) => [ressource, ligne_id]).slice(-6)).toEqual([
    ['particularites', 1],
    ['sis', null],
    ['memberships', 2],
    ['roles', role],
    ['role_permissions', role],
    ['user_roles', 3],
  ])
})

it('records of an omitted column only that it changed', async () => {
  const secret = "'\\x736563726574'"
  const found = await entries(async (owner) => {
    await owner.query(
      `insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('a.example.org', 993, 'a', ${secret})`,
    )
    await owner.query("update app.messageries set mot_de_passe = '\\x00' where host = 'a.example.org'")
    await owner.query("insert into app.sis_logos (type, image) values ('image/png', '\\x736563726574')")
  })
  expect(found).toMatchObject([
    { ressource: 'messageries', action: 'ajout', apres: { host: 'a.example.org' } },
    { ressource: 'messageries', action: 'modification', avant: {}, apres: {} },
    { ressource: 'sis_logos', action: 'ajout', ligne_id: null },
  ])
  expect(JSON.stringify(found)).not.toMatch(/736563726574|mot_de_passe|"image"/)
})

it('keeps no secret of an account, and no hash of one', async () => {
  const { rows } = await (await database.as('admin')).query(
    "select distinct k from audit.journal j, jsonb_object_keys(coalesce(j.apres, j.avant)) k where k ~ 'hash|token|mot_de_passe|password|contenu$|image'",
  )
  expect(rows).toEqual([])
})
