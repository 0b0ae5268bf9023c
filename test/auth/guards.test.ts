import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { askAs, asUser, call, signIn } from '../support/calls.ts'
import { asSomeone, useDatabase } from '../support/database.ts'
import { allPermissions, outcome } from '../support/table.ts'
import { idOf, look, makeAccount, makeInvitation, roleOf, sapeurOf } from '../support/users.ts'

const database = useDatabase()

const guarded = ['invitation_roles', 'invitations', 'memberships', 'role_permissions', 'roles', 'user_roles']
const theirs = { role: 0, user: 0, sapeur: 0, session: 0, invitation: 0 }
let manager = 0
beforeAll(async () => {
  theirs.role = await roleOf(database, 'test', 'Consultation')
  theirs.user = await idOf(database, 'autre@example.org')
  theirs.sapeur = await sapeurOf(database, 'test', 'Donzé Laure')
  const session = await signIn(database, 'autre@example.org')
  theirs.session = Number(
    await look(database, 'select session_id from auth.refresh_tokens where token_hash = $1', [session]),
  )
  for (const sis of ['hs', 'test'])
    await makeInvitation(database, sis, [await roleOf(database, sis, 'Consultation')])
  theirs.invitation = Number(await look(database, "select id from auth.invitations where sis_key = 'test'"))
  // Every permission in one SIS, and none elsewhere.
  manager = await makeAccount(database, { email: 'gestion@example.org', permissions: { hs: allPermissions } })
})

/** All account data that hs may not see: rows of other SIS, and who may enter and is administrator. */
async function elsewhere(): Promise<unknown> {
  const { rows } = await (await database.as('admin')).query(
    `select ${guarded.map((table) => `(select jsonb_agg(t order by t) from auth.${table} t where sis_key <> 'hs') as ${table}`).join(', ')},
            (select jsonb_agg(s order by s.id) from auth.sis s) as sis,
            (select jsonb_agg(u order by u.id) from auth.users u) as users,
            (select jsonb_agg(s order by s.id) from auth.sessions s) as sessions,
            (select jsonb_agg(t order by t.token_hash) from auth.tokens t where sis_key is distinct from 'hs') as tokens`,
  )
  return rows[0]
}

const sisSeen = async (client: pg.Client, table: string) =>
  (await client.query(`select distinct sis_key from auth.${table} order by 1`)).rows.map(
    ({ sis_key }) => sis_key,
  )

describe('the tables of roles, memberships and invitations', () => {
  it('show the owner’s functions only the SIS of the request, and everything outside a request', async () => {
    const owner = await database.as('owner')
    for (const table of guarded) {
      expect(await sisSeen(owner, table)).toEqual(['hs', 'test'])
      for (const sis of ['hs', 'test'])
        expect(await asSomeone(owner, { sis }, () => sisSeen(owner, table))).toEqual([sis])
      expect(
        await asSomeone(owner, { sis: '*', permissions: allPermissions }, () => sisSeen(owner, table)),
      ).toEqual([])
    }
  })

  it('are written, changed and deleted within a request for its SIS only', async () => {
    const owner = await database.as('owner')
    await asSomeone(owner, { sis: 'hs', permissions: allPermissions }, async () => {
      expect(await outcome(owner, "insert into auth.roles (sis_key, nom) values ('test', 'Forgé')")).toBe(
        '42501',
      )
      expect(await outcome(owner, "insert into auth.roles (sis_key, nom) values ('hs', 'Permis')")).toBe(1)
      expect(await outcome(owner, "update auth.roles set nom = nom || '.' where sis_key = 'test'")).toBe(0)
      expect(await outcome(owner, "update auth.memberships set sis_key = 'test'")).toBe('42501')
      expect(await outcome(owner, "delete from auth.user_roles where sis_key = 'test'")).toBe(0)
    })
  })
})

/** The functions of rights, each with arguments that aim outside hs. */
const attacks = (): [name: string, ...values: unknown[]][] => {
  const body = {
    nom: `Pris ${randomBytes(4).toString('hex')}`,
    permissions: allPermissions,
    roles: [theirs.role],
    sapeur_id: theirs.sapeur,
    mobile: true,
    ...{ sis_key: 'test', api_key: 'test', abreviation: 'P', id: theirs.role, role_id: theirs.role },
    ...{
      user_id: theirs.user,
      created_by: theirs.user,
      used_by: theirs.user,
      invitation_id: theirs.invitation,
    },
    ...{ admin: true, is_admin: true, disabled: true, tous: true, name: 'Pris', email: 'pris@example.org' },
  }
  return [
    ...[true, false, null].map((tous): [string, unknown] => ['list_users', tous]),
    ...['list_roles', 'list_invitations', 'list_sessions', 'get_me'].map((name): [string] => [name]),
    ['create_role', body],
    ['update_role', theirs.role, body],
    ['delete_role', theirs.role],
    ['update_user_roles', theirs.user, body],
    ['update_user_roles', theirs.user, { roles: [] }],
    ['update_user_roles', manager, body],
    ['update_user_sis', theirs.user, body],
    ['update_user_sis', manager, body],
    ['update_user', theirs.user, body],
    ['update_user', manager, body],
    ['create_invitation', body, randomBytes(32)],
    ['delete_invitation', theirs.invitation],
    ['use_token', randomBytes(32)],
    ['create_sis', body],
    ['update_sis', 'test', body],
    ['delete_session', theirs.session],
  ]
}

