import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenRules } from '../exports/iso20022/pain001_rules.ts'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addDecompte, addPaiement } from './samples/comptabilite_documents.ts'

const { sql, told, servers, database } = useDataApi()
const comptable = 'comptable.ordres@example.org'
const lecteur = 'lecteur.ordres@example.org'
const iban = 'CH9300762011623852957'
const other = 'CH5604835012345678009'
let decompte = 0
let [anne, bob] = [
  { id: 0, sapeur: 0 },
  { id: 0, sapeur: 0 },
]

beforeAll(async () => {
  await makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } })
  await makeAccount(database, { email: lecteur, permissions: { hs: ['comptabilite.lecture'] } })
})
beforeEach(async () => {
  await sql("update app.sis set nom = 'SIS Haute-Sorne', iban = $1, bic = ''", [iban])
  decompte = await addDecompte(sql)
  anne = await addPaiement(sql, decompte, { nom: 'Rochat', solde: 120.5 })
  bob = await addPaiement(sql, decompte, { nom: 'Aubry', solde: 80 })
  await addPaiement(sql, decompte, { nom: 'Zéro', solde: 0, iban: '' })
})

const hand = (body?: object, { as = comptable, of = decompte, sis = 'hs' } = {}) =>
  told(`POST /decomptes/${of}/ordres`, body, { as, sis })
const listed = async () =>
  (await told(`GET /decomptes/${decompte}/ordres`, undefined, { as: lecteur }))[1].data
async function file(query = '', of = decompte) {
  const { accessToken } = await servers.signIn(lecteur)
  const url = `${servers.urls().data}/api/v2/decomptes/${of}/iso20022?${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' } })
  const text = await response.text()
  return { status: response.status, name: response.headers.get('content-disposition'), text }
}
const parts = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)<`, 'g'))].map(([, part]) => part)
const correct = (sapeur: number, to: string) =>
  sql('update app.salaires set iban = $2 where sapeur_id = $1', [sapeur, to])

