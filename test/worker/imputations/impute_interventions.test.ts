import { describe, expect, it } from 'vitest'
import { comptable } from '../../http/imputation_fixture.ts'
import { addIndemnite } from '../../http/samples/comptabilite_imputation.ts'
import { addImputableYear } from '../../support/imputable_year.ts'
import { useImputations } from './imputations_fixture.ts'

const { ask, travail, work, ended, next, imputed, told, sql } = useImputations()

describe('the imputation of a year', () => {
  it('imputes each intervention by the tariff of its type, and names those that it refuses', async () => {
    const year = await addImputableYear(sql, [4, 12, 4, 12, 1])
    const [feu, other] = [await addIndemnite(sql), await addIndemnite(sql)]
    const [, , , late, unknown] = year.interventions
    // Someone at the fourth was at the second too, as a report says.
    await sql(
      `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, toleree)
       select $1, p.sapeur_id, p.debut, p.fin, true from app.intervention_sapeurs p where p.intervention_id = $2`,
      [late, year.interventions[1]],
    )
    await sql('update app.interventions set statut = 2 where id = $1', [late])
    await sql('update app.interventions set statut = 1 where id = $1', [year.interventions[2]])
    const [status, { data }] = await ask(year.id, { indemnites: { 4: feu, 12: other } })
    expect(status).toBe(202)
    expect(await travail(data.id)).toEqual({
      id: data.id,
      exercice_comptable_id: year.id,
      etat: 'en_attente',
      faits: 0,
      total: 4,
      refus: [],
      created_by: comptable,
      created_at: expect.any(String),
      ended_at: null,
    })
    await work()
    await ended(data.id)
    expect(await travail(data.id)).toMatchObject({ faits: 1, total: 4, ended_at: expect.any(String) })
    const overlap = expect.stringMatching(
      /^Nouveau \d+ Léa est présent en même temps aux interventions .* et .* :/,
    )
    expect((await travail(data.id)).refus).toEqual([
      { intervention_id: year.interventions[1], raison: overlap },
      { intervention_id: late, raison: overlap },
      {
        intervention_id: unknown,
        raison: 'Aucune indemnité n’est indiquée pour ce type d’intervention',
      },
    ])
    expect(await imputed(year.interventions)).toEqual([
      [3, feu],
      [2, null],
      [1, null],
      [2, null],
      [2, null],
    ])
  })

  it('pays other types by the default, standby by its own tariff, in the name of the one who asked', async () => {
    const year = await addImputableYear(sql, [4, 1])
    await sql('update app.intervention_sapeurs set piquet = true where intervention_id = $1', [
      year.interventions[1],
    ])
    await sql('update app.interventions set statut = 2 where id = $1', [year.interventions[1]])
    const [other, piquet] = [await addIndemnite(sql), await addIndemnite(sql)]
    const [, { data }] = await ask(year.id, {
      indemnites: { defaut: other },
      piquet_indemnite_intervention_id: piquet,
    })
    await work()
    await ended(data.id)
    expect(await imputed(year.interventions)).toEqual([
      [3, other],
      [3, piquet],
    ])
    expect(
      await sql('select distinct created_by from app.ecritures where intervention_id = any ($1)', [
        year.interventions,
      ]),
    ).toEqual([{ created_by: comptable }])
  })

  it('refuses an intervention at which someone is present more than a day from it, and goes on', async () => {
    const year = await addImputableYear(sql, [4, 4])
    const [far, near] = year.interventions
    await sql(
      `insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, toleree)
       select p.intervention_id, p.sapeur_id, p.debut + interval '9 days', p.fin + interval '9 days', true
         from app.intervention_sapeurs p where p.intervention_id = $1`,
      [far],
    )
    await sql('update app.interventions set statut = 2 where id = $1', [far])
    const [, { data }] = await ask(year.id, { indemnites: { 4: await addIndemnite(sql) } })
    await work()
    await ended(data.id)
    expect((await travail(data.id)).refus).toEqual([
      { intervention_id: far, raison: expect.stringContaining('à plus d’un jour de l’intervention') },
    ])
    expect((await imputed([far, near])).map(([statut]) => statut)).toEqual([2, 3])
  })

  it('may be asked for again when it has ended, for what is left', async () => {
    const year = await addImputableYear(sql, [4, 1])
    const tarif = await addIndemnite(sql)
    const first = await ask(year.id, { indemnites: { 4: tarif } })
    expect(await ask(year.id, { indemnites: { 4: tarif } })).toEqual([
      409,
      { error: 'Cet exercice comptable est déjà en cours d’imputation' },
    ])
    await work()
    await ended(first[1].data.id)
    const [status, { data }] = await ask(year.id, { indemnites: { 1: tarif } })
    expect(status).toBe(202)
    await ended(data.id)
    expect(await travail(data.id)).toMatchObject({ faits: 1, total: 1, refus: [] })
    expect(await imputed(year.interventions)).toEqual([
      [3, tarif],
      [3, tarif],
    ])
  })

  it('notes why, where the year is closed or the tariff becomes inactive meanwhile', async () => {
    const year = await addImputableYear(sql, [4])
    const tarif = await addIndemnite(sql)
    const refused = async (change: string, back: string) => {
      const [, { data }] = await ask(year.id, { indemnites: { 4: tarif } })
      await sql(change)
      await next(data.id)
      await sql(back)
      await next(data.id)
      return (await travail(data.id)).refus.map(({ raison }: { raison: string }) => raison)
    }
    const close = (boucle: boolean) =>
      `update app.exercices_comptables set boucle = ${boucle} where id = ${year.id}`
    expect(await refused(close(true), close(false))).toEqual(['Exercice comptable bouclé'])
    const act = (actif: boolean) =>
      `update app.indemnites_intervention set actif = ${actif} where id = ${tarif}`
    expect(await refused(act(false), act(true))).toEqual(['Cette indemnité n’est plus active.'])
  })

  it('leaves the other SIS alone, even of an id that it shares', async () => {
    const year = await addImputableYear(sql, [4])
    const [, { data }] = await ask(year.id, { indemnites: { defaut: await addIndemnite(sql) } })
    expect(await next(data.id, 'test')).toBe(false)
    expect(await imputed(year.interventions)).toEqual([[2, null]])
    expect(
      (await told(`GET /travaux/${data.id}`, undefined, { as: 'autre@example.org', sis: 'test' }))[0],
    ).toBe(404)
  })
})

