import { describe, expect, it } from 'vitest'
import { makeAccount } from '../../support/users.ts'
import { admin, prefixes, useRights } from './rights_fixture.ts'

const { ask, claimsOf, database, servers, sql } = useRights()
const unknown = [404, { error: 'SIS inconnu' }]

const post = (body: unknown) => ask('POST', '/sis', { as: admin, sis: null, body })
const put = (key: string, body: unknown) => ask('PUT', `/sis/${key}`, { as: admin, sis: null, body })

describe('POST /sis', () => {
  it.each(prefixes)('under %s opens a SIS', async (prefix) => {
    const n = prefixes.indexOf(prefix)
    const body = { api_key: `nouveau-${n}`, nom: `SIS Nouveau ${n}`, abreviation: `SIS N${n}`, mobile: true }
    const [status, { data }] = await ask('POST', '/sis', { as: admin, sis: null, prefix, body })
    expect(status).toBe(201)
    expect(data).toEqual({ id: expect.any(Number), ...body })
    const [, directory] = await ask('GET', '/sis')
    expect(directory.data).toContainEqual(data)
  })

  it('gives it the five roles with their permissions', async () => {
    await post({ api_key: 'cinq', nom: 'SIS Cinq' })
    const [status, { data }] = await ask('GET', '/roles', { as: admin, sis: 'cinq' })
    expect(status).toBe(200)
    const [, { data: all }] = await ask('GET', '/permissions', { as: admin, sis: 'cinq' })
    const held = Object.fromEntries(
      data.map(({ nom, permissions }: { nom: string; permissions: string[] }) => [nom, permissions]),
    )
    expect(held).toEqual({
      Administration: all,
      "Chef d'intervention": [
        'exercice.lecture',
        'intervention.config',
        'intervention.lecture',
        'intervention.modification',
        'intervention.validation',
        'sapeur.lecture',
      ],
      Comptabilité: [
        'comptabilite.config',
        'comptabilite.lecture',
        'comptabilite.modification',
        'exercice.lecture',
        'intervention.lecture',
        'sapeur.lecture',
      ],
      Consultation: ['exercice.lecture', 'intervention.lecture', 'sapeur.lecture'],
      Instruction: [
        'exercice.config',
        'exercice.lecture',
        'exercice.modification',
        'exercice.presence',
        'exercice.validation',
        'sapeur.lecture',
      ],
    })
  })

  it('makes a SIS ready for use: its first manager needs an invitation, an administrator their next token', async () => {
    await post({ api_key: 'debut', nom: 'SIS Début' })
    const [, { data }] = await ask('GET', '/roles', { as: admin, sis: 'debut' })
    const body = { roles: [data[0].id] }
    const [status, { data: invitation }] = await ask('POST', '/invitations', {
      as: admin,
      sis: 'debut',
      body,
    })
    expect([status, invitation.roles]).toEqual([201, [{ id: data[0].id, nom: 'Administration' }]])
    expect((await claimsOf(admin)).permissions.debut).toEqual(['admin'])
    const { status: read } = await servers.data('/api/v2/interventions', {
      sis: 'debut',
      headers: { authorization: `Bearer ${(await servers.signIn(admin)).accessToken}` },
    })
    expect(read).toBe(200)
  })

  it('uses the name as a missing abbreviation', async () => {
    const [, { data }] = await post({ api_key: 'court', nom: 'SIS Court' })
    expect(data).toEqual({
      id: data.id,
      api_key: 'court',
      nom: 'SIS Court',
      abreviation: 'SIS Court',
      mobile: false,
    })
  })

  it('accepts a key with a meaning in JavaScript', async () => {
    await post({ api_key: 'constructor', nom: 'SIS Constructeur' })
    await makeAccount(database, {
      email: 'bati@example.org',
      permissions: { constructor: ['utilisateur.tout'] },
    })
    const [status, { data }] = await ask('GET', '/users', { as: 'bati@example.org', sis: 'constructor' })
    expect([status, data.length]).toEqual([200, 1])
    expect((await ask('GET', '/users', { as: 'autre@example.org', sis: 'constructor' }))[0]).toBe(403)
  })

  it('refuses a key or a name already in use, whatever its case and accents', async () => {
    expect(await post({ api_key: 'hs', nom: 'SIS Tout Neuf' })).toEqual([
      409,
      { error: 'Un SIS de cette clé existe déjà' },
    ])
    expect(await post({ api_key: 'tout-neuf', nom: 'sis  Hâute-Sorne' })).toEqual([
      409,
      { error: 'Un SIS de ce nom existe déjà' },
    ])
    expect(await sql("select from auth.sis where api_key = 'tout-neuf'")).toEqual([])
  })

  it('of several simultaneous ones with the same key opens one', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => post({ api_key: 'course', nom: `SIS Course ${n}` })),
    )
    expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409])
    expect(await sql("select from auth.roles where sis_key = 'course'")).toHaveLength(5)
  })

  const name = { nom: 'SIS Faux' }
  const key = { api_key: 'faux' }
  const required = ['Ce champ est obligatoire.']
  const format = ['Le format n’est pas valide.']
  it.each<[body: unknown, error: unknown]>([
    [{}, { api_key: required, nom: required }],
    [{ ...name, api_key: 'Faux' }, { api_key: format }],
    [{ ...name, api_key: '-faux' }, { api_key: format }],
    [{ ...name, api_key: '__proto__' }, { api_key: format }],
    [{ ...name, api_key: 'fa,ux' }, { api_key: format }],
    [{ ...name, api_key: 7 }, { api_key: ['Ce champ doit être un texte.'] }],
    [
      { ...name, api_key: 'f'.repeat(32) },
      { api_key: ['Ce champ ne doit pas dépasser 31 caractères.', ...format] },
    ],
    [{ ...key, nom: ' ' }, { nom: required }],
    [{ ...key, nom: 'a\0' }, { nom: format }],
    [{ ...key, ...name, abreviation: '' }, { abreviation: required }],
    [{ ...key, ...name, abreviation: 3 }, { abreviation: ['Ce champ doit être un texte.'] }],
    [{ ...key, ...name, mobile: 'oui' }, { mobile: ['Ce champ doit être vrai ou faux.'] }],
  ])('refuses %j and opens nothing', async (body, error) => {
    expect(await post(body)).toEqual([422, { error }])
    expect(await sql("select from auth.sis where api_key = 'faux' or nom = 'SIS Faux'")).toEqual([])
  })
})

