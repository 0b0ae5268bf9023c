import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAs, asUser, type Request } from '../support/calls.ts'
import { useDatabase } from '../support/database.ts'
import { allPermissions } from '../support/table.ts'
import { idOf, look, mailsQueued, makeAccount, makeInvitation, roleOf } from '../support/users.ts'

const database = useDatabase()

const own = ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture', 'utilisateur.tout']
const roles = { consultation: 0, lecture: 0, all: 0, theirs: 0 }
let manager = 0
beforeAll(async () => {
  manager = await makeAccount(database, { email: 'gestion@example.org', permissions: { hs: own } })
  roles.consultation = await roleOf(database, 'hs', 'Consultation')
  roles.lecture = await roleOf(database, 'hs', 'Lecture des interventions')
  roles.all = await roleOf(database, 'hs', 'Administration')
  roles.theirs = await roleOf(database, 'test', 'Consultation')
})
beforeEach(async () => {
  await look(database, 'delete from auth.invitations')
  await look(database, 'delete from graphile_worker._private_jobs')
})

const asManager = async <T>(work: (ask: Request) => Promise<T>) =>
  asUser(await database.as('auth'), manager, 'hs', work)
/** Makes and commits an invitation, as someone who manages the users of hs. */
const invite = async (body: object, hash: Buffer | null = randomBytes(32)) =>
  askAs(await database.as('auth'), manager, 'hs', 'create_invitation', body, hash)

describe('an invitation', () => {
  it('gives roles of the SIS for 30 days, and is stored with only the hash of its token', async () => {
    const hash = randomBytes(32)
    const made = await invite({ roles: [roles.lecture, roles.consultation] }, hash)
    expect(made).toEqual({
      id: expect.any(Number),
      email: null,
      sapeur_id: null,
      roles: [
        { id: roles.consultation, nom: 'Consultation' },
        { id: roles.lecture, nom: 'Lecture des interventions' },
      ],
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    })
    const { rows } = await (await database.as('owner')).query(
      `select t.token_hash, t.genre, t.expires_at = i.expires_at as same, i.created_by::integer, i.sis_key,
              i.expires_at - i.created_at = interval '30 days' as thirty_days
         from auth.invitations i join auth.tokens t on t.invitation_id = i.id`,
    )
    expect(rows).toEqual([
      {
        token_hash: hash,
        genre: 'invitation',
        same: true,
        created_by: manager,
        sis_key: 'hs',
        thirty_days: true,
      },
    ])
    expect(await mailsQueued(database)).toEqual([])
  })

  it('with an e-mail is mailed, and the queue holds no token', async () => {
    const { id, email } = await invite({ roles: [roles.lecture], email: 'lea@example.org' })
    expect(email).toBe('lea@example.org')
    expect(await mailsQueued(database)).toEqual([{ genre: 'invitation', sis_key: 'hs', invitation_id: id }])
  })

  it('is for the SIS and the account of the request, whatever the body says', async () => {
    const body = {
      roles: [roles.lecture],
      sis_key: 'test',
      created_by: 1,
      used_at: '2026-01-01',
      expires_at: '2126-01-01',
    }
    await invite(body)
    expect(
      await look(
        database,
        "select jsonb_build_array(sis_key, created_by, used_at, expires_at < now() + interval '31 days') from auth.invitations",
      ),
    ).toEqual(['hs', manager, null, true])
  })

  it('gives no role that allows more than its maker may do', async () => {
    const missing = allPermissions.filter((permission) => !own.includes(permission)).join(', ')
    expect(await invite({ roles: [roles.lecture, roles.all] })).toBe(
      `PT403 Vous ne pouvez donner ni retirer ce que vous n’avez pas vous-même : ${missing}`,
    )
    expect(await look(database, 'select count(*)::integer from auth.invitations')).toBe(0)
  })

  it('gives no role of another SIS, and no unknown role', async () => {
    expect(await invite({ roles: [roles.theirs] })).toBe(`PT422 Rôle inconnu : ${roles.theirs} (roles)`)
    expect(await invite({ roles: [999_999] })).toBe('PT422 Rôle inconnu : 999999 (roles)')
    expect(await look(database, 'select count(*)::integer from auth.invitations')).toBe(0)
  })

  it('accepts only a SHA-256 as the hash of its token', async () => {
    expect(await invite({ roles: [roles.lecture] }, Buffer.from('token'))).toBe('23514')
    expect(await invite({ roles: [roles.lecture] }, null)).toBe('23502')
    expect(await look(database, 'select count(*)::integer from auth.invitations')).toBe(0)
  })
})

describe('the list of invitations', () => {
  it('shows the open invitations of the SIS, the newest first', async () => {
    const first = await invite({ roles: [roles.lecture] })
    const second = await invite({ roles: [roles.consultation], email: 'lea@example.org' })
    const used = await invite({ roles: [roles.lecture] })
    await look(database, 'update auth.invitations set used_at = now() where id = $1', [used.id])
    await makeInvitation(database, 'hs', [roles.lecture], { valid: '0' })
    await makeInvitation(database, 'test', [roles.theirs])
    await asManager(async (ask) => {
      expect(await ask('list_invitations')).toEqual([second, first])
    })
  })
})

describe('a withdrawn invitation', () => {
  it('is deleted together with its token', async () => {
    const hash = randomBytes(32)
    const { id } = await invite({ roles: [roles.lecture] }, hash)
    await asManager(async (ask) => {
      expect(await ask('delete_invitation', id)).toBe(true)
      expect(await ask('delete_invitation', id)).toBeNull()
      expect(await ask('list_invitations')).toEqual([])
      expect(await ask('use_token', hash)).toMatch(/^PT422/)
    })
  })

  it('must belong to this SIS and be still open', async () => {
    const { id } = await invite({ roles: [roles.lecture] })
    await look(database, 'update auth.invitations set used_at = now() where id = $1', [id])
    await makeInvitation(database, 'test', [roles.theirs])
    const theirs = await look(database, "select id from auth.invitations where sis_key = 'test'")
    const admin = await idOf(database, 'admin@example.org')
    for (const user of [manager, admin]) {
      await asUser(await database.as('auth'), user, 'hs', async (ask) => {
        for (const each of [id, theirs, 999_999, null])
          expect(await ask('delete_invitation', each)).toBeNull()
      })
    }
  })
})

it('invitations are made, listed and withdrawn only with utilisateur.tout in the SIS', async () => {
  const refused = 'PT403 Permission requise : utilisateur.tout'
  const { id } = await invite({ roles: [roles.lecture] })
  const permissions = { hs: allPermissions.filter((permission) => permission !== 'utilisateur.tout') }
  const user = await makeAccount(database, { email: 'sans-tout@example.org', permissions })
  for (const [asker, sis] of [
    [user, 'hs'],
    [manager, 'test'],
    [manager, null],
  ] as const) {
    await asUser(await database.as('auth'), asker, sis, async (ask) => {
      expect(await ask('create_invitation', { roles: [roles.theirs] }, randomBytes(32))).toBe(refused)
      expect(await ask('list_invitations')).toBe(refused)
      expect(await ask('delete_invitation', id)).toBe(refused)
    })
  }
})