describe('the imputation of a year is refused', () => {
  it('for tariffs and types that do not exist', async () => {
    const { id } = await addImputableYear(sql, [])
    const tarif = await addIndemnite(sql)
    for (const [indemnites, error] of [
      [{ 4: 999_999 }, { 'indemnites.4': ['Cette indemnité n’existe pas.'] }],
      [{ 999999: tarif }, { 'indemnites.999999': ['Ce type d’intervention n’existe pas.'] }],
      [{ defaut: 999_999 }, { 'indemnites.defaut': ['Cette indemnité n’existe pas.'] }],
    ])
      expect(await ask(id, { indemnites })).toEqual([422, { error }])
    expect((await ask(id, { indemnites: {} }))[0]).toBe(422)
    expect((await ask(id, { indemnites: { feu: tarif } }))[0]).toBe(422)
    expect((await ask(id, { indemnites: { 4: null } }))[0]).toBe(422)
    expect(await ask(id, { indemnites: { 4: tarif }, piquet_indemnite_intervention_id: 999_999 })).toEqual([
      422,
      { error: { piquet_indemnite_intervention_id: ['Cette indemnité n’existe pas.'] } },
    ])
  })

  it('for a year that does not exist, or is closed', async () => {
    const tarif = await addIndemnite(sql)
    expect(await ask(999_999, { indemnites: { 4: tarif } })).toEqual([
      404,
      { error: 'Exercice comptable inconnu' },
    ])
    const { id } = await addImputableYear(sql, [])
    await sql('update app.exercices_comptables set boucle = true where id = $1', [id])
    expect(await ask(id, { indemnites: { 4: tarif } })).toEqual([409, { error: 'Exercice comptable bouclé' }])
  })
})
