import { describe, expect, it } from 'vitest'
import { comptable } from '../../http/imputation_fixture.ts'
import { addIndemnite } from '../../http/samples/comptabilite_imputation.ts'
import { addImputableYear } from '../../support/imputable_year.ts'
import { useImputations } from './imputations_fixture.ts'

const { ask, travail, work, ended, next, imputed, told, sql, database } = useImputations()

const job = async (id: number) => {
  const { rows } = await (await database.as('admin')).query(
    'select * from graphile_worker.jobs where key = $1',
    [`imputation:hs:${id}`],
  )
  return rows[0]
}
/** Makes the imputation of an intervention fail by a SQLSTATE during the work. */
const failing = async (code: string, id: number | undefined, work: () => Promise<void>) => {
  const admin = await database.as('admin')
  await admin.query(
    `create function app.tg_essai() returns trigger language plpgsql as $$
     begin
       raise sqlstate '${code}' using message = 'Essai';
     end $$;
     create trigger _001_essai before insert on app.ecritures
       for each row when (new.intervention_id = ${id}) execute function app.tg_essai()`,
  )
  try {
    await work()
  } finally {
    await admin.query('drop trigger _001_essai on app.ecritures; drop function app.tg_essai()')
  }
}
describe('the imputation of a year', () => {
  it('takes also what is validé behind it, or gets the number of one that it has dealt with', async () => {
    const year = await addImputableYear(sql, [4, 4, 4])
    const [first, second, third] = year.interventions
    const tarif = await addIndemnite(sql)
    await sql('update app.interventions set statut = 1 where id = $1', [first])
    const [, { data }] = await ask(year.id, { indemnites: { 4: tarif } })
    expect([await next(data.id), await imputed(year.interventions)]).toEqual([
      true,
      [
        [1, null],
        [3, tarif],
        [2, null],
      ],
    ])
    await sql('update app.interventions set statut = 2 where id = $1', [first])
    // The second one is undone and gives its number to the third: neither is imputed twice or left out.
    await told(`DELETE /imputation/intervention/${second}`, undefined, { as: comptable })
    for (const [id, no] of [
      [second, 900],
      [third, 2],
    ])
      await sql('update app.interventions set no = $2 where id = $1', [id, no])
    expect([await next(data.id), await next(data.id), await next(data.id)]).toEqual([true, true, false])
    expect(await travail(data.id)).toMatchObject({ etat: 'termine', faits: 3, total: 3, refus: [] })
    expect(await imputed([first, second, third])).toEqual([
      [3, tarif],
      [3, tarif],
      [2, null],
    ])
  })

  it.each([
    ['P0001', 'Imputation impossible (P0001)'],
    ['22012', 'Imputation impossible (22012)'],
    ['23505', 'Imputation impossible (23505)'],
    ['PT409', 'Essai'],
    ['PT422', 'Essai'],
  ])('notes an intervention that fails by %s, and goes on', async (code, raison) => {
    const year = await addImputableYear(sql, [4, 4])
    const [, { data }] = await ask(year.id, { indemnites: { 4: await addIndemnite(sql) } })
    await failing(code, year.interventions[0], async () => {
      await work()
      await ended(data.id)
    })
    expect(await travail(data.id)).toMatchObject({
      faits: 1,
      total: 2,
      refus: [{ intervention_id: year.interventions[0], raison }],
    })
  })

  it.each(['40P01', '40001', '55P03', '57P01', '53300', 'XX000'])(
    'tries again after %s, which is no fault of an intervention',
    async (code) => {
      const year = await addImputableYear(sql, [4, 4])
      const [, { data }] = await ask(year.id, { indemnites: { 4: await addIndemnite(sql) } })
      await failing(code, year.interventions[1], async () => {
        await work()
        await expect
          .poll(async () => (await job(data.id))?.last_error, { timeout: 10_000, interval: 25 })
          .toContain('Essai')
      })
      expect(await travail(data.id)).toMatchObject({ etat: 'en_cours', faits: 1, refus: [] })
      await ended(data.id)
      expect(await travail(data.id)).toMatchObject({ faits: 2, total: 2, refus: [] })
    },
  )

  it('is one job of the queue, and may be asked for again once the queue has given it up', async () => {
    const year = await addImputableYear(sql, [4])
    const body = { indemnites: { 4: await addIndemnite(sql) } }
    const first = (await ask(year.id, body))[1].data.id
    expect(await job(first)).toMatchObject({ task_identifier: 'impute_interventions', attempts: 0 })
    expect((await ask(year.id, body))[0]).toBe(409)
    const admin = await database.as('admin')
    await admin.query(
      'update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now() where key = $1',
      [`imputation:hs:${first}`],
    )
    // Its last try may still succeed.
    expect((await ask(year.id, body))[0]).toBe(409)
    await admin.query('update graphile_worker._private_jobs set locked_at = null where key = $1', [
      `imputation:hs:${first}`,
    ])
    const [status, { data }] = await ask(year.id, body)
    expect(status).toBe(202)
    expect(await travail(first)).toMatchObject({ etat: 'termine', faits: 0, total: 0 })
    await work()
    await ended(data.id)
    expect(await travail(data.id)).toMatchObject({ faits: 1, total: 1, refus: [] })
  })
})
