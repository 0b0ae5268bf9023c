import { describe, expect, it } from 'vitest'
import { comptable, useImputation, whileClosed } from './imputation_fixture.ts'
import { addIndemnite } from './samples/comptabilite_imputation.ts'
import { addIntervention } from './samples/interventions.ts'

const api = useImputation()
const { made, impute, simulate, undo, present, paid, sign, statut, sql, told, ask, database } = api

describe('an imputation is refused', () => {
  it('for a tariff that does not exist, belongs to another SIS, or is inactive', async () => {
    const other = await addIndemnite((text, values) => sql(text, values, 'test'), { id: 987_654 })
    expect(await impute(other)).toEqual([
      422,
      { error: { indemnite_intervention_id: ['Cette indemnité n’existe pas.'] } },
    ])
    const inactive = await addIndemnite(sql, { actif: false })
    expect(await impute(await addIndemnite(sql), { piquet_indemnite_intervention_id: inactive })).toEqual([
      422,
      { error: { piquet_indemnite_intervention_id: ['Cette indemnité n’est plus active.'] } },
    ])
    expect(await statut()).toMatchObject({ statut: 2 })
  })

  it.each([0, 1, 3])('for an intervention of statut %j', async (value) => {
    await sql('update app.interventions set statut = $2 where id = $1', [made.id, value])
    expect(await impute(await addIndemnite(sql))).toEqual([
      409,
      { error: 'Seule une intervention validée peut être imputée' },
    ])
  })

  it('a second time, and of ten at once one succeeds', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    const answers = await Promise.all(Array.from({ length: 10 }, () => impute(tarif)))
    expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await paid()).length).toBe(1)
  })

  it('while someone is at another intervention at the same time, until one is corrected and signed', async () => {
    const other = await addIntervention(sql)
    await present(made.anne, '14 14:30', '14 16:00')
    await present(made.anne, '14 15:59', '14 18:00', { at: other })
    const rows = await sql('select id, numero from app.interventions where id = any ($1) order by id', [
      [made.id, other],
    ])
    const [own, elsewhere] = rows.map((row) => row.numero)
    const [sapeur] = await sql('select nom_prenom as nom from app.sapeurs where id = $1', [made.anne])
    const tarif = await addIndemnite(sql)
    const refusal = (one: unknown, two: unknown) => [
      409,
      {
        error: `${sapeur?.nom} est présent en même temps aux interventions ${one} et ${two} : corrigez l’une des présences`,
      },
    ]
    expect(await impute(tarif)).toEqual(refusal(own, elsewhere))
    await sql('update app.interventions set statut = 2 where id = $1', [other])
    expect(await impute(tarif, { id: other })).toEqual(refusal(elsewhere, own))
    await sql(
      "update app.intervention_sapeurs set debut = '2026-03-14 16:00+01' where intervention_id = $1",
      [other],
    )
    expect((await impute(tarif, { id: other }))[1].error).toBe(
      'Seule une intervention validée peut être imputée',
    )
    await sign(other)
    expect((await impute(tarif, { id: other }))[0]).toBe(200)
    expect((await impute(tarif))[0]).toBe(200)
  })

  it.each([
    ['12 14:28', '14 16:00'],
    ['14 14:30', '15 16:01'],
    ['20 14:30', '20 16:00'],
  ])('while someone is present more than a day from it, from %s to %s', async (debut, fin) => {
    await present(made.bob, '14 14:30', '14 16:00')
    await present(made.anne, debut, fin)
    const [row] = await sql(
      'select nom_prenom as nom, numero from app.sapeurs s, app.interventions i where s.id = $1 and i.id = $2',
      [made.anne, made.id],
    )
    const told = (text: string) => text.replace(' ', '.03.2026 ')
    const periode = `${told(debut)} à ${told(fin)}`
    const refusal = `${row?.nom} est présent à plus d’un jour de l’intervention ${row?.numero} (${periode}) : corrigez sa présence`
    const tarif = await addIndemnite(sql)
    expect([await simulate(tarif), await impute(tarif), await paid()]).toEqual([
      [409, { error: refusal }],
      [409, { error: refusal }],
      [],
    ])
    await sql(
      "update app.intervention_sapeurs set debut = '2026-03-13 16:01+01', fin = '2026-03-15 16:00+01' where sapeur_id = $1",
      [made.anne],
    )
    await sign()
    expect((await impute(tarif))[0]).toBe(200)
  })

  it('where it has entries already, until they are removed', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    await impute(tarif)
    await sql('update app.interventions set statut = 2 where id = $1', [made.id])
    const refusal = {
      error: 'Cette intervention a déjà des écritures : annulez d’abord son imputation',
    }
    expect([await simulate(tarif), await impute(tarif)]).toEqual([
      [409, refusal],
      [409, refusal],
    ])
    expect([await undo(), await undo()]).toEqual([
      [204, null],
      [409, { error: 'Cette intervention n’est pas imputée' }],
    ])
    expect((await impute(tarif))[0]).toBe(200)
    expect((await paid()).length).toBe(1)
  })

  it('in a closed year', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    const answers = await whileClosed(api, '2026-03-14', async () => [
      await impute(tarif),
      await simulate(tarif),
    ])
    expect(answers).toEqual(Array(2).fill([409, { error: 'Exercice comptable bouclé' }]))
  })

  it('without the permission, by the database itself', async () => {
    const api = await database.as('api')
    const open = "from request.open(1, 'hs', '{comptabilite.lecture,intervention.modification}', null)"
    for (const call of [
      `select api.create_imputation_intervention($1, '{"indemnite_intervention_id": 1}') ${open}`,
      `select api.simuler_imputation_intervention($1, '{"indemnite_intervention_id": 1}') ${open}`,
      `select api.delete_imputation_intervention($1) ${open}`,
    ])
      await expect(api.query(call, [made.id])).rejects.toMatchObject({ code: 'PT403' })
  })
})

