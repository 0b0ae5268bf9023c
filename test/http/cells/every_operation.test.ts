import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { everything, lists } from '../../attacks/graphql_everything.ts'
import { type Outcome, useCommandLine } from '../../support/command_line.ts'
import type { TestServers } from '../../support/servers.ts'
import { changeAccount, makeAccount } from '../../support/users.ts'
import { operations } from '../every_operation/schema.ts'
import { countFrom } from '../samples/sample.ts'
import { patience, seen, useOneAndTwo } from './one_and_two_fixture.ts'

const { one, two, cells, accounts } = useOneAndTwo()

// A SIS that has moved counts its journal on from far ahead. Some samples count for themselves.
const DIFFERENT: Record<string, RegExp> = {
  list_journal: /"id":\d+/g,
  get_mes_donnees: /"id":\d+|"changed_in":"\d+"/g,
  create_amende: /"rang":\d+/g,
  update_amende: /"rang":\d+/g,
  create_exercice_comptable: /21\d\d/g,
  update_exercice_comptable: /21\d\d/g,
  list_sapeur_telephones: /\d{4}"/g,
  create_sapeur_telephone: /\d{4}"/g,
  update_sapeur_telephone: /\d{4}"/g,
}

describe('over two cells and over one database', () => {
  it('every list of GraphQL answers the same, with all that it leads to', { timeout: patience }, async () => {
    for (const list of lists) {
      const ask = async ({ servers }: typeof one) => {
        const body = { query: everything(list) }
        const {
          status,
          headers,
          body: found,
        } = await servers.data('/graphql', {
          method: 'POST',
          as: 'commandant@example.org',
          sis: 'hs',
          body,
        })
        return seen({ status, headers: Object.fromEntries(headers), body: found })
      }
      const [there, here] = [await ask(one), await ask(two)]
      expect([list, here]).toEqual([list, there])
    }
  })

  it('every operation of the data API answers the same', { timeout: patience }, async () => {
    const others: unknown[] = []
    for (const [nth, operation] of operations.entries()) {
      const ask = async (doors: typeof one) => {
        countFrom(100 * nth)
        const sample = await doors.sampleOf(operation)
        const reply = await doors.knock(operation, sample)
        return seen(reply, DIFFERENT[operation.id])
      }
      const [there, here] = [await ask(one), await ask(two)]
      if (JSON.stringify(here) !== JSON.stringify(there)) others.push([operation.id, there, here])
    }
    expect(others).toEqual([])
  })
})

describe('a file that is imported into a cell', () => {
  const directory = mkdtempSync(join(tmpdir(), 'caserne-cells-'))
  const file = join(directory, 'sapeurs.csv')
  afterAll(() => rmSync(directory, { recursive: true }))
  const run = useCommandLine()
  const addresses = [() => one.database.urls.admin, () => cells.second().urls.admin]
  const importBoth = async () => {
    const said: unknown[] = []
    for (const url of addresses)
      said.push(await run(['import', 'sapeurs', file, '--sis', 'hs'], { env: { DATABASE_URL: url() } }))
    expect(said[1]).toEqual(said[0])
    return said[0] as Outcome
  }
  const people = (servers: TestServers) =>
    servers.data('/api/v2/sapeurs', { as: 'admin@example.org', sis: 'hs' })

  it('makes the same people, and gives the accounts with their e-mails to them', async () => {
    for (const database of [one.database, accounts]) {
      await makeAccount(database, { email: 'lou@example.org' })
      await changeAccount(database, 'lou@example.org', 'email_verified_at = now()')
    }
    writeFileSync(file, 'nom;prenom;incorporation;email\nImportée;Lou;2020-01-01;lou@example.org\n')
    expect(await importBoth()).toMatchObject({ code: 0 })
    // Ids go on further ahead in a cell that SIS have moved to.
    const named = async (servers: TestServers) =>
      (await people(servers)).body.data.map(({ nom_prenom }: { nom_prenom: string }) => nom_prenom)
    expect(await named(two.servers)).toEqual(await named(one.servers))
    const linked = `select count(*)::int as n from auth.memberships m join auth.users u on u.id = m.user_id
                     where u.email = 'lou@example.org' and m.sis_key = 'hs' and m.sapeur_id is not null`
    for (const database of [one.database, accounts])
      await expect
        .poll(async () => (await (await database.as('admin')).query(linked)).rows, { timeout: 10_000 })
        .toEqual([{ n: 1 }])
  })

  it('is refused with the same faults', async () => {
    writeFileSync(file, 'nom;prenom;incorporation\n;Lou;2020-01-01\nRien;;hier\n')
    expect(await importBoth()).toMatchObject({
      code: 1,
      said: expect.stringContaining('Rien n’a été importé.'),
    })
  })
})
