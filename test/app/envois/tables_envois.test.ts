import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, outcome } from '../../support/table.ts'

const database = useDatabase()

describe('app.webhooks', () => {
  askTable(database, {
    table: 'webhooks',
    seed: "insert into app.webhooks (url, secret, evenements) values ('https://sms.example.org', '\\x00', '{alarme}')",
    read: ['sis.config'],
    add: {
      with: ['sis.config'],
      row: {
        url: "'https://sms.example.org/caserne'",
        secret: "'\\x00'::bytea",
        evenements: "'{reponse}'::text[]",
        actif: 'true',
      },
    },
    change: {
      with: ['sis.config'],
      columns: ['url', 'secret', 'evenements', 'actif', 'user_id', 'echec_depuis', 'raison'],
      set: "actif = false, raison = ''",
    },
    remove: { with: ['sis.config'] },
  })
})

describe('app.envois', () => {
  askTable(database, {
    table: 'envois',
    seed: "insert into app.envois (lot, evenement, canal, contenu) values ('effectif', 'effectif', 'webhook', '{}')",
    read: ['intervention.lecture', 'intervention.modification'],
    add: {
      by: 'owner',
      with: ['sis.config'],
      row: { lot: "'alarme'", evenement: "'alarme'", canal: "'email'", token_hash: "sha256('a')" },
    },
    change: { by: 'owner', with: ['sis.config'], columns: ['etat'], set: "etat = 'remis'" },
    remove: { by: 'owner', with: ['sis.config'] },
  })

  it('shows neither content nor links to the data server', async () => {
    const api = await database.as('api')
    for (const column of ['contenu', 'token_hash', 'lot'])
      await expect(api.query(`select ${column} from app.envois`)).rejects.toThrow('permission denied')
  })
})

describe('app.appareils', () => {
  const table = 'appareils'
  const accounts: number[] = []
  // Runs a statement as an account in hs with every permission, and takes it back.
  const as = async (user: number | null, text: string, role: 'api' | 'owner' = 'api', sis = 'hs') => {
    const client = await database.as(role)
    await client.query('begin')
    await client.query('select request.open($1, $2, $3, null)', [user, sis, allPermissions])
    const result = await outcome(client, text)
    await client.query('rollback')
    return result
  }
  const insert = (user: string) =>
    `insert into app.appareils (${user ? 'user_id, ' : ''}type, designation) values (${user}'email', 'Courriel')`

  beforeAll(async () => {
    const admin = await database.as('admin')
    const { rows } = await admin.query<{ id: string }>('select id from auth.users order by id limit 2')
    accounts.push(...rows.map(({ id }) => Number(id)))
    for (const sis of ['hs', 'test'])
      for (const user of accounts)
        await admin.query(
          "insert into app.appareils (sis_key, user_id, type, empreinte, abonnement) values ($1, $2, 'webpush', sha256($3), '\\x00')",
          [sis, user, `${sis} ${user}`],
        )
  })

  it('shows and gives each account its own devices of the SIS only, whatever its permissions', async () => {
    const [one = 0] = accounts
    for (const text of [
      `select id from app.${table}`,
      "update app.appareils set designation = 'x'",
      `delete from app.${table}`,
    ]) {
      expect([text, await as(one, text)]).toEqual([text, 1])
      expect([text, await as(0, text)]).toEqual([text, 0])
      expect([text, await as(null, text)]).toEqual([text, 0])
      expect([text, await as(one, text, 'api', 'ailleurs')]).toEqual([text, 0])
    }
  })

  it('takes devices of the caller only, and hides their subscription', async () => {
    const [one = 0, other = 0] = accounts
    expect(await as(one, insert(''))).toBe(1)
    expect(await as(null, insert(''))).toBe('42501')
    expect(await as(one, insert(`${other}, `), 'owner')).toBe('42501')
    for (const text of ['select abonnement from app.appareils', insert(`${one}, `)])
      expect([text, await as(one, text)]).toEqual([text, '42501'])
  })

  it('lets the worker, in nobody’s name, see and remove devices of one SIS', async () => {
    expect(await as(null, 'select abonnement from app.appareils', 'owner')).toBe(2)
    expect(await as(null, `delete from app.${table}`, 'owner')).toBe(2)
    expect(await as(null, "update app.appareils set designation = 'x'", 'owner')).toBe(0)
  })
})
