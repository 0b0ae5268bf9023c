import { beforeEach, describe, expect, it } from 'vitest'
import { tokenFor } from '../../support/mail_readback.ts'
import { makeAccount } from '../../support/users.ts'
import { commandant, useRights } from './rights_fixture.ts'

const { ask, claimsOf, database, newToken, sapeurId, servers, sql, userId } = useRights()

// An account that keeps the records of people, and may not manage accounts.
const officer = 'fourrier@example.org'
let number = 0
let email = ''
beforeEach(async () => {
  number += 1
  email = `compte.${number}@example.org`
  if (number === 1)
    await makeAccount(database, {
      email: officer,
      permissions: { hs: ['sapeur.lecture', 'sapeur.modification'] },
    })
})

/** Calls the data API about people of hs; returns `data` of the answer. */
async function people(method: string, path: string, body: unknown, as: string) {
  const answer = await servers.data(`/api/v2/sapeurs${path}`, { method, as, sis: 'hs', body })
  expect([200, 201]).toContain(answer.status)
  return answer.body.data
}
const record = (as: string, fields: object = {}) =>
  people('POST', '', { nom: `Nom ${number}`, prenom: 'Léa', incorporation: '2015-01-01', ...fields }, as)
const write = (id: number, as: string, fields: object) => people('PUT', `/${id}`, fields, as)

/** Opens an account with the e-mail of this test and confirms it; returns its id. */
async function confirmed(address = email): Promise<number> {
  const { body } = await servers.post('/register', { name: 'Nina', email: address, password: 'caserne-demo' })
  await servers.post('/confirmer-email', { token: await tokenFor(database, 'confirmation', address) })
  return body.user.id
}
const linked = async (address = email) => (await claimsOf(address)).sapeurs.hs ?? null
const proposed = async (as = commandant) => {
  const [status, { data }] = await ask('GET', '/users?a_lier=true', { as })
  expect(status).toBe(200)
  return data.map((each: { id: number; a_lier: unknown }) => [each.id, each.a_lier])
}

describe('an e-mail written by someone with utilisateur.tout', () => {
  it('links the account that confirms it afterwards', async () => {
    const { id } = await record(commandant, { email })
    await confirmed()
    expect(await linked()).toBe(id)
  })

  it('links the account that had confirmed it before, at the next token', async () => {
    await confirmed()
    const { id } = await record(commandant)
    await write(id, commandant, { email: email.toUpperCase() })
    expect(await linked()).toBe(id)
  })

  it('stays vouched for when an officer sends the record back, in any case', async () => {
    const { id } = await record(commandant, { email })
    await write(id, officer, { email, profession: 'Horlogère' })
    await write(id, officer, { email: email.toUpperCase() })
    await write(id, officer, { profession: 'Menuisière' })
    await confirmed()
    expect(await linked()).toBe(id)
  })

  it('does not link an unlinked account again when the record is written again', async () => {
    const { id } = await record(commandant, { email })
    const user = await confirmed()
    expect(await linked()).toBe(id)
    await ask('PUT', `/users/${user}/sis`, { as: commandant, body: { sapeur_id: null } })
    await write(id, commandant, { email, profession: 'Horlogère' })
    await write(id, officer, { email: email.toUpperCase(), remarque: 'Bureau' })
    expect(await linked()).toBeNull()
    expect((await proposed()).map(([each]: [number]) => each)).toContain(user)
  })

  it('is no longer vouched for once an officer has changed it, even when they change it back', async () => {
    const { id } = await record(commandant, { email })
    await write(id, officer, { email: 'autre@adresse.example.org' })
    await write(id, officer, { email })
    await confirmed()
    expect(await linked()).toBeNull()
    await write(id, officer, { email: null })
    await write(id, officer, { email })
    expect(await linked()).toBeNull()
  })
})

