import express from 'express'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { checkDatabase, listen } from '../../src/http/server/listening.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const empty = useDatabase('template_empty')

const pools: pg.Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url })
  pools.push(pool)
  return pool
}

const check = (url: string) => checkDatabase(poolOf(url))
const refusal = (...faults: string[]) =>
  `Refus de démarrer :\n${faults.map((fault) => `  ${fault}`).join('\n')}`

/** A login of this test, in the group of caserne_api; dropped with all it owns. */
async function withLogin(options: string, work: (name: string, url: string) => Promise<void>): Promise<void> {
  const admin = await database.as('admin')
  const name = `essai_${database.name.slice(5)}`
  await admin.query(`create role ${name} login password 'essai' ${options}`)
  await admin.query(`grant connect on database ${database.name} to ${name}`)
  try {
    const url = Object.assign(new URL(database.urls.api), { username: name, password: 'essai' }).href
    await work(name, url)
  } finally {
    await Promise.all(pools.splice(0).map((pool) => pool.end()))
    await admin.query(`drop owned by ${name}`)
    await admin.query(`drop role ${name}`)
  }
}

describe('a database is served', () => {
  it('as caserne_api and as caserne_auth', async () => {
    await expect(check(database.urls.api)).resolves.toBeUndefined()
    await expect(check(database.urls.auth)).resolves.toBeUndefined()
  })

  it('as another login with the rights of caserne_api', async () => {
    await withLogin('in role caserne_api', async (_name, url) => {
      await expect(check(url)).resolves.toBeUndefined()
    })
  })
})

describe('a database whose migrations are ahead', () => {
  it('is served: a server stays ready during the upgrade to the next version', async () => {
    const owner = await database.as('owner')
    await owner.query(`insert into graphile_migrate.migrations (hash, previous_hash, filename)
      select 'sha1:next', hash, '999999.sql' from graphile_migrate.migrations order by filename desc limit 1`)
    await expect(check(database.urls.api)).resolves.toBeUndefined()
    await owner.query("delete from graphile_migrate.migrations where filename = '999999.sql'")
  })
})

describe('a database is not served', () => {
  const lagging =
    'La base de données n’est pas à jour. Lancez : npm run caserne -- migrate (--bootstrap la première fois)'

  it('when it has no schema, and the error names the command', async () => {
    await expect(check(empty.urls.api)).rejects.toThrow(lagging)
  })

  it('when migrations are pending', async () => {
    const owner = await database.as('owner')
    const newest = 'where filename = (select max(filename) from graphile_migrate.migrations)'
    await owner.query(`update graphile_migrate.migrations set hash = 'x' || hash ${newest}`)
    await expect(check(database.urls.api)).rejects.toThrow(lagging)
    await owner.query(`update graphile_migrate.migrations set hash = substr(hash, 2) ${newest}`)
  })

  it('as a superuser', async () => {
    const user = decodeURIComponent(new URL(database.urls.admin).username)
    await expect(check(database.urls.admin)).rejects.toThrow(`le rôle ${user} est superutilisateur`)
  })

  it('as a role that bypasses the policies', async () => {
    await withLogin('bypassrls in role caserne_api', async (name, url) => {
      await expect(check(url)).rejects.toThrow(
        refusal(`le rôle ${name} contourne les politiques (bypassrls)`),
      )
    })
  })

  it('as a role that can become the owner or the worker', async () => {
    await withLogin('in role caserne_api, caserne_worker', async (name, url) => {
      await expect(check(url)).rejects.toThrow(refusal(`le rôle ${name} peut devenir caserne_worker`))
    })
    await withLogin('in role caserne_owner', async (name, url) => {
      await expect(check(url)).rejects.toThrow(`le rôle ${name} peut devenir caserne_owner`)
    })
  })

  it('as a role that owns objects in it', async () => {
    await withLogin('in role caserne_api', async (name, url) => {
      const admin = await database.as('admin')
      await admin.query(`create table app.carnet (); alter table app.carnet owner to ${name};
        alter table app.carnet enable row level security; alter table app.carnet force row level security`)
      await expect(check(url)).rejects.toThrow(refusal(`le rôle ${name} possède table app.carnet`))
    })
  })

  it('with tables without policies, or with policies that do not bind the owner: each table is named', async () => {
    const owner = await database.as('owner')
    await owner.query('create table app.libre ()')
    await owner.query('alter table app.alarmes no force row level security')
    for (const url of [database.urls.api, database.urls.auth])
      for (const table of ['alarmes', 'libre'])
        await expect(check(url)).rejects.toThrow(`la table app.${table} n’a pas de politiques forcées`)
    await owner.query('drop table app.libre; alter table app.alarmes force row level security')
    await expect(check(database.urls.api)).resolves.toBeUndefined()
  })
})

describe('listening', () => {
  it('on port 0 takes a free port and reports it', async () => {
    const app = express().get('/', (_req, res) => void res.send('oui'))
    const server = await listen(app, { host: '127.0.0.1', port: 0, variable: 'DATA_PORT' })
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } })
    expect(await response.text()).toBe('oui')
    await server.close()
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
  })

  it('on a port that is taken fails with the variable to change', async () => {
    const first = await listen(express(), { host: '127.0.0.1', port: 0, variable: 'DATA_PORT' })
    await expect(
      listen(express(), { host: '127.0.0.1', port: first.port, variable: 'AUTH_PORT' }),
    ).rejects.toThrow(
      `Le port ${first.port} est déjà pris. Choisissez-en un autre : AUTH_PORT=… (ou PORT=… pour les déplacer tous)`,
    )
    await first.close()
  })

  it('lets running requests end before it closes', async () => {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const app = express().get('/', async (_req, res) => {
      reached.resolve()
      await held.promise
      res.send('à la fin')
    })
    const server = await listen(app, { host: '127.0.0.1', port: 0, variable: 'DATA_PORT' })
    const answer = fetch(`http://127.0.0.1:${server.port}/`, { headers: { connection: 'close' } })
    await reached.promise
    const closed = server.close()
    held.resolve()
    expect(await (await answer).text()).toBe('à la fin')
    await closed
  })
})
