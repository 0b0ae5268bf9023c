import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, inHs, outcome, permissionsThat } from '../../support/table.ts'
import { askReading } from '../../support/table_reading.ts'
import { askChanging } from '../../support/table_writing.ts'

const database = useDatabase()

describe('app.sis', () => {
  const table = 'sis'
  askReading(database, { table, ships: 1, read: 'everyone' })
  askChanging(database, {
    table,
    change: {
      with: ['sis.config'],
      columns: [
        ...['nom', 'rue', 'numero', 'district', 'no_arrondissement', 'telephone', 'email', 'iban', 'bic'],
        ...['localite_id', 'sapeur_id', 'fuseau', 'intervention_automatique'],
        ...['delai_excuse', 'duree_reponse', 'contenu_alerte'],
      ],
    },
  })

  it('takes the settings of a new SIS, and no other, with the right permission; never from the data server', async () => {
    const owner = await database.as('owner')
    await owner.query("insert into auth.sis (api_key, nom, abreviation) values ('neuf', 'SIS Neuf', 'SIS N')")
    const opens = async () => {
      await owner.query("select set_config('request.sis_key', 'neuf', true)")
      return (await outcome(owner, 'insert into app.sis default values')) === 1
    }
    expect(await permissionsThat(owner, opens)).toEqual(['sis.config'])
    const forged = "insert into app.sis (sis_key) values ('neuf')"
    expect(await asSomeone(owner, inHs(allPermissions), () => outcome(owner, forged))).toBe('42501')
    const api = await database.as('api')
    expect(await asSomeone(api, inHs(allPermissions), () => outcome(api, forged))).toBe('42501')
  })
})

describe('app.sis_contacts', () => {
  const writer = ['sis.config']
  askTable(database, {
    table: 'sis_contacts',
    seed: "insert into app.sis_contacts (email, liste) values ('poste@example.org', 'Rapports')",
    read: writer,
    add: { with: writer, row: { email: "'police@example.org'", liste: "'Rapports'" } },
    remove: { with: writer },
  })

  it('has an address once per list, however it is written', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      const insert = 'insert into app.sis_contacts (email, liste) values ($1, $2)'
      expect(await outcome(api, insert, ['Poste@Example.org', 'Rapports'])).toBe('23505')
      expect(await outcome(api, insert, ['Poste@Example.org', 'Factures'])).toBe(1)
      expect(await outcome(api, insert, ['', 'Rapports'])).toBe('23514')
    })
  })
})

describe('app.sis_logos', () => {
  const writer = ['sis.config']
  const logo = "insert into app.sis_logos (type, image) values ('image/png', '\\x89')"
  askTable(database, {
    table: 'sis_logos',
    seed: `${logo} on conflict do nothing`,
    read: 'everyone',
    add: { with: writer, row: { type: "'image/png'", image: "'\\x89'" }, room: 'delete from app.sis_logos' },
    change: { with: writer, columns: ['type', 'image'] },
    remove: { with: writer },
  })

  it('has one row per SIS, of types that browsers show, with a tag that follows the image', async () => {
    const api = await database.as('api')
    await asSomeone(api, inHs(writer), async () => {
      expect(await outcome(api, logo)).toBe('23505')
      await api.query('delete from app.sis_logos')
      expect(await outcome(api, logo.replace('png', 'gif'))).toBe('23514')
      expect(await outcome(api, logo.replace('\\x89', ''))).toBe('23514')
      const { rows } = await api.query(`${logo} returning etag`)
      expect(rows).toEqual([{ etag: 'e9b0c031f0493d3fd6b0b668260c79e7efe734bfd4b4115f9d82bc3be609c294' }])
    })
  })
})
