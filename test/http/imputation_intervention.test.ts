import { describe, expect, it } from 'vitest'
import { comptable, useImputation } from './imputation_fixture.ts'
import { addIndemnite } from './samples/comptabilite_imputation.ts'

const { made, impute, simulate, present, paid, statut, sql } = useImputation()

describe('an imputation', () => {
  it('writes an entry for each sapeur, and sets the statut and the day', async () => {
    await present(made.bob, '14 14:30', '14 19:30')
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    const [status, { data }] = await impute(tarif)
    expect([status, data.statut, data.ecritures.length]).toEqual([200, 3, 2])
    expect(data.ecritures[0]).toMatchObject({
      id: expect.any(Number),
      date: '2026-03-14',
      quantite: '1.50',
      total: '40.00',
      intervention_id: made.id,
      exercice_id: null,
      decompte_id: null,
    })
    expect(await paid()).toEqual([
      [made.anne, '1.50', '15.00', '', '40.00'],
      [made.bob, '5.00', '15.00', '', '85.00'],
    ])
    const [today] = await sql('select app.today()::text as day')
    expect(await statut()).toEqual({ statut: 3, date_imputation: today?.day })
  })

  it('says in each entry where it comes from', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql, { type: 2 })
    await impute(tarif)
    const rows = await sql(
      `select e.designation, e.complement, e.heure::text, e.taux::text, e.type, e.module, e.type_unite_id::integer as unite, e.created_by,
              e.date = i.date_debut and e.exercice_comptable_id = i.exercice_comptable_id as same,
              t.designation as tarif, l.nom || ' (' || y.designation || ') Gare' as told, e.compte_id = t.compte_id as compte,
              e.ecriture_categorie_id = t.ecriture_categorie_id as categorie
         from app.ecritures e
         join app.interventions i on i.id = e.intervention_id
         join app.types_intervention y on y.id = i.type_intervention_id
         join app.localites l on l.id = i.localite_id
         join app.indemnites_intervention t on t.id = e.indemnite_intervention_id
        where e.intervention_id = $1`,
      [made.id],
    )
    expect(rows).toEqual([
      {
        designation: rows[0]?.told,
        told: rows[0]?.told,
        complement: rows[0]?.tarif,
        tarif: rows[0]?.tarif,
        heure: '14:29:00',
        taux: '1.00000',
        type: 2,
        module: 2,
        unite: 2,
        created_by: comptable,
        same: true,
        compte: true,
        categorie: true,
      },
    ])
  })

  it('pays the presences of a sapeur together, overlaps once', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await present(made.anne, '14 15:30', '14 16:30')
    await present(made.anne, '14 18:00', '14 19:00', { piquet: true })
    await impute(await addIndemnite(sql))
    expect(await paid()).toEqual([[made.anne, '3.00', '15.00', '', '55.00']])
  })

  it('pays standby by its own tariff if there is one, in entries of their own', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await present(made.anne, '14 18:00', '14 19:00', { piquet: true })
    await present(made.bob, '14 14:30', '14 16:30', { piquet: true })
    const piquet = await addIndemnite(sql, { tarif: 8, tarif_min: 0, tarif_min_pour: 0 })
    await impute(await addIndemnite(sql), { piquet_indemnite_intervention_id: piquet })
    expect(await paid()).toEqual([
      [made.anne, '1.50', '15.00', '', '40.00'],
      [made.anne, '1.00', '8.00', '', '8.00'],
      [made.bob, '2.00', '8.00', '', '16.00'],
    ])
  })

  it('pays no standby for the time at which the sapeur was otherwise present', async () => {
    await present(made.anne, '14 14:00', '14 18:00', { piquet: true })
    await present(made.anne, '14 15:00', '14 16:00')
    await present(made.anne, '14 15:30', '14 16:30')
    await present(made.bob, '14 15:00', '14 16:00', { piquet: true })
    await present(made.bob, '14 14:00', '14 16:00')
    const piquet = await addIndemnite(sql, { tarif: 8, tarif_min: 20, tarif_min_pour: 1 })
    await impute(await addIndemnite(sql), { piquet_indemnite_intervention_id: piquet })
    expect(await paid()).toEqual([
      [made.anne, '1.50', '15.00', '', '40.00'],
      [made.bob, '2.00', '15.00', '', '40.00'],
      // 14:00 to 15:00 and 16:30 to 18:00: 20.00 for the first hour, and one more whole hour.
      [made.anne, '2.50', '8.00', '', '28.00'],
    ])
  })

  it('applies the minimum to the phases of the tariff', async () => {
    await sql(
      "insert into app.intervention_phases (intervention_id, phase_type_id, debut) values ($1, 2, '2026-03-14 16:00+01')",
      [made.id],
    )
    await present(made.anne, '14 14:00', '14 17:00')
    await present(made.bob, '14 16:00', '14 17:30')
    await impute(await addIndemnite(sql, { phase_type_id: 1 }))
    expect(await paid()).toEqual([
      [made.anne, '3.00', '15.00', '', '55.00'],
      [made.bob, '1.50', '15.00', '', '62.50'],
    ])
  })

  it('pays by rates where the tariff has some, without entries of 0.00', async () => {
    // From Friday, 20:00, to Saturday, 02:00.
    await present(made.anne, '13 20:00', '14 02:00')
    await present(made.bob, '13 23:00', '13 23:00:05')
    const rates = {
      tarif: 20,
      tarif_min: 0,
      taux_nuit: 1.25,
      taux_weekend: 1.5,
      debut: '22:00',
      fin: '06:00',
    }
    await impute(await addIndemnite(sql, rates))
    expect(await paid()).toEqual([
      [made.anne, '2.00', '20.00', '', '40.00'],
      [made.anne, '2.00', '20.00', 'Nuit', '50.00'],
      [made.anne, '2.00', '20.00', 'Week-end', '60.00'],
      [made.bob, '0.00', '20.00', 'Nuit', '0.05'],
    ])
  })

  it('pays the night of the week-end as night where there is no rate of the week-end', async () => {
    await present(made.anne, '14 20:00', '15 02:00')
    const rates = {
      tarif: 20,
      tarif_min: 40,
      tarif_min_pour: 2,
      taux_nuit: 1.25,
      debut: '22:00',
      fin: '06:00',
    }
    await impute(await addIndemnite(sql, rates))
    expect(await paid()).toEqual([
      [made.anne, '2.00', '20.00', '', '40.00'],
      [made.anne, '4.00', '20.00', 'Nuit', '100.00'],
    ])
  })

  it('keeps the figures of an entry when the tariff changes', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    await impute(tarif)
    await sql('update app.indemnites_intervention set tarif = 99, tarif_min = 999 where id = $1', [tarif])
    expect(await paid()).toEqual([[made.anne, '1.50', '15.00', '', '40.00']])
  })
})

