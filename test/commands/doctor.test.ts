import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)
const well = 'La base est à jour.\nRien ne reste à interdire par un superutilisateur.\n'

it('says that all is well, and ends', patience, async () => {
  expect(await byProgram(['doctor'])).toEqual({ code: 0, said: well })
})

it(
  'prints the SQL against what a superuser has not forbidden, which may be run as it stands',
  patience,
  async () => {
    const admin = await database.as('admin')
    await admin.query(
      'grant execute on function pg_catalog.lo_create(oid), pg_catalog.lo_creat(integer) to public',
    )
    const { code, said } = await run(['doctor'])
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('-- Tout login peut créer de grands objets (lo_create)\n'),
    ])
    await admin.query(said)
    expect(await run(['doctor'])).toEqual({ code: 0, said: well })
  },
)

it('names the mailboxes that nobody reads, and ends with 1', patience, async () => {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `insert into app.messageries (sis_key, host, port, utilisateur, mot_de_passe, created_at)
     values ('hs', 'imap.example.org', 993, 'x', '', now() - interval '1 day'), ('hs', 'neuve.example.org', 993, 'x', '', now())
     returning id`,
  )
  const [{ id }] = rows
  await admin.query(
    "update jobs.releves set active_since = now() - interval '1 day' where messagerie_id = $1",
    [id],
  )
  await admin.query(
    "update jobs.releves set last_success_at = now() - interval '5 minutes' where messagerie_id = $1",
    [id],
  )
  expect(await run(['doctor'])).toEqual({
    code: 1,
    said: `${well}Messagerie ${id} (hs, imap.example.org) : personne ne la lit depuis 5 minutes.\n`,
  })
})
