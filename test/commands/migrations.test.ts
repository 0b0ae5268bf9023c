import { beforeAll, describe, expect, it, vi } from 'vitest'
import { frozenMigrations, nextMigration } from '../../src/db/schema/releases.ts'
import { useDatabase } from '../support/database.ts'
import { inOrder } from '../support/in_order.ts'
import { migrateToRelease } from '../support/released_database.ts'
import { patience, useCommands } from './command_fixture.ts'

const database = useDatabase('template_empty')
const caserne = useCommands(() => ({ DATABASE_URL: database.urls.admin }))
const logins = () => {
  const { auth, api, worker } = database.urls
  return { AUTH_DATABASE_URL: auth, API_DATABASE_URL: api, WORKER_DATABASE_URL: worker, DATA_PORT: '0' }
}
const released = frozenMigrations()
const next = nextMigration()
const json = async (...args: string[]) => JSON.parse((await caserne([...args, '--json'])).said)

describe('a database of the last release', { ...patience, ...inOrder }, () => {
  beforeAll(async () => {
    expect((await caserne(['migrate', 'status'])).said).toContain('La base est vide')
    expect((await caserne(['migrate', 'plan'])).said).toContain('La base est vide')
    await migrateToRelease(database.urls.admin)
  }, 60_000)

  it('has its migration, and the next one waits, for which running servers suit', async () => {
    const { code, said } = await caserne(['migrate', 'status'])
    expect(said).toMatch(/^000001\.sql {2}0\.1\.0 +faite le 20\d\d-\d\d-\d\d à \d\d:\d\d UTC\n/)
    expect(said.split('\n')[released.length]).toMatch(new RegExp(`^${next} .* attend$`))
    expect(said).toContain(
      'Les serveurs en marche conviennent, pendant la migration et après (0 connexions ouvertes).',
    )
    expect(code).toBe(0)
  })

  it('gets a plan of what is locked, and is not changed by it', async () => {
    const plan = await json('migrate', 'plan')
    expect(plan.migrations).toEqual([next])
    const table = (name: string) => plan.tables.find((each: { table: string }) => each.table === name)
    expect(table('app.sis')).toMatchObject({
      lock: 'AccessExclusiveLock',
      blocksReads: true,
      rewritten: false,
    })
    expect(table('app.sis').heldMs).toBeGreaterThan(0)
    expect(table('app.sis').heldMs).toBeLessThanOrEqual(plan.durationMs)
    // New tables hold up nobody.
    expect(table('request.remplissages')).toBeUndefined()
    const { migrations } = await json('migrate', 'status')
    const applied = migrations.filter((each: { appliedAt: string | null }) => each.appliedAt !== null)
    expect(applied.map(({ name }: { name: string }) => name)).toEqual(released)
  })

  it('shows the statements alone', async () => {
    const { said } = await caserne(['migrate', 'plan', '--sql'])
    expect(said).toContain(`-- ${next}\n`)
    expect(said).toContain('lock table ')
    expect(said).not.toContain('--! Hash')
  })

  it('gets a plan beside running servers only with --live', async () => {
    await database.as('api')
    const { code, said } = await caserne(['migrate', 'plan'])
    expect(said).toContain('Des serveurs utilisent cette base')
    expect(code).toBe(1)
    expect((await caserne(['migrate', 'plan', '--live'])).said).toContain('lectures et écritures attendent')
  })

  it('is migrated once a session that held a table lets it go', async () => {
    const holder = await database.as('admin')
    await holder.query('begin; lock app.sis in access share mode')
    const up = caserne(['migrate', 'up'])
    const waiting =
      "select from pg_locks where not granted and mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())"
    await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), { timeout: 30_000 })
    await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(0), { timeout: 30_000 })
    await holder.query('rollback')
    expect(await up).toEqual({
      code: 0,
      said: 'Une autre session retient ce que la migration change : nouvel essai (encore 4).\nLa base est à jour.\n',
    })
    expect((await caserne(['migrate', 'status'])).said).toContain(
      'La base est à jour ; la version juste avant',
    )
    expect((await caserne(['migrate', 'plan'])).said).toBe('Aucune migration n’attend.\n')
  })

  it('is migrated beside a worker that holds its queue', async () => {
    const worker = await database.as('admin')
    await worker.query('begin; lock table graphile_worker._private_jobs in row exclusive mode')
    expect(await caserne(['migrate', 'up'])).toEqual({ code: 0, said: 'La base est à jour.\n' })
    await worker.query('rollback')
  })

  it('whose migration has another text is reported as such by every command', async () => {
    const owner = await database.as('owner')
    const { rows } = await owner.query(
      `with text as (delete from graphile_migrate.current returning content)
       update graphile_migrate.migrations m set hash = 'sha1:autre' from text
        where m.filename = $1 returning m.hash, text.content`,
      [next],
    )
    const said = new RegExp(`un autre texte de la migration ${next} que celui de ce programme`)
    expect((await json('migrate', 'status')).migrations.at(-1)).toMatchObject({
      outdated: true,
      foreign: true,
    })
    for (const command of [
      'migrate status',
      'migrate plan',
      'migrate up',
      'doctor',
      'serve data',
      'worker',
    ]) {
      const outcome = await caserne(command.split(' '), { env: logins() })
      expect([command, outcome.said]).toEqual([command, expect.stringMatching(said)])
      expect(outcome.said).not.toMatch(/à jour|Lancez/)
      expect([command, outcome.code]).toEqual([command, command === 'migrate status' ? 0 : 1])
    }
    // A later program keeps the text, and goes on from there.
    await owner.query('insert into graphile_migrate.current (filename, content) values ($1, $2)', [
      next,
      rows[0]?.content,
    ])
    expect((await caserne(['migrate', 'up'])).said).toBe('La base est à jour.\n')
  })

  it('tells a program older than the database', async () => {
    await (
      await database.as('owner')
    ).query(`insert into graphile_migrate.migrations (hash, previous_hash, filename)
      select 'sha1:next', hash, '999999.sql' from graphile_migrate.migrations order by filename desc limit 1`)
    expect((await caserne(['migrate', 'status'])).said).toMatch(
      /999999\.sql +version plus récente[\s\S]*d’une version plus récente/,
    )
  })
})
