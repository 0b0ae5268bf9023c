import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { unseal } from '../../src/mail/seal.ts'
import { look } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'

const key = randomBytes(32).toString('base64')
const { database, servers, told, sql } = useDataApi({ MAILBOX_KEY: key })

const SECRET = ' tr3s-secret '
const asked = {
  host: 'mail.example.org',
  user: 'alarmes@example.org',
  password: SECRET,
  senders: ['CET@alarme.example.org'],
}
const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const shown = {
  id: expect.any(Number),
  host: 'mail.example.org',
  port: 993,
  security: 'tls',
  user: 'alarmes@example.org',
  folder: 'INBOX',
  senders: ['cet@alarme.example.org'],
  active: true,
  lire_depuis: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
  health: {
    state: 'waiting',
    failures: 0,
    last_success: null,
    last_error: null,
    last_error_at: null,
    next_try: utc,
    unread_since: null,
    read: 0,
    refused: 0,
    failed: 0,
  },
  created_at: utc,
  updated_at: utc,
}

/** The password of a mailbox as the worker reads it. */
async function passwordOf(id: number): Promise<string> {
  const query = 'select to_jsonb(b) - $2 as row, mot_de_passe as sealed from app.messageries b where id = $1'
  const { rows } = await (await database.as('admin')).query(query, [id, 'mot_de_passe'])
  const [{ row, sealed }] = rows
  return unseal(sealed, key, {
    sis: row.sis_key,
    host: row.host,
    port: row.port,
    security: row.securite,
    user: row.utilisateur,
  })
}

beforeEach(() => sql('delete from app.messageries'))

let n = 0
const add = async (more: object = {}) => {
  n += 1
  const [status, { data }] = await told('POST /messageries', { ...asked, user: `alarmes-${n}`, ...more })
  expect(status).toBe(201)
  return data
}

describe('a mailbox', () => {
  it('is added, with default settings', async () => {
    const [status, { data }] = await told('POST /messageries', asked)
    expect([status, data]).toEqual([201, shown])
    expect(await told('GET /messageries')).toEqual([200, { data: [shown] }])
    expect(await passwordOf(data.id)).toBe(SECRET)
  })

  it('has the usual port of its encryption', async () => {
    expect((await add({ security: 'starttls' })).port).toBe(143)
    expect(await add({ security: 'none', port: 1143, folder: 'Alarmes', active: false })).toMatchObject({
      port: 1143,
      folder: 'Alarmes',
      active: false,
      health: { next_try: null },
    })
  })

  it('is changed key by key; its password stays unless another is given', async () => {
    const one = await add()
    const senders = ['a@example.org', 'b@example.org']
    expect(
      await told(`PUT /messageries/${one.id}`, { senders, folder: 'Alarmes', health: {}, id: 1 }),
    ).toEqual([200, { data: { ...one, senders, folder: 'Alarmes', health: one.health, updated_at: utc } }])
    expect(await passwordOf(one.id)).toBe(SECRET)
    const [, { data }] = await told(`PUT /messageries/${one.id}`, { password: 'autre', folder: null })
    expect([data.folder, data.senders]).toEqual(['INBOX', senders])
    expect(await passwordOf(one.id)).toBe('autre')
  })

  it('is read from the day before, or from a given instant, local or with its offset', async () => {
    const one = await add()
    const behind = Date.parse(one.created_at) - Date.parse(one.lire_depuis)
    expect(Math.abs(behind - 86_400_000)).toBeLessThan(1_000)
    expect(await add({ lire_depuis: '2026-03-14T00:00:00Z' })).toMatchObject({
      lire_depuis: '2026-03-14T01:00:00+01:00',
    })
    const put = async (lire_depuis: string | null) =>
      (await told(`PUT /messageries/${one.id}`, { lire_depuis }))[1].data.lire_depuis
    expect(await put('2026-07-14 08:30')).toBe('2026-07-14T08:30:00+02:00')
    expect((await told(`PUT /messageries/${one.id}`, { active: false }))[1].data).toMatchObject({
      lire_depuis: '2026-07-14T08:30:00+02:00',
    })
    expect(await put(null)).toBe(one.lire_depuis)
    const refused = [422, { error: { lire_depuis: [expect.any(String)] } }]
    expect(await told(`PUT /messageries/${one.id}`, { lire_depuis: 'hier' })).toEqual(refused)
  })

  it('shows its password to no other server: moving it requires the password again', async () => {
    const one = await add()
    const refused = [
      422,
      {
        error: {
          password: ['Le mot de passe est à donner à nouveau quand le serveur ou l’utilisateur change.'],
        },
      },
    ]
    for (const change of [{ host: 'voleur.example.org' }, { port: 143 }, { security: 'none' }, { user: 'x' }])
      expect(await told(`PUT /messageries/${one.id}`, change)).toEqual(refused)
    const same = { host: one.host, port: one.port, security: one.security }
    expect((await told(`PUT /messageries/${one.id}`, same))[0]).toBe(200)
    const moved = await told(`PUT /messageries/${one.id}`, { host: 'imap.example.org', password: 'autre' })
    expect(moved).toMatchObject([200, { data: { host: 'imap.example.org' } }])
    expect(await passwordOf(one.id)).toBe('autre')
    const password = 'troisième'
    for (const change of [{ port: 143 }, { security: 'starttls' }, { user: 'x' }, { folder: 'Alarmes' }]) {
      const [status] = await told(`PUT /messageries/${one.id}`, { ...change, password })
      expect([status, await passwordOf(one.id)]).toEqual([200, password])
    }
  })

  it('keeps password and server together in two simultaneous changes', async () => {
    const one = await add()
    const changes = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0 ? { password: `seul ${n}` } : { host: `imap-${n}.example.org`, password: `avec ${n}` },
    )
    const answers = await Promise.all(changes.map((each) => told(`PUT /messageries/${one.id}`, each)))
    expect(answers.map(([status]) => status)).toEqual(changes.map(() => 200))
    expect(changes.map(({ password }) => password)).toContain(await passwordOf(one.id))
  })

  it('that does not exist accepts no password', async () => {
    const unknown = [404, { error: 'Messagerie inconnue' }]
    expect(await told('PUT /messageries/987654', { password: 'autre' })).toEqual(unknown)
  })

  it('is deleted with its ledger', async () => {
    const one = await add()
    await sql(
      `insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille)
       values ($1, 1, 1, 'x', 'x@example.org', 'x', 1)`,
      [one.id],
    )
    expect(await told(`DELETE /messageries/${one.id}`)).toEqual([204, null])
    expect(await told(`DELETE /messageries/${one.id}`)).toEqual([404, { error: 'Messagerie inconnue' }])
    expect(
      await look(database, 'select count(*)::integer from app.messages where messagerie_id = $1', [one.id]),
    ).toBe(0)
  })

  it('is not added twice, except for another folder', async () => {
    const one = await add()
    const twin = { ...asked, user: one.user }
    expect(await told('POST /messageries', twin)).toEqual([409, { error: 'Cette messagerie existe déjà' }])
    expect((await told('POST /messageries', { ...twin, folder: 'Alarmes' }))[0]).toBe(201)
  })

  it.each([
    [{ host: 'mail.example.org/x' }, { host: ['Le format n’est pas valide.'] }],
    [{ port: 0 }, { port: ['La valeur doit être d’au moins 1.'] }],
    [{ security: 'ssl' }, { security: ['La valeur doit être l’une de : tls, starttls, none.'] }],
    [{ host: 'mail.example.org\r\nNOOP' }, { host: ['Le format n’est pas valide.'] }],
    [{ user: 'alarmes\r\nA1 NOOP' }, { user: ['Les caractères de contrôle ne sont pas permis.'] }],
    [{ folder: 'INBOX\nA1 NOOP' }, { folder: ['Les caractères de contrôle ne sont pas permis.'] }],
    [{ password: 'essai\r\n' }, { password: ['Le format n’est pas valide.'] }],
    [{ password: '' }, { password: ['Ce champ est obligatoire.'] }],
    [{ senders: [] }, { senders: ['Il faut au moins 1 élément(s).'] }],
    [{ senders: ['cet'] }, { 'senders.0': ['Le format n’est pas valide (email).'] }],
  ])('cannot be added with %j', async (wrong, error) => {
    expect(await told('POST /messageries', { ...asked, ...wrong })).toEqual([422, { error }])
  })
})

