import pg from 'pg'
import { expect, it } from 'vitest'
import { withRole } from '../../../src/db/migrate.ts'
import { useDatabase } from '../../support/database.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2013, 2018)

/** A connection of the owner with an open transaction and a request in hs. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client(withRole(database.urls.admin, 'caserne_owner'))
  await client.connect()
  await client.query('begin')
  await client.query("select request.open(null, 'hs', '{intervention.modification}', null)")
  return client
}

async function insert(client: pg.Client, jour: string): Promise<string> {
  const { rows } = await client.query(
    `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
     values ($1, '10:00', $1, '11:00', 'Feu') returning numero`,
    [jour],
  )
  return rows[0].numero
}

async function waitUntilBlocked(): Promise<void> {
  const admin = await database.as('admin')
  for (;;) {
    const { rows } = await admin.query(
      "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
      [database.name],
    )
    if (rows.length > 0) return
  }
}

it('gives two transactions at the same time consecutive numbers, the second after the first', async () => {
  const [one, two] = [await begin(), await begin()]
  expect(await insert(one, '2018-02-01')).toBe('2018-001')
  const waiting = insert(two, '2018-03-01')
  await waitUntilBlocked()
  await one.query('commit')
  expect(await waiting).toBe('2018-002')
  await two.query('commit')
  await one.end()
  await two.end()
})

it('leaves no gap when the first of two is rolled back', async () => {
  const before = await begin()
  expect(await insert(before, '2017-01-01')).toBe('2017-001')
  await before.query('commit')
  const [one, two] = [await begin(), await begin()]
  expect(await insert(one, '2017-02-01')).toBe('2017-002')
  const waiting = insert(two, '2017-03-01')
  await waitUntilBlocked()
  await one.query('rollback')
  expect(await waiting).toBe('2017-002')
  await two.query('rollback')
  for (const client of [before, one, two]) await client.end()
})

it('counts separately in each year and each SIS', async () => {
  const client = await begin()
  expect(await insert(client, '2015-12-31')).toBe('2015-001')
  expect(await insert(client, '2016-01-01')).toBe('2016-001')
  expect(await insert(client, '2015-01-01')).toBe('2015-002')
  await client.query("select request.open(null, 'test', '{intervention.modification}', null)")
  expect(await insert(client, '2015-01-01')).toBe('2015-001')
  await client.query('rollback')
  await client.end()
})

it('writes three digits at least, more if needed', async () => {
  const client = await begin()
  const { rows } = await client.query(`
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
    select '2014-01-01', '10:00', '2014-01-01', '11:00', 'Feu' from generate_series(1, 1000) returning numero`)
  expect([rows[8].numero, rows[98].numero, rows[999].numero]).toEqual(['2014-009', '2014-099', '2014-1000'])
  await client.query('rollback')
  await client.end()
})
