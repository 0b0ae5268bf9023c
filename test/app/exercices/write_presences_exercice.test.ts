import pg from 'pg'
import { expect, it } from 'vitest'
import { untilBlocked } from '../../support/calls.ts'
import { useDatabase } from '../../support/database.ts'
import { plant } from '../../support/table.ts'
import { useYears } from '../../support/years.ts'

const database = useDatabase()
useYears(database, 2019, 2019)

/** A tablet that may only write presences, with an open transaction in hs. */
async function tablet(): Promise<pg.Client> {
  const client = new pg.Client(database.urls.api)
  await client.connect()
  await client.query('begin')
  await client.query("select request.open(null, 'hs', '{exercice.presence}', null)")
  return client
}

it('makes a second tablet wait before its first row, so that the two cannot deadlock and both results stay', async () => {
  await plant(
    database,
    `with e as (
       insert into app.exercices (designation, date, heure, duree) values ('Feu', '2019-03-14', '19:30', 120) returning id
     )
     insert into app.exercice_sapeurs (exercice_id, sapeur_id)
     select e.id, s.id from e, (select id from app.sapeurs order by id limit 2) s`,
  )
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select exercice_id, array_agg(sapeur_id order by sapeur_id) as ids from app.exercice_sapeurs where sis_key = 'hs' and exercice_id = (select max(id) from app.exercices where sis_key = 'hs') group by 1",
  )
  const { exercice_id: id, ids } = rows[0]
  const write = async (client: pg.Client, ...lines: object[]) => {
    const statement = 'select app.write_presences_exercice($1, $2) as statut'
    return (await client.query(statement, [id, JSON.stringify(lines)])).rows[0].statut
  }
  const [anne, bob] = [{ sapeur_id: Number(ids[0]) }, { sapeur_id: Number(ids[1]) }]
  const [one, two] = [await tablet(), await tablet()]
  expect(await write(one, { ...anne, present: true })).toBe(1)
  const waiting = write(two, { ...bob, present: true })
  await untilBlocked(database)
  expect(await write(one, { ...bob, absent: true })).toBe(2)
  await write(one, { ...bob, absent: false })
  await one.query('commit')
  expect(await waiting).toBe(2)
  await two.query('commit')
  for (const client of [one, two]) await client.end()
  const written = await admin.query(
    "select present, absent from app.exercice_sapeurs where sis_key = 'hs' and exercice_id = $1",
    [id],
  )
  expect(written.rows).toEqual(Array(2).fill({ present: true, absent: false }))
})
