import { beforeAll, describe, expect, it } from 'vitest'
import { allPermissions } from '../support/table.ts'
import { makeAccount, makeRole } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { expected, fonctions, row } from './mes_expected.ts'
import { addSomeone, addYears, link, type Someone } from './mes_fixture.ts'

const api = useDataApi()
const { database, servers, told, ask, sql } = api
let years: number[]
let moi: Someone
let cheffe: Someone

beforeAll(async () => {
  years = await addYears(api)
  moi = await addSomeone(api, 'Moi', [])
  cheffe = await addSomeone(api, 'Cheffe', allPermissions)
})

/** The answer to a sapeur at each path. */
const all = (someone: Someone) => expected(someone, years[0])

/** The same for a caller with other rights. */
async function answers(as: string, more = '', headers?: Record<string, string>): Promise<unknown[]> {
  const found: unknown[] = []
  for (const [path] of all(moi)) {
    const [status, body] = await told(`GET ${path}${more}`, undefined, { as, ...(headers && { headers }) })
    found.push([path, status === 200 ? body.data : [status, body]])
  }
  return found
}

describe('a sapeur sees', () => {
  it('only their own rows, without any permission', async () => {
    expect(await answers(moi.email)).toEqual(all(moi))
  })

  it('only their own rows, even with every permission', async () => {
    expect(await answers(cheffe.email)).toEqual(all(cheffe))
  })

  it('the same rows with any query parameter', async () => {
    const more = `?sapeur_id=${cheffe.sapeur}&id=${cheffe.sapeur}&sapeur=${cheffe.sapeur}&sis=test`
    expect(await answers(moi.email, more)).toEqual(all(moi))
  })

  it('the same rows once they hold permissions', async () => {
    const role = await makeRole(database, 'hs', 'Moi aussi', allPermissions)
    const owner = await database.as('owner')
    await owner.query("insert into auth.user_roles (sis_key, user_id, role_id) values ('hs', $1, $2)", [
      moi.user,
      role,
    ])
    const { body } = await servers.logIn(moi.email)
    const authorization = `Bearer ${body.accessToken}`
    expect(await answers(moi.email, '', { authorization })).toEqual(all(moi))
    const others = await told('GET /grades', undefined, { as: moi.email, headers: { authorization } })
    expect(others[0]).toBe(200)
    await owner.query('delete from auth.roles where id = $1', [role])
  })

  it('of each year the rows of that year', async () => {
    const of = async (path: string, year: number | undefined) =>
      (await told(`GET ${path}/${year}`, undefined, { as: moi.email }))[1].data
    const second = await of('/mes-interventions', years[1])
    expect(second.map(({ id, objet }: Record<string, unknown>) => [id, objet])).toEqual([
      [row(moi, 'intervention_sapeurs', 1), 'Inondation'],
    ])
    const exercice = await of('/mes-exercices', years[1])
    expect(exercice.map((each: Record<string, unknown>) => each.designation)).toEqual(['Pompes'])
    const { paiements, ecritures } = await of('/mes-decomptes', years[1])
    expect([paiements[0].total, paiements.length, ecritures[0].total, ecritures.length]).toEqual([
      '1.00',
      1,
      '-1.00',
      1,
    ])
    expect(await of('/mes-interventions', years[2])).toEqual([])
    expect(await of('/mes-exercices', years[2])).toEqual([])
    expect(await of('/mes-decomptes', years[2])).toEqual({ paiements: [], ecritures: [] })
  })

  it('their private particulars and telephones, in the order of their priority', async () => {
    const someone = await addSomeone(api, 'Tierce', [])
    await sql("insert into app.salaires (sapeur_id, no_avs, iban) values ($1, '756.1234.5678.97', '')", [
      someone.sapeur,
    ])
    await sql(
      "insert into app.particularites (sapeur_id, rue, date_naissance) values ($1, 'Rue de la Gare', '1980-02-29')",
      [someone.sapeur],
    )
    await sql(
      "insert into app.telephones (sapeur_id, numero, priorite) values ($1, '079 555 99 01', 2), ($1, '032 555 99 02', 1), ($2, '079 555 99 03', 1)",
      [someone.sapeur, cheffe.sapeur],
    )
    const [, { data }] = await told('GET /mes-infos', undefined, { as: someone.email })
    expect(data).toMatchObject({
      no_avs: '756.1234.5678.97',
      rue: 'Rue de la Gare',
      date_naissance: '1980-02-29',
    })
    expect(data.telephones.map((each: { numero: string }) => each.numero)).toEqual([
      '032 555 99 02',
      '079 555 99 01',
    ])
  })

  it('their lists in pages', async () => {
    const first = await ask('GET /mes-fonctions?limit=1', undefined, { as: moi.email })
    expect(first.body.data).toEqual(fonctions(moi).slice(0, 1))
    const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
    expect(await told(`GET ${next}`, undefined, { as: moi.email })).toEqual([
      200,
      { data: fonctions(moi).slice(1) },
    ])
    for (const path of [
      `/mes-exercices/${years[0]}`,
      `/mes-interventions/${years[0]}`,
      '/mes-groupes',
      '/mon-materiel',
    ]) {
      const seen: number[] = []
      for (let at = `${path}?limit=1`; at !== ''; ) {
        const { body, headers } = await ask(`GET ${at}`, undefined, { as: moi.email })
        seen.push(...body.data.map(({ id }: { id: number }) => id))
        at = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
      }
      const [, { data }] = await told(`GET ${path}`, undefined, { as: moi.email })
      expect(seen).toEqual(data.map(({ id }: { id: number }) => id))
    }
  })

  it('nothing of an accounting year that does not exist here', async () => {
    const [elsewhere] = await addYears(api, 'test')
    for (const year of [elsewhere, 999_999])
      for (const path of ['mes-exercices', 'mes-interventions', 'mes-decomptes'])
        expect(await told(`GET /${path}/${year}`, undefined, { as: moi.email })).toEqual([
          404,
          { error: 'Exercice comptable inconnu' },
        ])
  })

  it('nothing in a SIS where they are no sapeur', async () => {
    expect(await told('GET /mes-infos', undefined, { as: moi.email, sis: 'test' })).toEqual([
      403,
      { error: 'Aucun droit pour ce SIS' },
    ])
  })
})

describe('an account that is no sapeur of the SIS', () => {
  const refused = [403, { error: "Votre compte n'est pas lié à un sapeur de ce SIS" }]

  it('is refused with a permission, and as an administrator', async () => {
    for (const as of ['lecteur@example.org', 'admin@example.org'])
      for (const [path] of all(moi))
        expect([path, await told(`GET ${path}`, undefined, { as })]).toEqual([path, refused])
  })

  it('is admitted once it is one, administrator or not', async () => {
    const [made] = await sql("insert into app.sapeurs (nom, prenom) values ('Admin', 'Aude') returning id")
    const email = 'aude@example.org'
    await link(api, await makeAccount(database, { email, admin: true }), Number(made?.id))
    const { body } = await servers.logIn(email)
    const headers = { authorization: `Bearer ${body.accessToken}` }
    const [status, { data }] = await told('GET /mes-infos', undefined, { headers })
    expect([status, data.id, data.telephones]).toEqual([200, Number(made?.id), []])
    expect(await told(`GET /mes-interventions/${years[0]}`, undefined, { headers })).toEqual([
      200,
      { data: [] },
    ])
  })
})