describe('no mailbox is shown', () => {
  it('of another SIS, nor that of the instance', async () => {
    const insert =
      "insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('ailleurs.example.org', 993, 'x', '') returning id"
    for (const sis of ['test', '*']) {
      const [row] = await sql(insert, [], sis)
      const [, { data }] = await told('GET /messageries')
      expect(data.map(({ host }: { host: string }) => host)).not.toContain('ailleurs.example.org')
      for (const [door, body] of [['PUT', { active: false }], ['DELETE']] as const)
        expect(await told(`${door} /messageries/${row?.id}`, body)).toEqual([
          404,
          { error: 'Messagerie inconnue' },
        ])
      expect(await look(database, 'select active from app.messageries where id = $1', [row?.id])).toBe(true)
    }
    const as = 'admin@example.org'
    expect(await told('GET /messageries', undefined, { as, sis: '*' })).toEqual([
      404,
      { error: 'SIS inconnu' },
    ])
  })
})

it('no password leaves it: not in an answer, the journal or the log, nor sealed', async () => {
  const one = await add({ password: 'mot-de-passe-introuvable' })
  await told(`PUT /messageries/${one.id}`, { password: 'second-introuvable', host: 'imap.example.org' })
  await told(`PUT /messageries/${one.id}`, { password: 'x'.repeat(1001) })
  const sealed = (await look(database, 'select mot_de_passe from app.messageries where id = $1', [
    one.id,
  ])) as Buffer
  const said = JSON.stringify([
    await told('GET /messageries'),
    await told('GET /journal?ressource=messageries'),
  ])
  const journal = JSON.stringify(await look(database, 'select json_agg(j) from audit.journal j'))
  for (const text of [said, journal, servers.log()])
    for (const secret of [
      'introuvable',
      SECRET,
      'mot_de_passe',
      sealed.toString('base64'),
      sealed.toString('hex'),
    ])
      expect(text).not.toContain(secret)
})
