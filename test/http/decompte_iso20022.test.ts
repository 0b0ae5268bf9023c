import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAccount } from '../support/users.ts'
import { useDataApi } from './data_fixture.ts'
import { addDecompte, addPaiement } from './samples/comptabilite_documents.ts'

const { sql, servers, database } = useDataApi()
const comptable = 'comptable.iso@example.org'
const sis = "update app.sis set nom = 'SIS Haute-Sorne', iban = $1, bic = ''"
let decompte = 0

beforeAll(() =>
  makeAccount(database, { email: comptable, permissions: { hs: ['comptabilite.modification'] } }),
)
beforeEach(async () => {
  await sql(sis, ['CH9300762011623852957'])
  decompte = await addDecompte(sql)
})

async function order(id: number, query = '', as = comptable) {
  const { accessToken } = await servers.signIn(as)
  const url = `${servers.urls().data}/api/v2/decomptes/${id}/iso20022?${query}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Adds a place as `import localites` does. */
async function addPlace(npa: string, nom: string, canton: string): Promise<void> {
  await sql(
    'insert into app.localites (npa, nom, canton) values ($1, $2, $3) on conflict (npa, nom) do update set canton = $3',
    [npa, nom, canton],
  )
}
const errorOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).error]
const parts = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)<`, 'g'))].map(([, part]) => part)

