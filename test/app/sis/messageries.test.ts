import { expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { allPermissions, askTable, inHs, outcome } from '../../support/table.ts'

const database = useDatabase()

const writer = ['sis.config']
const row = {
  host: "'imap.example.org'",
  port: '993',
  securite: "'tls'",
  utilisateur: "'alarme'",
  mot_de_passe: "'\\x00'",
  dossier: "'INBOX'",
  expediteurs: "'{cet@alarme.example.org}'",
  active: 'true',
  lire_depuis: "'2026-01-01'",
}

askTable(database, {
  table: 'messageries',
  seed: `
    insert into app.messageries (host, port, utilisateur, mot_de_passe)
    values ('mail.example.org', 993, 'alarme', '\\x00')`,
  read: writer,
  add: { with: writer, row },
  change: { with: writer, columns: Object.keys(row), set: "active = false, mot_de_passe = '\\x01'" },
  remove: { with: writer },
})

it('hides its password from everyone in the API', async () => {
  const api = await database.as('api')
  await asSomeone(api, inHs(['sis.config']), async () => {
    expect(await outcome(api, 'select mot_de_passe from app.messageries')).toBe('42501')
    expect(await outcome(api, 'select * from app.messageries')).toBe('42501')
    expect(await outcome(api, 'select host, utilisateur, active from app.messageries')).toBe(1)
  })
})

it('gives a new mailbox its reading state, under its SIS', async () => {
  const { rows } = await (await database.as('admin')).query(`
    select m.sis_key, r.last_uid, r.started_at
      from app.messageries m
      join jobs.releves r on r.sis_key = m.sis_key and r.messagerie_id = m.id
     order by m.sis_key`)
  expect(rows).toEqual([
    { sis_key: 'hs', last_uid: '0', started_at: null },
    { sis_key: 'test', last_uid: '0', started_at: null },
  ])
})

it('hides the mailbox of the instance from every SIS, and from a forged *', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, { sis: '*', permissions: ['sis.config'] }, async () => {
    await owner.query(`
      insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('instance.example.org', 993, 'cet', '')`)
    const seen = async (sis: string, permissions: string) => {
      await owner.query('select request.open(null, $1, string_to_array($2, $3), null)', [
        sis,
        permissions,
        ',',
      ])
      await owner.query('set local role caserne_api')
      const { rows } = await owner.query('select host from app.messageries')
      await owner.query('set local role caserne_owner')
      return rows.map((row) => row.host)
    }
    const others = allPermissions.filter((permission) => permission !== 'sis.config')
    expect(await seen('hs', allPermissions.join())).toEqual(['mail.example.org'])
    expect(await seen('*', '')).toEqual([])
    expect(await seen('*', others.join())).toEqual([])
    expect(await seen('%', allPermissions.join())).toEqual([])
    expect(await seen('*', 'sis.config')).toEqual([])
  })
})

it('reserves * for the instance: no SIS can have this key, so no account holds a right in it', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, { sis: null }, async () => {
    expect(
      await outcome(owner, "insert into auth.sis (api_key, nom, abreviation) values ('*', 'Tous', '*')"),
    ).toBe('23514')
    expect(await outcome(owner, "insert into auth.roles (sis_key, nom) values ('*', 'Tout')")).toBe('23503')
  })
  const api = await database.as('api')
  await asSomeone(api, inHs(), async () => {
    const enter = "select auth.check_session(1, now(), '*', '{admin}')"
    expect(await outcome(api, enter)).toBe('PT404')
  })
})
