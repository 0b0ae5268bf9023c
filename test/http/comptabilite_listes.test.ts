import { describe, expect, it, onTestFinished } from 'vitest'
import { lists } from './comptabilite_fixture.ts'
import { useDataApi } from './data_fixture.ts'

const { ask, told } = useDataApi()

const elsewhere = { sis: 'test', as: 'autre@example.org' }

describe.each(lists)('$path', ({ path, first, length, least, made, all, unknown, twice, missing }) => {
  it('is shipped with every SIS, with an ETag', async () => {
    for (const asking of [{ sis: 'hs' }, elsewhere]) {
      const { body, headers } = await ask(`GET ${path}`, undefined, asking)
      expect(body.data).toHaveLength(length)
      expect(body.data[0]).toEqual(first)
      const known = { ...asking, headers: { 'if-none-match': headers.get('etag') ?? '' } }
      expect((await ask(`GET ${path}`, undefined, known)).status).toBe(304)
    }
  })

  it('takes a row with all fields or the least, changes it and removes it', async () => {
    const before = (await ask(`GET ${path}`)).body.data
    const [status, { data }] = await told(`POST ${path}`, least)
    expect([status, data]).toEqual([201, { id: expect.any(Number), ...made }])
    expect(await told(`PUT ${path}/${data.id}`, {})).toEqual([200, { data }])
    expect(await told(`PUT ${path}/${data.id}`, { ...data, ...all })).toEqual([
      200,
      { data: { ...data, ...all } },
    ])
    expect((await ask(`GET ${path}`, undefined, elsewhere)).body.data).toEqual(before)
    expect(await told(`DELETE ${path}/${data.id}`)).toEqual([204, null])
    for (const [door, body] of [
      ['DELETE', undefined],
      ['PUT', {}],
    ] as const)
      expect(await told(`${door} ${path}/${data.id}`, body)).toEqual([404, { error: unknown }])
    expect((await ask(`GET ${path}`)).body.data).toEqual(before)
  })

  it('is listed in pages', async () => {
    const [, made] = await told(`POST ${path}`, all)
    onTestFinished(async () => {
      await told(`DELETE ${path}/${made.data.id}`)
    })
    const { data } = (await ask(`GET ${path}`)).body
    const seen: unknown[] = []
    for (let page: string | undefined = `${path}?limit=1`; page; ) {
      const { body, headers } = await ask(`GET ${page}`)
      seen.push(...body.data)
      page = /^<\/api\/v2(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(data)
  })

  it('refuses a row that lacks a field, one that is there, and what does not exist', async () => {
    for (const field of Object.keys(least).filter(
      (each) => path !== '/indemnites-exercice' || each !== 'fonction_id',
    )) {
      const rest = Object.fromEntries(Object.entries(least).filter(([name]) => name !== field))
      expect(await told(`POST ${path}`, rest)).toEqual([
        422,
        { error: { [field]: ['Ce champ est obligatoire.'] } },
      ])
    }
    expect(await told(`POST ${path}`, twice.body)).toEqual([409, { error: twice.error }])
    if (missing === undefined) return
    const [field, sentence] = missing
    expect(await told(`POST ${path}`, { ...least, [field]: 999999 })).toEqual([
      422,
      { error: { [field]: [sentence] } },
    ])
  })
})
