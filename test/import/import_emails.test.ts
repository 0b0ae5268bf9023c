import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { importFile } from '../../src/import/import_file.ts'
import { useDatabase } from '../support/database.ts'
import { changeAccount, look, makeAccount } from '../support/users.ts'

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'caserne-import-'))
afterAll(() => rmSync(directory, { recursive: true }))

it('vouches for the e-mails of a file: an account that confirmed one is linked', async () => {
  const user = await makeAccount(database, { email: 'lou@example.org' })
  await changeAccount(database, 'lou@example.org', 'email_verified_at = now()')
  const file = join(directory, 'sapeurs.csv')
  writeFileSync(file, 'nom;prenom;incorporation;email\nImportée;Lou;2020-01-01;Lou@example.org\n')
  const client = await database.as('owner')
  const { faults } = await importFile({
    client,
    kind: 'sapeurs',
    sis: 'hs',
    file,
    dryRun: false,
    progress: () => undefined,
  })
  expect(faults).toEqual([])
  const linked = `select s.nom from auth.memberships m join app.sapeurs s on s.sis_key = m.sis_key and s.id = m.sapeur_id
                   where m.user_id = $1`
  expect(await look(database, linked, [user])).toBe('Importée')
})
