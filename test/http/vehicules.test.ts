import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addIntervention } from './samples/interventions.ts'

const { ask, told, sql } = useDataApi()
const kinds = [
  {
    list: 'vehicules',
    own: { immatriculation: 'JU 1234' },
    none: { immatriculation: '' },
    unknown: 'Véhicule inconnu',
  },
  { list: 'materiels', own: {}, none: {}, unknown: 'Matériel inconnu' },
]

describe.each(kinds)('$list', ({ list, own, none, unknown }) => {
  beforeEach(async () => {
    await sql(`delete from app.intervention_${list}`)
    await sql(`delete from app.${list}`)
  })
  const add = async (body: object) => (await told(`POST /${list}`, body))[1].data
  const designations = (data: { designation: string }[]) => data.map(({ designation }) => designation)

  it('are added with all fields, or with a designation alone', async () => {
    const all = { designation: 'Tonne-pompe', ...own, statut: false, tri: -3, type_unite_id: 2 }
    expect(await told(`POST /${list}`, { ...all, forfait: '120', unite: 85.5 })).toEqual([
      201,
      { data: { id: expect.any(Number), ...all, forfait: '120.00', unite: '85.50' } },
    ])
    expect(await told(`POST /${list}`, { designation: 'Échelle', id: 3, created_at: 'hier' })).toEqual([
      201,
      {
        data: {
          id: expect.any(Number),
          designation: 'Échelle',
          ...none,
          statut: true,
          tri: 0,
          forfait: '0.00',
          unite: '0.00',
          type_unite_id: 1,
        },
      },
    ])
  })

  it('refuse an amount with more decimals than are stored, instead of rounding it', async () => {
    for (const forfait of [12.345, '12.345'])
      expect(await told(`POST /${list}`, { designation: 'Échelle', forfait })).toEqual([
        422,
        {
          error: {
            forfait: [
              expect.stringMatching(/^(Le format n’est pas valide|Il faut deux décimales au plus)\.$/),
            ],
          },
        },
      ])
    expect(await told(`POST /${list}`, { designation: 'Échelle', forfait: 12.05 })).toMatchObject([
      201,
      { data: { forfait: '12.05' } },
    ])
  })

  it('are listed by tri, then designation, at once or in pages, with an ETag', async () => {
    for (const [designation, tri] of Object.entries({ B: 1, C: 0, A: 1, D: -1 }))
      await add({ designation, tri })
    const { body, headers } = await ask(`GET /${list}`)
    expect(designations(body.data)).toEqual(['D', 'C', 'A', 'B'])
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
    expect((await ask(`GET /${list}`, undefined, known)).status).toBe(304)
    const page = await ask(`GET /${list}?limit=3`)
    expect(designations(page.body.data)).toEqual(['D', 'C', 'A'])
    const next = /^<\/api\/v2(.+)>/.exec(page.headers.get('link') ?? '')?.[1]
    expect(designations((await ask(`GET ${next}`)).body.data)).toEqual(['B'])
  })

  it('are changed key by key', async () => {
    const row = await add({ designation: 'Échelle', ...own, unite: '85.50', type_unite_id: 2 })
    expect(await told(`PUT /${list}/${row.id}`, {})).toEqual([200, { data: row }])
    expect(await told(`PUT /${list}/${row.id}`, { ...row, tri: 4, forfait: 12 })).toEqual([
      200,
      { data: { ...row, tri: 4, forfait: '12.00' } },
    ])
    if (list === 'vehicules')
      expect((await told(`PUT /${list}/${row.id}`, { immatriculation: null }))[1].data.immatriculation).toBe(
        '',
      )
  })

  it('accept status for statut; of two different values the one not stored counts', async () => {
    const row = await add({ designation: 'Échelle', status: false })
    expect(row).toMatchObject({ statut: false })
    expect(row).not.toHaveProperty('status')
    for (const [body, statut] of [
      [{ status: true }, true],
      [{ tri: 5 }, true],
      [{ status: true, statut: false }, false],
      [{ status: false, statut: true }, true],
      [{ status: false, statut: true }, false],
    ] as const)
      expect((await told(`PUT /${list}/${row.id}`, body))[1].data.statut).toBe(statut)
    const both = await told(`POST /${list}`, { designation: 'Les deux', status: false, statut: true })
    expect([both[0], Object.keys(both[1].error)]).toEqual([422, ['status']])
  })

  it('are deleted, unless an intervention has them', async () => {
    const [free, used] = [await add({ designation: 'Libre' }), await add({ designation: 'Pris' })]
    const link = list === 'vehicules' ? used.id : { materiel_id: used.id, quantite: 1 }
    const door = `/interventions/${await addIntervention(sql)}/${list}`
    expect((await told(`POST ${door}`, { [list]: [link] }))[0]).toBe(201)
    expect(await told(`DELETE /${list}/${free.id}`)).toEqual([204, null])
    expect(await told(`DELETE /${list}/${free.id}`)).toEqual([404, { error: unknown }])
    expect(await told(`PUT /${list}/${free.id}`, {})).toEqual([404, { error: unknown }])
    const named = list === 'vehicules' ? 'véhicule' : 'matériel'
    expect(await told(`DELETE /${list}/${used.id}`)).toEqual([
      409,
      { error: `Ce ${named} est lié à une intervention` },
    ])
  })

  it('have unique designations and existing units', async () => {
    const { id } = await add({ designation: 'Échelle' })
    await add({ designation: 'Berce' })
    const taken = [409, { error: 'Cette désignation existe déjà' }]
    expect(await told(`POST /${list}`, { designation: 'Berce' })).toEqual(taken)
    expect(await told(`PUT /${list}/${id}`, { designation: 'Berce' })).toEqual(taken)
    expect(await told(`PUT /${list}/${id}`, { type_unite_id: 99 })).toEqual([
      422,
      { error: { type_unite_id: ['Cette unité n’existe pas.'] } },
    ])
  })

  it.each([
    [{}, 'designation', 'Ce champ est obligatoire.'],
    [{ designation: ' ' }, 'designation', 'Ce champ est obligatoire.'],
    [{ designation: 'x', unite: '-1' }, 'unite', 'Le format n’est pas valide.'],
    [{ designation: 'x', forfait: -0.5 }, 'forfait', 'La valeur doit être d’au moins 0.'],
    [{ designation: 'x', forfait: 1e8 }, 'forfait', 'La valeur ne doit pas dépasser 99999999.99.'],
    [{ designation: 'x', status: 2 }, 'status', 'Ce champ doit être vrai ou faux.'],
  ])('cannot be added as %j', async (body, field, sentence) => {
    expect(await told(`POST /${list}`, body)).toEqual([422, { error: { [field]: [sentence] } }])
  })
})