describe('an order to the bank', () => {
  it('is recorded with its paiements, with its author and time, and listed', async () => {
    const [status, { data, avertissements }] = await hand({ date: '2199-03-01' })
    expect([status, avertissements]).toEqual([201, []])
    expect(data).toEqual({
      id: expect.any(Number),
      decompte_id: decompte,
      message_id: `D${decompte}-O${data.id}-hs`,
      date: '2199-03-01',
      encore: false,
      total: '200.50',
      paiement_ids: [anne.id, bob.id],
      created_by: comptable,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await listed()).toEqual([data])
  })

  it('is answered as a file by its id, else the newest, and before any as a draft that says so', async () => {
    const draft = await file()
    expect(parts(draft.text, 'MsgId')).toEqual([expect.stringMatching(/^BROUILLON-D\d+-[0-9a-f]{10}-hs$/)])
    expect(brokenRules(draft.text)).toEqual([])
    const first = (await hand({ date: '2199-03-01', paiement_ids: [String(anne.id)] }))[1].data
    const second = (await hand({ paiement_ids: [bob.id] }))[1].data
    expect(await listed()).toEqual([second, first])
    const [newest, oldest] = [await file(), await file(`ordre=${first.id}`)]
    expect(
      [newest, oldest].map(({ status, text }) => [status, parts(text, 'MsgId'), parts(text, 'EndToEndId')]),
    ).toEqual([
      [200, [second.message_id], [`D${decompte}-P${bob.id}`]],
      [200, [first.message_id], [`D${decompte}-P${anne.id}`]],
    ])
    expect(parts(oldest.text, 'Dt')).toEqual(['2199-03-01'])
    expect(oldest.name).toBe(`attachment; filename="decompte-hs-${decompte}-ordre-${first.id}.xml"`)
    for (const { text } of [newest, oldest]) expect(brokenRules(text)).toEqual([])
    expect(await file(`ordre=${second.id}`)).toEqual(newest)
  })

  it('stays as the bank got it, whatever becomes of accounts, names and addresses', async () => {
    await hand()
    const before = await file()
    await correct(anne.sapeur, '')
    await sql("update app.sapeurs set nom = 'Autre' where id = $1", [anne.sapeur])
    await sql("update app.particularites set rue = 'Ailleurs', localite_id = null where sapeur_id = $1", [
      anne.sapeur,
    ])
    await sql("update app.sis set nom = 'SIS', iban = ''")
    expect(await file()).toEqual(before)
    // An order that pays again has the account of now, and an id of its own.
    await sql("update app.sis set nom = 'SIS', iban = $1", [iban])
    await correct(bob.sapeur, other)
    const again = (await hand({ paiement_ids: [bob.id], encore: true }))[1].data
    const { text } = await file()
    expect([parts(text, 'MsgId'), parts(text, 'IBAN')]).toEqual([[again.message_id], [iban, other]])
  })

  it('names erased people in its file, and keeps nothing of them', async () => {
    const names = parts((await file()).text, 'Nm').sort()
    await (await database.as('admin')).query(
      `insert into audit.identites_paie (sis_key, sapeur_id, nom, prenom, rue, no_rue, localite_id, iban, jusqu_au)
       select s.sis_key, s.id, s.nom, s.prenom, p.rue, p.no_rue, p.localite_id, a.iban, '2199-12-31'
         from app.sapeurs s
         join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
         join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
        where s.id = $1`,
      [anne.sapeur],
    )
    await sql("update app.sapeurs set nom = 'Ancien sapeur', prenom = 'n° 1' where id = $1", [anne.sapeur])
    await sql(
      "update app.particularites set rue = '', no_rue = '', localite_id = null where sapeur_id = $1",
      [anne.sapeur],
    )
    await correct(anne.sapeur, '')
    const { id } = (await hand())[1].data
    const { text } = await file()
    expect([parts(text, 'Nm').sort(), parts(text, 'IBAN')]).toEqual([names, [iban, iban, iban]])
    expect(
      await sql(
        'select nom, iban, rue, localite from app.ordre_paiements where ordre_id = $1 order by paiement_id',
        [id],
      ),
    ).toMatchObject([{ nom: '', iban: '', rue: '', localite: '' }, { nom: 'Léa Aubry' }])
  })

  it('holds no paiement of an earlier one, unless someone says encore, which the journal keeps', async () => {
    const first = (await hand({ paiement_ids: [anne.id] }))[1].data
    const refused = [409, { error: `Déjà dans un ordre à la banque : Léa Rochat (ordre ${first.id})` }]
    expect(await hand()).toEqual(refused)
    expect(await hand({ paiement_ids: [anne.id], encore: false })).toEqual(refused)
    expect((await hand({ paiement_ids: [bob.id] }))[0]).toBe(201)
    const [status, { data }] = await hand({ encore: true })
    expect([status, data.encore, data.paiement_ids]).toEqual([201, true, [anne.id, bob.id]])
    expect((await listed()).length).toBe(3)
    expect((await hand())[1].error).toBe(
      `Déjà dans un ordre à la banque : Léa Aubry (ordre ${data.id - 1}, ${data.id}) ; Léa Rochat (ordre ${first.id}, ${data.id})`,
    )
    const [, journal] = await told(`GET /journal?ressource=ordres&ligne_id=${data.id}`)
    expect(journal.data).toMatchObject([{ action: 'ajout', apres: { encore: true, decompte_id: decompte } }])
  })

  it('of ten at once is handed out once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => hand(n % 2 === 0 ? {} : { paiement_ids: [anne.id] })),
    )
    const statuses = answers.map(([status]) => status)
    expect(statuses.filter((status) => status === 201).length).toBe(1)
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    expect((await listed()).length).toBe(1)
  })

  it('is refused by the database itself where a paiement is in two', async () => {
    const { id } = (await hand({ paiement_ids: [anne.id] }))[1].data
    const again = (encore: boolean) =>
      sql(
        `with o as (insert into app.ordres (decompte_id, date, nom, iban) values ($1, '2199-03-01', 'SIS', '') returning id)
         insert into app.ordre_paiements (ordre_id, paiement_id, sapeur_id, montant, encore, nom, iban)
         select o.id, $2, $3, 120.5, $4, 'Léa', '' from o`,
        [decompte, anne.id, anne.sapeur, encore],
      )
    await expect(again(false)).rejects.toMatchObject({ constraint: 'ordre_paiements_paiement_id_key' })
    await again(true)
    for (const table of ['ordres', 'ordre_paiements'])
      await expect((await database.as('api')).query(`delete from app.${table}`)).rejects.toThrow(
        'permission denied',
      )
    expect((await listed()).map((each: { id: number }) => each.id)).toContain(id)
  })

  it('leaves out people who cannot be paid on request, and says so; they are paid by a later one', async () => {
    await correct(bob.sapeur, '')
    expect(await hand()).toEqual([409, { error: 'Il manque : Léa Aubry (IBAN)' }])
    const [status, { data, avertissements }] = await hand({ ignorer_incomplets: true })
    expect([status, data.paiement_ids, avertissements]).toEqual([
      201,
      [anne.id],
      ['N’est pas dans l’ordre : Léa Aubry (IBAN)'],
    ])
    await told(`POST /decomptes/${decompte}/payer`, { date: '2026-07-15' }, { as: comptable })
    await correct(bob.sapeur, other)
    expect((await hand({ paiement_ids: [bob.id] }))[1].data.paiement_ids).toEqual([bob.id])
  })

  it.each([
    [{ date: '2020-01-06' }, { date: ['La date d’exécution est passée.'] }],
    [{ date: 'demain' }, { date: expect.any(Array) }],
    [{ paiement_ids: [999_999] }, { paiement_ids: ['Ce décompte n’a pas ce paiement à verser.'] }],
    [{ paiement_ids: [] }, { paiement_ids: [expect.any(String)] }],
  ])('is refused for %j', async (body, error) => {
    expect(await hand(body)).toEqual([422, { error }])
    expect(await listed()).toEqual([])
  })

  it('is handed out by comptabilite.modification alone, in the SIS of the décompte, while its year is open', async () => {
    expect(await hand({}, { as: lecteur })).toEqual([
      403,
      { error: 'Permission requise : comptabilite.modification' },
    ])
    const unknown = [404, { error: 'Décompte inconnu' }]
    const elsewhere = await addDecompte((text, values) => sql(text, values, 'test'))
    for (const of of [elsewhere, 999_999]) {
      expect(await hand({}, { of })).toEqual(unknown)
      expect(await told(`GET /decomptes/${of}/ordres`)).toEqual(unknown)
    }
    const year = 'select exercice_comptable_id from app.decomptes where id = $1'
    await sql(`update app.exercices_comptables set boucle = true where id = (${year})`, [decompte])
    expect(await hand({})).toEqual([409, { error: 'Exercice comptable bouclé' }])
    expect(await listed()).toEqual([])
  })

  it('of another décompte is unknown, and choices for drafts are not passed over', async () => {
    const { id } = (await hand())[1].data
    const elsewhere = await addDecompte(sql)
    await addPaiement(sql, elsewhere)
    for (const [query, of] of [
      [`ordre=${id}`, elsewhere],
      ['ordre=999999', decompte],
    ] as const) {
      const { status, text } = await file(query, of)
      expect([status, JSON.parse(text)]).toEqual([404, { error: 'Ordre inconnu' }])
    }
    const { status, text } = await file(`date=2199-03-01&paiement_ids=${anne.id}&ignorer_incomplets=true`)
    const sentence = 'Un ordre a été remis : ce choix ne vaut que pour un brouillon.'
    const error = { date: [sentence], paiement_ids: [sentence], ignorer_incomplets: [sentence] }
    expect([status, JSON.parse(text)]).toEqual([422, { error }])
    expect((await file('ignorer_incomplets=false')).status).toBe(200)
  })

  it('keeps its décompte from being removed', async () => {
    await hand()
    expect(await told(`DELETE /decomptes/${decompte}`, undefined, { as: comptable })).toEqual([
      409,
      { error: 'Un ordre à la banque a été remis pour ce décompte : il ne peut plus être supprimé' },
    ])
  })
})
