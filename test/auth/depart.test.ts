import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { look, makeAccount } from '../support/users.ts'

const database = useDatabase()
let number = 0
let user = 0
let sapeur = 0
beforeEach(async () => {
  number += 1
  user = await makeAccount(database, { email: `essai.${number}@example.org` })
  sapeur = Number(
    await look(
      database,
      `with s as (insert into app.sapeurs (sis_key, nom, prenom) values ('hs', $1, 'Léa') returning id),
            m as (insert into app.mutations (sis_key, sapeur_id, incorporation) select 'hs', id, '2015-01-01' from s)
       select id from s`,
      [`Essai ${number}`],
    ),
  )
})

const link = 'insert into auth.memberships (sis_key, user_id, sapeur_id) values ($1, $2, $3)'
const end = "update app.mutations set sortie = '2020-12-31' where sis_key = $1 and sapeur_id = $2"
const left = () => look(database, 'select parti_at::text from auth.memberships where user_id = $1', [user])
const midnight = () => look(database, "select '2020-12-31 23:00Z'::timestamptz::text")

async function write(client: pg.Client): Promise<void> {
  await client.query("select request.open(null, 'hs', '{sapeur.lecture,sapeur.modification}', null)")
}

it('records a link that the operator makes at their prompt, outside any request', async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await write(owner)
  await owner.query(end, ['hs', sapeur])
  await owner.query('commit')
  await owner.query(link, ['hs', user, sapeur])
  expect(await left()).toBe(await midnight())
  // The request is unchanged.
  expect((await owner.query('select request.sis_key() as key')).rows).toEqual([{ key: null }])
})

it.each(['link', 'end'] as const)(
  'handles a link and an end of service at the same time, first the %s',
  async (first) => {
    const owner = await database.as('owner')
    const other = new pg.Client(database.urls.admin)
    await other.connect()
    const acts = { link: [link, ['hs', user, sapeur]], end: [end, ['hs', sapeur]] } as const
    const [before, after] = first === 'link' ? [acts.link, acts.end] : [acts.end, acts.link]
    await owner.query('begin')
    await write(owner)
    await owner.query(before[0], [...before[1]])
    await other.query('begin')
    await write(other)
    const second = other.query(after[0], [...after[1]])
    await untilBlocked(database)
    await owner.query('commit')
    await second
    await other.query('commit')
    await other.end()
    expect(await left()).toBe(await midnight())
  },
)

it('leaves the open request unchanged', async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query("select request.open(7, 'hs', '{sapeur.lecture,sapeur.modification}', 3)")
  await owner.query(end, ['hs', sapeur])
  const { rows } = await owner.query('select request.opened() as opened')
  await owner.query('rollback')
  expect(rows).toEqual([{ opened: ['7', 'hs', 'sapeur.lecture,sapeur.modification', '3'] }])
})

it('does not write the departure to the journal, only the mutation', async () => {
  await look(database, link, ['hs', user, sapeur])
  const count = "select count(*)::integer from audit.journal where ressource = 'memberships'"
  const before = await look(database, count)
  await look(database, end, ['hs', sapeur])
  expect([await left(), await look(database, count)]).toEqual([await midnight(), before])
})