describe('an attacker who controls only arguments', () => {
  it.each(['hs', 'test', null, 'hs,test', 'HS', '%', '*', "hs' or true --", ''])(
    'sees and changes nothing of another SIS, and gains no rights, in a request for %j',
    async (sis) => {
      const auth = await database.as('auth')
      const before = await elsewhere()
      for (const [name, ...values] of attacks()) {
        const answer = JSON.stringify(await askAs(auth, manager, sis, name, ...values))
        expect(answer, name).not.toMatch(/autre@example|Pascal Aubry|SIS Test|^"(XX|42P|22P)/)
      }
      expect(await elsewhere()).toEqual(before)
    },
  )

  it('cannot reach the settings of a request: every function they may call leaves them as they were', async () => {
    await asUser(await database.as('auth'), manager, 'hs', async (ask) => {
      const auth = await database.as('auth')
      for (const [name, ...values] of attacks()) {
        await ask(name, ...values)
        const { rows } = await auth.query(
          "select current_setting('request.user_id') as user, current_setting('request.sis_key') as sis",
        )
        expect(rows, name).toEqual([{ user: String(manager), sis: 'hs' }])
      }
    })
  })
})

describe('without a request', () => {
  it('nothing is possible', async () => {
    const auth = await database.as('auth')
    const before = [
      await elsewhere(),
      await look(database, 'select jsonb_agg(r order by r) from auth.roles r'),
    ]
    for (const [name, ...values] of attacks()) {
      const answer = await call(auth, name, ...values)
      const harmless = [
        null,
        'PT403 Permission requise : admin',
        'PT403 Permission requise : utilisateur.config',
      ]
      const others = [
        'PT403 Permission requise : utilisateur.tout',
        'PT403 Permission requise : utilisateur.tout ou utilisateur.config',
        'PT422 Cette invitation n’est pas valable, ou ne l’est plus. (token)',
      ]
      if (name === 'list_sessions') expect(answer).toEqual([])
      else expect([...harmless, ...others], name).toContain(answer)
    }
    const after = [
      await elsewhere(),
      await look(database, 'select jsonb_agg(r order by r) from auth.roles r'),
    ]
    expect(after).toEqual(before)
  })
})

describe('an attacker who runs their own statements as caserne_auth', () => {
  // Grants cannot keep a login from a setting that anyone may set (docs/architecture.md, what the guards
  // hold): the password of that login is worth as much as the data. These tests record the fact, and are no
  // promise.
  const forge = async (settings: Record<string, string>, work: (client: pg.Client) => Promise<void>) => {
    const auth = await database.as('auth')
    await asUser(auth, manager, 'hs', async () => {
      for (const [name, value] of Object.entries(settings))
        await auth.query('select set_config($1, $2, true)', [`request.${name}`, value])
      await work(auth)
    })
  }
  const emails = async (client: pg.Client, tous = false) =>
    JSON.stringify(await call(client, 'list_users', tous)).match(/[\w.-]+@example\.org/g) ?? []

  it('may forge a request for another SIS or another account', async () => {
    await forge({ sis_key: 'test' }, async (auth) => {
      expect(await emails(auth)).toEqual(['autre@example.org', 'commandant@example.org'])
    })
    await forge({ user_id: String(await idOf(database, 'admin@example.org')) }, async (auth) => {
      expect(await emails(auth, true)).toContain('nouveau@example.org')
    })
  })

  it('may claim permissions, but not to be administrator', async () => {
    await forge({ permissions: 'utilisateur.tout,admin' }, async (auth) => {
      expect(await emails(auth)).toContain('chef@example.org')
      expect(await call(auth, 'list_users', true)).toBe('PT403 Permission requise : admin')
    })
  })

  it('still sees only one SIS per request, and none without a key', async () => {
    await forge({ sis_key: '' }, async (auth) => {
      expect(await call(auth, 'list_users', false)).toBe('PT403 Permission requise : admin')
    })
    await forge({ sis_key: '%' }, async (auth) => {
      expect(await emails(auth)).toEqual([])
    })
  })
})
