import { describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { ask, told } = useDataApi()

it('grades are listed by rank, with an ETag by which an unchanged list is not sent again', async () => {
  const { status, body, headers } = await ask('GET /grades')
  expect(status).toBe(200)
  expect(body.data).toHaveLength(11)
  expect(body.data[0]).toEqual({ id: 1, designation: 'Major', rang: 110 })
  expect(body.data.at(-1)).toEqual({ id: 11, designation: 'Sapeur', rang: 10 })
  const etag = headers.get('etag') ?? ''
  const again = await ask('GET /grades', undefined, { headers: { 'if-none-match': `"autre", W/${etag}` } })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, etag])
  const other = await ask('GET /grades', undefined, { headers: { 'if-none-match': '"autre"' } })
  expect(other.status).toBe(200)
})

it('grades are readable with any right in the SIS', async () => {
  for (const as of ['sapeur@example.org', 'lecteur@example.org', 'admin@example.org'])
    expect((await ask('GET /grades', undefined, { as })).status).toBe(200)
  expect(await told('GET /grades', undefined, { as: 'autre@example.org' })).toEqual([
    403,
    { error: 'Aucun droit pour ce SIS' },
  ])
})

it('grades come in pages, each with the address of the next', async () => {
  const seen: string[] = []
  let path = '/grades?limit=4'
  for (let page = 0; page < 3; page++) {
    const { body, headers } = await ask(`GET ${path}`)
    seen.push(...body.data.map(({ designation }: { designation: string }) => designation))
    const link = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    expect([page, link !== undefined, body.data.length]).toEqual([page, page < 2, page < 2 ? 4 : 3])
    path = link?.replace('/api/v2', '') ?? ''
  }
  expect(seen).toEqual(
    (await ask('GET /grades')).body.data.map((each: { designation: string }) => each.designation),
  )
})

it.each([
  ['limit=0', { limit: ['La valeur doit être d’au moins 1.'] }],
  ['limit=1001', { limit: ['La valeur ne doit pas dépasser 1000.'] }],
  ['limit=5&apres=zz', { apres: ['Cette page n’existe pas.'] }],
  ['limit=5&apres=WyJ4IiwieSJd', { apres: ['Cette page n’existe pas.'] }],
  ['limit=5&apres=W3t9LDFd', { apres: ['Cette page n’existe pas.'] }],
])('grades refuse the page %s', async (query, error) => {
  expect(await told(`GET /grades?${query}`)).toEqual([422, { error }])
})

describe('a SIS shapes its own grades:', () => {
  it('one is added, changed and deleted', async () => {
    const [status, { data }] = await told('POST /grades', { designation: ' Colonel ', rang: 120 })
    expect([status, data]).toEqual([201, { id: expect.any(Number), designation: 'Colonel', rang: 120 }])
    expect(await told(`PUT /grades/${data.id}`, { rang: 115, id: 7, autre: [] })).toEqual([
      200,
      { data: { ...data, rang: 115 } },
    ])
    expect(await told(`DELETE /grades/${data.id}`)).toEqual([204, null])
    expect(await told(`DELETE /grades/${data.id}`)).toEqual([404, { error: 'Grade inconnu' }])
  })

  it('none is repeated, and none in use is deleted', async () => {
    expect(await told('POST /grades', { designation: 'Major' })).toEqual([
      409,
      { error: 'Cette désignation existe déjà' },
    ])
    expect(await told('DELETE /grades/2')).toEqual([409, { error: 'Ce grade est porté par un sapeur' }])
  })

  it.each([
    [{}, { designation: ['Ce champ est obligatoire.'] }],
    [{ designation: '  ' }, { designation: ['Ce champ est obligatoire.'] }],
    [{ designation: null }, { designation: ['Ce champ doit être un texte.'] }],
    [{ designation: 'x'.repeat(256) }, { designation: ['Ce champ ne doit pas dépasser 255 caractères.'] }],
    [{ designation: 'x', rang: '0x1' }, { rang: ['Ce champ doit être un nombre entier.'] }],
    ['{"designation":"x","rang":1e400}', { rang: ['Ce champ doit être un nombre entier.'] }],
    [
      { designation: 'a\u0000b' },
      { designation: ['Ce texte contient un signe qui ne peut être enregistré.'] },
    ],
  ])('not with %j', async (body, error) => {
    expect(await told('POST /grades', body)).toEqual([422, { error }])
  })
})
