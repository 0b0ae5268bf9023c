import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()

/** The result of request.faults for a role after a change that is rolled back. */
async function faults(role: string, change = 'select'): Promise<string[]> {
  const admin = await database.as('admin')
  await admin.query('begin')
  try {
    await admin.query(change)
    await admin.query(`set local role ${role}`)
    const { rows } = await admin.query<{ fault: string }>(
      'select fault from request.faults() as fault order by fault',
    )
    return rows.map((row) => row.fault)
  } finally {
    await admin.query('rollback')
  }
}

it('finds no fault in the logins of the two servers', async () => {
  const { rows } = await (await database.as('api')).query('select request.faults()')
  expect(rows).toEqual([])
  expect(await faults('caserne_api')).toEqual([])
  expect(await faults('caserne_auth')).toEqual([])
})

// A role for this test only: those of the cluster are shared with other tests.
const login = (attributes: string) => `
  create role essai_test ${attributes};
  grant usage on schema request to essai_test;
  grant execute on function request.faults() to essai_test`

it('finds a superuser', async () => {
  expect(await faults('essai_test', login('superuser'))).toEqual(['le rôle essai_test est superutilisateur'])
})

it('finds a role that bypasses the policies', async () => {
  expect(await faults('essai_test', login('bypassrls'))).toEqual([
    'le rôle essai_test contourne les politiques (bypassrls)',
  ])
  expect(await faults('essai_test', login(''))).toEqual([])
})

it('finds a role that can become a more powerful one, also indirectly', async () => {
  expect(await faults('caserne_api', 'grant caserne_owner to caserne_api')).toEqual([
    'le rôle caserne_api peut devenir caserne_owner',
  ])
  const change =
    'create role detour_test; grant caserne_worker to detour_test; grant detour_test to caserne_api'
  expect(await faults('caserne_api', change)).toEqual(['le rôle caserne_api peut devenir caserne_worker'])
  const powerful = 'create role puissant_test bypassrls; grant puissant_test to caserne_api'
  expect(await faults('caserne_api', powerful)).toEqual(['le rôle caserne_api peut devenir puissant_test'])
})

it('finds a role that owns objects here', async () => {
  expect(await faults('caserne_api', 'alter function app.fuseau() owner to caserne_api')).toEqual([
    'le rôle caserne_api possède function app.fuseau()',
  ])
  expect(await faults('caserne_auth', 'create schema ailleurs authorization caserne_auth')).toEqual([
    'le rôle caserne_auth possède schema ailleurs',
  ])
})

it('finds the owner', async () => {
  const found = await faults('caserne_owner')
  expect(found).toContain('le rôle caserne_owner possède table app.sapeurs')
})

it('finds a table of app whose policies are disabled, or not forced', async () => {
  expect(await faults('caserne_api', 'alter table app.groupes no force row level security')).toEqual([
    'la table app.groupes n’a pas de politiques forcées',
  ])
  expect(await faults('caserne_api', 'alter table app.groupes disable row level security')).toEqual([
    'la table app.groupes n’a pas de politiques forcées',
  ])
})
