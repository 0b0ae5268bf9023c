import { expect, it } from 'vitest'
import { partsOf } from '../../src/worker/releves/messagerie_key.ts'
import { asSomeone } from '../support/database.ts'
import { startScriptedImap } from '../support/scripted_imap.ts'
import { allPermissions, outcome } from '../support/table.ts'
import { useMailboxes } from '../worker/releves/messageries_fixture.ts'
import { useAnalysts } from './analyste_fixture.ts'

const { connect, database } = useAnalysts()
const { read, add, ledger, releve } = useMailboxes(database)

// Former lock names, which may return: anyone can compute their keys, or read them in pg_locks.
const names = `('app.messageries'), ('graphile_worker'), ('jobs.set_instance_messagerie'), ('app.groupes'),
               ('app.intervention_sapeurs'), ('api.create_messagerie'), ('auth.users')`
const writing: [login: 'api' | 'owner', what: string, statement: string][] = [
  [
    'api',
    'a presence',
    `select app.write_lignes('sapeurs', i.intervention_id, json_build_array(json_build_object('sapeur_id', i.sapeur_id,
              'debut', i.fin + interval '1 hour', 'fin', i.fin + interval '2 hours'))::jsonb)
       from app.intervention_sapeurs i order by i.id limit 1`,
  ],
  [
    'api',
    'a group',
    'update app.groupes set parent_id = (select min(id) from app.groupes) where id = (select max(id) from app.groupes)',
  ],
  [
    'api',
    'a mailbox',
    `select api.create_messagerie('{"host":"x","user":"x","password":"AA==","senders":["x@example.org"]}')`,
  ],
  [
    'owner',
    'an account',
    'update auth.users set disabled_at = now() where id = (select max(id) from auth.users where not is_admin)',
  ],
  ['owner', 'an administrator', 'update auth.users set is_admin = is_admin where is_admin'],
  [
    'owner',
    'the mailbox of the instance',
    `select jobs.set_instance_messagerie('{"host":"x","port":1,"securite":"tls","utilisateur":"x","dossier":"x","expediteurs":[]}', '\\x00')`,
  ],
]

it('an analyst with every advisory lock blocks nobody, where no superuser has revoked advisory locks', {
  timeout: 60_000,
}, async () => {
  const admin = await database.as('admin')
  await admin.query(
    `grant execute on function pg_catalog.pg_try_advisory_lock(bigint), pg_catalog.pg_try_advisory_lock(integer, integer) to public`,
  )
  const analyst = await connect('hs')
  const server = await startScriptedImap()
  server.deliver('Alarme')
  const key = await add(server.port)
  await analyst.query(
    `select pg_try_advisory_lock(hashtext(k.name), n.n), pg_try_advisory_lock(hashtext(k.name), hashtext('hs')),
            pg_try_advisory_lock(n.n::bigint), pg_try_advisory_lock(hashtext(k.name)::bigint)
       from (values ${names}) as k (name), generate_series(0, ${partsOf(key)[1] + 10}) as n (n)`,
  )
  const { rows } = await admin.query(
    "select oid from pg_class where relnamespace in ('app'::regnamespace, 'auth'::regnamespace)",
  )
  for (const { oid } of rows) await analyst.query('select pg_try_advisory_lock($1::bigint)', [oid])

  const reading = read()
  await reading.read(key)
  expect([await ledger(key), (await releve(key)).last_error]).toEqual([[[1, 'ignored']], null])
  // The worker's locks are not visible either, so nobody can wait for one.
  const held =
    "select from pg_locks where locktype = 'advisory' and pid <> (select pid from pg_stat_activity where usename = $1)"
  expect((await analyst.query(held, [analyst.user])).rowCount).toBe(0)
  for (const [login, what, statement] of writing) {
    const client = await database.as(login)
    await asSomeone(client, { sis: 'hs', permissions: allPermissions }, async () => {
      await client.query("set local lock_timeout = '2s'")
      expect([what, await outcome(client, statement)]).toEqual([what, 1])
    })
  }
  await reading.close()
  server.close()
})
