import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../faults/own_postgres.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

// These rights concern the whole cluster: no other test may change them meanwhile.
let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startOwnPostgres()
}, 120_000)
afterAll(() => postgres.remove())

const settings = () => ({ DATABASE_URL: postgres.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)
const well = 'La base est à jour.\nRien ne reste à interdire par un superutilisateur.\n'

it('reports that all is well, and ends', patience, async () => {
  expect(await byProgram(['doctor'])).toEqual({ code: 0, said: well })
})

it('prints SQL that a superuser can run against every missing wall', patience, async () => {
  await postgres.rows(
    'grant execute on function pg_catalog.lo_create(oid), pg_catalog.lo_creat(integer) to public',
  )
  const { code, said } = await run(['doctor'])
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('-- Tout login peut créer de grands objets (lo_create)\n'),
  ])
  await postgres.rows(said)
  expect(await run(['doctor'])).toEqual({ code: 0, said: well })
})

it('names analysts who may fill the server’s disk, with the SQL that limits them', patience, async () => {
  await postgres.rows('create role sans_limite login in role caserne_analyst')
  const { code, said } = await run(['doctor'])
  expect([code, said]).toEqual([
    0,
    expect.stringContaining("alter role sans_limite set log_min_messages = 'fatal';\n"),
  ])
  await postgres.rows(said)
  expect(await run(['doctor'])).toEqual({ code: 0, said: well })
})

it('names the mailboxes that no worker reads, and ends with 1', patience, async () => {
  const rows = await postgres.rows(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, created_at)
     values ('hs', 'imap.example.org', 993, 'x', '', now() - interval '1 day'), ('hs', 'neuve.example.org', 993, 'x', '', now())
     returning id`,
  )
  const id = rows[0]?.id
  await postgres.rows(
    "update jobs.releves set active_since = now() - interval '1 day' where messagerie_id = $1",
    [id],
  )
  await postgres.rows(
    "update jobs.releves set last_success_at = now() - interval '5 minutes' where messagerie_id = $1",
    [id],
  )
  expect(await run(['doctor'])).toEqual({
    code: 1,
    said: `${well}Messagerie ${id} (hs, imap.example.org) : personne ne la lit depuis 5 minutes.\n`,
  })
})