describe('the order to the bank', () => {
  it('has a transfer for each paiement above 0, to the address that accounting cannot read otherwise', async () => {
    const anne = await addPaiement(sql, decompte, { nom: 'Rochat', solde: 120.5 })
    const bob = await addPaiement(sql, decompte, { nom: 'Aubry', solde: 80 })
    await addPaiement(sql, decompte, { nom: 'Amendé', solde: -20, iban: '' })
    await addPaiement(sql, decompte, { nom: 'Zéro', solde: 0, iban: '' })
    const { status, headers, text } = await order(decompte, 'date=2199-03-01')
    expect([status, headers.get('content-type'), headers.get('incomplets')]).toEqual([
      200,
      'application/xml',
      null,
    ])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="decompte-hs-${decompte}.xml"`)
    expect(parts(text, 'InstdAmt')).toEqual(['80.00', '120.50'])
    expect(parts(text, 'EndToEndId')).toEqual([`D${decompte}-P${bob.id}`, `D${decompte}-P${anne.id}`])
    expect(parts(text, 'Nm')).toEqual(['SIS Haute-Sorne', 'SIS Haute-Sorne', 'Léa Aubry', 'Léa Rochat'])
    expect(parts(text, 'TwnNm')).toEqual(['Bassecourt', 'Bassecourt'])
    expect(parts(text, 'Ctry')).toEqual(['CH', 'CH'])
    expect(parts(text, 'Dt')).toEqual(['2199-03-01'])
    expect(parts(text, 'CtrlSum')).toEqual(['200.50', '200.50'])
  })

  it('is the same when it is asked for again', async () => {
    await addPaiement(sql, decompte)
    expect((await order(decompte)).text).toBe((await order(decompte)).text)
  })

  it('pays those who are chosen, under an id of the message that stands for them', async () => {
    const anne = await addPaiement(sql, decompte, { nom: 'Rochat', solde: 120.5 })
    const bob = await addPaiement(sql, decompte, { nom: 'Aubry', solde: 80 })
    const left = await addPaiement(sql, decompte, { nom: 'Zwahlen', iban: '' })
    const idsOf = async (query: string) => {
      const { text } = await order(decompte, query)
      return { message: parts(text, 'MsgId').join(), transfers: parts(text, 'EndToEndId') }
    }
    const [one, other] = [`D${decompte}-P${anne.id}`, `D${decompte}-P${bob.id}`]
    const both = await idsOf('ignorer_incomplets=true')
    const alone = await idsOf(`paiement_ids=${anne.id}`)
    expect([both.transfers, alone.transfers]).toEqual([[other, one], [one]])
    expect(await idsOf(`paiement_ids=${anne.id}&paiement_ids=${bob.id}`)).toEqual(both)
    expect(await idsOf(`paiement_ids[]=${bob.id}&paiement_ids[]=${anne.id}`)).toEqual(both)
    expect(await idsOf(`paiement_ids=${anne.id}&paiement_ids=${left.id}&ignorer_incomplets=true`)).toEqual(
      alone,
    )
    expect(alone.message).not.toBe(both.message)
    await sql('update app.salaires set iban = $2 where sapeur_id = $1', [
      left.sapeur,
      'CH9300762011623852957',
    ])
    const all = await idsOf('')
    const later = await idsOf(`paiement_ids=${left.id}`)
    expect(all.transfers).toContain(one)
    expect(new Set([both, alone, all, later].map(({ message }) => message)).size).toBe(4)
  })

  it('pays no paiement of another décompte or SIS, and none that is not above 0', async () => {
    await addPaiement(sql, decompte)
    const owing = await addPaiement(sql, decompte, { solde: -20 })
    const other = await addPaiement(sql, await addDecompte(sql))
    const test = (text: string, values?: unknown[]) => sql(text, values, 'test')
    const elsewhere = await addPaiement(test, await addDecompte(test))
    for (const id of [owing.id, other.id, elsewhere.id, 999_999])
      expect(errorOf(await order(decompte, `paiement_ids=${id}`))).toEqual([
        422,
        { paiement_ids: ['Ce décompte n’a pas ce paiement à verser.'] },
      ])
    expect((await order(decompte, 'paiement_ids=')).status).toBe(422)
  })

  it.each([
    ['25470', 'Trévillers', 'FR', 'FR'],
    ['79761', 'Waldshut', 'DE', 'DE'],
    ['1700', 'Fribourg', 'FR', 'CH'],
    ['9490', 'Vaduz', 'FL', 'LI'],
  ])('has the country of %s %s', async (npa, nom, canton, pays) => {
    await addPlace(npa, nom, canton)
    await addPaiement(sql, decompte, { localite: nom })
    const { text } = await order(decompte)
    expect([parts(text, 'PstCd'), parts(text, 'Ctry')]).toEqual([[npa], [pays]])
  })

  it('names who lives in a place whose country is not known', async () => {
    await addPlace('59000', 'Ailleurs', 'XX')
    await addPaiement(sql, decompte, { nom: 'Loin', localite: 'Ailleurs' })
    expect(errorOf(await order(decompte))).toEqual([409, 'Il manque : Léa Loin (pays)'])
  })

  it('is refused where someone cannot be paid, and names all of them', async () => {
    await addPaiement(sql, decompte, { nom: 'Aubry', iban: '' })
    await addPaiement(sql, decompte, { nom: 'Berberat', localite: null })
    await sql(sis, [''])
    expect(errorOf(await order(decompte))).toEqual([
      409,
      'Il manque : SIS Haute-Sorne (IBAN) ; Léa Aubry (IBAN) ; Léa Berberat (localité, pays)',
    ])
  })

  it('leaves out people who cannot be paid on request, and names them', async () => {
    const aubry = await addPaiement(sql, decompte, { nom: 'Aubry', iban: '' })
    const alone = errorOf(await order(decompte, 'ignorer_incomplets=true'))
    expect(alone).toEqual([409, 'Il manque : Léa Aubry (IBAN)'])
    await addPaiement(sql, decompte, { nom: 'Rochat', solde: 120.5 })
    const { status, headers, text } = await order(decompte, 'ignorer_incomplets=true')
    expect([status, headers.get('incomplets')]).toEqual([200, String(aubry.sapeur)])
    expect(parts(text, 'InstdAmt')).toEqual(['120.50'])
  })

  it('is refused where nothing is to be paid', async () => {
    await addPaiement(sql, decompte, { solde: -20 })
    expect(errorOf(await order(decompte))).toEqual([409, 'Aucun paiement à verser'])
  })

  it('is not for a day that is over', async () => {
    await addPaiement(sql, decompte)
    expect(errorOf(await order(decompte, 'date=2020-01-06'))).toEqual([
      422,
      { date: ['La date d’exécution est passée.'] },
    ])
    expect((await order(decompte, 'date=demain')).status).toBe(422)
  })

  it('is of décomptes of this SIS only', async () => {
    const elsewhere = await addDecompte((text, values) => sql(text, values, 'test'))
    for (const id of [elsewhere, 999_999]) expect(errorOf(await order(id))).toEqual([404, 'Décompte inconnu'])
  })
})