describe('a simulation', () => {
  it('is refused as the imputation is', async () => {
    expect(await simulate(999_999)).toEqual([
      422,
      { error: { indemnite_intervention_id: ['Cette indemnité n’existe pas.'] } },
    ])
    await sql('update app.interventions set statut = 1 where id = $1', [made.id])
    expect(await simulate(await addIndemnite(sql))).toEqual([
      409,
      { error: 'Seule une intervention validée peut être imputée' },
    ])
  })
})

describe('an undone imputation', () => {
  it('removes the entries, and sets the statut and the day back', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await impute(await addIndemnite(sql))
    expect(await undo()).toEqual([204, null])
    expect([await paid(), await statut()]).toEqual([[], { statut: 2, date_imputation: null }])
    expect((await impute(await addIndemnite(sql)))[0]).toBe(200)
  })

  it('keeps entries that were made by hand for the intervention', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await impute(await addIndemnite(sql))
    await sql(
      `insert into app.ecritures (exercice_comptable_id, sapeur_id, date, designation, total, module, intervention_id)
       select exercice_comptable_id, $2, date_debut, 'Taxi', 12, 8, id from app.interventions where id = $1`,
      [made.id, made.anne],
    )
    expect((await undo())[0]).toBe(204)
    expect(await paid()).toEqual([[made.anne, '1.00', '0.00', '', '12.00']])
  })

  it('is refused unless the intervention is imputée', async () => {
    expect(await undo()).toEqual([409, { error: 'Cette intervention n’est pas imputée' }])
  })

  it('is refused while an entry is in a décompte, and in a closed year', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await present(made.bob, '14 14:30', '14 16:00')
    await impute(await addIndemnite(sql))
    await sql(
      `with d as (
         insert into app.decomptes (exercice_comptable_id, designation, date)
         select exercice_comptable_id, 'Soldes', '2026-04-01' from app.interventions where id = $1 returning id
       )
       update app.ecritures set decompte_id = (select id from d) where intervention_id = $1 and sapeur_id = $2`,
      [made.id, made.bob],
    )
    expect(await undo()).toEqual([409, { error: 'Une écriture de cette intervention est dans un décompte' }])
    expect([(await paid()).length, await statut()]).toEqual([2, expect.objectContaining({ statut: 3 })])
    expect(await whileClosed(api, '2026-03-14', undo)).toEqual([409, { error: 'Exercice comptable bouclé' }])
  })

  it('lets nobody else change an imputée intervention', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await impute(await addIndemnite(sql))
    const refused = [409, { error: 'L’intervention est imputée : elle ne peut plus être modifiée' }]
    expect(await told(`PUT /interventions/${made.id}`, { objet: 'Feu' })).toEqual(refused)
    expect(await told(`DELETE /interventions/${made.id}`)).toEqual(refused)
    const [row] = await sql('select id from app.intervention_sapeurs where intervention_id = $1', [made.id])
    expect(await told(`DELETE /interventions/${made.id}/sapeurs`, { sapeurs: [Number(row?.id)] })).toEqual(
      refused,
    )
  })
})

it('reads no interventions for someone who may only impute', async () => {
  expect((await ask(`GET /interventions/${made.id}`, undefined, { as: comptable })).status).toBe(403)
})
