import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const clients: pg.Client[] = []
beforeAll(async () => {
  for (let n = 0; n < 3; n++) clients.push(new pg.Client(database.urls.api))
  await Promise.all(clients.map((each) => each.connect()))
})
afterAll(() => Promise.all(clients.map((each) => each.end())))

const ofSapeur = '(select min(id) from app.sapeurs)'
const inserts = {
  exercices_comptables: `(annee, designation, debut, fin) values (1950, '1950', '1950-01-01', '1950-12-31')`,
  mutations: `(sapeur_id, incorporation, sortie) values (${ofSapeur}, '1950-01-01', '1950-12-31')`,
  sapeur_grades: `(sapeur_id, grade_id, debut, fin)
    values (${ofSapeur}, (select min(id) from app.grades), '1950-01-01', '1950-12-31')`,
  sapeur_fonctions: `(sapeur_id, fonction_id, debut, fin)
    values (${ofSapeur}, (select min(id) from app.fonctions), '1950-01-01', '1950-12-31')`,
}

it.each(Object.entries(inserts))(
  'accepts one of two overlapping rows of %s without a deadlock, after a third was rolled back',
  async (table, row) => {
    const [failing, ...waiting] = clients as [pg.Client, ...pg.Client[]]
    const insert = async (client: pg.Client) => {
      await client.query('begin')
      await client.query("select request.open(null, 'hs', '{comptabilite.config,sapeur.modification}', null)")
      await client.query(`insert into app.${table} ${row}`)
    }
    const outcome = async (client: pg.Client) => {
      const said = await insert(client).then(
        () => 'inserted',
        ({ code }: pg.DatabaseError) => code,
      )
      await client.query('commit')
      return said
    }
    await insert(failing)
    const outcomes = Promise.all(waiting.map(outcome))
    await untilBlocked(database, waiting.length)
    await failing.query('rollback')
    expect((await outcomes).toSorted()).toEqual(['23P01', 'inserted'])
  },
)
