import { describe, expect, it } from 'vitest'
import { useDecomptes } from './decompte_fixture.ts'

const { sql, made, ask, make, add } = useDecomptes()

it('of twenty décomptes at once, one takes an entry, and each entry stands in one', async () => {
  for (let n = 0; n < 40; n += 1)
    await add(n % 2 ? made.anne : made.bob, 1, 100 + n, { module: n % 4 ? 1 : 2 })
  const wishes = Array.from(
    { length: 20 },
    (_, n) => [{}, { modules: [1] }, { modules: [2] }, { sapeur_ids: [made.anne] }][n % 4],
  )
  const answers = await Promise.all(wishes.map((wish) => make(wish)))
  const won = answers.filter(([status]) => status === 201).map(([, { data }]) => data)
  expect(answers.filter(([status]) => status !== 201)).toEqual(
    Array(20 - won.length).fill([409, { error: 'Aucune écriture à payer' }]),
  )
  const [row] = await sql(
    `select count(*)::integer as n, count(decompte_id)::integer as paid, sum(total)::text as total,
            count(distinct decompte_id)::integer as decomptes
       from app.ecritures where exercice_comptable_id = $1 and module <> 4`,
    [made.year],
  )
  expect(row).toEqual({ n: 40, paid: 40, total: '4780.00', decomptes: won.length })
  expect(won.reduce((sum, each) => sum + Number(each.total), 0)).toBe(4780)
}, 60_000)

describe('a décompte is removed', () => {
  it('only when it is the newest of its year, and frees its entries', async () => {
    const entry = await add(made.anne, 2, 3000)
    const first = (await make())[1].data.id
    await add(made.anne, 2, 1000)
    const second = (await make())[1].data.id
    expect(await ask(`DELETE /decomptes/${first}`)).toEqual([
      409,
      { error: 'Seul le dernier décompte d’un exercice comptable peut être supprimé' },
    ])
    expect(await ask(`DELETE /decomptes/${second}`)).toEqual([204, null])
    expect(await ask(`DELETE /decomptes/${first}`)).toEqual([204, null])
    expect(
      await sql(
        'select id::integer, decompte_id from app.ecritures where exercice_comptable_id = $1 order by id',
        [made.year],
      ),
    ).toEqual([
      { id: entry, decompte_id: null },
      { id: expect.any(Number), decompte_id: null },
    ])
    expect((await make())[1].data.total).toBe('4000.00')
    expect(await ask(`DELETE /decomptes/${first}`)).toEqual([404, { error: 'Décompte inconnu' }])
  })

  it('and paid only while it is not paid, in an open year', async () => {
    await add(made.anne, 2, 3000)
    const { id } = (await make())[1].data
    await sql('update app.exercices_comptables set boucle = true where id = $1', [made.year])
    const closed = [409, { error: 'Exercice comptable bouclé' }]
    expect(await ask(`DELETE /decomptes/${id}`)).toEqual(closed)
    expect(await ask(`POST /decomptes/${id}/payer`, { date: '2026-07-15' })).toEqual(closed)
    await sql('update app.exercices_comptables set boucle = false where id = $1', [made.year])
    const [status, { data }] = await ask(`POST /decomptes/${id}/payer`, { date: '2026-07-15' })
    expect([status, data.paye_le, data.paiements.length]).toEqual([200, '2026-07-15', 1])
    const paid = [409, { error: 'Le décompte est payé : il ne peut plus être modifié' }]
    expect(await ask(`POST /decomptes/${id}/payer`, { date: '2026-07-16' })).toEqual(paid)
    expect(await ask(`DELETE /decomptes/${id}`)).toEqual(paid)
    await expect(
      sql("update app.decomptes set designation = 'Autre' where id = $1", [id]),
    ).rejects.toMatchObject({ code: 'PT409' })
  })
})
