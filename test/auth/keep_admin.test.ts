import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { withRole } from '../../src/db/migrate.ts'
import { askAs, call, refusalText, untilBlocked } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { idOf, look, makeAccount } from '../support/users.ts'

const database = useDatabase()
const last = 'PT409 Il doit rester au moins un administrateur'
const admin = 'admin@example.org'
const second = 'second@example.org'

/**
 * Runs a statement as the owner, like an operator at their prompt; returns the number of changed rows, or the
 * refusal.
 */
async function run(statement: string, client?: pg.Client): Promise<unknown> {
  const owner = client ?? (await database.as('owner'))
  return await owner.query(statement).then(({ rowCount }) => rowCount, refusalText)
}

const administrators = () =>
  look(
    database,
    'select coalesce(jsonb_agg(email order by email), $1) from auth.users where is_admin and disabled_at is null',
    ['[]'],
  )
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const ownerUrl = () => withRole(database.urls.admin, 'caserne_owner')

beforeEach(async () => {
  await look(
    database,
    `insert into auth.users (name, email, password_hash, is_admin) values ('Administration', $1, '!', true)
     on conflict (lower(email)) do update set is_admin = true, disabled_at = null, tokens_valid_from = '-infinity'`,
    [admin],
  )
  await look(database, 'delete from auth.users where is_admin and email <> $1', [admin])
})

const ofAdmin = `where email = '${admin}'`

const ways: [string, string][] = [
  ['demoted', 'update auth.users set is_admin = false'],
  ['disabled', 'update auth.users set disabled_at = now()'],
  ['disabled and demoted', 'update auth.users set disabled_at = now(), is_admin = false'],
  ['deleted', 'delete from auth.users'],
]

describe('the last administrator', () => {
  it.each(ways)('is not %s', async (_how, change) => {
    expect(await run(`${change} ${ofAdmin}`)).toBe(last)
    expect(await administrators()).toEqual([admin])
  })

  it('counts as the last even when there are disabled administrators', async () => {
    await makeAccount(database, { email: 'fermee@example.org', admin: true })
    expect(await run("update auth.users set disabled_at = now() where email = 'fermee@example.org'")).toBe(1)
    for (const [, change] of ways) expect(await run(`${change} ${ofAdmin}`)).toBe(last)
    expect(await run("delete from auth.users where email = 'fermee@example.org'")).toBe(1)
  })

  it('may be changed in other fields, and set to administrator again', async () => {
    expect(
      await run(`update auth.users set name = name || '.', is_admin = true, disabled_at = null ${ofAdmin}`),
    ).toBe(1)
    expect(await administrators()).toEqual([admin])
  })

  it('stays when the administrator themselves, or the operator, removes the flag', async () => {
    const auth = await database.as('auth')
    const id = await idOf(database, admin)
    for (const body of [
      { admin: false },
      { disabled: true },
      { name: 'Autre nom', admin: false, disabled: true },
    ])
      expect(await askAs(auth, id, null, 'update_user', id, body)).toBe(last)
    const owner = await database.as('owner')
    expect(await call(owner, 'set_admin', admin, false)).toBe(last)
    expect(await call(owner, 'set_disabled', admin, true)).toBe(last)
    expect(await administrators()).toEqual([admin])
    expect(await look(database, `select tokens_valid_from::text from auth.users ${ofAdmin}`)).toBe(
      '-infinity',
    )
  })
})

describe('of two administrators', () => {
  beforeEach(async () => {
    await look(database, 'delete from auth.users where email = $1', [second])
    await makeAccount(database, { email: second, admin: true })
  })

  it.each(ways)('one may be %s, but not the other afterwards', async (_how, change) => {
    expect(await run(`${change} where email = '${second}'`)).toBe(1)
    expect(await run(`${change} ${ofAdmin}`)).toBe(last)
    expect(await administrators()).toEqual([admin])
  })

  it.each(ways)('they are not both %s by one statement', async (_how, change) => {
    expect(await run(`${change} where is_admin`)).toBe(last)
    expect(await run(change)).toBe(last)
    expect(await administrators()).toEqual([admin, second])
  })

  it('they are not both removed by two statements of one transaction', async () => {
    const owner = await database.as('owner')
    await owner.query('begin')
    expect(await run(`update auth.users set is_admin = false ${ofAdmin}`)).toBe(1)
    expect(await run(`delete from auth.users where email = '${second}'`)).toBe(last)
    await owner.query('rollback')
    expect(await administrators()).toEqual([admin, second])
  })

  it('one may hand over to the other in one statement', async () => {
    await run(`update auth.users set is_admin = false where email = '${second}'`)
    const swap = `update auth.users set is_admin = not is_admin where email in ('${admin}', '${second}')`
    expect(await run(swap)).toBe(2)
    expect(await administrators()).toEqual([second])
  })

  it.each(ways.flatMap(([how, one]) => ways.map(([other, two]) => [how, other, one, two])))(
    'one stays when one is %s and the other %s at the same time',
    async (_how, _other, one = '', two = '') => {
      const [first, then] = [await connect(ownerUrl()), await connect(ownerUrl())]
      await first.query('begin')
      expect(await run(`${one} ${ofAdmin}`, first)).toBe(1)
      const answer = run(`${two} where email = '${second}'`, then)
      await untilBlocked(database)
      await first.query('commit')
      expect(await answer).toBe(last)
      for (const client of [first, then]) await client.end()
      expect(await administrators()).toEqual([second])
    },
  )

  it('one stays when they remove each other at the same time', async () => {
    const [one, two] = [await connect(database.urls.auth), await connect(database.urls.auth)]
    const ids = [await idOf(database, admin), await idOf(database, second)] as const
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        askAs(one, ids[0], null, 'update_user', ids[1], { admin: false }),
        askAs(two, ids[1], null, 'update_user', ids[0], { admin: false }),
      ])
      expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
      expect(await administrators()).toHaveLength(1)
      await look(
        database,
        "update auth.users set is_admin = true, tokens_valid_from = '-infinity' where id = any ($1)",
        [ids],
      )
    }
    await one.end()
    await two.end()
  })
})
