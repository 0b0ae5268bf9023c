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

  it('is refused where someone cannot be paid, and names all of them', async () => {
    await addPaiement(sql, decompte, { nom: 'Aubry', iban: '' })
    await addPaiement(sql, decompte, { nom: 'Berberat', localite: null })
    await sql(sis, [''])
    expect(errorOf(await order(decompte))).toEqual([
      409,
      'Il manque : SIS Haute-Sorne (IBAN) ; Léa Aubry (IBAN) ; Léa Berberat (localité, pays)',
    ])
  })

  it('leaves out those who cannot be paid where told, and says whom', async () => {
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