describe('an e-mail written by someone with sapeur.modification alone', () => {
  it('links nobody who wrote their own address in the commander’s record', async () => {
    const id = await sapeurId('Amsler Ricarda')
    const user = await userId(commandant)
    // The commander has no account yet, or lost it.
    await sql("delete from auth.memberships where user_id = $1 and sis_key = 'hs'", [user])
    await write(id, officer, { email })
    await confirmed()
    expect(await linked()).toBeNull()
    for (const path of ['mes-infos', 'mes-decomptes/1', 'sapeurs']) {
      const headers = { authorization: `Bearer ${await newToken(email)}` }
      expect((await servers.data(`/api/v2/${path}`, { sis: 'hs', headers })).status).toBe(403)
    }
    // The other way round: confirmed first, then written again.
    await write(id, officer, { email: '' })
    await write(id, officer, { email })
    expect(await linked()).toBeNull()
    // A commander who saves the whole record does not vouch for an e-mail that they did not write.
    await write(id, commandant, { email, profession: 'Juge' })
    expect(await linked()).toBeNull()
    await sql(
      "insert into auth.memberships (sis_key, user_id, sapeur_id, mobile) values ('hs', $1, $2, true)",
      [user, id],
    )
  })

  it('is proposed, and linked when someone with utilisateur.tout confirms', async () => {
    const { id, nom_prenom } = await record(officer, { email })
    const user = await confirmed()
    expect(await linked()).toBeNull()
    expect(await proposed()).toContainEqual([user, [{ id, nom_prenom }]])
    // Otherwise the account has no tie to this SIS.
    const put = (sapeur_id: number | null) =>
      ask('PUT', `/users/${user}/sis`, { as: commandant, body: { sapeur_id } })
    const unknown = [404, { error: 'Utilisateur inconnu' }]
    expect(await put(await sapeurId('Gigon Nathalie'))).toEqual(unknown)
    expect(await put(null)).toEqual(unknown)
    expect(await put(id)).toMatchObject([200, { data: { id: user, sapeur_id: id, roles: [] } }])
    expect(await linked()).toBe(id)
    expect((await proposed()).map(([each]: [number]) => each)).not.toContain(user)
  })

  it('is proposed for each sapeur with it, and never linked by itself when two have it', async () => {
    const first = await record(commandant, { email })
    const second = await record(officer, { email, prenom: 'Zoé' })
    const user = await confirmed()
    expect(await linked()).toBeNull()
    expect(await proposed()).toContainEqual([
      user,
      [first, second].map(({ id, nom_prenom }) => ({ id, nom_prenom })),
    ])
  })
})

describe('a change of the account’s own e-mail', () => {
  it('links by the new one only when it is vouched for', async () => {
    const other = `neuve.${number}@example.org`
    const { id } = await record(officer, { email: other })
    const user = await confirmed()
    const change = async (address: string) => {
      await ask('PUT', `/users/${user}`, { as: 'admin@example.org', body: { email: address } })
      await servers.post('/confirmer-email', { token: await tokenFor(database, 'confirmation', address) })
    }
    await change(other)
    expect(await linked(other)).toBeNull()
    await write(id, commandant, { email: '' })
    await write(id, commandant, { email })
    await change(email)
    expect(await linked()).toBe(id)
  })
})

describe('a proposed account', () => {
  it('is never linked, unconfirmed, disabled or deleted', async () => {
    const before = await proposed()
    const make = async (what: string) => {
      const address = `${what}.${number}@example.org`
      const { id } = await record(officer, { email: address })
      return { id, address }
    }
    const unconfirmed = await make('non-confirme')
    await servers.post('/register', { name: 'Nina', email: unconfirmed.address, password: 'caserne-demo' })
    const disabled = await make('desactive')
    await sql('update auth.users set disabled_at = now() where id = $1', [await confirmed(disabled.address)])
    const gone = await make('parti')
    await confirmed(gone.address)
    const [mutation] = (
      await servers.data(`/api/v2/sapeurs/${gone.id}/mutations`, { as: officer, sis: 'hs' })
    ).body.data
    await people('PUT', `/${gone.id}/mutations/${mutation.id}`, { sortie: '2020-12-31' }, officer)
    expect(await proposed()).toEqual(before)
  })

  it('is shown to those who may read e-mails, in a SIS', async () => {
    const body = (permissions: string[]) => ({ email, permissions: { hs: permissions } })
    await makeAccount(database, body(['utilisateur.tout']))
    expect(await ask('GET', '/users?a_lier=true', { as: email })).toEqual([
      403,
      { error: 'Permission requise : sapeur.lecture' },
    ])
    expect((await ask('GET', '/users?a_lier=true', { as: officer }))[0]).toBe(403)
    expect(await ask('GET', '/users?a_lier=true', { as: 'admin@example.org', sis: null })).toEqual([
      422,
      { error: { a_lier: ['Choisissez un SIS (Sis-Key).'] } },
    ])
    await record(officer, { email: 'nouveau@example.org' })
    expect((await proposed('admin@example.org')).length).toBeGreaterThan(0)
    const elsewhere = await ask('GET', '/users?a_lier=true', { as: 'autre@example.org', sis: 'test' })
    expect(elsewhere).toEqual([200, { data: [] }])
  })

  it('appears in a paged list', async () => {
    const all = await proposed()
    expect(all.length).toBeGreaterThan(1)
    const headers = { authorization: `Bearer ${await newToken(commandant)}` }
    const found: number[] = []
    let next: string | undefined = '/api/v1/users?a_lier=true&limit=1'
    while (next !== undefined) {
      const answer = await servers.auth(next, { sis: 'hs', headers })
      found.push(...answer.body.data.map(({ id }: { id: number }) => id))
      next = /<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(found).toEqual(all.map(([id]: [number]) => id))
  })
})
