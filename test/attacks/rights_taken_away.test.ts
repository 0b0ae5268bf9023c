import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useStreams } from '../http/live/streams_fixture.ts'
import { changeAccount, idOf, makeAccount } from '../support/users.ts'

// A dismissed officer keeps a token for eight hours, and knows every address.
const { database, servers, told, sql, listenUp, alarm } = useStreams()
const as = 'congedie@example.org'
const rights = ['intervention.lecture', 'sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture']
let id = 0
let sapeurId = 0

// One account and one token for each test: servers sign each address in once.
let count = 0
let who = as
beforeEach(async () => {
  count += 1
  who = `${count}-${as}`
  id = await makeAccount(database, { email: who, permissions: { hs: rights } })
  await changeAccount(database, who, 'email_verified_at = now()')
  const [sapeur] = await sql(
    `select s.id from app.sapeurs s
      where not exists (select from auth.memberships m where m.sis_key = s.sis_key and m.sapeur_id = s.id)
      order by s.id desc limit 1`,
  )
  sapeurId = Number(sapeur?.id)
  await owner("insert into auth.memberships (sis_key, user_id, sapeur_id) values ('hs', $1, $2)", [
    id,
    sapeurId,
  ])
  expect((await get('/grades'))[0]).toBe(200)
})
afterEach(async () => {
  await owner('delete from auth.memberships where user_id = $1', [id])
})

const owner = async (text: string, values: unknown[] = []) =>
  await (await database.as('admin')).query(text, values)
const get = (path: string, headers: Record<string, string> = {}) =>
  told(`GET ${path}`, undefined, { as: who, headers })
const graphql = async (query: string) => {
  const { status, body } = await servers.data('/graphql', {
    as: who,
    sis: 'hs',
    method: 'POST',
    body: { query },
  })
  return [status, body]
}
const take = async (permission: string) =>
  owner(
    `delete from auth.role_permissions p
      using auth.user_roles u
      where u.user_id = $1 and p.role_id = u.role_id and p.sis_key = u.sis_key and p.permission = $2`,
    [id, permission],
  )
const lost = (permissions: string) => [403, { error: `Permission requise : ${permissions}` }]
const nothing = [403, { error: 'Aucun droit pour ce SIS' }]

describe('with the token of before', () => {
  it('a permission taken from a role opens nothing any more, and the others still do', async () => {
    expect((await get('/interventions'))[0]).toBe(200)
    await take('intervention.lecture')
    expect(await get('/alarmes')).toEqual(lost('intervention.lecture'))
    // Another permission opens it too.
    expect((await get('/interventions'))[0]).toBe(200)
    expect((await get('/sapeurs'))[0]).toBe(200)
    await take('comptabilite.lecture')
    expect((await get('/interventions'))[0]).toBe(403)
    expect(await graphql('{ interventions { nodes { id } } }')).toEqual([
      200,
      { data: { interventions: { nodes: [] } } },
    ])
  })

  it('a role taken from the account leaves its own pages', async () => {
    await owner('delete from auth.user_roles where user_id = $1', [id])
    expect((await get('/sapeurs'))[0]).toBe(403)
    expect((await get('/mes-infos'))[1]).toMatchObject({ data: { id: sapeurId } })
  })

  it('writes are refused, before their body is judged, and repeated ones too', async () => {
    const headers = { 'idempotency-key': `essai-${count}` }
    const body = { designation: 'X' }
    await owner(
      `insert into auth.role_permissions (sis_key, role_id, permission)
       select sis_key, role_id, 'intervention.config' from auth.user_roles where user_id = $1`,
      [id],
    )
    who = await freshly(who)
    const post = (more: object = body) => told('POST /vehicules', more, { as: who, headers })
    expect((await post())[0]).toBe(201)
    await take('intervention.config')
    expect(await post()).toEqual(lost('intervention.config'))
    expect(await post({ designation: '' })).toEqual(lost('intervention.config'))
  })

  it('a lost membership ends one’s own pages, and with the roles everything', async () => {
    await owner('update auth.memberships set sapeur_id = null where user_id = $1', [id])
    expect(await get('/mes-infos')).toEqual([
      403,
      { error: "Votre compte n'est pas lié à un sapeur de ce SIS" },
    ])
    await owner('delete from auth.user_roles where user_id = $1', [id])
    expect(await get('/grades')).toEqual(nothing)
    expect((await graphql('{ grades { nodes { id } } }'))[0]).toBe(403)
  })

  it('another sapeur of the account is not that of the token', async () => {
    const [other] = await sql('select id from app.sapeurs where id <> $1 order by id desc limit 1', [
      sapeurId,
    ])
    await owner('update auth.memberships set sapeur_id = null where sis_key = $2 and sapeur_id = $1', [
      other?.id,
      'hs',
    ])
    await owner('update auth.memberships set sapeur_id = $2 where user_id = $1', [id, other?.id])
    expect((await get('/mes-infos'))[0]).toBe(403)
  })

  it('a lost flag of administrator leaves what the roles give', async () => {
    await changeAccount(database, who, 'is_admin = true')
    who = await freshly(who)
    expect((await told('GET /sapeurs', undefined, { as: who, sis: 'test' }))[0]).toBe(200)
    await changeAccount(database, who, 'is_admin = false')
    expect(await told('GET /sapeurs', undefined, { as: who, sis: 'test' })).toEqual(nothing)
    expect(await told('GET /sapeurs', undefined, { as: who, sis: 'nulle-part' })).toEqual(nothing)
    expect((await get('/sapeurs'))[0]).toBe(200)
    expect((await told('POST /vehicules', { designation: 'X' }, { as: who }))[0]).toBe(403)
    for (const path of ['/users', '/sis'])
      expect([
        path,
        (
          await servers.auth(`/api/v1${path}`, {
            as: who,
            method: path === '/sis' ? 'POST' : 'GET',
            body: path === '/sis' ? { api_key: 'faux', nom: 'Faux' } : undefined,
          })
        ).status,
      ]).toEqual([path, 403])
  })

  it('kept answers and known ETags of more rights are not sent again', async () => {
    const path = `/sapeurs/${sapeurId}`
    const before = await servers.data(`/api/v2/sapeurs`, { as: who, sis: 'hs' })
    expect((await get(path))[0]).toBe(200)
    await take('sapeur.lecture')
    await take('sapeur.modification')
    const etag = before.headers.get('etag') ?? ''
    expect((await get('/sapeurs', { 'if-none-match': etag }))[0]).toBe(403)
    expect((await get(path))[0]).toBe(403)
  })

  it('an open stream ends, and cannot be opened again', async () => {
    const stream = await listenUp({ user: id, permissions: rights })
    await take('intervention.lecture')
    await alarm('Après')
    await stream.ended
    expect(JSON.stringify(stream.data('alarme'))).not.toContain('Après')
    expect((await get('/alarmes/flux'))[0]).toBe(403)
  })
})

describe('an account whose e-mail was never confirmed', () => {
  it('has no sapeur in its token, and none by an older one', async () => {
    await changeAccount(database, who, 'email_verified_at = null')
    expect((await get('/mes-infos'))[0]).toBe(403)
    const { body } = await servers.auth('/api/v1/login', {
      method: 'POST',
      body: { email: who, password: 'caserne-demo' },
    })
    expect(Object(decodeJwt(body.accessToken)).data.sapeurs).toEqual({})
  })
})

// An account with the rights that another has now: servers sign each address in once.
async function freshly(email: string): Promise<string> {
  const next = `nouveau-${email}`
  await owner('update auth.users set email = $2 where id = $1', [await idOf(database, email), next])
  return next
}