describe('PUT /sis/{api_key}', () => {
  it.each(prefixes)('under %s changes the sent fields and leaves the rest', async (prefix) => {
    const n = prefixes.indexOf(prefix)
    const [, { data }] = await post({ api_key: `change-${n}`, nom: `SIS Change ${n}`, abreviation: 'CH' })
    const change = (body: unknown) => ask('PUT', `/sis/change-${n}`, { as: admin, sis: null, prefix, body })
    expect(await change({})).toEqual([200, { data }])
    expect(await change({ mobile: true })).toEqual([200, { data: { ...data, mobile: true } }])
    const renamed = { ...data, mobile: true, nom: `SIS Changé ${n} bis` }
    expect(await change({ nom: renamed.nom })).toEqual([200, { data: renamed }])
    expect(await change({ abreviation: 'C2', mobile: false })).toEqual([
      200,
      { data: { ...renamed, abreviation: 'C2', mobile: false } },
    ])
  })

  it('keeps the key, and ignores unknown keys, whatever their values', async () => {
    const [, { data }] = await post({ api_key: 'fixe', nom: 'SIS Fixe' })
    const extras = { api_key: 'autre', id: 'x', created_at: 'never', roles: {} }
    expect(await put('fixe', { ...extras, nom: 'SIS Fixé' })).toEqual([
      200,
      { data: { ...data, nom: 'SIS Fixé' } },
    ])
    expect(await put('autre', {})).toEqual(unknown)
  })

  it('refuses the name of another SIS', async () => {
    const error = 'Un SIS de ce nom existe déjà'
    expect(await put('hs', { nom: 'SIS TEST' })).toEqual([409, { error }])
    expect((await put('hs', { nom: 'SIS Haute-Sorne' }))[0]).toBe(200)
  })

  it.each(['nulle-part', 'HS', '__proto__', 'hs%20', "hs'--", 'x'.repeat(500)])(
    'finds no SIS %s',
    async (key) => {
      expect(await put(key, { nom: 'SIS Test' })).toEqual(unknown)
    },
  )

  it('refuses a key with a NUL as faulty input', async () => {
    expect(await put('hs%00', {})).toEqual([422, { error: { api_key: ['Le format n’est pas valide.'] } }])
  })

  it.each<[body: unknown, error: unknown]>([
    [{ nom: '' }, { nom: ['Ce champ est obligatoire.'] }],
    [{ nom: null }, { nom: ['Ce champ doit être un texte.'] }],
    [{ abreviation: ' ' }, { abreviation: ['Ce champ est obligatoire.'] }],
    [{ mobile: null }, { mobile: ['Ce champ doit être vrai ou faux.'] }],
  ])('refuses %j', async (body, error) => {
    expect(await put('hs', body)).toEqual([422, { error }])
  })
})

it('the directory is public: anyone reads it, and only administrators write it', async () => {
  expect((await ask('GET', '/sis'))[0]).toBe(200)
  const body = { nom: 'À moi' }
  expect(await ask('PUT', '/sis/hs', { as: 'commandant@example.org', body })).toEqual([
    403,
    { error: 'Permission requise : admin' },
  ])
})