describe('a tariff that changes after the simulation', () => {
  it('is the one of the imputation', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    expect((await simulate(tarif))[1].data.ecritures[0].total).toBe('40.00')
    await sql('update app.indemnites_intervention set tarif_min = 50 where id = $1', [tarif])
    expect((await impute(tarif))[1].data.ecritures[0].total).toBe('50.00')
    expect(await paid()).toEqual([[made.anne, '1.50', '15.00', '', '50.00']])
  })

  it('is refused when it is inactive by then', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    const tarif = await addIndemnite(sql)
    expect((await simulate(tarif))[0]).toBe(200)
    await sql('update app.indemnites_intervention set actif = false where id = $1', [tarif])
    expect(await impute(tarif)).toEqual([
      422,
      { error: { indemnite_intervention_id: ['Cette indemnité n’est plus active.'] } },
    ])
    expect(await paid()).toEqual([])
  })
})

describe('a simulation', () => {
  it('shows the entries that the imputation writes, without ids, and writes nothing', async () => {
    await present(made.anne, '14 14:30', '14 16:00')
    await present(made.bob, '14 14:30', '14 19:30')
    const body = { indemnite_intervention_id: await addIndemnite(sql) }
    const before = await statut()
    const [status, { data }] = await simulate(body.indemnite_intervention_id)
    expect([status, data.statut, await paid(), await statut()]).toEqual([200, 2, [], before])
    const written = (await impute(body.indemnite_intervention_id))[1].data.ecritures
    expect(data.ecritures).toEqual(
      written.map((each: object) => ({ ...each, id: null, created_at: expect.any(String) })),
    )
    expect(data.ecritures.length).toBe(2)
  })
})
