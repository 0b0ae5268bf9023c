import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asSomeone } from '../support/database.ts'
import { useDecomptes } from './decompte_fixture.ts'

const { sql, database, made, ask, make, add, demande } = useDecomptes()
const writer = { sis: 'hs', permissions: ['comptabilite.modification'] }

describe('an entry of a décompte', () => {
  it.each([
    ['changed', 'update app.ecritures set total = 1 where id = $1'],
    ['moved to another day', "update app.ecritures set date = '2026-01-01' where id = $1"],
    ['removed', 'delete from app.ecritures where id = $1'],
  ])('is not %s by any role', async (_what, statement) => {
    const entry = await add(made.anne, 1, 100)
    expect((await make({ deduction: false }))[0]).toBe(201)
    for (const role of ['api', 'owner', 'admin'] as const)
      await asSomeone(await database.as(role), writer, (client) =>
        expect(client.query(statement, [entry])).rejects.toMatchObject({
          code: 'PT409',
          message: 'Cette écriture est dans un décompte : elle ne peut plus être modifiée',
        }),
      )
  })

  it('is not freed as long as the décompte is there', async () => {
    const entry = await add(made.anne, 1, 100)
    await make({ deduction: false })
    const free = 'update app.ecritures set decompte_id = null where id = $1'
    await expect(sql(free, [entry])).rejects.toMatchObject({ code: 'PT409' })
    await asSomeone(await database.as('api'), writer, (client) =>
      expect(client.query(free, [entry])).rejects.toMatchObject({ code: '42501' }),
    )
  })

  it('and the décompte itself are written by its own functions only', async () => {
    const entry = await add(made.anne, 1, 100)
    const { id } = (await make({ deduction: false }))[1].data
    const free = await add(made.bob, 1, 100)
    for (const [statement, ...values] of [
      ['update app.ecritures set decompte_id = $1 where id = $2', id, free],
      ['delete from app.decomptes where id = $1', id],
      ['update app.decomptes set total = 1 where id = $1', id],
      ['delete from app.paiements where decompte_id = $1', id],
    ] as const)
      await asSomeone(await database.as('api'), writer, (client) =>
        expect(client.query(statement, [...values])).rejects.toMatchObject({ code: '42501' }),
      )
    expect(await ask(`DELETE /decomptes/${id}`)).toEqual([204, null])
    expect((await ask(`PUT /ecritures/${entry}`, { quantite: 2 }))[1].data.total).toBe('200.00')
  })

  it('is taken and freed without an entry of the journal, but the décompte has its own', async () => {
    const entry = await add(made.anne, 2, 3000)
    const { id } = (await make())[1].data
    expect(await ask(`DELETE /decomptes/${id}`)).toEqual([204, null])
    const told = async (ressource: string, ligne: number) =>
      (
        await sql('select action from audit.journal where ressource = $1 and ligne_id = $2 order by id', [
          ressource,
          ligne,
        ])
      ).map(({ action }) => action)
    expect(await told('ecritures', entry)).toEqual(['ajout'])
    expect(await told('decomptes', id)).toEqual(['ajout', 'modification', 'suppression'])
    await ask(`PUT /ecritures/${entry}`, { quantite: 2 })
    expect(await told('ecritures', entry)).toEqual(['ajout', 'modification'])
  })
})

describe('the check of a décompte', () => {
  it.each([
    ['between two types', 'solde = solde - 10, frais_effectif = frais_effectif + 10'],
    ['between two sapeurs', 'solde = solde + case when sapeur_id = $2 then 10 else -10 end'],
    ['from contributions', 'avs = avs + 10, ac = ac - 10, avs_ac = avs_ac + 10'],
  ])('finds money that was moved %s', async (_how, change) => {
    for (const sapeur of [made.anne, made.bob]) await add(sapeur, 1, 100)
    const { id } = (await make())[1].data
    const owner = await database.as('owner')
    const check = (nb: number) =>
      owner.query('select app.check_decompte(d, $2) from app.decomptes d where d.id = $1', [id, nb])
    await asSomeone(owner, writer, async () => {
      await check(2)
      await owner.query(`update app.paiements set ${change} where decompte_id = $1 and $2::bigint > 0`, [
        id,
        made.anne,
      ])
      await expect(check(2)).rejects.toThrow('a payment is not the sum of its entries')
    })
    await asSomeone(owner, writer, () =>
      expect(check(3)).rejects.toThrow('3 entries were taken, and it has 2'),
    )
    await asSomeone(owner, writer, async () => {
      await owner.query('update app.decomptes set total = total + 5 where id = $1', [id])
      await expect(check(2)).rejects.toThrow('are not the totals of its payments')
    })
  })
})

it('making and removing décomptes leaves entries, payments and parameters as they were', async () => {
  const entry = fc.record({
    who: fc.constantFrom('anne', 'bob'),
    type: fc.integer({ min: 0, max: 4 }),
    module: fc.constantFrom(0, 1, 2, 5),
    total: fc.integer({ min: -2000, max: 60_000 }).map((n) => n / 20),
  })
  const wish = fc.record(
    { deduction: fc.boolean(), modules: fc.subarray([0, 1, 2, 5]) },
    { requiredKeys: ['deduction'] },
  )
  const state = () =>
    sql(
      `select (select json_agg(to_jsonb(e) - 'version' order by e.id) from app.ecritures e where e.exercice_comptable_id = $1) as ecritures,
              (select json_agg(p order by p.id) from app.paiements p) as paiements,
              (select json_agg(d order by d.id) from app.decomptes d) as decomptes,
              (select json_agg(a) from app.avs_params a where a.exercice_comptable_id = $1) as params`,
      [made.year],
    )
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.array(wish, { minLength: 1, maxLength: 4 }),
      async (entries, wishes) => {
        for (const { who, type, total, module } of entries)
          await add(who === 'anne' ? made.anne : made.bob, type, total, { module })
        const before = await state()
        const ids: number[] = []
        for (const each of wishes) {
          const [status, { data }] = await ask('POST /decomptes', demande(each))
          if (status === 201) ids.push(data.id)
          else expect(status).toBe(409)
        }
        if (ids.length > 0) expect(await state()).not.toEqual(before)
        for (const id of ids.reverse()) expect(await ask(`DELETE /decomptes/${id}`)).toEqual([204, null])
        expect(await state()).toEqual(before)
      },
    ),
    { numRuns: 12, seed: 2026 },
  )
}, 120_000)
