import { describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told } = useDataApi()

describe('a list that is the same for every SIS', () => {
  it.each<[path: string, designations: string[], also?: (designation: string) => object]>([
    ['/civilites', ['Monsieur', 'Madame']],
    ['/telephone-types', ['mobile', 'privé', 'professionnel'], (type) => ({ type })],
    [
      '/unites',
      ['pièce', 'heure', 'an', 'km', 'jour', 'forfait', 'mois'],
      (unite) => ({ abreviation: { pièce: 'pce', heure: 'h', jour: 'j' }[unite] ?? unite }),
    ],
    [
      '/intervention-traitement',
      ['–', 'À facturer', 'À vérifier', 'Attendre rapport police', 'Facturée', 'Payée'],
    ],
    ['/phase-types', ['intervention', 'rétablissement']],
  ])('%s is read in its order, also in pages, and written by nobody', async (path, designations, also) => {
    const rows = designations.map((designation, n) => ({
      id: n + 1,
      designation,
      tri: n + 1,
      ...also?.(designation),
    }))
    expect(await told(`GET ${path}`)).toEqual([200, { data: rows }])
    const { body, headers } = await ask(`GET ${path}?limit=1`)
    expect(body).toEqual({ data: rows.slice(0, 1) })
    const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    expect(await told(`GET ${next?.replace('limit=1', 'limit=9')}`)).toEqual([200, { data: rows.slice(1) }])
    expect(await told(`POST ${path}`, { designation: 'x' })).toEqual([
      405,
      { error: 'Méthode non autorisée' },
    ])
  })

  it('/localites is sorted by postcode and name', async () => {
    const { data } = (await ask('GET /localites')).body
    expect(data).toHaveLength(12)
    expect(data[0]).toEqual({
      id: expect.any(Number),
      npa: '2800',
      nom: 'Delémont',
      designation: 'Delémont',
      canton: 'JU',
    })
    expect(data.at(-1)).toMatchObject({ npa: '2942', nom: 'Alle' })
    const { headers } = await ask('GET /localites?limit=11')
    const next = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    expect(await told(`GET ${next}`)).toEqual([200, { data: [data.at(-1)] }])
  })
})

describe('/localites-sis, the places that a SIS serves,', () => {
  it('are ids, which are added once and removed', async () => {
    const [alle, boecourt] = (await ask('GET /localites')).body.data
      .filter(({ nom }: { nom: string }) => ['Alle', 'Boécourt'].includes(nom))
      .map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b)
    expect(await told('GET /localites-sis')).toEqual([200, { data: [] }])
    for (const localite_id of [boecourt, alle])
      expect(await told('POST /localites-sis', { localite_id })).toEqual([201, { data: { localite_id } }])
    expect(await told('GET /localites-sis')).toEqual([200, { data: [alle, boecourt] }])
    expect(await told('GET /localites-sis', undefined, { sis: 'test' })).toEqual([200, { data: [] }])
    expect(await told('POST /localites-sis', { localite_id: alle })).toEqual([
      409,
      { error: 'Cette localité est déjà desservie' },
    ])
    expect(await told(`DELETE /localites-sis/${alle}`)).toEqual([204, null])
    expect(await told(`DELETE /localites-sis/${alle}`)).toEqual([404, { error: 'Localité inconnue' }])
    expect(await told('GET /localites-sis')).toEqual([200, { data: [boecourt] }])
  })

  it('are known ones', async () => {
    expect(await told('POST /localites-sis', { localite_id: 4242 })).toEqual([
      422,
      { error: { localite_id: ['Cette localité n’existe pas.'] } },
    ])
    expect(await told('POST /localites-sis', {})).toEqual([
      422,
      { error: { localite_id: ['Ce champ est obligatoire.'] } },
    ])
  })
})
